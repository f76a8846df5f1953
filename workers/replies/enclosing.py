"""Receipts, openings and orders that an answer encloses, and what it says about them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from email.message import EmailMessage
from typing import Any

from workers.mail import headers
from workers.replies.outcome import Done


def enclose(message: EmailMessage, done: Sequence[Done], language: str) -> None:
    """Enclose receipts and openings as programs take them, one a line; they are the player's only copy."""
    receipts = [
        {"receipt": signed.receipt, "signature": signed.signature}
        for one in done
        if (signed := one.acted or one.receipt) is not None
    ]
    openings = [{"opening": one.opening} for one in done if one.opening is not None]
    orders = [dict(one.order) for one in done if one.order is not None]
    for name, found in (("receipts.jsonl", receipts), ("openings.jsonl", openings), ("orders.jsonl", orders)):
        if found:
            text = "".join(json.dumps(one, ensure_ascii=False, sort_keys=True) + "\n" for one in found)
            message.add_attachment(text.encode(), "application", "jsonl", filename=name)
    if message.get_content_subtype() == "mixed":
        message["Content-Language"] = language  # the library has moved it into the part that was the whole
        message.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-mixed")


def proofs(done: Sequence[Done], words: Any) -> list[str]:
    """Return what the letter says about what it encloses."""
    made = [one.acted.act.commitment for one in done if one.acted is not None and one.acted.act.commitment]
    signed = any(one.acted is not None or one.receipt is not None for one in done)
    given = [one for one in done if one.order is not None]
    planned = any(one.act == "planned" for one in given)
    enclosed = [str(words.plan_proof() if planned else words.order_proof())] if given else []
    receipt = [str(words.commitment(made))] if made else [str(words.proof())] if signed else []
    return [*receipt, *enclosed]


__all__ = ["enclose", "proofs"]
