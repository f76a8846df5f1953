"""A fortnight with absences of every kind, in every game: no match is stuck, each ends as its options say, and its log passes.

Time is virtual, the store is real. The table of letters per match is printed (``pytest -s``).
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import redis

from engine.match.absence import choices, voters_on
from engine.match.substitutes import back_voters, candidates_of
from engine.protocol.agreements import Wanted
from service.context import Context
from service.matches import departure
from service.matches.absence import handing, substitutes
from service.matches.absence.absence import cases_of
from service.matches.absence.pauses import take_vacation
from service.matches.errors import ActError, MatchError
from service.store.records import Account
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.records import FIRST
from tests.given.contexts import open_context
from tests.service.absent_people import People

DAY = 86_400_000
FORTNIGHT = 14 * DAY
LONGEST = 400
"""Looks after which a match that is still running counts as stuck."""
GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("kontor", 2, {"options": {"preset": "goldsieber-basic", "round_limit": 8}}),
    ("kontor", 4, {"options": {"preset": "goldsieber-teams", "round_limit": 6}}),
    ("packet-row", 3, {}),
    ("packet-row", 5, {}),
    ("anno-1701", 2, {"options": {"turn_limit": 8}}),
    ("seafarers", 5, {}),
)
HALF_A_DAY = {"kind": "duration", "seconds": 43_200}


@dataclass
class Fortnight:
    """A match, what happens in it, and the receipts that its people hold."""

    people: People
    chance: random.Random
    choice: str
    receipts: list[dict[str, Any]] = field(default_factory=list)
    begun: int = 0

    def attempt(self, act: Callable[[], Any]) -> None:
        """Let somebody do something; what is refused says so, and changes nothing."""
        before = self.people.record.n
        try:
            done = act()
        except (MatchError, ActError):
            assert self.people.record.n == before
        else:
            self.receipts += [done] if isinstance(done, dict) else []

    def vote(self) -> None:
        """Let everybody who is asked say what this fortnight's people want."""
        table = self.people.record.table
        for case in cases_of(table):
            if "polled" not in case or self.choice == "nobody votes":
                continue
            for seat in voters_on(table, case["seat"]):
                if seat not in self.people.away:
                    self.attempt(partial(self._say, seat, case["seat"]))
        for one in candidates_of(table):
            if one["by"] is None:
                for seat in back_voters(table, one["seat"]):
                    person = self.context.store.account(one["player"])
                    if seat not in self.people.away and person is not None:
                        self.attempt(partial(self.people.vote, seat, one["seat"], "person", person))

    def _say(self, seat: int, about: int) -> dict[str, Any] | None:
        if self.choice == "person":
            ready = candidates_of(self.people.record.table, about)
            if not ready:
                self.people.named(seat, about, f"Stand-in {self.chance.randrange(10**6)}")
                return None
            person = self.context.store.account(ready[0]["player"])
            return None if person is None else self.people.vote(seat, about, "person", person)
        offered = choices(self.people.record.table)
        wanted = self.chance.choice(offered) if self.choice == "any" else self.choice
        return self.people.vote(seat, about, wanted)

    @property
    def context(self) -> Context:
        return self.people.context

    def sits(self) -> None:
        """Note who has which seat by now."""
        for seat, one in enumerate(self.people.record.table["seats"]):
            if one["bot"] is None and one["player"] != self.people.players[seat].id:
                found = self.context.store.account(one["player"] or "")
                assert found is not None
                self.people.sits(seat, found)
                self.people.away.discard(seat)


Course = Callable[[Fortnight, int], None]
"""What happens on each look: the fortnight, and the number of the look."""


def from_the_start(it: Fortnight, look: int) -> None:
    it.people.away = {it.people.seats - 1} if look == 0 else it.people.away


def in_the_middle(it: Fortnight, look: int) -> None:
    if look == 6:
        it.people.away = {it.people.seats - 1}


def comes_and_goes(it: Fortnight, look: int) -> None:
    seat = it.people.seats - 1
    if look % 7 == 0:
        it.people.away ^= {seat}
    if look % 7 == 5:
        it.attempt(lambda: it.people.here(seat))


def all_disappear(it: Fortnight, look: int) -> None:
    if look == 4:
        it.people.away = set(range(it.people.seats))


def all_but_one(it: Fortnight, look: int) -> None:
    if look == 3:
        it.people.away = set(range(1, it.people.seats))


