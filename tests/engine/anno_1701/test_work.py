"""What turn lists, standing orders and moves cost at most, in steps (:mod:`tests.engine.steps`). Bad cases are searched for.

A step is about a tenth of a microsecond to a microsecond, so 20,000 steps are well below 20 ms.
"""

import copy
import random
from collections.abc import Callable
from functools import cache, partial

import pytest

from engine.contract import IllegalMove, Json, Move, Orders, State
from engine.games.anno_1701 import GAME
from engine.games.anno_1701.orders.check import MOST_ENTRIES
from engine.protocol.chance import Draws
from tests.engine.anno_1701.table import DATA, given
from tests.engine.laws import seed_of
from tests.engine.steps import climb, steps

MOST_FOR_MOVES = 6_000
MOST_FOR_JUDGING = 1_500
MOST_FOR_CHECK = 45_000
MOST_FOR_ANSWER = 5_000
KINDS = sorted({card.kind for card in DATA.cards.values()})
CARDS = sorted(DATA.cards)


Asked = tuple[State, int, str]
"""A state, a seat and the decision that waits for it: what the questions of the contract are asked about."""


@cache
def reached() -> list[Asked]:
    """Return what random players are asked in some matches, with the states in which they are."""
    found = []
    for number in range(4):
        rng, chance = random.Random(number), Draws(seed_of(number))
        state = GAME.setup(GAME.options({"turn_limit": 60}, 2), 2, chance)
        while decisions := GAME.decisions(state):
            one = decisions[0]
            found += [(state, seat, one["id"]) for seat in one["seats"]]
            answers = {}
            for seat in one["seats"]:
                legal = GAME.moves(state, seat, one["id"])
                quiet = [move for move in legal if move["type"] not in ("offer", "counter", "fill", "finish")]
                answers[seat] = rng.choice(quiet or legal)
            state, _ = GAME.resolve(state, one["id"], answers, chance)
    return found


def another(rng: random.Random, found: Asked) -> Asked:
    """Return another question that was reached, or the same with fuller stores and other hands."""
    if rng.random() < 0.3:
        return rng.choice(reached())
    state, seat, decision = found
    state = copy.deepcopy(state)
    for player in state["players"]:
        for land in player["land"]:
            if rng.random() < 0.5:
                player["land"][land] = rng.randint(0, 3)
        if rng.random() < 0.5:
            player["gold"] = [rng.randint(1, 4), rng.randint(1, 4)]
        if rng.random() < 0.5:
            player["hand"] = rng.sample(CARDS, rng.randint(0, 8))
    state["dock"] = rng.randint(0, 1)
    return state, seat, decision


def test_a_search_finds_no_question_whose_answers_take_long_to_list() -> None:
    rng = random.Random(1)
    start = next(one for one in reached() if ".act." in one[2])
    most, found = climb(start, partial(another, rng), lambda at: steps(lambda: GAME.moves(*at)), 500)
    assert 0 < most <= MOST_FOR_MOVES, (most, found[2])


def any_move(rng: random.Random, state: State, seat: int) -> Move:
    """Return a move of the form that most can be said in, sensible or not."""
    lands = list(state["players"][seat]["land"])
    spots = [rng.choice(lands) for _ in range(rng.randint(0, 20))]
    barter = ["".join(rng.choice("NTHZWG") for _ in range(rng.randint(1, 20))) for _ in range(2)]
    prefer = {"store": rng.choices(lands, k=8), "pay": rng.choices(lands, k=8), "into": 0, "gold": 1}
    return rng.choice(
        [
            {"type": "offer", "give": barter[0], "take": barter[1], "pay": spots, "store": spots, "gold": [4, 4], "into": [4, 4]},
            {"type": "build", "card": rng.choice(CARDS), "pay": spots, "prefer": prefer},
            {"type": "upgrade", "resident": rng.randint(0, 3), "pay": spots, "prefer": prefer},
            {"type": "bank", "give": rng.choice("NTHZWG"), "take": rng.choice(lands), "pay": spots, "prefer": prefer},
            {"type": "counter", "give": barter[0], "take": barter[1], "pay": spots, "store": spots},
            {"type": "give", "goods": [*spots, "N"]},
        ]
    )  # fmt: skip


def refused(check: Callable[[], None]) -> bool:
    """Return whether what is checked is refused."""
    try:
        check()
    except IllegalMove:
        return True
    return False


