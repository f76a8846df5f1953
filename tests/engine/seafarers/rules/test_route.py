"""The longest trade route (D12): by examples, and against a search that tries everything, on random boards."""

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.games.seafarers.marks import FREE, SEATS
from engine.games.seafarers.rules import scoring
from engine.games.seafarers.rules.play import Play
from tests.engine.seafarers.table import Table, marked
from tests.given.thorough import examples

TABLE = Table("fuenf-inseln-5")


def brute(play: Play, seat: int) -> int:
    """Try every trail, edge by edge, straight from the words of the rule."""
    state, board = play.state, play.board
    own = [e for e, owner in enumerate(state["edges"]) if owner != FREE and SEATS[owner] == seat]

    def joined(e: int, f: int, n: int) -> bool:
        standing = state["nodes"][n]
        if standing != FREE:
            return SEATS[standing] == seat
        return state["edges"][e] == state["edges"][f]

    def longest(e: int, n: int, used: frozenset[int]) -> int:
        beyond = [
            longest(f, sum(board.edge_nodes[f]) - n, used | {f})
            for f in board.node_edges[n]
            if f in own and f not in used and joined(e, f, n)
        ]
        return 1 + max(beyond, default=0)

    return max((longest(e, n, frozenset([e])) for e in own for n in board.edge_nodes[e]), default=0)


@st.composite
def boards(draw: st.DrawFn) -> tuple[dict[int, str], dict[int, str]]:
    """Draw pieces of seat 0 grown around a place, so that loops occur, with buildings of two seats on the way."""
    board = TABLE.board
    start = draw(st.integers(0, len(board.nodes) - 1))
    reached, edges = [start], dict[int, str]()
    for _ in range(draw(st.integers(1, 14))):
        node = draw(st.sampled_from(reached))
        edge = draw(st.sampled_from(board.node_edges[node]))
        edges[edge] = draw(st.sampled_from("aaAAb"))
        reached.append(sum(board.edge_nodes[edge]) - node)
    nodes = draw(st.dictionaries(st.sampled_from(reached), st.sampled_from("aAb"), max_size=4))
    return edges, nodes


def laid(edges: dict[int, str], nodes: dict[int, str]) -> Play:
    state = TABLE.state.copy()
    state["edges"], state["nodes"] = marked(len(state["edges"]), edges), marked(len(state["nodes"]), nodes)
    return Play.judging(state, TABLE.scenario)


RING = dict.fromkeys(TABLE.board.hex_edges[17], "a")


@settings(max_examples=examples(100, 400), deadline=None)
@example((RING, {}))
@example((RING, {TABLE.board.hex_nodes[17][0]: "b"}))
@example((RING | dict.fromkeys(TABLE.board.hex_edges[18], "A"), {TABLE.board.hex_nodes[17][0]: "a"}))
@given(boards())
def test_d12_the_search_finds_what_trying_everything_finds(board: tuple[dict[int, str], dict[int, str]]) -> None:
    play = laid(*board)
    assert [scoring.length(play, seat) for seat in (0, 1)] == [brute(play, seat) for seat in (0, 1)]


@settings(max_examples=examples(60, 200), deadline=None)
@given(boards(), st.data())
def test_d12_a_route_grows_by_a_new_piece_as_trying_everything_says(
    board: tuple[dict[int, str], dict[int, str]], data: st.DataObject
) -> None:
    """Every piece of the board may have been the last one."""
    edges, nodes = board
    new = data.draw(st.sampled_from(sorted(edges)))
    seat = SEATS[edges[new]]
    before, after = laid({e: mark for e, mark in edges.items() if e != new}, nodes), laid(edges, nodes)
    after.state["route"] = [brute(before, one) for one in range(5)]
    assert scoring.lengthened(after, seat, new) == brute(after, seat)


def chain(table: Table, *corners: tuple[int, int, str]) -> list[int]:
    """Return the edges along a row of nodes."""
    nodes = [table.node(*one) for one in corners]
    return [table.between(one, other) for one, other in pairwise(nodes)]


WEST = ((1, 0, "N"), (1, 0, "NE"), (1, 0, "SE"), (2, 0, "NE"), (2, 0, "SE"), (2, 0, "S"), (2, 0, "SW"))
"""Six edges on the western island."""


def test_five_pieces_take_the_route_and_two_points() -> None:
    table = Table().road(0, *chain(Table(), *WEST)[:4])
    assert (table.state["route"][0], table.state["longest"]) == (4, -1)
    table.road(0, chain(table, *WEST)[4])
    assert (table.state["route"][0], table.state["longest"], table.points(0)) == (5, 0, 2)


def test_an_opponents_building_breaks_the_route_and_ones_own_does_not() -> None:
    for seat, length in ((0, 6), (1, 3)):
        table = Table().road(0, *chain(Table(), *WEST)).settlement(seat, Table().node(*WEST[3]))
        assert table.state["route"][0] == length


def test_roads_and_ships_join_only_at_their_owners_buildings() -> None:
    table = Table()
    coast = table.node(1, 2, "SE")
    table.road(0, table.edge(1, 2, "SE")).ship(0, table.edge(1, 2, "E"))
    assert table.state["route"][0] == 1
    assert table.settlement(0, coast).state["route"][0] == 2


def test_only_a_longer_route_takes_it_over() -> None:
    table = Table().road(0, *chain(Table(), *WEST)[:5])
    south = ((7, 0, "SW"), (7, 0, "NW"), (7, 0, "N"), (7, 0, "NE"), (7, 1, "N"), (7, 1, "NE"), (7, 2, "N"))
    table.road(1, *chain(table, *south)[:5])
    assert (table.state["route"][:2], table.state["longest"]) == ([5, 5], 0)
    table.road(1, chain(table, *south)[5])
    assert (table.state["route"][:2], table.state["longest"]) == ([5, 6], 1)


def test_a_tie_after_a_split_leaves_the_route_to_nobody_until_one_is_longest() -> None:
    table = Table()
    south = ((7, 0, "SW"), (7, 0, "NW"), (7, 0, "N"), (7, 0, "NE"), (7, 1, "N"), (7, 1, "NE"), (7, 2, "N"))
    table.road(0, *chain(table, *WEST)).road(1, *chain(table, *south)[:5])
    east = ((1, 6, "N"), (1, 6, "NE"), (1, 6, "SE"), (2, 6, "NE"), (2, 6, "SE"), (2, 6, "S"))
    table.road(2, *chain(table, *east))
    assert (table.state["route"], table.state["longest"]) == ([6, 5, 5, 0, 0], 0)
    table.settlement(3, table.node(*WEST[3]))
    assert (table.state["route"], table.state["longest"]) == ([3, 5, 5, 0, 0], -1)
    table.road(1, chain(table, *south)[5])
    assert table.state["longest"] == 1
