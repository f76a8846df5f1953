"""Lines of a match's log taken apart for those who tell of it: what is none, or not in its place, is damage with a name."""

from __future__ import annotations

from collections.abc import Iterable

from engine.protocol.log import Line, line_from
from service.store.values.encoding import decode
from service.store.values.reading import reading


def taken_apart(match: str, lines: Iterable[bytes], numbers: Iterable[int]) -> list[Line]:
    """Return export lines as they were written, each with its number; signatures and chain are the verifier's to check.

    :param numbers: which entry each line has to be, counted from 1; may go on beyond them.
    :raises Unreadable: at one that is no line of a log, or another than the number says.
    """
    with reading(f"the log of match {match}"):
        return [_line(number, line) for number, line in zip(numbers, lines, strict=False)]


def _line(number: int, stored: bytes) -> Line:
    line = line_from(number, decode(stored))
    if line["entry"]["n"] != number:
        raise ValueError("another entry's line")
    return line


__all__ = ["taken_apart"]
