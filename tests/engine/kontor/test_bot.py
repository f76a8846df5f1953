"""The bot sees its own view only, plays legally, and plays well."""

import random

import pytest

from engine.contract import Chance, Decision, Game, Move, State
from engine.games.kontor import GAME
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.kontor.table import PRESETS, Table, ended, given


def bot(chance: Chance) -> laws.Answer:
    return lambda game, state, seat, decision, moves: game.bot(game.view(state, seat), decision, moves, chance)


def bot_for(team: int, preset: str, number: int) -> laws.Answer:
    players = {team: bot(Draws(laws.seed_of(number))), 1 - team: laws.at_random(random.Random(number))}
    teams = PRESETS[preset].teams
    return lambda game, state, seat, decision, moves: players[teams[seat]](game, state, seat, decision, moves)


def won(preset: str, matches: int, **options: bool) -> int:
    """Return how many matches the bot won against random players, on each team in turn."""
    wins = 0
    for number in range(matches):
        team, seats = number % 2, PRESETS[preset].seats
        match = laws.play(
            GAME, {"preset": preset, **options}, seats, laws.seed_of(number), bot_for(team, preset, number)
        )
        wins += ended(match.end)["winners"] == PRESETS[preset].members(team)
    return wins


@pytest.mark.parametrize("preset", ["goldsieber-teams", "tilsit", "armut"])
def test_it_beats_random_play_in_nine_of_ten_matches(preset: str) -> None:
    assert won(preset, 20) >= 18


def test_it_beats_random_play_with_special_cards_too() -> None:
    assert won("wasserspiele", 20, special_cards=True) >= 18


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_it_beats_random_play_in_ninety_of_a_hundred_matches(preset: str) -> None:
    assert won(preset, 100) >= 90


@pytest.mark.soak
@pytest.mark.parametrize("preset", [name for name, one in PRESETS.items() if one.special_cards == "bought"])
def test_it_beats_random_play_in_ninety_of_a_hundred_with_special_cards(preset: str) -> None:
    assert won(preset, 100, special_cards=True) >= 90


@pytest.mark.parametrize("preset", PRESETS)
def test_two_bots_play_to_a_full_board_by_legal_moves(preset: str) -> None:
    def checked(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
        move = player(game, state, seat, decision, moves)
        assert move in moves
        return move

    for number in range(3):
        player = bot(Draws(laws.seed_of(number)))
        match = laws.play(GAME, {"preset": preset}, PRESETS[preset].seats, laws.seed_of(number), checked)
        assert ended(match.end)["reason"] in ("board-full", PRESETS[preset].sudden_end)


@pytest.mark.parametrize("preset", [name for name, one in PRESETS.items() if one.special_cards != "never"])
def test_it_buys_and_plays_special_cards_and_still_comes_to_an_end(preset: str) -> None:
    laid = set()
    for number in range(3):
        player, options = bot(Draws(laws.seed_of(number))), {"preset": preset, "special_cards": True}
        match = laws.play(GAME, options, PRESETS[preset].seats, laws.seed_of(number), player)
        assert ended(match.end)["reason"] in ("board-full", "deadlock")
        events = [event for step in match.steps for event in step.events]
        laid |= {PRESETS[preset].cards[event["card"]].kind for event in events if event["type"] == "laid"}
    assert "special" in laid


def asked(table: Table, number: int = 0) -> Move:
    """Return what the bot answers for the first seat that is asked."""
    seat, decision = table.asked[0], GAME.decisions(table.state)[0]
    return GAME.bot(table.view(seat), decision, table.moves, Draws(laws.seed_of(number)))


def test_it_closes_a_sector_that_it_leads() -> None:
    table = given(
        """
         .  ~  .
         ~ 19  .
         ~  A  ~
        """,
        red="59 61", black="20",
    ).choose(red="59", black="pass")  # fmt: skip
    assert asked(table) == {"type": "place", "at": [1, -1]}


def test_it_does_not_close_a_sector_for_the_opponent() -> None:
    table = given(
        """
         .  ~  .
         ~ 20  .
         ~  A  ~
        """,
        red="59 61", black="22",
    ).choose(red="59", black="pass")  # fmt: skip
    assert asked(table) != {"type": "place", "at": [1, -1]}


def test_it_takes_over_a_sector_that_is_about_to_close() -> None:
    table = given(
        """
         .  ~  .
         ~ 20  .
         ~  A  ~
        """,
        red="11 61", black="22",
    ).choose(red="11", black="pass").stay()  # fmt: skip
    assert asked(table) == {"type": "place", "at": [1, -1]}


def test_it_sends_the_ship_against_the_quay_that_hurts_most() -> None:
    table = given(
        """
         .  4  .
         . 43  30
        19  A* .
        """,
        red="25 61", black="22",
    ).choose(red="25", black="pass")  # fmt: skip
    assert asked(table) == {"type": "sail", "to": [0, -1], "remove": [0, -2]}


def test_without_money_it_lays_a_canal_rather_than_a_stray_quay() -> None:
    table = given("A  43", red="19 61", black="20 22", money=(0, 3))
    assert {asked(table, number)["card"] for number in range(5)} == {"C61"}


def test_it_plays_coin_cards_against_an_opponent_without_money() -> None:
    table = given("A  43", red="13 19", black="20 22", money=(3, 0))
    assert {asked(table, number)["card"] for number in range(5)} == {"C13"}


def test_it_always_names_a_second_card_where_it_can() -> None:
    table = given("A  43", red="19 61", black="20 22", pass_mode="declare")
    assert "if_alone" in asked(table)


def test_the_same_view_and_chance_give_the_same_move() -> None:
    table = given("A  43", red="19 21 23 59 61", black="20 22")
    assert asked(table, 3) == asked(table, 3)


def test_equal_choices_are_not_always_decided_the_same_way() -> None:
    table = given("A  43", red="19 21 23 59 61", black="20 22")
    assert len({str(asked(table, number)) for number in range(20)}) > 1
