"""What the scenarios add: islands, discovery, chips, trade lines, layouts (D14, E18 to E38)."""

from itertools import pairwise

import pytest

from engine.games.seafarers.marks import OWN, places, put
from engine.games.seafarers.rules import building, layout
from engine.games.seafarers.rules.play import Play
from engine.protocol.chance import Draws
from tests.engine.seafarers.seen import match_of
from tests.engine.seafarers.table import BOOK, GAME, Table

# -- foreign islands -------------------------------------------------------------------------------------------------------


def explorer(preset: str = "fuenf-inseln-5", **options: object) -> Table:
    table = Table(preset, **options)  # type: ignore[arg-type]
    return table.settlement(0, table.node(1, 0, "SE")).turn(0, "build")


def settle(table: Table, row: int, column: int, corner: str, side: str) -> list[dict[str, object]]:
    """Build a settlement at a road that lies there already; return the points it brought."""
    table.road(0, table.edge(row, column, side)).hand(0, wood=1, brick=1, grain=1, wool=1, ore=1)
    table.do({"type": "settlement", "node": table.node(row, column, corner)})
    return table.told("points")


def test_e18_the_first_foreign_island_brings_one_point_each_further_one_two() -> None:
    table = explorer()
    assert settle(table, 7, 0, "SW", "W") == [{"seat": 0, "points": 1, "zone": table.hex(6, 0)}]
    assert settle(table, 7, 2, "SE", "E") == []
    assert settle(table, 1, 7, "N", "NE") == [{"seat": 0, "points": 2, "zone": table.hex(1, 5)}]
    assert table.points(0) == 1 + 3 + 3


def test_e23_the_option_gives_points_for_the_first_island_only() -> None:
    table = explorer(island_points_once=True)
    assert len(settle(table, 7, 0, "SW", "W")) == 1
    assert settle(table, 1, 7, "N", "NE") == []


def test_home_islands_bring_nothing_and_earlier_settlers_do_not_matter() -> None:
    table = explorer().settlement(1, Table().node(7, 1, "S"))
    table.turn(0, "build").hand(1, ore=1)
    assert settle(table, 2, 0, "S", "SE") == []
    table.turn(0, "build")
    assert len(settle(table, 7, 0, "SW", "W")) == 1


def test_e24_in_the_desert_every_island_and_both_upper_parts_bring_a_point_but_the_desert_none() -> None:
    table = Table("durch-die-wueste-5")
    table.settlement(0, table.node(5, 2, "S")).turn(0, "build")
    assert [one["points"] for one in settle(table, 1, 0, "N", "NE")] == [1]
    assert [one["points"] for one in settle(table, 1, 6, "N", "NE")] == [1]
    assert [one["points"] for one in settle(table, 7, 8, "SE", "E")] == [1]
    desert = next(n for n, zone in enumerate(table.play.chart.node_zone) if zone < 0 and table.play.chart.site[n])
    edge = next(e for e in table.board.node_edges[desert] if table.play.chart.road[e])
    table.road(0, edge).hand(0, wood=1, brick=1, grain=1, wool=1)
    table.do({"type": "settlement", "node": desert})
    assert table.told("points") == []


# -- discovery ---------------------------------------------------------------------------------------------------------------


def sailor(tile: str) -> tuple[Table, int]:
    """A table of Ozeanien/5 where seat 0 can build a ship that reveals a hex; the top tile is given."""
    table = Table("ozeanien-5")
    board, chart, terrain = table.board, table.play.chart, table.state["terrain"]
    for n, around in enumerate(board.node_edges):
        for e in around:
            beyond = sum(board.edge_nodes[e]) - n
            if chart.site[n] and chart.ship[e] and any(terrain[h] == "?" for h in board.node_hexes[beyond]):
                table.settlement(0, n).turn(0, "build").hand(0, wood=3, wool=3)
                table.state["tiles"] += tile
                table.state["stack"].append(8)
                return table, e
    raise AssertionError("no such place")


def test_a_ship_that_reaches_a_missing_hex_turns_it_up_and_brings_a_card() -> None:
    table, edge = sailor("O")
    table.do({"type": "ship", "edge": edge})
    (found,) = table.told("discovered")
    assert (found["terrain"], found["number"], found["card"]) == ("ore", 8, "ore")
    assert table.state["hands"][0] == [2, 0, 0, 2, 1]
    assert table.state["numbers"][found["hex"]] == 8


