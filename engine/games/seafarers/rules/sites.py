"""Legal places for pieces and buildings (RULES.md, D2, D5). Lists are ascending.

The rules are written as operations on sets of places (:mod:`engine.games.seafarers.marks`): what a seat can reach, what
is free, and what the map allows. What follows from the marks on the board alone is remembered by them.

Which ships may be moved, and where to, depends on open and closed lines of ships (D6).
"""

from collections.abc import Collection
from functools import lru_cache

from engine.games.seafarers.board import Board, beside_of, ends_of, sides_of
from engine.games.seafarers.marks import (
    FREE,
    OWN,
    REMEMBERED,
    ROADS,
    SETTLEMENTS,
    SHIPS,
    TAKEN,
    Mask,
    members,
    places,
    put,
)
from engine.games.seafarers.resources import ROAD, SHIP
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.scenarios import HOME, ONE_ISLAND


def roads(play: Play, seat: int) -> tuple[int, ...]:
    """Return the edges where a seat may build a road."""
    state = play.state
    return members(_reached(play.board, state["nodes"], state["edges"], OWN[seat], ROADS[seat]) & play.chart.roads)


def ships(play: Play, seat: int, edges: str | None = None) -> tuple[int, ...]:
    """Return the edges where a seat may build a ship: none beside the pirate. ``edges`` are others than those of the state."""
    state, board = play.state, play.board
    found = _reached(board, state["nodes"], edges or state["edges"], OWN[seat], SHIPS[seat]) & play.chart.ships
    if state["pirate"] >= 0:
        found &= ~board.shores[state["pirate"]]
    return members(found)


@lru_cache(maxsize=REMEMBERED)
def _reached(board: Board, nodes: str, edges: str, own: str, piece: str) -> Mask:
    """Return free edges at a building of the seat, or at a piece of its own of this kind with no opponent's building between."""
    onwards = ends_of(board, places(edges, piece)) & places(nodes, FREE)
    return sides_of(board, places(nodes, own) | onwards) & places(edges, FREE)


def settlements(play: Play, seat: int) -> tuple[int, ...]:
    """Return the nodes where a seat may settle: a free site two steps from all buildings, at one of its roads or ships."""
    state = play.state
    return members(_settled(play.board, state["nodes"], state["edges"], OWN[seat]) & play.chart.sites)


@lru_cache(maxsize=REMEMBERED)
def _settled(board: Board, nodes: str, edges: str, own: str) -> Mask:
    return ends_of(board, places(edges, own)) & apart(board, nodes)


def apart(board: Board, nodes: str) -> Mask:
    """Return the free nodes two steps from all buildings."""
    return places(nodes, FREE) & ~beside_of(board, places(nodes, TAKEN))


def cities(play: Play, seat: int) -> tuple[int, ...]:
    """Return the nodes where a seat has a settlement that may become a city."""
    return members(places(play.state["nodes"], SETTLEMENTS[seat]))


def free_coasts(play: Play) -> list[int]:
    """Return the coast edges that share no intersection with a harbour (E21)."""
    ends = play.board.edge_nodes
    taken = {n for edge, _ in play.state["harbours"] for n in ends[edge]}
    chart = play.chart
    return [e for e, pair in enumerate(ends) if chart.road[e] and chart.ship[e] and taken.isdisjoint(pair)]


def founding(play: Play, seat: int) -> list[int]:
    """Return the nodes where a seat may found: the distance rule and the scenario's zones."""
    state, board, chart = play.state, play.board, play.chart
    found, found_on = list(members(apart(board, state["nodes"]) & chart.sites)), play.scenario.found_on
    if found_on == HOME:
        home = play.scenario.home
        found = [n for n in found if any(h in home for h in board.node_hexes[n])]
    if found_on == ONE_ISLAND and state["home"][seat]:
        found = [n for n in found if chart.node_zone[n] in state["home"][seat]]
    return found


def founding_pieces(play: Play, seat: int, node: int) -> list[tuple[int, int]]:
    """Return ``(edge, ROAD or SHIP)`` that may be laid beside a founding settlement (D3, E6)."""
    state, chart, board = play.state, play.chart, play.board
    stock, edges = state["stock"][seat], state["edges"]
    found = []
    for e in board.node_edges[node]:
        if edges[e] != FREE:
            continue
        if chart.road[e] and stock[ROAD]:
            found.append((e, ROAD))
        if chart.ship[e] and stock[SHIP] and state["pirate"] not in board.edge_cells[e]:
            found.append((e, SHIP))
    return found


