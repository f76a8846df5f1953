"""Acts of a seat in a decision: commit, replace, withdraw, open, answer; each with a signed receipt (protocol 3, 4).

Legality is judged here, in the state in which the decision opened, before anything is stored; the store's script then
decides about time, phase and order, atomically. The opening leaves this process only inside a box sealed to the
resolver, and in the response to the caller who sealed it. A salt drawn here is random; for requests repeated after a
lost answer it is stored encrypted with a key derived from the text of the bearer token (:mod:`service.keys.signing`).

The custody of the opening until the lock is checked here, too (protocol sections 3, 5 and 12.6).

A refused act gets a signed receipt, too: it proves what the server said to a seat, and when (protocol section 12.3).
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from engine.contract import IllegalMove, Move
from engine.match.asking import opening_around, standing_of
from engine.match.orders import check_own
from engine.match.table import Standing, Table
from engine.protocol.canon import NotCanonical, b64, canonical, unb64
from engine.protocol.log import timestamp
from engine.protocol.seal import (
    FAULTS_ALLOWED,
    MalformedOpening,
    Opening,
    check_commitment,
    check_opening,
    commitment,
    commitment_of,
    matches,
    opening_bytes,
)
from engine.registry import game, game_of
from service.context import Context
from service.keys.signing import keep, new_seed, take_back
from service.matches.errors import EXPLANATIONS, ActError, SignedReceipt
from service.matches.receipts import Acted, accept, can_sign, signed
from service.matches.seat_keys import check_sealed, check_withdrawn, has_key
from service.store.records import ActKind, ActRequest, Custody, Record

Allowed = Literal["any", "client", "escrow"]
"""A seat's choice of custody: either one, or only the named one."""


def allowed_custody(table: Table, standing: Standing, seat: int | None) -> Allowed:
    """Return the custody in which the seat may seal its answer to a decision; with None, the match's rule for everybody."""
    if standing["kind"] in game(table["rules"]).rules.escrow_only:
        return "escrow"
    if seat is not None and _has_lost_client_custody(table, seat):
        return "escrow"
    return table["custody"]


def check_custody(table: Table, standing: Standing, seat: int, custody: Literal["client", "escrow"]) -> None:
    """Raise :class:`ActError` unless the seat may seal its answer in this custody."""
    allowed = allowed_custody(table, standing, seat)
    if custody == "escrow" and allowed == "client":
        raise ActError("client-custody-demanded", "this match demands client custody: send only the commitment")
    if custody == "escrow" or allowed != "escrow":
        return
    if _has_lost_client_custody(table, seat):
        message = "two commitments of this seat were never opened: it seals with escrow from now on"
        raise ActError("client-custody-taken", message, "/commitment")
    message = "refusing to open could pay in this decision, so it takes escrow only: send the move or its opening"
    raise ActError("escrow-demanded", message, "/commitment")


def _has_lost_client_custody(table: Table, seat: int) -> bool:
    return table["marks"][seat] > FAULTS_ALLOWED


HeldBy = Literal["escrow", "mail"]
"""The hands through which a move sealed by the server passes: the API's, or those of the entrance for mail (protocol,
section 3)."""


@dataclass(frozen=True)
class SeatAct:
    """An act of a seat in a decision, as its player sends it.

    An answer has exactly one of three forms. ``move``: the server seals it and draws the salt. ``opening``: the player drew the
    salt, and the server seals it. ``commitment``: client custody, only the hash is known here. A withdrawal has none of them.

    ``replaces`` is the ``seq`` of the act that it replaces, 0 for the first; ``wait`` asks not to close early. ``signature`` is
    the seat's own. ``token`` is the id of the token it came with, and ``bearer`` its text: with it, and only with it, the same
    move sent again gets the same receipt and opening. ``held_by`` is ``mail`` for an opening made around a move that came by
    mail.
    """

    decision: str
    move: Move | None = None
    opening: Any = None
    commitment: str | None = None
    replaces: int = 0
    wait: bool = False
    signature: str | None = None
    token: str | None = None
    bearer: str | None = None
    held_by: HeldBy = "escrow"


def commit(context: Context, record: Record, seat: int, act: SeatAct) -> Acted:
    """Seal an answer to a sealed decision.

    :raises ActError: see :data:`~service.matches.errors.ActErrorCode`; an act refused leaves the standing one in force.
        ``stale`` asks to load and call again, also for the other acts here.
    """
    standing = _asked(record, seat, act.decision, sealed=True)
    if sum(form is not None for form in (act.move, act.opening, act.commitment)) != 1:
        raise ActError("wrong-form", "give exactly one of move, opening, commitment")
    if act.commitment is None:
        check_custody(record.table, standing, seat, "escrow")
        return _seal(context, record, standing, seat, act)
    check_custody(record.table, standing, seat, "client")
    try:
        sealed = check_commitment(act.commitment)
    except NotCanonical as error:
        raise ActError("malformed", str(error), "/commitment") from error
    check_sealed(record.table, standing, seat, sealed, act.replaces, act.signature)
    request = _request(record, standing, seat, act, commitment=sealed, custody="client")
    return _send(context, record, request, None)


