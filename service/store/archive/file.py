"""A finished match as one file: its record, and the log in export format. Pure.

The file is gzip of lines of text. The first is a JSON object: ``siegelpost-archive`` the number of the format,
``match`` the id, ``fields`` its stored fields (names and texts as in :func:`service.store.keys.match`), ``leaves`` the
index of each entry in the log of all matches. The others are the export lines of the log, byte for byte, so ``zcat FILE
| tail -n +2`` is the log.

Files must stay readable for ever: a change of the format takes the next number, and all earlier ones are still read.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from service.store import Unreadable
from service.store.keys import MATCH
from service.store.values import decode, encode
from service.store.values.reading import READING

FORMAT = 1
NAME = "siegelpost-archive"
DIGITS = 3
"""Digits of the id that name a match's folder: 4,096 of them, with some 250 files each when there are a million."""
LEVEL = 6
"""The level of zlib: higher ones take twice the time to save a hundredth of the size."""
BROKEN = (*READING, OSError, EOFError, zlib.error)
"""Exceptions raised when reading a damaged file."""


class Damaged(Unreadable):
    """A file of the archive that is incomplete, or not ours."""


@dataclass(frozen=True)
class ArchivedMatch:
    """The archived form of a finished match. ``fields`` and ``lines`` are byte for byte as they were in the store."""

    match: str
    fields: dict[str, str]
    leaves: list[int]
    lines: list[bytes]

    @property
    def version(self) -> int:
        """Number of acts, and of changes after the end: later copies of the match have greater ones."""
        return int(self.fields.get("av", 0))

    def contradicts(self, other: ArchivedMatch) -> bool:
        """Return whether the two cannot be the same match, read at one or two different times."""
        return self.lines != other.lines or (self.version == other.version and self != other)

    def in_place_of(self, found: ArchivedMatch) -> bool:
        """Return whether this is a later version than the archive's, which otherwise stays.

        :raises Unreadable: when the archive has another history of the match.
        """
        if found.contradicts(self):
            raise Unreadable(f"match {self.match}", "the archive has a different history of it; both are kept")
        return found.version < self.version


def name_of(match: str) -> str:
    """Return the name of a match's file in an archive, with its folder. :raises ValueError: for anything but a match's id."""
    if not MATCH.fullmatch(match):
        raise ValueError(f"{match[:80]!r} is not the id of a match")
    return f"{match[:DIGITS]}/{match}.jsonl.gz"


def pack(archived: ArchivedMatch) -> bytes:
    """Return the file of a match; the same match always gives the same bytes."""
    head = {NAME: FORMAT, "match": archived.match, "fields": archived.fields, "leaves": archived.leaves}
    text = b"".join([encode(head).encode(), b"\n", *archived.lines])
    return gzip.compress(text, LEVEL, mtime=0)


def read_record(match: str, file: BinaryIO) -> ArchivedMatch:
    """Return a match without its lines, reading only the beginning of the file.

    :raises Damaged: when the file is incomplete, or another match's.
    :raises Unreadable: when a later release wrote it.
    :raises OSError: when the disk fails, which says nothing about the file.
    """
    with _telling_damage(match), gzip.GzipFile(fileobj=file) as text:
        return _record(match, text.readline())


def read_whole(match: str, file: BinaryIO) -> ArchivedMatch:
    """Return a match with its lines after checking the whole file; raises as :func:`read_record` does."""
    with _telling_damage(match):
        with gzip.GzipFile(fileobj=file) as text:
            first, *lines = text.readlines() or [b""]
        found = _record(match, first)
        if len(lines) != int(found.fields["n"]) or not all(line.endswith(b"\n") for line in lines):
            raise ValueError("lines are missing")
        return ArchivedMatch(match, found.fields, found.leaves, lines)


@contextmanager
def _telling_damage(match: str) -> Iterator[None]:
    """Distinguish an incomplete file from a failing disk."""
    try:
        yield
    except BROKEN as error:
        if isinstance(error, OSError) and error.errno is not None:  # gzip's own complaints have no number
            raise
        raise _damaged(match, error) from error


def _record(match: str, line: bytes) -> ArchivedMatch:
    head = decode(line)
    if head[NAME] != FORMAT:
        raise Unreadable(f"match {match}", f"its file in the archive has format {head[NAME]}, known is {FORMAT}")
    if head["match"] != match:
        raise ValueError("the file is another match's")
    fields = {str(name): str(value) for name, value in head["fields"].items()}
    return ArchivedMatch(match, fields, [int(leaf) for leaf in head["leaves"]], [])


def _damaged(match: str, error: BaseException) -> Damaged:
    return Damaged(f"match {match}", f"its file in the archive is damaged ({type(error).__name__})")
