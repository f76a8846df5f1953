"""Taking stored records apart: what is not as it should be becomes one error that names the record.

So is a line of a match's log that is none, or not in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NotRequired, get_origin, get_type_hints

from engine.protocol.log import Line, line_from
from service.store.errors import Unreadable
from service.store.matches.packing import UnknownPacking
from service.store.values.encoding import decode

READING = (ValueError, KeyError, TypeError, AttributeError, IndexError)
"""What code that takes a stored record apart raises when the record is not what it should be."""


def members(shape: type) -> frozenset[str]:
    """Return the members that every record of a typed dictionary has.

    Its own ``__required_keys__`` does not know: annotations that are evaluated late hide ``NotRequired`` from it.
    """
    hints = get_type_hints(shape, include_extras=True)
    return frozenset(name for name, hint in hints.items() if get_origin(hint) is not NotRequired)


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Take a stored record apart; :raises Unreadable: naming it, when it is not what it should be."""
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
    """Return a hash as text; :raises Unreadable: naming the record, when its bytes are none."""
    with reading(what):
        return {text(name): text(value) for name, value in fields.items()}


def pairs(reply: Sequence[bytes]) -> dict[str, str]:
    """Return a flat reply of fields and values as a dictionary."""
    return {text(reply[i]): text(reply[i + 1]) for i in range(0, len(reply), 2)}


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