def pauses_and_time(it: Fortnight, look: int) -> None:
    in_the_middle(it, look)
    present = [seat for seat in range(it.people.seats) if seat not in it.people.away]
    if look in (2, 9):
        for seat in present:
            it.attempt(partial(it.people.pause, seat, True))
    if look in (5, 11):
        it.attempt(lambda: it.people.more_time(present[0]))


def deletes_the_account(it: Fortnight, look: int) -> None:
    if look == 5:
        seat = it.people.seats - 1
        it.people.away |= {seat}
        departure.depart(it.context, it.people.players[seat].id)


def bounces_away(it: Fortnight, look: int) -> None:
    in_the_middle(it, look)
    if look == 6:
        gone = it.people.players[it.people.seats - 1]
        it.context.store.update_account(gone.id, bouncing=True)


def stand_in_goes(it: Fortnight, look: int) -> None:
    in_the_middle(it, look)
    ready = candidates_of(it.people.record.table)
    if ready and look % 3 == 0:
        departure.depart(it.context, ready[0]["player"])


def comes_back_later(it: Fortnight, look: int) -> None:
    first = getattr(it, "first", None) or it.people.players[it.people.seats - 1]
    it.first = first  # type: ignore[attr-defined]
    in_the_middle(it, look)
    if look > 14 and it.people.record.table["absence"].get("changes"):
        it.attempt(lambda: back(it, first))


def back(it: Fortnight, first: Account) -> None:
    substitutes.stand_in(it.context, it.people.match, first, it.people.seats - 1, invitation=None, key=None)


COURSES: dict[str, tuple[Course, str]] = {
    "silent from the start, all wait": (from_the_start, "wait"),
    "silent from the start, a bot": (from_the_start, "bot"),
    "gone in the middle, the win": (in_the_middle, "win"),
    "gone in the middle, a person": (in_the_middle, "person"),
    "gone in the middle, nobody votes": (in_the_middle, "nobody votes"),
    "comes and goes, votes of any kind": (comes_and_goes, "any"),
    "all disappear": (all_disappear, "any"),
    "all but one disappear, a bot": (all_but_one, "bot"),
    "pauses and more time": (pauses_and_time, "bot"),
    "the account is deleted": (deletes_the_account, "bot"),
    "letters bounce, a person": (bounces_away, "person"),
    "who is ready deletes the account": (stand_in_goes, "person"),
    "who was replaced comes back": (comes_back_later, "person"),
}


def on_vacation(it: Fortnight, look: int) -> None:
    """The last player is away for the first days, and has said so."""
    seat, first = it.people.seats - 1, datetime.fromtimestamp(it.begun / 1000, UTC).date()
    if look == 0:
        assert take_vacation(it.context, it.people.players[seat].id, first, first + timedelta(days=4))
        it.people.settle()
    begins = int(datetime.combine(first, time(), UTC).timestamp() * 1000)
    it.people.away = {seat} if it.people.now < begins + 5 * DAY else set()


def is_given_time(it: Fortnight, _: int) -> None:
    """The last player asks for a day more until it was granted twice, and answers after the deadline that stood before."""
    last, given = it.people.seats - 1, extended_by(it.people, "agreement")
    standing = it.people.record.table["standing"]
    stood = [one["deadline"] for one in standing if last in one["seats"] and one["deadline"] is not None]
    if given == 2 or not stood:
        return
    it.attempt(partial(it.people.ask_time, last, 86_400))
    for seat in range(last):
        it.attempt(partial(it.people.grant, seat, last))
    it.people.settle()
    if extended_by(it.people, "agreement") > given:
        it.people.away = {last}
        it.people.visit()
        it.people.away = set()
        it.people.now = max(it.people.now, stood[0] + 3_600_000)


def hands_over(it: Fortnight, look: int) -> None:
    """The last player asks to hand the seat over to a bot, and the others agree."""
    last = it.people.seats - 1
    if look == 4:
        handing.hand(it.context, it.people.match, it.people.players[last], last, Wanted("bot"), 1)
        for seat in range(last):
            it.attempt(partial(it.people.vote, seat, last, "bot"))


def extended_by(people: People, why: str) -> int:
    """Return how many deadlines moved for this reason."""
    return sum(one["type"] == "extended" and one["body"]["by"] == why for one in people.entries())


SAID_BEFORE: dict[str, tuple[Course, str]] = {
    "on vacation, the clock stops": (on_vacation, "wait"),
    "asks for more time, and is given it": (is_given_time, "wait"),
    "hands the seat over to a bot": (hands_over, "bot"),
}
"""Absences of people who say so before: nobody is ever called missing."""


