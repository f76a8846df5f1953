"""The leaves of the witnessed log: one for every entry of every match, naming the match, the entry's number and its head.

The bytes are those over which ``H("siegelpost/leaf/v1", match, be64(n), head)`` of the protocol is computed, so a leaf has
always 110 bytes and can be taken for nothing else that the protocol hashes.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from uuid import UUID

from engine.protocol.canon import be32, be64

TAG = b"siegelpost/leaf/v1"
LEAF_BYTES = 4 + len(TAG) + 4 + 36 + 4 + 8 + 4 + 32
PACKED_BYTES = 16 + 8 + 32
_MATCH = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Leaf(NamedTuple):
    """The head (32 bytes) of a match's log after entry ``n``."""

    match: str
    n: int
    head: bytes

    @property
    def entry(self) -> bytes:
        """The bytes that the tree hashes."""
        parts = (TAG, self.match.encode("ascii"), be64(self.n), self.head)
        return b"".join(be32(len(part)) + part for part in parts)

    @property
    def packed(self) -> bytes:
        """The same facts in 56 bytes: what the store keeps, as text."""
        return UUID(self.match).bytes + be64(self.n) + self.head

    @classmethod
    def unpack(cls, packed: bytes) -> Leaf:
        """Return the leaf of its 56 bytes."""
        if len(packed) != PACKED_BYTES:
            raise ValueError(f"a packed leaf has {PACKED_BYTES} bytes")
        return cls(str(UUID(bytes=packed[:16])), int.from_bytes(packed[16:24], "big"), packed[24:])


def parse_leaf(entry: bytes) -> Leaf:
    """Return what a leaf says; :raises ValueError: when it is none of this log's."""
    if len(entry) != LEAF_BYTES:
        raise ValueError(f"a leaf has {LEAF_BYTES} bytes")
    match = entry[26:62].decode("ascii", "replace")
    leaf = Leaf(match, int.from_bytes(entry[66:74], "big"), entry[78:])
    if not _MATCH.fullmatch(match) or leaf.n < 1 or leaf.entry != entry:
        raise ValueError(
            "a leaf is the tag siegelpost/leaf/v1, a match, a number from 1 and a head, each with its length"
        )
    return leaf


__all__ = ["LEAF_BYTES", "PACKED_BYTES", "TAG", "Leaf", "parse_leaf"]
