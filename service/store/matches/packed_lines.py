r"""Old lines of a log packed together for Redis, sixteen to a text: a third smaller than one by one. Pure.

A line packed alone (:mod:`service.store.matches.packing`) consists mostly of digests. Together, a repeated digest is
replaced by how many digests ago it occurred, and a head is left out where it follows from the entry and the previous
line's head, as it does in every log.

In the lines, ``\x03`` is the id of the match, ``\x01`` the next digest, ``\x02`` the next signature, ``\x04`` and a
decimal number the digest or signature first met that many before (1 = the last), and ``\x05`` the head that follows
from the line before. The heads behind ``\x05`` count as met, but are not stored after the frame.

The text is the byte :data:`PACKED_TOGETHER`, the number of the dictionary, the frame without the four bytes with which
every frame begins, and the digests in the order in which they first occur. It is stored in the place of the first of
its lines; the places of the others are empty, so that a log has as many places as entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.protocol.log import next_head_of
from service.store.matches.packing import (
    ABOUT,
    DIGEST,
    DIGEST_BYTES,
    MAGIC,
    MOST,
    NULS,
    OPTIONS,
    PACKED,
    SIGNATURE,
    SIGNATURE_BYTES,
    SIGNATURE_TEXT,
    coded,
    decompressed,
    dictionary,
    digest_in,
    unpack,
)
from service.store.values.zstd import zstd

TOGETHER = 16
"""How many lines are packed together: entries 1 to 16, 17 to 32 and so on. Stored data depends on it."""
PACKED_TOGETHER = 2
"""The first byte of such a text."""
LEVEL = 9
"""The level of Zstandard: lines are packed together only once, and higher levels gain next to nothing."""
AGAIN, FOLLOWS = b"\x04", b"\x05"
RESERVED, MARK, AGO = re.compile(rb"[\x01-\x05]"), re.compile(rb"[\x01\x02\x04\x05]"), re.compile(rb"[1-9]\d{0,5}")
LINE = re.compile(rb"[^\n]*\n")
ENTRY, AFTER_ENTRY = b'{"entry":', b',"head":'
HEAD = -6
"""The index of a line's head among the pieces between its quotes, counted from the end; the signature follows it."""


def pack_together(stored: Sequence[bytes], about: str) -> bytes | None:
    """Pack sixteen stored lines together, or return None if they must stay as they are.

    :param about: the id of the match.
    :raises UnknownPacking: when a later release packed one of them.
    :raises ValueError: when one of them is damaged.
    """
    if len(stored) != TOGETHER or not all(stored) or stored[0][0] == PACKED_TOGETHER:
        return None
    lines = [unpack(line, about) for line in stored]
    if not all(line.endswith(b"\n") and line.count(b"\n") == 1 and not RESERVED.search(line) for line in lines):
        return None
    short, digests = _shortened(lines, about.encode())
    number = next((line[1] for line in stored if line[0] == PACKED), 0)
    options = {**OPTIONS, zstd.CompressionParameter.compression_level: LEVEL}
    frame = zstd.compress(short, options=options, zstd_dict=dictionary(number))
    packed = bytes((PACKED_TOGETHER, number)) + frame[len(MAGIC) :] + digests
    smaller = len(packed) < sum(map(len, stored)) and NULS not in packed
    return packed if smaller and unpack_together(packed, about) == lines else None


def unpack_together(packed: bytes, about: str) -> list[bytes]:
    """Return the lines packed by :func:`pack_together`, in export form.

    :raises UnknownPacking: when a later release packed them.
    :raises ValueError: when they are damaged.
    """
    short, digests = decompressed(packed)
    places = sum(map(short.count, (DIGEST, SIGNATURE, AGAIN, FOLLOWS)))
    if len(short) + places * SIGNATURE_TEXT + short.count(ABOUT) * len(about) > MOST:
        raise ValueError("damaged: too long")
    if short.count(b"\n") != TOGETHER or not short.endswith(b"\n"):  # before anything looks for them
        raise ValueError("damaged: lines are missing")
    reader = _Reader(digests)
    lines = [reader.line(line) for line in LINE.findall(short.replace(ABOUT, about.encode()))]
    if len(lines) != TOGETHER or reader.is_left():
        raise ValueError("damaged: lines are missing, or digests are left")
    return lines


