"""Old leaves of the log of all matches as one file of the archive, 65,536 together: a segment. Pure.

The file is 65,537 records of 56 bytes each, with nothing between or behind them. The first says what it is:
``siegelpost-leaves``, a space, the number of the format and a line feed, filled up with zero bytes. The others are the leaves in
order: the 16 bytes of the match's id (a UUID), 8 bytes with the number of the entry, big-endian, and the 32 bytes of the head.
From these anybody makes the leaf that the protocol's page hashes. The file's name has the number of the segment, eight digits
from 0 on, and the first 16 bytes of the hash of the subtree over it in hexadecimal, so segments of two histories never have one
name, and whoever has the tree's hashes can tell that what he reads is what was logged.

Files are read for ever: whoever changes the format gives it the next number and goes on reading all earlier ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.transparency.leaf import PACKED_BYTES, Leaf
from engine.transparency.merkle import leaf_hash, node_hash
from engine.transparency.tiles import WIDTH

BUNDLES = WIDTH
"""Bundles in a segment."""
LEAVES = BUNDLES * WIDTH
"""Leaves in a segment: those over which a tile of level 2 has one hash."""
HEADER = b"siegelpost-leaves 1\n".ljust(PACKED_BYTES, b"\0")
FOLDER = "log"


def name_of(segment: int, root: bytes) -> str:
    """Return the name of a segment's file in an archive, with its folder.

    >>> name_of(3, bytes(32))
    'log/00000003-00000000000000000000000000000000.leaves'
    """
    return f"{FOLDER}/{segment:08d}-{root[:16].hex()}.leaves"


def pack(bundles: Sequence[bytes]) -> bytes:
    """Return the file of a segment's bundles, each the 256 leaves in their packed form one after another."""
    return HEADER + b"".join(bundles)


def span_of(bundle: int) -> tuple[int, int]:
    """Return at which bytes ``[start, end)`` of a segment's file the leaves of its bundle (0 to 255) are."""
    length = WIDTH * PACKED_BYTES
    return PACKED_BYTES + bundle * length, PACKED_BYTES + (bundle + 1) * length


def leaves_of(raw: bytes) -> list[Leaf]:
    """Return the leaves of a bundle as it is in the file; :raises ValueError: when that is none."""
    if len(raw) != WIDTH * PACKED_BYTES:
        raise ValueError("leaves are missing")
    return [Leaf.unpack(raw[at : at + PACKED_BYTES]) for at in range(0, len(raw), PACKED_BYTES)]


def hash_of(leaves: Sequence[Leaf]) -> bytes:
    """Return the hash of the subtree over the leaves of one bundle."""
    hashes = [leaf_hash(leaf.entry) for leaf in leaves]
    while len(hashes) > 1:
        hashes = [node_hash(hashes[at], hashes[at + 1]) for at in range(0, len(hashes), 2)]
    return hashes[0]


__all__ = ["BUNDLES", "FOLDER", "HEADER", "LEAVES", "hash_of", "leaves_of", "name_of", "pack", "span_of"]
