"""Answers to open decisions: which acts they were, said at once or hidden behind proofs until the end (section 12.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.protocol import bodies
from engine.protocol.acts import HiddenAnswer, answer_proof
from engine.protocol.canon import same
from engine.protocol.log import milliseconds, too_late_from
from engine.protocol.seal import Opening, commitment
from engine.verifier.refuted import Refuted
from engine.verifier.sealed import OrdersInForce
from engine.verifier.seat_keys import SIGNED, signed_of

if TYPE_CHECKING:
    from engine.verifier.transcript import Standing, Transcript


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
        """Check that an answer to an open decision is that of its opening, and says which act it was, or hides it."""
        if body["faults"]:
            raise Refuted(f"{decision} is not sealed but has faults", member="/faults")
        openings = cast("list[Opening]", body["openings"])
        if [one["seat"] for one in openings] != opened["seats"]:
            raise Refuted(f"the openings of {decision} are not one of each seat asked", member="/openings")
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
            raise Refuted(f"the answer of seat {seat} to {decision} shows what it hides", member=pointer)

    def answered(self, body: bodies.Answered) -> None:
        """Check what the log tells of answers that proofs hid, and of those that lapsed."""
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
