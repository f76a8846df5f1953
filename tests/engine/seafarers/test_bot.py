"""The bot: it beats players at random in every scenario, and matches among bots end by the goal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.protocol.chance import Draws
from tests.campaigns.soak.report import Watch, report, scaled
from tests.engine import laws
from tests.engine.seafarers.table import BOOK, GAME, Table


def at_trade(goal: int = 12, **hand: int) -> Table:
    """Return the turn of seat 0, who has a settlement to make a city of, with these cards."""
    table = Table(goal=goal)
    table.settlement(0, table.node(1, 0, "SE")).road(0, table.edge(1, 0, "E"))
    table.settlement(1, table.node(6, 0, "SE")).city(2, table.node(7, 6, "SE"))
    return table.turn(0).hand(0, **hand).hand(1, wool=2).hand(2, ore=2).hand(3, ore=1)


def said(table: Table, seat: int = 0) -> dict[str, Any]:
    """Return what the bot answers, which is legal."""
    decision = next(one for one in table.decisions if seat in one["seats"])
    moves = GAME.moves(table.raw, seat, decision["id"])
    move = GAME.bot(GAME.view(table.raw, seat), decision, moves, Draws(bytes(32)))
    GAME.check(table.raw, seat, decision["id"], move)
    return move


def test_it_offers_what_it_can_spare_for_the_one_card_it_lacks() -> None:
    """One for one, and then two for one, unless the bank takes two as well; never for more than one card."""
    table = at_trade(ore=2, grain=2, wood=2)
    first = {"type": "offer", "give": {"wood": 1}, "take": {"ore": 1}, "to": [1, 2, 3]}
    assert said(table) == first
    table.do(first)
    for seat in (1, 2, 3):
        table.do({"type": "decline"}, seat)
    assert said(table) == first | {"give": {"wood": 2}}
    assert said(at_trade(ore=1, grain=3))["type"] != "offer", "two cards are missing"
    assert said(at_trade(ore=2, grain=2))["type"] != "offer", "nothing is to spare"
    assert said(at_trade(ore=3, grain=2, wood=2))["type"] == "city", "nothing is missing"


def test_it_offers_nothing_to_who_is_two_points_from_winning_and_no_third_time() -> None:
    assert said(at_trade(goal=4, ore=2, grain=2, wood=1))["to"] == [1, 3]
    assert said(at_trade(goal=3, ore=2, grain=2, wood=1))["to"] == [3]
    assert said(at_trade(goal=3, ore=2, grain=2, wood=1).hand(3))["type"] != "offer", "who has no card gets none"
    table = at_trade(ore=2, grain=2, wood=3)
    table.state["offered"] = 2
    assert said(table)["type"] != "offer"


def test_it_accepts_what_brings_a_building_nearer_from_who_is_far_from_the_goal() -> None:
    for goal, answer in ((12, "accept"), (3, "decline")):
        table = at_trade(goal=goal, wool=1).hand(1, wood=1, brick=1, grain=1, ore=1)
        table.do({"type": "offer", "give": {"wool": 1}, "take": {"ore": 1}, "to": [1]})
        assert said(table, 1) == {"type": answer}


def test_who_offers_cards_or_agrees_to_give_some_has_them_in_every_imagined_world() -> None:
    table = at_trade(ore=1, grain=4).hand(1, wood=1, wool=3).hand(2, brick=9)
    table.do({"type": "offer", "give": {"ore": 1}, "take": {"wood": 1}, "to": [1, 2], "choose": True})
    table.do({"type": "accept"}, 1)
    dealt = [GAME.foresight.redeal(table.raw, 2, Draws(bytes([number]) * 32))["hands"] for number in range(20)]
    assert all(hands[0][4] >= 1 and hands[1][0] >= 1 for hands in dealt)
    assert len({tuple(hands[0]) for hands in dealt}) > 1, "the other cards are dealt anew"


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


@pytest.mark.parametrize(("preset", "seats"), [("neue-welt-5", 5), ("grosse-insel", 6), ("durch-die-wueste-6", 6)])
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
