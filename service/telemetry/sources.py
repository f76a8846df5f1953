"""The digest of our own sources as of the process's start: it changes with the program."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

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


__all__ = ["digest_of"]
