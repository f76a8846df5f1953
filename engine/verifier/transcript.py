"""The checks of a match's log that need no seed: chain, form, signatures, openings, agreements.

This is the first pass of the offline verifier. Later passes compare receipts with the transcript
(:mod:`engine.verifier.receipts`) and play the match again (:mod:`engine.verifier.replay`). Entry by entry, this pass checks the
log against the protocol's own rules; it knows nothing of any game. No part of a body is used before its whole form and the
signature over it were checked.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from engine.contract import Json, Outcome
from engine.protocol import agreements as absences
from engine.protocol import bodies
from engine.protocol.acts import KEY, ORDERS, CheckSeatSignature
from engine.protocol.agreements import (
    EXTEND,
    HAND,
    HERE,
    PAUSE,
    REQUEST,
    RESPOND,
    STOPPED,
    VOTE,
    Granted,
    Handed,
    Kept,
    Moved,
    OperatorExtended,
    Paused,
    Requested,
    Responded,
    Resumed,
    Stopped,
    Wished,
)
from engine.protocol.agreements import Extended as TakenTime
from engine.protocol.bodies import RESIGN, SEATED
from engine.protocol.body_forms import FORMS
from engine.protocol.canon import b64, unb64
from engine.protocol.chance import entropy_commitment, server_seed_commitment
from engine.protocol.forms import Misformed
from engine.protocol.log import FIRST_HEAD, Entry, Line, milliseconds, next_head, timestamp, too_late_from
from engine.protocol.seal import FAULTS_ALLOWED, Opening, head_bytes, matches
from engine.protocol.talk import contradiction, misformed
from engine.verifier import Refuted
from engine.verifier.absence import AbsenceLog
from engine.verifier.more_time import ExtensionLog, OperatorTimeLog, PauseLog, TimeRequestLog
from engine.verifier.sealed import (
    LEAST_GIVEN,
    OpenAnswers,
    OrdersInForce,
    OrdersUsed,
    awaited_until,
    check_answers,
    check_faults_in_time,
    check_locked_seat,
    check_lost,
    check_salts,
    extended_until,
)
from engine.verifier.seat_keys import SIGNED, SeatKeys
from engine.verifier.seeding import BOT, SeedingLog, chance_facts

CheckSignature = Callable[[bytes, bytes], bool]
"""``check(message, signature)``: whether the server's Ed25519 signature holds, for the key the verifier trusts."""

NO_DECISIONS = (ORDERS, SEATED, RESIGN, KEY, HERE, VOTE, EXTEND, PAUSE, REQUEST, RESPOND, HAND)
"""Replacements for the decision id in acts outside decisions."""
GIVEN_UP = ("resigned", "abandoned")
"""Ends of a match before its rules end it."""
AFTER_RESIGNING = ("resigned", "answered", "disclosed", "closed")
"""Entries allowed after ``resigned``: the step that writes it closes the match."""
AT_THE_END = ("answered", "disclosed")
"""Entries allowed between the end of a match and ``closed``."""
LONGEST_OPENING = 12 * 3_600_000
"""Openings are awaited at most twelve hours (protocol section 10), in milliseconds."""


Body = dict[str, Json]
Check = Callable[[Body, Entry], None]
"""``check(body, entry)``: notes what an entry of one type says, or raises :class:`~engine.verifier.Refuted`."""


class Standing(bodies.Opened):
    """A decision as it was opened, with the number of the entry that opened it and the head after it."""

    n: int
    head: str


@dataclass(frozen=True)
class Resignation:
    """The entry ``n`` that says that a seat resigned, and when its act was received (RFC 3339)."""

    n: int
    received: str


