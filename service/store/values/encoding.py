"""The encoding of stored records: compact JSON in UTF-8.

States, tables, acts and notices are read and written for every decision, so a fast library does it. The protocol's canonical
bytes are another matter (:mod:`engine.protocol.canon`); nothing here is ever hashed.
"""

from __future__ import annotations

from typing import Any

import orjson


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
