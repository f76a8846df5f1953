"""Answers from the command line: sealed on this machine, kept here before anything is sent, and every receipt checked.

It also sends the random number that a seat holds itself, once its table is closed (protocol section 12.2).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from siegelpost_client.acts import with_padding

from engine.contract import Move
from engine.protocol.canon import b64
from engine.protocol.seal import MalformedOpening, Opening, check_opening, matches
from service.cli.player.client import Client, Json, NotAsked
from service.cli.player.local_files import SignedReceipt, signed_receipt
from service.cli.player.transport import Refused
from service.cli.table import joining
from service.cli.table.ownlog import OwnLog, Tampered
from service.cli.table.seat_key import SeatSigner

if TYPE_CHECKING:
    from siegelpost_client import models


Custody = Literal["escrow", "client"]


@dataclass(frozen=True)
class Sealed:
    """An accepted act: its commitment (None after a withdrawal) and the server's receipt, with a valid signature."""

    commitment: str | None
    signed: SignedReceipt
    answer: Json


def seal(
    client: Client,
    match: str,
    decision: str,
    seat: int,
    move: Move,
    *,
    custody: Custody = "escrow",
    replaces: int = 0,
    seq: int | None = None,
    wait: bool = False,
    hold: int = 0,
) -> Sealed:
    """Seal a move on this machine and send it; the opening is on disk before anything leaves.

    ``replaces`` is the ``seq`` of the act it replaces, ``seq`` the number of this one (left out: the next), ``wait`` asks
    not to close early, ``hold`` is how many seconds the answer may wait for the resolution.
    """
    own = client.log(match)
    opening = new_opening(own, decision, seat, move)
    sealed = client.keep.keep_opening(opening, custody)
    body: Json = {"commitment": sealed} if custody == "client" else {"opening": opening}
    body |= {"replaces": replaces, "wait": wait}
    body |= SeatSigner(client.keep, own, seat).sealed(decision, opening["head"], sealed, seq or replaces + 1)
    with _refusals(client, match, decision):
        committing = cast("models.CommitmentRequest", with_padding(body))
        answer = client.own.commit_move(match, decision, committing, prefer=_held(hold))
    return _receipted(client, answer, match, decision, seat, sealed)


def withdraw(client: Client, match: str, decision: str, seat: int, *, replaces: int) -> Sealed:
    """Take a commitment back before the lock."""
    own = client.log(match)
    signed = SeatSigner(client.keep, own, seat).withdrawn(decision, own.opened(decision) or "", replaces + 1)
    with _refusals(client, match, decision):
        answer = client.own.withdraw_commitment(match, decision, replaces=replaces, **signed)
    return _receipted(client, answer, match, decision, seat, None)


def answer(
    client: Client,
    match: str,
    decision: str,
    seat: int,
    move: Move,
    *,
    replaces: int = 0,
    seq: int | None = None,
    hold: int = 0,
) -> Sealed:
    """Answer an open decision; it is resolved at once, or can be replaced while the match holds it back.

    A seat that signs draws the salt here. For other seats the server draws the salt and returns the opening, which is
    kept here as proof.

    :raises Tampered: when that opening does not match this move or the receipt.
    """
    own = client.log(match)
    signer = SeatSigner(client.keep, own, seat)
    if signer.signs:
        opening = new_opening(own, decision, seat, move)
        sealed = client.keep.keep_opening(opening, "escrow")
        body: Json = {"opening": opening, "replaces": replaces}
        body |= signer.sealed(decision, opening["head"], sealed, seq or replaces + 1)
        return _receipted(client, _answer(client, match, decision, body, hold), match, decision, seat, sealed)
    answer = _answer(client, match, decision, {"move": move, "replaces": replaces}, hold)
    _keep_answer(client, answer, match, decision, seat, move)
    return _receipted(client, answer, match, decision, seat, answer["receipt"]["commitment"])


def open_kept(client: Client, match: str, decision: str, seat: int) -> Sealed | None:
    """Open this machine's commitment under client custody, or return None if the opening is not here."""
    locked = client.log(match).locked(decision, seat)
    kept = client.keep.opening(match, locked) if locked else None
    if kept is None:
        return None
    with _refusals(client, match, decision):
        opening = cast("models.OpeningRequest", with_padding({"opening": kept.opening}))
        answer = client.own.open_commitment(match, decision, opening)
    return _receipted(client, answer, match, decision, seat, kept.commitment)


def new_opening(own: OwnLog, decision: str, seat: int, move: Move) -> Opening:
    """Return an opening of a move around a fresh salt; :raises NotAsked: when the decision is not open."""
    head = own.opened(decision)
    if head is None:
        raise NotAsked(f"{decision} is not open in match {own.match}")
    return Opening(
        v=1,
        match=own.match,
        rules=own.entries[0]["body"]["rules"],
        decision=decision,
        seat=seat,
        head=head,
        salt=b64(secrets.token_bytes(32)),
        move=move,
    )


def _keep_answer(client: Client, answer: models.Acted, match: str, decision: str, seat: int, move: Move) -> None:
    """Store the opening of an answer that the server sealed; the log will publish it."""
    receipt = answer["receipt"]
    try:
        opening = check_opening(answer.get("opening"))
    except MalformedOpening as error:
        raise Tampered(match, receipt["n"], f"the server gave no opening for the answer: {error.message}") from error
    ours = (opening["match"], opening["decision"], opening["seat"], opening["move"]) == (match, decision, seat, move)
    if not ours or not matches(opening, str(receipt["commitment"])):
        raise Tampered(match, receipt["n"], "the server sealed something else than the answer that was sent")
    client.keep.keep_opening(opening, receipt["custody"])


def _receipted(
    client: Client, answer: models.Acted, match: str, decision: str, seat: int, sealed: str | None
) -> Sealed:
    signed = signed_receipt(cast(Json, answer))
    client.witness.take(signed, match, decision, seat, sealed)
    return Sealed(sealed, signed, cast(Json, answer))


def _answer(client: Client, match: str, decision: str, body: Json, hold: int) -> models.Acted:
    with _refusals(client, match, decision):
        answering = cast("models.AnswerRequest", with_padding(body))
        return client.own.answer_decision(match, decision, answering, prefer=_held(hold))


@contextmanager
def _refusals(client: Client, match: str, decision: str) -> Iterator[None]:
    """Store the receipt of a refused act: it proves what the server said, and when."""
    try:
        yield
    except Refused as error:
        client.witness.take_refusal(error.problem, match, decision)
        raise


def _held(seconds: int) -> str | None:
    """Return the ``Prefer`` header for an act whose answer may wait this long for the resolution."""
    return f"wait={seconds}" if seconds else None


def reveal_kept(client: Client, match: str | None, tell: Callable[[str], None]) -> int:
    """Send the entropy stored on this machine for a match, or for all of this player's; return how many were sent."""
    if match is not None:
        found = [client.match(match)]
    else:
        found = [client.match(one["match"]) for one in client.all_waiting()["reveals"]]
    done = 0
    for one in found:
        asked = one.get("reveal")
        if not asked or not asked["mine"]:
            continue
        if joining.reveal(client, one["match"], one["seat"]) is not None:
            tell(f"Sent your random number for {one['match'][:8]}: the cards can be dealt once all have.")
            done += 1
        else:
            tell(
                f"WARNING: {one['match'][:8]} waits for your random number, which is not here: run 'siegelpost play' where "
                "you took your seat."
            )
    return done
