"""Choosing, passing and revealing: E9 to E15."""

from typing import Any

import pytest

from engine.contract import IllegalMove
from engine.games.kontor import GAME
from tests.engine.kontor.table import given

CROSS = """
    .   .  43   .   .
    .   .  45   .   .
   47  49  A*  51  53
    .   .  55   .   .
    .   .  57   .   .
"""
HANDS: dict[str, Any] = {"red": "19 21 23 44 59", "black": "20 22 24 46 61"}


def test_both_cards_are_revealed_at_once_and_the_higher_number_begins() -> None:
    table = given(CROSS, **HANDS).choose(red="23", black="24")
    assert table.told("revealed") == [{"choices": [{"seat": 0, "card": "C23"}, {"seat": 1, "card": "C24"}]}]
    assert table.state["due"] == [1, 0]
    assert table.waits_for == "r1.place.1"


def test_e09_in_secret_mode_a_pass_is_one_more_sealed_choice_and_the_other_card_stands() -> None:
    table = given(CROSS, "tilsit", **HANDS).choose(red="23", black="pass")
    assert table.waits_for == "r1.place.0"
    assert table.state["played"] == [{"card": "C23", "status": "waiting"}, {"pass": True}]


def test_e09_in_declare_mode_the_second_card_is_played_if_the_opponent_passes() -> None:
    table = given(CROSS, "goldsieber-pro", **HANDS).choose(red="23/21", black="pass")
    assert table.told("revealed") == [{"choices": [{"seat": 0, "card": "C21"}, {"seat": 1, "pass": True}]}]
    assert "C23" in table.state["hands"][0]


def test_e09_in_declare_mode_the_first_card_is_played_if_the_opponent_plays() -> None:
    table = given(CROSS, "goldsieber-pro", **HANDS).choose(red="23/21", black="24/24")
    assert [choice["card"] for choice in table.told("revealed")[0]["choices"]] == ["C23", "C24"]


def test_e09_a_seat_that_named_no_second_card_is_asked_openly_and_may_play_any_card() -> None:
    table = given(CROSS, "goldsieber-pro", **HANDS).choose(red="23", black="pass")
    assert table.told("revealed") == [{"choices": [{"seat": 1, "pass": True}]}]
    assert GAME.decisions(table.state) == [
        {"id": "r1.alone", "kind": "alone", "seats": [0], "sealed": False, "optional": False}
    ]
    assert [move["card"] for move in table.moves] == ["C19", "C21", "C23", "C44", "C59"]
    table.alone(44)
    assert table.told("revealed") == [{"choices": [{"seat": 0, "card": "C44"}]}]
    assert table.told("income") == [{"seat": 1, "why": "pass"}]
    assert table.waits_for == "r1.place.0"


def test_e09_the_only_card_in_hand_is_played_without_asking_again() -> None:
    table = given(CROSS, "goldsieber-pro", red="23", black="24").choose(red="23", black="pass")
    assert table.waits_for == "r1.place.0"


def test_e09_a_pass_for_lack_of_cards_was_known_before_so_nobody_is_asked_again() -> None:
    table = given(CROSS, "goldsieber-pro", red="19 23", black="").choose(red="23")
    assert table.waits_for == "r1.place.0"


def test_e09_a_second_card_is_refused_where_passes_are_secret() -> None:
    table = given(CROSS, "tilsit", **HANDS)
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, 0, "r1.choose", {"type": "play", "card": "C23", "if_alone": "C21"})
    assert (refused.value.code, refused.value.pointer) == ("no-if-alone", "/if_alone")


def test_e09_the_pass_mode_can_be_chosen_for_any_preset() -> None:
    table = given(CROSS, "tilsit", **HANDS, pass_mode="declare").choose(red="23", black="pass")
    assert table.waits_for == "r1.alone"


def test_e10_a_choice_that_is_not_opened_is_a_pass_without_the_coin() -> None:
    table = given(CROSS, **HANDS, money=(0, 3))
    assert GAME.fallback(table.state, 0, "r1.choose", "absent") == {"type": "pass"}
    assert GAME.fallback(table.state, 0, "r1.choose", "unopened") == {"type": "forfeit"}
    table.choose(red="forfeit", black="22")
    assert table.told("revealed")[0]["choices"][0] == {"seat": 0, "pass": True, "forfeit": True}
    assert table.told("income") == []
    assert table.state["money"][0] == 0


