"""Texts of one length: an observer of the network does not tell passing from playing (protocol section 12.8)."""

import json
from collections.abc import Mapping
from typing import Any

MEMBER = "padding"
REQUESTS = (1_024, 4_096, 16_384)
"""The lengths of padded request bodies, in bytes."""
ANSWERS = (2_048, 8_192, 32_768)
"""The lengths of padded answer bodies: the first has room for a receipt and an opening of usual size."""
_BRIEF = json.JSONEncoder(separators=(",", ":"))
"""Made once: ``json.dumps`` makes one for every call."""


def padded(document: Mapping[str, Any], lengths: tuple[int, ...]) -> bytes:
    """Return an object as JSON padded to the first of these lengths into which it fits, or to a multiple of the last.

    >>> len(padded({"move": {"type": "pass"}}, REQUESTS))
    1024
    """
    bare = _BRIEF.encode({**document, MEMBER: ""}).encode()
    last = lengths[-1]
    length = next((one for one in lengths if len(bare) <= one), -(-len(bare) // last) * last)
    return bare[:-2] + b"." * (length - len(bare)) + bare[-2:]