def stocked(play: Play, seat: int, piece: int) -> bool:
    """Return whether a seat has a piece left."""
    return play.state["stock"][seat][piece] > 0


def pieces(play: Play, seat: int) -> list[tuple[int, int]]:
    """Return ``(edge, ROAD or SHIP)`` of every free piece that a road building card may place."""
    found = [(e, ROAD) for e in roads(play, seat)] if stocked(play, seat, ROAD) else []
    if stocked(play, seat, SHIP):
        found += [(e, SHIP) for e in ships(play, seat)]
    return found


def end_ships(play: Play, seat: int) -> tuple[int, ...]:
    """Return the edges of a seat's ships that end an open line, wherever the pirate is and whenever they were built.

    Such a ship is bare at one end (the seat has no building and no other ship there), or it is part of a loop of the seat's
    ships: any ship of a loop without a building of the seat, either of the two at the building of a loop that has only one. A
    ship on the way from one building of the seat to another ends no open line (D6).
    """
    state = play.state
    return _end_ships(play.board, places(state["nodes"], OWN[seat]), places(state["edges"], SHIPS[seat]))


@lru_cache(maxsize=REMEMBERED)
def _end_ships(board: Board, built: Mask, own: Mask) -> tuple[int, ...]:
    bare = [
        e
        for e in members(own)
        if any(not built >> n & 1 and own & board.sides[n] == 1 << e for n in board.edge_nodes[e])
    ]
    if own.bit_count() - len(bare) < SHORTEST_LOOP:
        return tuple(bare)
    loops = {*_in_loops(board, built, own), *_at_buildings_of_loops(board, built, own)}
    return tuple(sorted([*bare, *(e for e in loops if e not in bare and not _joins_buildings(board, built, own, e))]))


SHORTEST_LOOP = 6


def _in_loops(board: Board, built: Mask, own: Mask) -> list[int]:
    """Return the ships on a loop of one seat's ships that touches none of its buildings."""
    free = {e for e in members(own) if not built & board.ends[e]}
    while True:
        ends = [e for e in free if any(_alone(board.node_edges[n], e, free) for n in board.edge_nodes[e])]
        if not ends:
            break
        free.difference_update(ends)
    return [e for e in sorted(free) if _still_joined(board, free - {e}, *board.edge_nodes[e])]


def _at_buildings_of_loops(board: Board, built: Mask, own: Mask) -> list[int]:
    """Return the ships on a loop of one seat's ships that touches one of its buildings, if they lie at that building."""
    return [
        e
        for home in members(built)
        for e in board.node_edges[home]
        if own >> e & 1
        and _still_joined(
            board,
            {f for f in members(own & ~(1 << e)) if not built & ~(1 << home) & board.ends[f]},
            board.edge_nodes[e][0] + board.edge_nodes[e][1] - home,
            home,
        )
    ]


def _alone(around: Collection[int], edge: int, among: Collection[int]) -> bool:
    return all(f == edge or f not in among for f in around)


def _still_joined(board: Board, edges: Collection[int], start: int, end: int) -> bool:
    """Return whether edges join two nodes."""
    seen, todo = {start}, [start]
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


def _joins_buildings(board: Board, built: Mask, own: Mask, edge: int) -> bool:
    """Return whether a ship lies on a path of its owner's ships, no node twice, between two of the owner's buildings."""
    one, other = board.edge_nodes[edge]

    def reaches(node: int, seen: frozenset[int]) -> list[frozenset[int]]:
        """Return the node sets of all paths from a node to a building of the owner."""
        if built >> node & 1:
            return [seen]
        found = []
        for e in board.node_edges[node]:
            beyond = board.edge_nodes[e][0] + board.edge_nodes[e][1] - node
            if own >> e & 1 and beyond not in seen:
                found += reaches(beyond, seen | {beyond})
        return found

    ahead = reaches(one, frozenset((one, other)))
    return any(reaches(other, path) for path in ahead)


def movable(play: Play, seat: int) -> list[int]:
    """Return the ships a seat may move now: ends of open lines, not built in this turn, not beside the pirate (D6)."""
    state = play.state
    if state["moved"] or state["stock"][seat][SHIP] == play.scenario.ships:
        return []
    pirate, built = state["pirate"], state["built"]
    return [e for e in end_ships(play, seat) if e not in built and pirate not in play.board.edge_cells[e]]


def targets(play: Play, seat: int, edge: int) -> list[int]:
    """Return where a ship may be moved to: what would be legal for a new ship once it is lifted, but its old place."""
    lifted = put(play.state["edges"], edge, FREE)
    return [e for e in ships(play, seat, lifted) if e != edge]
