"""The lock says what pyproject.toml asks for: every requirement is there, in a version that it allows, with hashes."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from checks import locks
from checks.locks import FOLDER, whole

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OURS = "siegelpost-client"
"""Built from this tree, so there is nothing to lock; what it asks for itself is locked."""
CLIENT = tomllib.loads((ROOT / "openapi" / "clients" / "python" / "pyproject.toml").read_text(encoding="utf-8"))
RUN = [
    *(one for one in PROJECT["project"]["dependencies"] if not one.startswith(OURS)),
    *PROJECT["project"]["optional-dependencies"]["server"],
    *CLIENT["project"]["dependencies"],
]
EXTRAS = PROJECT["project"]["optional-dependencies"]
TRACED = [*RUN, *EXTRAS["otel"]]
WANTED = {
    "run": [*RUN, *PROJECT["build-system"]["requires"]],
    "otel": [*TRACED, *PROJECT["build-system"]["requires"]],
    "dev": [*TRACED, *EXTRAS["mcp"], *EXTRAS["dev"], *PROJECT["build-system"]["requires"]],
}
PINNED = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>[^ ]+)(?P<rest>.*(?:\n    --hash=.*)*)", re.MULTILINE)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(kind: str) -> dict[str, tuple[str, int]]:
    """Return version and number of hashes of every package that a lock installs."""
    return {
        normal(found["name"]): (found["version"], found["rest"].count("--hash=sha256:"))
        for found in PINNED.finditer(whole(kind))
    }


@pytest.mark.parametrize("kind", WANTED)
def test_every_requirement_is_locked_in_a_version_it_allows(kind: str) -> None:
    pins = locked(kind)
    for one in map(Requirement, WANTED[kind]):
        version, _ = pins[normal(one.name)]
        assert one.specifier.contains(version), f"{one} is locked at {version}: run 'make lock'"


@pytest.mark.parametrize("kind", WANTED)
def test_every_locked_package_has_hashes_and_no_host_is_named(kind: str) -> None:
    assert all(hashes for _, hashes in locked(kind).values())
    text = (ROOT / "requirements" / f"{kind}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert len(locked(kind)) > 20


def test_each_lock_lists_only_what_it_adds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = list(WANTED)
    names = [found["name"] for kind in kinds for found in PINNED.finditer((FOLDER / f"{kind}.txt").read_text())]
    marked = [one for one in names if names.count(one) > 1]
    assert {name: locked("dev")[name] for name in locked("otel")} == locked("otel")
    for kind in kinds:
        (tmp_path / f"{kind}.txt").write_text(whole(kind), encoding="utf-8")
    monkeypatch.setattr(locks, "FOLDER", tmp_path)
    ours = set(re.findall("sha256:([0-9a-f]+)", whole("dev")))
    locks.layered(kinds, ours)
    for again in (False, True):
        if again:  # a lock that was not chosen anew names the one before it already
            locks.layered(kinds, ours)
        for kind in kinds:
            assert (tmp_path / f"{kind}.txt").read_bytes() == (FOLDER / f"{kind}.txt").read_bytes(), marked


PYLOCK = """
[[packages]]
name = "some"
sdist = {{ url = "some-1.tar.gz", hashes = {{ sha256 = "{0}" }} }}
wheels = [
  {{ url = "x/some-1-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", hashes = {{ sha256 = "{1}" }} }},
  {{ url = "x/some-1-cp39-abi3-musllinux_1_2_aarch64.whl", hashes = {{ sha256 = "{2}" }} }},
  {{ url = "x/some-1-py2.py3-none-any.whl", hashes = {{ sha256 = "{3}" }} }},
  {{ url = "x/some-1-cp310-cp310-manylinux_2_17_x86_64.whl", hashes = {{ sha256 = "{4}" }} }},
  {{ url = "x/some-1-cp313-cp313t-manylinux_2_17_x86_64.whl", hashes = {{ sha256 = "{5}" }} }},
  {{ url = "x/some-1-cp311-cp311-macosx_11_0_arm64.whl", hashes = {{ sha256 = "{6}" }} }},
  {{ url = "x/some-1-pp311-pypy311_pp73-manylinux_2_17_x86_64.whl", hashes = {{ sha256 = "{7}" }} }},
]
"""


def test_only_files_for_linux_and_our_pythons_keep_their_hashes(tmp_path: Path) -> None:
    hashes = [f"{number:064x}" for number in range(8)]
    (tmp_path / "pylock.toml").write_text(PYLOCK.format(*hashes), encoding="utf-8")
    ours = locks.hashes_for_us(tmp_path / "pylock.toml")
    assert ours == set(hashes[:4])

    def pin(kept: list[str]) -> str:
        return " \\\n".join(["some==1", *(f"    --hash=sha256:{one}" for one in kept)]) + "\n"

    assert locks.only(pin(hashes), ours) == pin(hashes[:4])
    assert locks.only(pin(hashes[6:]), ours) == ""


def test_an_installation_without_traces_gets_nothing_of_them() -> None:
    assert [name for name in locked("run") if "opentelemetry" in name or name == "protobuf"] == []
