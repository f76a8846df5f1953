"""A fresh clone on every Python that can be had, served, played and tested: ``make matrix-python``.

Interpreters are those on ``PATH`` and of pyenv, and those of Debian's releases that ``DEBIAN`` names (as root: each is set up
in a folder by ``debootstrap`` with what a stranger has there). What is committed is tested. A Python that the Makefile refuses
before it installs anything is no failure, and no pass either.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from checks import debian

FOLDER = Path("build/pythons")
FAST = ("tests/engine", "tests/engine/verifier", "tests/store", "tests/house/test_pythons.py")
"""Tests that another Python is likely to break, and that take minutes; the rest is the same on all."""
PACKAGES = ("ca-certificates", "git", "make", "python3", "python3-venv")
"""Debian packages that the README asks for, and git, which brings the clone."""
BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")
OF_THE_MACHINE = (BUNDLE, Path("/etc/hosts"), Path("/etc/resolv.conf"))
"""Without these a chroot does not reach the index that this machine asks."""
ENTER = """
mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/tmp" || exit 1
root=$0 folder=$1; shift
exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin {settings} \\
    sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
"""
PYTEST = ("-v", "-n", "2", "-m", "not soak", "-p", "no:cacheprovider")
"""Names each test as it ends, so that the log of a run that was cut off also says what failed."""
OLDEST = (3, 11)
PATIENCE = 1200
"""Seconds for installing on a busy machine."""


class Failed(Exception):
    """A step that did not do what it does elsewhere."""


class Refused(Exception):
    """The Makefile's word that this Python will not do, said before anything was installed."""


@dataclass(frozen=True)
class Place:
    """The home of a clone: a folder of this machine, or one in a chroot with mounts of its own."""

    name: str
    clone: Path
    python: str
    root: Path | None = None

    def command(self, *words: str) -> list[str]:
        """Return a command line that runs ``words`` in the clone."""
        if self.root is None:
            return list(words)
        folder = "/" + str(self.clone.relative_to(self.root))
        settings = " ".join(f"{name}={value}" for name, value in pip_settings().items())
        return ["unshare", "--mount", "sh", "-c", ENTER.format(settings=settings), str(self.root), folder, *words]

    def run(self, log: Path, *words: str) -> None:
        """Run ``words``; raise Failed with the last line said and the tests that failed unless they succeed."""
        with log.open("a", encoding="utf-8") as said:
            done = subprocess.run(  # noqa: S603
                self.command(*words), cwd=self.clone, stdout=said, stderr=subprocess.STDOUT, check=False
            )
        if done.returncode:
            named = "".join(f"\n    {test}" for test in failed_tests(log))
            raise Failed(f"{' '.join(words[:4])} ...: {last_line(log)} (see {log}){named}")


