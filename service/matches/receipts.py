"""What the API answers an act with: the receipt of what the store has taken, signed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from engine.protocol.log import timestamp
from engine.protocol.seal import Opening
from service.context import Context
from service.matches.errors import EXPLANATIONS, ActError, ActErrorCode
from service.store.records import Act, ActResult


@dataclass(frozen=True)
class Acted:
    """An accepted act: its receipt, signed; the whole opening where the server drew the salt; when it closes early."""

    act: Act
    receipt: dict[str, Any]
    signature: str
    opening: Opening | None
    stored: bool
    closes: int | None


def receipt_of(context: Context, match: str, act: Act) -> tuple[dict[str, Any], str]:
    """Return the receipt of a stored act and its signature; the same act gives the same bytes."""
    receipt = {
        "act": act.act,
        "match": match,
        "decision": act.decision,
        "seat": act.seat,
        "seq": act.seq,
        "commitment": act.commitment,
        "custody": act.custody,
        "received": timestamp(act.received),
        "n": act.n,
        "head": act.head,
        "key": context.signer.key_id,
    }
    return receipt, context.signer.sign_receipt(receipt)


def accept(context: Context, match: str, result: ActResult, opening: Opening | None) -> Acted:
    """Return what the store took, with its receipt. :raises ActError: when the store took nothing."""
    if result.outcome not in {"stored", "same"}:
        raise ActError(cast(ActErrorCode, result.outcome), EXPLANATIONS[result.outcome], act=result.act)
    assert result.act is not None
    receipt, signature = receipt_of(context, match, result.act)
    return Acted(result.act, receipt, signature, opening, result.outcome == "stored", result.closes)
