"""What a view shows: the whole map, what lies on it, the own hand, and where one may put something."""

from typing import Any

import pytest

from engine.contract import BadOptions
from engine.games.seafarers import GAME as SHIPPED
from engine.games.seafarers.board import SIDES, corners
from tests.engine.seafarers.table import BOOK, GAME, Table


def view(table: Table, seat: int | None) -> dict[str, Any]:
    return GAME.view(table.raw, seat)


@pytest.mark.parametrize("preset", BOOK.scenarios)
def test_the_map_can_be_drawn_from_the_view_alone(preset: str) -> None:
    table = Table(preset)
    seen, board = view(table, None), table.board
    for h, one in enumerate(seen["hexes"]):
        points = [[one["x"] + x, one["y"] + y] for x, y in corners((0, 0))]
        x, y = corners((0, 0))[0][0], corners((0, 0))[0][1] + 2
        around = [[px - x, py - y] for px, py in points]
        assert [seen["nodes"][n] for n in board.hex_nodes[h]] == around
        for side, e in zip(SIDES.values(), board.hex_edges[h], strict=True):
            assert sorted(seen["edges"][e]) == sorted(board.hex_nodes[h][i] for i in side)
    assert len(seen["frame"]) == len(board.frame)
    for harbour in seen["harbours"]:
        assert harbour["sea"] in board.edge_cells[harbour["edge"]]
        beside = harbour["sea"]
        assert beside >= len(seen["hexes"]) or seen["hexes"][beside]["terrain"] == "sea"


def test_pieces_are_shown_on_the_map() -> None:
    table = Table()
    node = table.node(1, 2, "SE")
    table.settlement(0, node).ship(0, table.edge(1, 3, "SW"), table.edge(1, 3, "SE")).city(3, table.node(7, 1, "N"))
    seen = view(table, None)
    assert {"at": node, "seat": 0, "kind": "settlement"} in seen["buildings"]
    assert {"at": table.node(7, 1, "N"), "seat": 3, "kind": "city"} in seen["buildings"]
    assert {"at": table.edge(1, 3, "SE"), "seat": 0, "kind": "ship", "movable": True} in seen["pieces"]
    assert {"at": table.edge(1, 3, "SW"), "seat": 0, "kind": "ship", "movable": False} in seen["pieces"]
    assert [player["points"] for player in seen["players"]] == [1, 0, 0, 2, 0]
    assert (seen["players"][0]["ships"], seen["players"][3]["cities"]) == (13, 3)


def test_hands_and_cards_are_numbers_for_others_and_names_for_oneself() -> None:
    table = Table().turn(0).hand(1, ore=2, wool=1).cards(1, knight=1, victory=2)
    assert view(table, None)["own"] is None
    assert view(table, 0)["own"]["hand"]["ore"] == 0
    for viewer in (None, 0, 1):
        shown = view(table, viewer)["players"][1]
        assert (shown["hand"], shown["cards"], shown["points"]) == (3, 3, 0)
    own = view(table, 1)["own"]
    assert (own["hand"]["ore"], own["cards"]["victory"], own["points"]) == (2, 2, 2)


def test_legal_places_are_those_of_the_moves_of_the_seat_asked() -> None:
    table = Table()
    table.settlement(0, table.node(1, 2, "SE")).ship(0, table.edge(1, 3, "SW")).turn(0, "build")
    table.hand(0, wood=2, brick=1, wool=1, grain=2, ore=3)
    legal, moves = view(table, 0)["legal"], table.moves()
    for kind, places, key in (("road", "roads", "edge"), ("ship", "ships", "edge"), ("city", "cities", "node")):
        assert legal[places] == sorted(move[key] for move in moves if move["type"] == kind)
        assert legal[places]
    assert legal["move"] == sorted({move["edge"] for move in moves if move["type"] == "move"})
    assert legal["to"] == sorted({move["to"] for move in moves if move["type"] == "move"})
    assert legal["to"]
    assert not any(view(table, 1)["legal"].values())
    assert not any(view(table, None)["legal"].values())


def test_while_founding_the_edges_beside_the_places_are_legal_too() -> None:
    table = Table()
    legal = view(table, 0)["legal"]
    for piece, places in (("road", "roads"), ("ship", "ships")):
        assert legal[places] == sorted({move["edge"] for move in table.moves() if move["piece"] == piece})


def test_chipless_hexes_and_islands_are_marked() -> None:
    seen = view(Table("grosse-insel", 6), None)
    assert sum(one["chipless"] for one in seen["hexes"]) == 20
    assert len({one["zone"] for one in seen["hexes"]} - {-1}) == 4
    assert (seen["bag"], seen["tiles"]) == (7, 0)


@pytest.mark.parametrize(
    ("given", "seats", "pointer"),
    [
        ({"preset": "atlantis"}, 5, "/preset"),
        ({"preset": "sechs-inseln-6"}, 5, "/preset"),
        ({"goal": 2}, 5, "/goal"),
        ({"goal": True}, 5, "/goal"),
        ({"pirate": 1}, 5, "/pirate"),
        ({"turn_limit": 0}, 5, "/turn_limit"),
        ({"rule/s": 1}, 5, "/rule~1s"),
        ({}, 7, ""),
        ({}, 4, ""),
    ],
)  # fmt: skip
def test_options_are_refused_by_name(given: dict[str, Any], seats: int, pointer: str) -> None:
    with pytest.raises(BadOptions) as refused:
        SHIPPED.options(given, seats)
    assert refused.value.pointer == pointer


def test_the_first_scenario_for_the_number_of_players_is_the_default() -> None:
    assert GAME.options({}, 5)["preset"] == "fuenf-inseln-5"
    assert GAME.options({}, 6)["preset"] == "sechs-inseln-6"
    assert GAME.options({}, 6)["goal"] == 12
    assert GAME.options({"preset": "base-19"}, 4)["domestic_trade"] is False


def test_e50_silence_founds_well_and_keeps_the_robber_away_from_ones_own_buildings() -> None:
    table = Table()
    decision = table.decisions[-1]["id"]
    founded = GAME.fallback(table.raw, 0, decision, "absent")
    GAME.check(table.raw, 0, decision, founded)
    assert founded["type"] == "found"
    table.settlement(1, table.node(1, 0, "N"))
    table.opens(1, 3, 4)
    moved = GAME.fallback(table.raw, 1, table.decisions[-1]["id"], "absent")
    assert moved["hex"] != table.hex(1, 0)
