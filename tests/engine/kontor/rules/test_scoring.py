"""Majorities and final scoring: D4, E27 to E32."""

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from engine.games.kontor.rules.scoring import anchor_distance, counting, majority
from engine.games.kontor.types.state import ClosedSector, Triple
from tests.engine.kontor.table import given

RED, BLACK = 0, 1
WAREHOUSES = st.lists(st.integers(0, 8), min_size=3, max_size=3)


@pytest.mark.parametrize(
    ("red", "black", "winner", "by"),
    [  # goods as (tea, wine, spice)
        pytest.param([2, 0, 2], [0, 3, 0], BLACK, "largest", id="red T+2 S+2, black W+3"),
        pytest.param([1, 0, 0], [0, 1, 1], BLACK, "most", id="both lead by one, black in two goods"),
        pytest.param([1, 1, 0], [1, 0, 1], RED, "rank", id="wine beats spice"),
        pytest.param([0, 3, 1], [2, 0, 1], RED, "largest", id="red W 3:0, black T 2:0, S even"),
        pytest.param([0, 2, 2], [2, 0, 0], RED, "most", id="both lead by two, red in W and S"),
        pytest.param([0, 2, 1], [2, 0, 1], BLACK, "rank", id="tea beats wine"),
        pytest.param([0, 0, 1], [1, 0, 0], RED, "rank", id="spice beats tea"),
        pytest.param([0, 0, 0], [0, 0, 0], None, "none", id="no warehouses"),
        pytest.param([2, 1, 3], [2, 1, 3], None, "none", id="even throughout"),
    ],
)
def test_d4_majority_in_three_steps(red: Triple, black: Triple, winner: int | None, by: str) -> None:
    assert majority([red, black]) == (winner, by)


@forall(WAREHOUSES, WAREHOUSES)
def test_e29_only_equal_warehouses_leave_a_sector_undecided(red: Triple, black: Triple) -> None:
    assert (majority([red, black])[0] is None) == (red == black)


@forall(WAREHOUSES, WAREHOUSES)
def test_the_majority_does_not_depend_on_who_is_named_first(red: Triple, black: Triple) -> None:
    winner, by = majority([red, black])
    assert majority([black, red]) == (None if winner is None else 1 - winner, by)


def sector(*fields: str, guard: int | None = RED) -> ClosedSector:
    return {"fields": list(fields), "guard": guard, "goods": [], "by": "none"}


def row(y: int, size: int, guard: int | None = RED, x: int = 1) -> ClosedSector:
    return sector(*(f"{x + i},{y}" for i in range(size)), guard=guard)


def test_e27_guards_never_run_out() -> None:
    view = given(
        """
        19  ~ 21  ~ 23  ~
         ~  ~  ~  ~  ~  ~
        37  ~  A  ~ 39  ~
         ~  ~  ~  ~  ~  ~
        41  ~ 25  ~ 27  ~
         ~  ~  ~  ~  ~  .
        """,
        "goldsieber-basic",
    ).view()
    assert [one["guard"] for one in view["sectors"]] == [RED] * 8
    assert view["scores"] == [8, 0]


def test_e28_a_tied_sector_is_closed_but_belongs_to_nobody() -> None:
    table = given(
        """
         .  ~  ~  .
         ~ 19 20  .
         .  ~  A  .
        """,
        red="21", black="59",
    ).choose(red="pass", black="59").place(1, -1)  # fmt: skip
    assert table.told("closed") == [
        {"fields": [[-1, -1], [0, -1]], "guard": None, "goods": [[0, 1, 0], [0, 1, 0]], "by": "none", "size": 2}
    ]
    view = table.view()
    assert view["scores"] == [0, 0]
    assert [(one["closed"], one["guard"]) for one in view["sectors"]] == [(True, None)]


def test_basic_game_counts_every_guarded_sector() -> None:
    assert counting([row(y, 1) for y in range(7)], "0,0", 0, 1) == [True] * 7


def test_e30_unguarded_sectors_take_no_place() -> None:
    closed = [row(y, 3, guard=None) for y in range(5)] + [row(-1, 1)]
    assert counting(closed, "0,0", 5, 1) == [False] * 5 + [True]


def test_the_five_largest_count() -> None:
    closed = [row(-y, y) for y in range(1, 8)]
    assert counting(closed, "0,0", 5, 1) == [False, False, True, True, True, True, True]


def test_e31_of_equal_size_the_one_nearer_to_the_anchor_counts() -> None:
    closed = [row(-y, 4) for y in range(1, 5)] + [row(3, 2), row(1, 2)]
    assert counting(closed, "0,0", 5, 1) == [True, True, True, True, False, True]


def test_e31_equals_that_fit_all_count() -> None:
    closed = [row(2, 2), row(-2, 2), row(2, 2, x=-2), row(-2, 2, x=-2), sector("2,0", "2,1")]
    assert counting(closed, "0,0", 5, 1) == [True] * 5


def test_e31_equals_that_do_not_fit_are_passed_over_and_a_smaller_one_moves_up() -> None:
    closed = [row(-y, 4) for y in range(1, 5)] + [row(2, 2), row(-2, 2), row(5, 1)]
    assert counting(closed, "0,0", 5, 1) == [True] * 4 + [False, False, True]


def test_e31_a_smaller_group_may_be_passed_over_too() -> None:
    closed = [row(-y, 4) for y in range(1, 5)] + [row(2, 2), row(-2, 2), row(5, 1), row(-5, 1)]
    assert counting(closed, "0,0", 5, 1) == [True] * 4 + [False] * 4


def test_four_players_sectors_of_one_quay_do_not_count() -> None:
    assert counting([row(1, 1), row(2, 2)], "0,0", 5, 2) == [False, True]


def test_e32_distance_is_the_shortest_way_over_fields_regardless_of_obstacles() -> None:
    assert anchor_distance(["3,1", "2,1", "2,2"], "0,0") == 3
    assert anchor_distance(["5,2"], "5,3") == 1


def test_scores_are_shown_as_if_the_match_ended_now() -> None:
    view = given(
        """
         ~  ~  ~  ~
        19  ~ 20  ~
         ~  A  ~  .
        """
    ).view()
    assert [one["guard"] for one in view["sectors"]] == [BLACK, None]
    assert view["scores"] == [0, 1]
