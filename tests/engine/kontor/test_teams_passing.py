"""Passing at a table for four: declared and judged tax pair by tax pair (D1; E7, E9, E10, E14, E56).

In version 1 of the rules a seat alone was asked again; since then see ``test_corrections``.
"""

import pytest
from jsonschema import Draft202012Validator

from engine.contract import Decision, IllegalMove
from engine.kontor import GAME
from tests.engine.kontor.four import four
from tests.engine.kontor.table import Playing


def decision(table: Playing) -> Decision:
    (standing,) = GAME.decisions(table.state)
    return standing


def test_e9_the_card_for_being_alone_is_played_if_the_seat_opposite_passes() -> None:
    table = four().choose("19/59", "21", "pass", "22")
    assert table.told("revealed")[0]["choices"] == [
        {"seat": 0, "card": "C59"}, {"seat": 1, "card": "C21"}, {"seat": 2, "pass": True}, {"seat": 3, "card": "C22"},
    ]  # fmt: skip


def test_e9_that_another_opponent_or_the_partner_passes_makes_nobody_alone() -> None:
    table = four().choose("19/59", "pass", "20/63", "22/65")
    assert [one.get("card") for one in table.told("revealed")[0]["choices"]] == ["C19", None, "C20", "C65"]


def test_e9_one_seat_alone_is_asked_openly() -> None:
    table = four(version=1).choose("19", "21", "pass", "22")
    assert decision(table) == {"id": "r1.alone", "kind": "alone", "seats": [0], "sealed": False, "optional": False}
    table.alone(59)
    assert table.told("revealed") == [{"choices": [{"seat": 0, "card": "C59"}]}]
    assert table.state["due"] == [0, 3, 1]


def test_e9_two_seats_alone_answer_under_seal_at_once() -> None:
    """Neither may see the other's card before the own one is chosen, partners or not."""
    table = four(version=1).choose("19", "pass", "pass", "22")
    assert decision(table) == {"id": "r1.alone", "kind": "alone", "seats": [0, 3], "sealed": True, "optional": False}
    assert GAME.moves(table.state, 3, "r1.alone") == [{"type": "play", "card": card} for card in ("C16", "C22", "C65")]
    table.alone(59, 22)
    assert table.told("revealed") == [{"choices": [{"seat": 0, "card": "C59"}, {"seat": 3, "card": "C22"}]}]
    assert table.state["due"] == [0, 3]


def test_e9_partners_can_both_be_alone() -> None:
    assert decision(four(version=1).choose("19", "21", "pass", "pass"))["seats"] == [0, 1]


def test_e9_a_seat_that_has_named_a_card_for_being_alone_is_not_asked_again() -> None:
    table = four(version=1).choose("19/13", "pass", "pass", "22")
    assert decision(table)["seats"] == [3]
    assert not decision(table)["sealed"]


def test_e9_a_seat_with_one_card_has_no_choice_and_is_not_asked() -> None:
    table = four(hands=("19", "21 61", "14 20", "22 65")).choose("19", "pass", "pass", "22")
    assert decision(table)["seats"] == [3]
    assert table.told("revealed")[0]["choices"][0] == {"seat": 0, "card": "C19"}


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


def test_e10_silence_when_alone_is_the_lowest_card_but_refusing_to_open_is_a_forfeit() -> None:
    table = four(version=1).choose("19", "pass", "pass", "22")
    assert GAME.fallback(table.state, 3, "r1.alone", "absent") == {"type": "play", "card": "C16"}
    assert GAME.fallback(table.state, 3, "r1.alone", "unopened") == {"type": "forfeit"}
    table.alone(59, "forfeit")
    assert table.told("revealed") == [
        {"choices": [{"seat": 0, "card": "C59"}, {"seat": 3, "pass": True, "forfeit": True}]}
    ]
    assert [one["seat"] for one in table.told("income")] == [1, 2]
    assert table.waits_for == "r1.place.0"


def test_e10_nobody_answers_with_a_forfeit() -> None:
    table = four(version=1).choose("19", "pass", "pass", "22")
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, 0, "r1.alone", {"type": "forfeit"})
    assert refused.value.code == "server-only"
    assert Draft202012Validator(GAME.rules.moves["alone"]).is_valid({"type": "forfeit"})


def test_nobody_learns_at_the_reveal_what_a_seat_alone_had_left_open() -> None:
    one, other = (four(version=1).choose(card, "pass", "pass", "22") for card in ("13", "19"))
    assert one.events == other.events
    for seat in (1, 2, 3, None):
        assert one.view(seat) == other.view(seat)
