"""Where cards may go, edges and closing: E16 to E19, E22 to E26, E39."""

from tests.engine.kontor.table import given

CROSS = """
    .   .  43   .   .
    .   .  45   .   .
   47  49  A*  51  53
    .   .  55   .   .
    .   .  57   .   .
"""


def test_a_card_must_touch_another_one_horizontally_or_vertically() -> None:
    table = given("A  43", red="19 21", black="20 22").choose(red="19", black="pass")
    assert table.fields == {(0, -1), (1, -1), (-1, 0), (2, 0), (0, 1), (1, 1)}


def test_the_cross_offers_sixteen_fields() -> None:
    table = given(CROSS, red="19 21", black="20 22").choose(red="19", black="pass")
    assert len(table.fields) == 16


def test_e16_the_second_player_finds_what_the_first_has_changed() -> None:
    table = given("A  43", red="1 19", black="2 20").choose(red="19", black="2")
    table.place(2, 0)
    assert table.waits_for == "r1.place.1"
    assert (3, 0) in table.fields and (2, 0) not in table.fields


def test_e17_a_card_without_a_field_goes_back_and_earns_and_draws_nothing() -> None:
    table = given(
        """
        ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~
        ~  ~  A  ~  ~  ~
        ~  ~  ~  ~  ~  1
        ~  ~  ~  ~  ~  .
        ~  ~  ~  ~  ~  ~
        """,
        "goldsieber-basic", red="19 44", black="20 22",
    ).choose(red="pass", black="20/20")  # fmt: skip
    assert table.told("unplaceable") == [{"seat": 1, "card": "C20"}]
    assert "drew" not in table.story
    assert table.state["hands"][1] == ["C20", "C22"]


def test_e17_a_ship_move_already_made_stands() -> None:
    table = given(
        """
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  A* ~  ~  ~
        ~  ~  ~  ~  ~  ~  .
        19 21 23 37 39 41 1
        13 15 17 31 33 35 3
        """,
        "goldsieber-pro", red="27 29", black="26 28",
    )  # fmt: skip
    table.choose(red="pass", black="26/26").sail((0, -1))
    assert table.told("unplaceable") == [{"seat": 1, "card": "C26"}]
    assert table.state["ship"] == "0,-1"


def test_e18_laying_is_compulsory_if_it_is_possible() -> None:
    table = given(CROSS, red="19 21", black="20 22").choose(red="19", black="pass")
    assert {move["type"] for move in table.moves} == {"place"}


def test_e19_a_removal_may_make_the_field_the_card_needs() -> None:
    table = given(
        """
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  A* ~  ~  ~
        ~  ~  ~  ~  ~  ~  .
        19 21 23 37 39 41 5
        13 15 17 31 33 35 3
        """,
        "goldsieber-pro", red="27 29", black="26 28",
    )  # fmt: skip
    table.choose(red="pass", black="26/26").sail((3, 0))
    assert table.told("unplaceable") == [{"seat": 1, "card": "C26"}]
    table = given(
        """
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  ~  ~  ~  ~
        ~  ~  ~  A* ~  ~  ~
        ~  ~  ~  ~  ~  ~  .
        19 21 23 37 39 ~  5
        13 15 17 31 33 35 3
        """,
        "goldsieber-pro", red="27 29", black="26 28",
    )  # fmt: skip
    table.choose(red="pass", black="26/26").sail((2, 2), remove=(3, 2))
    assert table.fields == {(3, 1), (3, 2)}


def test_e22_the_first_player_draws_the_visible_canal_and_the_second_the_next() -> None:
    table = given(CROSS, red="59 19", black="61 20", canal_pile="63 65 67").choose(red="59", black="61")
    table.place(1, 1)
    assert table.told("drew") == [{"seat": 1, "card": "C63", "pile": "canal"}]
    table.place(-1, -1)
    assert table.told("drew") == [{"seat": 0, "card": "C65", "pile": "canal"}]
    assert table.view()["canal_pile"]["top"]["id"] == "C67"


def test_a_quay_is_replaced_from_its_players_pile_and_a_crane_counts_as_a_quay() -> None:
    table = given(CROSS, red="1 19", black="20 22", red_pile="21 23").choose(red="1", black="pass").place(1, 1)
    assert table.told("drew") == [{"seat": 0, "card": "C21", "pile": "quay"}]


def test_an_empty_pile_means_fewer_cards_in_hand() -> None:
    table = given(CROSS, red="59 19", black="61 20", canal_pile="").choose(red="59", black="pass").place(1, 1)
    assert table.told("pile-empty") == [{"seat": 0, "pile": "canal"}]
    assert table.state["hands"][0] == ["C19"]


def test_e23_each_axis_is_fixed_by_itself_when_it_reaches_the_limit() -> None:
    table = given(CROSS, "goldsieber-basic", red="59 61", black="20 22").choose(red="59/59", black="pass")
    assert {(-3, 0), (3, 0), (0, -3), (0, 3)} <= table.fields
    table.place(3, 0)
    assert table.told("fixed") == [{"axis": "x", "range": [-2, 3]}]
    assert table.state["fixed"] == {"x": [-2, 3], "y": None}
    table.choose(red="61/61", black="pass")
    assert {(0, -3), (0, 3)} <= table.fields
    assert not {(-3, 0), (4, 0)} & table.fields