def live(context: Context, rules: str, seats: int, wish: dict[str, Any], name: str, seed: int) -> Fortnight:
    """Let a fortnight pass at a table, then let those who are there play it to its end."""
    course, choice = {**COURSES, **SAID_BEFORE}[name]
    agreed = {
        "pace": HALF_A_DAY,
        "absence": {"misses": 2, "notice_seconds": 21_600},
        "extensions": {"times": 3},
        "pauses": {"majority": "all", "seconds": 86_400},
        "time_requests": {},
        "vacation": "clock-stops" if course is on_vacation else "plays-on",
    }
    people = People(context, rules, seats, wish={**agreed, **wish}).begin()
    it = Fortnight(people, random.Random(seed), choice, begun=people.now)
    for look in range(LONGEST):
        if people.over is not None or people.now - it.begun > FORTNIGHT:
            break
        course(it, look)
        it.vote()
        people.settle()
        it.sits()
        if people.over is None and not people.visit() and people.over is None:
            people.wait()
    # After the fortnight whoever is still missed comes back, so that every match has an end.
    people.away = set()
    people.to_the_end()
    return it


def check(it: Fortnight, name: str) -> str:
    """Check how a match ended; return its line of the table of letters."""
    people = it.people
    types = people.types()
    allowed = {"finished", "abandoned"} if it.choice in ("win", "any") else {"finished"}
    if name == "the account is deleted":
        allowed = {"resigned"}
    assert people.over in allowed, (name, people.over)
    if it.choice == "win" and "polled" in types:
        assert people.over == "abandoned"
    if "bot" not in (it.choice, "any") and it.choice != "any":
        assert all(one["bot"] is None for one in people.record.table["seats"])
    if name in SAID_BEFORE:
        assert "absent" not in types
        assert (extended_by(people, "vacation") > 0) == (name == "on vacation, the clock stops")
        assert extended_by(people, "agreement") == (2 if name == "asks for more time, and is given it" else 0)
        assert types.count("substituted") == (name == "hands the seat over to a bot")
        if name == "asks for more time, and is given it":
            assert people.now - it.begun > DAY, "each took half a day, and an hour more"
    assert people.record.parked is None
    found = people.proof(*it.receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ()), name
    assert found.receipts == len(it.receipts)
    days = (people.now - it.begun) / DAY
    return f"{people.rules:11} {people.seats}  {name:36} {people.over:10} {days:5.1f} d  {people.letters():4} letters"


PLACES = (0, 1, 2, 3, 4, 2, 0, 1, 2, 3, 4, 2, 0)
"""Which game each course is played in when there is little time; Seafarers is the longest."""
SHORT = [(GAMES[place], name) for place, name in zip(PLACES, COURSES, strict=True)]
SHORT.append((GAMES[5], "gone in the middle, a person"))
SHORT += [(GAMES[0], name) for name in SAID_BEFORE]
LONG = [(game, name) for game in GAMES for name in COURSES]
LONG_SAID_BEFORE = [(game, name) for game in GAMES for name in SAID_BEFORE]
"""What the seeds of the long forms take in turn: so many of them are every course in every game."""


@pytest.mark.parametrize(("game", "name"), SHORT, ids=lambda one: one if isinstance(one, str) else f"{one[0]}-{one[1]}")
def test_a_fortnight_with_an_absence_ends_as_agreed(
    redis_url: str, tmp_path: Path, game: tuple[str, int, dict[str, Any]], name: str
) -> None:
    print(check(live(open_context(redis_url, tmp_path), *game, name, 1), name))


@pytest.mark.soak
@pytest.mark.parametrize(("campaign", "lives"), [("fortnights", LONG), ("fortnights-said-before", LONG_SAID_BEFORE)])
def test_fortnights_of_every_kind_in_every_game(
    redis_url: str, tmp_path: Path, campaign: str, lives: list[tuple[tuple[str, int, dict[str, Any]], str]]
) -> None:
    for part in parts(campaign):
        with part:
            ended: Counter[str] = Counter()
            for seed in part.seeds:
                game, name = lives[(seed - FIRST) % len(lives)]
                with redis.Redis.from_url(redis_url) as client:
                    client.flushall()  # each has people, and keys, of its own
                it = live(open_context(redis_url, tmp_path / str(seed)), *game, name, seed)
                print(check(it, name), f"seed {seed}")
                ended[f"{it.people.rules} {it.people.seats} {it.people.over}"] += 1
            part.counts(fortnights=ended.total(), ended=dict(ended))
