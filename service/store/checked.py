"""How much of the append-only file is known to be whole, so that a start reads only what was written since.

A mark beside the file names it by its name, its inode, a length, and a digest of what stands before that length: a file that was
rewritten, cut or put back from a backup has no mark that fits, and is read from its beginning. What is marked was synced first,
so a crash does not change it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

MARKS = "checked.json"
DIGESTED = 4096
"""Bytes before the marked length that tell the file from another one of its name."""


@dataclass(frozen=True)
class Mark:
    """The first ``until`` bytes of the file with this inode are whole commands and whole transactions."""

    inode: int
    until: int
    digest: str


def read_marks(folder: Path) -> dict[str, Mark]:
    """Return the marks in a server's folder by the files' names; none where they cannot be read."""
    try:
        told = json.loads((folder / MARKS).read_text("utf-8"))
        return {str(name): Mark(int(one["inode"]), int(one["until"]), str(one["digest"])) for name, one in told.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def write_marks(folder: Path, marks: Mapping[str, Mark]) -> None:
    """Replace the marks, as a whole. :raises OSError: when there is no room."""
    new = folder / f"{MARKS}.new"
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({name: asdict(mark) for name, mark in marks.items()}, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(folder / MARKS)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def mark(file: Path, until: int) -> Mark:
    """Sync a file and return the mark for its first ``until`` bytes, which the caller has found to be whole."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
        return Mark(os.fstat(opened.fileno()).st_ino, until, _digest(opened.fileno(), until))


def whole_until(file: Path, found: Mark | None) -> int:
    """Return how many bytes of a file need not be read again; 0 without a mark that fits."""
    if found is None or found.until <= 0:
        return 0
    with file.open("rb") as opened:
        status = os.fstat(opened.fileno())
        if status.st_ino != found.inode or status.st_size < found.until:
            return 0
        return found.until if _digest(opened.fileno(), found.until) == found.digest else 0


def _digest(descriptor: int, until: int) -> str:
    first = max(0, until - DIGESTED)
    return hashlib.sha256(os.pread(descriptor, until - first, first)).hexdigest()


__all__ = ["MARKS", "Mark", "mark", "read_marks", "whole_until", "write_marks"]
