"""Ink, paper and signs of the picture: measures, colours; resources, pieces, thieves, cards and the marks of the seats.

Signs are drawn once, around (0, 0), resources about 16 units wide. Pieces come in each seat's colour with its mark.

The hexes: their landscape's colour and texture, number chips with pips, islands' letters.

A hex is 40 units from centre to corner.
"""

from engine.games.seafarers.types.view import Resource, Terrain
from engine.kit.drawing.svg import box, circle, path, tag, text

WIDTH, MARGIN = 720, 12

PAPER, SHEET, LINE = "#f3ead6", "#fdf8ea", "#c9b994"
INK, FAINT, WHITE = "#2f2a26", "#7b705e", "#fffaf0"
MARK, GOLD, RED = "#f0a202", "#f2c230", "#b3161f"
WATER, DEEP, WAVE, SAND, PALE = "#63abc9", "#3f86a8", "#a9d6e6", "#f2dfa9", "#eef4f5"
ROAD_LABEL, SHIP_LABEL, MOVE_LABEL = "#8a4b12", "#0d4f86", "#6a2c91"

SEATS = ("#c4262e", "#1c4f9c", "#fbf7ec", "#f0a818", "#dd86b8", "#26272b")
"""Told apart by lightness as well as by hue; green is left to the land."""
ON_SEATS = (WHITE, WHITE, INK, INK, INK, WHITE)
"""Legible ink for each seat's colour."""

LANDSCAPES: dict[Terrain, str] = {
    "wood": "#3f8a4c",
    "brick": "#c96f45",
    "grain": "#ecc74e",
    "wool": "#a6d166",
    "ore": "#9aa3ae",
    "gold": "#a67f36",
    "desert": "#eadcb0",
    "sea": WATER,
    "unexplored": "#4a5568",
}

SIGNS: dict[Resource, str] = {"wood": "tree", "brick": "bricks", "grain": "ear", "wool": "sheep", "ore": "peak"}
"""The sign of each resource."""

ADVANCE = 0.56
"""A little more than the mean width of a letter, in parts of its size."""


def wide(said: str, size: float) -> float:
    """Return at least how wide a label is, bold: the picture's font is the reader's, so it can only be estimated."""
    return size * sum(0.3 if one in " ()·,:lij" else 0.87 if one in "WMmw" else ADVANCE for one in said)


PREFIX = "isle-"

_MARKS = (
    circle(0, 0, 3.6, fill="MARK"),
    box(-3.2, -3.2, 6.4, 6.4, fill="MARK"),
    path("M0 -4.4 L4.4 3.4 H-4.4 Z", fill="MARK"),
    path("M-3.4 -3.4 L3.4 3.4 M3.4 -3.4 L-3.4 3.4", stroke="MARK", stroke_width=2.4),
    circle(0, 0, 3, stroke="MARK", stroke_width=2),
    path("M-4 -2 H4 M-4 2 H4", stroke="MARK", stroke_width=2),
)
"""Dot, square, triangle, cross, ring and bars: one for each seat."""


def sign(name: str, x: float, y: float, scale: float = 1, *, turn: float = 0) -> str:
    """Return a sign at a place, turned by degrees and then scaled."""
    moved = f"translate({round(x, 1):g} {round(y, 1):g})"
    moved += f" rotate({round(turn, 1):g})" if turn else ""
    moved += f" scale({round(scale, 2):g})" if scale != 1 else ""
    return tag("use", href=f"#{PREFIX}{name}", transform=moved)


def definitions() -> dict[str, str]:
    """Return every sign by its name."""
    return {name: tag("g", one, id=PREFIX + name) for name, one in drawn().items()}


def drawn() -> dict[str, str]:
    """Return every sign by its name, as it is drawn."""
    return {**_things(), **_pieces()}


