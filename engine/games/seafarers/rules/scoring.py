"""Victory points, and who holds the longest trade route and the largest army (RULES.md, D12, D13).

The longest trade route is searched exactly. Own roads and ships are the edges of a graph whose vertices are made so that edges
meet in one exactly where the route may go on: a building of the seat joins all its pieces around it, an empty intersection
joins roads with roads and ships with ships, an opponent's building joins nothing. The route is the longest trail (no edge
twice) in this graph.

A longest trail cannot be made longer at its ends, so it uses every edge of its end vertices: either it ends where the number of
edges is odd, or it is a circle through all edges of its component. So a search from the odd vertices is enough.
"""

from collections.abc import Iterable

from engine.games.seafarers.marks import OWN, ROADS, SHIPS, TAKEN, Mask, members, places
from engine.games.seafarers.resources import CITY, SETTLEMENT, VICTORY
from engine.games.seafarers.rules import lines
from engine.games.seafarers.rules.play import Play

Vertex = int
Graph = dict[Vertex, list[tuple[Mask, Vertex]]]
"""By vertex: edges that meet there, each as a set of one, with its other end."""
KINDS = 4
"""Vertices made of one node: roads, ships, all together, and one more for each end at an opponent's building."""


def length(play: Play, seat: int) -> int:
    """Return how long a seat's longest trade route is."""
    return _longest(graph_of(play, seat))


def lengthened(play: Play, seat: int, edge: int) -> int:
    """Return how long a seat's longest trade route is after a piece was laid on an edge, and nothing else has changed.

    A route that is longer than the one before leads over the new piece; where the piece ends in the open, it begins there.
    """
    graph, piece = graph_of(play, seat), 1 << edge
    for vertex, around in graph.items():
        if len(around) == 1 and around[0][0] == piece:
            return max(play.state["route"][seat], _longest_from(graph, vertex, 0))
    return _longest(graph)


def _longest(graph: Graph) -> int:
    """Return the most edges of a trail."""
    best, seen = 0, set[Vertex]()
    for vertex in graph:
        if vertex in seen:
            continue
        component = _component(graph, vertex)
        seen |= component
        size = sum(len(graph[v]) for v in component) // 2
        if size <= best:
            continue
        odd = [v for v in component if len(graph[v]) & 1]
        if len(odd) <= 2:
            best = size  # all edges make one trail (Euler)
            continue
        idle = len(odd) // 2 - 1  # the trail ends at two odd vertices; every other one has an edge outside of it
        if size - idle > best:
            best = max(best, *(_longest_from(graph, v, 0) for v in odd[1:]))  # odd[0] is not both ends
    return best


def graph_of(play: Play, seat: int) -> Graph:
    """Return the graph of a seat's roads and ships."""
    board, nodes, edges = play.board, play.state["nodes"], play.state["edges"]
    own = places(nodes, OWN[seat])
    others = places(nodes, TAKEN) & ~own
    graph: Graph = {}
    alone = len(nodes) * KINDS
    for kind, letters in enumerate((ROADS, SHIPS)):
        for e in members(places(edges, letters[seat])):
            pair = []
            for n in board.edge_nodes[e]:
                if own >> n & 1:
                    pair.append(n * KINDS + 2)
                elif others >> n & 1:
                    alone += 1
                    pair.append(alone)
                else:
                    pair.append(n * KINDS + kind)
            one, other = pair
            graph.setdefault(one, []).append((1 << e, other))
            graph.setdefault(other, []).append((1 << e, one))
    return graph


def _component(graph: Graph, vertex: Vertex) -> set[Vertex]:
    found, todo = {vertex}, [vertex]
    while todo:
        for _, beyond in graph[todo.pop()]:
            if beyond not in found:
                found.add(beyond)
                todo.append(beyond)
    return found


def _longest_from(graph: Graph, vertex: Vertex, used: Mask) -> int:
    """Return the most edges of a trail that begins at a vertex and avoids the used edges."""
    best = 0
    for edge, beyond in graph[vertex]:
        if not used & edge:
            size = 1 + _longest_from(graph, beyond, used | edge)
            best = max(best, size)
    return best


LEAST_ROUTE = 5
LEAST_ARMY = 3
AWARD = 2


def public_points(play: Play, seat: int) -> int:
    """Return the points of a seat that everybody sees."""
    state, scenario = play.state, play.scenario
    stock = state["stock"][seat]
    points = scenario.settlements - stock[SETTLEMENT] + 2 * (scenario.cities - stock[CITY]) + state["special"][seat]
    if state["longest"] == seat:
        points += AWARD
    if state["army"] == seat:
        points += AWARD
    if state["lines"]:
        points += lines.points(state, seat)
    return points


def points(play: Play, seat: int) -> int:
    """Return all points of a seat, hidden victory cards included."""
    return public_points(play, seat) + play.state["cards"][seat][VICTORY]


def measure_routes(play: Play, seats: Iterable[int]) -> None:
    """Measure the routes of seats whose pieces or joints changed, then settle who holds the longest (D12)."""
    lengths = list(play.state["route"])
    for seat in seats:
        lengths[seat] = length(play, seat)
    _settle_route(play, lengths)


def lengthen_route(play: Play, seat: int, edge: int) -> None:
    """Measure the route of a seat that laid a piece, as :func:`measure_routes` would, but quicker."""
    lengths = list(play.state["route"])
    lengths[seat] = lengthened(play, seat, edge)
    _settle_route(play, lengths)


def _settle_route(play: Play, lengths: list[int]) -> None:
    state = play.state
    if lengths == state["route"]:
        return
    state["route"] = lengths
    holder, longest = state["longest"], max(lengths)
    first = [seat for seat, size in enumerate(lengths) if size == longest]
    if longest < LEAST_ROUTE:
        now = -1
    elif holder in first:
        now = holder
    else:
        now = first[0] if len(first) == 1 else -1
    if now != holder:
        state["longest"] = now
        play.tell({"type": "route", "seat": now, "size": longest})


def count_army(play: Play, seat: int) -> None:
    """Settle the largest army after a seat has played a knight."""
    state = play.state
    size, holder = state["knights"][seat], state["army"]
    if size >= LEAST_ARMY and holder != seat and (holder < 0 or size > state["knights"][holder]):
        state["army"] = seat
        play.tell({"type": "army", "seat": seat, "size": size})


def has_won(play: Play, seat: int) -> bool:
    """Return whether a seat has reached the goal; asked only in its own turn (D13)."""
    state = play.state
    return public_points(play, seat) + state["cards"][seat][VICTORY] >= state["options"]["goal"]
