"""Which ships end an open line, on random boards, against the words of the rule tried out (D6)."""

import random
from collections.abc import Iterator

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.games.seafarers.rules import sites
from engine.games.seafarers.rules.play import Play
from tests.engine.seafarers.table import Table, marked

TABLE = Table("fuenf-inseln-5")
BOARD = TABLE.board
MIDDLE = [n for n, (x, y) in enumerate(BOARD.nodes) if 5 <= x <= 10 and 2 <= y <= 12]
SHIP, OWN = "A", "a"
"""A ship and a settlement of seat 0."""
INSIDE = [e for e, (a, b) in enumerate(BOARD.edge_nodes) if a in MIDDLE and b in MIDDLE]


def board_of(seed: int) -> Play:
    """Lay ships of seat 0 with gaps, and buildings of two seats."""
    rng = random.Random(seed)
    state = TABLE.state.copy()
    share = rng.uniform(0.3, 0.9)
    laid = [e for e in INSIDE if rng.random() < share]
    state["edges"] = marked(len(BOARD.edge_nodes), dict.fromkeys(laid, SHIP))
    state["nodes"] = marked(len(BOARD.nodes), {n: rng.choice("aab") for n in rng.sample(MIDDLE, rng.randint(0, 3))})
    state["stock"] = [[15, 15 - len(laid), 5, 4]] * 5
    return Play.judging(state, TABLE.scenario)


def walks(play: Play, start: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield nodes and edges of every walk over own ships that repeats no node but may come back to its start."""
    todo: list[tuple[list[int], list[int]]] = [([start], [])]
    while todo:
        nodes, edges = todo.pop()
        yield nodes, edges
        if len(nodes) > 1 and nodes[-1] == start:
            continue
        for e in BOARD.node_edges[nodes[-1]]:
            beyond = sum(BOARD.edge_nodes[e]) - nodes[-1]
            if play.state["edges"][e] == SHIP and e not in edges and beyond not in nodes[1:]:
                todo.append(([*nodes, beyond], [*edges, e]))


def loops(play: Play) -> tuple[set[int], set[int]]:
    """Return the ships that loops free, and those on paths between two own buildings.

    A loop without an own building frees all its ships, a loop with one of them the two at it.
    """
    state = play.state
    looped, closed = set[int](), set[int]()
    for start in MIDDLE:
        for nodes, edges in walks(play, start):
            back = len(nodes) > 1 and nodes[-1] == start
            homes = {n for n in nodes if state["nodes"][n] == OWN}
            if back and not homes:
                looped.update(edges)
            if back and len(homes) == 1:
                looped.update(e for e in edges if homes & set(BOARD.edge_nodes[e]))
            if not back and edges and state["nodes"][start] == state["nodes"][nodes[-1]] == OWN:
                closed.update(edges)
    return looped, closed


def brute(play: Play) -> list[int]:
    """Return the end ships by the words of the rule."""
    state = play.state
    own = [e for e, owner in enumerate(state["edges"]) if owner == SHIP]
    bare = {
        e
        for e in own
        for n in BOARD.edge_nodes[e]
        if state["nodes"][n] != OWN and all(f == e or f not in own for f in BOARD.node_edges[n])
    }
    looped, closed = loops(play)
    return sorted(bare | (looped - closed))


@settings(max_examples=150, deadline=None)
@example(3)
@given(st.integers(0, 2**32))
def test_d6_end_ships_are_those_that_the_rules_describe(seed: int) -> None:
    play = board_of(seed)
    assert list(sites.end_ships(play, 0)) == brute(play)


def test_the_random_boards_have_loops_that_may_be_moved() -> None:
    found = [loops(board_of(seed)) for seed in range(60)]
    assert sum(bool(looped - closed) for looped, closed in found) > 5


def test_d6_of_a_loop_at_one_building_either_ship_at_it_ends_the_line() -> None:
    """The publisher's answer for the smallest such loop: six ships around a sea hex, a settlement at one of its corners."""
    table = Table("fuenf-inseln-5")
    table.settlement(0, 3).ship(0, 6, 7, 19, 20, 31, 32)
    assert set(table.board.hex_edges[3]) == {6, 7, 19, 20, 31, 32}
    assert sites.end_ships(table.play, 0) == (6, 7)


def test_d6_a_loop_on_the_way_between_two_buildings_is_closed() -> None:
    table = Table()
    ring = table.board.hex_edges[table.hex(2, 3)]
    table.settlement(0, table.node(1, 2, "SE")).ship(0, table.edge(1, 3, "SW"), *ring)
    assert list(sites.end_ships(table.play, 0)) == sorted(ring)
    table.ship(0, table.edge(3, 3, "E")).settlement(0, table.node(4, 3, "N"))
    assert sites.end_ships(table.play, 0) == ()
