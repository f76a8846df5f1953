"""The Merkle tree of RFC 6962 as its section 2.1 writes it down, by recursion over lists: slow, and shares no code."""

import hashlib
from collections.abc import Sequence


def split(size: int) -> int:
    """The largest power of two smaller than ``size``."""
    k = 1
    while k * 2 < size:
        k *= 2
    return k


def mth(entries: Sequence[bytes]) -> bytes:
    """MTH(D[n])."""
    if not entries:
        return hashlib.sha256().digest()
    if len(entries) == 1:
        return hashlib.sha256(bytes([0]) + entries[0]).digest()
    k = split(len(entries))
    return hashlib.sha256(bytes([1]) + mth(entries[:k]) + mth(entries[k:])).digest()


def path(m: int, entries: Sequence[bytes]) -> list[bytes]:
    """PATH(m, D[n])."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def proof(m: int, entries: Sequence[bytes]) -> list[bytes]:
    """PROOF(m, D[n])."""
    return subproof(m, entries, True)


def subproof(m: int, entries: Sequence[bytes], complete: bool) -> list[bytes]:
    """SUBPROOF(m, D[n], b)."""
    if m == len(entries):
        return [] if complete else [mth(entries)]
    k = split(len(entries))
    if m <= k:
        return [*subproof(m, entries[:k], complete), mth(entries[k:])]
    return [*subproof(m - k, entries[k:], False), mth(entries[:k])]


def tiles(entries: Sequence[bytes]) -> dict[tuple[int, int], bytes]:
    """All tiles of a tree, partial ones as well, by level and number, from the definition in tlog-tiles."""
    found: dict[tuple[int, int], bytes] = {}
    level, span = 0, 1
    while len(entries) >= span:
        for number in range((len(entries) // span + 255) // 256):
            first, last = number * 256, min((number + 1) * 256, len(entries) // span)
            found[level, number] = b"".join(mth(entries[at * span : (at + 1) * span]) for at in range(first, last))
        level, span = level + 1, span * 256
    return found
