"""Passing at a table for four: declared and judged tax pair by tax pair (D1; E7, E9, E14, E56)."""

from tests.engine.kontor.four import four


def test_e9_the_card_for_being_alone_is_played_if_the_seat_opposite_passes() -> None:
    table = four().choose("19/59", "21", "pass", "22")
    assert table.told("revealed")[0]["choices"] == [
        {"seat": 0, "card": "C59"}, {"seat": 1, "card": "C21"}, {"seat": 2, "pass": True}, {"seat": 3, "card": "C22"},
    ]  # fmt: skip


def test_e9_that_another_opponent_or_the_partner_passes_makes_nobody_alone() -> None:
    table = four().choose("19/59", "pass", "20/63", "22/65")
    assert [one.get("card") for one in table.told("revealed")[0]["choices"]] == ["C19", None, "C20", "C65"]


def test_e9_where_passes_are_secret_nobody_is_alone() -> None:
    table = four(pass_mode="secret").choose("19", "pass", "pass", "22")
    assert table.waits_for == "r1.place.3"


def test_e14_a_pass_without_cards_is_known_before_and_makes_nobody_alone() -> None:
    table = four(hands=("19 59", "21", "", "22")).choose("19", "21", "22")
    assert table.waits_for == "r1.place.3"


def test_e7_no_tax_to_or_from_a_passer_and_a_coin_for_each_of_them() -> None:
    table = four().choose("13/13", "pass", "pass", "16/16")
    assert table.told("tax") == []
    assert table.state["money"] == [4, 5, 5, 4]
