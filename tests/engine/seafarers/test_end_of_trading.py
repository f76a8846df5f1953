"""Building ends trading (E10): whoever is about to build reads it beside the choice, and where trading goes on nobody does."""

from __future__ import annotations

import pytest

from engine.kit.particulars import Seen, particulars_of
from engine.protocol.chance import Draws
from tests.engine.seafarers.table import GAME

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil"]
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
                    assert price.endswith("Danach hast du nichts."), (move, price)
            answers[seat] = GAME.bot(view, decision, moves, Draws(bytes([step % 256]) * 32))
        state, _ = GAME.resolve(state, decision["id"], answers, draws)
    assert bool(told) != merged
