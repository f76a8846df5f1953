"""Harbour tax and insolvency: E2 to E8."""

from typing import Any

from tests.engine.kontor.table import given

CROSS = """
    .   .  43   .   .
    .   .  45   .   .
   47  49  A*  51  53
    .   .  55   .   .
    .   .  57   .   .
"""
HANDS: dict[str, Any] = {"red": "13 19 21 23 44", "black": "14 20 22 24 48"}


def test_a_coin_card_costs_the_opponent_one_coin() -> None:
    table = given(CROSS, **HANDS).choose(red="13", black="20")
    assert table.told("tax") == [{"seat": 1, "by": 0, "card": "C13"}]
    assert (table.state["money"], table.state["bank"]) == ([3, 2], 15)


def test_two_coin_cards_cost_both_one_coin() -> None:
    table = given(CROSS, **HANDS).choose(red="13", black="14")
    assert (table.state["money"], table.state["bank"]) == ([2, 2], 16)


def test_without_a_coin_card_there_is_no_tax() -> None:
    table = given(CROSS, **HANDS, money=(0, 0)).choose(red="19", black="20")
    assert table.state["money"] == [0, 0]
    assert table.state["due"] == [1, 0]


def test_e02_a_player_who_cannot_pay_takes_back_their_own_card() -> None:
    table = given(CROSS, **HANDS, money=(3, 0)).choose(red="13", black="20")
    assert table.told("insolvent") == [{"seat": 1, "card": "C20"}]
    assert "C20" in table.state["hands"][1]
    assert table.state["due"] == [0]


def test_e03_of_two_coin_cards_the_insolvent_players_is_withdrawn_and_taxes_nobody() -> None:
    table = given(CROSS, **HANDS, money=(1, 0)).choose(red="13", black="14")
    assert table.told("insolvent") == [{"seat": 1, "card": "C14"}]
    assert table.told("tax") == []
    assert table.state["money"] == [1, 0]
    assert table.state["due"] == [0]


def test_e04_two_insolvent_players_both_withdraw_and_get_a_coin() -> None:
    table = given(CROSS, **HANDS, money=(0, 0)).choose(red="13", black="14")
    assert table.told("insolvent") == [{"seat": 0, "card": "C13"}, {"seat": 1, "card": "C14"}]
    assert table.told("income") == [{"seat": 0, "why": "insolvent"}, {"seat": 1, "why": "insolvent"}]
    assert table.state["money"] == [1, 1]
    assert table.state["hands"] == [["C13", "C19", "C21", "C23", "C44"], ["C14", "C20", "C22", "C24", "C48"]]
    assert table.waits_for == "r2.choose"


def test_e05_if_only_one_owes_the_other_plays_and_nobody_is_paid() -> None:
    table = given(CROSS, **HANDS, money=(0, 0)).choose(red="13", black="20")
    assert table.told("insolvent") == [{"seat": 1, "card": "C20"}]
    assert table.told("income") == []
    assert table.waits_for == "r1.place.0"


def test_e06_a_solvent_player_is_not_asked_whether_to_pay() -> None:
    table = given(CROSS, **HANDS, money=(3, 1)).choose(red="13", black="20")
    assert table.state["money"] == [3, 0]
    assert table.waits_for == "r1.place.1"


def test_e07_a_passer_pays_no_tax() -> None:
    table = given(CROSS, **HANDS, money=(3, 0)).choose(red="13", black="pass")
    assert table.told("tax") == table.told("insolvent") == []
    assert table.state["money"] == [3, 1]


def test_e08_tax_is_not_refunded_for_a_card_that_cannot_be_laid() -> None:
    # Two cranes guard the last field against both colours.
    table = given(
        """
        ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~
        ~  ~  A  ~  ~  ~
        ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  1
        ~  ~  ~  ~  2  .
        """,
        "goldsieber-basic", red="13 44", black="20 22",
    ).choose(red="13", black="20")  # fmt: skip
    assert table.told("tax") == [{"seat": 1, "by": 0, "card": "C13"}]
    assert table.told("unplaceable") == [{"seat": 1, "card": "C20"}, {"seat": 0, "card": "C13"}]
    assert table.state["money"] == [3, 2]


def test_coins_are_neither_made_nor_lost() -> None:
    table = given(CROSS, **HANDS, money=(0, 5)).choose(red="44", black="48").place(1, 1)
    assert sum(table.state["money"]) + table.state["bank"] == 20
