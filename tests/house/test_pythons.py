"""Which Python the Makefile takes, what it says where there is none, and that all papers name the same ones."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from checks.pythons import PYTEST, Failed, Place, failed_tests

ROOT = Path(__file__).parents[2]
MAKE = shutil.which("make") or "make"
NEWEST, *_, OLDEST = PYTHONS = re.findall(
    r"\d\.\d+", re.findall(r"^PYTHONS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[0]
)
INTERPRETER = """#!/bin/sh
case "$*" in
    *version_info*) echo {version};;
    *ensurepip*) exit {without_venv};;
    *venv*) for last; do :; done; /bin/rm -rf $last; /bin/mkdir -p $last/bin; echo {name} > $last/bin/python;;
esac
"""
SUITE = """
import os, pytest

@pytest.mark.parametrize("word", ["said", "as they - say"])
def test_words(word):
    assert word == "said"

@pytest.fixture
def broken():
    raise RuntimeError

def test_what_is_broken(broken):
    pass
"""
SHIM = """#!/bin/sh
echo "pyenv: $0: command not found" >&2
exit 127
"""


class Machine:
    """A folder of interpreters, and nothing else that could be found."""

    def __init__(self, folder: Path) -> None:
        self.path, self.venv = folder / "bin", folder / "venv"
        self.path.mkdir()

    def has(self, name: str, version: str, *, without_venv: bool = False) -> None:
        self._write(name, INTERPRETER.format(name=name, version=version, without_venv=int(without_venv)))

    def has_shim(self, name: str) -> None:
        self._write(name, SHIM)

    def _write(self, name: str, text: str) -> None:
        (self.path / name).write_text(text, encoding="utf-8")
        (self.path / name).chmod(0o755)

    def make(self, *words: str) -> str:
        """Make the environment; return the interpreter it was made with, or all that was said instead."""
        target = self.venv / "bin" / "python"
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTHON"))}
        done = subprocess.run(
            [MAKE, "-s", "-C", str(ROOT), f"VENV={self.venv}", str(target), *words],
            env={**environment, "PATH": str(self.path)}, capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            return target.read_text(encoding="utf-8").strip()
        assert not self.venv.exists()
        [said] = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("make")]
        return said


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_newest_that_runs_is_taken(machine: Machine) -> None:
    machine.has_shim(f"python{NEWEST}")
    machine.has(f"python{OLDEST}", OLDEST)
    machine.has(f"python{PYTHONS[1]}", PYTHONS[1])
    assert machine.make() == f"python{PYTHONS[1]}"


def test_one_without_venv_is_passed_over_where_there_is_another(machine: Machine) -> None:
    machine.has(f"python{NEWEST}", NEWEST, without_venv=True)
    machine.has("python3", OLDEST)
    assert machine.make() == "python3"


def test_one_without_venv_alone_is_told_how_to_get_it(machine: Machine) -> None:
    for name in ("python3", f"python{NEWEST}"):
        machine.has(name, NEWEST, without_venv=True)
    assert machine.make().endswith(
        f"Found: Python {NEWEST} has no venv (on Debian and Ubuntu: apt install python{NEWEST}-venv)"
    )


@pytest.mark.parametrize("version", ["3.10", "3.99"])
def test_one_that_is_too_old_or_too_new_is_named_before_anything_is_installed(machine: Machine, version: str) -> None:
    machine.has("python3", version)
    assert machine.make().endswith(f"Found: python3 is Python {version}")
    assert machine.make(f"PYTHONS={version}") == "python3"


def test_no_python_at_all(machine: Machine) -> None:
    assert machine.make().endswith("with venv. Found: none")


def test_the_one_that_is_named_is_taken_or_refused(machine: Machine) -> None:
    machine.has(f"python{NEWEST}", NEWEST)
    machine.has("mine", OLDEST)
    assert machine.make("PYTHON=mine") == "mine"
    shutil.rmtree(machine.venv)
    assert machine.make("PYTHON=theirs").endswith("Found: none as theirs")


def test_an_environment_whose_python_is_gone_is_made_again(machine: Machine) -> None:
    machine.has(f"python{OLDEST}", OLDEST)
    (machine.venv / "bin").mkdir(parents=True)
    (machine.venv / "bin" / "python").symlink_to(machine.path / "removed")
    assert machine.make() == f"python{OLDEST}"


@pytest.mark.parametrize("folder", [".", "openapi/clients/python"])
def test_both_packages_name_the_same_pythons_and_shut_out_no_later_one(folder: str) -> None:
    project = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [one.rpartition(" ")[2] for one in project["classifiers"] if "Python :: 3." in one]
    assert named == PYTHONS[::-1]
    assert project["requires-python"] == f">={OLDEST}"


@pytest.mark.parametrize("paper", ["README.md", "CONTRIBUTING.md", "openapi/clients/python/README.md"])
def test_papers_name_the_oldest_and_the_newest(paper: str) -> None:
    assert re.search(rf"Python\s+{OLDEST}\s+to\s+{NEWEST}\b", (ROOT / paper).read_text(encoding="utf-8"))


def test_the_image_has_the_newest() -> None:
    assert f"FROM python:{NEWEST}-slim\n" in (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")


def test_zstandard_is_imported_in_one_place() -> None:
    places = [
        one for part in ("engine", "service", "workers", "checks", "tests") for one in (ROOT / part).rglob("*.py")
    ]
    wanted = re.compile(r"^\s*(from|import) (backports|compression)\b", re.MULTILINE)
    assert [one for one in places if wanted.search(one.read_text(encoding="utf-8"))] == [
        ROOT / "service/store/values.py"
    ]


def test_every_test_that_failed_is_named_even_if_the_run_is_cut_off(tmp_path: Path) -> None:
    suite, log = tmp_path / "tests" / "test_suite.py", tmp_path / "log"
    suite.parent.mkdir()
    suite.write_text(SUITE, encoding="utf-8")
    with pytest.raises(Failed) as failed:
        Place("here", tmp_path, sys.executable).run(log, sys.executable, "-m", "pytest", *PYTEST, "-n", "1", "tests")
    named = ["tests/test_suite.py::test_words[as they - say]", "tests/test_suite.py::test_what_is_broken"]
    assert [line.strip() for line in str(failed.value).splitlines()[1:]] == named
    log.write_text(log.read_text(encoding="utf-8").partition("= ERRORS =")[0], encoding="utf-8")
    assert failed_tests(log) == named
