"""Values as the store keeps them, and reading them back: compact JSON in UTF-8, times as scores, compressed bytes.

States, tables, acts and notices are read and written for every decision, so a fast library does it. It does not produce
the protocol's canonical bytes (:mod:`engine.protocol.canon`); nothing here is ever hashed.

What was used in a match, or told to a recipient, is remembered as numbers of 64 bits instead of texts. A number is the
beginning of the SHA-256 of the text, so a text that occurred is always found. A text that never occurred is found, too,
with a probability of k / 2^64 where k occurred before (10,000: 5 in 10^16). A commitment or a salt is then refused as
used, and its player draws another salt; a notice is not sent. A player who finds two commitments with the same number,
after 2^32 tries, can only get their own second one refused, because the future commitments of others are unknown.

A match keeps its numbers in a set with binary search; each takes eight bytes as long as the set has at most
``set-max-intset-entries``, and about sixty beyond that. A recipient's are in a short list, the latest first.
"""

from __future__ import annotations

import hashlib
from typing import Any

import orjson

LATEST = 2**53


def time_of(score: bytes) -> int:
    """Return a time in ms; one that no clock shows is clamped to the store's range of integers."""
    return int(max(-LATEST, min(LATEST, float(score))))


def number_of(text: str) -> str:
    """Return the number of a text for scripts: signed, in decimal digits, because Lua would round it."""
    return str(int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big", signed=True))


def encode(value: Any) -> str:
    """Encode a JSON value for storing; members keep their order.

    Floats have no place in a record: the laws for every game forbid them. NaN and infinities would silently be stored
    as ``null``.

    :raises TypeError: for values that would not survive the round trip: other types, keys that are no texts, lone
    surrogates, more than 250 levels, integers beyond 2^53 - 1 (which the store's Lua would round).
    """
    return orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER).decode()


def decode(stored: bytes | str) -> Any:
    """Return a stored value; an integer beyond 64 bits, which nothing here writes, becomes a float.

    :raises ValueError: for anything but JSON.
    """
    return orjson.loads(stored)
