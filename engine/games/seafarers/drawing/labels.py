"""The numbers of places where the viewer may put or move something now: the same ids that a move names.

They are written as large as they can be read on a phone, and smaller only as far as neighbours need room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.drawing.ink import INK, MARK, MOVE_LABEL, ROAD_LABEL, SHIP_LABEL, WHITE, WIDTH
from engine.kit.drawing.svg import box, text

PHONE = 390 / WIDTH
"""Pixels of a phone for a unit of the picture."""
LEGIBLE = 11.0
"""Pixels that a number should be high."""
SMALLEST, STEP = 14.0, 0.5
DIGIT = 0.515
"""Width of a digit, in parts of its size."""
AWAY = 6.0
"""Distance by which an edge's number moves away from a labelled node at one of its ends."""
RISE = 12.0
"""Height of a number's lower edge above the middle of a place that holds a piece."""
BOTH = "#3a6b52"
SAILING = "#f7e3ff"
COLOURS = {"road": ROAD_LABEL, "ship": SHIP_LABEL, "both": BOTH, "move": MOVE_LABEL}


@dataclass(frozen=True, slots=True)
class Label:
    """A number beside a place: in the middle of it, or ``above`` what stands there already, or ``below`` its middle."""

    said: int
    x: float
    y: float
    fill: str
    ink: str
    above: bool = False

    def placed(self, size: float) -> tuple[float, float, float, float]:
        """Return middle, half of the width and half of the height, written in a size."""
        half = (size + 1) / 2
        return self.x, self.y - (RISE + half if self.above else 0), (DIGIT * size * len(str(self.said)) + 5) / 2, half

    def drawn(self, size: float) -> str:
        """Return the number on its ground."""
        x, y, wide, high = self.placed(size)
        shape = box(x - wide, y - high, 2 * wide, 2 * high, fill=self.fill, round=5, stroke=self.ink, stroke_width=1.4)
        return shape + text(self.said, x, y + 0.35 * size, size, fill=self.ink, weight=700, anchor="middle")


def labels(ground: Ground, scale: float) -> str:
    """Return all numbers of legal places on a map of a scale."""
    return _drawn(list(_legal(ground)), scale)


def edge_labels(ground: Ground, around: Mapping[int, Sequence[tuple[int, str]]], scale: float) -> str:
    """Return the numbers of the edges at sites of founding."""
    kinds = {edge: kind for edges in around.values() for edge, kind in edges}
    return _drawn([_edge(ground, edge, kind, set()) for edge, kind in sorted(kinds.items())], scale)


def _drawn(found: Sequence[Label], scale: float) -> str:
    size = max(SMALLEST, LEGIBLE / (scale * PHONE))
    # Smaller numbers are no remedy where even the smallest would cover each other.
    without_remedy = {*_covering(found, SMALLEST)}
    while size > SMALLEST and any(pair not in without_remedy for pair in _covering(found, size)):
        size -= STEP
    return "".join(one.drawn(max(size, SMALLEST)) for one in found)


def _covering(found: Sequence[Label], size: float) -> Iterator[tuple[int, int]]:
    """Yield the places in ``found`` of the numbers that would cover each other in a size, from left to right.

    Most of a large map's lie far apart: each is compared only with those that begin before it ends.
    """
    placed = sorted((one.x, number, *one.placed(size)[1:]) for number, one in enumerate(found))
    widest = max((wide for _, _, _, wide, _ in placed), default=0)
    for place, (x, number, y, wide, high) in enumerate(placed, 1):
        for other_x, other, other_y, other_wide, other_high in islice(placed, place, None):
            if other_x - x >= wide + widest:
                break
            if other_x - x < wide + other_wide and abs(y - other_y) < high + other_high:
                yield number, other


def _legal(ground: Ground) -> Iterator[Label]:
    legal, kinds = ground.view["legal"], ground.kinds()
    nodes = set(legal["settlements"])
    if ground.view["phase"] != "found":
        for edge, kind in kinds.items():
            yield _edge(ground, edge, kind, nodes)
        for edge in legal["to"]:
            if edge not in kinds:
                yield _edge(ground, edge, "move", nodes)
    for edge in legal["harbours"]:
        yield Label(edge, *ground.middle(edge), fill=SAILING, ink=MOVE_LABEL)
    for edge in legal["move"]:
        yield _on_ship(ground, edge)
    for node in legal["settlements"]:
        yield Label(node, *ground.node(node), fill=MARK, ink=INK)
    for node in legal["cities"]:
        yield Label(node, *ground.node(node), fill=MARK, ink=INK, above=True)
    for cell in (*legal["robber"], *legal["chips"], *legal["pirate"]):
        x, y = ground.cell(cell)
        if cell >= len(ground.view["hexes"]):
            yield Label(cell, *ground.inwards(x, y), fill=MARK, ink=INK)
        else:
            yield Label(cell, x, y + 29.5, fill=MARK, ink=INK)


def _edge(ground: Ground, edge: int, kind: str, nodes: set[int]) -> Label:
    x, y = ground.middle(edge)
    ends = ground.view["edges"][edge]
    near = [node for node in ends if node in nodes]
    if len(near) == 1:
        nx, ny = ground.node(near[0])
        x, y = x + (x - nx) / 20 * AWAY, y + (y - ny) / 20 * AWAY
    return Label(edge, x, y, fill=WHITE, ink=COLOURS[kind])


def _on_ship(ground: Ground, edge: int) -> Label:
    """Return the number of a ship: above it, but on a ship that sails up or down, above which the next one may lie."""
    x, y = ground.middle(edge)
    (ax, _), (bx, _) = map(ground.node, ground.view["edges"][edge])
    return Label(edge, x, y, fill=SAILING, ink=MOVE_LABEL, above=abs(ax - bx) >= 1)
