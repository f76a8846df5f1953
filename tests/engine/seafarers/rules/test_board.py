"""The graph of the maps: the figures of the tables (C), and what may lie where (D2)."""

import pytest

from engine.games.seafarers.rules.play import chart_of
from tests.engine.seafarers.table import BOOK, Table

FIGURES = {
    "fuenf-inseln-5": (53, 32, 136, 188, 102, 102, 150, 124, 86),
    "sechs-inseln-6": (60, 34, 152, 211, 120, 120, 165, 146, 100),
    "grosse-ueberfahrt-6": (53, 32, 136, 188, 98, 98, 134, 126, 72),
    "ozeanien-5": (60, 34, 152, 211, 66, 54, 63, 79, 42),
    "ozeanien-6": (60, 34, 152, 211, 78, 66, 67, 94, 54),
    "durch-die-wueste-5": (60, 34, 152, 211, 131, 57, 147, 164, 100),
    "durch-die-wueste-6": (67, 36, 168, 234, 145, 67, 159, 183, 108),
    "grosse-insel": (67, 36, 168, 234, 158, 80, 138, 204, 108),
}
"""Hexes, frame cells, nodes, edges, sites, founding sites, ship edges, road edges, coast edges."""


@pytest.mark.parametrize("preset", FIGURES)
def test_the_figures_of_every_map(preset: str) -> None:
    scenario = BOOK.scenarios[preset]
    board = scenario.board
    chart = chart_of(board, scenario.letters.replace("R", "T").replace("x", "T"), scenario.split)
    founding = sum(any(h in scenario.home for h in around) for around in board.node_hexes)
    assert FIGURES[preset] == (
        len(board.hexes),
        len(board.frame),
        len(board.nodes),
        len(board.edge_nodes),
        sum(chart.site),
        founding,
        sum(chart.ship),
        sum(chart.road),
        sum(road and ship for road, ship in zip(chart.road, chart.ship, strict=True)),
    )


@pytest.mark.parametrize("preset", BOOK.scenarios)
def test_the_graph_is_consistent(preset: str) -> None:
    board = BOOK.scenarios[preset].board
    for e, (a, b) in enumerate(board.edge_nodes):
        assert e in board.node_edges[a]
        assert e in board.node_edges[b]
        assert a in board.node_nodes[b]
        assert b in board.node_nodes[a]
        for cell in board.edge_cells[e]:
            assert e in board.cell_edges[cell]
    for h, nodes in enumerate(board.hex_nodes):
        assert len(set(nodes)) == 6
        assert all(h in board.node_hexes[n] for n in nodes)
        assert [board.cell_edges[h].count(e) for e in board.hex_edges[h]] == [1] * 6
    assert len(board.nodes) - len(board.edge_nodes) + len(board.hexes) == 1


def test_d2_a_coast_edge_takes_roads_and_ships_and_a_closed_one_neither() -> None:
    table = Table("ozeanien-5")
    chart = table.play.chart
    coast, inland, open_sea = table.edge(1, 2, "W"), table.edge(1, 2, "E"), table.edge(1, 1, "SW")
    assert (chart.road[coast], chart.ship[coast]) == (True, True)
    assert (chart.road[inland], chart.ship[inland]) == (True, False)
    assert table.state["terrain"][table.hex(2, 0)] == "?"
    assert (chart.road[open_sea], chart.ship[open_sea]) == (False, False)


def test_e14_ships_may_sail_along_the_frame() -> None:
    table = Table("fuenf-inseln-5")
    assert table.play.chart.ship[table.edge(1, 3, "NE")]
    assert not table.play.chart.road[table.edge(1, 3, "NE")]


@pytest.mark.parametrize("preset", ["durch-die-wueste-5", "durch-die-wueste-6"])
def test_d14_three_intersections_touch_only_desert_and_sea(preset: str) -> None:
    table = Table(preset)
    chart = table.play.chart
    assert sum(site and chart.node_zone[n] < 0 for n, site in enumerate(chart.site)) == 3


def test_edges_between_deserts_take_roads() -> None:
    table = Table("durch-die-wueste-5")
    assert table.play.chart.road[table.edge(2, 2, "E")]
    assert table.play.chart.road[table.edge(2, 2, "NW")]
