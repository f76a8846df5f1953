"""When partners may confer (rules: Karten anlegen, game for four; D1): once the cards are revealed, until both have laid."""

import random
import re

from engine.games.kontor import GAME
from engine.games.kontor.rules.view import OPEN
from tests.engine import laws
from tests.engine.kontor.four import BLACK, RED, TEAMS, four
from tests.engine.kontor.table import given


def test_d1_nobody_confers_before_the_cards_are_revealed() -> None:
    assert four().channels == {}


def test_d1_each_team_confers_once_all_cards_are_revealed() -> None:
    assert four().choose("19", "21", "20", "22").channels == {"r1.confer.0": RED, "r1.confer.1": BLACK}


def test_d1_a_team_confers_until_both_partners_have_laid() -> None:
    table = four().choose("19", "21", "20", "22")
    assert table.state["due"] == [3, 1, 2, 0]
    assert list(table.place(1, 1).place(-1, -1).channels) == ["r1.confer.0", "r1.confer.1"]
    assert list(table.place(-1, 1).channels) == ["r1.confer.0"]
    assert table.place(1, -1).channels == {}


def test_d1_a_team_that_passes_has_nothing_to_confer_about() -> None:
    table = four().choose("pass", "pass", "20/20", "22/22")
    assert table.channels == {"r1.confer.1": BLACK}


def test_d1_partners_confer_about_a_single_card_too() -> None:
    table = four(money=(0, 4, 4, 4)).choose("19", "21", "14", "22")
    assert table.told("insolvent") == [{"seat": 0, "card": "C19"}]
    assert table.channels["r1.confer.0"] == RED


def test_d1_they_confer_about_the_ship_as_well() -> None:
    table = four(hands=("25", "21", "20", "22")).choose("25", "21", "20", "22")
    assert (table.waits_for, list(table.channels)) == ("r1.ship.0", ["r1.confer.0", "r1.confer.1"])


def test_a_player_without_a_partner_confers_with_nobody() -> None:
    table = given("A* 43", "goldsieber-pro", red="19", black="20").choose(red="19", black="20")
    assert GAME.channels(table.state) == []


def test_through_whole_matches_a_channel_opens_once_and_only_while_cards_are_to_be_laid() -> None:
    opened = 0
    for number in range(5):
        match = laws.play(GAME, {"preset": TEAMS}, 4, laws.seed_of(number), laws.at_random(random.Random(number)))
        closed, before = set[str](), set[str]()
        for state in match.states:
            channels = {one["id"]: one["seats"] for one in GAME.channels(state)}
            assert closed.isdisjoint(channels)
            closed |= before - set(channels)
            before = set(channels)
            opened += len(channels)
            if state["stage"] not in OPEN:
                assert channels == {}
            for seat in state["due"]:
                assert any(seat in seats for seats in channels.values())
            for name, seats in channels.items():
                assert re.fullmatch(rf"r{state['round']}\.confer\.[01]", name)
                assert seats in (RED, BLACK)
                assert not set(seats).isdisjoint(state["due"])
    assert opened > 100
