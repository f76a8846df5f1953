"""The variants of the Tilsit box, one rule of each at a time (RULES.md D2; E50-E54)."""

from collections.abc import Iterable, Sequence
from typing import cast

import pytest

from engine.contract import IllegalMove, State
from engine.games.kontor import GAME
from engine.games.kontor.rules.ending import LINES, aligned
from engine.games.kontor.types.state import KontorState
from engine.protocol.chance import Draws
from tests.engine.kontor.table import PRESETS, ended, given
from tests.engine.laws import seed_of

CROSS = """
     .  43   .
    45   A* 47
     .  49   .
"""
GRID = """
     .  .  ~  .  .  ~  .  .
     .  .  ~  .  .  ~  .  .
     ~  ~  A* ~  ~  ~  ~  ~
     .  .  ~  .  .  ~  .  .
     .  .  ~  .  .  ~  .  .
     ~  ~  ~  ~  ~  ~  ~  ~
     .  .  ~  .  .  ~  .  .
     .  .  ~  .  .  ~  .  .
"""


def dealt(preset: str) -> State:
    return GAME.setup(GAME.options({"preset": preset}, 2), 2, Draws(seed_of(3)))


# -- Armut -----------------------------------------------------------------------------------------------------------------


def test_e50_the_side_with_all_coins_wins_at_once_when_the_bank_is_empty() -> None:
    table = given(CROSS, "armut", red="43 59", black="20 22", money=(5, 0)).choose(red="pass", black="20")
    assert table.told("ended") == [{"why": "poverty", "scores": [0, 0], "money": [6, 0], "winner": 0}]
    assert ended(table.state)["winners"] == [0]
    assert GAME.decisions(table.state) == []


def test_e50_the_coin_for_a_canal_ends_it_before_a_card_is_drawn() -> None:
    table = given(CROSS, "armut", red="59 61", black="20", money=(5, 0)).choose(red="59", black="20").place(1, 1)
    assert table.story == ["laid", "income", "ended"]
    assert table.told("ended")[0]["winner"] == 0


def test_e50_points_do_not_matter_then() -> None:
    drawing = """
         ~  ~  ~   ~
         ~ 20  ~   ~
         ~  ~  A*  .
    """
    table = given(drawing, "armut", red="59", black="22", money=(5, 0)).choose(red="pass", black="22")
    assert ended(table.state)["scores"] == [0, 1]
    assert ended(table.state)["winners"] == [0]


def test_e50_a_coin_left_in_the_bank_lets_the_match_go_on() -> None:
    table = given(CROSS, "armut", red="19", black="20 22", money=(4, 0)).choose(red="pass", black="20")
    assert table.state["bank"] == 1
    assert table.told("ended") == []


def test_e50_with_an_empty_bank_passing_earns_nothing() -> None:
    table = given(CROSS, "armut", red="19", black="20 22").choose(red="pass", black="20")
    assert table.told("no-income") == [{"seat": 0, "why": "pass"}]


def test_e50_an_end_before_one_side_has_all_coins_is_scored_as_usual() -> None:
    table = given(CROSS, "armut", red="43 59", black="20 22", money=(3, 3), round_limit=1)
    table.choose(red="pass", black="pass")
    assert table.told("ended") == [{"why": "round-limit", "scores": [0, 0], "money": [3, 3]}]


def test_in_other_presets_nobody_wins_by_money() -> None:
    table = given(CROSS, "tilsit", red="19", black="20 22", money=(19, 0)).choose(red="pass", black="20")
    assert (table.state["money"], table.state["bank"], table.told("ended")) == ([20, 0], 0, [])


# -- Gullivers Reisen ------------------------------------------------------------------------------------------------------


def test_e51_the_first_card_must_touch_the_anchor() -> None:
    state = dealt("gulliver")
    view = GAME.view(state, None)
    assert [one["card"]["type"] for one in view["board"]] == ["anchor"]
    assert view["placeable"] == [[0, -1], [-1, 0], [1, 0], [0, 1]]


def test_e51_a_ship_symbol_means_nothing_until_a_second_canal_is_laid() -> None:
    table = given("A*", "gulliver", red="25 27", black="20").choose(red="25", black="pass")
    assert table.waits_for == "r1.place.0"
    table.place(0, 1).choose(red="pass", black="pass")
    table = given("A* 43", "gulliver", red="25 27", black="20").choose(red="25", black="pass")
    assert table.waits_for == "r1.ship.0"