def test_sea_brings_no_chip_and_no_card_and_ships_sail_on() -> None:
    table, edge = sailor("~")
    chips_left = len(table.state["stack"])
    before = {move["edge"] for move in table.moves() if move["type"] == "ship"}
    table.do({"type": "ship", "edge": edge})
    (found,) = table.told("discovered")
    assert (found["terrain"], found["number"], "card" in found) == ("sea", 0, False)
    assert len(table.state["stack"]) == chips_left
    assert {move["edge"] for move in table.moves() if move["type"] == "ship"} - before


def test_an_empty_bank_gives_nothing_for_a_discovery() -> None:
    table, edge = sailor("O")
    table.hand(1, ore=24)
    table.do({"type": "ship", "edge": edge})
    assert "card" not in table.told("discovered")[0]


def test_e20_a_moved_ship_discovers_too() -> None:
    table, edge = sailor("T")
    other = next(e for move in table.moves() if move["type"] == "ship" and (e := move["edge"]) != edge)
    table.ship(0, other)
    table.do({"type": "move", "edge": other, "to": edge})
    assert table.told("discovered")[0]["terrain"] == "wood"


def test_e46_revealed_land_is_a_building_site_at_once() -> None:
    table, edge = sailor("T")
    table.do({"type": "ship", "edge": edge})
    land = table.told("discovered")[0]["hex"]
    beyond = next(n for n in table.board.edge_nodes[edge] if land in table.board.node_hexes[n])
    assert table.play.chart.site[beyond]


def test_an_island_stays_visited_when_a_hex_that_is_discovered_beside_it_gives_it_another_name() -> None:
    """Islands are named by their first hex; an owner's scenario may have discoveries and points for islands."""
    table = Table("ozeanien-5")
    board, zone = table.board, table.play.chart.zone
    missing, island = next(
        (h, zone[other])
        for h, letter in enumerate(table.state["terrain"])
        for other in board.hex_hexes[h]
        if letter == "?" and other < len(zone) and zone[other] > h
    )
    table.state["visited"][0] = [island]
    table.state["tiles"] += "T"
    play = Play.copy(table.state, table.scenario, Draws(table.seed))
    building.reveal(play, 0, board.hex_edges[missing][0])
    assert play.chart.zone[island] != island
    assert play.state["visited"][0] == [play.chart.zone[island]]


# -- chips of the outer islands ------------------------------------------------------------------------------------------------


def outer() -> tuple[Table, int, int]:
    """The big island: seat 0 beside the western outer island; an edge between hex (1, 0) and this chipless hex."""
    table = Table("grosse-insel", 6)
    hexes = [h for h, letter in enumerate(table.scenario.letters) if letter == "x"]
    h = table.hex(2, 0)
    assert h in hexes
    return table.turn(0, "build").hand(0, wood=3, wool=3, brick=3), table.edge(2, 0, "E"), h


def test_e33_all_chipless_hexes_that_a_piece_reaches_draw_chips_from_the_bag() -> None:
    table, edge, h = outer()
    table.settlement(0, table.board.edge_nodes[edge][0])
    *_, second, first = table.state["bag"]
    table.do({"type": "ship", "edge": edge})
    assert table.told("chip") == [
        {"seat": 0, "hex": table.hex(1, 1), "number": first},
        {"seat": 0, "hex": h, "number": second},
    ]


def test_e33_e34_with_an_empty_bag_the_builder_takes_chips_from_hexes_that_stay_without() -> None:
    table, edge, h = outer()
    table.state["bag"] = []
    table.settlement(0, table.board.edge_nodes[edge][0])
    home = table.hex(4, 3)
    table.settlement(0, table.board.hex_nodes[home][0])
    table.do({"type": "ship", "edge": edge})
    assert table.asked() == ("chip", [0])
    sources = [move["hex"] for move in table.moves()]
    beside = table.board.node_hexes[table.board.hex_nodes[home][0]]
    assert set(sources) <= set(beside)
    number = table.state["numbers"][sources[0]]
    table.do({"type": "chip", "hex": sources[0]})
    first = table.hex(1, 1)
    assert table.told("chip")[0] == {"seat": 0, "hex": first, "number": number, "from_hex": sources[0]}
    assert (table.state["numbers"][sources[0]], table.state["numbers"][first]) == (0, number)
    while table.asked()[0] == "chip":
        table.do(table.moves()[0])
    assert table.state["numbers"][h]


