"""The identity of the running code: the commit, as ``/v1/meta`` and ``siegelpost --version`` tell it; and its version, a short
text that changes with the sources as of the process's start, including those of games, and with the rule data.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from engine import registry

PACKAGE = Path(__file__).parent
COMMIT = re.compile(r"[0-9a-f]{40,64}")


@cache
def commit(package: Path = PACKAGE) -> str:
    """Return the commit as the build noted it in ``commit.txt``, or that of the checkout around us; empty if unknown.

    Git's files are read without git: it refuses a checkout that belongs to another user, as that of a service does.
    """
    for look, path in ((_text, package / "commit.txt"), (_checked_out, package.parent / ".git")):
        with contextlib.suppress(OSError):
            if COMMIT.fullmatch(found := look(path)):
                return found
    return ""


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def _checked_out(git: Path) -> str:
    if git.is_file():  # a work tree beside the clone
        git = git.parent / _text(git).removeprefix("gitdir: ")
    shared = git / "commondir"
    common = git / _text(shared) if shared.exists() else git
    head = _text(git / "HEAD")
    name = head.removeprefix("ref: ")
    if name == head:
        return head
    for one in (git / name, common / name):
        if one.exists():
            return _text(one)
    packed = _text(common / "packed-refs").splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")


SUFFIXES = (".py", ".lua", ".csv", ".json", ".toml")


def digest_of(packages: Sequence[str]) -> bytes:
    """Return the SHA-256 over the sources and data of packages, by name."""
    digest = hashlib.sha256()
    for package in packages:
        for name, text in _sources(files(package)):
            digest.update(f"{name}\0{len(text)}\0".encode() + text)
    return digest.digest()


def _sources(folder: Traversable) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            found += _sources(one)
        elif one.name.endswith(SUFFIXES):
            found.append((one.name, one.read_bytes()))
    return found


PACKAGES = ("engine", "service", "workers", *(one.module for one in registry.OUTSIDE.games))

# Read when the process starts: later the files may be newer than what runs.
CODE = digest_of(PACKAGES)


def running_version() -> str:
    """Return the version of the code with which this process started and of its current rule data; 22 characters."""
    return hashlib.sha256(CODE + repr(registry.held()).encode()).hexdigest()[:22]
