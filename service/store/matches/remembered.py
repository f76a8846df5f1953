"""A memory of things used in a match or told to a recipient, kept as numbers of 64 bits instead of texts.

A number is the beginning of the SHA-256 of the text, so a text that occurred is always found. A text that never occurred is
found, too, with a probability of k / 2^64 where k occurred before (10,000: 5 in 10^16). A commitment or a salt is then
refused as used, and its player draws another salt; a notice is not told. A player who looks for two commitments with one
number, 2^32 tries, can only have the second of their own refused: what others are going to commit to, they do not know.

A match keeps its numbers in a set, which the server searches by halves; one takes eight bytes as long as the set is no larger
than ``set-max-intset-entries`` says, and about sixty beyond. A recipient's are in a short list, the last told first.
"""

from __future__ import annotations

import hashlib


def number_of(text: str) -> str:
    """Return the number of a text as the scripts take it: signed, in decimal digits, because Lua would round it."""
    return str(int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big", signed=True))


__all__ = ["number_of"]
