"""The ship at a table for four: whose pile a removed card goes under (rules: Spiel mit Schiff; E38)."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.contract import IllegalMove, Move, Orders
from engine.games.kontor import GAME
from tests.engine.kontor.four import FourTable, four
from tests.engine.kontor.table import Playing, given

HARBOUR = """
     .  44   .   .
    26  43  25   .
     .   A* 19   .
     1  45   .   .
"""
"""26 is Black's and 25 is Red's; both have a ship symbol and lie beside 43."""

HANDS = ("27 21", "29 23", "22 24", "20 30")
BLACK_QUAY, RED_QUAY = [-1, -1], [1, -1]


def sailing(seat: int = 0, **more: Any) -> FourTable:
    choices = ["pass"] * 4
    number = HANDS[seat].split()[0]
    choices[seat] = f"{number}/{number}"
    return four(HARBOUR, hands=HANDS, **more).choose(*choices)


def refusal(table: Playing, move: Any) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, table.asked[0], str(table.waits_for), move)
    return refused.value.code, refused.value.pointer


def sail(remove: list[int] | None = None, **more: Any) -> Move:
    return {"type": "sail", "to": [0, -1], **({} if remove is None else {"remove": remove}), **more}


def test_e38_for_an_opposing_card_the_remover_chooses_one_of_the_opponents() -> None:
    moves = [move for move in sailing().moves if move.get("remove") == BLACK_QUAY]
    assert moves == [sail(BLACK_QUAY, receiver=2), sail(BLACK_QUAY, receiver=3)]


def test_e38_for_a_card_of_their_own_team_removers_choose_themselves_or_the_partner() -> None:
    moves = [move for move in sailing().moves if move.get("remove") == RED_QUAY]
    assert moves == [sail(RED_QUAY, receiver=0), sail(RED_QUAY, receiver=1)]


def test_e38_the_card_goes_under_the_pile_of_the_receiver_and_of_nobody_else() -> None:
    table = sailing(piles=("17", "31", "18", "32")).sail((0, -1), remove=(-1, -1), receiver=3)
    assert table.told("removed") == [{"seat": 0, "card": "C26", "at": [-1, -1], "owner": 3}]
    assert table.state["quay_piles"] == [["C17"], ["C31"], ["C18"], ["C32", "C26"]]


def test_e38_under_an_empty_pile_it_is_the_top_card() -> None:
    table = sailing(piles=("17", "", "18", "32")).sail((0, -1), remove=(1, -1), receiver=1)
    assert table.view()["quay_piles"][1] == {"top": GAME.view(table.state, None)["quay_piles"][1]["top"], "count": 1}
    assert table.state["quay_piles"][1] == ["C25"]


def test_d1_the_removed_field_can_be_used_in_the_same_turn() -> None:
    table = sailing().sail((0, -1), remove=(-1, -1), receiver=2)
    assert table.waits_for == "r1.place.0"
    assert (-1, -1) in table.fields


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (sail(BLACK_QUAY), ("missing", "/receiver")),
        (sail(BLACK_QUAY, receiver=1), ("not-their-colour", "/receiver")),
        (sail(RED_QUAY, receiver=2), ("not-their-colour", "/receiver")),
        (sail(BLACK_QUAY, receiver=4), ("not-their-colour", "/receiver")),
        (sail(BLACK_QUAY, receiver=2.0), ("not-their-colour", "/receiver")),
        (sail(RED_QUAY, receiver=True), ("not-their-colour", "/receiver")),
        (sail(BLACK_QUAY, receiver=None), ("not-their-colour", "/receiver")),
        (sail(receiver=2), ("nothing-removed", "/receiver")),
        ({"type": "stay", "receiver": 2}, ("unknown-key", "")),
    ],
)
def test_a_wrong_receiver_is_refused_with_pointer(move: Move, expected: tuple[str, str]) -> None:
    assert refusal(sailing(), move) == expected


def test_with_two_players_there_is_nobody_to_choose() -> None:
    table = given(HARBOUR, "goldsieber-pro", red="27 21", black="22 24").choose(red="27/27", black="pass")
    assert not any("receiver" in move for move in table.moves)
    assert refusal(table, sail(BLACK_QUAY, receiver=1)) == ("no-choice", "/receiver")


def test_the_schema_knows_voyages_with_and_without_a_receiver() -> None:
    schema = Draft202012Validator(GAME.rules.moves["ship"])
    for move in (sail(), sail(RED_QUAY), sail(RED_QUAY, receiver=1)):
        schema.validate(move)
    for move in (sail(receiver=1), sail(RED_QUAY, receiver="1"), sail(RED_QUAY, receiver=-1)):
        assert not schema.is_valid(move)


def test_a_removal_is_reported_with_its_receiver_in_both_languages() -> None:
    move, words = sail(BLACK_QUAY, receiver=3), GAME.words
    assert words.move(move, "en") == (
        "sail the ship to (0, -1) and remove the card at (-1, -1), which goes under the quay pile of seat 3"
    )
    assert words.move(move, "de") == (
        "mit dem Schiff nach (0, -1) fahren und die Karte auf (-1, -1) entfernen, die unter den Hafenstapel von Platz 3 kommt"
    )


# -- placing plans -------------------------------------------------------------------------------------------------------


def orders(*voyages: Move, **conditions: Any) -> Orders:
    return {"plans": [{"ship": list(voyages), **conditions}]}


def test_a_plan_names_the_receiver_of_the_card_it_removes() -> None:
    table = sailing()
    planned = orders(sail(BLACK_QUAY, receiver=3))
    GAME.check_orders(table.state, 0, planned)
    assert GAME.consult(table.state, 0, str(table.waits_for), planned) == sail(BLACK_QUAY, receiver=3)


@pytest.mark.parametrize("move", [sail(BLACK_QUAY), sail(receiver=3), {"type": "stay", "receiver": 1}])
def test_a_plan_that_can_never_fit_is_refused(move: Move) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(sailing().state, 0, orders(move))
    assert refused.value.pointer == "/plans/0/ship/0"


@pytest.mark.parametrize("seat", [4, -1, True, "2"])
def test_a_receiver_that_does_not_sit_at_the_table_is_refused(seat: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(sailing().state, 0, orders(sail(BLACK_QUAY, receiver=seat)))
    assert refused.value.pointer == "/plans/0/ship/0/receiver"


def test_with_two_players_a_plan_names_no_receiver() -> None:
    table = given(HARBOUR, "goldsieber-pro", red="27 21", black="22 24").choose(red="27/27", black="pass")
    GAME.check_orders(table.state, 0, orders(sail(BLACK_QUAY)))
    with pytest.raises(IllegalMove, match="leave receiver out"):
        GAME.check_orders(table.state, 0, orders(sail(BLACK_QUAY, receiver=1)))


def test_a_plan_for_the_case_that_a_seat_passes_counts_all_four() -> None:
    table = sailing(piles=("17", "31", "18", "32"))
    for seat, answer in ((0, None), (1, {"type": "stay"}), (3, {"type": "stay"})):
        planned = orders({"type": "stay"}, **{"if": [{"passed": seat}]})
        GAME.check_orders(table.state, 0, planned)
        assert GAME.consult(table.state, 0, str(table.waits_for), planned) == answer


def test_a_plan_never_matches_an_opponents_card_but_may_match_the_partners() -> None:
    table = sailing()
    for card, fits in (("C23", True), ("C22", False)):
        planned = {"plans": [{"card": card, "place": [[2, 0]]}]}
        if fits:
            GAME.check_orders(table.state, 0, planned)
        else:
            with pytest.raises(IllegalMove):
                GAME.check_orders(table.state, 0, planned)