def choosing(**numbers: int) -> Play:
    """A play in which the hex (2, 0) of the big island waits for a chip."""
    table, _, h = outer()
    table.state["bag"], table.state["chipless"] = [], [h]
    table.state["numbers"] = [numbers.get(f"h{i}", 0) for i in range(len(table.state["numbers"]))]
    return table.play


def stands(play: Play, node: int, mark: str) -> None:
    play.state["nodes"] = put(play.state["nodes"], node, mark)


def test_e35_the_conditions_for_taking_a_chip_are_dropped_one_after_the_other() -> None:
    table, _, _ = outer()
    mine, lone, others = table.hex(4, 3), table.hex(4, 4), table.hex(2, 3)
    red_neighbour = table.hex(1, 0)
    node = next(n for n in table.board.hex_nodes[mine] if lone in table.board.node_hexes[n])
    play = choosing(**{f"h{mine}": 5, f"h{lone}": 6, f"h{others}": 4, f"h{red_neighbour}": 8})
    stands(play, node, "a")
    assert building.candidates(play, 0) == [mine]
    play.state["numbers"][lone] = 0
    assert building.candidates(play, 0) == [others]
    stands(play, table.board.hex_nodes[others][0], "b")
    assert building.candidates(play, 0) == sorted([mine, others])
    play.state["numbers"][mine] = play.state["numbers"][others] = 6
    assert building.candidates(play, 0) == sorted([mine, others])


def test_e37_the_robber_stays_when_the_chip_under_him_moves() -> None:
    table, _, _ = outer()
    mine = table.hex(4, 3)
    play = choosing(**{f"h{mine}": 5})
    play.state["robber"] = mine
    building.take(play, 0, mine)
    assert play.state["robber"] == mine


def test_a_chip_that_is_owed_comes_before_the_win() -> None:
    table, edge, _ = outer()
    table.state["options"]["goal"] = 3
    table.state["bag"] = []
    table.settlement(0, table.board.edge_nodes[edge][0]).settlement(0, table.board.hex_nodes[table.hex(4, 3)][0])
    table.state["special"][0] = 1
    assert table.points(0) == 3
    table.do({"type": "ship", "edge": edge})
    assert table.asked() == ("chip", [0])
    while table.asked()[0] == "chip":
        told = [event["type"] for event in table.do(table.moves()[0])]
        if told[-1] == "over":
            break
    assert told == ["chip", "over"]


def test_a_chip_that_the_first_free_ship_owes_is_chosen_before_the_second_ship_is_placed() -> None:
    table, edge, h = outer()
    table.settlement(0, table.board.edge_nodes[edge][0]).cards(0, roads=1)
    for corner in ("N", "S"):
        table.settlement(0, table.node(4, 3, corner))
    table.state["bag"] = []
    table.do({"type": "roads"})
    table.do({"type": "ship", "edge": edge})
    assert table.asked() == ("chip", [0])
    while table.asked()[0] == "chip":
        assert table.state["free"] == 1
        table.do(table.moves()[0])
    assert table.state["numbers"][h]
    assert table.asked() == ("free", [0])


def test_a_chip_that_is_owed_in_the_special_phase_returns_there_to_the_same_player() -> None:
    table, edge, _ = outer()
    table.settlement(0, table.board.edge_nodes[edge][0])
    for corner in ("N", "S"):
        table.settlement(0, table.node(4, 3, corner))
    table.state["bag"] = []
    table.turn(5, "special")
    table.state.update({"asked": [0], "back": "special"})
    table.do({"type": "ship", "edge": edge})
    assert table.asked() == ("chip", [0])
    while table.asked()[0] == "chip":
        table.do(table.moves()[0])
    assert table.asked() == ("special", [0])


def seaway(table: Table, edge: int, length: int) -> list[int]:
    """Return sea edges in a row that lead to an edge, the nearest first."""
    board, way, node = table.board, [edge], table.board.edge_nodes[edge][0]
    while len(way) <= length:
        free = [e for e in board.node_edges[node] if table.play.chart.ship[e] and e not in way]
        way.append(free[0])
        node = sum(board.edge_nodes[free[0]]) - node
    return way[1:]


