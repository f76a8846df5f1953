"""How records are stored: compact JSON in UTF-8.

States, tables, acts and notices are read and written for every decision, so a fast library does it. The protocol's canonical
bytes are another matter (:mod:`engine.protocol.canon`); nothing here is ever hashed.
"""

from __future__ import annotations

from typing import Any

import orjson


def encode(value: Any) -> str:
    """Return a JSON value as it is stored; members in the order in which they are.

    :raises TypeError: for what JSON cannot carry: other types, integers beyond 64 bits, lone surrogates.
    """
    return orjson.dumps(value).decode()


def decode(stored: bytes | str) -> Any:
    """Return a stored value; :raises ValueError: for what is not JSON."""
    return orjson.loads(stored)
