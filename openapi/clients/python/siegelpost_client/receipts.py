"""Receipts: what the server has signed that you did, and when (protocol section 4)."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from siegelpost_client.sealing import NotCanonical, b64, canonical, tagged_hash, unb64
from siegelpost_client.wire import SiegelpostError

if TYPE_CHECKING:
    from siegelpost_client.models import Receipt, ResigningReceipt, RevealReceipt


CHECKPOINT = re.compile(
    r"(?P<origin>[!-*,-~]{1,255})\n(?:0|[1-9][0-9]{0,15})\n[A-Za-z0-9+/]{43}=\n\n"
    r"\N{EM DASH} (?P=origin) (?P<signature>[A-Za-z0-9+/]{91}=)\n"
)


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


def checked_checkpoint(
    checkpoint: str | None, receipt: Receipt | RevealReceipt | ResigningReceipt, key: str
) -> str | None:
    """Return the checkpoint that stands beside a receipt (protocol section 13), ``None`` if there is none.

    :raises BadReceipt: when it is not signed by the server's key.
    """
    if checkpoint is None:
        return None
    found = CHECKPOINT.fullmatch(checkpoint)
    try:
        signed = base64.b64decode(found["signature"]) if found else b""
        public = unb64(key)
        named = hashlib.sha256(f"{found['origin'] if found else ''}\n\x01".encode() + public).digest()[:4]
        if signed[:4] != named:
            raise BadReceipt("the checkpoint beside it is none of the server's", receipt)
        VerifyKey(public).verify(checkpoint.partition("\n\n")[0].encode() + b"\n", signed[4:])
    except (BadSignatureError, NotCanonical, ValueError, TypeError) as error:
        raise BadReceipt("the signature of the checkpoint beside it does not hold", receipt) from error
    return checkpoint


def key_id(key: str) -> str:
    """Return the short name of a public key, as receipts carry it."""
    return b64(hashlib.sha256(unb64(key)).digest()[:8])


__all__ = ["BadReceipt", "check_receipt", "checked_checkpoint", "key_id"]
