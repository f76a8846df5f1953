"""The map: sea and land, harbours, chips, what the players have built, the thieves. Ids and positions are those of the view.

Places where the viewer may put or move something now carry the ids that a move names, written as large as they can be read on
a phone, and smaller only as far as neighbours need room.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import cos, dist, pi, sin

from engine.games.seafarers.drawing import signs
from engine.games.seafarers.drawing.ground import Ground, Point
from engine.games.seafarers.drawing.signs import (
    DEEP,
    INK,
    MARK,
    MOVE_LABEL,
    ON_SEATS,
    PALE,
    ROAD_LABEL,
    SAND,
    SEATS,
    SHIP_LABEL,
    SIGNS,
    WHITE,
    WIDTH,
    sign,
)
from engine.games.seafarers.drawing.spots import explained, on_map
from engine.games.seafarers.text.phrases import Phrases
from engine.kit.drawing.svg import box, circle, number, path, tag, text

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
    """A number beside a place: in its middle, ``above`` something already there, or ``below`` its middle."""

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
    """Return the numbered labels of the edges at founding sites."""
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
    for place, (x, count, y, wide, high) in enumerate(placed, 1):
        for other_x, other, other_y, other_wide, other_high in islice(placed, place, None):
            if other_x - x >= wide + widest:
                break
            if other_x - x < wide + other_wide and abs(y - other_y) < high + other_high:
                yield count, other


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
    """Return a ship's number: above it, except on a vertical ship, above which the next one may lie."""
    x, y = ground.middle(edge)
    (ax, _), (bx, _) = map(ground.node, ground.view["edges"][edge])
    return Label(edge, x, y, fill=SAILING, ink=MOVE_LABEL, above=abs(ax - bx) >= 1)


BORDER = 36.0
"""Units of the frame that are seen around the hexes: room for the harbours."""
LARGEST = 1.25
ASIDE, CLEAR = (16.0, 30.0), 28.0
"""Distance by which the pirate moves from the middle of a cell with harbours, and its least distance from their tokens."""
NEAR, CROWDED = 19.0, 13.0
"""Distance of a harbour's token from its edge; the second if several harbours share a cell."""
NUMBERS = {"class": "numbers"}
"""Labels needed only for typing numbers: clients with clickable spots may hide them."""
IDS = {"class": "ids"}
"""The number of a hex, which stories name: clients may show it on demand."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The part of the plane that is drawn: its upper left corner, its scale, its size in units of the picture."""

    left: float
    top: float
    scale: float
    height: float


def sheet(ground: Ground) -> Sheet:
    """Return how a map fits the width of the picture."""
    (left, top), (right, bottom) = ground.reach
    wide, high = right - left + 2 * BORDER, bottom - top + 1.4 * BORDER
    scale = min(LARGEST, WIDTH / wide)
    idle = (WIDTH / scale - wide) / 2
    return Sheet(left - BORDER - idle, top - 0.7 * BORDER, scale, high * scale)


def chart(ground: Ground, phrases: Phrases, y: float) -> tuple[str, float]:
    """Return the map with its top at ``y``, and where it ends."""
    shown = sheet(ground)
    drawn = _ground(ground) + _harbours(ground) + _pieces(ground) + _thieves(ground)
    drawn += tag("g", labels(ground, shown.scale), **NUMBERS)
    drawn += explained(ground, phrases, tokens(ground)) + on_map(ground, phrases)
    return _laid(shown, drawn, y), y + shown.height


def founding_chart(ground: Ground, phrases: Phrases, y: float) -> tuple[str, float]:
    """Return a second map that names the edges at the sites of founding; nothing at any other time."""
    around = ground.founding()
    if not any(around.values()):
        return "", y
    shown = sheet(ground)
    land = _ground(ground, plain=True)
    heading = text(phrases.say("picture.founding"), 16, y + 30, 24, weight=700)
    drawn = land + _pieces(ground) + edge_labels(ground, around, shown.scale)
    return tag("g", heading + _laid(shown, drawn, y + 42, water=PALE), **NUMBERS), y + 42 + shown.height


def _laid(shown: Sheet, drawn: str, y: float, water: str = DEEP) -> str:
    moved = f"translate({number(-shown.left * shown.scale)} {number(y - shown.top * shown.scale)}) scale({number(shown.scale)})"
    sea = box(0, y, WIDTH, shown.height, fill=water)
    return tag("svg", sea + tag("g", drawn, transform=moved), x=0, y=0, width=WIDTH, height=y + shown.height)


def _ground(ground: Ground, *, plain: bool = False) -> str:
    """Return land and sea; ``plain``: without chips and faded, so that labels stand out."""
    beach, parts = [], []
    for cell, one in enumerate(ground.view["hexes"]):
        x, y = ground.cell(cell)
        if ground.is_land(cell):
            beach.append(f"M{number(x)} {number(y - 40)}l34.64 20v40l-34.64 20l-34.64 -20v-40Z")
        parts.append(sign(f"hex-{one['terrain']}", x, y))
    land = path("".join(beach), stroke=SAND, stroke_width=11)
    water = [part for cell, part in enumerate(parts) if not ground.is_land(cell)]
    dry = [part for cell, part in enumerate(parts) if ground.is_land(cell)]
    drawn = "".join(water) + land + "".join(dry) + _partings(ground)
    return tag("g", drawn, opacity=0.45) if plain else drawn + _on_hexes(ground)


