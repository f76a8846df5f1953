"""What placing plans, moves and options cost at most, in steps (:mod:`tests.engine.steps`). Bad cases are searched for.

A step is about a tenth of a microsecond to a microsecond, so 20,000 steps are well below 20 ms.
"""

import random
from functools import cache, partial
from typing import Any

import pytest

from engine.contract import BadOptions, IllegalMove, Orders, State
from engine.games.kontor import GAME
from engine.games.kontor.orders.check import MOST_ENTRIES, MOST_PLANS
from engine.games.kontor.rules.fields import place
from engine.protocol.chance import Draws
from tests.engine.kontor.table import PRESETS
from tests.engine.laws import seed_of
from tests.engine.steps import climb, steps

NAMES = ("goldsieber-pro", "tilsit", "wasserspiele", *[name for name, one in PRESETS.items() if one.seats == 4][:2])
MOST_FOR_MOVES = 3_000
MOST_FOR_CHECK = 20_000
MOST_FOR_ANSWER = 6_000
MOST_FOR_OPTIONS = 100


Reached = tuple[State, int, str]
"""A state, who is asked in it, and the decision."""


@cache
def reached() -> list[Reached]:
    """Return states that random play reaches in which somebody moves the ship or lays: what plans answer."""
    found = []
    for number, name in enumerate(name for name in NAMES if name in PRESETS):
        rng, preset = random.Random(number), PRESETS[name]
        chance = Draws(seed_of(number))
        state = GAME.setup(GAME.options({"preset": name}, preset.seats), preset.seats, chance)
        while decisions := GAME.decisions(state):
            (one,) = decisions
            if one["kind"] in ("ship", "place"):
                found.append((state, one["seats"][0], one["id"]))
            answers = {}
            for seat in one["seats"]:
                legal = GAME.moves(state, seat, one["id"])
                played = [move for move in legal if move["type"] in ("play", "sail", "place")] or legal
                answers[seat] = rng.choice(played)
            state, _ = GAME.resolve(state, one["id"], answers, chance)
    return found


def any_field(rng: random.Random, state: State) -> list[int]:
    near = [tuple(map(int, name.split(","))) for name in state["board"]] if rng.random() < 0.2 else []
    return list(rng.choice(near)) if near else [rng.randint(-9, 9), rng.randint(-9, 9)]


def any_condition(rng: random.Random, state: State) -> dict[str, Any]:
    cards = sorted(card for stack in state["board"].values() for card in stack)
    return rng.choice(
        [{"free": any_field(rng, state)}, {"holds": any_field(rng, state), "card": rng.choice(cards or ["C01"])},
         {"ship": any_field(rng, state)}, {"passed": rng.randrange(2)}]
    )  # fmt: skip


def changed(rng: random.Random, state: State, orders: Orders) -> Orders:
    """Return a document with a plan more, or longer lists: as long as the schema lets them be."""
    plans = [dict(plan) for plan in orders["plans"]]
    if len(plans) < MOST_PLANS and rng.random() < 0.5:
        plans.append({"place": [any_field(rng, state)]})
    plan = rng.choice(plans)
    for key, one in (("if", any_condition), ("place", any_field)):
        if rng.random() < 0.5:
            plan[key] = [*plan.get(key, ()), *(one(rng, state) for _ in range(rng.randint(1, MOST_PLANS)))][:MOST_PLANS]
    if rng.random() < 0.4:
        sails = [{"type": "sail", "to": any_field(rng, state)} for _ in range(rng.randint(1, MOST_PLANS))]
        plan["ship"] = [*plan.get("ship", ()), *sails][:MOST_PLANS]
    if rng.random() < 0.3:
        plan.pop(rng.choice(["if", "ship"]), None)
    return {"plans": plans}


def accepted(state: State, seat: int, orders: Orders) -> bool:
    try:
        GAME.check_orders(state, seat, orders)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_a_search_finds_no_accepted_plans_that_exceed_the_bounds(seed: int) -> None:
    rng = random.Random(seed)

    def another(found: tuple[Reached, Orders]) -> tuple[Reached, Orders]:
        place, orders = found
        if rng.random() < 0.2:
            return rng.choice(reached()), orders
        return place, changed(rng, place[0], orders)

    def reading(found: tuple[Reached, Orders]) -> int:
        (state, seat, _), orders = found
        return steps(lambda: accepted(state, seat, orders))

    def answering(found: tuple[Reached, Orders]) -> int:
        (state, seat, decision), orders = found
        return steps(lambda: GAME.consult(state, seat, decision, orders)) if accepted(state, seat, orders) else -1

    start = (reached()[0], {"plans": [{"place": [[0, 0]]}]})
    for cost, bound in ((reading, MOST_FOR_CHECK), (answering, MOST_FOR_ANSWER)):
        most, found = climb(start, another, cost, 150)
        assert 0 < most <= bound, (most, found[1])


def test_plans_at_the_very_limit_stay_within_the_bounds() -> None:
    # All entries there may be, all conditions true and no field free: every one is looked at.
    for state, seat, decision in random.Random(0).sample(reached(), 20):
        name, stack = next(iter(state["board"].items()))
        taken = list(place(name))
        holds = {"holds": taken, "card": stack[-1]}
        plans = {"plans": [{"if": [holds] * (MOST_ENTRIES // MOST_PLANS - 1), "place": [taken]}] * MOST_PLANS}
        assert accepted(state, seat, plans)
        assert GAME.consult(state, seat, decision, plans) is None
        assert steps(partial(GAME.check_orders, state, seat, plans)) <= MOST_FOR_CHECK
        assert steps(partial(GAME.consult, state, seat, decision, plans)) <= MOST_FOR_ANSWER


def test_a_search_finds_no_table_at_which_moves_take_long() -> None:
    rng, states = random.Random(1), reached()
    most, (state, _, decision) = climb(
        states[0], lambda _: rng.choice(states), lambda at: steps(lambda: GAME.moves(*at)), 300
    )
    assert 0 < most <= MOST_FOR_MOVES, (most, decision, state["options"])


def any_options(rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    """Return options with a member more or another value, wrong ones too."""
    values: list[object] = [
        *PRESETS,
        "declare",
        0,
        -1,
        10**400,
        True,
        None,
        "x" * 10_000,
        {"preset": "pro"},
        [[]] * 500,
    ]
    key = rng.choice(["preset", "pass_mode", "round_limit", "quay_pile_open", "special_cards", f"more{rng.random()}"])
    return {**options, key: rng.choice(values)}


def test_a_search_finds_no_options_that_take_long_to_read() -> None:
    rng = random.Random(2)

    def read(options: dict[str, Any]) -> None:
        try:
            GAME.options(options, 2)
        except BadOptions:
            return

    none: dict[str, Any] = {}
    most, found = climb(none, lambda one: any_options(rng, one), lambda one: steps(lambda: read(one)), 400)
    assert 0 < most <= MOST_FOR_OPTIONS, (most, found)
