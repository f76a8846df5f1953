"""Trade lines between the two islands of the Great Crossing (RULES.md, D14-b, E27 to E32).

A line joins two buildings on different islands and has no building in between. A direct line consists of ships of one seat
and begins at its building on its home island. An indirect line has two parts, each with pieces of one seat only: from a building
of one seat to a building of the other, where at least one part is ships only. Lines are derived from what stands on the board.
"""

from dataclasses import dataclass

from engine.games.seafarers.marks import FREE, OWN, SEATS, SHIPS
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.state import SeafarersState

Key = tuple[int, ...]
"""The placement numbers of a path, highest first: of equally long paths the smallest key was completed first (E29)."""


@dataclass(frozen=True, slots=True)
class Path:
    """A shortest path: its placement numbers (highest first), its units in the first part, and its last placer."""

    key: Key
    first: int
    last: int


def points(state: SeafarersState, seat: int) -> int:
    """Return how many points trade lines bring to a seat."""
    return sum(1 for line in state["lines"] if line[0] == seat)


def recompute(play: Play) -> None:
    """Find the lines again after a piece was placed or moved, or a building built; tell what changed."""
    if not play.scenario.trade_lines:
        return
    state = play.state
    before, now = state["lines"], sorted(map(list, _found(play)))
    if before == now:
        return
    state["lines"] = now
    for seat, start, end in before:
        if [seat, start, end] not in now:
            play.tell({"type": "line-lost", "seat": seat, "start": start, "end": end})
    for seat, start, end in now:
        if [seat, start, end] not in before:
            play.tell({"type": "line", "seat": seat, "start": start, "end": end})


def _found(play: Play) -> set[tuple[int, int, int]]:
    """Return ``(seat, its building at home, the other building)`` of every line that counts."""
    state, zone = play.state, play.chart.node_zone
    buildings = {n: SEATS[mark] for n, mark in enumerate(state["nodes"]) if mark != FREE}
    found = set[tuple[int, int, int]]()
    first_island = min((zone[n] for n in buildings), default=-1)
    for start, seat in buildings.items():
        at_home = zone[start] in state["home"][seat]
        if at_home:
            for end in _reached(play, start, SHIPS[seat]):
                if zone[end] != zone[start]:
                    found.add((seat, start, end))
        if zone[start] != first_island:
            continue  # an indirect line is found from one of its ends, on one of the two islands
        for other in sorted(set(buildings.values()) - {seat}):
            for end, path in _indirect(play, start, seat, other).items():
                if zone[end] != zone[start]:
                    winner = _winner(play, path, seat, other)
                    here, there = (start, end) if winner == seat else (end, start)
                    if zone[here] in state["home"][winner]:
                        found.add((winner, here, there))
    return found


def _winner(play: Play, path: Path, seat: int, other: int) -> int:
    """Return who has more units, or who placed last where both have as many (E28)."""
    second = len(path.key) - path.first
    if path.first != second:
        return seat if path.first > second else other
    return SEATS[play.state["edges"][path.last]]


def _reached(play: Play, start: int, mine: str) -> set[int]:
    """Return the buildings that a path of certain pieces joins with a building."""
    state, board = play.state, play.board
    seen, todo, found = {start}, [start], set[int]()
    while todo:
        node = todo.pop()
        for e in board.node_edges[node]:
            beyond = board.edge_nodes[e][0] + board.edge_nodes[e][1] - node
            if beyond in seen or state["edges"][e] != mine:
                continue
            seen.add(beyond)
            if state["nodes"][beyond] != FREE:
                found.add(beyond)
            else:
                todo.append(beyond)
    return found


def _indirect(play: Play, start: int, seat: int, other: int) -> dict[int, Path]:
    """Return the shortest admitted path from a building of a seat to each building of another, first completed first."""
    best: dict[int, Path] = {}
    for first, second in ((SHIPS[seat], OWN[other]), (OWN[seat], SHIPS[other])):
        for end, path in _search(play, start, first, second, other).items():
            known = best.get(end)
            if known is None or (len(path.key), path.key) < (len(known.key), known.key):
                best[end] = path
    return best


def _search(play: Play, start: int, first: str, second: str, other: int) -> dict[int, Path]:
    """Search layer by layer with states (node, part); a path of each layer is kept by its smallest key."""
    state, board, laid = play.state, play.board, play.state["laid"]
    layer: dict[tuple[int, int], Path] = {(start, 0): Path((), 0, -1)}
    seen = set(layer)
    found: dict[int, Path] = {}
    while layer:
        ahead: dict[tuple[int, int], Path] = {}
        for (node, part), path in layer.items():
            for e in board.node_edges[node]:
                mark = state["edges"][e]
                into = 0 if part == 0 and mark in first else 1 if mark in second and (part or path.key) else -1
                beyond = board.edge_nodes[e][0] + board.edge_nodes[e][1] - node
                if into < 0 or (beyond, into) in seen:
                    continue
                newest = path.last if path.last >= 0 and laid[path.last] > laid[e] else e
                longer = Path(tuple(sorted((*path.key, laid[e]), reverse=True)), path.first + (into == 0), newest)
                known = ahead.get((beyond, into))
                if known is None or longer.key < known.key:
                    ahead[beyond, into] = longer
        seen |= ahead.keys()
        layer = {}
        for (node, part), path in ahead.items():
            standing = state["nodes"][node]
            if standing == FREE:
                layer[node, part] = path
            elif part == 1 and SEATS[standing] == other and node not in found:
                found[node] = path
    return found
