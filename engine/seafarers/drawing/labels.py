"""The numbers of places where the viewer may put or move something now: the same ids that a move names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kit.svg import box, text
from engine.seafarers.drawing.ground import Ground
from engine.seafarers.drawing.ink import INK, MARK, MOVE_LABEL, ROAD_LABEL, SHIP_LABEL, WHITE

SIZE = 14.0
DIGIT = 7.2
"""Width of a digit at :data:`SIZE`."""
AWAY = 6.0
"""How far an edge's number moves away from a labelled node at one of its ends."""
BOTH = "#3a6b52"
COLOURS = {"road": ROAD_LABEL, "ship": SHIP_LABEL, "both": BOTH, "move": MOVE_LABEL}


def labels(ground: Ground) -> str:
    """Return all numbers of legal places."""
    legal, parts = ground.view["legal"], list[str]()
    nodes = set(legal["settlements"])
    kinds = ground.kinds()
    if ground.view["phase"] != "found":
        parts += [_edge(ground, edge, kind, nodes) for edge, kind in kinds.items()]
        parts += [_edge(ground, edge, "move", nodes) for edge in legal["to"] if edge not in kinds]
    parts += [_pill(edge, *ground.middle(edge), fill="#f7e3ff", ink=MOVE_LABEL) for edge in legal["harbours"]]
    parts += [_on_ship(ground, edge) for edge in legal["move"]]
    parts += [_pill(node, *ground.node(node), fill=MARK, ink=INK) for node in legal["settlements"]]
    parts += [_above(node, *ground.node(node), fill=MARK, ink=INK) for node in legal["cities"]]
    for cell in (*legal["robber"], *legal["chips"], *legal["pirate"]):
        x, y = ground.cell(cell)
        if cell >= len(ground.view["hexes"]):
            x, y = ground.inwards(x, y)
            parts.append(_pill(cell, x, y, fill=MARK, ink=INK))
        else:
            parts.append(_pill(cell, x, y + 29.5, fill=MARK, ink=INK))
    return "".join(parts)


def edge_labels(ground: Ground, around: Mapping[int, Sequence[tuple[int, str]]]) -> str:
    """Return the numbers of the edges at sites of founding."""
    kinds = {edge: kind for edges in around.values() for edge, kind in edges}
    return "".join(_edge(ground, edge, kind, set()) for edge, kind in sorted(kinds.items()))


def _edge(ground: Ground, edge: int, kind: str, nodes: set[int]) -> str:
    x, y = ground.middle(edge)
    ends = ground.view["edges"][edge]
    near = [node for node in ends if node in nodes]
    if len(near) == 1:
        nx, ny = ground.node(near[0])
        x, y = x + (x - nx) / 20 * AWAY, y + (y - ny) / 20 * AWAY
    return _pill(edge, x, y, fill=WHITE, ink=COLOURS[kind])


def _pill(said: int, x: float, y: float, *, fill: str, ink: str) -> str:
    width = DIGIT * len(str(said)) + 5
    shape = box(x - width / 2, y - 7.5, width, 15, fill=fill, round=5, stroke=ink, stroke_width=1.4)
    return shape + text(said, x, y + 4.9, SIZE, fill=ink, weight=700, anchor="middle")


def _above(said: int, x: float, y: float, *, fill: str, ink: str) -> str:
    """Return the number of a place where something stands already: it goes above."""
    return _pill(said, x, y - 19, fill=fill, ink=ink)


def _on_ship(ground: Ground, edge: int) -> str:
    """Return the number of a ship: above it, but on a ship that sails up or down, above which the next one may lie."""
    x, y = ground.middle(edge)
    (ax, _), (bx, _) = map(ground.node, ground.view["edges"][edge])
    return (_pill if abs(ax - bx) < 1 else _above)(edge, x, y, fill="#f7e3ff", ink=MOVE_LABEL)