def test_d4_a_chip_that_is_owed_comes_before_the_route() -> None:
    table, edge, _ = outer()
    table.state["bag"] = []
    table.ship(0, *seaway(table, edge, 4)).settlement(0, table.board.hex_nodes[table.hex(4, 3)][0])
    assert (table.state["route"][0], table.state["longest"]) == (4, -1)
    told = [event["type"] for event in table.do({"type": "ship", "edge": edge})]
    assert (told, table.asked()) == (["ship"], ("chip", [0]))
    assert (table.state["longest"], table.points(0)) == (-1, 1)
    while table.asked()[0] == "chip":
        told += [event["type"] for event in table.do(table.moves()[0])]
    assert told == ["ship", *["chip"] * told.count("chip"), "route"]
    assert (table.state["route"][0], table.state["longest"], table.points(0)) == (5, 0, 3)


def test_e36_a_building_without_any_numbered_hex_does_not_keep_a_chip_from_moving() -> None:
    table, _, _ = outer()
    mine = table.hex(4, 3)
    play = choosing(**{f"h{mine}": 5, f"h{table.hex(4, 5)}": 4})
    stands(play, table.board.hex_nodes[mine][0], "a")
    stands(play, table.board.hex_nodes[table.hex(2, 3)][0], "b")
    assert building.candidates(play, 0) == [table.hex(4, 5)]


def test_a_founding_piece_draws_chips_too() -> None:
    table = Table("grosse-insel", 5)
    revealing = [
        move
        for move in table.moves()
        if any(
            table.scenario.letters[h] == "x"
            for n in table.board.edge_nodes[move["edge"]]
            for h in table.board.node_hexes[n]
        )
    ]
    table.do(revealing[0])
    assert table.told("chip")


# -- trade lines ---------------------------------------------------------------------------------------------------------------


def crossing(further: int = 0) -> tuple[Table, list[int], int, int]:
    """Seat 0 at home in the north, seat 1 in the south; five edges (and up to two further ones at the northern coast)."""
    table = Table("grosse-ueberfahrt-6")
    path = [(3, 1, "NE"), (3, 1, "SE"), (4, 1, "NE"), (4, 1, "SE"), (5, 2, "NW"), (5, 2, "SW")]
    path = [*[(3, 1, "NW"), (3, 1, "N")][2 - further :], *path]
    nodes = [table.node(*one) for one in path]
    table.settlement(0, nodes[0]).settlement(1, nodes[-1])
    return table, [table.between(one, other) for one, other in pairwise(nodes)], nodes[0], nodes[-1]


def test_e30_a_direct_line_to_an_opponents_or_own_building_across_brings_a_point() -> None:
    table, edges, north, south = crossing()
    table.ship(0, *edges[:-1])
    assert table.state["lines"] == []
    table.ship(0, edges[-1])
    assert table.state["lines"] == [[0, north, south]]
    assert table.points(0) == 1 + 1 + 2
    table.stands(south, "a")
    assert table.measured().state["lines"] == [[0, north, south]]


def test_e28_more_units_take_the_indirect_line_and_the_other_player_may_lift_a_ship() -> None:
    table, edges, north, south = crossing()
    table.ship(0, *edges[:3]).ship(1, *edges[3:])
    assert table.state["lines"] == [[0, north, south]]
    table.turn(1, "build").hand(1, wood=1, wool=1)
    table.do(next(move for move in table.moves() if move["type"] == "move" and move["edge"] == edges[3]))
    assert table.told("line-lost") == [{"seat": 0, "start": north, "end": south}]


def test_e28_with_equal_units_the_line_goes_to_the_player_who_closed_it() -> None:
    for last in (0, 1):
        table, edges, north, south = crossing(1)
        parts = {0: edges[:3], 1: edges[3:]}
        table.ship(1 - last, *parts[1 - last]).ship(last, *parts[last])
        assert table.state["lines"] == [[last, *((north, south) if last == 0 else (south, north))]]


