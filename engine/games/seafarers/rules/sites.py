"""Legal places for pieces and buildings (RULES.md, D2, D5). Lists are ascending.

The rules are written as operations on sets of places (:mod:`engine.games.seafarers.marks`): what a seat can reach, what
is free, and what the map allows. What follows from the marks on the board alone is remembered by them.
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.seafarers.board import Board, beside_of, ends_of, sides_of
from engine.games.seafarers.marks import FREE, OWN, REMEMBERED, ROADS, SETTLEMENTS, SHIPS, TAKEN, Mask, members, places
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
