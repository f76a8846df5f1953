"""The acts of a seat, as requests and as checks of their answers; :mod:`siegelpost_client.player` sends them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from siegelpost_client.keeping import Keep
from siegelpost_client.receipts import BadReceipt, check_receipt, checked_checkpoint
from siegelpost_client.sealing import b64, boxed_entropy, commitment_of, entropy_commitment, new_opening, opens, unb64
from siegelpost_client.seat_keys import SeatKey, key_commitment, new_seat_key
from siegelpost_client.wire import Ask, SiegelpostError, segment

if TYPE_CHECKING:
    from siegelpost_client.models import (
        Acted,
        AnyMove,
        CreatedBody,
        Decision,
        Match,
        Receipt,
        Revealed,
        RevealReceipt,
        Waiting,
    )

Custody = Literal["escrow", "client"]
REQUESTS = (1_024, 4_096, 16_384)
"""How long the bodies of acts are made, in bytes, so that their length does not tell a move (protocol section 12.8)."""


class NotKept(SiegelpostError):
    """Raised for an opening or entropy that is not kept here: another program or device drew it."""


@dataclass(frozen=True)
class Act:
    """An act to be sent, and what its receipt must say."""

    ask: Ask[Acted]
    expected: Mapping[str, object]
    move: object = None

    def check(self, acted: Acted, key: str, keep: Keep) -> None:
        """Check an answer against what was sent, and keep what proves it; :raises BadReceipt: when they differ."""
        receipt, opening = acted["receipt"], acted["opening"]
        check_receipt(receipt, acted["signature"], key, self.expected)
        keep.keep_receipt(receipt, acted["signature"], checked_checkpoint(acted.get("checkpoint"), receipt, key))
        if opening is None or receipt["commitment"] is None:
            return
        sealed: object = opening[
            "move"
        ]  # as objects: comparing two types of every move there is takes a type checker minutes
        if sealed != self.move or not opens(opening, receipt["commitment"]):
            raise BadReceipt("the server has sealed something else than the move that was sent", receipt)
        keep.keep_opening(receipt["commitment"], opening)


def answer(
    item: Waiting, move: AnyMove, keep: Keep, *, custody: Custody = "escrow", hold: int = 0, key: SeatKey | None = None
) -> Act:
    """Return the act that answers what waits with a move; what it seals is kept before it can be sent.

    A sealed decision is answered with an opening whose salt is drawn here. With ``escrow`` it goes to the server, which locks it
    away from itself; with ``client`` only the commitment goes, and the opening has to be sent later.

    :param hold: seconds to wait for the resolution (``Prefer: wait``).
    :param key: of a seat that signs. Its answers to open decisions are sealed here, too.
    """
    decision, match, seat = item["decision"], item["match"], item["seat"]
    expected: dict[str, object] = {"match": match, "decision": decision["id"], "seat": seat}
    own = decision["mine"]
    body: dict[str, object] = {} if own is None else {"replaces": own["seq"]}
    if item["answer"] == "commitment" or key is not None:
        opening = new_opening(
            match=match, rules=item["rules"], decision=decision["id"], seat=seat, head=decision["head"], move=move
        )
        sealed = commitment_of(opening)
        keep.keep_opening(sealed, opening)
        expected |= {"commitment": sealed}
        hidden = custody == "client" and item["answer"] == "commitment"
        if item["answer"] == "commitment":
            expected |= {"custody": custody}
        body |= {"commitment": sealed} if hidden else {"opening": opening}
        if key is not None:
            body["signature"] = key.sign(
                "seal",
                match=match,
                seat=seat,
                decision=decision["id"],
                head=decision["head"],
                commitment=sealed,
                seq=_next_seq(decision),
            )
    else:
        body["move"] = move
    return Act(_put(match, decision["id"], item["answer"], body, hold), expected, move)


def withdraw(match: str, seat: int, decision: Decision, key: SeatKey | None = None) -> Act:
    """Return the act that takes a commitment back before the lock; :raises NotKept: when there is none."""
    own = decision["mine"]
    if own is None:
        raise NotKept(f"nothing of yours stands in {decision['id']} of match {match}")
    signature = None
    if key is not None:
        signature = key.sign(
            "withdraw",
            match=match,
            seat=seat,
            decision=decision["id"],
            head=decision["head"],
            commitment=None,
            seq=_next_seq(decision),
        )
    path = f"/v1/matches/{segment(match)}/decisions/{segment(decision['id'])}/commitment"
    ask: Ask[Acted] = Ask("DELETE", path, query={"replaces": own["seq"], "signature": signature})
    return Act(ask, {"match": match, "decision": decision["id"], "seat": seat, "act": "withdraw", "commitment": None})


def open_sealed(item: Waiting, keep: Keep) -> Act:
    """Return the act that opens what was sealed under client custody; :raises NotKept: when the opening is not here."""
    decision, own = item["decision"], item["decision"]["mine"]
    sealed = None if own is None else own["commitment"]
    opening = None if sealed is None else keep.opening(sealed)
    if sealed is None or opening is None:
        raise NotKept(f"the opening of {decision['id']} in match {item['match']} is not kept here")
    expected = {"match": item["match"], "decision": decision["id"], "seat": item["seat"], "commitment": sealed}
    return Act(
        _put(item["match"], decision["id"], "opening", {"opening": opening}, 0),
        {**expected, "act": "open"},
        opening["move"],
    )


@dataclass(frozen=True)
class Joining:
    """A seat to be taken: what is sent, and the entropy behind it, base64url."""

    ask: Ask[Match]
    entropy: str
    custody: Custody = field(default="escrow")


def join(
    match: str,
    seat: int,
    created: CreatedBody,
    keep: Keep,
    *,
    invitation: str | None = None,
    custody: Custody = "escrow",
    key: SeatKey | None = None,
) -> Joining:
    """Return what takes a seat and adds 32 random bytes to the shuffle.

    :param created: the body of the log's first entry; it names the key that a box is sealed to.
    :param custody: who holds these bytes until the table is closed.
    :param key: what the seat signs with from then on; kept here before it is sent.
    """
    entropy = secrets.token_bytes(32)
    sealed = entropy_commitment(match, seat, entropy)
    keep.keep_entropy(sealed, b64(entropy))
    body: dict[str, object] = {"entropy_commitment": sealed, "entropy_custody": custody}
    if custody == "escrow":
        body["entropy_box"] = boxed_entropy(match, seat, entropy, created["resolver"])
    if invitation is not None:
        body["invitation"] = invitation
    if key is not None:
        if key not in keep.seat_keys(match):
            keep.keep_seat_key(match, key)
        body["key"] = key.public
    return Joining(
        Ask("PUT", f"/v1/matches/{segment(match)}/seats/{seat}", body=body), entropy=b64(entropy), custody=custody
    )


@dataclass(frozen=True)
class Reveal:
    """The entropy of a seat to be sent, and what its receipt must say."""

    ask: Ask[Revealed]
    expected: Mapping[str, object]

    def check(self, revealed: Revealed, key: str, keep: Keep) -> None:
        """Check the answer and keep its receipt; :raises BadReceipt: when it says something else."""
        receipt: RevealReceipt | Receipt = revealed["receipt"]
        check_receipt(receipt, revealed["signature"], key, self.expected)
        beside = checked_checkpoint(revealed.get("checkpoint"), receipt, key)
        keep.keep_receipt(receipt, revealed["signature"], beside)


def reveal(match: str, seat: int, sealed: str, keep: Keep) -> Reveal:
    """Return what shows a seat's entropy once the log says that nobody joins any more (its entry ``seated``).

    :param sealed: the commitment of the seat in that entry. :raises NotKept: when the entropy is not here.
    """
    entropy = keep.entropy(sealed)
    if entropy is None or entropy_commitment(match, seat, unb64(entropy)) != sealed:
        raise NotKept(f"the entropy of seat {seat} in match {match} is not kept here")
    ask: Ask[Revealed] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{seat}/entropy", body={"entropy": entropy})
    return Reveal(ask, {"match": match, "seat": seat, "act": "reveal", "commitment": sealed})


@dataclass(frozen=True)
class Resigning:
    """Giving up, and what its receipt must say."""

    ask: Ask[Match]
    expected: Mapping[str, object]

    def check(self, resigned: Match, key: str, keep: Keep) -> None:
        """Check the receipt and keep it; :raises BadReceipt: when it says something else."""
        signed = resigned["resignation"]
        if signed is not None:
            check_receipt(signed["receipt"], signed["signature"], key, self.expected)
            beside = checked_checkpoint(signed.get("checkpoint"), signed["receipt"], key)
            keep.keep_receipt(signed["receipt"], signed["signature"], beside)


def resign(match: str, seat: int, head: str, key: SeatKey | None = None) -> Resigning:
    """Return what gives a running match up; ``head``: the log's after ``started``, for a seat that signs."""
    body: dict[str, object] = {}
    if key is not None:
        body["signature"] = key.sign("resign", match=match, seat=seat, head=head, commitment=None, seq=1)
    ask: Ask[Match] = Ask("POST", f"/v1/matches/{segment(match)}/resign", body=body)
    return Resigning(ask, {"match": match, "seat": seat, "decision": "resign"})


