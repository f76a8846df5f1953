"""Verify that absent seats missed decisions as the log says, and the others' votes about them (protocol section 12.12)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.protocol import bodies
from engine.protocol.agreements import (
    HAND,
    STOPPED,
    Absence,
    Absent,
    Choice,
    Declined,
    Handed,
    Kept,
    Polled,
    Returned,
    Substituted,
    Volunteered,
    Voted,
    Wanted,
    decided,
    decided_on_handing,
)
from engine.protocol.bodies import LockedSeat
from engine.protocol.log import Entry, milliseconds
from engine.verifier import Refuted
from engine.verifier.seeding import BOT

AFTER_DECIDING = (
    "substituted",
    "declined",
    "returned",
    "extended",
    "wished",
    "rekeyed",
    "said",
    "opened",
    "resumed",
    "resigned",
    "answered",
    "disclosed",
    "closed",
)
"""Entries allowed between a decision's cause and its result: a player may return by an old vote, in a pause, or by an
answer of standing orders."""


@dataclass
class Missed:
    """A seat that is missed: since entry ``n`` with this head, alone until ``until`` (ms), with what others said.

    ``to``: nobody is missed, its player hands it over to this one, about which the others may vote until ``until``.
    """

    n: int
    head: str
    until: int
    polled: str | None = None
    to: Wanted | None = None
    votes: dict[int, Wanted] = field(default_factory=dict)


@dataclass(frozen=True)
class Away:
    """A seat was missed from entry ``since`` to entry ``until``, in which the others' decision was carried out."""

    seat: int
    since: int
    until: int


@dataclass
class Candidate:
    """Somebody is ready to play on in a seat, named by seat ``by``, or would come back (``None``), as ``agreed`` want it."""

    seat: int
    by: int | None
    head: str
    key: str | None
    agreed: set[int] = field(default_factory=set)