def _things() -> dict[str, str]:
    ear = "".join(f"M0 {y} q-4 -1 -4.5 -5 q4 .5 4.5 4 q.5 -3.5 4.5 -4 q-.5 4 -4.5 5" for y in (-1, 3))
    return {
        "tree": path("M0 -9 L4.6 -1.5 H2.6 L6.4 6 H1.3 V9 H-1.3 V6 H-6.4 L-2.6 -1.5 H-4.6 Z", fill="#1c5733"),
        "bricks": path(
            "M-8 -6 h7.4 v3.6 h-7.4 Z M.6 -6 h7.4 v3.6 h-7.4 Z M-4 -1.6 h8 v3.6 h-8 Z M-8 2.8 h7.4 v3.6 h-7.4 Z "
            "M.6 2.8 h7.4 v3.6 h-7.4 Z",
            fill="#97381c",
        ),
        "ear": path("M0 9 V-4", stroke="#93610b", stroke_width=1.4)
        + path(f"{ear} M0 -4 q-3 -2 0 -6 q3 4 0 6", fill="#93610b"),
        "sheep": path("M-3.5 3 V7 M3.5 3 V7", stroke=INK, stroke_width=1.6)
        + path(
            "M-5 4 a3.4 3.4 0 0 1 -1.6 -6 a3.6 3.6 0 0 1 6 -3.2 a3.6 3.6 0 0 1 5.4 3.2 a3.4 3.4 0 0 1 .2 6 Z",
            fill=WHITE,
            stroke="#6f6a5c",
            stroke_width=0.8,
        )
        + circle(6.8, -2, 2.7, fill=INK),
        "peak": path("M-9 7 L-2 -7 L2 0 L4 -3 L9 7 Z", fill="#59616d")
        + path("M-4.4 -2.2 L-2 -7 L.7 -2.2 L-1 -.6 L-2.4 -2.2 L-3.4 -1 Z", fill=WHITE),
        "nugget": circle(0, 0, 3.4, fill=GOLD, stroke="#6e4a05", stroke_width=1),
        "robber": path(
            "M-8 13 C-8 3 -4.5 2 -4.5 -2 H4.5 C4.5 2 8 3 8 13 Z", fill="#1d1d20", stroke=WHITE, stroke_width=1.6
        )
        + circle(0, -6.5, 5.8, fill="#1d1d20", stroke=WHITE, stroke_width=1.6),
        "pirate": path("M-15 5 H15 L9 14 H-10 Z", fill="#1d1d20", stroke=WHITE, stroke_width=1.6)
        + path("M-9 3 V-14 Q3 -16 10 -9 Q9 0 10 3 Z", fill="#1d1d20", stroke=WHITE, stroke_width=1.6)
        + path("M-4 -9 L4 -1 M4 -9 L-4 -1", stroke=WHITE, stroke_width=2),
        "card": box(-6.5, -9, 13, 18, fill="#3b6f9c", round=2, stroke=INK, stroke_width=1)
        + path("M-3 -5 H3 M-3 0 H3 M-3 5 H3", stroke=WHITE, stroke_width=1.2),
        "scroll": box(-6.5, -9, 13, 18, fill="#8a5aa0", round=2, stroke=INK, stroke_width=1)
        + path(
            "M0 -5.6 L1.7 -1.6 L6 -1.4 L2.6 1.3 L3.8 5.6 L0 3.2 L-3.8 5.6 L-2.6 1.3 L-6 -1.4 L-1.7 -1.6 Z", fill=WHITE
        ),
        "sword": path("M-7 8 L6 -7 M-7 2 L-1 8", stroke=INK, stroke_width=2.4) + circle(-8, 9, 1.6, fill=INK),
        "route": path("M-9 7 L-3 -4 L3 3 L9 -7", stroke=INK, stroke_width=2.6)
        + circle(-9, 7, 2.4, fill=INK)
        + circle(9, -7, 2.4, fill=INK),
        "star": path(
            "M0 -10 L2.9 -3.3 L10 -2.8 L4.6 1.9 L6.3 9 L0 5.2 L-6.3 9 L-4.6 1.9 L-10 -2.8 L-2.9 -3.3 Z",
            fill=GOLD,
            stroke="#7d5a00",
            stroke_width=1,
        ),
        "chips": circle(-3, 2, 6.5, fill=WHITE, stroke=INK, stroke_width=1.2)
        + circle(3, -2, 6.5, fill=WHITE, stroke=INK, stroke_width=1.2),
        "tile": path("M0 -9 L7.8 -4.5 V4.5 L0 9 L-7.8 4.5 V-4.5 Z", fill="#4a5568", stroke=INK, stroke_width=1)
        + text("?", 0, 5, 13, fill=WHITE, weight=700, anchor="middle"),
        "free": path("M0 -10 V-21 L9 -17.5 L0 -14", fill=WHITE, stroke=INK, stroke_width=1.4),
        "anchor": path("M0 -5 V8 M-4 -2 H4 M-7 3 Q-6 8 0 8 Q6 8 7 3", stroke=INK, stroke_width=2)
        + circle(0, -7, 2.2, stroke=INK, stroke_width=1.8),
    }


