"""What a view holds; pictures, words, bots and clients rely on its shape."""

from typing import Any

from engine.games.kontor import GAME
from tests.engine.kontor.table import Table, given

HARBOUR = """
     .  44   .   .
    26  43  25   .
     .   A* 19   .
     1  45   .   .
"""
C25 = {"id": "C25", "number": 25, "type": "quay", "owner": "red", "goods": "W", "symbol": "ship"}


def table(**options: Any) -> Table:
    return given(HARBOUR, red="27 21 59", black="22 24 61", red_pile="3 5", canal_pile="63", **options)


def test_the_whole_of_a_view() -> None:
    view = table().view(0)
    assert list(view) == [
        "game", "preset", "options", "seat", "round", "stage", "teams", "opposite", "colours", "money", "bank", "hands",
        "hand_counts", "quay_piles", "canal_pile", "special_pile", "special_fields", "rivals", "alone", "sudden_end",
        "limits", "counting", "extent", "fixed", "board", "ship", "sectors",
        "barred", "undivided", "placeable", "played", "due", "last", "scores", "outcome",
    ]  # fmt: skip
    assert (view["game"], view["preset"], view["seat"], view["round"], view["stage"]) == (
        "kontor",
        "tilsit",
        0,
        1,
        "choose",
    )
    assert (view["teams"], view["opposite"], view["colours"]) == ([0, 1], [1, 0], ["red", "black"])
    assert view["limits"] == {"width": 7, "height": 7}
    assert view["counting"] == {"places": 5, "least_size": 1}
    assert view["extent"] == {"x": [-1, 1], "y": [-2, 1]}
    assert view["fixed"] == {"x": None, "y": None}
    assert view["ship"] == [0, 0]
    assert view["played"] == [None, None]
    assert view["last"] == {"laid": [], "removed": [], "ship": None}
    assert view["outcome"] is None


def test_the_board_is_listed_row_by_row_with_sectors() -> None:
    board = table().view(0)["board"]
    assert [one["at"] for one in board] == [
        [0, -2], [-1, -1], [0, -1], [1, -1], [0, 0], [1, 0], [-1, 1], [0, 1],
    ]  # fmt: skip
    assert board[3] == {"at": [1, -1], "card": C25, "under": [], "sector": 1}
    assert [one["sector"] for one in board] == [None, 0, None, 1, None, 1, 2, None]


def test_sectors_say_size_goods_distance_and_value() -> None:
    sectors = table().view(0)["sectors"]
    assert sectors[1] == {
        "fields": [[1, -1], [1, 0]], "closed": False, "guard": None, "size": 2, "distance": 1,
        "goods": [[0, 2, 0], [0, 0, 0]], "centres": [[1, -1], None], "value": 1, "counts": None,
    }  # fmt: skip


def test_barred_fields_say_for_whom() -> None:
    assert table().view(0)["barred"] == [
        {"at": [-1, 0], "team": 1}, {"at": [-2, 1], "team": 1}, {"at": [-1, 2], "team": 1},
    ]  # fmt: skip


def test_placeable_fields_are_the_free_ones_beside_a_card() -> None:
    assert [1, -2] in table().view(0)["placeable"]
    assert [1, -3] not in table().view(0)["placeable"]


def test_hands_are_sorted_by_number() -> None:
    assert [card["number"] for card in table().view(0)["hands"][0]] == [21, 27, 59]


def test_the_rounds_choices_are_shown_from_the_reveal_until_the_round_is_over() -> None:
    match = table().choose(red="59", black="22")
    played = match.view()["played"]
    assert [(one["card"]["id"], one["status"]) for one in played] == [("C59", "waiting"), ("C22", "waiting")]
    assert match.view()["due"] == [0, 1]
    match.place(2, 0)
    assert match.view()["played"][0]["status"] == "laid"
    match.place(2, -1)
    assert match.view()["played"] == [None, None]
    assert match.view()["last"]["laid"] == [[2, 0], [2, -1]]


def test_e33_only_the_top_of_a_quay_pile_is_seen() -> None:
    pile = table().view(0)["quay_piles"][0]
    assert (list(pile), pile["top"]["id"], pile["count"]) == (["top", "count"], "C03", 2)


def test_e33_quay_piles_are_open_to_everybody_if_the_options_say_so() -> None:
    for viewer in (0, 1, None):
        pile = table(quay_pile_open=True).view(viewer)["quay_piles"][0]
        assert [card["id"] for card in pile["cards"]] == ["C03", "C05"]


def test_empty_piles_have_no_top() -> None:
    assert given("A", red="19", canal_pile="").view()["canal_pile"] == {"top": None, "count": 0}


def test_changing_a_view_does_not_change_the_match() -> None:
    match = table()
    before = GAME.view(match.state, 0)
    for key in ("options", "money", "colours", "last", "fixed", "played", "sectors"):
        view = GAME.view(match.state, 0)
        view[key].clear()
    assert GAME.view(match.state, 0) == before
