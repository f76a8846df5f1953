"""Values as the store keeps them, and reading them back: compact JSON in UTF-8, times as scores, compressed bytes.

States, tables, acts and notices are read and written for every decision, so a fast library does it. It does not produce
the protocol's canonical bytes (:mod:`engine.protocol.canon`); nothing here is ever hashed.

What was used in a match, or told to a recipient, is remembered as numbers of 64 bits instead of texts. A number is the
beginning of the SHA-256 of the text, so a text that occurred is always found. A text that never occurred is found, too,
with a probability of k / 2^64 where k occurred before (10,000: 5 in 10^16). A commitment or a salt is then refused as
used, and its player draws another salt; a notice is not sent. A player who finds two commitments with the same number,
after 2^32 tries, can only get their own second one refused, because the future commitments of others are unknown.

A match keeps its numbers in a set with binary search; each takes eight bytes as long as the set has at most
``set-max-intset-entries``, and about sixty beyond that. A recipient's are in a short list, the latest first.

A record that is malformed becomes one error that names it when it is parsed; so does a malformed or misplaced line of a
match's log. Import Zstandard (the standard library's module, or its backport before Python 3.14) only from here.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NotRequired, get_origin, get_type_hints

import orjson

from engine.protocol.log import Line, line_from
from service.store import Unreadable

LATEST = 2**53


def time_of(score: bytes) -> int:
    """Return a time in ms; one that no clock shows is clamped to the store's range of integers."""
    return int(max(-LATEST, min(LATEST, float(score))))


def number_of(text: str) -> str:
    """Return the number of a text for scripts: signed, in decimal digits, because Lua would round it."""
    return str(int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big", signed=True))


def encode(value: Any) -> str:
    """Encode a JSON value for storing; members keep their order.

    Floats have no place in a record: the laws for every game forbid them. NaN and infinities would silently be stored
    as ``null``.

    :raises TypeError: for values that would not survive the round trip: other types, keys that are no texts, lone
    surrogates, more than 250 levels, integers beyond 2^53 - 1 (which the store's Lua would round).
    """
    return orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER).decode()


def decode(stored: bytes | str) -> Any:
    """Return a stored value; an integer beyond 64 bits, which nothing here writes, becomes a float.

    :raises ValueError: for anything but JSON.
    """
    return orjson.loads(stored)


class UnknownPacking(KeyError):
    """A later release packed this, in another format or with a dictionary that is missing here."""

    def __str__(self) -> str:
        return str(self.args[0])


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


if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["zstd"]