def change_key(match: str, seat: int, head: str, changes: int, key: SeatKey | None, keep: Keep) -> Ask[Match]:
    """Return what gives a seat a fresh key, which is kept before it is sent.

    :param head: the log's after ``started``. :param changes: how often the seat has changed its key.
    :param key: the key in force; ``None``: it is lost, and the others are asked.
    """
    fresh = new_seat_key()
    keep.keep_seat_key(match, fresh)
    body: dict[str, object] = {"key": fresh.public}
    if key is not None:
        new = key_commitment(fresh.public)
        body["signature"] = key.sign("key", match=match, seat=seat, head=head, commitment=new, seq=changes + 1)
    return Ask("PUT", f"/v1/matches/{segment(match)}/seats/{seat}/key", body=body)


def consent(match: str, seat: int, public: str, seq: int, head: str, key: SeatKey | None = None) -> Ask[Match]:
    """Return what agrees to the new public key of another ``seat``; ``key``: of one's own seat, if it signs.

    :param seq: of the change, as ``key_changes`` says it. :param head: the log's after ``started``.
    """
    body: dict[str, object] = {"key": public}
    if key is not None:
        new = key_commitment(public)
        body["signature"] = key.sign("consent", match=match, seat=seat, head=head, commitment=new, seq=seq)
    return Ask("PUT", f"/v1/matches/{segment(match)}/seats/{seat}/key/consent", body=body)


