"""People who come, go, vote, take time, pause at random: no match is stuck, and each log agrees with every receipt."""

import random
from pathlib import Path
from typing import Any

import pytest

from service.matches.errors import ActError, MatchError
from tests.given.contexts import open_context
from tests.service.absent_people import People

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("packet-row", 3, {}),
    ("kontor", 4, {"options": {"preset": "goldsieber-teams", "round_limit": 6}}),
    ("kontor", 2, {"options": {"preset": "goldsieber-basic", "round_limit": 8}}),
    ("anno-1701", 2, {"options": {"turn_limit": 6}}),
)
SEEDS = (7, 14)
"""Matches that are abandoned, and that go on with a bot, with pauses and extensions."""


@pytest.mark.parametrize("seed", [*SEEDS, *(pytest.param(one, marks=pytest.mark.soak) for one in range(100, 400))])
def test_whatever_people_do_the_match_ends_and_its_log_agrees(redis_url: str, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    rules, seats, options = chance.choice(TABLES)
    absence = {"misses": chance.choice([1, 1, 2, 3]), "majority": chance.choice(["most", "all"])}
    time = {"extensions": {"times": 3}, "pauses": {"majority": absence["majority"], "seconds": 7 * 86_400}}
    people = People(open_context(redis_url, tmp_path), rules, seats, wish={**options, "absence": absence, **time})
    people.begin()
    receipts: list[dict[str, Any]] = []
    for _ in range(400):
        if people.over is not None:
            break
        if chance.random() < 0.3:
            people.away = {seat for seat in range(seats) if chance.random() < 0.6}
        receipts += say_something(people, chance)
        if chance.random() < 0.5:
            people.settle()
        if chance.random() < 0.6 and not people.visit() and people.over is None:
            people.wait()
    people.away = set()
    people.to_the_end()
    found = people.proof(*receipts)
    assert (found.verdict, found.reason) == ("PASS", ""), (people.over, people.types())


def say_something(people: People, chance: random.Random) -> list[dict[str, Any]]:
    """Let somebody vote, say that they are there, take time, or want a pause; what is refused says so and changes nothing."""
    what = chance.random()
    try:
        if what < 0.25:
            seat, about = (chance.randrange(people.seats) for _ in range(2))
            return [people.vote(seat, about, chance.choice(["wait", "wait", "bot", "win"]))]
        if what < 0.35:
            return [people.here(chance.randrange(people.seats))]
        if what < 0.45:
            return [people.more_time(chance.randrange(people.seats))]
        if what < 0.7:
            return [people.pause(chance.randrange(people.seats), chance.random() < 0.75)]
    except (MatchError, ActError):
        pass
    return []
