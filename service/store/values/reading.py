"""Parsing stored records: anything malformed becomes one error that names the record.

So does a malformed or misplaced line of a match's log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NotRequired, get_origin, get_type_hints

from engine.protocol.log import Line, line_from
from service.store import Unreadable
from service.store.matches.packing import UnknownPacking
from service.store.values import decode

READING = (ValueError, KeyError, TypeError, AttributeError, IndexError)
"""Exceptions raised by code that parses a malformed stored record."""


def members(shape: type) -> frozenset[str]:
    """Return the required members of a typed dictionary.

    Its own ``__required_keys__`` is wrong, because postponed annotations hide ``NotRequired`` from it.
    """
    hints = get_type_hints(shape, include_extras=True)
    return frozenset(name for name, hint in hints.items() if get_origin(hint) is not NotRequired)


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Parse a stored record; :raises Unreadable: naming it, when it is malformed."""
    try:
        yield
    except UnknownPacking as error:
        raise Unreadable(what, str(error)) from error
    except READING as error:
        raise Unreadable(what, type(error).__name__) from error


def text(value: bytes | str) -> str:
    """Return a reply as text."""
    return value.decode("utf-8") if isinstance(value, bytes) else value


def texts(what: str, fields: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return a hash as text; :raises Unreadable: naming the record, when its bytes are no text."""
    with reading(what):
        return {text(name): text(value) for name, value in fields.items()}


def pairs(reply: Sequence[bytes]) -> dict[str, str]:
    """Return a flat reply of fields and values as a dictionary."""
    return {text(reply[i]): text(reply[i + 1]) for i in range(0, len(reply), 2)}


def taken_apart(match: str, lines: Iterable[bytes], numbers: Iterable[int]) -> list[Line]:
    """Return export lines with their numbers, as they were written; the verifier checks signatures and chain.

    :param numbers: the expected entry of each line, counted from 1; may be longer than the lines.
    :raises Unreadable: at a malformed line, or one with another number.
    """
    with reading(f"the log of match {match}"):
        return [_line(number, line) for number, line in zip(numbers, lines, strict=False)]


def _line(number: int, stored: bytes) -> Line:
    line = line_from(number, decode(stored))
    if line["entry"]["n"] != number:
        raise ValueError("another entry's line")
    return line
