"""Where pieces and buildings may stand (RULES.md, D2, D5). Lists are ascending."""

from __future__ import annotations

from engine.seafarers.resources import OTHER, ROAD, SHIP
from engine.seafarers.rules.play import Play
from engine.seafarers.scenarios import HOME, ONE_ISLAND


def roads(play: Play, seat: int) -> list[int]:
    """Return the edges where a seat may build a road."""
    return _reached(play, seat, seat, play.chart.road)


def ships(play: Play, seat: int) -> list[int]:
    """Return the edges where a seat may build a ship: none beside the pirate."""
    found = _reached(play, seat, seat + OTHER, play.chart.ship)
    pirate = play.state["pirate"]
    if pirate < 0:
        return found
    beside = play.board.edge_cells
    return [e for e in found if pirate not in beside[e]]


def _reached(play: Play, seat: int, piece: int, allowed: tuple[bool, ...]) -> list[int]:
    """Return free edges that touch an own building, or an own piece of the kind with no opponent's building between."""
    state, board = play.state, play.board
    edges, nodes = state["edges"], state["nodes"]
    ends, around = board.edge_nodes, board.node_edges
    starts = {n for n, owner in enumerate(nodes) if owner & 7 == seat}
    if piece in edges:
        for e in [e for e, owner in enumerate(edges) if owner == piece]:
            first, second = ends[e]
            if nodes[first] < 0:
                starts.add(first)
            if nodes[second] < 0:
                starts.add(second)
    return sorted({e for n in starts for e in around[n] if edges[e] < 0 and allowed[e]})


def settlements(play: Play, seat: int) -> list[int]:
    """Return the nodes where a seat may settle: a free site two steps from all buildings, at an own road or ship."""
    state, board = play.state, play.board
    nodes, site, beside = state["nodes"], play.chart.site, board.node_nodes
    found = set()
    for e, owner in enumerate(state["edges"]):
        if owner & 7 == seat:
            for n in board.edge_nodes[e]:
                if nodes[n] < 0 and site[n] and n not in found and all(nodes[m] < 0 for m in beside[n]):
                    found.add(n)
    return sorted(found)


def cities(play: Play, seat: int) -> list[int]:
    """Return the nodes where a seat has a settlement that may become a city."""
    return [n for n, owner in enumerate(play.state["nodes"]) if owner == seat]


def founding(play: Play, seat: int) -> list[int]:
    """Return the nodes where a seat may found: the distance rule and the scenario's zones."""
    state, board, chart = play.state, play.board, play.chart
    nodes, found_on = state["nodes"], play.scenario.found_on
    found = [
        n for n, ok in enumerate(chart.site) if ok and nodes[n] < 0 and all(nodes[m] < 0 for m in board.node_nodes[n])
    ]
    if found_on == HOME:
        home = play.scenario.home
        found = [n for n in found if any(h in home for h in board.node_hexes[n])]
    if found_on == ONE_ISLAND and state["home"][seat]:
        found = [n for n in found if chart.node_zone[n] in state["home"][seat]]
    return found


def founding_pieces(play: Play, seat: int, node: int) -> list[tuple[int, int]]:
    """Return ``(edge, ROAD or SHIP)`` that may be laid beside a founding settlement (D3, E6)."""
    state, chart = play.state, play.chart
    found = []
    for e in play.board.node_edges[node]:
        if state["edges"][e] >= 0:
            continue
        if chart.road[e] and state["stock"][seat][ROAD]:
            found.append((e, ROAD))
        if chart.ship[e] and state["stock"][seat][SHIP] and state["pirate"] not in play.board.edge_cells[e]:
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
