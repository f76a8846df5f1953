"""The bot: it beats players at random in every scenario, and matches among bots end by the goal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.seafarers.table import BOOK, GAME
from tests.soak.report import Watch, report, scaled

TABLES = [pytest.param(one.id, one.seats[-1], id=one.id) for one in BOOK.scenarios.values() if not one.hidden]


def played(preset: str, seats: int, seed: int, bots: set[int]) -> dict[str, Any]:
    """Play a match in which bots sit on some seats and the others play at random; return its outcome."""
    rng, chance, own = random.Random(seed), Draws(laws.seed_of(seed)), Draws(bytes(32))
    state = GAME.setup(GAME.options({"preset": preset}, seats), seats, chance)
    while decisions := GAME.decisions(state):
        optional = [one for one in decisions if one["optional"]]
        decision = rng.choice(optional) if optional and rng.random() < 0.5 else decisions[-1]
        answers = {}
        for seat in decision["seats"]:
            moves = GAME.moves(state, seat, decision["id"])
            if seat in bots:
                answers[seat] = GAME.bot(GAME.view(state, seat), decision, moves, own)
                GAME.check(state, seat, decision["id"], answers[seat])
            else:
                answers[seat] = rng.choice(moves)
        state, _ = GAME.resolve(state, decision["id"], answers, chance)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return dict(outcome)


def won(preset: str, seats: int, matches: int) -> int:
    """Return how many matches a bot won alone, on each seat in turn."""
    return sum(played(preset, seats, seed, {seed % seats})["winners"] == [seed % seats] for seed in range(matches))


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_it_beats_players_at_random(preset: str, seats: int) -> None:
    assert won(preset, seats, 10) >= 9


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_it_wins_ninety_of_a_hundred(preset: str, seats: int) -> None:
    watch, matches = Watch(), scaled(100, 10)
    wins = won(preset, seats, matches)
    report(f"Seafarers, {preset}: bot against random players", watch.seconds, matches=matches, won=wins)
    assert 10 * wins >= 9 * matches


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_bots_among_themselves_reach_the_goal(preset: str, seats: int) -> None:
    assert played(preset, seats, 1, set(range(seats)))["reason"] == "goal"
