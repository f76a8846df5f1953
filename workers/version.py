"""What this process runs, as a short text that changes whenever its code or the rule data it holds do."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

from engine import registry

PACKAGES = ("engine", "service", "workers")
SUFFIXES = (".py", ".lua", ".csv", ".json", ".toml")


def _sources(folder: Traversable) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            found += _sources(one)
        elif one.name.endswith(SUFFIXES):
            found.append((one.name, one.read_bytes()))
    return found


def _code() -> bytes:
    digest = hashlib.sha256()
    for package in PACKAGES:
        for name, text in _sources(files(package)):
            digest.update(f"{name}\0{len(text)}\0".encode() + text)
    return digest.digest()


# Read when the process starts: later the files may be newer than what runs.
CODE = _code()


def running_version() -> str:
    """Return the version of the code this process began with and of the rule data it holds now; 22 characters."""
    return hashlib.sha256(CODE + repr(registry.held()).encode()).hexdigest()[:22]


__all__ = ["running_version"]
