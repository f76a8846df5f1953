"""Seats that sign what they do (protocol section 12.9): the API takes no act of theirs without their signature."""

from __future__ import annotations

from engine.match.standing import last_lapsed
from engine.match.table import Standing, Table
from engine.protocol.absence import HERE, VOTE, Wanted
from engine.protocol.acts import KEY, ORDERS, SignedAct, SignedActKind, act_bytes, key_commitment
from engine.protocol.bodies import RESIGN
from engine.protocol.canon import unb64
from engine.protocol.extensions import EXTEND
from engine.protocol.handing import HAND
from engine.protocol.pauses import PAUSE
from engine.protocol.time_requests import REQUEST, RESPOND
from service.matches.errors import ActError
from service.signing import verify_signature
from service.store.records import Act


def check_sealed(
    table: Table, standing: Standing, seat: int, commitment: str, replaces: int, signature: str | None
) -> None:
    """Check the signature over a seal or an answer. :raises ActError: signature-needed, signature-wrong, no-seat-key."""
    _check(table, seat, _in(table, standing, seat, "seal", commitment, replaces), signature)


def check_withdrawn(table: Table, standing: Standing, seat: int, replaces: int, signature: str | None) -> None:
    """Check the signature over a withdrawal; errors as for :func:`check_sealed`."""
    _check(table, seat, _in(table, standing, seat, "withdraw", None, replaces), signature)


def check_orders(table: Table, seat: int, commitment: str | None, replaces: int, signature: str | None) -> None:
    """Check the signature over orders that are set or ended; errors as for :func:`check_sealed`."""
    _check(table, seat, _of_match(table, seat, "order", ORDERS, commitment, replaces + 1), signature)


def check_resigned(table: Table, seat: int, signature: str | None) -> None:
    """Check the signature over resigning; errors as for :func:`check_sealed`."""
    _check(table, seat, _of_match(table, seat, "resign", RESIGN, None, 1), signature)


def check_here(table: Table, seat: int, head: str, seq: int, signature: str | None) -> None:
    """Check the signature over saying that one is there, after ``absent``; errors as for :func:`check_sealed`."""
    _check(table, seat, _act(table, seat, "here", HERE, None, seq, head), signature)


def check_voted(table: Table, seat: int, wanted: Wanted, head: str, seq: int, signature: str | None) -> None:
    """Check the signature over a vote, after ``polled`` or ``volunteered``; errors as for :func:`check_sealed`."""
    act = _act(table, seat, "vote", VOTE, None, seq, head)
    act["choice"] = wanted.choice
    if wanted.player is not None:
        act["player"] = wanted.player
    _check(table, seat, act, signature)


def check_handed(table: Table, seat: int, to: Wanted, seq: int, signature: str | None) -> None:
    """Check the signature over handing the own seat over; errors as for :func:`check_sealed`."""
    act = _of_match(table, seat, "hand", HAND, None, seq)
    act["choice"] = to.choice
    if to.player is not None:
        act["player"] = to.player
    _check(table, seat, act, signature)


def check_extended(table: Table, standing: Standing, seat: int, seq: int, signature: str | None) -> None:
    """Check the signature over taking more time for a decision; errors as for :func:`check_sealed`."""
    _check(table, seat, _act(table, seat, "extend", EXTEND, None, seq, standing["head"]), signature)


def check_wished(table: Table, seat: int, pause: bool, seq: int, signature: str | None) -> None:
    """Check the signature over wanting a pause, or wanting it no longer; errors as for :func:`check_sealed`."""
    act = _of_match(table, seat, "pause", PAUSE, None, seq)
    act["pause"] = pause
    _check(table, seat, act, signature)


def check_requested(table: Table, standing: Standing, seat: int, seconds: int, seq: int, signature: str | None) -> None:
    """Check the signature over asking the others for more time; errors as for :func:`check_sealed`."""
    act = _act(table, seat, "request", REQUEST, None, seq, standing["head"])
    act["seconds"] = seconds
    _check(table, seat, act, signature)


def check_responded(table: Table, seat: int, head: str, grant: bool, seq: int, signature: str | None) -> None:
    """Check the signature over granting more time or not, after ``requested``; errors as for :func:`check_sealed`."""
    act = _act(table, seat, "respond", RESPOND, None, seq, head)
    act["grant"] = grant
    _check(table, seat, act, signature)


def check_rekeyed(table: Table, seat: int, key: bytes, signature: str) -> None:
    """Check the signature of the key in force over another; errors as for :func:`check_sealed`."""
    _check(table, seat, _of_match(table, seat, "key", KEY, key_commitment(key), changes_of(table, seat) + 1), signature)


def check_consented(table: Table, seat: int, asker: int, key: str, signature: str | None) -> None:
    """Check the signature of a seat that agrees to another's key (base64url); errors as for :func:`check_sealed`."""
    wanted, seq = key_commitment(unb64(key)), changes_of(table, asker) + 1
    _check(table, seat, _of_match(table, asker, "consent", KEY, wanted, seq), signature)


def changes_of(table: Table, seat: int) -> int:
    """Return how often the seat has changed its key."""
    return table["seats"][seat].get("rekeyed", 0)


def orders_stand(table: Table, act: Act) -> bool:
    """Return whether the orders of a seat are in force: neither ended, nor somebody's before, nor signed by an earlier key."""
    key = table["seats"][act.seat].get("key")
    if act.commitment is None or act.seq <= table["seats"][act.seat].get("orders_after", 0):
        return False
    if key is None or not changes_of(table, act.seat):
        return True
    signed = _of_match(table, act.seat, "order", ORDERS, act.commitment, act.seq)
    return act.signature is not None and verify_signature(unb64(key), act_bytes(signed), unb64(act.signature))


def has_key(table: Table, seat: int) -> bool:
    """Return whether the seat signs what it does."""
    return table["seats"][seat].get("key") is not None


def next_seq(table: Table, standing: Standing, replaces: int) -> int:
    """Return the number of a seat's next act in a decision, after the act ``replaces`` (0: none stands)."""
    return (replaces or last_lapsed(table, standing["id"])) + 1


def _in(
    table: Table, standing: Standing, seat: int, kind: SignedActKind, commitment: str | None, replaces: int
) -> SignedAct:
    seq = next_seq(table, standing, replaces)
    return _act(table, seat, kind, standing["id"], commitment, seq, standing["head"])


def _of_match(
    table: Table, seat: int, kind: SignedActKind, decision: str, commitment: str | None, seq: int
) -> SignedAct:
    return _act(table, seat, kind, decision, commitment, seq, table.get("start_head", ""))


def _act(
    table: Table, seat: int, kind: SignedActKind, decision: str, commitment: str | None, seq: int, head: str
) -> SignedAct:
    return SignedAct(
        act=kind, commitment=commitment, decision=decision, head=head, match=table["match"], seat=seat, seq=seq
    )


def _check(table: Table, seat: int, act: SignedAct, signature: str | None) -> None:
    key = table["seats"][seat].get("key")
    if key is None:
        if signature is not None:
            raise ActError("no-seat-key", "this seat was taken without a key: leave the signature out", "/signature")
        return
    if signature is None:
        message = "this seat was taken with a key: sign the act, and draw the salt yourself (protocol section 12.9)"
        raise ActError("signature-needed", message, "/signature")
    if not verify_signature(unb64(key), act_bytes(act), unb64(signature)):
        message = (
            f"not the signature by this seat's key over {act['act']!r}, {act['decision']}, act {act['seq']}, "
            f"head {act['head']}, commitment {act['commitment']}"
        )
        raise ActError("signature-wrong", message, "/signature")
