"""A match's transcript as far as it can be checked without the seed: chain, form, signatures, openings.

The first pass of the offline verifier (:mod:`engine.verifier.receipts` holds receipts against it, :mod:`engine.verifier.replay`
plays the match again). Entry by entry, it holds the log to the protocol's own rules; it knows nothing of any game. Nothing of
a body is used before its whole form and the signature over it were checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import ClassVar, cast

from engine.contract import Json, Outcome
from engine.protocol import bodies
from engine.protocol.body_forms import FORMS
from engine.protocol.canon import b64, unb64
from engine.protocol.chance import entropy_commitment, server_seed_commitment
from engine.protocol.deadline import too_late_from
from engine.protocol.forms import Form, Misformed
from engine.protocol.log import FIRST_HEAD, Entry, Line, milliseconds, next_head
from engine.protocol.seal import FAULTS_ALLOWED, Opening, head_bytes, matches
from engine.protocol.siegelpost2.absence import HERE, VOTE
from engine.protocol.siegelpost2.acts import KEY, ORDERS, CheckSeatSignature
from engine.protocol.siegelpost2.bodies import RESIGN, SEATED
from engine.protocol.siegelpost2.extensions import EXTEND
from engine.protocol.siegelpost2.handing import HAND
from engine.protocol.siegelpost2.pauses import PAUSE
from engine.protocol.siegelpost2.stopping import STOPPED
from engine.protocol.siegelpost2.time_requests import REQUEST, RESPOND
from engine.protocol.talk import contradiction, misformed
from engine.verifier.refuted import Refuted
from engine.verifier.sealed import check_answers, check_locked_seat, check_salts

CheckSignature = Callable[[bytes, bytes], bool]
"""``check(message, signature)``: whether the server's Ed25519 signature holds, for the key the verifier trusts."""

NO_DECISIONS = (ORDERS, SEATED, RESIGN, KEY, HERE, VOTE, EXTEND, PAUSE, REQUEST, RESPOND, HAND)
"""What acts name in the place of a decision that are in none."""
GIVEN_UP = ("resigned", "abandoned")
"""How a match ends before its rules end it. In siegelpost/1 nobody abandons one."""
LONGEST_OPENING = 12 * 3_600_000
"""Openings are awaited at most twelve hours (protocol section 10), in milliseconds."""


Body = dict[str, Json]
Check = Callable[[Body, Entry], None]
"""``check(body, entry)``: notes what an entry of one type says, or raises :class:`~engine.verifier.refuted.Refuted`."""


class Standing(bodies.Opened):
    """A decision as it was opened, with the number of the entry that opened it and the head after it."""

    n: int
    head: str


