"""A release: one version everywhere, the same bytes from every build, a bill of materials, checksums, a signature."""

import hashlib
import json
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from checks import release
from checks.release import VERSIONED, Refused, build, same, set_version, sign, version
from tests.house.test_lock import locked


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages for Python; npm's takes a compiler, and `make release` builds it twice, too."""
    out = tmp_path_factory.mktemp("release") / "first"
    build(out, npm=False)
    return out


def test_every_file_says_the_same_version() -> None:
    assert version() == json.loads((release.ROOT / release.TYPESCRIPT / "package.json").read_text())["version"]


def test_a_version_is_set_in_one_place_and_written_everywhere(tmp_path: Path) -> None:
    for name in VERSIONED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(release.ROOT / name, tmp_path / name)
    (tmp_path / "pyproject.toml").write_text('version = "7.8.9"\n')
    with pytest.raises(Refused, match=r"pyproject.toml says 7\.8\.9"):
        version(tmp_path)
    set_version("7.8.9", tmp_path)
    assert version(tmp_path) == "7.8.9"
    lock = json.loads((tmp_path / release.TYPESCRIPT / "package-lock.json").read_text())
    assert lock["version"] == lock["packages"][""]["version"] == "7.8.9"


def test_two_builds_have_the_same_bytes(built: Path, tmp_path: Path) -> None:
    build(tmp_path / "second", npm=False)
    same(built, tmp_path / "second")
    (tmp_path / "second" / "SHA256SUMS").write_text("")
    (tmp_path / "second" / "more.whl").write_text("")
    with pytest.raises(Refused, match=r"not the same: SHA256SUMS, more\.whl$"):
        same(built, tmp_path / "second")


def test_sdist_and_wheel_hold_what_is_committed_and_nothing_of_the_builder(built: Path) -> None:
    committed = subprocess.run(
        ["git", "ls-files", "engine", "service", "workers"],
        cwd=release.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    modules = {one for one in committed.stdout.split() if one.endswith((".py", ".lua", ".toml", ".svg"))}
    with zipfile.ZipFile(next(built.glob("siegelpost-*.whl"))) as wheel:
        assert modules - set(wheel.namelist()) == set()
    with tarfile.open(next(built.glob("siegelpost-*.tar.gz"))) as sdist:
        members = sdist.getmembers()
    assert {(one.uid, one.gid, one.uname, one.gname) for one in members} == {(0, 0, "", "")}
    assert len({one.mtime for one in members}) == 1


def test_checksums_are_of_all_files_and_a_key_signs_them(built: Path, tmp_path: Path) -> None:
    lines = (line.split("  ") for line in (built / "SHA256SUMS").read_text().splitlines())
    sums = {name: digest for digest, name in lines}
    files = {
        one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in built.iterdir() if one.name != "SHA256SUMS"
    }
    assert sums == files and len(files) == 5
    out, key = tmp_path / "out", tmp_path / "key"
    shutil.copytree(built, out)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(key)], check=True)
    sign(out, key)
    signers = tmp_path / "signers"
    signers.write_text(f"maintainer {key.with_suffix('.pub').read_text()}")
    check = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", "maintainer", "-n", release.NAMESPACE]
    signed = [*check, "-s", str(out / "SHA256SUMS.sig")]
    text = (out / "SHA256SUMS").read_bytes()
    assert subprocess.run(signed, input=text, capture_output=True, check=False).returncode == 0
    assert subprocess.run(signed, input=text + b"\n", capture_output=True, check=False).returncode != 0


def test_the_bill_of_materials_lists_what_is_locked(built: Path) -> None:
    bill = json.loads(next(built.glob("*.cdx.json")).read_text())
    assert {one["name"]: one["version"] for one in bill["components"]} == {
        name: found for name, (found, _) in locked("run").items()
    }
    assert all(one["hashes"] for one in bill["components"])
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(json.dumps(bill)) is None
