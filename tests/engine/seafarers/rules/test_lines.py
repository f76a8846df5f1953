"""Trade lines on random boards, against a search that writes the rule down again and tries every path (D14-b, E27 to E32)."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.seafarers.marks import FREE, SEATS
from engine.games.seafarers.rules import lines
from engine.games.seafarers.rules.play import Play
from tests.engine.seafarers.table import Table, marked

TABLE = Table("grosse-ueberfahrt-6")
BOARD = TABLE.board
ZONES = TABLE.play.chart.node_zone
NORTH = TABLE.node(3, 1, "NE")
AROUND = [n for n, (x, y) in enumerate(BOARD.nodes) if 7 <= y <= 17 and 1 <= x <= 6]
"""A part of the map with both coasts and the sea between."""
INSIDE = [e for e, (a, b) in enumerate(BOARD.edge_nodes) if a in AROUND and b in AROUND]
COASTS = [n for n in AROUND if ZONES[n] >= 0]


def board_of(seed: int) -> Play:
    """Lay pieces of two seats around the strait in a random order, and buildings of three at its coasts."""
    rng = random.Random(seed)
    state = TABLE.state.copy()
    border, noise = rng.randint(6, 18), rng.random() / 3
    edges = {}
    for e in INSIDE:
        northern = min(BOARD.nodes[n][1] for n in BOARD.edge_nodes[e]) < border
        edges[e] = rng.choice("abBA.") if rng.random() < noise else "A" if northern else "B"
    order = rng.sample(INSIDE, len(INSIDE))
    chosen = rng.sample(COASTS, rng.randint(2, 5))
    state["edges"] = marked(len(BOARD.edge_nodes), edges)
    state["laid"] = [order.index(e) + 1 if edges.get(e, FREE) != FREE else 0 for e in range(len(BOARD.edge_nodes))]
    state["nodes"] = marked(len(BOARD.nodes), {n: rng.choice("aabbc") for n in chosen})
    home = [ZONES[n] for n in COASTS]
    state["home"] = [[min(home)], [max(home)], [min(home)], [], [], []]
    state["lines"] = []
    return Play.judging(state, TABLE.scenario)


def paths(play: Play, start: int) -> Iterator[list[int]]:
    """Yield the edges of every path from a building to another one, no node twice and no building between."""
    edges, nodes = play.state["edges"], play.state["nodes"]
    todo: list[tuple[list[int], list[int]]] = [([start], [])]
    while todo:
        visited, used = todo.pop()
        for e in BOARD.node_edges[visited[-1]]:
            beyond = sum(BOARD.edge_nodes[e]) - visited[-1]
            if edges[e] == FREE or beyond in visited or len({edges[f].lower() for f in [*used, e]}) > 2:
                continue
            if nodes[beyond] != FREE:
                yield [*used, e]
            else:
                todo.append(([*visited, beyond], [*used, e]))


def brute(play: Play) -> list[list[int]]:
    """Return the lines by the words of the rule."""
    state = play.state
    edges, laid = state["edges"], state["laid"]
    found = set()
    best: dict[tuple[int, int], tuple[int, list[int], int, int, int]] = {}
    for start, mark in enumerate(state["nodes"]):
        if mark == FREE:
            continue
        seat = SEATS[mark]
        for path in paths(play, start):
            end = start
            for e in path:
                end = sum(BOARD.edge_nodes[e]) - end
            if ZONES[end] == ZONES[start]:
                continue
            owners = [SEATS[edges[e]] for e in path]
            ships = [edges[e].isupper() for e in path]
            if set(owners) == {seat} and all(ships) and ZONES[start] in state["home"][seat]:
                found.add((seat, start, end))
            first = next((i for i, one in enumerate(owners) if one != seat), len(path))
            other = SEATS[state["nodes"][end]]
            if not 0 < first < len(path) or set(owners[first:]) != {other} or other == seat:
                continue
            if not (all(ships[:first]) or all(ships[first:])):
                continue
            key = sorted((laid[e] for e in path), reverse=True)
            winner = seat if first > len(path) - first else other
            if 2 * first == len(path):
                winner = SEATS[edges[max(path, key=lambda e: laid[e])]]
            here, there = (start, end) if winner == seat else (end, start)
            pair = (min(start, end), max(start, end))
            one = (len(path), key, winner, here, there)
            if pair not in best or one[:2] < best[pair][:2]:
                best[pair] = one
    for _, _, winner, here, there in best.values():
        if ZONES[here] in state["home"][winner]:
            found.add((winner, here, there))
    return sorted(map(list, found))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_e29_the_search_finds_the_lines_that_trying_every_path_finds(seed: int) -> None:
    play = board_of(seed)
    lines.recompute(play)
    assert play.state["lines"] == brute(play)


def test_the_random_boards_have_lines_to_find_direct_and_indirect() -> None:
    """That the comparison above is about something."""
    found = [brute(board_of(seed)) for seed in range(100)]
    assert sum(map(bool, found)) > 30
    assert sum(line[0] == 1 for one in found for line in one) > 5
