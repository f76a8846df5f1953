"""Whatever people do about their seats, in whatever order: no match gets stuck, and its log holds before the verifier."""

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.match.absence import case_of
from engine.match.pauses import pause_of
from engine.match.substitutes import candidates_of, former_seat, handing_of, takers
from engine.protocol.agreements import Wanted
from service.matches.absence import absence, substitutes
from service.matches.errors import ActError, MatchError
from service.store.records import Account
from tests.given.contexts import account, open_context
from tests.service.absent_people import People
from tests.service.seats.test_handing import hand

SEATS = 4
WISH: dict[str, Any] = {
    "absence": {"misses": 1, "notice_seconds": 3_600},
    "pauses": {"majority": "most"},
    "time_requests": {},
}


class Restless:
    """People who do something about seats again and again; ``known`` are all accounts, by player id."""

    def __init__(self, people: People, seed: int) -> None:
        self.people, self.chance = people, random.Random(seed)
        self.known: dict[str, Account] = {one.id: one for one in people.players}
        self.happened: list[str] = []

    def holders(self) -> dict[int, Account]:
        seats = self.people.record.table["seats"]
        return {number: self.known[str(one["player"])] for number, one in enumerate(seats) if one["bot"] is None}

    def sit(self) -> None:
        """Note who sits where now."""
        for seat, person in self.holders().items():
            self.people.sits(seat, person)

    def act(self) -> None:
        """Let somebody do something, which may be refused."""
        self.sit()
        seats = list(self.holders())
        if not seats:
            return
        seat, about = self.chance.choice(seats), self.chance.randrange(SEATS)
        deed = self.chance.choice(
            [
                "hand",
                "hand",
                "vote",
                "vote",
                "vote",
                "here",
                "name",
                "back",
                "decline",
                "visit",
                "wait",
                "leave",
                "pause",
            ]
        )
        with suppress(MatchError, ActError):
            getattr(self, deed)(seat, about)
            self.happened.append(deed)

    def hand(self, seat: int, _: int) -> None:
        offered = takers(self.people.record.table, seat)
        hand(self.people, seat, self.chance.choice(offered or [Wanted("bot")]))

    def vote(self, seat: int, about: int) -> None:
        table = self.people.record.table
        options = [Wanted("wait"), Wanted("bot"), Wanted("bot")]
        options += [Wanted("person", one["player"]) for one in candidates_of(table, about)] * 2
        case = case_of(table, about)
        if case is not None and "to" in case:
            options += [Wanted(case["to"]["choice"], case["to"].get("player"))] * 4
        wanted = self.chance.choice(options)
        absence.vote(
            self.people.context,
            self.people.match,
            self.people.players[seat],
            about,
            wanted.choice,
            player=wanted.player,
        )

    def here(self, seat: int, _: int) -> None:
        self.people.here(seat)

    def name(self, seat: int, about: int) -> None:
        person = account(self.people.context, f"P{len(self.known)}")
        self.known[person.id] = person
        place = self.chance.choice([seat, about])
        people = self.people
        substitutes.ask(people.context, people.match, people.players[seat], place, person)
        people.ready(person, place, seat)

    def back(self, _: int, __: int) -> None:
        table = self.people.record.table
        for person in list(self.known.values()):
            former = former_seat(table, person.id)
            if former is not None:
                self.people.ready(person, former)
                return

    def decline(self, _: int, about: int) -> None:
        for one in candidates_of(self.people.record.table, about)[:1]:
            substitutes.stand_down(self.people.context, self.people.match, self.known[one["player"]], about)

    def visit(self, _: int, __: int) -> None:
        self.people.visit()

    def wait(self, _: int, __: int) -> None:
        self.people.wait()

    def leave(self, seat: int, _: int) -> None:
        self.people.away ^= {seat}

    def pause(self, seat: int, _: int) -> None:
        self.people.pause(seat, pause_of(self.people.record.table) is None)


@pytest.mark.parametrize("seed", [0, *(pytest.param(one, marks=pytest.mark.soak) for one in range(1, 100))])
def test_no_order_of_words_about_seats_makes_a_log_that_does_not_hold(
    redis_url: str, tmp_path: Path, seed: int
) -> None:
    people = People(open_context(redis_url, tmp_path), "packet-row", SEATS, WISH).begin()
    restless = Restless(people, seed)
    for _ in range(60):
        if people.over is not None:
            break
        restless.act()
        if restless.chance.random() < 0.6:
            people.now = max(people.now, people.context.store.now())
            people.settle()
    people.now = max(people.now, people.context.store.now())
    people.settle()
    assert len(set(restless.happened)) > 6
    found = people.proof(*people.answered)
    assert (found.verdict, found.reason) in {("PASS", ""), ("INCOMPLETE", found.reason)}, (
        seed,
        found,
        restless.happened,
    )
    assert all(handing_of(people.record.table, seat) is None or people.over is None for seat in range(SEATS))