# -- Canal grande ----------------------------------------------------------------------------------------------------------


def test_the_edges_of_canal_grande_are_known_from_the_start() -> None:
    view = GAME.view(dealt("canal-grande"), None)
    assert view["fixed"] == {"x": [0, 11], "y": [0, 3]}
    assert (len(view["board"]), view["ship"], view["canal_pile"]["count"]) == (17, [5, 2], 23)


# -- Wasserspiele ----------------------------------------------------------------------------------------------------------

ISLAND = """
     .  20  .
    22  19  .
     ~  A*  ~
"""


def test_e52_a_quay_must_touch_a_canal() -> None:
    table = given(ISLAND, "wasserspiele", red="21 23", black="24").choose(red="21", black="pass")
    assert (1, -1) in table.fields
    assert (0, -3) not in table.fields
    assert (1, -2) not in table.fields
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, 0, str(table.waits_for), {"type": "place", "at": [1, -2]})
    assert refused.value.code == "no-water"


def test_e52_a_crane_is_a_quay_and_a_canal_may_go_anywhere() -> None:
    table = given(ISLAND, "wasserspiele", red="1 59", black="24").choose(red="1", black="pass")
    assert (1, -2) not in table.fields
    table = given(ISLAND, "wasserspiele", red="1 59", black="24").choose(red="59", black="pass")
    assert (1, -2) in table.fields


def test_e52_a_quay_that_cannot_touch_water_goes_back_into_the_hand_and_the_tax_stays_paid() -> None:
    full = """
        ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~
        ~  ~  A* ~  ~  ~
        ~  ~  ~  ~  ~ 19
        ~  ~  ~  ~ 20 22
        ~  ~  ~  ~ 24  .
    """
    table = given(full, "wasserspiele", red="13 59", black="26 16").choose(red="13", black="16")
    assert table.told("unplaceable") == [{"seat": 1, "card": "C16"}, {"seat": 0, "card": "C13"}]
    assert (table.state["money"], table.told("drew")) == ([2, 2], [])
    assert sorted(table.state["hands"][0]) == ["C13", "C59"]


def test_dry_fields_are_shown_as_barred_for_both() -> None:
    table = given(ISLAND, "wasserspiele", red="21", black="24")
    assert [one["team"] for one in table.view()["barred"] if one["at"] == [1, -2]] == [0, 1]
    assert not [one for one in table.view()["barred"] if one["at"] == [1, -1]]


# -- Tic tac toe -----------------------------------------------------------------------------------------------------------


def block(**cards: str) -> str:
    """Return the grid with cards on the fields of the middle block: a b over c d."""
    rows = GRID.strip("\n").splitlines()
    cells = [row.split() for row in rows]
    for name, (x, y) in {"a": (3, 3), "b": (4, 3), "c": (3, 4), "d": (4, 4)}.items():
        cells[y][x] = cards.get(name, cells[y][x])
    return "\n".join(" ".join(row) for row in cells)


def test_e53_a_canal_may_not_divide_a_block() -> None:
    table = given(block(a="~"), "tic-tac-toe", red="59", black="20").choose(red="59", black="pass")
    assert (4, 4) not in table.fields
    assert {(4, 3), (3, 4)} <= table.fields
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, 0, str(table.waits_for), {"type": "place", "at": [4, 4]})
    assert refused.value.code == "divides"
    assert table.view()["undivided"] == [[4, 4]]


def test_e53_a_quay_may_go_where_a_canal_may_not() -> None:
    table = given(block(a="~"), "tic-tac-toe", red="19", black="20").choose(red="19", black="pass")
    assert (4, 4) in table.fields


def test_e53_a_block_may_be_filled_with_canals() -> None:
    table = given(block(a="~", b="~"), "tic-tac-toe", red="59", black="20").choose(red="59", black="pass")
    assert {(3, 4), (4, 4)} <= table.fields


def test_e53_a_canal_that_leaves_one_quay_of_a_block_closes_it() -> None:
    table = given(block(a="~", b="19", c="~"), "tic-tac-toe", red="59", black="20").choose(red="59", black="pass")
    table.place(4, 4)
    assert [one["fields"] for one in table.told("closed")] == [[[4, 3]]]


