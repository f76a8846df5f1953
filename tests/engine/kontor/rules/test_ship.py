"""The ship: E36 to E38, and D4's removal."""

import pytest

from engine.contract import IllegalMove
from engine.games.kontor import GAME
from tests.engine.kontor.table import Table, given

HARBOUR = """
     .  44   .   .
    26  43  25   .
     .   A* 19   .
     .  45   .   .
"""


def asked_for_the_ship(drawing: str = HARBOUR, preset: str = "tilsit") -> Table:
    """Red has played 27, a card with a ship symbol; black passes."""
    return given(drawing, preset, red="27 21", black="22 24").choose(red="27/27" if preset != "tilsit" else "27",
                                                                    black="pass")  # fmt: skip


def sails(table: Table) -> set[tuple[int, int]]:
    return {tuple(move["to"]) for move in table.moves if move["type"] == "sail"}


def removals(table: Table) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    return {(tuple(move["to"]), tuple(move["remove"])) for move in table.moves if "remove" in move}


def test_a_ship_symbol_asks_for_the_ship_before_the_field() -> None:
    table = asked_for_the_ship()
    assert table.waits_for == "r1.ship.0"
    table.stay()
    assert table.told("stayed") == [{"seat": 0}]
    assert table.waits_for == "r1.place.0"


def test_without_a_ship_on_the_table_ship_symbols_mean_nothing() -> None:
    table = asked_for_the_ship(preset="goldsieber-basic")
    assert table.waits_for == "r1.place.0"
    assert table.view()["ship"] is None


def test_e36_the_ship_may_go_to_every_canal_except_its_own() -> None:
    assert sails(asked_for_the_ship()) == {(0, -2), (0, -1), (0, 1)}


def test_e36_the_anchor_is_a_canal() -> None:
    table = asked_for_the_ship(HARBOUR.replace("A*", "A ").replace("45", "45*"))
    assert sails(table) == {(0, -2), (0, -1), (0, 0)}


def test_e36_the_ship_does_not_go_to_quays_or_free_fields() -> None:
    table = asked_for_the_ship()
    for to in ([1, 0], [1, -2], [0, 0]):
        with pytest.raises(IllegalMove):
            GAME.check(table.state, 0, "r1.ship.0", {"type": "sail", "to": to})


def test_e36_nobody_is_asked_about_a_ship_that_has_nowhere_to_go() -> None:
    table = given("19  A*  20", red="27 21", black="22 24").choose(red="27", black="pass")
    assert table.waits_for == "r1.place.0"


def test_e37_one_quay_with_a_ship_symbol_beside_the_ship_may_be_removed_whoever_owns_it() -> None:
    assert removals(asked_for_the_ship()) == {((0, -1), (-1, -1)), ((0, -1), (1, -1))}


def test_e37_without_moving_nothing_can_be_removed() -> None:
    table = asked_for_the_ship(HARBOUR.replace("A*", "A ").replace("43", "43*"))
    assert removals(table) == set()


def test_e37_removing_is_optional() -> None:
    table = asked_for_the_ship().sail((0, -1))
    assert table.told("sailed") == [{"seat": 0, "from": [0, 0], "at": [0, -1]}]
    assert table.told("removed") == []
    assert table.waits_for == "r1.place.0"


def test_e37_diagonal_quays_and_quays_without_a_ship_symbol_are_safe() -> None:
    table = asked_for_the_ship()
    for remove, code in (([1, 0], "not-beside-ship"), ([0, 0], "no-ship-symbol")):
        with pytest.raises(IllegalMove) as refused:
            GAME.check(table.state, 0, "r1.ship.0", {"type": "sail", "to": [0, -1], "remove": remove})
        assert refused.value.code == code


def test_e37_closed_sectors_are_safe_guarded_or_not() -> None:
    table = asked_for_the_ship(
        """
         .   ~   ~   .
         ~  25  26   ~
         .   ~   ~   .
         .   A*  .   .
        """
    )
    closed = table.view()["sectors"]
    assert [(one["closed"], one["guard"]) for one in closed] == [(True, None)]
    assert removals(table) == set()
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, 0, "r1.ship.0", {"type": "sail", "to": [0, -1], "remove": [0, -2]})
    assert refused.value.code == "closed-sector"


def test_e37_a_crane_with_a_ship_symbol_may_be_removed() -> None:
    table = given("A*  43  6", red="27 21", black="22 24").choose(red="27", black="pass")
    assert removals(table) == {((1, 0), (2, 0))}


def test_e37_a_card_laid_earlier_in_the_same_round_may_be_removed() -> None:
    table = given("A*  43", red="27 21", black="28 24").choose(red="27", black="28").stay().place(2, 0)
    assert table.waits_for == "r1.ship.0"
    assert removals(table) == {((1, 0), (2, 0))}


def test_e38_the_card_goes_under_its_owners_pile_and_the_owner_draws_nothing() -> None:
    table = given(HARBOUR, red="27 21", black="22 24", black_pile="30 32").choose(red="27", black="pass")
    table.sail((0, -1), remove=(-1, -1))
    assert table.told("removed") == [{"seat": 0, "card": "C26", "at": [-1, -1], "owner": 1}]
    assert table.state["quay_piles"][1] == ["C30", "C32", "C26"]
    assert table.state["hands"][1] == ["C22", "C24"]


def test_e38_under_an_empty_pile_it_becomes_the_top_card() -> None:
    table = given(HARBOUR, red="27 21", black="22 24", black_pile="").choose(red="27", black="pass")
    table.sail((0, -1), remove=(-1, -1))
    assert table.view()["quay_piles"][1]["top"]["id"] == "C26"


def test_the_card_may_be_laid_on_the_field_just_freed() -> None:
    table = asked_for_the_ship().sail((0, -1), remove=(1, -1)).place(1, -1)
    assert table.card_at(1, -1) == "C27"
    assert table.view()["last"] == {
        "laid": [[1, -1]], "removed": [[1, -1]], "ship": {"from": [0, 0], "to": [0, -1]},
    }  # fmt: skip


def test_both_may_move_the_ship_in_one_round() -> None:
    table = given(HARBOUR, red="27 21", black="28 24").choose(red="27", black="28")
    table.sail((0, 1)).place(0, 2)
    assert table.waits_for == "r1.ship.0"
    table.sail((0, 0)).place(-1, 0)
    assert table.state["ship"] == "0,0"
    assert table.waits_for == "r2.choose"


def test_d4_removing_the_3_takes_three_warehouses_and_splits_the_sector() -> None:
    table = given(
        """
         A*   .   .
         .   43   .
        36    3  16
        """,
        red="21 23", black="28 30", red_pile="1",
    ).choose(red="pass", black="28")  # fmt: skip
    assert [one["goods"] for one in table.view()["sectors"]] == [[[1, 1, 1], [1, 0, 1]]]
    assert table.view()["sectors"][0]["centres"] == [[1, 2], [0, 2]]
    table.sail((1, 1), remove=(1, 2))
    sectors = table.view()["sectors"]
    assert [(one["fields"], one["goods"]) for one in sectors] == [
        ([[0, 2]], [[0, 0, 0], [1, 0, 0]]),
        ([[2, 2]], [[0, 0, 0], [0, 0, 1]]),
    ]
    assert [one["centres"] for one in sectors] == [[None, [0, 2]], [None, [2, 2]]]
    assert table.state["quay_piles"][0] == ["C01", "C03"]