def test_e29_a_ship_that_is_moved_into_a_line_counts_as_placed_last() -> None:
    table, edges, north, south = crossing(1)
    beside = next(e for e in table.board.node_edges[north] if e != edges[0] and table.play.chart.ship[e])
    table.ship(0, beside, *edges[:2]).ship(1, *edges[3:])
    table.turn(0, "build").do({"type": "move", "edge": beside, "to": edges[2]})
    assert table.told("line") == [{"seat": 0, "start": north, "end": south}], "equal units, and seat 0 has closed it"


def test_e28_the_winners_end_must_be_on_their_home_island() -> None:
    table, edges, _, _ = crossing()
    table.state["home"][0] = [table.play.chart.node_zone[table.node(5, 2, "SW")]]
    table.ship(0, *edges[:3]).ship(1, *edges[3:])
    assert table.state["lines"] == []


def test_an_indirect_line_may_have_roads_at_one_end_only() -> None:
    table, edges, north, south = crossing(2)
    table.road(0, edges[0], edges[1]).ship(0, *edges[2:5]).ship(1, *edges[5:])
    assert table.state["lines"] == [[0, north, south]]
    table, edges, _, _ = crossing(2)
    inland = table.node(6, 1, "NE")
    table.stands(table.node(5, 2, "SW"), ".")
    table.settlement(1, inland)
    table.road(0, edges[0], edges[1]).ship(0, *edges[2:5]).ship(1, *edges[5:])
    table.road(1, table.between(table.node(5, 2, "SW"), inland))
    assert table.state["lines"] == []


def test_a_building_in_between_ends_the_line_there() -> None:
    table, edges, north, _ = crossing(2)
    table.ship(0, *edges)
    assert len(table.state["lines"]) == 1
    table.settlement(2, table.node(3, 1, "NE"))
    assert [line for line in table.state["lines"] if line[1] == north] == []


def second_way(table: Table) -> list[int]:
    """Return nine edges between the same two nodes as :func:`crossing`, apart from its five."""
    path = [
        (3, 1, "NE"),
        (3, 2, "N"),
        (3, 2, "NE"),
        (4, 2, "N"),
        (4, 2, "NE"),
        (4, 2, "SE"),
        (5, 2, "NE"),
        (5, 2, "SE"),
    ]
    nodes = [table.node(*one) for one in [*path, (5, 2, "S"), (5, 2, "SW")]]
    return [table.between(one, other) for one, other in pairwise(nodes)]


def test_e27_a_second_line_between_the_same_buildings_brings_nothing_and_a_branch_another_point() -> None:
    table, edges, north, south = crossing()
    table.ship(0, *edges, *second_way(table))
    assert table.state["lines"] == [[0, north, south]]
    branch = table.node(5, 2, "SE")
    table.settlement(2, branch)
    assert table.state["lines"] == sorted([[0, north, south], [0, north, branch]])


def test_e31_both_may_have_a_direct_line_between_the_same_buildings() -> None:
    table, edges, north, south = crossing()
    table.ship(0, *edges).ship(1, *second_way(table))
    assert table.state["lines"] == [[0, north, south], [1, south, north]]


def test_e32_ships_of_a_trade_line_count_for_the_longest_route_too() -> None:
    table, edges, _, _ = crossing()
    table.ship(0, *edges)
    assert (table.state["route"][0], table.state["longest"]) == (5, 0)


def test_e29_of_equally_long_lines_the_one_completed_first_counts() -> None:
    """Around the hex (4, 1) there are two ways of equal length; seat 1 closes the first, seat 0 the second."""
    table, edges, _north, south = crossing()
    west = [table.edge(4, 1, one) for one in ("NW", "W", "SW")]
    east = [table.edge(4, 1, one) for one in ("NE", "E", "SE")]
    stem, tail = edges[0], [table.between(table.node(4, 1, "S"), table.node(5, 1, "SE"))]
    assert stem == table.edge(3, 1, "E")
    table.stands(south, ".")
    far = table.node(5, 1, "SE")
    table.settlement(1, far)
    table.ship(0, stem, east[0]).ship(1, *tail, east[2], east[1])
    assert [line[0] for line in table.state["lines"]] == [1]
    table.ship(1, west[2], west[1]).ship(0, west[0])
    assert [line[0] for line in table.state["lines"]] == [1]


