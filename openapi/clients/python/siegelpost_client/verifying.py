"""Checking a whole match offline: every byte of its log, every draw, every rule, and that your receipts are in it.

The rules of the games come with the verifier, in the distribution ``siegelpost``: ``pip install siegelpost-client[verify]``.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from siegelpost_client.sealing import unb64

if TYPE_CHECKING:
    from siegelpost_client.models import Receipt, ResigningReceipt, RevealReceipt


@dataclass(frozen=True)
class Verdict:
    """The verifier's result; ``n`` is the first entry that is wrong or missing, ``unproved`` what could not be proved."""

    verdict: Literal["PASS", "INCOMPLETE", "FAIL"]
    n: int | None
    reason: str
    unproved: tuple[str, ...]


def verify(
    export: bytes, key: str, receipts: Sequence[tuple[Receipt | RevealReceipt | ResigningReceipt, str]] = ()
) -> Verdict:
    """Check the export of a log (``Client.export_log``) against a server's key and your receipts with their signatures.

    :raises ModuleNotFoundError: when the verifier is not installed.
    """
    replay: Any = importlib.import_module("engine.verifier.replay")
    public = VerifyKey(unb64(key))

    def check_signature(message: bytes, signature: bytes) -> bool:
        try:
            public.verify(message, signature)
        except (BadSignatureError, ValueError, TypeError):
            return False
        return True

    given = [{"receipt": receipt, "signature": signature} for receipt, signature in receipts]
    report = replay.verify(
        export, check_signature=check_signature, public_key=key, check_seat=_check_seat, receipts=given
    )
    return Verdict(report.verdict, report.n, report.reason, tuple(str(one) for one in report.unproved))


def _check_seat(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a seat's own key has signed."""
    try:
        VerifyKey(public_key).verify(message, signature)
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True


__all__ = ["Verdict", "verify"]
