"""The bot sees its own view only, plays legally, and plays well."""

import random
from collections.abc import Mapping

from engine.contract import Chance, Move
from engine.games.anno_1701 import GAME
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.anno_1701.table import Table, given, outcome_of


def bot(chance: Chance) -> laws.Answer:
    return lambda game, state, seat, decision, moves: game.bot(game.view(state, seat), decision, moves, chance)


def by_seat(players: Mapping[int, laws.Answer]) -> laws.Answer:
    """Each seat has its own player."""
    return lambda game, state, seat, decision, moves: players[seat](game, state, seat, decision, moves)


def test_it_beats_random_play_in_nineteen_of_twenty_matches() -> None:
    won = 0
    for number in range(20):
        mine, rng = number % 2, random.Random(number)
        players = {mine: bot(Draws(laws.seed_of(number))), 1 - mine: laws.at_random(rng)}
        match = laws.play(GAME, {}, 2, laws.seed_of(number), by_seat(players))
        won += outcome_of(match.end)["winners"] == [mine]
    assert won >= 19


def asked(table: Table) -> Move:
    """What the bot answers for the first seat that is asked."""
    decision = table.decision()
    return GAME.bot(table.view(decision["seats"][0]), decision, table.moves(), Draws(laws.seed_of(1)))


def test_it_upgrades_to_win() -> None:
    assert asked(given({"residents": [2, 2, 2, 0], "goods": "NNTT"})) == {"type": "upgrade", "resident": 3}


def test_it_plays_the_attack_that_wins() -> None:
    table = given({"hand": "taschendieb-1-1", "goods": "NNTT"}, {"gold": [1, 1]})
    assert asked(table) == {"type": "play", "card": "taschendieb-1-1"}


def test_it_stays_at_home_without_gold_and_sails_with_it() -> None:
    poor = given({"gold": [1, 1], "residents": [1, 0, 0, 0]}, kind="close")
    assert asked(poor)["type"] == "draw"
    rich = given({"gold": [4, 4], "residents": [1, 1, 0, 0], "hand": "farm-1-1 farm-1-2 kapelle-1-1"}, kind="close")
    assert asked(rich)["type"] == "voyage"


def test_it_sails_home_before_its_ship_is_wrecked() -> None:
    table = given({"ship": 1, "residents": [1, 0, 0, 0]}, kind="close").answer("voyage")
    assert asked(table) == {"type": "stop"}


def test_stores_that_an_offer_names_are_unknown_to_who_answers_it() -> None:
    table = given({"goods": "ZZZW"}, {"goods": "TT"}).answer("offer", give="Z", take="T", store=["L1"])
    (task,) = (one for one in table.state["due"] if one["kind"] == "offer")
    assert "named" in task
    named = [
        any("named" in one for one in GAME.foresight.redeal(table.state, seat, Draws(laws.seed_of(1)))["due"])
        for seat in (0, 1)
    ]
    assert named == [task["seat"] != seat for seat in (0, 1)]
