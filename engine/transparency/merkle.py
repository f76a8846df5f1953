"""The Merkle tree of RFC 6962, section 2.1: hashes, and proofs of inclusion and of consistency.

Whoever *makes* a proof reads hashes of whole subtrees, so that a tree of any size costs a logarithm of reads. Whoever
*checks* one does at most :data:`LONGEST_PROOF` hashes, whatever he is given.

The witnessed log has a leaf for every entry of every match, naming the match, the entry's number and its head. Its bytes are
those over which ``H("siegelpost/leaf/v1", match, be64(n), head)`` of the protocol is computed, so a leaf has always 110 bytes
and can be taken for nothing else that the protocol hashes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
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
        """Return the leaf that these 56 bytes encode."""
        if len(packed) != PACKED_BYTES:
            raise ValueError(f"a packed leaf has {PACKED_BYTES} bytes")
        return cls(str(UUID(bytes=packed[:16])), int.from_bytes(packed[16:24], "big"), packed[24:])


def parse_leaf(entry: bytes) -> Leaf:
    """Return the content of a leaf; :raises ValueError: when it is not one of this log's."""
    if len(entry) != LEAF_BYTES:
        raise ValueError(f"a leaf has {LEAF_BYTES} bytes")
    match = entry[26:62].decode("ascii", "replace")
    leaf = Leaf(match, int.from_bytes(entry[66:74], "big"), entry[78:])
    if not _MATCH.fullmatch(match) or leaf.n < 1 or leaf.entry != entry:
        raise ValueError(
            "a leaf is the tag siegelpost/leaf/v1, a match, a number from 1 and a head, each with its length"
        )
    return leaf


LARGEST_TREE = 2**63 - 1
LONGEST_PROOF = 63
"""The most hashes that a proof in a tree of at most 2^63 - 1 leaves has; the witness protocol allows no more."""

ReadSubtree = Callable[[int, int], bytes]
"""``read(level, index)``: the hash of leaves ``[index * 2**level, (index + 1) * 2**level)``, 32 bytes."""


class BadProof(ValueError):
    """A proof that does not prove what it should; the message says why."""


EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf: SHA-256 over a zero byte and the entry."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node: SHA-256 over a one byte and both children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def subtrees(start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield ``(level, index)`` of the whole subtrees that make up leaves ``[start, end)``, from left to right.

    >>> list(subtrees(0, 7))
    [(2, 0), (1, 2), (0, 6)]
    """
    while start < end:
        level = (end - start).bit_length() - 1
        if start:
            level = min(level, (start & -start).bit_length() - 1)
        yield level, start >> level
        start += 1 << level


def range_hash(start: int, end: int, read: ReadSubtree) -> bytes:
    """Return the Merkle Tree Hash of leaves ``[start, end)``, where ``start`` is that of a subtree of the tree."""
    return joined([read(level, index) for level, index in subtrees(start, end)])


def joined(parts: Sequence[bytes]) -> bytes:
    """Return the hash over whole subtrees of falling size, as :func:`subtrees` lists them."""
    if not parts:
        return EMPTY_ROOT
    found = parts[-1]
    for part in reversed(parts[:-1]):
        found = node_hash(part, found)
    return found


class Edge:
    """The right edge of a growing tree: all that is needed to append to it and to know its root."""

    def __init__(self, size: int = 0, hashes: Sequence[bytes] = ()) -> None:
        """``hashes`` are those of the whole subtrees of ``[0, size)``; :raises ValueError: when they are not as many."""
        if len(hashes) != size.bit_count() or any(len(one) != 32 for one in hashes):
            raise ValueError(f"the edge of a tree of size {size} has {size.bit_count()} hashes of 32 bytes")
        self.size = size
        self.hashes = list(hashes)

    def append(self, hashed: bytes) -> list[tuple[int, int, bytes]]:
        """Append a leaf by its hash; return all subtrees that became whole by it as ``(level, index, hash)``."""
        made = [(0, self.size, hashed)]
        level, rest = 0, self.size
        while rest & 1:
            hashed = node_hash(self.hashes.pop(), hashed)
            rest >>= 1
            level += 1
            made.append((level, rest, hashed))
        self.hashes.append(hashed)
        self.size += 1
        return made

    @property
    def root(self) -> bytes:
        """The root of the tree."""
        return joined(self.hashes)


def _split(size: int) -> int:
    """Return the largest power of two smaller than ``size`` (the ``k`` of the RFC); ``size`` is at least 2."""
    return 1 << (size - 1).bit_length() - 1


def inclusion_ranges(index: int, size: int) -> list[tuple[int, int]]:
    """Return the leaf ranges whose hashes are the inclusion proof of a leaf, from its sibling upwards.

    :raises ValueError: when there is no such leaf.
    """
    if not 0 <= index < size <= LARGEST_TREE:
        raise ValueError(f"a tree of size {size} has no leaf {index}")
    start, end = 0, size
    found: list[tuple[int, int]] = []
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start = middle
    return found[::-1]


def consistency_ranges(old: int, new: int) -> list[tuple[int, int]]:
    """Return the leaf ranges whose hashes are the consistency proof between two sizes; none when ``old`` is 0 or ``new``.

    :raises ValueError: when the tree shrinks.
    """
    if not 0 <= old <= new <= LARGEST_TREE:
        raise ValueError(f"a tree does not go from size {old} to {new}")
    if old in (0, new):
        return []
    start, end = 0, new
    found: list[tuple[int, int]] = []
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start = middle
    if start:
        found.append((start, end))
    return found[::-1]


def inclusion_proof(index: int, size: int, read: ReadSubtree) -> list[bytes]:
    """Return the proof that a leaf is in the tree of ``size`` (RFC 6962, section 2.1.1)."""
    return [range_hash(start, end, read) for start, end in inclusion_ranges(index, size)]


def consistency_proof(old: int, new: int, read: ReadSubtree) -> list[bytes]:
    """Return the proof that the tree of size ``old`` is a beginning of that of size ``new`` (section 2.1.2)."""
    return [range_hash(start, end, read) for start, end in consistency_ranges(old, new)]


def root_of_inclusion(hashed: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """Return the root to which an inclusion proof leads; the caller compares it with the root he trusts.

    :raises BadProof: when a proof for this leaf and size has another form.
    """
    if not 0 <= index < size <= LARGEST_TREE:
        raise BadProof(f"a tree of size {size} has no leaf {index}")
    ranges = inclusion_ranges(index, size)
    _check_form(proof, len(ranges))
    for (start, _), part in zip(ranges, proof, strict=True):
        hashed = node_hash(part, hashed) if start < index else node_hash(hashed, part)
    return hashed


def check_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Check that the tree with the old root is a beginning of that with the new one; :raises BadProof: when it is not."""
    if not 0 <= old <= new <= LARGEST_TREE:
        raise BadProof(f"a tree does not go from size {old} to {new}")
    ranges = consistency_ranges(old, new)
    _check_form(proof, len(ranges))
    for size, root in ((old, old_root), (new, new_root)):
        if size == 0 and root != EMPTY_ROOT:
            raise BadProof("the empty tree has another root")
    if old == new and old_root != new_root:
        raise BadProof("two roots for one size")
    if not ranges:
        return
    # The first part is the lowest whole subtree on the old tree's edge; where that is the old tree, it is left out.
    if old & (old - 1) == 0:
        parts = list(zip(ranges, proof, strict=True))
        was = now = old_root
    else:
        parts = list(zip(ranges[1:], proof[1:], strict=True))
        was = now = proof[0]
    for (start, _), part in parts:
        if start >= old:
            now = node_hash(now, part)
        else:
            was, now = node_hash(part, was), node_hash(part, now)
    if was != old_root:
        raise BadProof("the proof does not lead to the old root")
    if now != new_root:
        raise BadProof("the proof does not lead to the new root")


def _check_form(proof: Sequence[bytes], wanted: int) -> None:
    if len(proof) != wanted:
        raise BadProof(f"the proof has {len(proof)} hashes, not {wanted}")
    if any(len(part) != 32 for part in proof):
        raise BadProof("a hash of the proof has not 32 bytes")


def tree_root(entries: Iterable[bytes]) -> bytes:
    """Return the root over whole entries."""
    edge = Edge()
    for entry in entries:
        edge.append(leaf_hash(entry))
    return edge.root
