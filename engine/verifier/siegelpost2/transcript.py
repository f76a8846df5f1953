"""The transcript of a match of siegelpost/2: what section 12 of the protocol page adds to the checks of the first pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from engine.protocol import bodies
from engine.protocol.bodies import Closed, Left, Opened, Resolved
from engine.protocol.canon import b64, same, unb64
from engine.protocol.deadline import too_late_from
from engine.protocol.forms import Form
from engine.protocol.log import Entry, milliseconds, timestamp
from engine.protocol.seal import Opening, commitment
from engine.protocol.siegelpost2 import absence as absences
from engine.protocol.siegelpost2 import bodies as bodies2
from engine.protocol.siegelpost2.answers import HiddenAnswer, answer_proof
from engine.protocol.siegelpost2.bodies import (
    SEATED,
    Answer,
    Answered,
    Extended,
    Fault,
    Locked,
    LockedSeat,
    Rekeyed,
    Resigned,
)
from engine.protocol.siegelpost2.body_forms import FORMS_2
from engine.protocol.siegelpost2.extensions import Extended as TakenTime
from engine.protocol.siegelpost2.handing import Handed, Kept
from engine.protocol.siegelpost2.operator_extensions import OperatorExtended
from engine.protocol.siegelpost2.pauses import Moved, Paused, Resumed, Wished
from engine.protocol.siegelpost2.stopping import STOPPED
from engine.protocol.siegelpost2.time_requests import REQUEST, RESPOND, Granted, Requested, Responded
from engine.protocol.siegelpost2.vacations import Stopped, Stops
from engine.verifier.refuted import Refuted
from engine.verifier.sealed import check_salts
from engine.verifier.siegelpost2.absence import AbsenceLog
from engine.verifier.siegelpost2.extensions import ExtensionLog
from engine.verifier.siegelpost2.pauses import PauseLog
from engine.verifier.siegelpost2.sealed import (
    LEAST_GIVEN,
    OrdersInForce,
    OrdersUsed,
    awaited_until,
    check_faults_in_time,
    check_lost,
    extended_until,
)
from engine.verifier.siegelpost2.seat_keys import SIGNED, SeatKeys, signed_of
from engine.verifier.siegelpost2.seeding import BOT, SeedingLog, chance_facts
from engine.verifier.siegelpost2.time_requests import OperatorTimeLog, TimeRequestLog
from engine.verifier.transcript import Body, Check, Standing, Transcript

AFTER_RESIGNING = ("resigned", "answered", "disclosed", "closed")
"""What may follow ``resigned``: the step that writes it closes the match."""
AT_THE_END = ("answered", "disclosed")
"""What may stand between the end of a match and ``closed``."""


@dataclass(frozen=True)
class Resignation:
    """The entry ``n`` that says that a seat resigned, and when its act was received (RFC 3339)."""

    n: int
    received: str


class Transcript2(Transcript):
    """The log of a match of siegelpost/2 as far as it was read."""

    forms: ClassVar[Mapping[str, Form]] = FORMS_2
    logs_openings: ClassVar[bool] = False

    seeding: SeedingLog
    """How the seed came about; there once the match was created."""
    resigned: dict[int, Resignation]
    """The seats that have resigned."""
    given: dict[tuple[str, int], HiddenAnswer]
    """The answers to open decisions by decision and seat: at once, or, where proofs hide them, at the end."""
    keys: SeatKeys
    """The keys that seats brought."""
    lapsed: dict[tuple[str, int, int], str]
    """When an answer that was taken back had been received, by decision, seat and number."""
    absence: AbsenceLog
    """Who was missed, and what was decided then; there once the match was created."""
    extensions: ExtensionLog
    """What more time seats took; there once the match was created."""
    pauses: PauseLog
    """Who wanted a pause, and whether the match stands still; there once the match was created."""
    requests: TimeRequestLog
    """Who asked the others for more time, and what they said; there once the match was created."""
    _operator: OperatorTimeLog
    _vacation: Stops | None
    excepted: set[tuple[str, int]]
    """Decisions and seats in a lock that have not the custody that the match demands."""

    @property
    def seats_unchecked(self) -> bool:
        """Whether seats signed what they did and nobody checked it."""
        return bool(self.keys.seats) and self._check_seat is None

    @property
    def signing_seats(self) -> list[int]:
        """The seats whose own signatures were checked, rising."""
        return [] if self.seats_unchecked else self.keys.seats

    def key_of(self, seat: int) -> str | None:
        """Return the public key (base64url) that a seat signs with now."""
        return self.keys.key_of(seat)

    def checks(self) -> dict[str, Check]:
        """Return the check of each type of entry."""
        self.resigned = {}
        self.given = {}
        self.lapsed = {}
        self.excepted = set()
        self.gone: set[str] = set()
        """Decisions that a pause gave no time back: the rules had taken them back."""
        self._periods: dict[str, int] = {}
        self._awaited: dict[str, int] = {}
        self.orders = OrdersUsed()
        self._listed: list[HiddenAnswer] = []
        self._hidden: list[tuple[str, int]] = []
        self._hides: bool | None = None
        return {
            **super().checks(),
            "seated": self._seated,
            "revealed": self._revealed,
            "resigned": self._resigned,
            "rekeyed": self._rekeyed,
            "answered": self._answered,
            "absent": self._absent,
            "polled": self._polled,
            "voted": self._voted,
            "returned": self._returned,
            "substituted": self._substituted,
            "volunteered": self._volunteered,
            "declined": self._declined,
            "handed": self._handed,
            "kept": self._kept,
            "wished": self._wished,
            "requested": self._requested,
            "responded": self._responded,
            "paused": self._paused,
            "resumed": self._resumed,
        }

    def open_orders(self) -> int:
        """Return how many answers to open decisions standing orders gave, those that proofs hid until the end, too."""
        return sum(by == "order" for _, _, by, *_ in self.given.values())

    def chance(self) -> dict[str, int | str | list[int]]:
        """Return who gave entropy in whose custody, and which beacon was mixed in."""
        return chance_facts(self.seeding)

    def _not_gone(self, decision: str) -> None:
        if decision in self.gone:
            raise Refuted(f"{decision} goes on, but a pause gave it no time back", member="/decision")

    def _custody(self, decision: str, one: bodies.LockedSeat, _: str) -> None:
        """Note a seat outside the custody that the match demands: only the rules know whether this decision excepts it."""
        if self.outside_demand(one):
            self.excepted.add((decision, one["seat"]))

    def _opened(self, said: Body, entry: Entry) -> None:
        super()._opened(said, entry)
        body = cast(Opened, said)
        if body["sealed"] and body["deadline"] is None:
            raise Refuted(f"{body['decision']} is sealed, but nobody waits for it", member="/deadline")
        if body["deadline"] is not None and "opening_deadline" in body:
            end = milliseconds(body["deadline"])
            period = milliseconds(body["opening_deadline"]) - end
            if period > end - milliseconds(entry["at"]):
                reason = f"the openings of {body['decision']} are awaited longer than its answers"
                raise Refuted(reason, member="/opening_deadline")
            self._periods[body["decision"]] = period

    def _locked(self, said: Body, entry: Entry) -> None:
        super()._locked(said, entry)
        body = cast(Locked, said)
        decision = body["decision"]
        self._not_gone(decision)
        self.requests.ended(decision)
        until = awaited_until(self._periods.get(decision, 0), body, milliseconds(entry["at"]))
        if until is not None:
            self._awaited[decision] = until
        for place, one in enumerate(body["seats"]):
            self.keys.lock(self.decisions[decision], one, f"/seats/{place}")
            if "order_seq" in one:
                self.absence.orders_end(one["seat"], entry["n"], f"/seats/{place}/order")
                orders = OrdersInForce(one["order_seq"], one["order"])
                self.orders.note(one["seat"], entry["n"], orders, f"/seats/{place}")

    def _extended(self, said: Body, entry: Entry) -> None:
        body = cast("Extended | Granted | OperatorExtended | Stopped | TakenTime", said)
        decision = body["decision"]
        before = self._end_of(decision)
        self._not_gone(decision)
        if decision == SEATED:
            self.seeding.extended(said)
        else:
            super()._extended(said, entry)
            if self.decisions[decision]["sealed"]:
                locked = decision in self.locks
                until = extended_until(self._periods.get(decision, 0), body, self._awaited.get(decision), locked=locked)
                if until is not None:
                    self._awaited[decision] = until
        moved = (self._end_of(decision) or 0) - (before or 0)
        if body["by"] == "seat":
            self._taken(body, entry, before)
            return
        if body["by"] == "vacation":
            self._stopped(body, moved)
            return
        if body["by"] == "agreement":
            self._granted(body, entry, before, moved)
            return
        if body["by"] == "operator":
            if decision == SEATED:
                raise Refuted("the operator gives time to reveal, which he never does", member="/decision")
            self._operator.given(body, entry, before, moved)
            return
        went_on = next(milliseconds(one["at"]) for one in reversed(self.entries) if not _gives_back(one))
        check_lost(body, went_on, milliseconds(entry["at"]), moved)

    def _taken(self, body: TakenTime, entry: Entry, before: int | None) -> None:
        """Check more time that a seat takes itself; ``before`` is until when answers were awaited (ms)."""
        decision, seat = body["decision"], body["seat"]
        standing = self.decisions.get(decision)
        if standing is None or before is None:
            raise Refuted(f"seat {seat} takes more time for {decision}, which is no decision", member="/decision")
        number = self.extensions.taken(body, entry, standing["seats"], before, locked=decision in self.locks)
        self.absence.demand_person(seat, "takes more time")
        self.keys.extended(seat, standing["head"], number, body.get("signature"))
        self.absence.acted(seat, entry, "extend")

    def _granted(self, body: Granted, entry: Entry, before: int | None, moved: int) -> None:
        """Check more time that the others grant; ``before`` is until when answers were awaited (ms), ``moved`` by how much."""
        decision = body["decision"]
        self._can_be_moved(decision, entry, before, body["seat"])
        self.requests.granted(body, moved, self.absence.asked_people())

    def _can_be_moved(self, decision: str, entry: Entry, before: int | None, seat: int) -> Standing:
        """Return a decision that waits for a seat's answer and may have more time; ``before`` is its deadline (ms)."""
        standing = self.decisions.get(decision)
        if standing is None or decision in self.resolved_at or seat not in standing["seats"]:
            raise Refuted(f"seat {seat} asks for more time for {decision}, which does not ask it", member="/decision")
        late = before is None or milliseconds(entry["at"]) >= too_late_from(before)
        if late or decision in self.locks:
            raise Refuted(f"seat {seat} asks for more time for {decision}, whose time was over", member="/decision")
        return standing

    def _requested(self, said: Body, entry: Entry) -> None:
        body = cast(Requested, said)
        self._running("a seat asks for more time")
        decision, seat = body["decision"], self._seat(body["seat"], "/seat")
        standing = self._can_be_moved(decision, entry, self._end_of(decision), seat)
        self._not_gone(decision)
        self.absence.demand_person(seat, "asks for more time")
        self.absence.acted(seat, entry, REQUEST)
        number = self.requests.requested(body, b64(self._head), self.absence.asked_people())
        self.keys.requested(seat, body["seconds"], standing["head"], number, body.get("signature"))

    def _responded(self, said: Body, entry: Entry) -> None:
        body = cast(Responded, said)
        self._running("a seat answers who asks for more time")
        decision, seat = body["decision"], self._seat(body["seat"], "/seat")
        self._can_be_moved(decision, entry, self._end_of(decision), body["requester"])
        self._not_gone(decision)
        if seat not in self.absence.asked_people():
            raise Refuted(f"seat {seat} is not asked whether it grants more time", member="/seat")
        self.absence.acted(seat, entry, RESPOND)
        head, number = self.requests.responded(body, self.absence.asked_people())
        self.keys.responded(seat, body["grant"], head, number, body.get("signature"))

    def _stopped(self, body: Stopped, moved: int) -> None:
        """Check that the clock may stop for a seat's vacation; ``moved`` is by how much (ms)."""
        decision, seat = body["decision"], body["seat"]
        if self._vacation is None:
            raise Refuted("this match has not agreed that the clock stops for vacations", member="/by")
        if decision == SEATED or seat not in self.decisions[decision]["seats"]:
            raise Refuted(f"the clock of {decision} stops for seat {seat}, which it does not ask", member="/seat")
        self.absence.demand_person(seat, "is on vacation")
        if moved < LEAST_GIVEN:
            raise Refuted(f"the clock of {decision} stops for less than a second", member="/deadline")

    def _end_of(self, decision: str) -> int | None:
        """Return until when (ms) a decision awaits answers, or after its lock openings; ``None`` where nothing is awaited."""
        if decision == SEATED:
            return self.seeding.deadline
        standing = self.decisions.get(decision)
        if standing is None or standing["deadline"] is None:
            return None
        return self._awaited.get(decision) if decision in self.locks else milliseconds(standing["deadline"])

    def _sealed_answers(self, decision: str, opened: Standing, body: Resolved) -> None:
        """Check openings against the lock, the refused ones too; who is called silent had his time."""
        for place, opening in enumerate(cast("list[Opening]", body["openings"])):
            self._is_locked(decision, opened, opening, f"/openings/{place}")
            self.openings[decision, opening["seat"]] = opening
        self._answers_of_the_lock(decision, opened, body)
        for place, fault in enumerate(cast("list[Fault]", body["faults"])):
            if "opening" in fault:
                self._is_locked(decision, opened, fault["opening"], f"/faults/{place}/opening")
                if fault["opening"]["seat"] != fault["seat"]:
                    reason = f"seat {fault['seat']} in {decision} is blamed with the opening of another"
                    raise Refuted(reason, member=f"/faults/{place}/opening/seat")
        self._salts |= check_salts(body, self.locks[decision], self._salts)
        check_faults_in_time(body, self._awaited.get(decision), self._last)

    def _follows(self, entry: Entry) -> None:
        super()._follows(entry)
        if self.entries:
            self.seeding.follows(entry["type"])
            self.absence.follows(entry["type"])
            self.requests.follows(entry)
            if self.started_at is not None:
                self.pauses.follows(entry["type"], self.absence.asked_people())
        if self.resigned and entry["type"] not in AFTER_RESIGNING:
            raise Refuted(f"a seat had resigned, but the match goes on with {entry['type']}")
        if self._listed and entry["type"] not in ("answered", "disclosed", "closed"):
            raise Refuted("an entry between answered and closed")

    def _created(self, said: Body, entry: Entry) -> None:
        super()._created(said, entry)
        self.keys = SeatKeys(self.created["match"], self._check_seat)
        body = cast(bodies2.Created, said)
        self.seeding = SeedingLog(body)
        self.pauses = PauseLog(body.get("pauses"))
        self.requests = TimeRequestLog(body.get("time_requests"))
        self._operator = OperatorTimeLog(body.get("operator_extensions"))
        self._vacation = body.get("vacation")
        self.extensions = ExtensionLog(body.get("extensions"))
        self.absence = AbsenceLog(body.get("absence"), body["seats"], body["custody"])

    def _joined(self, said: Body, entry: Entry) -> None:
        body = cast(bodies2.Joined, said)
        if body["player"] in self._seats and not body["player"].startswith(BOT):
            raise Refuted("somebody joined who sits in another seat", member="/player")
        super()._joined(said, entry)
        self.seeding.joined(body, entry)
        self.keys.joined(body["seat"], body.get("key"), entry["n"])

    def _left(self, said: Body, entry: Entry) -> None:
        super()._left(said, entry)
        self.seeding.left(cast(Left, said)["seat"])
        self.keys.left(cast(Left, said)["seat"])

    def _seated(self, said: Body, entry: Entry) -> None:
        self.seeding.seated(cast(bodies2.Seated, said), entry, self._seats)

    def _revealed(self, said: Body, entry: Entry) -> None:
        self.seeding.revealed(cast(bodies2.Revealed, said), entry)

    def _started(self, said: Body, entry: Entry) -> None:
        super()._started(said, entry)
        self.seeding.started(cast(bodies2.Started, said), entry)
        self.keys.started(b64(self._head))
        self.absence.people = self._seats

    def _resigned(self, said: Body, entry: Entry) -> None:
        body = cast(Resigned, said)
        self._running("a seat resigns")
        seat = self._seat(body["seat"], "/seat")
        self.absence.demand_person(seat, "resigns")
        if seat in self.resigned:
            raise Refuted(f"seat {seat} resigns twice", member="/seat")
        self._received_by(body["received"], None, f"the act of seat {seat} to resign", "")
        self.keys.resigned(seat, body.get("signature"))
        self.resigned[seat] = Resignation(entry["n"], body["received"])

    def _rekeyed(self, said: Body, entry: Entry) -> None:
        body = cast(Rekeyed, said)
        self._running("a seat changes its key")
        seat = self._seat(body["seat"], "/seat")
        people = [
            other
            for other, player in enumerate(self._seats)
            if other != seat and player is not None and not player.startswith(BOT)
        ]
        self.keys.rekeyed(body, entry["n"], people)

    def _absent(self, said: Body, entry: Entry) -> None:
        self._running("a seat is called absent")
        self.absence.absent(cast(absences.Absent, said), entry, b64(self._head))

    def _polled(self, said: Body, entry: Entry) -> None:
        self._running("the others are asked")
        self.absence.polled(cast(absences.Polled, said), entry, b64(self._head))

    def _voted(self, said: Body, entry: Entry) -> None:
        body = cast(absences.Voted, said)
        self._running("a seat votes")
        head, number = self.absence.voted(body, entry)
        self.keys.voted(body, head, number)

    def _returned(self, said: Body, entry: Entry) -> None:
        body = cast(absences.Returned, said)
        self._running("a seat is back")
        head, number = self.absence.returned(body, entry)
        if body["by"] == "seat":
            self.keys.said_here(body["seat"], head, number, body.get("signature"))

    def _substituted(self, said: Body, entry: Entry) -> None:
        body = cast(absences.Substituted, said)
        self._running("somebody takes over a seat")
        self.absence.substituted(body, entry)
        self.requests.substituted(body["seat"])
        self._seats[body["seat"]] = body["player"]
        self.keys.substituted(body["seat"], entry["n"], body.get("key"))

    def _volunteered(self, said: Body, entry: Entry) -> None:
        body = cast(absences.Volunteered, said)
        self._running("somebody is ready to play on")
        self.absence.volunteered(
            body, b64(self._head), seated=body["player"] in self._seats, signs=body["seat"] in self.keys.seats
        )

    def _handed(self, said: Body, entry: Entry) -> None:
        body = cast(Handed, said)
        self._running("a seat is handed over")
        number = self.absence.handed(body, entry, b64(self._head))
        self.keys.handed(body, number)

    def _kept(self, said: Body, entry: Entry) -> None:
        self._running("a seat stays with its player")
        self.absence.kept(cast(Kept, said), entry)

    def _declined(self, said: Body, entry: Entry) -> None:
        self._running("somebody is not ready any more")
        self.absence.declined(cast(absences.Declined, said))

    def _wished(self, said: Body, entry: Entry) -> None:
        body = cast(Wished, said)
        self._running("a seat wants a pause")
        seat = self._seat(body["seat"], "/seat")
        number = self.pauses.wished(body, self.absence.asked_people())
        self.keys.wished(seat, body["pause"], number, body.get("signature"))
        self.absence.acted(seat, entry, "pause")

    def _paused(self, said: Body, entry: Entry) -> None:
        self._running("the match is paused")
        self.pauses.paused(cast(Paused, said), entry, self.absence.asked_people())

    def _resumed(self, said: Body, entry: Entry) -> None:
        body = cast(Resumed, said)
        self._running("the match goes on")
        by = self.pauses.resumed(entry, self.absence.asked_people())
        waited = [name for name, one in self.decisions.items() if name not in self.resolved_at and one["deadline"]]
        places = [waited.index(name) if name in waited else -1 for name, *_ in body["moved"]]
        if places != sorted({*places}) or -1 in places:
            raise Refuted("the pause gives time back to what nobody waits for, or in another order", member="/moved")
        for place, one in enumerate(body["moved"]):
            self._give_back(one, by, f"/moved/{place}")
        self.gone.update(set(waited) - {name for name, *_ in body["moved"]})

    def _give_back(self, moved: Moved, by: int, pointer: str) -> None:
        """Check that a pause moves a decision by what it took: before its lock the deadline, after it the openings' end."""
        name, deadline, until = moved
        standing, locked = self.decisions[name], name in self.locks
        end = milliseconds(standing["deadline"] or "") + (0 if locked else by)
        awaited = self._awaited.get(name, 0) + by if locked else end + self._periods.get(name, 0)
        if milliseconds(deadline) != end or until != (timestamp(awaited) if standing["sealed"] else None):
            raise Refuted(f"the pause gives {name} another time than it took", member=pointer)
        self.decisions[name] = {**standing, "deadline": deadline}
        if locked:
            self._awaited[name] = awaited

    def _signed(self, answer: HiddenAnswer, pointer: str) -> None:
        """Check what the seat signed of its answer to an open decision, and that its orders were in force."""
        decision, seat, *_, signed = answer
        where = self.resolved_at.get(decision, len(self.entries) + 1)
        sealed = commitment(self.openings[decision, seat])
        self.keys.answer(self.decisions[decision], answer, sealed, where, pointer)
        if signed is not None and not isinstance(signed, str):
            order, seq, _ = signed
            self.orders.note(seat, where, OrdersInForce(seq, order), pointer)

    def _closed(self, said: Body, entry: Entry) -> None:
        super()._closed(said, entry)
        reason = cast(Closed, said)["reason"]
        self.seeding.closed(cast(bodies2.Closed, said), entry)
        self.absence.closed(reason, entry["n"])
        if (reason == STOPPED) != ("by" in said) or (reason == STOPPED) != ("why" in said):
            raise Refuted("an operator says why where a match is stopped, and nowhere else", member="/why")
        if reason == STOPPED and "operator" not in self.created:
            raise Refuted("this match has not agreed that its operator may stop it", member="/reason")
        if (reason == "resigned") != bool(self.resigned):
            raise Refuted("a match ends by resigning after a seat has resigned, and not otherwise", member="/reason")
        self._compare_answers(unb64(cast(Closed, said)["seed"]))
        for decision, seat, by, *_ in self.given.values():
            if by == "order":
                self.absence.orders_end(seat, self.resolved_at[decision], "")
        before = next(one["type"] for one in reversed(self.entries) if one["type"] not in AT_THE_END)
        if reason == "finished" and before not in ("resolved", "started"):
            raise Refuted(f"a match cannot be finished by {before}", member="/reason")

    def _is_over(self, opened: Standing) -> bool:
        """Return whether no answer counts any more: a second after the deadline, as long as one may have been received."""
        return opened["deadline"] is not None and self._last >= too_late_from(milliseconds(opened["deadline"]))

    def _answer(self, decision: str, opened: Standing, move: bodies.Answer, pointer: str) -> None:
        super()._answer(decision, opened, move, pointer)
        until = self.entries[self.locked_at[decision] - 1]["at"] if opened["sealed"] else None
        self._received_by(move["received"], until, f"the answer of seat {move['seat']} to {decision}", pointer)

    def _received_by(self, received: str | None, until: str | None, what: str, pointer: str) -> None:
        """Check that something was received not later than this entry (``None``), or than an earlier one (its ``at``)."""
        end = self._last if until is None else milliseconds(until)
        if received is not None and milliseconds(received) > end:
            raise Refuted(f"{what} was received later than its entry says", member=f"{pointer}/received")

    def _open_answers(self, decision: str, opened: Standing, body: Resolved) -> None:
        """Check that an answer to an open decision is that of its opening, and says which act it was, or hides it."""
        if body["faults"]:
            raise Refuted(f"{decision} is not sealed but has faults", member="/faults")
        openings = cast("list[Opening]", body["openings"])
        if [one["seat"] for one in openings] != opened["seats"]:
            raise Refuted(f"the openings of {decision} are not one of each seat asked", member="/openings")
        for place, (opening, move) in enumerate(zip(openings, body["moves"], strict=True)):
            self._belongs(decision, opened, opening, f"/openings/{place}")
            self.openings[decision, opening["seat"]] = opening
            self._salts.add(opening["salt"])
            if not same(opening["move"], move["move"]):
                reason = f"seat {move['seat']} in {decision} has another move than its opening"
                raise Refuted(reason, member=f"/moves/{place}/move")
            self._one_answer(decision, cast(Answer, move), f"/moves/{place}")

    def _one_answer(self, decision: str, move: Answer, pointer: str) -> None:
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

    def _resolved(self, said: Body, entry: Entry) -> None:
        super()._resolved(said, entry)
        body = cast(Resolved, said)
        locks = cast("dict[int, LockedSeat] | None", self.locks.get(body["decision"]))
        self.absence.resolved(body["decision"], body, locks)
        self._not_gone(body["decision"])
        self.requests.ended(body["decision"])
        self.pauses.resolved()
        if self.decisions[body["decision"]]["sealed"]:
            for place, move in enumerate(body["moves"]):
                if move.keys() & {"seq", "proof", *SIGNED}:
                    reason = f"{body['decision']} is sealed: its lock says which acts were answers"
                    raise Refuted(reason, member=f"/moves/{place}")

    def _answered(self, said: Body, _: Entry) -> None:
        for place, one in enumerate(cast(Answered, said)["answers"]):
            decision, seat, by, seq, received, signed = one
            opened = self.decisions.get(decision)
            pointer = f"/answers/{place}"
            if opened is None or opened["sealed"] or seat not in opened["seats"]:
                raise Refuted(f"seat {seat} is said to have answered {decision}, which does not ask it", member=pointer)
            own = by in ("seat", "lapsed")
            if own != (received is not None) or (own and not seq):
                raise Refuted(f"the answer of seat {seat} to {decision} is not that of an act", member=pointer)
            end = opened["deadline"]
            if end is not None and received is not None and milliseconds(received) >= too_late_from(milliseconds(end)):
                raise Refuted(f"the answer of seat {seat} to {decision} came after the deadline", member=pointer)
            where = self.resolved_at.get(decision) if by == "seat" else None
            until = None if where is None else self.entries[where - 1]["at"]
            self._received_by(received, until, f"the answer of seat {seat} to {decision}", pointer)
            if by == "lapsed":
                if (decision, seat, seq) in self.lapsed:
                    raise Refuted(f"an answer of seat {seat} to {decision} lapses twice", member=pointer)
                self.lapsed[decision, seat, seq] = cast(str, received)
            else:
                self._listed_answer(one, pointer)
            if (decision, seat) in self.openings:
                self._signed((decision, seat, by, seq, received, signed), pointer)
            elif signed is not None:
                raise Refuted(f"{decision} was not answered, but is signed", member=pointer)

    def _listed_answer(self, one: HiddenAnswer, pointer: str) -> None:
        """Check that it is the turn of this answer to be listed; from here on it is known."""
        decision, seat, by = one[:3]
        if (decision, seat) not in self._hidden[len(self._listed) : len(self._listed) + 1]:
            reason = "answered does not list the answers that proofs hide, in the order of the log"
            raise Refuted(reason, member=pointer)
        shown = self.answers[decision, seat]["by"]
        if (shown == "fallback") != (by == "fallback"):
            reason = f"the answer of seat {seat} to {decision} was called {shown}, and was one by {by}"
            raise Refuted(reason, member=pointer)
        self._listed.append(one)
        self.given[decision, seat] = one

    def _compare_answers(self, server_seed: bytes) -> None:
        """Hold what ``answered`` lists against the answers and their proofs."""
        if len(self._listed) != len(self._hidden):
            raise Refuted("answered does not list all answers that proofs hide")
        for one in self._listed:
            decision, seat = one[:2]
            shown = cast(Answer, self.answers[decision, seat])
            if shown["proof"] != answer_proof(server_seed, self.created["match"], one):
                raise Refuted(f"the answer of seat {seat} to {decision} is not the one that its proof hid")
        for decision, seat, by, seq, *_ in self.given.values():
            lapsed = max((number for one, other, number in self.lapsed if (one, other) == (decision, seat)), default=0)
            if seq <= lapsed if by == "seat" else seq != lapsed:
                raise Refuted(
                    f"act {seq} of seat {seat} in {decision}: the answer by {by} does not follow from its acts"
                )


def _gives_back(entry: Entry) -> bool:
    """Return whether an entry is written because the match could not be run; after any other the match ran."""
    return entry["type"] == "extended" and entry["body"]["by"] == "server"
