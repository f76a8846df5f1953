"""The longest trade route, searched exactly (RULES.md, D12).

Own roads and ships are the edges of a graph whose vertices are made so that edges meet in one exactly where the route may go
on: an own building joins all own pieces around it, an empty intersection joins roads with roads and ships with ships, an
opponent's building joins nothing. The route is the longest trail (no edge twice) in this graph.

A longest trail cannot be made longer at its ends, so it uses every edge of its end vertices: either it ends where the number of
edges is odd, or it is a circle through all edges of its component. So a search from the odd vertices is enough.
"""

from __future__ import annotations

from engine.seafarers.resources import OTHER
from engine.seafarers.rules.play import Play

Vertex = int
Graph = dict[Vertex, list[tuple[int, Vertex]]]
"""By vertex: edges that meet there, each with its other end."""
KINDS = 4
"""Vertices made of one node: roads, ships, all together, and one more for each end at an opponent's building."""


def length(play: Play, seat: int) -> int:
    """Return how long a seat's longest trade route is."""
    graph = graph_of(play, seat)
    best, seen = 0, set[Vertex]()
    for vertex in graph:
        if vertex in seen:
            continue
        component = _component(graph, vertex)
        seen |= component
        size = sum(len(graph[v]) for v in component) // 2
        if size <= best:
            continue
        odd = [v for v in component if len(graph[v]) % 2]
        if not odd:
            best = size
        else:
            best = max(best, *(_longest_from(graph, v, set()) for v in odd))
    return best


def graph_of(play: Play, seat: int) -> Graph:
    """Return the graph of a seat's roads and ships."""
    nodes, ends = play.state["nodes"], play.board.edge_nodes
    graph: Graph = {}
    alone = len(nodes) * KINDS
    for e, owner in enumerate(play.state["edges"]):
        if owner & 7 != seat:
            continue
        kind = owner // OTHER
        pair = []
        for n in ends[e]:
            standing = nodes[n]
            if standing < 0:
                pair.append(n * KINDS + kind)
            elif standing & 7 == seat:
                pair.append(n * KINDS + 2)
            else:
                alone += 1
                pair.append(alone)
        graph.setdefault(pair[0], []).append((e, pair[1]))
        graph.setdefault(pair[1], []).append((e, pair[0]))
    return graph


def _component(graph: Graph, vertex: Vertex) -> set[Vertex]:
    found, todo = {vertex}, [vertex]
    while todo:
        for _, beyond in graph[todo.pop()]:
            if beyond not in found:
                found.add(beyond)
                todo.append(beyond)
    return found


def _longest_from(graph: Graph, vertex: Vertex, used: set[int]) -> int:
    """Return the most edges of a trail that begins at a vertex and avoids the used edges."""
    best = 0
    for edge, beyond in graph[vertex]:
        if edge not in used:
            used.add(edge)
            best = max(best, 1 + _longest_from(graph, beyond, used))
            used.discard(edge)
    return best