def _pieces() -> dict[str, str]:
    found = {"house": _house(WHITE), "city": _city(WHITE), "road": _road(WHITE), "ship": _ship(WHITE) + _sail(WHITE)}
    for seat, (colour, ink) in enumerate(zip(SEATS, ON_SEATS, strict=True)):
        mark = _MARKS[seat].replace("MARK", ink)
        found[f"mark-{seat}"] = circle(0, 0, 8, fill=colour, stroke=ink, stroke_width=1) + mark
        found[f"house-{seat}"] = _house(colour) + tag("g", mark, transform="translate(0 2)")
        found[f"city-{seat}"] = _city(colour) + tag("g", mark, transform="translate(-5 4)")
        found[f"road-{seat}"] = _road(colour) + mark
        found[f"ship-{seat}"] = _ship(colour)
        found[f"sail-{seat}"] = _sail(colour) + tag("g", mark, transform="translate(0 -2.5)")
    return found


def _house(colour: str) -> str:
    return path("M-9 10 V-2 L0 -11 L9 -2 V10 Z", fill=colour, stroke=INK, stroke_width=1.6)


def _city(colour: str) -> str:
    return path("M-13 11 V-2 H0 V-8 L6.5 -14 L13 -8 V11 Z", fill=colour, stroke=INK, stroke_width=1.6)


def _road(colour: str) -> str:
    return box(-15, -4.8, 30, 9.6, fill=colour, round=2.5, stroke=INK, stroke_width=1.4)


def _ship(colour: str) -> str:
    """Return a hull whose bow points to the right."""
    return path("M-15 -5 H6 Q14 -4 18 0 Q14 4 6 5 H-15 Q-12 0 -15 -5 Z", fill=colour, stroke=INK, stroke_width=1.4)


def _sail(colour: str) -> str:
    return path("M-7 4.5 V-9 Q2 -12 8 -8 Q6 -2 8 4.5 Z", fill=colour, stroke=INK, stroke_width=1.4)


RADIUS, APOTHEM = 40.0, 34.64
OUTLINE = "M0 -40 L34.64 -20 V20 L0 40 L-34.64 20 V-20 Z"
CHIP = 17.0
RED_NUMBERS = (6, 8)

_AROUND = ((-24, -11), (-12, -24), (12, -24), (24, -11), (-25, 10), (25, 10))
"""Positions of small decorations, clear of the chip."""


def landscapes() -> dict[str, str]:
    """Return every landscape by its name, its texture included."""
    return {
        f"hex-{terrain}": tag("g", _ground(terrain) + texture, id=f"{PREFIX}hex-{terrain}")
        for terrain, texture in _textures().items()
    }


def _ground(terrain: Terrain) -> str:
    edge = {"sea": "#559dbb", "unexplored": "#39424f"}.get(terrain, "#6b5a3a")
    return path(OUTLINE, fill=LANDSCAPES[terrain], stroke=edge, stroke_width=1)


