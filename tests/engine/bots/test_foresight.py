"""Keen and sharp bots see no hidden card, choose by view and chance alone, and think for a bounded time."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from engine.contract import Game, Move
from engine.kit import foresight
from engine.kit.foresight import Foresight, foresight_of, levels_of
from engine.protocol.chance import Draws
from engine.registry import game
from tests.engine import laws
from tests.engine.test_laws import BRIEF
from tests.engine.ways import WITH_FORESIGHT, match_at, matches, tables_of, ways_of

FEW = 6
"""Playouts of a bot that only has to show what it looks at."""
MOST_STEPS = 4
"""Of a match: each is thought about twice for every seat."""
SEED = laws.seed_of(1)


def of(one: Game) -> Foresight:
    found = foresight_of(one)
    assert found is not None
    return found


class Hasty:
    """A game whose bots think for a few playouts only."""

    def __init__(self, one: Game) -> None:
        self._game = one
        self.foresight = replace(of(one), playouts={"keen": FEW}, steps=3)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def chosen(one: Any, state: dict[str, Any], seat: int, decision: Any) -> Move:
    moves = one.moves(state, seat, decision["id"])
    return foresight.choose(one, "keen", state, seat, decision, moves, Draws(SEED))


def equal_views_get_equal_moves(match: laws.Match, rng: random.Random) -> None:
    hasty, twin = Hasty(match.game), ways_of(match.game).twin
    for step in rng.sample(match.steps, min(len(match.steps), MOST_STEPS)):
        for seat in step.decision["seats"]:
            move = chosen(hasty, step.before, seat, step.decision)
            match.game.check(step.before, seat, step.decision["id"], move)
            assert move == chosen(hasty, twin(step.before, seat, rng), seat, step.decision)


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
@BRIEF
@forall(data=st.data(), seed=st.integers(0, 2**32))
def test_in_random_matches_a_bot_sees_what_its_seat_sees(rules: str, data: st.DataObject, seed: int) -> None:
    match = data.draw(matches(game(rules)))
    equal_views_get_equal_moves(match, random.Random(seed))


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_what_is_hidden_is_dealt_anew(rules: str) -> None:
    """A redeal that gave back the state would see everything."""
    one = game(rules)
    match = match_at(one, tables_of(one)[0], 1)
    states = match.states[: len(match.states) // 2]
    different = [laws.text(state) != laws.text(of(one).redeal(state, 0, Draws(SEED))) for state in states]
    assert sum(different) > len(states) // 2


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_for_nobody_what_any_seat_knows_stays(rules: str) -> None:
    one = game(rules)
    match = match_at(one, tables_of(one)[0], 1)
    different = 0
    for state in match.states[: len(match.states) // 2]:
        dealt = of(one).redeal(state, None, Draws(SEED))
        different += laws.text(dealt) != laws.text(state)
        for seat in (None, *range(match.seats)):
            assert laws.text(one.view(dealt, seat)) == laws.text(one.view(state, seat))
    assert different > 0


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_prospects_lie_between_lost_and_won_and_differ(rules: str) -> None:
    one = game(rules)
    match = match_at(one, tables_of(one)[0], 1, laws.bot)
    found = {of(one).prospect(state, seat) for state in match.states[:-1] for seat in range(match.seats)}
    assert len(found) > 10 and min(found) >= 0 and max(found) <= 1000


@pytest.mark.parametrize("rules", [rules for rules in WITH_FORESIGHT if of(game(rules)).rank is not None])
def test_ranking_leaves_out_no_move(rules: str) -> None:
    one, rank, differed = game(rules), of(game(rules)).rank, False
    assert rank is not None
    for step in match_at(one, tables_of(one)[0], 2).steps:
        for seat in step.decision["seats"]:
            moves = one.moves(step.before, seat, step.decision["id"])
            ranked = rank(one.view(step.before, seat), step.decision, moves)
            assert sorted(map(laws.text, ranked)) == sorted(map(laws.text, moves))
            differed |= ranked != moves
    assert differed


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_the_number_of_playouts_is_bounded(rules: str) -> None:
    hasty, most = Hasty(game(rules)), 0
    match = match_at(game(rules), tables_of(game(rules))[0], 2)
    for step in match.steps[:20]:
        seat = step.decision["seats"][0]
        moves = hasty.moves(step.before, seat, step.decision["id"])
        thinking = foresight.deliberate(hasty, "keen", step.before, seat, step.decision, moves, Draws(SEED))
        most = max(most, sum(1 for _ in thinking))
    assert 0 < most <= max(FEW, 3 * foresight.MOST_MOVES)


def test_a_game_without_foresight_has_the_calm_bot_alone() -> None:
    assert levels_of(Plain()) == ("steady",)  # type: ignore[arg-type]


class Plain:
    """A game that offers nothing to the search."""