def answer(context: Context, record: Record, seat: int, act: SeatAct) -> Acted:
    """Answer an open decision, or replace an answer that is still held back; it is resolved as soon as its time comes.

    :raises ActError: as for :func:`commit`.
    """
    standing = _asked(record, seat, act.decision, sealed=False)
    if (act.move is None) == (act.opening is None):
        raise ActError("wrong-form", "give exactly one of move, opening")
    return _seal(context, record, standing, seat, act)


def withdraw(context: Context, record: Record, seat: int, act: SeatAct) -> Acted:
    """Withdraw a commitment before the lock; restores nothing. :raises ActError: as for :func:`commit`."""
    standing = _asked(record, seat, act.decision, sealed=True)
    check_withdrawn(record.table, standing, seat, act.replaces, act.signature)
    return _send(context, record, _request(record, standing, seat, act, kind="withdraw"), None)


def open_commitment(context: Context, record: Record, seat: int, act: SeatAct) -> Acted:
    """Open a commitment of client custody after the lock.

    Repeating it seals the opening again, which repairs one that the server can no longer read.

    :raises ActError: ``malformed`` or ``wrong``; may be corrected until the opening deadline.
    """
    standing = _asked(record, seat, act.decision, sealed=True)
    try:
        full = check_opening(act.opening)
    except MalformedOpening as error:
        raise ActError("malformed", error.message, "/opening" + error.pointer) from error
    # Besides client custody: a seat whose box failed to open may open its commitment itself (protocol section 3).
    mine = next((one for one in standing["locked"] if one["seat"] == seat and seat in standing["awaited"]), None)
    if standing["phase"] != "opening" or mine is None:
        raise ActError("locked", "there is nothing of yours to open in this decision now")
    if not matches(full, mine["commitment"]):
        raise ActError("wrong", EXPLANATIONS["wrong"], "/opening")
    _belongs(full, opening_around(record.table, standing, seat, full["move"], unb64(full["salt"])))
    request = _request(
        record,
        standing,
        seat,
        act,
        kind="open",
        commitment=mine["commitment"],
        custody="client",
        box=context.sealer.seal(full),
    )
    return _send(context, record, request, None)


def place_of(match: str, head: str, decision: str, seat: int) -> str:
    """Return the context to which a salt kept for repetitions is bound."""
    return f"salt {match} {head} {decision} {seat}"


def salt_digest(salt: str) -> str:
    """Return the form in which a used salt is remembered: its hash, so the set of used ones reveals nothing."""
    return "salt:" + b64(hashlib.sha256(unb64(salt)).digest())


def _asked(record: Record, seat: int, decision: str, *, sealed: bool) -> Standing:
    if record.table["status"] != "running":
        raise ActError("not-running", "this match is not running")
    standing = standing_of(record.table, decision)
    if standing is None:
        raise ActError("gone", EXPLANATIONS["gone"])
    if seat not in standing["seats"]:
        raise ActError("not-asked", "this decision is not yours")
    if standing["sealed"] != sealed:
        form = "sealed: send a commitment" if standing["sealed"] else "open: send a move"
        raise ActError("wrong-form", f"this decision is {form}")
    return standing


def _opening(record: Record, standing: Standing, seat: int, move: Move | None, given: Any) -> tuple[Opening, bytes]:
    """Return the given opening, checked, or one made around the move with a fresh salt, and its canonical bytes."""
    made = opening_around(record.table, standing, seat, move or {}, new_seed())
    try:
        given_or_made: Any = made if given is None else given
        text, opening = opening_bytes(given_or_made), cast(Opening, given_or_made)
    except NotCanonical as error:
        raise ActError("malformed", str(error), "/move") from error
    except MalformedOpening as error:
        pointer = "/move" if given is None else "/opening" + error.pointer
        raise ActError("malformed", error.message, pointer) from error
    _belongs(opening, made)
    return opening, text


def _belongs(opening: Opening, expected: Opening) -> None:
    """Raise :class:`ActError` unless an opening names the expected match, rules, decision, seat and head."""
    for name in ("match", "rules", "decision", "seat", "head"):
        if opening[name] != expected[name]:
            message = f"{name} is not that of this seat and decision: {name} is {expected[name]!r} here"
            raise ActError("malformed", message, f"/opening/{name}")


def _legal(record: Record, seat: int, decision: str, move: Move, pointer: str) -> None:
    assert record.state is not None
    try:
        canonical(move, depth=8)
        check_own(game_of(record.table), record.state, seat, decision, move)
    except NotCanonical as error:
        raise ActError("malformed", str(error), pointer) from error
    except IllegalMove as error:
        raise ActError("illegal", error.message, pointer + error.pointer, rule=error.code) from error


