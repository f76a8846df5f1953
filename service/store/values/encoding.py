"""The encoding of stored records: compact JSON in UTF-8.

States, tables, acts and notices are read and written for every decision, so a fast library does it. The protocol's canonical
bytes are another matter (:mod:`engine.protocol.canon`); nothing here is ever hashed.

What was used in a match, or told to a recipient, is remembered as numbers of 64 bits instead of texts. A number is the
beginning of the SHA-256 of the text, so a text that occurred is always found. A text that never occurred is found, too, with a
probability of k / 2^64 where k occurred before (10,000: 5 in 10^16). A commitment or a salt is then refused as used, and its
player draws another salt; a notice is not told. A player who looks for two commitments with one number, 2^32 tries, can only
have the second of their own refused: what others are going to commit to, they do not know.

A match keeps its numbers in a set, which the server searches by halves; one takes eight bytes as long as the set is no larger
than ``set-max-intset-entries`` says, and about sixty beyond. A recipient's are in a short list, the last told first.
"""

from __future__ import annotations

import hashlib
from typing import Any

import orjson

LATEST = 2**53


def time_of(score: bytes) -> int:
    """Return a time in ms; one that no clock shows is cut to what an integer of the store can say."""
    return int(max(-LATEST, min(LATEST, float(score))))


def number_of(text: str) -> str:
    """Return the number of a text as the scripts take it: signed, in decimal digits, because Lua would round it."""
    return str(int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big", signed=True))


def encode(value: Any) -> str:
    """Return a JSON value as it is stored; members in the order in which they are.

    Floats have no place in a record: the laws that every game is held to refuse them. NaN and infinities would be stored
    as ``null``, and nothing here would notice.

    :raises TypeError: for what would not come back as it is: other types, keys that are no texts, lone surrogates, more than
        250 levels, integers beyond 2^53 - 1 (which the store's Lua would round).
    """
    return orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER).decode()


def decode(stored: bytes | str) -> Any:
    """Return a stored value; an integer beyond 64 bits, which nothing here writes, as a float.

    :raises ValueError: for what is not JSON.
    """
    return orjson.loads(stored)