def from_first(place: int) -> int:
    """Return the place (from 0) of the first line of the group in which the line at a place would be packed."""
    return place - place % TOGETHER


def unpacked(match: str, stored: Sequence[bytes], first: int) -> list[bytes] | None:
    """Return the lines of a log in export form, from the stored texts in its places.

    :param first: the place (from 0) of the first of them.
    :returns: None when the first is packed together with lines before it; then read from :func:`from_first`.
    :raises UnknownPacking: when a later release packed one of them.
    :raises ValueError: when one of them is damaged.
    """
    if stored and not stored[0] and first % TOGETHER:
        return None
    return list(_unpacked(match, stored, first))


def _unpacked(match: str, stored: Sequence[bytes], first: int) -> Iterator[bytes]:
    at = 0
    while at < len(stored):
        if (first + at) % TOGETHER == 0 and stored[at][:1] == bytes((PACKED_TOGETHER,)):
            there = stored[at : at + TOGETHER]
            yield from unpack_together(there[0], match)[: len(there)]
            at += len(there)
        elif not stored[at]:
            raise ValueError("damaged: a line is missing")
        else:
            yield unpack(stored[at], match)
            at += 1


def _shortened(lines: Sequence[bytes], about: bytes) -> tuple[bytes, bytes]:
    """Return the compressible part of the lines, and the digests in the order in which they first occur."""
    known: dict[bytes, int] = {}
    digests: list[bytes] = []
    short: list[bytes] = []
    before: bytes | None = None
    for line in lines:
        pieces = line.split(b'"')
        written, head = list(pieces), None
        for place, piece in enumerate(pieces):
            found = digest_in(piece)
            if found is None:
                continue
            tag, raw = found
            if place == len(pieces) + HEAD:
                head = raw
            if raw in known:
                written[place] = tag + AGAIN + b"%d" % (len(known) - known[raw])
                continue
            known[raw] = len(known)
            if raw is head and before is not None and raw == _next_head(before, pieces[:place]):
                written[place] = FOLLOWS
            else:
                written[place] = tag + (DIGEST if len(raw) == DIGEST_BYTES else SIGNATURE)
                digests.append(raw)
        before = head
        short.append(b'"'.join(written))
    return b"".join(short).replace(about, ABOUT), b"".join(digests)


class _Reader:
    """Restores what was removed, line by line."""

    def __init__(self, digests: bytes) -> None:
        self._digests, self._read = digests, 0
        self._known: list[bytes] = []
        self._head: bytes | None = None

    def line(self, short: bytes) -> bytes:
        """Return the next line. :raises ValueError: when it is damaged."""
        pieces = short.split(b'"')
        before, self._head = self._head, None
        for place, piece in enumerate(pieces):
            mark = MARK.search(piece)
            if mark is not None:
                raw = self._raw(mark[0], piece[mark.end() :], before, pieces, place)
                pieces[place] = piece[: mark.start()] + coded(raw)
                if place == len(pieces) + HEAD:
                    self._head = raw
        return b'"'.join(pieces)

    def is_left(self) -> bool:
        """Return whether any digests remain unused."""
        return self._read < len(self._digests)

    def _raw(self, mark: bytes, rest: bytes, before: bytes | None, pieces: Sequence[bytes], place: int) -> bytes:
        if mark == AGAIN:
            if not AGO.fullmatch(rest) or not 0 < int(rest) <= len(self._known):
                raise ValueError("damaged: an unknown digest is meant")
            return self._known[-int(rest)]
        length = SIGNATURE_BYTES if mark == SIGNATURE else DIGEST_BYTES
        if mark == FOLLOWS:  # looked for in one place of a line only: what precedes it is put together anew
            is_head = place == len(pieces) + HEAD
            raw = (_next_head(before, pieces[:place]) if is_head and before else None) or b""
        else:
            raw = self._digests[self._read : self._read + length]
            self._read += len(raw)
        if rest or len(raw) != length:
            raise ValueError("damaged: a digest is missing")
        self._known.append(raw)
        return raw


def _next_head(head: bytes, pieces: Sequence[bytes]) -> bytes | None:
    """Return the head after a line's entry, given the pieces of the line before its own, or None if the line has
    another form."""
    text = b'"'.join(pieces)
    if not (text.startswith(ENTRY) and text.endswith(AFTER_ENTRY)):
        return None
    return next_head_of(head, text[len(ENTRY) : -len(AFTER_ENTRY)])