def _seal(context: Context, record: Record, standing: Standing, seat: int, act: SeatAct) -> Acted:
    """Seal an answer that is given as a move or an opening."""
    _own_salt(record.table, seat, act.opening)
    full, text = _opening(record, standing, seat, act.move, act.opening)
    _legal(record, seat, act.decision, full["move"], "/move" if act.opening is None else "/opening/move")
    commitment = commitment_of(text)
    check_sealed(record.table, standing, seat, commitment, act.replaces, act.signature)
    request = _request(
        record,
        standing,
        seat,
        act,
        commitment=commitment,
        custody=act.held_by,
        box=context.sealer.seal_bytes(text),
        salt=salt_digest(full["salt"]),
        n=None if standing["sealed"] else record.n,
    )
    if act.opening is not None:
        return _send(context, record, request, full)
    return _send_drawn(context, record, request, full, act.bearer)


def _request(
    record: Record, standing: Standing, seat: int, act: SeatAct, *, kind: ActKind | None = None, **sealed: Any
) -> ActRequest:
    """Return an act in the store's form, with its sealed part as keyword arguments."""
    return ActRequest(
        match=record.match,
        decision=act.decision,
        seat=seat,
        kind=kind or ("replace" if act.replaces else "commit"),
        opened_head=standing["head"],
        replaces=act.replaces,
        wait=act.wait and standing["sealed"],
        token=act.token,
        signature=act.signature,
        **sealed,
    )


def _own_salt(table: Table, seat: int, opening: object) -> None:
    """Refuse a bare move from a seat that must sign its commitment, and so must know it first."""
    if opening is None and has_key(table, seat):
        raise ActError("signature-needed", "this seat signs: send the opening, with a salt that you drew", "/move")


def _send(context: Context, record: Record, request: ActRequest, opening: Opening | None) -> Acted:
    can_sign(context, record.table)
    return accept(context, record.table, context.store.act(_of_its_holder(record, request)), opening)


def _of_its_holder(record: Record, request: ActRequest) -> ActRequest:
    """Bind an act to its player: after a takeover, acts must come from clients that have seen the takeover in the log.

    So an act that the former player had under way does not count as the substitute's.
    """
    return replace(request, n=record.n) if record.table["seats"][request.seat].get("taken_over") else request


def _send_drawn(context: Context, record: Record, request: ActRequest, opening: Opening, bearer: str | None) -> Acted:
    """Send an act around a salt drawn here; if it was sent before, answer with that act and its own salt.

    A repetition draws another salt, so the store refuses it and returns the data kept with the current act. If the same
    move with that salt gives the current commitment, it is the same act.
    """
    if bearer is None:
        return _send(context, record, request, opening)
    table, request = record.table, _of_its_holder(record, request)
    place = place_of(request.match, request.opened_head, request.decision, request.seat)
    can_sign(context, table)
    result = context.store.act(replace(request, kept=keep(bearer, place, unb64(opening["salt"]))))
    act = result.act
    # The first act of a seat has the number 1, or, where an answer was taken back, the one after that.
    again = (
        act is not None
        and act.commitment is not None
        and act.custody == "escrow"
        and (act.seq == request.replaces + 1 if request.replaces else act.act == "commit")
    )
    if result.outcome not in {"stored", "same"} and act is not None and again and act.wait == request.wait:
        salt = None if result.kept is None else take_back(bearer, place, result.kept)
        first = None if salt is None else Opening(**{**opening, "salt": b64(salt)})
        if first is not None and matches(first, act.commitment or ""):
            return accept(context, table, replace(result, outcome="same"), first)
    return accept(context, table, result, opening)


UNSIGNED = ("revoked",)
"""Refusals without a receipt: a revoked token no longer speaks for the seat."""


@contextmanager
def refusals(
    context: Context, record: Record, seat: int, act: SeatAct, custody: Custody | None = None
) -> Iterator[None]:
    """Attach a receipt to every :class:`ActError` of a seat's act in a decision, naming the intended custody.

    It costs one signature and one look at the store's clock, for a request already counted against its account's quota.
    """
    try:
        yield
    except ActError as error:
        if error.code not in UNSIGNED:
            facts: dict[str, Any] = {
                "act": "refused",
                "match": record.match,
                "decision": act.decision,
                "seat": seat,
                "seq": 0,
                "commitment": act.commitment if act.opening is None else _commitment_of(act.opening),
                "custody": custody,
                # Asked for after the refusal, so who is called late was late by then.
                "received": timestamp(context.store.now()),
                "n": record.n,
                "head": record.head,
                "reason": error.code,
            }
            receipt, signature = signed(context, record.table, facts)
            error.receipt = SignedReceipt(receipt, signature)
        raise


def _commitment_of(opening: object) -> str | None:
    try:
        return commitment(check_opening(opening))
    except MalformedOpening:
        return None
