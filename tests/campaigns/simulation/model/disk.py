"""The append-only file of a server, and what a crash may leave of it.

What was synced stays. Of what was not, any prefix may be there; or blocks of it in any order, the others zeros; or nothing.
A full disk takes the first bytes of a write. What a server makes of the file at its start is the product's own repair
(:mod:`service.store.append_only`).
"""

import random
from collections.abc import Iterator, Sequence

from service.store.append_only import LONGEST_TAIL, scan
from tests.campaigns.simulation.model.keyspace import Words

BLOCK = 512
"""Bytes that a disk writes as one."""
MULTI, EXEC = b"*1\r\n$5\r\nMULTI\r\n", b"*1\r\n$4\r\nEXEC\r\n"


class Full(Exception):
    """The disk has no room: the server ends, as it does with ``appendfsync always``."""


class Disk:
    """One file; :attr:`synced` bytes of it will survive whatever happens."""

    def __init__(self, chance: random.Random) -> None:
        self.data = bytearray()
        self.synced = 0
        self.full = False
        self.chance = chance

    def write(self, units: Sequence[Sequence[Words]]) -> None:
        """Append transactions. :raises Full: after a part of them."""
        told = b"".join(map(unit, units))
        if self.full and told:
            self.data += told[: self.chance.randrange(len(told))]
            raise Full
        self.data += told

    def sync(self) -> None:
        """Make everything written last."""
        self.synced = len(self.data)

    def crash(self, *, power: bool) -> str:
        """Lose what a crash loses: of a process nothing that was written, of the power what was not synced; say how."""
        how = "kept"
        if power and self.synced < len(self.data):
            how = self.chance.choice(["nothing", "prefix", "blocks", "blocks cut"])
            tail = self.data[self.synced :]
            if how == "nothing":
                tail = tail[:0]
            elif how == "prefix":
                tail = tail[: self.chance.randrange(len(tail) + 1)]
            else:
                tail = self._blocks(tail)
                tail = tail[: self.chance.randrange(len(tail) + 1)] if how == "blocks cut" else tail
            self.data[self.synced :] = tail
        self.synced = len(self.data)
        return how

    def load(self) -> Iterator[Words]:
        """Repair the file as the product does, and return the commands that a server reads at its start."""
        data = bytes(self.data)
        found = scan(data)
        if found.keep != [(0, len(data))]:
            assert found.broken is None or len(data) - found.broken <= LONGEST_TAIL
            data = b"".join(data[start:end] for start, end in found.keep)
            assert scan(data).keep in ([(0, len(data))], []), "what was repaired is damaged at the next start"
            self.data[:] = data
        self.synced = len(self.data)
        return commands(data)

    def begin_anew(self) -> None:
        """Begin an empty file: what stands in this one is now in the one that the server loads before it."""
        self.data.clear()
        self.synced = 0

    def _blocks(self, tail: bytearray) -> bytearray:
        at = 0
        while at < len(tail):
            end = min(len(tail), (self.synced + at) // BLOCK * BLOCK + BLOCK - self.synced)
            if self.chance.random() < 0.4:
                tail[at:end] = bytes(end - at)
            at = end
        return tail


def unit(effects: Sequence[Words]) -> bytes:
    """Return what stands in the file for one command or script."""
    told = b"".join(
        b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(one), one) for one in words) for words in effects
    )
    return MULTI + told + EXEC if len(effects) > 1 else told


def commands(data: bytes) -> Iterator[Words]:
    """Yield the commands of a file that is whole, without the marks of transactions."""
    at = 0
    while at < len(data):
        end = data.index(b"\r\n", at)
        count, words, at = int(data[at + 1 : end]), [], end + 2
        for _ in range(count):
            end = data.index(b"\r\n", at)
            size = int(data[at + 1 : end])
            words.append(data[end + 2 : end + 2 + size])
            at = end + 4 + size
        if words[0] not in (b"MULTI", b"EXEC"):
            yield words
