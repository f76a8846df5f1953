"""The hash-chained log: a match is its log (protocol section 7).

The tolerance of deadlines, one second (section 5), allows for the way from a player's device to the store. Code that compares
an instant with a deadline asks here; the store's script is given the tolerance with every act.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TypedDict, cast

from engine.contract import Json
from engine.protocol.canon import NotCanonical, b64, canonical, parse_canonical, tagged_hash, unb64

TOLERANCE = 1_000
"""Time after the deadline in which an act still counts, in milliseconds."""
DAY = 86_400
CLOCK_CHANGE, CLOCK_STEP = 2 * 3_600_000, 15 * 60_000
"""By how much the clocks of a time zone change at most, and in steps of what, in milliseconds."""


def is_agreed_time(moved: int, seconds: int, pace: Mapping[str, object]) -> bool:
    """Return whether a deadline was moved by what was agreed on (section 12.13); ``moved`` in milliseconds.

    By a pace with a time zone whole days end at the same local hour, so they are longer or shorter where clocks change. Zones
    are not known here, since their rules change: what they can do is what is checked.
    """
    off = abs(moved - seconds * 1000)
    by_clocks = seconds >= DAY and ("zone" in pace or "counted" in pace)
    return off == 0 or (by_clocks and off <= CLOCK_CHANGE and off % CLOCK_STEP == 0)


def too_late_from(deadline: int) -> int:
    """Return the first instant at which an answer no longer counts; both in milliseconds since the epoch."""
    return deadline + TOLERANCE


def coarse_step(opened: int, deadline: int | None) -> int:
    """Return how coarsely others see that a seat has committed, in milliseconds: a 48th of the time, 1 s to 15 min."""
    span = 0 if deadline is None else deadline - opened
    return max(1_000, min(15 * 60_000, span // 48))


FIRST_HEAD = bytes(32)
ENTRY_BYTES = 1 << 20
"""The greatest length of an entry's canonical bytes."""
ENTRY_LEVELS = 32
"""Maximum nesting of containers in an entry, itself included."""
LINE_LEVELS = ENTRY_LEVELS + 1
BESIDE_ENTRY = len(canonical({"entry": 0, "head": b64(bytes(32)), "sig": b64(bytes(64))})) - 1
"""Number of bytes in an exported line besides its entry."""

_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z", re.ASCII)
_EPOCH, _MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


class Entry(TypedDict):
    """One fact of a match. ``n`` counts from 1 without gaps; ``at`` is RFC 3339 UTC, milliseconds, never decreasing."""

    n: int
    at: str
    type: str
    body: dict[str, Json]


class Line(TypedDict):
    """One line of an export: the entry, the head after it, and the server's signature over that head."""

    entry: Entry
    head: str
    sig: str


class BadLog(ValueError):
    """An export that is not in the protocol's form; ``n`` is the line's number, from 1."""

    def __init__(self, n: int, message: str) -> None:
        super().__init__(f"line {n}: {message}")
        self.n = n
        self.message = message


class EntryTooLong(ValueError):
    """An entry is longer than every verifier allows (1 MiB): it must not be written."""


def next_head(head: bytes, entry: Entry) -> bytes:
    """Return ``head_n`` from ``head_{n-1}`` and entry ``n``."""
    return next_head_of(head, canonical(entry))


def next_head_of(head: bytes, entry: bytes) -> bytes:
    """Return ``head_n`` from ``head_{n-1}`` and the canonical bytes of entry ``n``."""
    return tagged_hash("siegelpost/log/v1", head, entry)


def timestamp(milliseconds: int) -> str:
    """Return RFC 3339 UTC with three decimals.

    >>> timestamp(1795248000000)
    '2026-11-21T08:00:00.000Z'
    """
    seconds, rest = divmod(milliseconds, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()}.{rest:03d}Z"