class AbsenceLog:
    """The course of absences in one match."""

    def __init__(self, agreed: Absence | None, seats: int, custody: str) -> None:
        self._agreed, self._custody = agreed, custody
        self._rows: list[list[str]] = [[] for _ in range(seats)]
        self.cases: dict[int, Missed] = {}
        self.carried_out: list[Away] = []
        self.spoken: dict[int, tuple[str, int, Choice | None, int | None, str | None, str]] = {}
        """Statements of seats, by entry: act, seat, choice, seat concerned, the person chosen, and time (RFC 3339)."""
        self.candidates: dict[str, Candidate] = {}
        """Candidates ready to play on, by player, in log order."""
        self.replaced: set[tuple[int, str]] = set()
        """Seats and the people who were replaced there."""
        self._changes: list[tuple[int, int, bool]] = []
        """Changes of players: entry, seat, and whether the new one is a bot."""
        self.votes_of: dict[int, int] = {}
        self.returns_of: dict[int, int] = {}
        self.handings_of: dict[int, int] = {}
        self.people: Sequence[str | None] = ()

    def follows(self, kind: str) -> None:
        """Check that nothing comes between a decision of the others and its execution."""
        self._end_waiting()
        decided_now = self.pending("bot") or self.pending("win") or self.taking_over()
        if decided_now and kind not in AFTER_DECIDING:
            raise Refuted(f"the others have decided about a seat that is away, but the match goes on with {kind}")

    def pending(self, choice: Choice) -> list[int]:
        """Return the seats, ascending, for which this decision is still to be carried out."""
        found = ((seat, self._decision(seat, case)) for seat, case in self.cases.items())
        return sorted(seat for seat, wanted in found if wanted is not None and wanted.choice == choice)

    def taking_over(self) -> dict[int, str]:
        """Return the people chosen to take over a seat, by seat, where the log has not seated them yet."""
        found: dict[int, str] = {}
        for player, one in self.candidates.items():
            case = self.cases.get(one.seat)
            chosen = case is not None and self._decision(one.seat, case) == Wanted("person", player)
            if one.seat not in found and (chosen or self._comes_back(player, one)):
                found[one.seat] = player
        return found

    def resolved(self, decision: str, body: bodies.Resolved, locks: dict[int, LockedSeat] | None) -> None:
        """Record which seats have answered, and which have missed it. Orders count as neither; any act shows presence."""
        if self._agreed is None:
            return
        blamed = {one["seat"] for one in body["faults"]}
        for move in body["moves"]:
            seat = move["seat"]
            if move["by"] == "order" or not self._is_person(seat):
                continue
            if move["by"] == "seat" or seat in blamed or (locks is not None and locks[seat]["seq"] > 0):
                self._clear(seat)
            else:
                self._rows[seat].append(decision)

    def absent(self, body: Absent, entry: Entry, head: str) -> None:
        """Check that a seat has missed enough in a row, and gets its notice."""
        agreed, seat = self._settled(), self._seat(body["seat"])
        if not self._is_person(seat) or seat in self.cases or not self._voters(seat):
            raise Refuted(f"seat {seat} is called absent, but nobody could be asked about it now", member="/seat")
        if len(body["missed"]) != agreed["misses"] or body["missed"] != self._rows[seat][-agreed["misses"] :]:
            raise Refuted(f"seat {seat} has not missed these decisions in a row", member="/missed")
        until = milliseconds(body["until"])
        if until != milliseconds(entry["at"]) + agreed["notice_seconds"] * 1000:
            raise Refuted(f"seat {seat} has other than the notice that the match agreed on", member="/until")
        self.cases[seat] = Missed(entry["n"], head, until)

    def polled(self, body: Polled, entry: Entry, head: str) -> None:
        """Check that the others are asked after the seat's notice."""
        seat, case = self._case(body["seat"], "/seat")
        if case.polled is not None or milliseconds(entry["at"]) < case.until or not self._voters(seat):
            raise Refuted(f"the others are asked about seat {seat} twice, too early, or there are none", member="/seat")
        case.polled = head
        self._end_waiting()

    def voted(self, body: Voted, entry: Entry) -> tuple[str, int]:
        """Check that a seat may make this vote; return the head that it signs over, and the number of its vote."""
        seat, absent, player = self._seat(body["seat"]), body["absent"], body.get("player")
        one = None if player is None else self._candidate(player, absent)
        asked = self.cases.get(absent)
        if one is not None and one.by is None and (asked is None or asked.polled is None or asked.to is not None):
            head = self._welcomed(seat, absent, one)
        else:
            _, case = self._case(absent, "/absent")
            if case.polled is None or seat not in self._voters(absent):
                raise Refuted(f"seat {seat} votes about seat {absent}, but is not asked", member="/seat")
            if body["choice"] == "bot" and self._custody == "client":
                raise Refuted("a bot cannot keep its openings itself, as this match demands", member="/choice")
            wanted = Wanted(body["choice"], player)
            if case.to is not None:
                self._answers_handing(wanted, case, entry)
            head = case.polled
            case.votes[seat] = wanted
        self._clear(seat)
        number = self.votes_of[seat] = self.votes_of.get(seat, 0) + 1
        self.spoken[entry["n"]] = ("vote", seat, body["choice"], absent, player, entry["at"])
        self._end_waiting()
        return head, number

    def volunteered(self, body: Volunteered, head: str, *, seated: bool, signs: bool) -> None:
        """Check that somebody may be ready for a seat: ``seated`` says whether he has one, ``signs`` whether this one signs."""
        seat, by, player = self._seat(body["seat"]), body["by"], body["player"]
        if not self._settled().get("substitutes", False):
            raise Refuted("this match has not agreed that people take over seats", member="/player")
        if player.startswith(BOT) or seated or player in self.candidates:
            raise Refuted("this player has a seat, is a bot, or is ready for a seat already", member="/player")
        if by is None and (seat, player) not in self.replaced:
            raise Refuted(f"somebody would come back to seat {seat} who never had it", member="/player")
        voters = self._voters(seat) if self._is_missed_by_all(seat) else []
        own = [seat] if self._is_person(seat) else []
        if by is not None and by not in [*voters, *own]:
            raise Refuted(f"seat {by} names somebody for seat {seat}, but is not asked about it", member="/by")
        if ("key" in body) != signs:
            raise Refuted("who plays on in a seat brings a key exactly where that seat came with one", member="/key")
        if by is not None:
            for other in [name for name, one in self.candidates.items() if (one.seat, one.by) == (seat, by)]:
                self._forget(other)
        self.candidates[player] = Candidate(seat, by, head, body.get("key"))

    def declined(self, body: Declined) -> None:
        """Check that the person who declines was ready before."""
        self._candidate(body["player"], body["seat"])
        self._forget(body["player"])

    def handed(self, body: Handed, entry: Entry, head: str) -> int:
        """Check that a seat may ask to be handed over; return the number of its act. ``head`` is the one after this entry."""
        agreed, seat, player = self._settled().get("handing"), self._seat(body["seat"]), body.get("player")
        if agreed is None:
            raise Refuted("this match has not agreed that people hand their seats over", member="/seat")
        self.demand_person(seat, "is handed over")
        case = self.cases.get(seat)
        if case is not None and case.polled is not None:
            raise Refuted(f"seat {seat} is handed over, but the others are being asked about it", member="/seat")
        number = self.handings_of[seat] = self.handings_of.get(seat, 0) + 1
        if number > agreed["times"]:
            raise Refuted(f"seat {seat} is handed over more often than the match lets it", member="/seat")
        if player is None and self._custody == "client":
            raise Refuted("a bot cannot keep its openings itself, as this match demands", member="/choice")
        if player is not None and self._candidate(player, seat).by != seat:
            raise Refuted(f"seat {seat} is handed over to somebody whom it has not named", member="/player")
        until = milliseconds(body["until"])
        if until != milliseconds(entry["at"]) + agreed["seconds"] * 1000:
            raise Refuted("the others have other time to answer than the match agreed on", member="/until")
        self._clear(seat)
        self.cases[seat] = Missed(entry["n"], head, until, head, Wanted(body["choice"], player))
        self.spoken[entry["n"]] = (HAND, seat, body["choice"], None, player, entry["at"])
        self._end_waiting()
        return number

    def kept(self, body: Kept, entry: Entry) -> None:
        """Check that the others had their time to answer, and that nothing was decided in it."""
        seat, case = self._case(body["seat"], "/seat")
        if case.to is None or milliseconds(entry["at"]) < case.until:
            raise Refuted(f"the time to answer about seat {seat} is not over, or nobody hands it over", member="/seat")
        del self.cases[seat]  # it says nothing about what the seat missed

    def returned(self, body: Returned, entry: Entry) -> tuple[str, int]:
        """Check that the seat was missed, or handed over; return the head that it signs over, and the number of its act."""
        seat, case = self._case(body["seat"], "/seat")
        if case.to is not None and body["by"] != "seat":
            raise Refuted(f"seat {seat} is handed over by who is there: no answer takes that back", member="/by")
        self._end(seat)
        number = 0
        if body["by"] == "seat":
            number = self.returns_of[seat] = self.returns_of.get(seat, 0) + 1
            self.spoken[entry["n"]] = ("here", seat, None, None, None, entry["at"])
        elif "signature" in body:
            raise Refuted(f"seat {seat} said nothing, but signed it", member="/signature")
        return case.head, number

    def asked_people(self) -> list[int]:
        """Return everybody but bots, and but those about whom the others are asked."""
        return self._voters(-1)

    def demand_person(self, seat: int, act: str) -> None:
        """Check that the acting seat is not a bot's."""
        if not self._is_person(self._seat(seat)):
            raise Refuted(f"seat {seat} {act}, but a bot has it", member="/seat")

    def acted(self, seat: int, entry: Entry, act: str) -> None:
        """Record that a seat is present, because it has an entry of its own."""
        self._clear(seat)
        self.spoken[entry["n"]] = (act, seat, None, None, None, entry["at"])
        self._end_waiting()

    def substituted(self, body: Substituted, entry: Entry) -> None:
        """Check that it was decided to give the seat to a bot, or to this person; note who had it."""
        seat, player, before = self._seat(body["seat"]), body["player"], self.people[body["seat"]]
        bot = seat in self.pending("bot") and player.startswith(BOT)
        if not bot and self.taking_over().get(seat) != player:
            raise Refuted(f"seat {seat} is given away, which was not decided, or to no bot", member="/seat")
        if body.get("key") != (None if bot else self.candidates[player].key):
            raise Refuted("who takes the seat has another key than he was ready with", member="/key")
        if seat in self.cases and self.cases[seat].to is None:
            self.carried_out.append(Away(seat, self.cases[seat].n, entry["n"]))
        if self._is_person(seat) and before is not None:
            self.replaced.add((seat, before))
        self._end(seat)
        self.candidates = {
            name: one
            for name, one in self.candidates.items()
            if name != player and (one.seat != seat or one.by is None)
        }
        for one in self.candidates.values():
            one.agreed.discard(seat)
        for case in self.cases.values():
            case.votes.pop(seat, None)
        self._changes.append((entry["n"], seat, bot))

    def orders_end(self, seat: int, n: int, member: str) -> None:
        """Check that the orders that answer in entry ``n`` are not a player's whose seat a bot has."""
        if [bot for since, one, bot in self._changes if one == seat and since < n][-1:] == [True]:
            raise Refuted(f"orders answer for seat {seat}, which a bot has taken", n, member)

    def closed(self, reason: str, n: int) -> None:
        """Check that a match that is abandoned is given up for seats about which that was decided.

        Who resigns, or an operator who stops it, may be quicker than the others' decision.
        """
        seats = self.pending("win")
        if (reason == "abandoned") != bool(seats) and reason not in ("resigned", STOPPED):
            raise Refuted("a match is abandoned when the others decide so, and not otherwise", member="/reason")
        if reason == "abandoned":
            self.carried_out += [Away(seat, self.cases[seat].n, n) for seat in seats]

    def _settled(self) -> Absence:
        if self._agreed is None:
            raise Refuted("this match has not agreed what is done when somebody stays away")
        return self._agreed

    def _seat(self, seat: int) -> int:
        if seat >= len(self._rows):
            raise Refuted(f"there is no seat {seat} in this match", member="/seat")
        return seat

    def _case(self, seat: int, member: str) -> tuple[int, Missed]:
        case = self.cases.get(seat)
        if case is None:
            raise Refuted(f"seat {seat} is not missed", member=member)
        return seat, case

    def _is_person(self, seat: int) -> bool:
        player = self.people[seat]
        return player is not None and not player.startswith(BOT)

    def _voters(self, seat: int) -> list[int]:
        """Return the voters about a seat: every other person about whom nobody is asked."""
        asked_about = {other for other in self.cases if self._is_missed_by_all(other)}
        return [
            other for other in range(len(self._rows)) if self._is_person(other) and other not in asked_about | {seat}
        ]

    def _is_missed_by_all(self, seat: int) -> bool:
        """Return whether the others are asked about a seat because its player stays away."""
        case = self.cases.get(seat)
        return case is not None and case.polled is not None and case.to is None

    def _answers_handing(self, wanted: Wanted, case: Missed, entry: Entry) -> None:
        """Check that a seat wants what it is asked about one that is handed over, in time."""
        if wanted not in (Wanted("wait"), case.to):
            raise Refuted("a seat that is handed over gets who its player said, or stays with him", member="/choice")
        if milliseconds(entry["at"]) >= case.until:
            raise Refuted("a vote about a seat that is handed over, when the time to answer was over", member="/absent")

    def _candidate(self, player: str, seat: int) -> Candidate:
        one = self.candidates.get(player)
        if one is None or one.seat != seat:
            raise Refuted(f"this player is not ready to play on in seat {seat}", member="/player")
        return one

    def _welcomed(self, seat: int, absent: int, one: Candidate) -> str:
        """Record that a seat wants a former player's return; return the head that it signs over."""
        if seat not in self._voters(absent) and not (seat == absent and self._is_person(seat)):
            raise Refuted(f"seat {seat} votes about seat {absent}, but is not asked", member="/seat")
        one.agreed.add(seat)
        return one.head

    def _comes_back(self, player: str, one: Candidate) -> bool:
        """Return whether the others, and the person who has the seat, have agreed that somebody comes back."""
        if one.by is not None or self._is_missed_by_all(one.seat):
            return False
        votes = {seat: Wanted("person", player) for seat in one.agreed}
        holder = not self._is_person(one.seat) or one.seat in votes
        return holder and decided(votes, self._voters(one.seat), self._settled()["majority"]) is not None

    def _forget(self, player: str) -> None:
        one = self.candidates.pop(player)
        if one.seat in self.cases:
            votes = self.cases[one.seat].votes
            for seat in [seat for seat, wanted in votes.items() if wanted.player == player]:
                del votes[seat]
            to = self.cases[one.seat].to
            if to is not None and to.player == player:
                del self.cases[one.seat]

    def _decision(self, seat: int, case: Missed) -> Wanted | None:
        if case.polled is None:
            return None
        voters, majority = self._voters(seat), self._settled()["majority"]
        if case.to is not None:
            alone = not any(self._is_person(other) for other in range(len(self._rows)) if other != seat)
            return decided_on_handing(case.to, case.votes, voters, majority, alone=alone)
        return decided(case.votes, voters, majority)

    def _end_waiting(self) -> None:
        while waited := self.pending("wait"):
            for seat in waited:
                self._end(seat)

    def _end(self, seat: int) -> None:
        """End the case of a seat, whatever its kind; its misses are counted from zero."""
        self.cases.pop(seat, None)
        self._clear(seat)

    def _clear(self, seat: int) -> None:
        """Record that a seat is present; a handover by its player continues."""
        self._rows[seat] = []
        if seat in self.cases and self.cases[seat].to is None:
            del self.cases[seat]
        self.candidates = {
            player: one for player, one in self.candidates.items() if one.seat != seat or one.by in (None, seat)
        }
