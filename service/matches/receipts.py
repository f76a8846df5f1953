"""Signed receipts, with which the API answers acts that the store has taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from engine.match.asking import resignation_of
from engine.match.table import Table
from engine.protocol.bodies import NAME, RESIGN
from engine.protocol.log import timestamp
from engine.protocol.seal import Opening
from service.context import Context
from service.matches.errors import EXPLANATIONS, ActError, ActErrorCode
from service.store.records import Act, ActResult


@dataclass(frozen=True)
class Acted:
    """An accepted act: its signed receipt; the whole opening if the server drew the salt; and when the decision closes
    early."""

    act: Act
    receipt: dict[str, Any]
    signature: str
    opening: Opening | None
    stored: bool
    closes: int | None


def receipt_of(context: Context, table: Table, act: Act) -> tuple[dict[str, Any], str]:
    """Return the receipt of a stored act and its signature; the same act gives the same bytes."""
    facts = {
        "act": act.act,
        "match": table["match"],
        "decision": act.decision,
        "seat": act.seat,
        "seq": act.seq,
        "commitment": act.commitment,
        "custody": act.custody,
        "received": timestamp(act.received),
        "n": act.n,
        "head": act.head,
    }
    return signed(context, table, facts)


def receipt_for_resigning(context: Context, table: Table, seat: int) -> tuple[dict[str, Any], str] | None:
    """Return the signed receipt of a seat's resignation, or None if it has not resigned."""
    found = resignation_of(table, seat)
    return None if found is None else receipt_of_word(context, table, RESIGN, seat, 1, found)


def receipt_of_word(
    context: Context, table: Table, act: str, seat: int, seq: int, said: Mapping[str, Any], **besides: Any
) -> tuple[dict[str, Any], str]:
    """Return the receipt of a seat's statement outside its decisions, and its signature.

    :param said: the statement with ``received`` (ms), and ``n`` and ``head``, the log's end after it.
    :param besides: additional members of this act's receipt.
    """
    facts = {
        "act": act,
        "match": table["match"],
        "decision": act,
        "seat": seat,
        "seq": seq,
        "commitment": None,
        "custody": None,
        "received": timestamp(said["received"]),
        "n": said["n"],
        "head": said["head"],
        **besides,
    }
    return signed(context, table, facts)


def accept(context: Context, table: Table, result: ActResult, opening: Opening | None) -> Acted:
    """Return the act that the store accepted, with its receipt. :raises ActError: when it accepted none."""
    if result.outcome not in {"stored", "same"}:
        raise ActError(cast(ActErrorCode, result.outcome), EXPLANATIONS[result.outcome], act=result.act)
    assert result.act is not None
    receipt, signature = receipt_of(context, table, result.act)
    return Acted(result.act, receipt, signature, opening, result.outcome == "stored", result.closes)


def can_sign(context: Context, table: Table) -> None:
    """Check, before an act is stored, that its receipt can be signed.

    :raises KeyMissing: when the match's key is missing here.
    """
    context.signers.of(table)


def signed(context: Context, table: Table, facts: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return facts as a receipt, and its signature."""
    signer = context.signers.of(table)
    receipt = {**facts, "key": signer.key_id, "protocol": NAME}
    return receipt, signer.sign_receipt(receipt)