def milliseconds(at: str) -> int:
    """Return the milliseconds since 1970 of a timestamp that has exactly our form.

    :raises ValueError: otherwise, and for what lies before 1970.
    """
    if not _TIMESTAMP.fullmatch(at):
        raise ValueError("not RFC 3339 UTC with three decimals")
    value = (datetime.fromisoformat(at) - _EPOCH) // _MILLISECOND
    if value < 0:
        raise ValueError("before 1970")
    return value


def export_line(line: Line) -> bytes:
    """Return the canonical bytes of one exported line, with its line feed.

    :raises EntryTooLong: beyond 1 MiB; :raises NotCanonical: for what has no canonical bytes, or too many levels.
    """
    return line_around(line["entry"], canonical(line["entry"]), unb64(line["head"]), unb64(line["sig"]))


def line_around(entry: Entry, written: bytes, head: bytes, sig: bytes) -> bytes:
    """Return the same bytes as :func:`export_line`, from the entry's canonical bytes (``written``).

    :raises EntryTooLong: beyond 1 MiB.
    """
    if len(written) > ENTRY_BYTES:
        raise EntryTooLong(f"an entry {entry['type']!r} is longer than 1 MiB: {len(written)} bytes")
    return b'{"entry":%b,"head":"%b","sig":"%b"}\n' % (written, b64(head).encode(), b64(sig).encode())


def read_export(raw: bytes) -> Iterator[Line]:
    """Yield the lines of an export, refusing every byte that is not canonical.

    :raises BadLog: at the first line that does not have the required form; :func:`chain` gives the heads to compare.
    """
    if not raw:
        raise BadLog(1, "the export is empty")
    pieces = raw.split(b"\n")
    for number, piece in enumerate(pieces, start=1):
        if number == len(pieces):
            if piece:
                raise BadLog(number, "the last line does not end with a line feed (a cut file?)")
            return
        try:
            if len(piece) > ENTRY_BYTES + BESIDE_ENTRY:
                raise BadLog(number, "the entry is longer than 1 MiB")
            value: object = parse_canonical(piece, depth=LINE_LEVELS, limit=len(piece))
        except NotCanonical as error:
            raise BadLog(number, str(error)) from error
        yield line_from(number, value)


def line_from(number: int, value: object) -> Line:
    """Return the parsed line after a check of its members' form; :raises BadLog: naming line ``number``, when it is wrong."""
    if not isinstance(value, dict) or set(value) != {"entry", "head", "sig"}:
        raise BadLog(number, "a line has exactly entry, head and sig")
    line = cast("dict[str, object]", value)
    if not isinstance(line["entry"], dict) or set(line["entry"]) != {"n", "at", "type", "body"}:
        raise BadLog(number, "an entry has exactly n, at, type and body")
    entry = cast("dict[str, object]", line["entry"])
    n, at, kind, body = entry["n"], entry["at"], entry["type"], entry["body"]
    if type(n) is not int or not isinstance(kind, str) or not isinstance(body, dict):
        raise BadLog(number, "an entry's n is an integer, its type a text, its body an object")
    try:
        if not isinstance(at, str):
            raise ValueError("at is not a text")
        milliseconds(at)
    except ValueError as error:
        raise BadLog(number, f"at: {error}") from error
    head, sig = (_bytes(number, name, line[name], size) for name, size in (("head", 32), ("sig", 64)))
    return Line(entry=Entry(n=n, at=at, type=kind, body=body), head=head, sig=sig)


def _bytes(number: int, name: str, text: object, size: int) -> str:
    try:
        if not isinstance(text, str) or len(unb64(text)) != size:
            raise BadLog(number, f"{name} is {size} bytes of base64url")
    except NotCanonical as error:
        raise BadLog(number, f"{name}: {error}") from error
    return text


def chain(entries: Iterable[Entry], head: bytes = FIRST_HEAD) -> Iterator[str]:
    """Yield the head after each entry as base64url."""
    for entry in entries:
        head = next_head(head, entry)
        yield b64(head)