def _textures() -> dict[Terrain, str]:
    tufts = path(
        "M-27 4 l-2 -4 M-27 4 v-5 M-27 4 l2 -4 M4 -25 l-2 -4 M4 -25 v-5 M4 -25 l2 -4 M17 24 l-2 -4 M17 24 v-5 M17 24 l2 -4",
        stroke="#5f8f2c",
        stroke_width=1.2,
    )
    return {
        "wood": "".join(sign("tree", x, y, 0.95) for x, y in _AROUND)
        + sign("tree", 0, -29, 0.7)
        + sign("tree", 17, 23, 0.8)
        + sign("tree", -17, 23, 0.8),
        "brick": sign("bricks", -23, -10, 0.95)
        + sign("bricks", 23, -10, 0.95)
        + sign("bricks", 0, -27, 0.95)
        + sign("bricks", -22, 12, 0.8)
        + sign("bricks", 22, 12, 0.8),
        "grain": "".join(sign("ear", x, y, 0.95) for x, y in _AROUND)
        + sign("ear", 0, -28, 0.75)
        + sign("ear", -17, 22, 0.7)
        + sign("ear", 17, 22, 0.7),
        "wool": tufts
        + sign("sheep", -21, -13)
        + sign("sheep", 19, -16, 0.85)
        + sign("sheep", 23, 11)
        + sign("sheep", -20, 17, 0.8),
        "ore": sign("peak", -21, -9, 1.1)
        + sign("peak", 21, -9, 1.1)
        + sign("peak", 0, -25, 1.1)
        + sign("peak", -23, 12, 0.9)
        + sign("peak", 23, 12, 0.9),
        "gold": path("M-33 -12 Q-22 -20 -12 -13 T10 -13 T33 -12 V-3 Q20 -10 10 -4 T-12 -4 T-33 -3 Z", fill="#5fb0cf")
        + path("M-33 12 Q-20 5 -10 11 T12 11 T33 10 V17 Q20 12 12 18 T-10 18 T-33 18 Z", fill="#5fb0cf")
        + "".join(
            sign("nugget", x, y) for x, y in ((-25, -2), (26, 3), (-8, -27), (8, -24), (-19, 24), (20, 23), (1, -31))
        ),
        "desert": path(
            "M-32 -6 q8 -6 15 0 M14 -10 q8 -6 16 0 M-8 -26 q8 -6 16 0 M-30 12 q7 -5 13 0 M15 14 q7 -5 13 0",
            stroke="#c3a765",
            stroke_width=1.8,
        )
        + path("M-20 -9 v-11 M-20 -13 h-4 v-4 M-20 -11 h4 v-5", stroke="#5d8a46", stroke_width=2.4),
        "sea": path("M-24 -8 q4 -4 8 0 t8 0 M8 -20 q4 -4 8 0 t8 0 M4 12 q4 -4 8 0 t8 0", stroke=WAVE, stroke_width=1.6),
        "unexplored": path(
            "M-22 -18 q8 -8 16 0 t16 0 M-26 4 q8 -8 16 0 M10 4 q8 -8 16 0 M-14 26 q7 -7 14 0 t14 0",
            stroke="#6d7a8f",
            stroke_width=1.5,
        )
        + text("?", 0, 13, 38, fill="#d7dde6", weight=700, anchor="middle"),
    }


def chip(number: int, x: float, y: float) -> str:
    """Return a number chip; its pips say in how many of 36 rolls it falls, 6 and 8 are red."""
    colour = RED if number in RED_NUMBERS else INK
    pips = 6 - abs(7 - number)
    dots = "".join(f"M{x + 4.4 * place - 2.2 * (pips - 1):.1f} {y + 10.5:.1f}h0" for place in range(pips))
    return (
        circle(x, y, CHIP, fill=WHITE, stroke=colour, stroke_width=2.4 if number in RED_NUMBERS else 1.2)
        + text(number, x, y + 6, 24 if number in RED_NUMBERS else 22, fill=colour, weight=700, anchor="middle")
        + path(dots, stroke=colour, stroke_width=3.2)
    )


def no_chip(x: float, y: float) -> str:
    """Return the place of a chip that has yet to come."""
    return box(x - 13, y - 13, 26, 26, round=13, stroke=FAINT, stroke_width=1.8, dashes="4 4")


def island(letter: str, x: float, y: float) -> str:
    """Return the letter of an island at the top of one of its hexes."""
    return box(x - 8, y - 35, 16, 17, fill=INK, round=4) + text(
        letter, x, y - 21.5, 15, fill=WHITE, weight=700, anchor="middle"
    )
