"""Signed receipts, with which the API answers acts that the store has taken; and sealed moves on their way back to their
players.

A player may have sealed a move by letter or on another device. The API cannot read it, so a worker does. It shows a move only
to the holder of a token of the seat's account: the request contains the token's text, sealed to the resolver, and the move
comes back encrypted with that text. So neither the queue nor the store has anything readable without it, and the service does
not store such texts (:mod:`service.keys.signing`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from engine.match.asking import resignation_of, standing_of
from engine.match.table import Table
from engine.protocol.bodies import NAME, RESIGN
from engine.protocol.canon import NotCanonical, canonical, parse
from engine.protocol.log import timestamp
from engine.protocol.seal import Opening
from service.context import Context
from service.keys.signing import EscrowFailed, Resolver, Sealer, keep, take_back
from service.matches.errors import EXPLANATIONS, ActError, ActErrorCode
from service.store.records import Act, ActResult, Record


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


def to_recall(record: Record, seat: int, decision: str) -> Act | None:
    """Return a seat's act whose sealed move a worker can read, or None (there is none, or only its player can open it)."""
    standing, act = standing_of(record.table, decision), record.acts.get((decision, seat))
    if standing is None or act is None or not standing["sealed"] or standing["phase"] != "open":
        return None
    return None if act.commitment is None or act.custody == "client" else act


def request_for(sealer: Sealer, bearer: str) -> str:
    """Return a request that identifies its requester to workers only."""
    return sealer.seal_bytes(canonical({"bearer": bearer}))


def bearer_in(resolver: Resolver, request: str) -> str | None:
    """Return the token's text from a request, or None if :func:`request_for` did not make it."""
    try:
        found = parse(resolver.unseal(request))
    except (EscrowFailed, NotCanonical):
        return None
    return found["bearer"] if isinstance(found, dict) and isinstance(found.get("bearer"), str) else None


def locked(bearer: str, match: str, act: Act, opening: bytes) -> str:
    """Return an opening that only the holder of the token can decrypt."""
    return keep(bearer, _place(match, act), opening)


def unlocked(bearer: str, match: str, act: Act, kept: str) -> bytes | None:
    """Return the decrypted opening, or None if it belongs to another token or act."""
    return take_back(bearer, _place(match, act), kept)


def _place(match: str, act: Act) -> str:
    return f"recall {match} {act.decision} {act.seat} {act.seq} {act.commitment}"
