"""The map: sea and land, harbours, chips, what the players have built, the thieves. Ids and positions are those of the view."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, dist, pi, sin

from engine.games.seafarers.drawing import tiles
from engine.games.seafarers.drawing.ground import Ground, Point
from engine.games.seafarers.drawing.ink import DEEP, INK, ON_SEATS, PALE, SAND, SEATS, SIGNS, WHITE, WIDTH
from engine.games.seafarers.drawing.labels import edge_labels, labels
from engine.games.seafarers.drawing.signs import sign
from engine.games.seafarers.drawing.spots import explained, on_map
from engine.games.seafarers.text.phrases import Phrases
from engine.kit.drawing.svg import box, circle, number, path, tag, text

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
            parts.append(tiles.chip(one["number"], x + (9 if robbed else 0), y))
        elif one["chipless"]:
            parts.append(tiles.no_chip(x, y))
        colour = WHITE if one["terrain"] in ("wood", "unexplored", "gold") else INK
        parts.append(tag("g", text(cell, x, y + 34, 13, fill=colour, anchor="middle", opacity=0.75), **IDS))
        if cell in named:
            parts.append(tiles.island(ground.island(one["zone"]), x, y))
    return "".join(parts)


def tokens(ground: Ground) -> list[Point]:
    """Return where the harbours' tokens lie, in the order of the view."""
    cells, found = [one["sea"] for one in ground.view["harbours"]], []
    for one in ground.view["harbours"]:
        (mx, my), (sx, sy) = ground.middle(one["edge"]), ground.cell(one["sea"])
        part = (NEAR if cells.count(one["sea"]) == 1 else CROWDED) / tiles.APOTHEM
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
    """Return where the pirate lies in a cell: in its middle, or as near to it as the tokens of harbours leave room."""
    (x, y), harbours = ground.cell(cell), tokens(ground)
    places = [ground.inwards(x, y) if cell >= len(ground.view["hexes"]) else (x, y)]
    for away in ASIDE:
        for turn in range(12):
            places.append(ground.inwards(x + away * cos(turn * pi / 6), y + away * sin(turn * pi / 6)))
    room = [min((dist(place, token) for token in harbours), default=CLEAR) for place in places]
    return next(
        (place for place, free in zip(places, room, strict=True) if free >= CLEAR), places[room.index(max(room))]
    )
