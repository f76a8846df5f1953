"""The special cards: where they go, what they do, and how Tilsit sells them (RULES.md D3; E40-E49, E57)."""

from typing import Any

import pytest

from engine.contract import IllegalMove, State
from engine.games.kontor import GAME
from engine.protocol.chance import Draws
from tests.engine.kontor.table import PRESETS, Table, given
from tests.engine.laws import seed_of

ON: dict[str, Any] = {"special_cards": True}
FLOOD, BRIDGE, CUSTOMS = "88", "90", "92"
HARBOUR = """
     .   .  44   .   .
     .  19  43  20   .
     .  21   A* 11   .
     .   1  45   .   .
"""


def playing(drawing: str, card: str, preset: str = "tilsit", black: str = "22 24", **more: Any) -> Table:
    """Return the table on which red lays a special card while black passes."""
    table = given(drawing, preset, red=f"{card} 59", black=black, **ON, **more)
    return table.choose(red=card, black="pass")


def refused(table: Table, x: int, y: int) -> str:
    with pytest.raises(IllegalMove) as error:
        GAME.check(table.state, 0, str(table.waits_for), {"type": "place", "at": [x, y]})
    return error.value.code


# -- flood -----------------------------------------------------------------------------------------------------------------


def test_a_flood_goes_on_quays_with_exactly_one_good() -> None:
    table = playing(HARBOUR, FLOOD)
    assert table.fields == {(-1, -1), (1, -1), (-1, 0)}
    assert refused(table, 1, 0) == "no-flood"


def test_e43_the_flooded_quay_stays_below_and_its_good_is_gone() -> None:
    table = playing(HARBOUR, FLOOD).place(-1, -1)
    assert table.state["board"]["-1,-1"] == ["C19", "C88"]
    sector = next(one for one in table.view()["sectors"] if [-1, 0] in one["fields"])
    assert (sector["fields"], sector["goods"][0]) == ([[-1, 0], [-1, 1]], [0, 0, 1])


def test_e43_a_flood_can_split_a_sector() -> None:
    table = playing("19 21 23 \n . A* .", FLOOD).place(0, -1)
    assert [one["fields"] for one in table.view()["sectors"]] == [[[-1, -1]], [[1, -1]]]


def test_e42_a_flood_can_close_a_sector() -> None:
    table = playing(" . ~ . . \n ~ 19 21 23 \n . A* . .", FLOOD).place(1, -1)
    assert [one["fields"] for one in table.told("closed")] == [[[0, -1]]]


def test_e36_the_ship_may_sail_to_a_flood() -> None:
    table = playing(HARBOUR, FLOOD, black="26 24").place(-1, -1).choose(red="pass", black="26")
    assert {"type": "sail", "to": [-1, -1]} in table.moves


def test_e45_and_e49_a_flood_earns_nothing_and_is_not_replaced() -> None:
    table = playing(HARBOUR, FLOOD, money=(3, 3)).place(-1, -1)
    assert (table.told("income"), table.told("drew")) == ([], [])
    assert table.state["hands"][0] == ["C59"]


# -- bridge ----------------------------------------------------------------------------------------------------------------


def test_e41_a_bridge_goes_on_canals_but_neither_on_the_anchor_nor_under_the_ship() -> None:
    assert playing(HARBOUR, BRIDGE).fields == {(0, -2), (0, -1), (0, 1)}
    moved = HARBOUR.replace("A*", "A ").replace("44 ", "44*")
    table = playing(moved, BRIDGE)
    assert table.fields == {(0, -1), (0, 1)}
    assert refused(table, 0, 0) == refused(table, 0, -2) == "no-bridge"


def test_e40_a_bridge_is_a_quay_that_nobody_owns_and_joins_sectors() -> None:
    table = playing(HARBOUR, BRIDGE).place(0, -1)
    (sector,) = table.view()["sectors"]
    assert (sector["size"], sector["goods"]) == (6, [[1, 2, 1], [0, 1, 0]])


def test_e43_a_bridge_can_be_flooded_and_a_flood_bridged() -> None:
    table = playing(HARBOUR, BRIDGE).place(0, -1)
    table.state["hands"][1] = ["C24", "C88"]
    table.choose(red="pass", black="88")
    assert (0, -1) in table.fields
    table.place(0, -1)
    table.state["hands"][0] = ["C59", "C91"]
    table.choose(red="91", black="pass")
    assert (0, -1) in table.fields


