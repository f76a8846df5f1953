"""How a match ends: E11, E20, E21, E55."""

import pytest

from engine.games.kontor import GAME
from tests.engine.kontor.table import ended, given

ONE_LEFT = """
     ~  ~  ~  ~  ~  ~
     ~  ~  ~  ~  ~  ~
     ~  ~  A  ~  ~  ~
     ~  ~  ~  ~  ~  ~
     ~  ~  ~  ~  ~  ~
     ~  ~  ~  ~ 16  .
"""
BETWEEN_CRANES = """
     ~  ~  ~  ~  ~  ~
     ~  ~  ~  ~  ~  ~
     ~  ~  A  ~  ~  ~
     ~  ~  ~  ~  ~  ~
     ~  ~  ~  ~  ~  1
     ~  ~  ~  ~  2  .
"""
CROSS = """
     .  43   .
    45   A* 47
     .  49   .
"""


def test_e21_the_last_card_closes_and_scores_but_earns_and_draws_nothing() -> None:
    table = given(ONE_LEFT, "goldsieber-basic", red="23 61", black="44 22").choose(red="23", black="44")
    assert table.story == ["revealed", "tax", "laid", "closed", "ended"]
    assert table.told("closed")[0]["guard"] == 1
    assert table.told("ended") == [{"why": "board-full", "scores": [0, 1], "money": [2, 3]}]
    assert (table.state["money"], table.state["bank"]) == ([2, 3], 15)


def test_e21_the_second_player_has_no_turn_and_no_tax_back() -> None:
    table = given(ONE_LEFT, "goldsieber-basic", red="23 61", black="44 22").choose(red="23", black="44")
    assert table.view()["played"][0]["status"] == "waiting"
    assert table.view()["due"] == []
    assert GAME.decisions(table.state) == []


def test_the_outcome_names_winner_scores_and_money() -> None:
    table = given(ONE_LEFT, "goldsieber-basic", red="23 61", black="44 22").choose(red="23", black="44")
    assert GAME.outcome(table.state) == {
        "winners": [1], "scores": [0, 1], "reason": "board-full", "tiebreaks": [[2, 3]],
    }  # fmt: skip
    assert table.view()["stage"] == "over"
    assert [one["counts"] for one in table.view()["sectors"]] == [True]


@pytest.mark.parametrize(
    ("money", "winners"),
    [
        pytest.param((5, 2), [0], id="red has more"),
        pytest.param((3, 4), [1], id="black has more"),
        pytest.param((5, 4), [0, 1], id="a draw"),
    ],
)
def test_e55_equal_points_are_decided_by_money_and_equal_money_is_a_draw(
    money: tuple[int, int], winners: list[int]
) -> None:
    table = given(ONE_LEFT.replace("16", " ~"), "goldsieber-basic", red="61 63", black="22", money=money)
    table.choose(red="61/61", black="pass")
    assert table.state["money"] == [money[0], money[1] + 1], "the passer's coin comes before the last card"
    outcome = ended(table.state)
    assert (outcome["scores"], outcome["winners"]) == ([0, 0], winners)


def test_open_sectors_do_not_score() -> None:
    table = given(CROSS.replace("49", "19"), red="21", black="22", round_limit=1).choose(red="pass", black="pass")
    assert table.told("ended") == [{"why": "round-limit", "scores": [0, 0], "money": [4, 4]}]
    assert [one["counts"] for one in table.view()["sectors"]] == [False]


def test_e11_three_rounds_in_which_nothing_happens_end_the_match() -> None:
    table = given(CROSS, red="19", black="20", money=(10, 10))
    table.choose(red="pass", black="pass").choose(red="pass", black="pass")
    assert table.waits_for == "r3.choose"
    table.choose(red="pass", black="pass")
    assert table.told("ended") == [{"why": "stalemate", "scores": [0, 0], "money": [10, 10]}]


def test_e11_a_card_or_a_coin_in_between_starts_the_count_anew() -> None:
    table = given(CROSS, red="19 21", black="20", money=(10, 10))
    table.choose(red="pass", black="pass").choose(red="pass", black="pass")
    table.choose(red="19", black="pass").place(1, 1)
    table.choose(red="pass", black="pass").choose(red="pass", black="pass")
    assert table.waits_for == "r6.choose"
    table.choose(red="pass", black="pass")
    assert table.told("ended")[0]["why"] == "stalemate"


def test_e11_the_round_limit_ends_the_match_with_normal_scoring() -> None:
    table = given(CROSS, red="19", black="20", round=7, round_limit=7).choose(red="pass", black="pass")
    assert table.told("ended")[0]["why"] == "round-limit"


def test_e20_when_no_card_in_hand_can_ever_be_laid_the_match_ends_at_once() -> None:
    table = given(BETWEEN_CRANES, "goldsieber-basic", red="19 21", black="20 22").choose(red="pass", black="pass")
    assert table.told("ended")[0]["why"] == "deadlock"


def test_e20_a_canal_in_any_hand_keeps_the_match_alive() -> None:
    table = given(BETWEEN_CRANES, "goldsieber-basic", red="19 21", black="20 61").choose(red="pass", black="pass")
    assert table.waits_for == "r2.choose"


def test_e20_empty_hands_end_the_match() -> None:
    table = given(CROSS, red="19", black="", red_pile="").choose(red="19").place(1, 1)
    assert table.told("ended")[0]["why"] == "deadlock"
