"""Receipts that another key of the same server signed: a match is signed to its end by the key that its log names.

Without this, a server could change its key, have everybody accept the new one, and write an old match anew under it: what players
hold of the first history would no longer count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.protocol.canon import NotCanonical, unb64
from engine.protocol.seal import receipt_bytes
from engine.verifier.evidence import CheckEd25519


def signed_otherwise(match: str, receipts: Sequence[object], keys: Iterable[str], check: CheckEd25519) -> str | None:
    """Return why a receipt signed by one of these keys (base64url) refutes the match, or None if none was.

    :param keys: those of the server, without the one that the log of the match names.
    """
    others = sorted(keys)
    for number, item in enumerate(receipts, start=1):
        receipt = item.get("receipt") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(receipt, dict) or receipt.get("match") != match:
            continue
        try:
            message, signature = receipt_bytes(receipt), unb64(item["signature"])
        except (NotCanonical, KeyError, TypeError, ValueError, AttributeError):
            continue
        for key in others:
            if len(signature) == 64 and check(unb64(key), message, signature):
                return (
                    f"receipt {number} of this match is signed by {key}, which the server had before or since; a match is signed "
                    "by one key to its end, so the server keeps two histories of it"
                )
    return None


__all__ = ["signed_otherwise"]