# -- customs house ---------------------------------------------------------------------------------------------------------


def test_e44_cranes_do_not_prevent_a_customs_house() -> None:
    table = given(HARBOUR, red="59", black="92 24", **ON).choose(red="pass", black="92")
    assert (0, 2) in table.fields
    assert (-2, 1) in table.fields


def test_e44_a_customs_house_may_not_close_a_sector() -> None:
    drawing = """
         ~   ~   ~   ~
         ~  19   .   ~
         ~   ~   A*  ~
    """
    table = playing(drawing, CUSTOMS)
    assert (0, -1) not in table.fields
    assert refused(table, 0, -1) == "no-customs"


@pytest.mark.parametrize(("houses", "points"), [(1, 2), (2, 3)])
def test_a_customs_house_makes_its_sector_worth_one_more(houses: int, points: int) -> None:
    second = "93" if houses == 2 else "21"
    drawing = f"""
         ~   ~   ~   ~   ~
         ~  92  {second}   .   ~
         ~   ~   A*  ~   ~
    """
    table = given(drawing, red="23 59", black="22 24", **ON).choose(red="23", black="pass").place(1, -1)
    assert table.told("closed")[0]["guard"] == 0
    assert table.view()["scores"] == [points, 0]


def test_a_customs_house_earns_and_draws_nothing() -> None:
    table = playing(HARBOUR, CUSTOMS).place(2, 0)
    assert (table.told("income"), table.told("drew")) == ([], [])


# -- closed sectors --------------------------------------------------------------------------------------------------------

CLOSED = """
     .   ~   .
     ~  19   ~
    21   ~  22
     .   A*  .
"""


@pytest.mark.parametrize(("card", "forbidden"), [(FLOOD, (0, -2)), (BRIDGE, (0, -1)), (BRIDGE, (0, -3))])
def test_e46_special_cards_keep_away_from_closed_sectors(card: str, forbidden: tuple[int, int]) -> None:
    table = playing(CLOSED, card)
    assert forbidden not in {tuple(at) for at in table.view()["special_fields"]["flood" if card == FLOOD else "bridge"]}


