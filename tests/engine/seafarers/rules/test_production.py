"""What the dice bring, shortages and the gold river (D7, E25, E26)."""

import pytest

from engine.games.seafarers.resources import GOLD
from tests.engine.seafarers.table import BOOK, Table

RIVERS = {one.id: [h for h, letter in enumerate(one.letters) if letter == GOLD] for one in BOOK.scenarios.values()}


def rolled(table: Table, total: int) -> Table:
    """Seat 0 rolls."""
    first = min(6, total - 1)
    return table.opens(0, first, total - first)


def test_a_settlement_brings_one_card_and_a_city_two() -> None:
    table = Table()
    table.settlement(0, table.node(1, 0, "SE")).city(1, table.node(2, 0, "S"))
    rolled(table, 6)
    assert table.told("produced") == [{"seat": 0, "cards": {"wood": 1}}, {"seat": 1, "cards": {"wood": 2}}]


def test_the_robbers_hex_brings_nothing() -> None:
    table = Table()
    table.settlement(0, table.node(1, 0, "SE"))
    table.state["robber"] = table.hex(2, 0)
    table.hand(0, ore=1)
    assert rolled(table, 6).told("produced") == []


def test_e26_nobody_gets_what_the_bank_cannot_pay_to_all_but_a_single_claimant_takes_the_rest() -> None:
    for claimants, exception, got in ((2, True, 0), (1, True, 1), (1, False, 0)):
        table = Table(shortage_exception=exception)
        table.city(0, table.node(1, 0, "SE"))
        if claimants == 2:
            table.settlement(1, table.node(2, 0, "S"))
        table.state["bank"][0] = 1
        table.state["hands"][3][0] = 23
        rolled(table, 6)
        assert table.state["hands"][0] == [got, 0, 0, 0, 0]
        assert table.told("shortage") == [{"resource": "wood"}]


def gold(bank: list[int]) -> Table:
    """Seat 0 has a settlement and seat 1 a city at a gold river whose number falls in the turn of seat 0."""
    table = Table("durch-die-wueste-5")
    river = table.hex(1, 8)
    corners = table.board.hex_nodes[river]
    table.settlement(0, corners[0]).city(1, corners[3])
    rest = [24 - left for left in bank]
    table.hand(3, **dict(zip(("wood", "brick", "grain", "wool", "ore"), rest, strict=True)))
    return rolled(table, 11)


def test_gold_is_chosen_by_all_at_once_and_sealed() -> None:
    table = gold([9, 9, 9, 9, 9])
    decision = table.decisions[-1]
    assert (decision["kind"], decision["seats"], decision["sealed"]) == ("gold", [0, 1], True)
    assert table.state["due"] == [1, 2, 0, 0, 0]
    table.all_do({0: {"type": "gold", "take": ["ore"]}, 1: {"type": "gold", "take": ["wool", "grain"]}})
    assert table.told("gold") == [{"seat": 0, "cards": {"ore": 1}}, {"seat": 1, "cards": {"grain": 1, "wool": 1}}]
    assert table.state["due"] == [0] * 5


def test_e25_wishes_are_granted_clockwise_and_skip_what_the_bank_lacks() -> None:
    table = gold([3, 2, 2, 2, 1])
    wishes = {"type": "gold", "take": ["ore", "wool"]}
    table.all_do({0: wishes, 1: wishes})
    assert table.told("gold") == [{"seat": 0, "cards": {"ore": 1}}, {"seat": 1, "cards": {"wood": 1, "wool": 1}}]


def test_after_the_last_wish_comes_the_most_plentiful_card() -> None:
    table = gold([1, 5, 4, 5, 3])
    table.all_do({0: {"type": "gold", "take": []}, 1: {"type": "gold", "take": []}})
    assert table.told("gold") == [{"seat": 0, "cards": {"brick": 1}}, {"seat": 1, "cards": {"brick": 1, "wool": 1}}]


@pytest.mark.parametrize("preset", [preset for preset, rivers in RIVERS.items() if rivers])
def test_every_gold_river_of_a_map_brings_cards_of_choice(preset: str) -> None:
    """In Ozeanien they lie on islands that golden matches do not reach; the New World and the others have none (B1)."""
    for river in RIVERS[preset]:
        table = Table(preset)
        table.settlement(0, table.board.hex_nodes[river][0])
        rolled(table, table.state["numbers"][river])
        assert table.asked() == ("gold", [0])
        table.all_do({0: {"type": "gold", "take": ["wool"]}})
        assert table.told("gold") == [{"seat": 0, "cards": {"wool": 1}}]


def test_gold_lies_on_three_kinds_of_maps_only() -> None:
    with_gold = {preset for preset, rivers in RIVERS.items() if rivers}
    assert with_gold == {"ozeanien-5", "ozeanien-6", "durch-die-wueste-5", "durch-die-wueste-6"}
    assert not [one.id for one in BOOK.scenarios.values() if one.id not in with_gold and GOLD in one.tiles]
