"""What ends by building: trading (E10), or the turn. Whoever is about to build reads it beside the choice."""

from itertools import product
from random import Random

import pytest

from engine.contract import State
from engine.games.seafarers.resources import COSTS
from engine.kit.text.particulars import Seen, particulars_of
from engine.protocol.chance import Draws
from tests.engine.seafarers.table import GAME

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil"]
ENDS = "Danach ist nichts mehr zu tun, und dein Zug endet von selbst."
BUILDS = {"road", "ship", "settlement", "city", "buy", "move"}


@pytest.mark.parametrize("merged", [False, True])
def test_that_building_ends_trading_is_said_before_it_happens(merged: bool) -> None:
    draws = Draws(bytes(32))
    state, told = GAME.setup(GAME.options({"merge_trade_build": merged}, 5), 5, draws), 0
    for step in range(120):
        decision = next(one for one in GAME.decisions(state) if not one["optional"])
        answers = {}
        for seat in decision["seats"]:
            moves, view = GAME.moves(state, seat, decision["id"]), GAME.view(state, seat)
            for move in moves:
                price = particulars_of(GAME).price(move, Seen(decision, view, "de", NAMES)) or ""
                said = price.endswith("Danach tauschst du in diesem Zug nicht mehr.")
                trades = decision["kind"] == "act" and view["phase"] == "trade"
                if said:
                    assert trades and move["type"] in BUILDS and not merged
                    told += 1
                elif trades and not merged and move["type"] in BUILDS:
                    assert price.endswith(("Danach hast du nichts.", ENDS)), (move, price)
            answers[seat] = GAME.bot(view, decision, moves, Draws(bytes([step % 256]) * 32))
        state, _ = GAME.resolve(state, decision["id"], answers, draws)
    assert bool(told) != merged


def with_hand(state: State, seat: int, hand: list[int]) -> State:
    """Return the table with other resource cards in a hand."""
    hands = list(state["hands"])
    hands[seat] = hand
    return {**state, "hands": hands}


@pytest.mark.parametrize("merged", [False, True])
def test_that_the_turn_ends_by_itself_is_said_before_and_then_it_does(merged: bool) -> None:
    draws = Draws(bytes(32))
    state, said, unsaid = GAME.setup(GAME.options({"merge_trade_build": merged}, 5), 5, draws), 0, 0
    for step in range(120):
        decision = next(one for one in GAME.decisions(state) if not one["optional"])
        seat = decision["seats"][0]
        for kind, more in product(COSTS, range(3)) if decision["kind"] == "act" else ():
            hand = [count + (more if place == 4 else 0) for place, count in enumerate(COSTS[kind])]
            now = with_hand(state, seat, hand)
            view = GAME.view(now, seat)
            meant = next((one for one in GAME.moves(now, seat, decision["id"]) if one["type"] in (kind, "buy")), None)
            if meant is None:
                continue
            price = particulars_of(GAME).price(meant, Seen(decision, view, "de", NAMES)) or ""
            _, events = GAME.resolve(now, decision["id"], {seat: meant}, Draws(bytes(32)))
            ended = any(one["type"] in ("ended", "over") for one in events)
            assert ended or not price.endswith(ENDS), (meant, price)
            said, unsaid = said + price.endswith(ENDS), unsaid + (ended and not price.endswith(ENDS))
        seats = {one: GAME.moves(state, one, decision["id"]) for one in decision["seats"]}
        chance = Draws(bytes([step % 256]) * 32)
        answers = {one: GAME.bot(GAME.view(state, one), decision, moves, chance) for one, moves in seats.items()}
        state, _ = GAME.resolve(state, decision["id"], answers, draws)
    assert said > 20
    assert unsaid == 0, "whoever could still trade or build after it is asked once more"


@pytest.mark.parametrize("preset", ["fuenf-inseln-5", "neue-welt-5", "ozeanien-5"])
def test_the_end_of_the_turn_may_be_said_with_what_is_built(preset: str) -> None:
    """Beside every move that builds and explores nothing, whatever is left in the hand: else it would tell the others."""
    draws, rng, seats = Draws(bytes(32)), Random(1), int(preset[-1])
    state, offered, explored = GAME.setup(GAME.options({"preset": preset}, seats), seats, draws), 0, 0
    for _ in range(400):
        decision = next(one for one in GAME.decisions(state) if not one["optional"])
        answers = {}
        for seat in decision["seats"]:
            moves, view = GAME.moves(state, seat, decision["id"]), GAME.view(state, seat)
            for move in moves:
                german, said = Seen(decision, view, "de", NAMES), [("den Zug beenden", (("act", {"type": "end"}),))]
                found = [(one.words, one.answers) for one in particulars_of(GAME).follow_ups(move, german)]
                if decision["kind"] != "act" or move["type"] not in BUILDS:
                    assert found == []
                    continue
                _, events = GAME.resolve(state, decision["id"], {seat: move}, Draws(bytes(32)))
                finds = any(one["type"] == "discovered" for one in events)
                ends = (particulars_of(GAME).price(move, german) or "").endswith(ENDS)
                assert found == ([] if finds or ends else said), (move, events)
                offered, explored = offered + bool(found), explored + finds
            answers[seat] = rng.choice(moves)
        state, _ = GAME.resolve(state, decision["id"], answers, draws)
    assert offered > 10
    assert bool(explored) == (preset == "ozeanien-5"), explored
