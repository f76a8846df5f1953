"""A sealed decision in the log: its lock, the deadline for openings, and the answers, which must be those of the lock.

Protocol sections 3 to 5 and 12.4; which standing orders were in force is kept here, too. So are answers to open decisions:
which acts they were, said at once or hidden behind proofs until the end (section 12.5).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from engine.protocol import bodies
from engine.protocol.acts import HiddenAnswer, answer_proof
from engine.protocol.agreements import Extended as TakenTime
from engine.protocol.agreements import Granted, OperatorExtended, Stopped
from engine.protocol.bodies import Extended, Locked, Resolved
from engine.protocol.canon import same
from engine.protocol.log import milliseconds, too_late_from
from engine.protocol.seal import Opening, commitment
from engine.verifier import Refuted
from engine.verifier.seat_keys import SIGNED, signed_of

if TYPE_CHECKING:
    from engine.verifier.transcript import Standing, Transcript


LEAST_GIVEN = 1_000
"""An extension gives at least so much (ms)."""
UNOPENED = ("unopened", "escrow-failed")
"""Faults that end the waiting for an opening."""


def check_locked_seat(decision: str, one: bodies.LockedSeat, pointer: str) -> None:
    """Check what a lock lists for a seat."""
    absent = one["custody"] == "absent"
    if not absent and one["seq"] == 0:
        raise Refuted(f"seat {one['seat']} sealed {decision} without an act", member=f"{pointer}/seq")
    if not absent and "order" in one:
        raise Refuted(f"seat {one['seat']} answered {decision} itself, not by an order", member=f"{pointer}/order")


def check_answers(
    decision: str, asked: Sequence[int], locks: Mapping[int, bodies.LockedSeat], body: bodies.Resolved
) -> None:
    """Check that every seat asked has an opening or a fault, and the move and the name that go with its lock."""
    given = cast("list[Opening]", body["openings"])
    openings = {opening["seat"]: opening for opening in given}
    faults = {fault["seat"] for fault in body["faults"]}
    for place, fault in enumerate(body["faults"]):
        _check_fault(decision, fault, locks.get(fault["seat"]), f"/faults/{place}")
    if [seat for seat in asked if seat in openings] != [opening["seat"] for opening in given]:
        reason = f"the openings of {decision} are not one of a seat in the order of the seats"
        raise Refuted(reason, member="/openings")
    if [seat for seat in asked if seat in faults] != [fault["seat"] for fault in body["faults"]]:
        reason = f"the faults of {decision} are not one of a seat in the order of the seats"
        raise Refuted(reason, member="/faults")
    for place, move in enumerate(body["moves"]):
        seat = move["seat"]
        if wrong := _contradiction(move, locks[seat], openings.get(seat), seat in faults):
            raise Refuted(f"seat {seat} in {decision} {wrong}", member=f"/moves/{place}")


def _check_fault(decision: str, fault: bodies.Fault, locked: bodies.LockedSeat | None, pointer: str) -> None:
    """Check that a seat is blamed only for what its custody leaves to it."""
    seat, kind = fault["seat"], fault["fault"]
    custody = None if locked is None else locked["custody"]
    if custody in (("escrow", "mail") if kind == "escrow-failed" else ("client",)):
        return
    reason = f"seat {seat} in {decision} is blamed with {kind!r}, but its opening was not its own to keep"
    if kind == "escrow-failed":
        reason = f"the box of seat {seat} in {decision} is said to have failed, but there was none"
    raise Refuted(reason, member=pointer)


def _contradiction(move: bodies.Answer, locked: bodies.LockedSeat, opening: Opening | None, fault: bool) -> str | None:
    """Say how an answer contradicts its lock, opening or fault; ``None`` if it does not."""
    by, absent, opened = move["by"], locked["custody"] == "absent", opening is not None
    reasons = {
        "needs exactly one of an opening and a fault": opened == fault,
        "has another move than the one it opened": opening is not None and not same(opening["move"], move["move"]),
        "was absent or at fault, but a move is called its own": by == "seat" and (fault or absent),
        f"answered, but its move is called a {by}": by != "seat" and opened and not absent,
        f"was at fault, but its move is called a {by}": by == "order" and fault,
        f"has a move that is called a {by}, its lock says otherwise": absent and (by == "order") != ("order" in locked),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def check_salts(body: bodies.Resolved, locks: Mapping[int, bodies.LockedSeat], used: Set[str]) -> set[str]:
    """Return the salts that an entry publishes, those of faults too.

    Salts are judged where the seat alone had its opening to keep: a used one is a fault, and a fault names a used one.

    :param used: the salts that earlier entries published.
    """
    faults = body["faults"]
    given = [
        (opening, "", f"/openings/{place}") for place, opening in enumerate(cast("list[Opening]", body["openings"]))
    ]
    given += [(one["opening"], one["fault"], f"/faults/{n}") for n, one in enumerate(faults) if "opening" in one]
    shown: set[str] = set()
    for opening, fault, pointer in sorted(given, key=lambda one: (_kept(locks, one[0]), one[0]["seat"])):
        seat, salt = opening["seat"], opening["salt"]
        reused = salt in used or salt in shown
        if _kept(locks, opening) and reused != (fault == "salt-reused"):
            reason = (
                f"the salt of seat {seat} in {body['decision']} was {'used before' if reused else 'not used before'}"
            )
            raise Refuted(reason, member=pointer)
        shown.add(salt)
    return shown


def _kept(locks: Mapping[int, bodies.LockedSeat], opening: Opening) -> bool:
    return locks[opening["seat"]]["custody"] == "client"


def awaited_until(period: int, body: Locked, at: int) -> int | None:
    """Return the deadline (ms) that a lock sets for openings, or None if it expects none.

    :param period: the time (ms) for openings after a lock, as the decision says; :param at: when it was locked.
    :raises Refuted: when it is another instant, or says too much or too little.
    """
    custodies = {one["custody"] for one in body["seats"]}
    until = body.get("opening_deadline")
    if until is None:
        if "client" in custodies:
            reason = f"{body['decision']} awaits openings, but its lock does not say until when"
            raise Refuted(reason, member="/opening_deadline")
        return None
    if custodies == {"absent"}:
        raise Refuted(f"the lock of {body['decision']} awaits openings of nobody", member="/opening_deadline")
    if milliseconds(until) != at + period:
        reason = f"the openings of {body['decision']} are awaited for another span than it was opened with"
        raise Refuted(reason, member="/opening_deadline")
    return milliseconds(until)


def extended_until(
    period: int, body: Extended | Granted | OperatorExtended | Stopped | TakenTime, awaited: int | None, *, locked: bool
) -> int | None:
    """Return the deadline (ms) for openings after an extension of a sealed decision, or None before its lock.

    :param awaited: the deadline before; :raises Refuted: when an opening gets less time than it had.
    """
    decision, until = body["decision"], body.get("opening_deadline")
    if until is None:
        raise Refuted(f"{decision} is extended, but not said until when it may be opened", member="/opening_deadline")
    if not locked:
        if milliseconds(until) != milliseconds(body["deadline"]) + period:
            reason = f"the openings of {decision} are awaited for another span than it was opened with"
            raise Refuted(reason, member="/opening_deadline")
        return None
    if awaited is None or milliseconds(until) < awaited:
        raise Refuted(f"the time to open {decision} is shortened, or nobody opens it", member="/opening_deadline")
    return milliseconds(until)


def check_lost(body: Extended, went_on: int, at: int, moved: int) -> None:
    """Check the times that an extension gives back; all in milliseconds.

    :param went_on: when the last entry before it was written that extends nothing: the server ran the match then.
    :param moved: by how much somebody's time became longer.
    :raises Refuted: when times are not in order, or the match went on meanwhile, or less is given than was lost or a second.
    """
    ended, total = went_on, 0
    for place, one in enumerate(body["lost"]):
        since, until = milliseconds(one["since"]), milliseconds(one["until"])
        if not ended <= since < until <= at:
            reason = f"{body['decision']} is extended for a time in which the match went on, or that is not over"
            raise Refuted(reason, member=f"/lost/{place}")
        ended, total = until, total + until - since
    if moved < LEAST_GIVEN:
        raise Refuted(f"{body['decision']} is extended by less than a second", member="/deadline")
    if moved < total:
        raise Refuted(f"{body['decision']} is extended by less than was lost", member="/deadline")


def check_faults_in_time(body: Resolved, awaited: int | None, at: int) -> None:
    """Check that no seat is called silent before the deadline for its opening; times in milliseconds."""
    for place, fault in enumerate(body["faults"]):
        if fault["fault"] in UNOPENED and (awaited is None or at < too_late_from(awaited)):
            reason = f"seat {fault['seat']} in {body['decision']} is called {fault['fault']} before its time was over"
            raise Refuted(reason, member=f"/faults/{place}/fault")


@dataclass(frozen=True)
class OrdersInForce:
    """The orders that answered for a seat: the number of their act and their commitment."""

    seq: int
    commitment: str


class OrdersUsed:
    """The orders that the log says answered for a seat, by the entries that they answered in."""

    def __init__(self) -> None:
        self.by_seat: dict[int, list[tuple[int, OrdersInForce]]] = {}

    def note(self, seat: int, n: int, now: OrdersInForce, pointer: str) -> None:
        """Note what answered in entry ``n``; :raises Refuted: when it had been replaced before, or was not set yet."""
        used = self.by_seat.setdefault(seat, [])
        place = bisect(used, n, key=lambda one: one[0])
        pairs = [(used[place - 1][1], now)] if place else []
        pairs += [(now, used[place][1])] if place < len(used) else []
        if any(last.seq > later.seq or (last.seq == later.seq and last != later) for last, later in pairs):
            reason = f"seat {seat} in entry {n}: these orders are not those after the ones before"
            raise Refuted(reason, member=f"{pointer}/order_seq")
        used.insert(place, (n, now))


class OpenAnswers:
    """The answers to open decisions that a log tells."""

    def __init__(self, log: Transcript) -> None:
        self._log = log
        self.given: dict[tuple[str, int], HiddenAnswer] = {}
        """By decision and seat: at once, or, where proofs hide them, at the end."""
        self.lapsed: dict[tuple[str, int, int], str] = {}
        """Time of receipt of each answer that was taken back, by decision, seat and number."""
        self.listed: list[HiddenAnswer] = []
        """Answers listed by ``answered`` so far."""
        self._hidden: list[tuple[str, int]] = []
        self._hides: bool | None = None

    def by_orders(self) -> int:
        """Return how many answers standing orders gave, those that proofs hid until the end, too."""
        return sum(by == "order" for _, _, by, *_ in self.given.values())

    def resolved(self, decision: str, opened: Standing, body: bodies.Resolved) -> None:
        """Check that the answers to an open decision match their openings, and that each names its act or hides it by a proof."""
        if body["faults"]:
            raise Refuted(f"{decision} is not sealed but has faults", member="/faults")
        openings = cast("list[Opening]", body["openings"])
        if [one["seat"] for one in openings] != opened["seats"]:
            raise Refuted(f"the openings of {decision} must be exactly one for each seat asked", member="/openings")
        for place, (opening, move) in enumerate(zip(openings, body["moves"], strict=True)):
            self._log.belongs(decision, opened, opening, f"/openings/{place}")
            self._log.openings[decision, opening["seat"]] = opening
            self._log.salts.add(opening["salt"])
            if not same(opening["move"], move["move"]):
                reason = f"seat {move['seat']} in {decision} has another move than its opening"
                raise Refuted(reason, member=f"/moves/{place}/move")
            self._one_answer(decision, move, f"/moves/{place}")

    def _one_answer(self, decision: str, move: bodies.Answer, pointer: str) -> None:
        seat = move["seat"]
        if ("seq" in move) == ("proof" in move):
            raise Refuted(f"the answer of seat {seat} to {decision} has either a seq or a proof", member=pointer)
        self._hides = "proof" in move if self._hides is None else self._hides
        if self._hides != ("proof" in move):
            raise Refuted(f"the answer of seat {seat} to {decision}: only some answers have proofs", member=pointer)
        if "proof" in move and (move["by"] == "order" or move["received"] is not None):
            raise Refuted(f"the answer of seat {seat} to {decision} tells what its proof hides", member=pointer)
        if "seq" in move:
            own = move["by"] == "seat"
            if own != (move["received"] is not None) or (own and not move["seq"]):
                raise Refuted(f"the answer of seat {seat} to {decision} is not that of an act", member=pointer)
            given: HiddenAnswer = (decision, seat, move["by"], move["seq"], move["received"], signed_of(move, pointer))
            self._signed(given, pointer)
            self.given[decision, seat] = given
        else:
            self._hidden.append((decision, seat))
        if "proof" in move and SIGNED & move.keys():
            raise Refuted(f"the answer of seat {seat} to {decision} has a proof and also what it hides", member=pointer)

    def answered(self, body: bodies.Answered) -> None:
        """Check the log's later statements on answers hidden by proofs, and on answers that lapsed."""
        for place, one in enumerate(body["answers"]):
            decision, seat, by, seq, received, signed = one
            opened = self._log.decisions.get(decision)
            pointer = f"/answers/{place}"
            if opened is None or opened["sealed"] or seat not in opened["seats"]:
                raise Refuted(f"seat {seat} is said to have answered {decision}, which does not ask it", member=pointer)
            own = by in ("seat", "lapsed")
            if own != (received is not None) or (own and not seq):
                raise Refuted(f"the answer of seat {seat} to {decision} is not that of an act", member=pointer)
            end = opened["deadline"]
            if end is not None and received is not None and milliseconds(received) >= too_late_from(milliseconds(end)):
                raise Refuted(f"the answer of seat {seat} to {decision} came after the deadline", member=pointer)
            where = self._log.resolved_at.get(decision) if by == "seat" else None
            until = None if where is None else self._log.entries[where - 1]["at"]
            self._log.received_by(received, until, f"the answer of seat {seat} to {decision}", pointer)
            if by == "lapsed":
                if (decision, seat, seq) in self.lapsed:
                    raise Refuted(f"an answer of seat {seat} to {decision} lapses twice", member=pointer)
                self.lapsed[decision, seat, seq] = cast(str, received)
            else:
                self._list(one, pointer)
            if (decision, seat) in self._log.openings:
                self._signed((decision, seat, by, seq, received, signed), pointer)
            elif signed is not None:
                raise Refuted(f"{decision} was not answered, but is signed", member=pointer)

    def _signed(self, answer: HiddenAnswer, pointer: str) -> None:
        """Check what the seat signed of its answer to an open decision, and that its orders were in force."""
        decision, seat, *_, signed = answer
        where = self._log.resolved_at.get(decision, len(self._log.entries) + 1)
        sealed = commitment(self._log.openings[decision, seat])
        self._log.keys.answer(self._log.decisions[decision], answer, sealed, where, pointer)
        if signed is not None and not isinstance(signed, str):
            order, seq, _ = signed
            self._log.orders.note(seat, where, OrdersInForce(seq, order), pointer)

    def _list(self, one: HiddenAnswer, pointer: str) -> None:
        """Check that it is the turn of this answer to be listed; from here on it is known."""
        decision, seat, by = one[:3]
        if (decision, seat) not in self._hidden[len(self.listed) : len(self.listed) + 1]:
            reason = "answered does not list the answers that proofs hide, in the order of the log"
            raise Refuted(reason, member=pointer)
        shown = self._log.answers[decision, seat]["by"]
        if (shown == "fallback") != (by == "fallback"):
            reason = f"the answer of seat {seat} to {decision} was called {shown}, and was one by {by}"
            raise Refuted(reason, member=pointer)
        self.listed.append(one)
        self.given[decision, seat] = one

    def compare(self, server_seed: bytes) -> None:
        """Hold what ``answered`` lists against the answers and their proofs."""
        if len(self.listed) != len(self._hidden):
            raise Refuted("answered does not list all answers that proofs hide")
        for one in self.listed:
            decision, seat = one[:2]
            shown = self._log.answers[decision, seat]
            if shown["proof"] != answer_proof(server_seed, self._log.created["match"], one):
                raise Refuted(f"the answer of seat {seat} to {decision} is not the one that its proof hid")
        for decision, seat, by, seq, *_ in self.given.values():
            lapsed = max((number for one, other, number in self.lapsed if (one, other) == (decision, seat)), default=0)
            if seq <= lapsed if by == "seat" else seq != lapsed:
                raise Refuted(
                    f"act {seq} of seat {seat} in {decision}: the answer by {by} does not follow from its acts"
                )
            if by == "order":
                self._log.absence.orders_end(seat, self._log.resolved_at[decision], "")