def last_line(log: Path) -> str:
    """Return the last line of a log that make did not write itself."""
    lines = [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return next((line.strip("= ") for line in reversed(lines) if not line.startswith("make")), "nothing was said")


def failed_tests(log: Path) -> list[str]:
    """Return the names of the tests that failed, by a log of ``PYTEST``, which may have been cut off."""
    said = log.read_text(encoding="utf-8", errors="replace")
    named = re.findall(
        r"^(?:\[gw\d+\] \[ *\d+%\] (?:FAILED|ERROR)|_+ ERROR collecting) (.+?)[ _]*$", said, re.MULTILINE
    )
    return list(dict.fromkeys(named))


def pip_settings() -> dict[str, str]:
    """Return pip's index as this machine is set to it, for a chroot that has none of its files."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True, check=False
    ).stdout.strip()  # fmt: skip
    return {"PIP_CERT": str(BUNDLE), **({"PIP_INDEX_URL": told} if told else {})}


def interpreters() -> list[Place]:
    """Return the interpreters of this machine that run, one for each release, newest first."""
    paths = [Path(folder) for folder in os.get_exec_path()]
    paths += sorted(Path.home().glob(".pyenv/versions/*/bin"), reverse=True)
    found: dict[tuple[int, int], str] = {}
    for candidate in (one for path in paths for one in (*sorted(path.glob("python3.[0-9]*")), path / "python3")):
        if re.fullmatch(r"python3(\.\d+)?", candidate.name) and os.access(candidate, os.X_OK):
            told = subprocess.run(  # noqa: S603
                [candidate, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True, check=False
            )  # fmt: skip
            if told.returncode == 0:
                major, minor = map(int, told.stdout.split())
                found.setdefault((major, minor), str(candidate))
    return [
        Place(f"Python {major}.{minor}", FOLDER / f"{major}.{minor}", python)
        for (major, minor), python in sorted(found.items(), reverse=True)
        if (major, minor) >= OLDEST
    ]


def debootstrap(suite: str) -> Place:
    """Set up a release of Debian, unless it is there.

    :raises Failed: when this machine cannot.
    """
    root = (FOLDER / f"debian-{suite}").absolute()
    if os.geteuid():
        raise Failed("needs root on a Debian")
    if not (root / "usr/bin/python3").exists() and not debian.bootstrap(root, suite, PACKAGES):
        raise Failed(f"debootstrap {suite} failed, as said above")
    for file in OF_THE_MACHINE:
        shutil.copy(file, root / file.relative_to("/"))
    return Place(f"Debian {suite}", root / "root/siegelpost", "", root)


@contextlib.contextmanager
def served(place: Place, log: Path) -> Iterator[str]:
    """``make serve`` in a clone; yields what it said when it is up."""
    python = [f"PYTHON={place.python}"] if place.python else []
    with log.open("w", encoding="utf-8") as said:
        serving = subprocess.Popen(  # noqa: S603
            place.command("make", "serve", "PORT=0", *python), cwd=place.clone, stdout=said, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
    try:
        end = time.monotonic() + PATIENCE
        while "Ctrl-C stops everything" not in (text := log.read_text(encoding="utf-8")):
            if serving.poll() is not None:
                raise (Failed if (place.clone / ".venv").exists() else Refused)(last_line(log))
            if time.monotonic() > end:
                raise Failed(f"make serve was not up after {PATIENCE} seconds (see {log})")
            time.sleep(0.2)
        yield text
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(serving.pid, signal.SIGINT)
        try:
            serving.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(serving.pid, signal.SIGKILL)
            raise Failed("make serve did not stop") from None


def play(place: Place, welcome: str, log: Path) -> None:
    """Seal a move against a bot, see what it led to, and find the turn mail in the mailbox."""
    said = dict(re.findall(r"^ +(API|Mailbox) +(http\S+)$", welcome, re.MULTILINE))
    variables = re.findall(r"SIEGELPOST_(?:SERVER|TOKEN)=\S+", welcome)
    place.run(log, "env", *variables, ".venv/bin/python", "service/api/guide/five_calls.py")
    events = log.read_text(encoding="utf-8")
    if "receipt {" not in events or not (place.clone / "match.jsonl").stat().st_size:
        raise Failed(f"no move was sealed and resolved (see {log})")
    with urllib.request.urlopen(said["Mailbox"], timeout=60) as page:  # noqa: S310  an address of this machine
        if "you@localhost.invalid" not in page.read().decode():
            raise Failed("the mailbox holds no mail")


def attempt(place: Place, tests: Sequence[str]) -> str:
    """Do it all in one place; return the last line of its tests, or what was done when none were asked for."""
    shutil.rmtree(place.clone, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", ".", str(place.clone)], check=True)  # noqa: S603, S607
    logs = (FOLDER / f"{place.name.replace(' ', '-').lower()}-logs").absolute()
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir()
    with served(place, logs / "serve") as welcome:
        play(place, welcome, logs / "play")
    if not tests:
        return "served and played"
    tested = logs / "tests"
    place.run(
        tested, ".venv/bin/python", "-m", "pip", "install", "--quiet", "--require-hashes", "-r", "requirements/dev.txt"
    )
    place.run(tested, ".venv/bin/pytest", *PYTEST, *tests)
    return f"served and played; {last_line(tested)}"


def main() -> int:
    """Run everything; return 1 if a Python that was taken failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--debian", nargs="*", default=[], metavar="SUITE", help="releases such as trixie, testing")
    parser.add_argument("--only", nargs="*", default=[], metavar="VERSION", help="of this machine's: such as 3.13")
    parser.add_argument(
        "--tests", nargs="*", default=FAST, metavar="PATH", help="instead of the fast part of the suite"
    )
    asked = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    table, failed = [], False
    here = [one for one in interpreters() if not asked.only or one.name.split()[1] in asked.only]
    for place in [*here, *asked.debian]:
        name = place.name if isinstance(place, Place) else f"Debian {place}"
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            told = f"passed: {attempt(place if isinstance(place, Place) else debootstrap(place), asked.tests)}"
        except Refused as why:
            told = f"NOT TESTED: {why}"
        except Failed as why:
            told, failed = f"FAILED: {why}", True
        table.append((name, told))
    for name, told in table:
        print(f"{name:<16} {told}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
