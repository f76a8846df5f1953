"""Where the snapshot at the beginning of an append-only file ends.

Redis 4 to 6.2 put a snapshot (RDB) at the head of the one append-only file when they rewrote it, and commands after it. The
snapshot does not tell its length, so it is walked through. Later servers keep it in a file of its own.

Source: the RDB format of Redis 6.2, version 9 (``rdb.c``); types that this store never writes are not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

MAGIC = b"REDIS"
HEAD = len(MAGIC) + 4
CHECKSUM = 8
END = 0xFF
STRING, LIST, SET, ZSET, HASH, ZSET_BINARY = 0, 1, 2, 3, 4, 5
ONE_STRING = {9, 10, 11, 12, 13}
"""Small collections, packed into one string."""
QUICKLIST = 14
NOT_A_NUMBER, INFINITIES = 253, (253, 254, 255)


class UnknownSnapshot(ValueError):
    """The snapshot holds something that is not known here, or ends too early."""


class _Walk:
    """A place in the file; each method steps over one thing."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def skip(self, count: int) -> int:
        before = self.at
        self.at += count
        if self.at > len(self.data):
            raise UnknownSnapshot("it ends too early")
        return before

    def byte(self) -> int:
        return self.data[self.skip(1)]

    def length(self) -> tuple[int, bool]:
        """Step over a length; return it, and whether it names a special encoding instead."""
        first = self.byte()
        kind = first >> 6
        if kind == 0:
            return first & 0x3F, False
        if kind == 1:
            return (first & 0x3F) << 8 | self.byte(), False
        if kind == 3:
            return first & 0x3F, True
        size = 8 if first == 0x81 else 4
        start = self.skip(size)
        return int.from_bytes(self.data[start : self.at], "big"), False

    def number(self) -> int:
        found, special = self.length()
        if special:
            raise UnknownSnapshot(f"a count is missing at byte {self.at}")
        return found

    def string(self) -> None:
        found, special = self.length()
        if not special:
            self.skip(found)
        elif found <= 2:
            self.skip(1 << found)
        elif found == 3:
            compressed = self.number()
            self.number()
            self.skip(compressed)
        else:
            raise UnknownSnapshot(f"unknown string encoding {found} at byte {self.at}")

    def strings(self, each: int) -> None:
        for _ in range(self.number() * each):
            self.string()

    def scored(self, binary: bool) -> None:
        for _ in range(self.number()):
            self.string()
            if binary:
                self.skip(8)
            elif (size := self.byte()) not in INFINITIES:
                self.skip(size)

    def value(self, kind: int) -> None:
        if kind == STRING or kind in ONE_STRING:
            self.string()
        elif kind in (LIST, SET, QUICKLIST):
            self.strings(1)
        elif kind == HASH:
            self.strings(2)
        elif kind in (ZSET, ZSET_BINARY):
            self.scored(kind == ZSET_BINARY)
        else:
            raise UnknownSnapshot(f"unknown type {kind} at byte {self.at}")


def _asides() -> Mapping[int, Callable[[_Walk], object]]:
    """Return how to step over what stands between keys: idle time, frequency, facts, sizes, expiries, database."""
    return {
        0xF8: lambda walk: walk.number(),
        0xF9: lambda walk: walk.skip(1),
        0xFA: lambda walk: (walk.string(), walk.string()),
        0xFB: lambda walk: (walk.number(), walk.number()),
        0xFC: lambda walk: walk.skip(8),
        0xFD: lambda walk: walk.skip(4),
        0xFE: lambda walk: walk.number(),
    }


def end_of_snapshot(data: bytes) -> int:
    """Return where the commands begin: 0 for a file without a snapshot.

    :param data: the file, as anything that slices to bytes (a memory map).
    :raises UnknownSnapshot: when the snapshot cannot be walked through.
    """
    if data[: len(MAGIC)] != MAGIC:
        return 0
    walk, asides = _Walk(data, HEAD), _asides()
    while (kind := walk.byte()) != END:
        if kind in asides:
            asides[kind](walk)
        else:
            walk.string()
            walk.value(kind)
    walk.skip(CHECKSUM)
    return walk.at


__all__ = ["UnknownSnapshot", "end_of_snapshot"]