def test_e10_a_seat_cannot_choose_to_forfeit() -> None:
    table = given(CROSS, **HANDS)
    assert {"type": "forfeit"} not in table.moves
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, 0, "r1.choose", {"type": "forfeit"})
    assert refused.value.code == "server-only"


def test_e11_if_both_pass_both_get_a_coin_and_the_next_round_begins() -> None:
    table = given(CROSS, **HANDS).choose(red="pass", black="pass")
    assert table.state["money"] == [4, 4]
    assert table.state["bank"] == 12
    assert table.waits_for == "r2.choose"


def test_e12_two_claims_on_the_last_coin_both_lapse() -> None:
    table = given(CROSS, **HANDS, money=(10, 9), bank=1).choose(red="pass", black="pass")
    assert table.state["money"] == [10, 9]
    assert table.told("no-income") == [{"seat": 0, "why": "pass"}, {"seat": 1, "why": "pass"}]


def test_e12_one_claim_on_the_last_coin_is_paid() -> None:
    table = given(CROSS, **HANDS, money=(10, 9), bank=1).choose(red="pass", black="22")
    assert table.state["money"] == [11, 9]
    assert table.state["bank"] == 0


def test_e12_a_pass_while_the_bank_is_empty_earns_nothing_and_no_debt_remains() -> None:
    table = given(CROSS, **HANDS, money=(10, 10)).choose(red="pass", black="61").place(1, 1)
    assert table.state["money"] == [10, 10]
    assert table.told("no-income") == [{"seat": 1, "why": "canal"}]


def test_e12_taxes_are_in_the_bank_before_any_income_is_paid() -> None:
    table = given(CROSS, **HANDS, money=(10, 10)).choose(red="44", black="22").place(1, 1)
    assert table.told("income") == [{"seat": 0, "why": "canal"}]
    assert table.state["money"] == [11, 9]


@pytest.mark.parametrize("money", [(0, 3), (3, 3), (20, 0)])
def test_e13_a_pass_is_always_allowed(money: tuple[int, int]) -> None:
    assert {"type": "pass"} in given(CROSS, **HANDS, money=money).moves


def test_e14_a_seat_without_cards_is_not_asked_and_its_pass_earns_a_coin() -> None:
    table = given(CROSS, red="19 21", black="")
    assert table.asked == [0]
    table.choose(red="19")
    assert table.told("revealed")[0]["choices"][1] == {"seat": 1, "pass": True}
    assert table.state["money"] == [3, 4]


def test_e15_a_card_taken_back_was_seen_by_everybody() -> None:
    table = given(CROSS, **HANDS, money=(3, 0)).choose(red="44", black="22")
    assert {"seat": 1, "card": "C22"} in table.told("insolvent")
    played = table.view()["played"][1]
    assert (played["card"]["id"], played["status"]) == ("C22", "returned")


def test_e15a_the_other_hand_and_what_lies_below_the_top_cards_are_hidden() -> None:
    view = given(CROSS, **HANDS, red_pile="1 3 5", black_pile="2", canal_pile="63 65").view(0)
    assert [card["id"] for card in view["hands"][0]] == ["C19", "C21", "C23", "C44", "C59"]
    assert view["hands"][1] is None
    assert view["hand_counts"][1] == {"quay": 3, "canal": 2, "special": 0}
    assert [(pile["top"]["id"], pile["count"]) for pile in view["quay_piles"]] == [("C01", 3), ("C02", 1)]
    assert (view["canal_pile"]["top"]["id"], view["canal_pile"]["count"]) == ("C63", 2)


def test_e15a_a_spectator_sees_no_hand() -> None:
    assert given(CROSS, **HANDS).view(None)["hands"] == [None, None]


def test_e15b_draw_and_coin_are_never_forgotten() -> None:
    table = given(CROSS, **HANDS, canal_pile="63").choose(red="pass", black="61").place(1, 1)
    assert {"drew", "income"} <= set(table.story)
    assert "C63" in table.state["hands"][1]