class Transcript:
    """The log of a match of siegelpost/1 as far as it was read; feed it with :meth:`line`.

    ``public_key`` is the key that ``check_signature`` trusts, as base64url: the match must have been created under it.
    ``check_seat`` checks what seats sign, which they do from siegelpost/2 on, and without a trusted key the log's own.
    """

    forms: ClassVar[Mapping[str, Form]] = FORMS
    """The form of a body by the type of its entry; a type that is not here is refused."""
    logs_openings: ClassVar[bool] = True
    """Whether ``received`` may be when an answer of client custody was opened: the first release logged that."""

    def __init__(
        self,
        check_signature: CheckSignature | None,
        public_key: str | None = None,
        check_seat: CheckSeatSignature | None = None,
    ) -> None:
        self._checks = self.checks()
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
        self._salts: set[str] = set()
        self._labels: set[str] = set()
        self.openings: dict[tuple[str, int], Opening] = {}
        self._last = 0
        self.created = cast(bodies.Created, {})
        self._seats: list[str | None] = []
        self.entropies: list[str | None] = []
        self.started_at: int | None = None
        self._said_entries: list[Entry] = []
        self._told = False
        self.closed: bodies.Closed | None = None

    @property
    def seats_unchecked(self) -> bool:
        """Whether seats signed what they did and nobody checked it."""
        return False

    @property
    def signing_seats(self) -> list[int]:
        """The seats whose own signatures were checked, rising; those of siegelpost/1 never sign."""
        return []

    def open_orders(self) -> int:
        """Return how many answers to open decisions the log says that standing orders gave."""
        return sum(
            one["by"] == "order" and not self.decisions[name]["sealed"] for (name, _), one in self.answers.items()
        )

    def key_of(self, seat: int) -> str | None:
        """Return the public key (base64url) that a seat signs with now; seats of siegelpost/1 never sign."""
        return None

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
        if at < self._last:
            raise Refuted("time runs backwards")
        self._last = at
        self._follows(entry)
        self._checks[entry["type"]](entry["body"], entry)
        self.entries.append(entry)
        self.heads.append(line["head"])

    def checks(self) -> dict[str, Check]:
        """Return the check of each type of entry."""
        return {
            "created": self._created,
            "joined": self._joined,
            "left": self._left,
            "started": self._started,
            "opened": self._opened,
            "extended": self._extended,
            "locked": self._locked,
            "resolved": self._resolved,
            "said": self._said,
            "disclosed": self._disclosed,
            "closed": self._closed,
        }

    def chance(self) -> dict[str, int | str | list[int]]:
        """Return who added what to the seed: the facts of the line ``chance`` of what is not proved."""
        given = [seat for seat, one in enumerate(self.entropies) if one is not None]
        return {"entropy_seats": given, "seats": len(self._seats), "beacon": 0}

    def _follows(self, entry: Entry) -> None:
        """Check that an entry may come after the ones before it, whatever it says."""
        if self.closed is not None:
            raise Refuted("an entry after closed")
        if self._told and entry["type"] != "closed":
            raise Refuted("an entry between disclosed and closed")

    def _form(self, entry: Entry) -> None:
        kind = entry["type"]
        if (entry["n"] == 1) != (kind == "created"):
            raise Refuted("created is the first entry and only the first")
        form = self.forms.get(kind)
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

    def _seat(self, seat: int, member: str) -> int:
        if seat >= len(self._seats):
            raise Refuted(f"there is no seat {seat} in this match", member=member)
        return seat

    def _in_lobby(self, kind: str) -> None:
        if self.started_at is not None:
            raise Refuted(f"{kind}, but the match has started")

    def _running(self, kind: str) -> None:
        if self.started_at is None:
            raise Refuted(f"{kind}, but the match has not started")

    def _joined(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Joined, said)
        self._in_lobby("somebody joins")
        seat = self._seat(body["seat"], "/seat")
        if self._seats[seat] is not None:
            raise Refuted("somebody joined a taken seat", member="/seat")
        self._seats[seat] = body["player"]
        self.entropies[seat] = body.get("entropy")

    def _left(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Left, said)
        self._in_lobby("somebody leaves")
        seat = self._seat(body["seat"], "/seat")
        if self._seats[seat] is None:
            raise Refuted("somebody left an empty seat", member="/seat")
        self._seats[seat] = None
        self.entropies[seat] = None

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

    def _openings_awaited(self, decision: str, sealed: bool, end: str | None, until: str | None) -> None:
        """Check until when the openings of a decision that is opened are awaited."""
        if (until is not None) != (sealed and end is not None):
            reason = f"{decision}: a sealed decision says until when openings are awaited, no other does"
            raise Refuted(reason, member="/opening_deadline")
        if end is None or until is None:
            return
        if not milliseconds(end) <= milliseconds(until) <= milliseconds(end) + LONGEST_OPENING:
            reason = f"the openings of {decision} are awaited for other than the twelve hours after its deadline"
            raise Refuted(reason, member="/opening_deadline")

    def _extended(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Extended, said)
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

    def _closed(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Closed, said)
        if self._said_entries and not self._told:
            raise Refuted("the match is closed, but what was said is not disclosed")
        if server_seed_commitment(self.created["match"], unb64(body["seed"])) != self.created["seed"]:
            raise Refuted("the published server seed is not the one committed to at the beginning", member="/seed")
        ended = body["reason"] in ("finished", *GIVEN_UP)
        if ended != (self.started_at is not None) and body["reason"] != STOPPED:  # which no match of siegelpost/1 has
            raise Refuted(f"{body['reason']}: not how such a match ends", member="/reason")
        if ended != (body["outcome"] is not None):
            raise Refuted("a match that was played to an end has a result, and no other", member="/outcome")
        if body["reason"] in GIVEN_UP:
            self._result_of_giving_up(cast(Outcome, body["outcome"]), body["reason"])
        self.closed = body

    def _result_of_giving_up(self, outcome: Outcome, reason: str) -> None:
        """Check what can be known of a result by giving up: nobody scores, and those who did not win."""
        seats = len(self._seats)
        winners = outcome["winners"]
        fits = winners == sorted({*winners}) and winners and winners[-1] < seats and outcome["scores"] == [0] * seats
        if not fits or outcome["reason"] != reason or "tiebreaks" in outcome:
            raise Refuted(f"the result is not one of a match that was {reason}", member="/outcome")

    def _started(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Started, said)
        self._in_lobby("the match starts again")
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
            self._custody(decision, one, f"/seats/{place}")
        silent = any(one["custody"] == "absent" for one in body["seats"])
        if silent and not self._is_over(opened):
            raise Refuted(f"{decision} was locked before its deadline although a seat had not answered")
        self.locks[decision] = {one["seat"]: one for one in body["seats"]}
        self.locked_at[decision] = entry["n"]

    def _custody(self, decision: str, one: bodies.LockedSeat, pointer: str) -> None:
        """Check that a seat kept its opening where the match demands it."""
        by_mail = self.created["custody"] == "client" and one["custody"] == "mail"
        if by_mail or self.outside_demand(one):
            reason = f"the match demands client custody, but seat {one['seat']} sealed {decision} with {one['custody']}"
            raise Refuted(reason, member=f"{pointer}/custody")

    def outside_demand(self, one: bodies.LockedSeat) -> bool:
        """Return whether a seat that is locked now has not the custody that the match demands of it."""
        demanded = self.created["custody"] == "client" and not self._lost_custody(one["seat"])
        return demanded and one["custody"] not in ("client", "absent")

    def _lost_custody(self, seat: int) -> bool:
        """Return whether a seat has kept back so many openings that it has no client custody any more."""
        return self._marks[seat] > FAULTS_ALLOWED

    def _is_over(self, opened: Standing) -> bool:
        """Return whether the deadline of a decision has passed now; without one nobody can miss it."""
        return opened["deadline"] is not None and self._last >= milliseconds(opened["deadline"])

    def _resolved(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Resolved, said)
        decision = body["decision"]
        opened = self.decisions.get(decision)
        if opened is None or decision in self.resolved_at:
            raise Refuted(f"{decision} is resolved but does not stand", member="/decision")
        if [one["seat"] for one in body["moves"]] != opened["seats"]:
            raise Refuted(f"the moves of {decision} are not one of each seat asked", member="/moves")
        if opened["sealed"]:
            if decision not in self.locks:
                raise Refuted(f"{decision} is resolved without a lock", member="/decision")
            self._sealed_answers(decision, opened, body)
        else:
            self._open_answers(decision, opened, body)
        for place, draw in enumerate(body["draws"]):
            if draw["label"] in self._labels:
                raise Refuted(f"label {draw['label']} occurs twice", member=f"/draws/{place}/label")
            self._labels.add(draw["label"])
        for place, move in enumerate(body["moves"]):
            self._answer(decision, opened, move, f"/moves/{place}")
            self.answers[decision, move["seat"]] = move
        self.resolved_at[decision] = entry["n"]

    def _open_answers(self, decision: str, _: Standing, body: bodies.Resolved) -> None:
        """Check what stands beside the answers to a decision that is not sealed."""
        if body["openings"] or body["faults"]:
            member = "/openings" if body["openings"] else "/faults"
            raise Refuted(f"{decision} is not sealed but has {member[1:]}", member=member)

    def _answer(self, decision: str, opened: Standing, move: bodies.Answer, pointer: str) -> None:
        """Check whose an answer is and when it came."""
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
        opened_then = self.logs_openings and opened["sealed"] and self.locks[decision][seat]["custody"] == "client"
        if end is None or received is None or opened_then:
            return
        if milliseconds(received) >= too_late_from(milliseconds(end)):
            raise Refuted(
                f"the answer of seat {seat} to {decision} came after the deadline", member=f"{pointer}/received"
            )

    def _sealed_answers(self, decision: str, opened: Standing, body: bodies.Resolved) -> None:
        for place, opening in enumerate(cast("list[Opening]", body["openings"])):
            self._is_locked(decision, opened, opening, f"/openings/{place}")
            self.openings[decision, opening["seat"]] = opening
        self._answers_of_the_lock(decision, opened, body)
        self._salts |= check_salts(body, self.locks[decision], self._salts)

    def _answers_of_the_lock(self, decision: str, opened: Standing, body: bodies.Resolved) -> None:
        check_answers(decision, opened["seats"], self.locks[decision], body)
        self.faults.update({(decision, fault["seat"]): fault for fault in body["faults"]})
        self._marks.update(fault["seat"] for fault in body["faults"] if fault["fault"] != "escrow-failed")

    def _is_locked(self, decision: str, opened: Standing, opening: Opening, pointer: str) -> None:
        """Check that an opening is that of the commitment that its seat was locked with."""
        self._belongs(decision, opened, opening, pointer)
        seat = opening["seat"]
        locked = self.locks[decision].get(seat)
        if locked is None or not matches(opening, locked["commitment"]):
            reason = f"the opening of seat {seat} in {decision} is not that of the locked commitment"
            raise Refuted(reason, member=pointer)

    def _belongs(self, decision: str, opened: Standing, opening: Opening, pointer: str) -> None:
        """Check that an opening is of this decision, here."""
        theirs = (opening["decision"], opening["head"], opening["match"], opening["rules"])
        if theirs != (decision, opened["head"], self.created["match"], self.created["rules"]):
            reason = f"the opening of seat {opening['seat']} belongs to another match, decision or history"
            raise Refuted(reason, member=pointer)