def test_a_search_finds_no_move_that_takes_long_to_check() -> None:
    rng = random.Random(2)

    def change(found: tuple[Asked, Move]) -> tuple[Asked, Move]:
        at = another(rng, found[0])
        return at, any_move(rng, at[0], at[1])

    def cost(found: tuple[Asked, Move]) -> int:
        at, move = found
        return steps(lambda: refused(lambda: GAME.check(*at, move)))

    start = reached()[0]
    most, found = climb((start, any_move(rng, start[0], start[1])), change, cost, 1_500)
    assert 0 < most <= MOST_FOR_JUDGING, (most, found[1])


def any_entry(rng: random.Random, i: int) -> dict[str, Json]:
    """Return an entry that is impossible or plays, with as long a condition as there may be."""
    do: Move = rng.choice(
        [
            {"type": "repair"}, {"type": "build", "card": rng.choice(CARDS), "pay": ["L1"] * rng.randint(0, 20)},
            {"type": "bank", "give": rng.choice("NTHZWG"), "take": rng.choice("NTHZWG")},
            {"type": "upgrade", "resident": rng.randint(0, 3)},
            {"type": "offer", "give": "NTHZW" * 4, "take": "G" * 20},
        ]
    )  # fmt: skip
    entry: dict[str, Json] = {"do": do, "skip": True}
    if rng.random() < 0.4:
        entry["if"] = {"spied": rng.choices(KINDS, k=MOST_ENTRIES)}
    if i and rng.random() < 0.4:
        after = {"entry": rng.randrange(i), "result": rng.choice(["done", "skipped"])}
        entry["if"] = {**entry.get("if", {}), "after": after}
    return entry


def changed(rng: random.Random, turn: int, orders: Orders) -> Orders:
    """Return orders with more in them, or something else."""
    plan = orders.get("turn", {"turn": turn})
    do = list(plan.get("do", ()))
    for _ in range(rng.randint(1, 16)):
        if len(do) < MOST_ENTRIES:
            do.append(any_entry(rng, len(do)))
        else:
            i = rng.randrange(MOST_ENTRIES)
            do[i] = any_entry(rng, i)
    parts: list[Orders] = [
        {"turn": {**plan, "do": do, "spy": rng.choices(KINDS, k=MOST_ENTRIES)}},
        {"turn": {**plan, "do": do, "close": {"type": "cards", "take": [{"pile": "1a"}] * 3, "exchange": KINDS[:MOST_ENTRIES]}}},
        {"trades": [{"give": "NTHZ" * 5, "take": "W", "keep": [{"good": "N", "amount": 8}] * 20, "times": 8}] * 20},
        {"lodge": {"want": [], "give": rng.choices(KINDS, k=MOST_ENTRIES)}},
        {"goods": [{"good": "N", "amount": 8}] * 20}, {"give_up": [{"good": "N", "amount": 0}] * 20},
        {"prefer": {"store": ["L5"] * 8, "pay": ["L4"] * 8}},
    ]  # fmt: skip
    return {**orders, **rng.choice([*parts[:2], *parts])}


@pytest.mark.parametrize("seed", range(3))
def test_a_search_finds_no_accepted_orders_that_exceed_the_bounds(seed: int) -> None:
    rng = random.Random(seed)
    table = given({"goods": "TTHHHNNNZZZWWW", "gold": [4, 4], "ship": 1, "hand": " ".join(CARDS[:6])})
    state, turn = table.state, table.state["turn"]

    elsewhere = rng.sample(reached(), 60)

    def reading(orders: Orders) -> int:
        count = steps(lambda: refused(lambda: GAME.check_orders(state, 0, orders)))
        return -1 if refused(lambda: GAME.check_orders(state, 0, orders)) else count

    def answering(orders: Orders) -> int:
        """Return the most steps of one answer while the list plays the turn."""
        if refused(lambda: GAME.check_orders(state, 0, orders)):
            return -1
        most = max(steps(partial(GAME.consult, *at, orders)) for at in elsewhere)
        now, chance = state, Draws(seed_of(seed))
        for _ in range(2 * MOST_ENTRIES):
            one = next((one for one in GAME.decisions(now) if one["seats"] == [0]), None)
            if one is None or now["turn"] != turn:
                return most
            consult = partial(GAME.consult, now, 0, one["id"], orders)
            most = max(most, steps(consult))
            move = consult()
            if move is None:
                return most
            now, _ = GAME.resolve(now, one["id"], {0: move}, chance)
        raise AssertionError("a list plays no more answers than it has entries")

    for cost, bound in ((reading, MOST_FOR_CHECK), (answering, MOST_FOR_ANSWER)):
        nothing: Orders = {}
        most, found = climb(nothing, partial(changed, rng, turn), cost, 60)
        assert 0 < most <= bound, (most, found)