def test_e46_a_customs_house_is_not_laid_beside_a_closed_sector() -> None:
    table = playing(CLOSED, CUSTOMS)
    closed = {(0, -2)}
    beside = {(x + u, y + v) for x, y in closed for u, v in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    assert not table.fields & beside


def test_e48_a_special_card_that_fits_nowhere_goes_back_into_the_hand() -> None:
    table = playing(" . 43 . \n 44 A* 45", FLOOD)
    assert table.told("unplaceable") == [{"seat": 0, "card": "C88"}]
    assert "C88" in table.state["hands"][0]


def test_e48_the_number_of_a_special_card_decides_who_goes_first() -> None:
    table = given(HARBOUR, red="59 61", black="90 24", **ON).choose(red="59", black="90")
    assert table.waits_for == "r1.place.1"


# -- how they come to the hands --------------------------------------------------------------------------------------------


def dealt(preset: str) -> tuple[State, Draws]:
    chance = Draws(seed_of(5))
    return GAME.setup(GAME.options({"preset": preset, **ON}, 2), 2, chance), chance


def test_d3_goldsieber_deals_one_to_each_and_lays_four_aside_unseen() -> None:
    state, chance = dealt("goldsieber-pro")
    assert [counts["special"] for counts in GAME.view(state, None)["hand_counts"]] == [1, 1]
    assert state["special_pile"] == []
    assert {"label": "deck/special"}.items() <= chance.log[-1].items()
    assert "values" not in chance.log[-1]


def test_d3_tilsit_offers_all_six_for_sale() -> None:
    state, _ = dealt("tilsit")
    assert sorted(state["special_pile"]) == ["C88", "C89", "C90", "C91", "C92", "C93"]
    assert GAME.view(state, 0)["special_pile"] == 6
    assert GAME.decisions(state)[0] == {
        "id": "r1.buy", "kind": "buy", "seats": [0, 1], "sealed": True, "optional": False,
    }  # fmt: skip


def test_e47_the_buyer_pays_two_coins_and_may_play_the_card_at_once() -> None:
    table = given(HARBOUR, red="59", black="24", special_pile="88 90", **ON).buy(red=True, black=False)
    assert (table.state["money"], table.state["bank"]) == ([1, 3], 16)
    assert table.told("got") == [{"seat": 0, "card": "C88", "to": [0]}]
    assert table.choose(red="88", black="pass").waits_for == "r1.place.0"


@pytest.mark.parametrize(("round_", "first"), [(1, 0), (2, 1)])
def test_e47_red_draws_first_in_odd_rounds_and_black_in_even_ones(round_: int, first: int) -> None:
    table = given(HARBOUR, red="59", black="24", special_pile="88 90 92", round=round_, **ON).buy(red=True, black=True)
    assert table.state["hands"][first][-1] == "C88"
    assert table.state["hands"][1 - first][-1] == "C90"
    assert table.state["special_pile"] == ["C92"]


def test_e47_a_seat_that_cannot_pay_is_not_asked() -> None:
    table = given(HARBOUR, red="59", black="24", special_pile="88 90", money=(1, 2), **ON)
    assert table.asked == [1]
    table = given(HARBOUR, red="59", black="24", special_pile="88", money=(1, 1), **ON)
    table.state["stage"] = "choose"
    assert table.choose(red="pass", black="pass").waits_for == "r2.buy"


def test_e47_the_last_card_goes_to_the_higher_number_shown_and_only_that_seat_pays() -> None:
    table = given(HARBOUR, red="59 61", black="24 64", special_pile="88", **ON).buy(red=True, black=True)
    assert table.waits_for == "r1.contest"
    table.show(red=61, black=64)
    assert table.told("shown") == [{"choices": [{"seat": 0, "card": "C61"}, {"seat": 1, "card": "C64"}]}]
    assert (table.state["money"], table.state["hands"]) == ([3, 1], [["C59", "C61"], ["C24", "C64", "C88"]])
    assert table.waits_for == "r1.choose"


def test_e47_a_seat_with_one_card_has_no_choice_of_what_to_show() -> None:
    table = given(HARBOUR, red="59 61", black="64", special_pile="88", **ON).buy(red=True, black=True)
    assert table.asked == [0]
    table = given(HARBOUR, red="59", black="64", special_pile="88", **ON).buy(red=True, black=True)
    assert table.waits_for == "r1.choose"
    assert table.told("bought") == [{"seat": 1}]


def test_e47_silence_buys_nothing_and_shows_the_lowest_card() -> None:
    table = given(HARBOUR, red="59 61", black="24 64", special_pile="88", **ON)
    assert GAME.fallback(table.state, 0, "r1.buy", "absent") == {"type": "decline"}
    table.buy(red=True, black=True)
    assert GAME.fallback(table.state, 0, "r1.contest", "absent") == {"type": "show", "card": "C59"}


def test_only_the_buyer_sees_what_was_bought() -> None:
    table = given(HARBOUR, red="59", black="24", special_pile="88 90", **ON).buy(red=True, black=False)
    assert "C88" not in str(table.view(1)["hands"])
    assert table.view(1)["hand_counts"][0]["special"] == 1


def test_e47_a_purchase_can_make_its_buyer_insolvent() -> None:
    table = given(HARBOUR, red="59 61", black="24 48", special_pile="88 90", money=(2, 3), **ON)
    table.buy(red=True, black=False).choose(red="59", black="48")
    assert table.told("insolvent") == [{"seat": 0, "card": "C59"}]


# -- where they are allowed ------------------------------------------------------------------------------------------------


def test_e57_every_tilsit_preset_sells_them_except_tic_tac_toe_and_poverty() -> None:
    modes = {name: preset.special_cards for name, preset in PRESETS.items()}
    assert modes == {
        "goldsieber-basic": "never", "goldsieber-pro": "dealt", "goldsieber-teams": "dealt", "tilsit": "bought",
        "gulliver": "bought", "canal-grande": "bought", "armut": "never", "wasserspiele": "bought", "tic-tac-toe": "never",
    }  # fmt: skip


def test_e52_a_flood_counts_as_a_canal_beside_which_quays_may_be_laid() -> None:
    drawing = " . 20 . \n 22 19 . \n ~ A* ~"
    table = given(drawing, "wasserspiele", red="88 23", black="24", **ON).choose(red="88", black="pass").place(0, -2)
    table.choose(red="23", black="pass")
    assert (1, -2) in table.fields