class Transcript:
    """The log of a match as far as it was read; feed it with :meth:`line`.

    ``public_key`` is the key that ``check_signature`` trusts, as base64url: the match must have been created under it.
    ``check_seat`` checks what seats with a key of their own sign, and without a trusted key the log's own.
    """

    seeding: SeedingLog
    """The record of the seed; this and the next five are set once the match is created."""
    keys: SeatKeys
    """The keys that seats brought."""
    absence: AbsenceLog
    """The record of absences and the decisions about them."""
    extensions: ExtensionLog
    """The record of extra time taken by seats."""
    pauses: PauseLog
    """The record of wishes for a pause, and whether the match is paused."""
    requests: TimeRequestLog
    """The record of requests for more time and the responses."""
    _operator: OperatorTimeLog

    def __init__(
        self,
        check_signature: CheckSignature | None,
        public_key: str | None = None,
        check_seat: CheckSeatSignature | None = None,
    ) -> None:
        self._checks = self._checks_by_type()
        self._check = check_signature
        self._check_seat = check_seat
        self._key = public_key
        self._head = FIRST_HEAD
        self.entries: list[Entry] = []
        self.heads: list[str] = []
        self.decisions: dict[str, Standing] = {}
        self.locks: dict[str, dict[int, bodies.LockedSeat]] = {}
        self.locked_at: dict[str, int] = {}
        self.answers: dict[tuple[str, int], bodies.Answer] = {}
        self.resolved_at: dict[str, int] = {}
        self.faults: dict[tuple[str, int], bodies.Fault] = {}
        self._marks: Counter[int] = Counter()
        self.salts: set[str] = set()
        self._labels: set[str] = set()
        self.openings: dict[tuple[str, int], Opening] = {}
        self.last = 0
        self.created = cast(bodies.Created, {})
        self._seats: list[str | None] = []
        self.entropies: list[str | None] = []
        self.started_at: int | None = None
        self._said_entries: list[Entry] = []
        self._told = False
        self.closed: bodies.Closed | None = None
        self.resigned: dict[int, Resignation] = {}
        """The seats that have resigned."""
        self.excepted: set[tuple[str, int]] = set()
        """Decisions and seats in a lock that have not the custody that the match demands."""
        self.gone: set[str] = set()
        """Decisions that a pause gave no time back: the rules had taken them back."""
        self._periods: dict[str, int] = {}
        self._awaited: dict[str, int] = {}
        self.orders = OrdersUsed()
        self.open_answers = OpenAnswers(self)

    @property
    def seats_unchecked(self) -> bool:
        """Return whether seats signed acts that were not checked."""
        return bool(self.keys.seats) and self._check_seat is None

    @property
    def signing_seats(self) -> list[int]:
        """The seats whose own signatures were checked, rising."""
        return [] if self.seats_unchecked else self.keys.seats

    def key_of(self, seat: int) -> str | None:
        """Return the public key (base64url) that a seat signs with now."""
        return self.keys.key_of(seat)

    def line(self, line: Line) -> None:
        """Check one line of the export."""
        entry = line["entry"]
        expected = len(self.entries) + 1
        if entry["n"] != expected:
            raise Refuted(f"entry number {entry['n']} where {expected} should stand (a cut or reordered log)")
        self._head = next_head(self._head, entry)
        if b64(self._head) != line["head"]:
            raise Refuted("the head does not follow from the entries before it")
        self._form(entry)
        self._signature(line)
        at = milliseconds(entry["at"])
        if at < self.last:
            raise Refuted("time runs backwards")
        self.last = at
        self._follows(entry)
        self._checks[entry["type"]](entry["body"], entry)
        self.entries.append(entry)
        self.heads.append(line["head"])

    def _checks_by_type(self) -> dict[str, Check]:
        return {
            "created": self._created,
            "joined": self._joined,
            "left": self._left,
            "seated": self._seated,
            "revealed": self._revealed,
            "started": self._started,
            "opened": self._opened,
            "extended": self._extended,
            "locked": self._locked,
            "resolved": self._resolved,
            "answered": self._answered,
            "said": self._said,
            "disclosed": self._disclosed,
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
            "rekeyed": self._rekeyed,
            "resigned": self._resigned,
            "closed": self._closed,
        }

    def chance(self) -> dict[str, int | str | list[int]]:
        """Return who gave entropy in whose custody, and which beacon was mixed in."""
        return chance_facts(self.seeding)

    def _follows(self, entry: Entry) -> None:
        """Check that an entry may come after the ones before it, whatever it says."""
        if self.closed is not None:
            raise Refuted("an entry after closed")
        if self._told and entry["type"] != "closed":
            raise Refuted("only closed may follow disclosed")
        if self.entries:
            self.seeding.follows(entry["type"])
            self.absence.follows(entry["type"])
            self.requests.follows(entry)
            if self.started_at is not None:
                self.pauses.follows(entry["type"], self.absence.asked_people())
        if self.resigned and entry["type"] not in AFTER_RESIGNING:
            raise Refuted(f"a seat had resigned, but the match goes on with {entry['type']}")
        if self.open_answers.listed and entry["type"] not in ("answered", "disclosed", "closed"):
            raise Refuted("an entry between answered and closed")

    def _form(self, entry: Entry) -> None:
        kind = entry["type"]
        if (entry["n"] == 1) != (kind == "created"):
            raise Refuted("created must be the first entry, and no other entry")
        form = FORMS.get(kind)
        if form is None:
            raise Refuted(f"an entry of the type {kind[:40]!r}, which no match of this protocol has")
        try:
            form(entry["body"], "")
        except Misformed as error:
            raise Refuted(f"{kind}: {error}", member=error.pointer) from error

    def _signature(self, line: Line) -> None:
        entry = line["entry"]
        created = cast(bodies.Created, entry["body"]) if entry["n"] == 1 else self.created
        signed, signature = head_bytes(created["match"], entry["n"], self._head), unb64(line["sig"])
        if self._check is not None:
            if not self._check(signed, signature):
                raise Refuted("the signature does not hold for the given key")
        elif self._check_seat is not None and not self._check_seat(unb64(created["key"]), signed, signature):
            raise Refuted("the signature does not hold for the key that the log names itself")

    def _created(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Created, said)
        if self._key is not None and body["key"] != self._key:
            raise Refuted("created: the match names another key than the one it is verified with", member="/key")
        self.created = body
        self._seats = [None] * body["seats"]
        self.entropies = [None] * body["seats"]
        self.keys = SeatKeys(body["match"], self._check_seat)
        self.seeding = SeedingLog(body)
        self.pauses = PauseLog(body.get("pauses"))
        self.requests = TimeRequestLog(body.get("time_requests"), body["pace"])
        self._operator = OperatorTimeLog(body.get("operator_extensions"))
        self.extensions = ExtensionLog(body.get("extensions"), body["pace"])
        self.absence = AbsenceLog(body.get("absence"), body["seats"], body["custody"])

    def _seat(self, seat: int, member: str) -> int:
        if seat >= len(self._seats):
            raise Refuted(f"there is no seat {seat} in this match", member=member)
        return seat

    def _running(self, kind: str) -> None:
        if self.started_at is None:
            raise Refuted(f"{kind}, but the match has not started")

    def _joined(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Joined, said)
        if body["player"] in self._seats and not body["player"].startswith(BOT):
            raise Refuted("somebody joined who sits in another seat", member="/player")
        seat = self._seat(body["seat"], "/seat")
        if self._seats[seat] is not None:
            raise Refuted("somebody joined a taken seat", member="/seat")
        self._seats[seat] = body["player"]
        self.entropies[seat] = body.get("entropy")
        self.seeding.joined(body, entry)
        self.keys.joined(seat, body.get("key"), entry["n"])

    def _left(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Left, said)
        seat = self._seat(body["seat"], "/seat")
        if self._seats[seat] is None:
            raise Refuted("somebody left an empty seat", member="/seat")
        self._seats[seat] = None
        self.entropies[seat] = None
        self.seeding.left(seat)
        self.keys.left(seat)

    def _seated(self, said: Body, entry: Entry) -> None:
        self.seeding.seated(cast(bodies.Seated, said), entry, self._seats)

    def _revealed(self, said: Body, entry: Entry) -> None:
        self.seeding.revealed(cast(bodies.Revealed, said), entry)

    def _started(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Started, said)
        if self.started_at is not None:
            raise Refuted("the match starts again, but the match has started")
        self.started_at = entry["n"]
        if body["seats"] != self._seats:
            raise Refuted("the players who start are not those who joined", member="/seats")
        if body["order"] != list(range(len(self._seats))):
            raise Refuted("the order of play is not that of the seats", member="/order")
        if len(body["entropies"]) != len(self._seats):
            raise Refuted("not one entropy for each seat", member="/entropies")
        for seat, (given, committed) in enumerate(zip(body["entropies"], self.entropies, strict=True)):
            entropy = None if given is None else entropy_commitment(self.created["match"], seat, unb64(given))
            if entropy != committed:
                reason = f"the entropy of seat {seat} is not the one committed to on joining"
                raise Refuted(reason, member=f"/entropies/{seat}")
        self.seeding.started(body, entry)
        self.keys.started(b64(self._head))
        self.absence.people = self._seats

    def _opened(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Opened, said)
        decision = body["decision"]
        self._running(f"{decision} is opened")
        if decision in self.decisions or decision in NO_DECISIONS:
            raise Refuted(f"decision {decision} is opened twice, or is no id of a decision", member="/decision")
        if self.entries[-1]["type"] not in ("started", "resolved", "opened"):
            raise Refuted(f"{decision} is opened although nothing was resolved", member="/decision")
        for place, seat in enumerate(body["seats"]):
            self._seat(seat, f"/seats/{place}")
        self._openings_awaited(decision, body["sealed"], body["deadline"], body.get("opening_deadline"))
        self.decisions[decision] = cast(Standing, {**body, "n": entry["n"], "head": b64(self._head)})
        if body["sealed"] and body["deadline"] is None:
            raise Refuted(f"{decision} is sealed but has no deadline", member="/deadline")
        if body["deadline"] is not None and "opening_deadline" in body:
            end = milliseconds(body["deadline"])
            period = milliseconds(body["opening_deadline"]) - end
            if period > end - milliseconds(entry["at"]):
                reason = f"the openings of {decision} are awaited longer than its answers"
                raise Refuted(reason, member="/opening_deadline")
            self._periods[decision] = period

    def _openings_awaited(self, decision: str, sealed: bool, end: str | None, until: str | None) -> None:
        """Check the deadline for openings in a decision's ``opened``."""
        if (until is not None) != (sealed and end is not None):
            reason = f"{decision}: a sealed decision says until when openings are awaited, no other does"
            raise Refuted(reason, member="/opening_deadline")
        if end is None or until is None:
            return
        if not milliseconds(end) <= milliseconds(until) <= milliseconds(end) + LONGEST_OPENING:
            reason = f"the openings of {decision} are awaited for other than the twelve hours after its deadline"
            raise Refuted(reason, member="/opening_deadline")

    def _extended(self, said: Body, entry: Entry) -> None:
        body = cast("bodies.Extended | Granted | OperatorExtended | Stopped | TakenTime", said)
        decision = body["decision"]
        before = self._end_of(decision)
        self._not_gone(decision)
        if decision == SEATED:
            self.seeding.extended(said)
        else:
            self._moved(body)
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

    def _moved(self, body: bodies.Extended | Granted | OperatorExtended | Stopped | TakenTime) -> None:
        """Check that a deadline is moved that stands, and forwards."""
        decision = body["decision"]
        opened = self.decisions.get(decision)
        if opened is None or opened["deadline"] is None or decision in self.resolved_at:
            raise Refuted(f"the time of {decision} is extended, but it does not stand with a deadline")
        before, after = milliseconds(opened["deadline"]), milliseconds(body["deadline"])
        if "opening_deadline" in body and not opened["sealed"]:
            raise Refuted(f"{decision} is not sealed: no openings are awaited", member="/opening_deadline")
        if after < before:
            raise Refuted(f"the deadline of {decision} is shortened", member="/deadline")
        if decision in self.locks and after != before:
            raise Refuted(f"the deadline of {decision} is moved after its lock", member="/deadline")
        self.decisions[decision] = {**opened, "deadline": body["deadline"]}

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
        if "vacation" not in self.created:
            raise Refuted("this match has not agreed that the clock stops for vacations", member="/by")
        if decision == SEATED or seat not in self.decisions[decision]["seats"]:
            raise Refuted(f"the clock of {decision} stops for seat {seat}, which it does not ask", member="/seat")
        self.absence.demand_person(seat, "is on vacation")
        if moved < LEAST_GIVEN:
            raise Refuted(f"the clock of {decision} stops for less than a second", member="/deadline")

    def _end_of(self, decision: str) -> int | None:
        """Return the deadline (ms) for a decision's answers or, after its lock, its openings; None if there is none."""
        if decision == SEATED:
            return self.seeding.deadline
        standing = self.decisions.get(decision)
        if standing is None or standing["deadline"] is None:
            return None
        return self._awaited.get(decision) if decision in self.locks else milliseconds(standing["deadline"])

    def _not_gone(self, decision: str) -> None:
        if decision in self.gone:
            raise Refuted(f"{decision} goes on, but a pause gave it no time back", member="/decision")

    def _locked(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Locked, said)
        decision = body["decision"]
        opened = self.decisions.get(decision)
        if opened is None or decision in self.locks or not opened["sealed"]:
            raise Refuted(f"a lock of {decision}, which does not stand open and sealed", member="/decision")
        if [one["seat"] for one in body["seats"]] != opened["seats"]:
            raise Refuted(f"the lock of {decision} does not list its seats", member="/seats")
        for place, one in enumerate(body["seats"]):
            check_locked_seat(decision, one, f"/seats/{place}")
            if self.outside_demand(one):  # only the rules know whether this decision excepts it
                self.excepted.add((decision, one["seat"]))
        silent = any(one["custody"] == "absent" for one in body["seats"])
        if silent and not self._is_over(opened):
            raise Refuted(f"{decision} was locked before its deadline although a seat had not answered")
        self.locks[decision] = {one["seat"]: one for one in body["seats"]}
        self.locked_at[decision] = entry["n"]
        self._not_gone(decision)
        self.requests.ended(decision)
        until = awaited_until(self._periods.get(decision, 0), body, milliseconds(entry["at"]))
        if until is not None:
            self._awaited[decision] = until
        for place, one in enumerate(body["seats"]):
            self.keys.lock(opened, one, f"/seats/{place}")
            if "order_seq" in one:
                self.absence.orders_end(one["seat"], entry["n"], f"/seats/{place}/order")
                orders = OrdersInForce(one["order_seq"], one["order"])
                self.orders.note(one["seat"], entry["n"], orders, f"/seats/{place}")

    def outside_demand(self, one: bodies.LockedSeat) -> bool:
        """Return whether a seat is locked in a custody other than the one that the match demands of it."""
        demanded = self.created["custody"] == "client" and not self._lost_custody(one["seat"])
        return demanded and one["custody"] not in ("client", "absent")

    def _lost_custody(self, seat: int) -> bool:
        """Return whether a seat has kept back so many openings that it has no client custody any more."""
        return self._marks[seat] > FAULTS_ALLOWED

    def _is_over(self, opened: Standing) -> bool:
        """Return whether no answer counts any more: a second after the deadline, as long as one may have been received."""
        return opened["deadline"] is not None and self.last >= too_late_from(milliseconds(opened["deadline"]))

    def _resolved(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Resolved, said)
        decision = body["decision"]
        opened = self.decisions.get(decision)
        if opened is None or decision in self.resolved_at:
            raise Refuted(f"{decision} is resolved but does not stand", member="/decision")
        if [one["seat"] for one in body["moves"]] != opened["seats"]:
            raise Refuted(f"the moves of {decision} must be exactly one for each seat asked", member="/moves")
        if opened["sealed"]:
            if decision not in self.locks:
                raise Refuted(f"{decision} is resolved without a lock", member="/decision")
            self._sealed_answers(decision, opened, body)
        else:
            self.open_answers.resolved(decision, opened, body)
        for place, draw in enumerate(body["draws"]):
            if draw["label"] in self._labels:
                raise Refuted(f"label {draw['label']} occurs twice", member=f"/draws/{place}/label")
            self._labels.add(draw["label"])
        for place, move in enumerate(body["moves"]):
            self._answer(decision, opened, move, f"/moves/{place}")
            self.answers[decision, move["seat"]] = move
        self.resolved_at[decision] = entry["n"]
        self.absence.resolved(decision, body, self.locks.get(decision))
        self._not_gone(decision)
        self.requests.ended(decision)
        self.pauses.resolved()
        if opened["sealed"]:
            for place, move in enumerate(body["moves"]):
                if move.keys() & {"seq", "proof", *SIGNED}:
                    raise Refuted(
                        f"{decision} is sealed: its lock says which acts were answers", member=f"/moves/{place}"
                    )

    def _answer(self, decision: str, opened: Standing, move: bodies.Answer, pointer: str) -> None:
        """Check the author of an answer, and its time of receipt."""
        seat, received, end = move["seat"], move["received"], opened["deadline"]
        if move["by"] == "fallback" and not opened["sealed"] and not self._is_over(opened):
            raise Refuted(
                f"the silence of seat {seat} in {decision} was answered before its deadline", member=f"{pointer}/by"
            )
        if (received is not None and move["by"] != "seat") or (
            received is None and move["by"] == "seat" and opened["sealed"]
        ):
            raise Refuted(
                f"seat {seat} in {decision}: only a seat's own answer is received, and a sealed one is",
                member=f"{pointer}/received",
            )
        if end is not None and received is not None and milliseconds(received) >= too_late_from(milliseconds(end)):
            raise Refuted(
                f"the answer of seat {seat} to {decision} came after the deadline", member=f"{pointer}/received"
            )
        until = self.entries[self.locked_at[decision] - 1]["at"] if opened["sealed"] else None
        self.received_by(received, until, f"the answer of seat {seat} to {decision}", pointer)

    def _sealed_answers(self, decision: str, opened: Standing, body: bodies.Resolved) -> None:
        """Check openings against the lock, the refused ones too; who is called silent had his time."""
        for place, opening in enumerate(cast("list[Opening]", body["openings"])):
            self._is_locked(decision, opened, opening, f"/openings/{place}")
            self.openings[decision, opening["seat"]] = opening
        self._answers_of_the_lock(decision, opened, body)
        for place, fault in enumerate(body["faults"]):
            if "opening" in fault:
                self._is_locked(decision, opened, fault["opening"], f"/faults/{place}/opening")
                if fault["opening"]["seat"] != fault["seat"]:
                    reason = f"seat {fault['seat']} in {decision} is blamed with the opening of another"
                    raise Refuted(reason, member=f"/faults/{place}/opening/seat")
        self.salts |= check_salts(body, self.locks[decision], self.salts)
        check_faults_in_time(body, self._awaited.get(decision), self.last)

    def _answers_of_the_lock(self, decision: str, opened: Standing, body: bodies.Resolved) -> None:
        check_answers(decision, opened["seats"], self.locks[decision], body)
        self.faults.update({(decision, fault["seat"]): fault for fault in body["faults"]})
        self._marks.update(fault["seat"] for fault in body["faults"] if fault["fault"] != "escrow-failed")

    def _is_locked(self, decision: str, opened: Standing, opening: Opening, pointer: str) -> None:
        """Check that an opening is that of the commitment that its seat was locked with."""
        self.belongs(decision, opened, opening, pointer)
        seat = opening["seat"]
        locked = self.locks[decision].get(seat)
        if locked is None or not matches(opening, locked["commitment"]):
            reason = f"the opening of seat {seat} in {decision} is not that of the locked commitment"
            raise Refuted(reason, member=pointer)

    def belongs(self, decision: str, opened: Standing, opening: Opening, pointer: str) -> None:
        """Check that an opening is of this decision, here."""
        theirs = (opening["decision"], opening["head"], opening["match"], opening["rules"])
        if theirs != (decision, opened["head"], self.created["match"], self.created["rules"]):
            reason = f"the opening of seat {opening['seat']} belongs to another match, decision or history"
            raise Refuted(reason, member=pointer)

    def _said(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Said, said)
        self._running("something is said")
        if reason := misformed(body):
            raise Refuted(reason)
        for place, seat in enumerate(body["to"]):
            self._seat(seat, f"/to/{place}")
        self._seat(body["from"], "/from")
        self._said_entries.append(entry)

    def _disclosed(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Disclosed, said)
        if not self._said_entries:
            raise Refuted("something is disclosed although nothing was said")
        if reason := contradiction(self.created["match"], self._said_entries, body["messages"]):
            raise Refuted(reason)
        self._told = True

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

    def _rekeyed(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Rekeyed, said)
        self._running("a seat changes its key")
        seat = self._seat(body["seat"], "/seat")
        people = [
            other
            for other, player in enumerate(self._seats)
            if other != seat and player is not None and not player.startswith(BOT)
        ]
        self.keys.rekeyed(body, entry["n"], people)

    def _resigned(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Resigned, said)
        self._running("a seat resigns")
        seat = self._seat(body["seat"], "/seat")
        self.absence.demand_person(seat, "resigns")
        if seat in self.resigned:
            raise Refuted(f"seat {seat} resigns twice", member="/seat")
        self.received_by(body["received"], None, f"the act of seat {seat} to resign", "")
        self.keys.resigned(seat, body.get("signature"))
        self.resigned[seat] = Resignation(entry["n"], body["received"])

    def _closed(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Closed, said)
        reason = body["reason"]
        if self._said_entries and not self._told:
            raise Refuted("the match is closed, but what was said is not disclosed")
        if server_seed_commitment(self.created["match"], unb64(body["seed"])) != self.created["seed"]:
            raise Refuted("the published server seed is not the one committed to at the beginning", member="/seed")
        ended = reason in ("finished", *GIVEN_UP)
        if ended != (self.started_at is not None) and reason != STOPPED:
            raise Refuted(f"{reason}: not how such a match ends", member="/reason")
        if ended != (body["outcome"] is not None):
            raise Refuted("a match that was played to an end has a result, and no other", member="/outcome")
        if reason in GIVEN_UP:
            self._result_of_giving_up(cast(Outcome, body["outcome"]), reason)
        self.closed = body
        self.seeding.closed(body, entry)
        self.absence.closed(reason, entry["n"])
        if (reason == STOPPED) != ("by" in body) or (reason == STOPPED) != ("why" in body):
            raise Refuted("an operator says why where a match is stopped, and nowhere else", member="/why")
        if reason == STOPPED and "operator" not in self.created:
            raise Refuted("this match has not agreed that its operator may stop it", member="/reason")
        if (reason == "resigned") != bool(self.resigned):
            raise Refuted("a match ends by resigning after a seat has resigned, and not otherwise", member="/reason")
        self.open_answers.compare(unb64(body["seed"]))
        before = next(one["type"] for one in reversed(self.entries) if one["type"] not in AT_THE_END)
        if reason == "finished" and before not in ("resolved", "started"):
            raise Refuted(f"a match cannot be finished by {before}", member="/reason")

    def _result_of_giving_up(self, outcome: Outcome, reason: str) -> None:
        """Check what can be known of a result by giving up: nobody scores, and those who did not win."""
        seats = len(self._seats)
        winners = outcome["winners"]
        fits = winners == sorted({*winners}) and winners and winners[-1] < seats and outcome["scores"] == [0] * seats
        if not fits or outcome["reason"] != reason or "tiebreaks" in outcome:
            raise Refuted(f"the result is not one of a match that was {reason}", member="/outcome")

    def received_by(self, received: str | None, until: str | None, what: str, pointer: str) -> None:
        """Check that something was received not later than this entry (``None``), or than an earlier one (its ``at``)."""
        end = self.last if until is None else milliseconds(until)
        if received is not None and milliseconds(received) > end:
            raise Refuted(f"{what} was received later than its entry says", member=f"{pointer}/received")

    def _answered(self, said: Body, _: Entry) -> None:
        self.open_answers.answered(cast(bodies.Answered, said))


def _gives_back(entry: Entry) -> bool:
    """Return whether an entry is written because the match could not be run; after any other the match ran."""
    return entry["type"] == "extended" and entry["body"]["by"] == "server"