def test_e24_a_fixed_axis_stays_fixed_when_the_outermost_card_is_removed() -> None:
    table = given("25  ~  ~  A*  ~  ~  ~", red="19 21", black="26 28").choose(red="pass", black="26")
    table.sail((-2, 0), remove=(-3, 0))
    assert table.view()["extent"]["x"] == [-2, 3]
    assert table.state["fixed"]["x"] == [-3, 3]
    assert (-3, 0) in table.fields and (4, 0) not in table.fields


def test_e24_an_axis_not_yet_fixed_follows_the_cards_on_the_table() -> None:
    table = given("25  ~  ~  A*  ~  ~", red="19 21", black="26 28").choose(red="pass", black="26")
    table.sail((-2, 0), remove=(-3, 0)).place(3, 0)
    assert table.view()["extent"]["x"] == [-2, 3]
    assert table.state["fixed"]["x"] is None


OPEN_TO_THE_LEFT = """
     .   .  43   .   .
    44   .  45   .   .
    16  47   A  48  49
    50   .  51   .   .
     .   .  52   .   .
"""


def test_e25_an_edge_not_yet_fixed_closes_nothing() -> None:
    view = given(OPEN_TO_THE_LEFT, "goldsieber-basic").view()
    assert [(one["size"], one["closed"]) for one in view["sectors"]] == [(1, False)]


def test_e25_fixing_an_axis_closes_sectors_far_away() -> None:
    table = given(OPEN_TO_THE_LEFT, "goldsieber-basic", red="59 19", black="20 22").choose(red="59/59", black="pass")
    table.place(3, 0)
    assert table.told("fixed") == [{"axis": "x", "range": [-2, 3]}]
    assert table.told("closed") == [
        {"fields": [[-2, 0]], "guard": 1, "goods": [[0, 0, 0], [0, 0, 1]], "by": "largest", "size": 1}
    ]


def test_e25_one_card_can_close_several_sectors_row_by_row() -> None:
    table = given(
        """
         .  ~  ~  ~
         ~ 19  . 20
         ~  ~  ~  ~
         .  ~  A  ~
        """,
        "goldsieber-basic", red="59 21", black="22 24",
    )  # fmt: skip
    table.state["fixed"]["x"] = [-4, 1]
    table.choose(red="59/59", black="pass").place(0, -2)
    assert [(one["fields"], one["guard"]) for one in table.told("closed")] == [([[-1, -2]], 0), ([[1, -2]], 1)]


def test_e26_a_field_that_no_quay_may_take_is_open_until_a_card_lies_there() -> None:
    table = given(
        """
         ~  ~  ~  ~
         ~  1  2  ~
         ~  .  ~  ~
         ~  A  ~  ~
        """,
        red="19 59", black="20 61",
    )  # fmt: skip
    assert not any(one["closed"] for one in table.view()["sectors"])
    assert {(one["at"][0], one["at"][1], one["team"]) for one in table.view()["barred"]} == {(0, -1, 1)}
    table.choose(red="pass", black="61").place(0, -1)
    assert [(one["fields"], one["by"]) for one in table.told("closed")] == [([[0, -2], [1, -2]], "none")]


def test_a_crane_keeps_opposing_quays_off_the_fields_beside_it_but_not_canals_or_its_own() -> None:
    drawing = """
         .  .  .
         .  1  .
         .  A  .
    """
    guarded = {(-1, -1), (1, -1), (0, -2)}
    enemy = given(drawing, red="19 59", black="20 61").choose(red="pass", black="20")
    assert not guarded & enemy.fields
    water = given(drawing, red="19 59", black="20 61").choose(red="pass", black="61")
    assert guarded <= water.fields
    own = given(drawing, red="19 59", black="20 61").choose(red="19", black="pass")
    assert guarded <= own.fields


def test_between_two_opposing_cranes_only_canals_fit() -> None:
    drawing = "1  .  2\n~  A  ~"
    assert (0, -1) not in given(drawing, red="19 59", black="20 61").choose(red="19", black="pass").fields
    assert (0, -1) not in given(drawing, red="19 59", black="20 61").choose(red="pass", black="20").fields
    assert (0, -1) in given(drawing, red="19 59", black="20 61").choose(red="pass", black="61").fields


def test_e39_a_card_left_without_contact_stays_and_counts_for_contact_and_extent() -> None:
    table = given("A*  ~  25  19", red="21 23", black="26 28").choose(red="pass", black="26")
    table.sail((1, 0), remove=(2, 0))
    assert table.card_at(3, 0) == "C19"
    assert (4, 0) in table.fields
    view = table.view()
    assert view["extent"]["x"] == [0, 3]
    assert [one["fields"] for one in view["sectors"]] == [[[3, 0]]]


def test_e39_a_crane_bars_a_field_freed_beside_it() -> None:
    table = given("A*  ~  26  1", red="21 23", black="28 30").choose(red="pass", black="28")
    table.sail((1, 0), remove=(2, 0))
    assert (2, 0) not in table.fields


def test_e39_a_removed_crane_bars_nothing_more() -> None:
    table = given("A*  ~  5", red="21 23", black="28 30").choose(red="pass", black="28")
    assert table.view()["barred"] != []
    table.sail((1, 0), remove=(2, 0))
    assert table.view()["barred"] == []
    assert (2, 0) in table.fields


def test_d4_a_quay_diagonal_to_another_is_a_sector_of_its_own() -> None:
    view = given("19  ~\n~  21\nA  ~").view()
    assert [one["fields"] for one in view["sectors"]] == [[[0, -2]], [[1, -1]]]


def test_quays_of_both_colours_that_touch_are_one_sector() -> None:
    view = given("19  20\nA   ~").view()
    assert [one["fields"] for one in view["sectors"]] == [[[0, -1], [1, -1]]]