def _next_seq(decision: Decision) -> int:
    """Return the number of the seat's next act in a decision."""
    found = decision["next_seq"]
    return 1 if found is None else found


def padded(body: Mapping[str, Any]) -> bytes:
    """Return a body as JSON of the first length of :data:`REQUESTS` that it fits into, or of a multiple of the last.

    >>> len(padded({"move": {"type": "pass"}}))
    1024
    """
    return json.dumps(with_padding(body), separators=(",", ":")).encode()


def with_padding(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body with the member that makes it one of these lengths, as the client writes it: without blanks."""
    bare = len(json.dumps({**body, "padding": ""}, separators=(",", ":")))
    last = REQUESTS[-1]
    length = next((one for one in REQUESTS if bare <= one), -(-bare // last) * last)
    return {**body, "padding": "." * (length - bare)}


def _put(match: str, decision: str, what: str, body: Mapping[str, object], hold: int) -> Ask[Acted]:
    return Ask(
        "PUT",
        f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/{what}",
        headers={"Prefer": f"wait={hold}" if hold else None},
        body=padded(body),
        wait=hold,
    )


__all__ = [
    "Act",
    "Custody",
    "Joining",
    "NotKept",
    "Resigning",
    "Reveal",
    "answer",
    "change_key",
    "consent",
    "join",
    "open_sealed",
    "padded",
    "resign",
    "reveal",
    "with_padding",
    "withdraw",
]