def _partings(ground: Ground) -> str:
    """Return the lines between islands that touch."""
    lines = []
    for edge in ground.coasts():
        (ax, ay), (bx, by) = map(ground.node, ground.view["edges"][edge])
        lines.append(f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}")
    return path("".join(lines), stroke=INK, stroke_width=2.6, dashes="1 6") if lines else ""


def _on_hexes(ground: Ground) -> str:
    """Return chips, ids and the islands' letters."""
    parts, named = [], ground.lettered()
    for cell, one in enumerate(ground.view["hexes"]):
        x, y = ground.cell(cell)
        robbed = cell == ground.view["robber"]
        if one["number"]:
            parts.append(signs.chip(one["number"], x + (9 if robbed else 0), y))
        elif one["chipless"]:
            parts.append(signs.no_chip(x, y))
        colour = WHITE if one["terrain"] in ("wood", "unexplored", "gold") else INK
        parts.append(tag("g", text(cell, x, y + 34, 13, fill=colour, anchor="middle", opacity=0.75), **IDS))
        if cell in named:
            parts.append(signs.island(ground.island(one["zone"]), x, y))
    return "".join(parts)


def tokens(ground: Ground) -> list[Point]:
    """Return where the harbours' tokens lie, in the order of the view."""
    cells, found = [one["sea"] for one in ground.view["harbours"]], []
    for one in ground.view["harbours"]:
        (mx, my), (sx, sy) = ground.middle(one["edge"]), ground.cell(one["sea"])
        part = (NEAR if cells.count(one["sea"]) == 1 else CROWDED) / signs.APOTHEM
        found.append((mx + (sx - mx) * part, my + (sy - my) * part))
    return found


def _harbours(ground: Ground) -> str:
    parts = []
    for one, (x, y) in zip(ground.view["harbours"], tokens(ground), strict=True):
        for node in ground.view["edges"][one["edge"]]:
            nx, ny = ground.node(node)
            line = f"M{number(x)} {number(y)}L{number(nx + (x - nx) * 0.12)} {number(ny + (y - ny) * 0.12)}"
            parts.append(path(line, stroke="#6f4a25", stroke_width=5) + path(line, stroke="#c99a62", stroke_width=2.6))
        parts.append(circle(x, y, 15, fill=WHITE, stroke="#6f4a25", stroke_width=1.8))
        if one["kind"] == "any":
            parts.append(sign("anchor", x, y - 4, 0.62) + text("3:1", x, y + 11.5, 13, weight=700, anchor="middle"))
        else:
            parts.append(
                sign(SIGNS[one["kind"]], x, y - 4.5, 0.78) + text("2:1", x, y + 11.5, 13, weight=700, anchor="middle")
            )
    return "".join(parts)


def _pieces(ground: Ground) -> str:
    """Return roads and ships, then trade lines, then buildings on top."""
    bows, roads, ships = ground.bows(), [], []
    for one in ground.view["pieces"]:
        x, y = ground.middle(one["at"])
        if one["kind"] == "road":
            slope = ground.slope(one["at"])
            roads.append(sign(f"road-{one['seat']}", x, y, turn=slope))
            continue
        ships.append(sign(f"ship-{one['seat']}", x, y, turn=ground.slope(one["at"], back=bows[one["at"]])))
        ships.append(sign(f"sail-{one['seat']}", x, y, 0.95))
        if one["movable"]:
            ships.append(sign("free", x, y))
    houses = "".join(
        sign(f"{'house' if one['kind'] == 'settlement' else 'city'}-{one['seat']}", *ground.node(one["at"]), 1.05)
        for one in ground.view["buildings"]
    )
    return "".join(roads) + "".join(ships) + _lines(ground) + houses


def _lines(ground: Ground) -> str:
    """Return trade lines as bent threads from building to building, with the mark of whose they are."""
    parts = []
    for one in ground.view["lines"]:
        (ax, ay), (bx, by) = ground.node(one["start"]), ground.node(one["end"])
        cx, cy = (ax + bx) / 2 + (by - ay) * 0.18, (ay + by) / 2 - (bx - ax) * 0.18
        line = f"M{number(ax)} {number(ay)}Q{number(cx)} {number(cy)} {number(bx)} {number(by)}"
        parts.append(path(line, stroke=ON_SEATS[one["seat"]], stroke_width=5))
        parts.append(path(line, stroke=SEATS[one["seat"]], stroke_width=3, dashes="8 5"))
        parts.append(sign(f"mark-{one['seat']}", (ax + 2 * cx + bx) / 4, (ay + 2 * cy + by) / 4))
    return "".join(parts)


def _thieves(ground: Ground) -> str:
    parts, view = [], ground.view
    if view["robber"] is not None:
        x, y = ground.cell(view["robber"])
        bare = not view["hexes"][view["robber"]]["number"]
        parts.append(sign("robber", x - (0 if bare else 18), y - 2))
    if view["pirate"] is not None:
        parts.append(sign("pirate", *berth(ground, view["pirate"])))
    return "".join(parts)


def berth(ground: Ground, cell: int) -> Point:
    """Return the pirate's position in a cell: its middle, or as near to it as the harbours' tokens allow."""
    (x, y), harbours = ground.cell(cell), tokens(ground)
    places = [ground.inwards(x, y) if cell >= len(ground.view["hexes"]) else (x, y)]
    for away in ASIDE:
        for turn in range(12):
            places.append(ground.inwards(x + away * cos(turn * pi / 6), y + away * sin(turn * pi / 6)))
    room = [min((dist(place, token) for token in harbours), default=CLEAR) for place in places]
    return next(
        (place for place, free in zip(places, room, strict=True) if free >= CLEAR), places[room.index(max(room))]
    )