def row(first: str, second: str) -> str:
    """Return the grid with the upper row's blocks closed but for the field (7, 1); numbers are quays."""
    return f"""
     {first}  ~  ~  {second}  ~  ~  ~ 23
     ~  ~  ~  ~  ~  ~  ~  .
     ~  ~  A* ~  ~  ~  ~  ~
     .  .  ~  .  .  ~  .  .
     .  .  ~  .  .  ~  .  .
     ~  ~  ~  ~  ~  ~  ~  ~
     .  .  ~  .  .  ~  .  .
     .  .  ~  .  .  ~  .  .
    """


def test_e53_three_guarded_sectors_in_a_line_win_at_once() -> None:
    table = given(row("19", "21"), "tic-tac-toe", red="17 31", black="20").choose(red="17", black="pass").place(7, 1)
    assert table.story == ["laid", "closed", "ended"]
    assert table.told("ended") == [{"why": "line", "scores": [3, 0], "money": [3, 4], "winner": 0}]


def test_e53_a_line_of_two_colours_wins_nothing() -> None:
    table = given(row("19", "22"), "tic-tac-toe", red="17 31", black="20").choose(red="17", black="pass").place(7, 1)
    assert table.told("ended") == []
    assert table.view()["scores"] == [2, 1]


def guarded(regions: Iterable[tuple[Sequence[str], int]]) -> KontorState:
    """Return the state in which regions are closed, each guarded by a team; nothing else is looked at."""
    closed = [{"fields": list(region), "guard": guard} for region, guard in regions]
    return cast("KontorState", {"closed": closed})


@pytest.mark.parametrize("on_turn", [0, 1])
def test_e53_if_both_complete_a_line_the_player_whose_turn_it_is_wins(on_turn: int) -> None:
    # No single card closes two blocks of the printed board, so the table is set up as two rows closed at once.
    preset = PRESETS["tic-tac-toe"]
    guards = [0, 0, 0, 1, 1, 1]
    assert aligned(guarded(zip(preset.regions, guards, strict=False)), preset, on_turn) == on_turn


@pytest.mark.parametrize("line", LINES, ids=str)
def test_e53_rows_columns_and_diagonals_win(line: tuple[int, int, int]) -> None:
    preset = PRESETS["tic-tac-toe"]
    regions = [preset.regions[i] for i in line]
    assert aligned(guarded((region, 1) for region in regions), preset, 0) == 1
    assert aligned(guarded((region, 1) for region in regions[:2]), preset, 0) is None


def test_e53_without_a_line_the_most_sectors_win_then_the_most_money() -> None:
    two_to_one = given(row("19", "22"), "tic-tac-toe", red="17 31", black="20", round_limit=1)
    two_to_one.choose(red="17", black="pass").place(7, 1)
    assert ended(two_to_one.state) | {"tiebreaks": []} == {
        "winners": [0], "scores": [2, 1], "reason": "round-limit", "tiebreaks": [],
    }  # fmt: skip
    even = given(row("19", "22"), "tic-tac-toe", red="17 31", black="20", round_limit=1).choose(
        red="pass", black="pass"
    )
    assert even.told("ended") == [{"why": "round-limit", "scores": [1, 1], "money": [4, 4]}]
    richer = given(row("19", "22"), "tic-tac-toe", red="17 31", black="20", money=(2, 3), round_limit=1)
    assert ended(richer.choose(red="pass", black="pass").state)["winners"] == [1]


def test_e54_with_an_empty_canal_pile_hands_shrink_and_passing_stays_possible() -> None:
    table = (
        given(GRID, "tic-tac-toe", red="17 59", black="20 22", canal_pile="").choose(red="59", black="pass").place(1, 0)
    )
    assert (table.told("drew"), table.state["hands"][0]) == ([], ["C17"])
    assert {"type": "pass"} in table.moves


def test_e54_sixteen_canals_less_four_in_the_hands_are_left_after_the_start() -> None:
    view = GAME.view(dealt("tic-tac-toe"), None)
    assert (len(view["board"]), view["canal_pile"]["count"]) == (28, 12)


@pytest.mark.parametrize("preset", ["gulliver", "canal-grande", "wasserspiele", "tic-tac-toe"])
def test_d2_all_guarded_sectors_count_at_the_end(preset: str) -> None:
    assert PRESETS[preset].places == 0
