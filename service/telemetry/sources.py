"""The version of the running code: a short text that changes with the sources as of the process's start, including those of
games, and with the rule data.
"""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

from engine import registry

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
