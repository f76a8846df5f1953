"""Receipts: what the server has signed that you did, and when (protocol section 4)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from siegelpost_client.sealing import NotCanonical, b64, canonical, tagged_hash, unb64
from siegelpost_client.wire import SiegelpostError

if TYPE_CHECKING:
    from siegelpost_client.models import Receipt, ResigningReceipt, RevealReceipt


class BadReceipt(SiegelpostError):
    """The server gave a receipt that does not say what was done, or is not signed by the key you trust: keep it as proof."""

    def __init__(self, reason: str, receipt: object) -> None:
        super().__init__(f"the server's receipt is wrong: {reason}")
        self.receipt = receipt


def check_receipt(
    receipt: Receipt | RevealReceipt | ResigningReceipt, signature: str, key: str, expected: Mapping[str, object]
) -> None:
    """Check that a receipt is signed by a server's key and says what was done.

    :param key: the server's Ed25519 public key, base64url (``keys`` of ``GET /v1/meta``), pinned when you first met the server.
    :param expected: members that the receipt must have, such as ``match``, ``decision``, ``seat`` and ``commitment``.
    :raises BadReceipt: when it is not so.
    """
    for name, value in expected.items():
        if receipt.get(name) != value:
            raise BadReceipt(f"`{name}` is {receipt.get(name)!r} and not {value!r}", receipt)
    if receipt["key"] != key_id(key):
        raise BadReceipt("it names another key than the server's", receipt)
    try:
        signed = tagged_hash("siegelpost/receipt/v1", canonical(receipt))
        VerifyKey(unb64(key)).verify(signed, unb64(signature))
    except (BadSignatureError, NotCanonical, ValueError, TypeError) as error:
        raise BadReceipt("its signature does not hold", receipt) from error


def key_id(key: str) -> str:
    """Return the short name of a public key, as receipts carry it."""
    return b64(hashlib.sha256(unb64(key)).digest()[:8])


__all__ = ["BadReceipt", "check_receipt", "key_id"]
