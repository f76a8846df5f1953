"""Building, and the open and closed lines of ships (D5, D6)."""

from tests.engine.seafarers.table import Table


def coast() -> Table:
    """Seat 0 at the east coast of the western island; its ships sail east from there."""
    table = Table()
    return table.settlement(0, table.node(1, 2, "SE"))


def line(table: Table) -> list[int]:
    """Return five edges eastward from the settlement of :func:`coast`."""
    return [
        table.edge(1, 3, "SW"),
        table.edge(1, 3, "SE"),
        table.edge(1, 4, "SW"),
        table.edge(1, 4, "SE"),
        table.edge(1, 5, "SW"),
    ]


def test_a_road_continues_roads_and_a_ship_ships() -> None:
    table = coast().turn(0, "build").hand(0, wood=4, brick=2, wool=2)
    first = table.edge(1, 3, "SW")
    table.do({"type": "ship", "edge": first})
    beyond = table.edge(1, 3, "SE")
    assert table.refusal({"type": "road", "edge": beyond}) == ("no-place", "/edge")
    assert table.refusal({"type": "ship", "edge": beyond}) is None


def test_prices_are_paid_to_the_bank() -> None:
    table = coast().turn(0, "build").hand(0, wood=2, wool=2)
    before = list(table.state["bank"])
    table.do({"type": "ship", "edge": table.edge(1, 3, "SW")})
    assert [now - was for now, was in zip(table.state["bank"], before, strict=True)] == [1, 0, 0, 1, 0]
    assert table.state["hands"][0] == [1, 0, 0, 1, 0]


def test_a_city_returns_the_settlement_and_no_piece_left_means_no_building() -> None:
    table = coast().turn(0, "build").hand(0, ore=6, grain=4)
    table.do({"type": "city", "node": table.node(1, 2, "SE")})
    assert table.state["stock"][0][2:] == [5, 3]
    table.state["stock"][0][3] = 0
    table.settlement(0, table.node(1, 0, "SE"))
    assert table.refusal({"type": "city", "node": table.node(1, 0, "SE")}) == ("none-left", "/type")


def test_no_ship_is_built_beside_the_pirate_but_a_settlement_is() -> None:
    table = coast().turn(0, "build").hand(0, wood=4, wool=4, brick=2, grain=2)
    table.state["pirate"] = table.hex(1, 3)
    assert table.refusal({"type": "ship", "edge": table.edge(1, 3, "SW")}) == ("no-place", "/edge")
    table.ship(0, table.edge(1, 3, "SW"), table.edge(1, 3, "SE"))
    table.road(0, table.edge(1, 2, "E"))
    table.state["terrain"] = table.state["terrain"].replace("~", "T", 0)
    assert table.refusal({"type": "settlement", "node": table.node(1, 2, "NE")}) == ("no-place", "/node")


def test_a_settlement_of_an_opponent_stops_a_road() -> None:
    table = Table()
    table.settlement(0, table.node(1, 0, "SE")).road(0, table.edge(1, 0, "E")).turn(0, "build")
    table.hand(0, wood=2, brick=2)
    beyond = table.edge(1, 0, "NE")
    assert table.refusal({"type": "road", "edge": beyond}) is None
    table.settlement(1, table.node(1, 0, "NE"))
    assert table.refusal({"type": "road", "edge": beyond}) == ("no-place", "/edge")


def moved(table: Table) -> set[int]:
    return {move["edge"] for move in table.moves() if move["type"] == "move"}


def test_d6_the_end_of_an_open_line_may_be_moved_once_in_a_turn() -> None:
    table = coast()
    edges = line(table)
    table.ship(0, *edges[:3]).turn(0, "build").hand(0, wood=1, wool=1)
    assert moved(table) == {edges[2]}
    table.do({"type": "move", "edge": edges[2], "to": table.edge(1, 3, "W")})
    assert moved(table) == set()
    assert table.refusal({"type": "move", "edge": edges[1], "to": edges[2]}) == ("moved", "/type")


def test_d6_a_ship_built_in_this_turn_or_beside_the_pirate_stays() -> None:
    table = coast()
    edges = line(table)
    table.ship(0, *edges[:2]).turn(0, "build").hand(0, wood=2, wool=2)
    table.do({"type": "ship", "edge": edges[2]})
    assert table.refusal({"type": "move", "edge": edges[2], "to": table.edge(1, 3, "W")}) == ("not-movable", "/edge")
    table = coast().ship(0, *edges[:2]).turn(0, "build").hand(0, wood=2, wool=2)
    table.state["pirate"] = table.hex(1, 3)
    assert moved(table) == set()


def test_d6_a_line_between_two_buildings_is_closed() -> None:
    table = coast()
    edges = line(table)
    table.ship(0, *edges).turn(0, "build").hand(0, wood=2, wool=2)
    assert moved(table) == {edges[4]}
    table.settlement(0, table.node(1, 5, "S"))
    assert moved(table) == set()


def test_d6_buildings_of_opponents_do_not_open_a_closed_line() -> None:
    table = coast()
    edges = line(table)
    table.ship(0, *edges).settlement(0, table.node(1, 5, "S")).turn(0, "build").hand(0, wood=2, wool=2)
    table.stands(table.node(1, 3, "SE"), "b")
    assert moved(table) == set()


def test_d6_every_ship_of_a_loop_without_a_building_may_be_moved_but_not_its_stem() -> None:
    table = coast()
    stem = table.edge(1, 3, "SW")
    loop = list(table.board.hex_edges[table.hex(2, 3)])
    joint = [table.edge(1, 3, "SE")]
    table.ship(0, stem, *joint, *[e for e in loop if e not in joint]).turn(0, "build").hand(0, wood=1, wool=1)
    here = set(loop)
    assert moved(table) == here - {stem} - (set(joint) - here)


def test_d6_of_a_loop_at_one_building_either_ship_at_it_may_be_moved() -> None:
    table = coast()
    home = table.node(1, 2, "SE")
    around = table.board.hex_edges[table.hex(2, 2)]
    assert home in table.board.hex_nodes[table.hex(2, 2)]
    table.ship(0, *around).turn(0, "build").hand(0, wood=1, wool=1)
    assert moved(table) == set(table.board.node_edges[home]) & set(around)


def test_a_moved_ship_may_not_return_to_its_place_but_anywhere_it_could_be_built() -> None:
    table = coast()
    edges = line(table)
    table.ship(0, *edges[:2]).turn(0, "build").hand(0, wood=1, wool=1)
    targets = {move["to"] for move in table.moves() if move["type"] == "move"}
    assert edges[1] not in targets
    assert edges[2] not in targets
    built = {move["edge"] for move in table.moves() if move["type"] == "ship"}
    assert targets <= built


def test_a_settlement_may_be_left_without_any_piece() -> None:
    table = coast()
    edges = line(table)
    table.ship(0, edges[0]).settlement(0, table.node(1, 0, "S"), home=False).turn(0, "build").hand(0, wood=1, wool=1)
    west = table.edge(1, 0, "SW")
    assert {"type": "move", "edge": edges[0], "to": west} in table.moves()
