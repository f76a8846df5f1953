"""What thinking about plans and hands costs at most, in steps (:mod:`engine.games.packet_row.rules.stock`; "Found in play" 3).

Steps and not seconds, so the tests say the same on every machine: a step is one or two microseconds, and the bar is 50 ms for
checking a document (25,000 steps) and 20 ms for asking it (10,000). Bad cases are searched for, not thought up.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, cast

import pytest

from engine.contract import IllegalMove, Orders, State
from engine.games.packet_row import GAME
from engine.games.packet_row.cards import Card
from engine.games.packet_row.orders.check import check_orders
from engine.games.packet_row.orders.consult import consult
from engine.games.packet_row.rules.fulfilment import Means, best, options, why_not
from engine.games.packet_row.rules.moves import LISTED
from engine.games.packet_row.rules.stock import MOST_FOR_ANSWER, MOST_FOR_CHECK, Work
from engine.games.packet_row.types.moves import DecisionKind, PacketRowMove, PacketRowOrders
from engine.games.packet_row.types.state import PacketRowState
from tests.engine.packet_row.hoarding import WANTED, Hoard, collected
from tests.engine.packet_row.planning import planned
from tests.engine.packet_row.table import BOOK, CARDS, given
from tests.engine.steps import climb

CONTRACTS = [card.id for card in CARDS.values() if card.kind == "contract" and card.board == "G"]
GOODS = [card.id for card in CARDS.values() if card.kind == "goods"]
TRADERS = [f"trader#{number}" for number in range(1, 7)]
SHIPS = [f"ship_{flag}#1" for flag in ("gb", "fr", "es", "nl")]


def read(
    state: State, orders: Orders, seat: int = 0, most: int | None = MOST_FOR_CHECK
) -> tuple[int, IllegalMove | None]:
    """Return the steps that checking a document takes, and the refusal, if it is refused."""
    work = Work(most)
    try:
        check_orders(cast("PacketRowState", state), BOOK, seat, orders, work)
    except IllegalMove as refusal:
        return work.steps, refusal
    return work.steps, None


def asked(
    state: State, orders: Orders, seat: int = 0, most: int | None = MOST_FOR_ANSWER
) -> tuple[int, list[PacketRowMove | None]]:
    """Return the most steps that any answer of a document takes here, and the answers."""
    steps, answers = 0, list[PacketRowMove | None]()
    for one in GAME.decisions(state):
        if one["seats"] == [seat]:
            work = Work(most)
            kind, typed = cast("DecisionKind", one["kind"]), cast("PacketRowOrders", orders)
            answers.append(consult(cast("PacketRowState", state), BOOK, seat, kind, typed, work))
            steps = max(steps, work.steps)
    return steps, answers


def fulfilling(*contracts: Sequence[str]) -> Orders:
    return {"fulfil": [{"contracts": list(names)} for names in contracts]}


def test_64_rules_that_each_look_at_all_goods_of_the_match_cost_no_more_than_a_look_each() -> None:
    # 1.7 kB; each rule tried every way to use 28 goods cards and 6 traders, which took 12 s of the request together.
    orders = fulfilling(*([CONTRACTS[number % 24]] for number in range(64)))
    assert len(json.dumps(orders, separators=(",", ":"))) < 1_700
    steps, refusal = read(given(3).state, orders)
    assert refusal is None
    assert steps < 5_000


def test_equal_rules_are_worked_out_once() -> None:
    table = given(3, hands={0: " ".join([*CONTRACTS[:19], *GOODS[::2], *TRADERS, *SHIPS])})
    cards = [*CONTRACTS[:9], *GOODS[::2], *TRADERS[:1], *SHIPS]
    for rule in ({"contracts": CONTRACTS[:19]}, {"cards": cards}):
        (names,) = rule.values()
        once, _ = asked(table.state, {"fulfil": [rule]})
        many, _ = asked(table.state, {"fulfil": [rule] * 64})
        assert many < once + 64 * (10 + 2 * len(names))


OTHERS = [card.id for card in CARDS.values() if card.kind not in ("goods", "contract")]
WORDY = {"take": [*GOODS, *TRADERS], "if": {"available": GOODS, "gone": OTHERS[:64]}}


def test_a_plan_beyond_the_bound_is_refused_at_the_rule_that_exceeds_it() -> None:
    state = given(3).state
    wordy = {"ask": [WORDY] * 64, "harbour": [WORDY | {"open": "M"}] * 64, "last": [WORDY] * 64}
    steps, refusal = read(state, wordy)
    assert refusal is not None
    assert refusal.code == "too-much-work"
    assert re.fullmatch(r"/(ask|harbour|last)/[0-9]+", refusal.pointer)
    assert "fewer" in refusal.message
    assert steps < MOST_FOR_CHECK + 1_000
    assert read(state, {"ask": [WORDY] * 4})[1] is None


def test_a_stored_plan_beyond_the_bound_asks_and_always_does() -> None:
    # What was accepted before there was a bound: 64 fulfilments, each of which is thought through to find that it is none.
    table = given(3, hands={0: " ".join([*CONTRACTS[:19], *GOODS, *TRADERS, *SHIPS, "captain#1"])}, harbour_master=1)
    table.open("D").decline()
    needless = [{"cards": [*names, *GOODS, *TRADERS, *SHIPS]} for names in combinations(CONTRACTS[:19], 4)]
    orders = {"fulfil": needless[:64], "ask": [WORDY | {"do": "decline"}] * 999, "else": "decline"}
    for _ in range(2):
        steps, answers = asked(table.state, orders)
        assert steps <= MOST_FOR_ANSWER + 1_000
        assert answers == [None, None]


def test_plans_of_bots_and_people_are_far_from_the_bound() -> None:
    for deal in range(6):
        state = Hoard(3, deal, "GDMB", ("contract", "goods", "ship", "trader", "gold", "captain"), 30 + deal).state()
        orders = planned(GAME.view(state, 0), 0)
        steps, refusal = read(state, orders)
        assert refusal is None
        assert steps < MOST_FOR_CHECK // 2
        assert asked(state, orders)[0] < MOST_FOR_ANSWER // 2


def any_rule(rng: random.Random, own: Sequence[Card]) -> tuple[str, dict[str, Any]]:
    """Return a rule that is costly to read or to answer by, and the part of a plan it belongs to."""
    useful = [card for card in own if card.kind in WANTED]
    contracts = [card.id for card in useful if card.kind == "contract"]
    few = rng.sample(useful, rng.randint(0, len(useful)))
    fulfilment = [card.id for card in best(Means.of(few))]
    if contracts and rng.random() < 0.6:
        return "fulfil", {"contracts": rng.sample(contracts, rng.randint(1, len(contracts)))}
    if fulfilment and rng.random() < 0.4:
        return "fulfil", {"cards": fulfilment}
    board = rng.choice("GDMB")
    cards = [card.id for card in CARDS.values() if card.board == board]
    rule = {
        "take": rng.sample(cards, rng.randint(1, len(cards))),
        "if": {"gone": rng.sample(GOODS, rng.randint(1, 28))},
    }
    return "ask", rule | ({"fulfil": fulfilment} if fulfilment else {})


def changed(rng: random.Random, own: Sequence[Card], orders: Orders) -> Orders:
    """Return a document with one rule more, or another one."""
    part, rule = any_rule(rng, own)
    rules = list(orders.get(part, ()))
    if len(rules) == 64 or (rules and rng.random() < 0.5):
        rules[rng.randrange(len(rules))] = rule
    else:
        rules.insert(rng.randint(0, len(rules)), rule)
    return orders | {part: rules}


def thought(hoard: Hoard, think: Callable[[Means], object]) -> int:
    """Return the steps of a question about the cards a way to collect leads to."""
    means = Means.of(collected(hoard.state()))
    think(means)
    return means.work.steps


@pytest.mark.parametrize("seed", range(2))
def test_a_search_finds_no_accepted_plan_that_exceeds_the_bounds(seed: int) -> None:
    rng = random.Random(seed)
    _, hoard = climb(Hoard.any(rng), lambda one: one.changed(rng), lambda one: thought(one, best), 8)
    late = hoard.state()
    early = replace(hoard, rounds=0).state()
    own = collected(late)

    def reading(orders: Orders) -> int:
        steps, refusal = read(early, orders)
        return -1 if refusal else steps

    def answering(orders: Orders) -> int:
        return -1 if reading(orders) < 0 else asked(late, orders, most=None)[0]

    for cost, bound in ((reading, MOST_FOR_CHECK), (answering, MOST_FOR_ANSWER)):
        nothing: Orders = {}
        most, orders = climb(nothing, lambda one: changed(rng, own, one), cost, 80)
        assert 0 < most <= bound, (hoard, orders)


@pytest.mark.parametrize("seed", range(2))
def test_a_search_finds_no_hand_for_which_the_rules_take_long(seed: int) -> None:
    rng = random.Random(seed)

    def listing(means: Means) -> None:
        options(means, LISTED)
        best(means)

    def checking(means: Means) -> None:
        cards = [*means.contracts, *means.ships, *means.captains, *means.goods, *means.traders, *means.gold]
        why_not(cards, work=means.work)
        why_not(best(means), work=means.work)

    questions: list[tuple[Callable[[Means], object], int]] = [(best, 30_000), (listing, 60_000), (checking, 30_000)]
    for think, bound in questions:
        most, hoard = climb(Hoard.any(rng), lambda one: one.changed(rng), partial(thought, think=think), 12)
        assert 0 < most <= bound, hoard
