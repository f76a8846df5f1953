"""The keys that seats bring, and their signatures over what they do (protocol section 12.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.protocol.acts import (
    KEY,
    ORDERS,
    CheckSeatSignature,
    HiddenAnswer,
    SignedAct,
    SignedActKind,
    SignedOrder,
    act_bytes,
    key_commitment,
)
from engine.protocol.agreements import EXTEND, HAND, HERE, PAUSE, REQUEST, RESPOND, VOTE, Handed, Voted
from engine.protocol.bodies import RESIGN, Answer, LockedSeat, Rekeyed
from engine.protocol.canon import b64, unb64
from engine.verifier import Refuted

if TYPE_CHECKING:
    from engine.verifier.transcript import Standing

SIGNED = {"signature", "order", "order_seq", "order_signature"}
"""Signature members of an answer to an open decision."""


def signed_of(move: Answer, pointer: str) -> str | SignedOrder | None:
    """Return what the members of an answer say of its signature."""
    said = SIGNED & move.keys()
    if said == {"signature"}:
        return move["signature"]
    if said == SIGNED - {"signature"}:
        return move["order"], move["order_seq"], move["order_signature"]
    if said:
        raise Refuted("an answer is signed by its seat, or its order is, or neither", member=pointer)
    return None


class SeatKeys:
    """The history of seats' keys, and checks of their acts' signatures.

    ``check`` is None if signatures cannot be checked: then only their presence is verified.
    """

    def __init__(self, match: str, check: CheckSeatSignature | None) -> None:
        self._match, self._check = match, check
        self._keys: dict[int, list[tuple[int, bytes | None]]] = {}
        self._changes: dict[int, int] = {}
        self._start = ""

    @property
    def seats(self) -> list[int]:
        """The seats with a key, rising."""
        return sorted(self._keys)

    def key_of(self, seat: int) -> str | None:
        """Return the key (base64url) in force of a seat, ``None`` if it brought none."""
        key = self._keys[seat][-1][1] if seat in self._keys else None
        return None if key is None else b64(key)

    def joined(self, seat: int, key: str | None, n: int) -> None:
        """Note the key with which somebody sat down, if any, in entry ``n``."""
        if key is not None:
            self._keys[seat] = [(n, unb64(key))]

    def left(self, seat: int) -> None:
        """Forget the key of the player who gave the seat up."""
        self._keys.pop(seat, None)

    def substituted(self, seat: int, n: int, key: str | None) -> None:
        """Note that somebody else has the seat from entry ``n`` on, with this key; a bot has none and signs nothing."""
        if seat in self._keys:
            self._keys[seat].append((n, None if key is None else unb64(key)))

    def said_here(self, seat: int, head: str, seq: int, signature: str | None) -> None:
        """Check a seat's own signature on its word that it is there, given after the entry with this head."""
        self._of_match(self._act("here", seat, HERE, None, seq, head), signature, "/signature")

    def voted(self, body: Voted, head: str, seq: int) -> None:
        """Check a seat's own signature on its vote, made after the entry with this head."""
        act = self._act("vote", body["seat"], VOTE, None, seq, head)
        act["choice"] = body["choice"]
        if "player" in body:
            act["player"] = body["player"]
        self._of_match(act, body.get("signature"), "/signature")

    def handed(self, body: Handed, seq: int) -> None:
        """Check a seat's own signature on its request to be handed over, and to whom."""
        act = self._act("hand", body["seat"], HAND, None, seq)
        act["choice"] = body["choice"]
        if "player" in body:
            act["player"] = body["player"]
        self._of_match(act, body.get("signature"), "/signature")

    def extended(self, seat: int, head: str, seq: int, signature: str | None) -> None:
        """Check that a seat took more time itself, for the decision whose ``opened`` has this head."""
        self._of_match(self._act("extend", seat, EXTEND, None, seq, head), signature, "/signature")

    def wished(self, seat: int, pause: bool, seq: int, signature: str | None) -> None:
        """Check a seat's own signature on its wish for a pause, or its withdrawal."""
        act = self._act("pause", seat, PAUSE, None, seq)
        act["pause"] = pause
        self._of_match(act, signature, "/signature")

    def requested(self, seat: int, seconds: int, head: str, seq: int, signature: str | None) -> None:
        """Check that a seat asked for more time itself, for the decision whose ``opened`` has this head."""
        act = self._act("request", seat, REQUEST, None, seq, head)
        act["seconds"] = seconds
        self._of_match(act, signature, "/signature")

    def responded(self, seat: int, grant: bool, head: str, seq: int, signature: str | None) -> None:
        """Check a seat's own signature on its answer to the ``requested`` with this head."""
        act = self._act("respond", seat, RESPOND, None, seq, head)
        act["grant"] = grant
        self._of_match(act, signature, "/signature")

    def started(self, head: str) -> None:
        """Note the head after ``started``, which is what acts without a decision are signed over."""
        self._start = head

    def resigned(self, seat: int, signature: str | None) -> None:
        """Check that a seat resigned itself."""
        self._of_match(self._act("resign", seat, RESIGN, None, 1), signature, "/signature")

    def lock(self, opened: Standing, one: LockedSeat, pointer: str) -> None:
        """Check what a seat signed of its lock: its seal, that it took it back, the orders that answer for it."""
        seat, silent, signature = one["seat"], one["custody"] == "absent", one.get("signature")
        if not silent:
            self._own("seal", seat, opened, one["commitment"], one["seq"], signature, pointer)
        elif one["seq"]:
            self._own("withdraw", seat, opened, None, one["seq"], signature, pointer)
        elif signature is not None:
            raise Refuted(f"seat {seat} never acted, but signed it", member=f"{pointer}/signature")
        if "order" in one:
            self._orders(seat, one["order"], one.get("order_seq", 0), one.get("order_signature"), pointer)
        elif "order_signature" in one:
            raise Refuted(f"seat {seat} signed orders that are not there", member=f"{pointer}/order_signature")

    def answer(self, opened: Standing, answer: HiddenAnswer, commitment: str, until: int, pointer: str) -> None:
        """Check what a seat signed of an answer to an open decision, or of the orders that gave it.

        ``until`` is the entry that resolved it: a key that came later did not sign it, even if the log shows the signature
        later. Where nobody signed the orders, they are the default ones of the rules: a replay has to compare with those.
        """
        decision, seat, by, seq, _, signed = answer
        if by == "seat" and (signed is None or isinstance(signed, str)):
            self._own("seal", seat, opened, commitment, seq, signed, pointer, until)
        elif by == "order" and signed is not None and not isinstance(signed, str):
            order, number, signature = signed
            self._orders(seat, order, number, signature, pointer, until)
        elif signed is not None:
            raise Refuted(f"the answer of seat {seat} to {decision} is signed as another's", member=pointer)

    def rekeyed(self, body: Rekeyed, n: int, people: Sequence[int]) -> None:
        """Check that a seat's change of keys is signed by the old one, or agreed to by all others: ``people``."""
        seat, key, consents = body["seat"], body["key"], body.get("consents")
        if self.key_of(seat) is None:
            raise Refuted(f"seat {seat} changes its key, but brought none", member="/seat")
        if ("signature" in body) == (consents is not None):
            raise Refuted("another key needs either a signature by the old one or the others' consent", member="/seat")
        wanted, seq = key_commitment(unb64(key)), self._changes.get(seat, 0) + 1
        self._changes[seat] = seq
        if consents is None:
            self._of_match(self._act("key", seat, KEY, wanted, seq), body.get("signature"), "/signature")
        elif not people or [one for one, _ in consents] != list(people):
            raise Refuted("not every other person at the table agreed to another key", member="/consents")
        else:
            act = self._act("consent", seat, KEY, wanted, seq)
            for place, (other, agreed) in enumerate(consents):
                self._signed(other, act, self._keys.get(other, [])[-1:], agreed, f"/consents/{place}/1")
        self._keys[seat].append((n, unb64(key)))

    def _act(
        self, kind: SignedActKind, seat: int, decision: str, commitment: str | None, seq: int, head: str | None = None
    ) -> SignedAct:
        return SignedAct(
            act=kind,
            commitment=commitment,
            decision=decision,
            head=self._start if head is None else head,
            match=self._match,
            seat=seat,
            seq=seq,
        )

    def _own(
        self,
        kind: SignedActKind,
        seat: int,
        opened: Standing,
        commitment: str | None,
        seq: int,
        signature: str | None,
        pointer: str,
        until: int | None = None,
    ) -> None:
        """Check a seat's act in a decision: by a key in force when it was opened or since, up to entry ``until`` (now)."""
        act = self._act(kind, seat, opened["decision"], commitment, seq, opened["head"])
        keys = self._up_to(seat, until)
        first = max((place for place, (n, _) in enumerate(keys) if n <= opened["n"]), default=0)
        self._signed(seat, act, keys[first:], signature, f"{pointer}/signature")

    def _orders(
        self, seat: int, order: str, seq: int, signature: str | None, pointer: str, until: int | None = None
    ) -> None:
        """Check the act that put orders in force, by the key of entry ``until`` (now)."""
        act = self._act("order", seat, ORDERS, order, seq)
        self._signed(seat, act, self._up_to(seat, until)[-1:], signature, f"{pointer}/order_signature")

    def _of_match(self, act: SignedAct, signature: str | None, member: str) -> None:
        """Check an act of the whole match: the key that is in force now has signed it."""
        self._signed(act["seat"], act, self._keys.get(act["seat"], [])[-1:], signature, member)

    def _up_to(self, seat: int, until: int | None) -> list[tuple[int, bytes | None]]:
        """Return a seat's keys up to entry ``until`` (None: up to now), each with its entry; a bot's time has None as key."""
        return [(n, key) for n, key in self._keys.get(seat, []) if until is None or n <= until]

    def _signed(
        self, signer: int, act: SignedAct, keys: Sequence[tuple[int, bytes | None]], signature: str | None, member: str
    ) -> None:
        """Check that there is a signature where the signer had a key all the while, and that it holds under one of these.

        Where a bot had the seat for a part of it, its answer is not signed.
        """
        what = f"seat {signer} in {act['decision']}: its act"
        had = [key for _, key in keys if key is not None]
        if (signature is None and had and len(had) == len(keys)) or (signature is not None and not had):
            wrong = "is not signed" if signature is None else "is signed, but the seat brought no key"
            raise Refuted(f"{what} {wrong}", member=member)
        if signature is None or self._check is None:
            return
        message, raw = act_bytes(act), unb64(signature)
        if not any(self._check(key, message, raw) for key in had):
            raise Refuted(f"{what} has a signature that does not hold", member=member)
