"""What a line says ahead, in the four bytes that a letter's address has for it which asks whether that was meant. Pure.

The wishes go by their places in the vocabulary of the choice, which is the same when the answer comes, for the address names the
questions, too. A check byte shows where it is not after all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from workers.replies.wishes import Said, Vocabulary

AHEAD_BYTES = 4
CHECK_BITS = 8
MOST = 1 << (8 * AHEAD_BYTES - CHECK_BITS)


def packed(said: Said, vocabulary: Vocabulary) -> bytes | None:
    """Return what is said in four bytes; ``None``: it is too much for them.

    >>> words = Vocabulary({"at": "place"}, {"place": {"0,1": "0,1", "1,1": "1,1"}})
    >>> unpacked(packed({"place": ("1,1", "0,1")}, words), words)
    {'place': ('1,1', '0,1')}
    """
    digits: list[tuple[int, int]] = []
    for part, wishes in _parts(vocabulary):
        base = len(wishes) + 1
        digits += [(wishes.index(one) + 1, base) for one in said.get(part, ())]
        digits.append((0, base))
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return None if number >= MOST else (number << CHECK_BITS | _check(said)).to_bytes(AHEAD_BYTES, "big")


def unpacked(raw: bytes, vocabulary: Vocabulary) -> Said | None:
    """Return what four bytes say that :func:`packed` made; ``None``: the vocabulary is another one."""
    number, check = divmod(int.from_bytes(raw, "big"), 1 << CHECK_BITS)
    said: dict[str, tuple[str, ...]] = {}
    for part, wishes in _parts(vocabulary):
        own: list[str] = []
        number, digit = divmod(number, len(wishes) + 1)
        while digit:
            own.append(wishes[digit - 1])
            number, digit = divmod(number, len(wishes) + 1)
        if own:
            said[part] = tuple(own)
    return said if said and not number and _check(said) == check else None


def _parts(vocabulary: Vocabulary) -> Sequence[tuple[str, list[str]]]:
    return [(part, sorted({*vocabulary.wishes[part].values()})) for part in sorted(vocabulary.wishes)]


def _check(said: Said) -> int:
    return hashlib.sha256(repr(sorted(said.items())).encode()).digest()[0]


__all__ = ["AHEAD_BYTES", "packed", "unpacked"]
