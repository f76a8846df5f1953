"""Open and closed lines of ships: which ships may be moved, and where to (RULES.md, D6)."""

from __future__ import annotations

from collections.abc import Collection

from engine.seafarers.resources import OTHER, SHIP
from engine.seafarers.rules import sites
from engine.seafarers.rules.play import Play


def end_ships(play: Play, seat: int) -> list[int]:
    """Return the edges of a seat's ships that end an open line, wherever the pirate is and whenever they were built.

    Such a ship is bare at one end (no own building, no other own ship), or part of a loop of own ships without an own
    building that does not itself join two buildings (D6).
    """
    state, ship = play.state, seat + OTHER
    if state["stock"][seat][SHIP] == play.scenario.ships:
        return []
    edges, nodes, board = state["edges"], state["nodes"], play.board
    own = [e for e, owner in enumerate(edges) if owner == ship]
    found = []
    for e in own:
        for node in board.edge_nodes[e]:
            if nodes[node] & 7 == seat:
                continue
            if all(edges[f] != ship or f == e for f in board.node_edges[node]):
                found.append(e)
                break
    if len(own) - len(found) >= SHORTEST_LOOP:
        loops = [e for e in _in_loops(play, seat, own) if e not in found and not _joins_buildings(play, seat, e)]
        found = sorted(found + loops)
    return found


SHORTEST_LOOP = 6


def _in_loops(play: Play, seat: int, own: Collection[int]) -> list[int]:
    """Return the ships on a loop of own ships that touches no own building."""
    nodes, board = play.state["nodes"], play.board
    free = {e for e in own if all(nodes[n] & 7 != seat for n in board.edge_nodes[e])}
    while True:
        ends = [e for e in free if any(_alone(board.node_edges[n], e, free) for n in board.edge_nodes[e])]
        if not ends:
            break
        free.difference_update(ends)
    return [e for e in sorted(free) if _still_joined(play, free - {e}, *board.edge_nodes[e])]


def _alone(around: Collection[int], edge: int, among: Collection[int]) -> bool:
    return all(f == edge or f not in among for f in around)


def _still_joined(play: Play, edges: Collection[int], start: int, end: int) -> bool:
    """Return whether edges join two nodes."""
    board, seen, todo = play.board, {start}, [start]
    while todo:
        node = todo.pop()
        if node == end:
            return True
        for e in board.node_edges[node]:
            if e in edges:
                beyond = board.edge_nodes[e][0] + board.edge_nodes[e][1] - node
                if beyond not in seen:
                    seen.add(beyond)
                    todo.append(beyond)
    return False


def _joins_buildings(play: Play, seat: int, edge: int) -> bool:
    """Return whether a ship lies on a path of own ships, no node twice, between two different own buildings."""
    state, board, ship = play.state, play.board, seat + OTHER
    one, other = board.edge_nodes[edge]

    def reaches(node: int, seen: frozenset[int]) -> list[frozenset[int]]:
        """The node sets of all paths from a node to an own building."""
        if state["nodes"][node] & 7 == seat:
            return [seen]
        found = []
        for e in board.node_edges[node]:
            beyond = board.edge_nodes[e][0] + board.edge_nodes[e][1] - node
            if state["edges"][e] == ship and beyond not in seen:
                found += reaches(beyond, seen | {beyond})
        return found

    ahead = reaches(one, frozenset((one, other)))
    return any(reaches(other, path) for path in ahead)


def movable(play: Play, seat: int) -> list[int]:
    """Return the ships a seat may move now: ends of open lines, not built in this turn, not beside the pirate (D6)."""
    state = play.state
    if state["moved"]:
        return []
    pirate, built = state["pirate"], state["built"]
    return [e for e in end_ships(play, seat) if e not in built and pirate not in play.board.edge_cells[e]]


def targets(play: Play, seat: int, edge: int) -> list[int]:
    """Return where a ship may be moved to: what would be legal for a new ship once it is lifted, but its old place."""
    edges = play.state["edges"]
    kept = edges[edge]
    edges[edge] = -1  # lifted while looking, and put back
    try:
        return [e for e in sites.ships(play, seat) if e != edge]
    finally:
        edges[edge] = kept