# -- layouts -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["neue-welt-5", "neue-welt-6"])
def test_e22_new_worlds_have_islands_and_no_red_neighbours(preset: str) -> None:
    scenario = BOOK.scenarios[preset]
    for seed in range(12):
        terrain, numbers = layout.lay(scenario, Draws(bytes([seed]) * 32))
        sizes = [len(zone) for zone in scenario.board.components(h for h, one in enumerate(terrain) if one != "~")]
        assert len(sizes) >= 4
        assert 2 * max(sizes) <= sum(sizes)
        assert not layout.red_neighbours(scenario.board, numbers)
        assert sorted(n for n in numbers if n) == sorted(scenario.chips)
        assert sorted(terrain) == sorted(scenario.tiles)


def test_the_spiral_lays_the_letters_around_the_island_and_inwards_either_way_from_any_corner() -> None:
    scenario = BOOK.scenarios["grosse-insel"]
    board, island = scenario.board, {h for h, letter in enumerate(scenario.letters) if letter == "R"}
    rim = {h for h in island if not island.issuperset(board.hex_hexes[h])}
    for corner in scenario.corners:
        orders = [board.spiral(island, corner, clockwise=clockwise) for clockwise in (True, False)]
        for order in orders:
            assert order[0] == corner
            assert set(order[:16]) == rim
            assert set(order) == island
            assert len(order) == 30
            assert all(after in board.hex_hexes[before] for before, after in pairwise(order))
        assert orders[0][1:16] == orders[1][15:0:-1]


def test_the_spiral_from_the_lower_right_corner_turns_inwards_beside_its_last_hex() -> None:
    table = Table("grosse-insel", 6)
    island = {h for h, letter in enumerate(table.scenario.letters) if letter == "R"}
    order = table.board.spiral(island, table.hex(7, 5), clockwise=False)
    assert order[:2] == [table.hex(7, 5), table.hex(6, 5)]
    assert order[14:18] == [table.hex(7, 3), table.hex(7, 4), table.hex(6, 4), table.hex(5, 5)]


def test_a_spiral_never_lays_a_red_chip_beside_another() -> None:
    scenario = BOOK.scenarios["grosse-insel"]
    for seed in range(60):
        _terrain, numbers = layout.lay(scenario, Draws(bytes([seed]) * 32))
        assert not layout.red_neighbours(scenario.board, numbers)


def test_outer_islands_of_the_big_map_start_without_chips() -> None:
    table = Table("grosse-insel", 6)
    outer_hexes = [h for h, letter in enumerate(table.scenario.letters) if letter == "x"]
    assert len(outer_hexes) == 20
    assert all(table.state["numbers"][h] == 0 and table.state["terrain"][h] in "TCWSO" for h in outer_hexes)
    assert table.state["stock"][0] == [15, 15, 5, 8]


def test_e3_a_printed_map_may_be_shuffled_and_keeps_its_tiles_chips_sea_and_gold() -> None:
    for preset in ("fuenf-inseln-5", "durch-die-wueste-6", "ozeanien-5"):
        printed, mixed = Table(preset), Table(preset, shuffle_land=True)
        before, after = printed.state["terrain"], mixed.state["terrain"]
        assert before != after
        assert sorted(before) == sorted(after)
        assert sorted(printed.state["numbers"]) == sorted(mixed.state["numbers"])
        assert [h for h, one in enumerate(before) if one in "~GD?"] == [
            h for h, one in enumerate(after) if one in "~GD?"
        ]
        assert not layout.red_neighbours(mixed.board, mixed.state["numbers"])


@pytest.mark.parametrize("corner", ["N", "S"])
def test_e38_a_building_at_any_corner_of_a_hex_may_give_its_chip(corner: str) -> None:
    table, edge, _ = outer()
    table.settlement(0, table.board.edge_nodes[edge][0])
    node = table.node(4, 3, corner)
    table.settlement(0, node).settlement(0, table.node(4, 3, "S" if corner == "N" else "N"))
    table.state["bag"] = []
    table.do({"type": "ship", "edge": edge})
    assert table.asked() == ("chip", [0])
    offered = {move["hex"] for move in table.moves()}
    assert offered & set(table.board.node_hexes[node])
    assert all(table.board.corners[h] & places(table.state["nodes"], OWN[0]) for h in offered)


@pytest.mark.parametrize("preset", GAME.rules.presets)
def test_e5_seat_0_begins_and_is_the_oldest(preset: str) -> None:
    assert match_of(preset).steps[0].decision["seats"] == [0]
