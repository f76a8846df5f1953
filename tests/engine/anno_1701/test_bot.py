"""The bot sees its own view only, plays legally, and plays well."""

import random

from engine.anno_1701 import GAME
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.anno_1701.table import given


def bot(chance):
    return lambda game, state, seat, decision, moves: game.bot(game.view(state, seat), decision, moves, chance)


def test_it_beats_random_play_in_nineteen_of_twenty_matches():
    won = 0
    for number in range(20):
        mine, rng = number % 2, random.Random(number)
        players = {mine: bot(Draws(laws.seed_of(number))), 1 - mine: laws.at_random(rng)}
        match = laws.play(GAME, {}, 2, laws.seed_of(number),
                          lambda game, state, seat, decision, moves, players=players: players[seat](
                              game, state, seat, decision, moves))  # fmt: skip
        won += GAME.outcome(match.end)["winners"] == [mine]
    assert won >= 19


def asked(table):
    """What the bot answers for the first seat that is asked."""
    decision = table.decision()
    return GAME.bot(table.view(decision["seats"][0]), decision, table.moves(), Draws(laws.seed_of(1)))


def test_it_upgrades_to_win():
    assert asked(given({"residents": [2, 2, 2, 0], "goods": "NNTT"})) == {"type": "upgrade", "resident": 3}


def test_it_plays_the_attack_that_wins():
    table = given({"hand": "taschendieb-1-1", "goods": "NNTT"}, {"gold": [1, 1]})
    assert asked(table) == {"type": "play", "card": "taschendieb-1-1"}


def test_it_stays_at_home_without_gold_and_sails_with_it():
    poor = given({"gold": [1, 1], "residents": [1, 0, 0, 0]}, kind="close")
    assert asked(poor)["type"] == "draw"
    rich = given({"gold": [4, 4], "residents": [1, 1, 0, 0], "hand": "farm-1-1 farm-1-2 kapelle-1-1"}, kind="close")
    assert asked(rich)["type"] == "voyage"


def test_it_sails_home_before_its_ship_is_wrecked():
    table = given({"ship": 1, "residents": [1, 0, 0, 0]}, kind="close").answer("voyage")
    assert asked(table) == {"type": "stop"}
