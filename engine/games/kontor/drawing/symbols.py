"""Colours, elements and small drawings of the picture: goods, coin and ship, buildings, guards, marks.

Each drawing fills a square of 100 by 100. They are defined once per picture and used by name, see :func:`definitions` and
:func:`symbol`.
"""

from collections.abc import Iterable

from engine.kit.drawing import svg
from engine.kit.drawing.svg import box, circle, path, tag

PAPER = "#f4ead2"
SHEET = "#fcf6e6"
SEA = "#e4ead9"
INK = "#3b2f22"
FAINT = "#8d7a58"
CARD = "#fdf5e1"
LAND = "#dcc596"
SHORE = "#8b6f43"
WATER = "#437f92"
WAVE = "#76adbc"
DEEP = "#1d4f60"
GOLD = "#f2a900"
WHITE = "#fffaf0"

COLOURS = {"red": "#b5302a", "black": "#2c2e36", "neutral": "#7d6a4a"}
TINTS = {"red": "#f0c4b4", "black": "#c9ccd4", "neutral": "#dfd6c4"}
"""The body of a card whose sector is closed, by the colour of the guard."""


def label(
    text: str | int,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    weight: int = 400,
    anchor: str | None = None,
    opacity: float | None = None,
) -> str:
    """Return a line of text in ink; see :func:`engine.kit.drawing.svg.text`."""
    heavy = None if weight == 400 else weight
    return svg.text(text, x, y, size, fill=fill, weight=heavy, anchor=anchor, opacity=opacity)


WOOD, DARK_WOOD = "#8c5430", "#4d2a14"
STONE, DARK_STONE = "#b9ab92", "#6b5f4b"


def _tea() -> str:
    """A tea chest, beige."""
    edge = "#7d5c2b"
    return (
        path("M10 36 L30 14 H94 L74 36 Z", fill="#f2dfb4", stroke=edge, stroke_width=5)
        + path("M74 36 L94 14 V66 L74 90 Z", fill="#c9a566", stroke=edge, stroke_width=5)
        + box(10, 36, 64, 54, fill="#e3c68d", stroke=edge, stroke_width=5)
        + path("M24 78 C20 56 40 46 62 48 C62 68 46 82 24 78 Z", fill="#6f7f3a")
        + path("M20 84 L52 57", stroke="#4c5a24", stroke_width=4)
    )


def _wine() -> str:
    """A wine barrel, brown."""
    return (
        path("M28 8 H72 Q96 50 72 92 H28 Q4 50 28 8 Z", fill=WOOD, stroke=DARK_WOOD, stroke_width=5)
        + path("M42 10 Q32 50 42 90 M58 10 Q68 50 58 90", stroke="#6c3c1f", stroke_width=4)
        + path("M21 25 H79 M21 75 H79", stroke="#d9b46a", stroke_width=8)
        + circle(50, 50, 10, fill="#7c1f35", stroke=DARK_WOOD, stroke_width=4)
    )


def _spice() -> str:
    """A sack of spice, green."""
    edge = "#2c4f25"
    return (
        path("M36 30 Q2 66 14 84 Q20 93 50 93 Q80 93 86 84 Q98 66 64 30 Z", fill="#6a9b50", stroke=edge, stroke_width=5)
        + path("M36 28 Q22 8 38 11 Q50 3 62 11 Q78 8 64 28 Z", fill="#86b568", stroke=edge, stroke_width=5)
        + path("M33 31 H67", stroke="#f0dfa8", stroke_width=8)
        + path("M38 52 Q28 64 31 78", stroke="#a5cd86", stroke_width=6)
    )


def _coin() -> str:
    return (
        circle(50, 50, 43, fill="#e9b93b", stroke="#7f5b10", stroke_width=7)
        + circle(50, 50, 29, stroke="#a87a1c", stroke_width=5)
        + path("M50 34 V66", stroke="#7f5b10", stroke_width=9)
    )


def _ship() -> str:
    """The ship symbol of cards: light, for dark bands and water."""
    return path("M6 64 H94 L78 90 H24 Z M46 8 V58 H10 Z M56 16 V58 H88 Z", fill=WHITE)


def _vessel() -> str:
    """The ship itself."""
    sails = "M44 14 Q40 42 12 58 H44 Z M53 22 Q76 30 86 58 H53 Z"
    return (
        path("M48 6 V66", stroke=DARK_WOOD, stroke_width=5)
        + path("M50 4 L72 10 L50 17 Z", fill=GOLD)
        + path(sails, fill="#fff6df", stroke=DARK_WOOD, stroke_width=4)
        + path("M4 66 H96 Q90 92 74 93 H26 Q10 90 4 66 Z", fill=WOOD, stroke=DARK_WOOD, stroke_width=5)
        + path("M10 76 H90", stroke="#d9b46a", stroke_width=4)
    )


def _crane() -> str:
    return (
        path("M14 92 H66", stroke=INK, stroke_width=9)
        + path("M36 92 V26 M36 60 L64 30 M22 44 L90 12", stroke=DARK_WOOD, stroke_width=9)
        + circle(36, 66, 17, fill="#d9b46a", stroke=DARK_WOOD, stroke_width=6)
        + path("M36 49 V83 M19 66 H53", stroke=DARK_WOOD, stroke_width=4)
        + path("M87 14 V52 M87 52 q9 3 8 11 q-2 9 -11 8 q-6 -1 -7 -7", stroke=INK, stroke_width=6)
    )


def _pub() -> str:
    return (
        path("M64 42 H82 Q92 44 90 58 Q88 76 66 78", stroke="#7d5c2b", stroke_width=9)
        + box(20, 34, 48, 58, round=6, fill="#d99a2b", stroke="#7d5c2b", stroke_width=5)
        + path("M34 46 V80 M52 46 V80", stroke="#f2cf7a", stroke_width=6)
        + path(
            "M16 36 Q12 20 28 20 Q32 8 46 13 Q60 6 64 20 Q78 22 72 38 Q58 46 44 38 Q28 46 16 36 Z",
            fill=WHITE,
            stroke="#b59a62",
            stroke_width=4,
        )
    )


def _anchor() -> str:
    line = (
        "M50 28 V88 M32 40 H68 M14 60 Q20 88 50 88 Q80 88 86 60 M14 60 L8 72 M14 60 L25 68 M86 60 L92 72 M86 60 L75 68"
    )
    return path(line, stroke=WHITE, stroke_width=9) + circle(50, 18, 10, stroke=WHITE, stroke_width=8)


def _flood() -> str:
    waves = "".join(path(f"M6 {y} q11 -16 22 0 t22 0 t22 0 t22 0", stroke=WHITE, stroke_width=9) for y in (42, 64, 86))
    return waves + path("M50 4 Q64 22 50 27 Q36 22 50 4 Z", fill=WHITE)


def _bridge() -> str:
    return (
        path("M4 78 Q50 10 96 78 V92 H82 Q50 42 18 92 H4 Z", fill=STONE, stroke=DARK_STONE, stroke_width=5)
        + path("M6 58 Q50 -4 94 58", stroke=DARK_STONE, stroke_width=6)
        + path("M22 44 V60 M50 28 V44 M78 44 V60", stroke=DARK_STONE, stroke_width=5)
    )


def _customs() -> str:
    return (
        path("M50 26 V2", stroke=INK, stroke_width=4)
        + path("M52 2 H78 L70 9 L78 16 H52 Z", fill=GOLD)
        + path("M6 48 L50 20 L94 48 Z", fill="#a8553d", stroke="#5d2a1c", stroke_width=5)
        + box(14, 48, 72, 44, fill="#ead9b5", stroke="#5d4a2c", stroke_width=5)
        + path("M28 54 V88 M72 54 V88", stroke="#5d4a2c", stroke_width=7)
        + path("M42 92 V70 Q50 60 58 70 V92 Z", fill="#5d4a2c")
    )


def _guard(colour: str) -> str:
    body = "M50 40 C28 42 14 66 10 95 H90 C86 66 72 42 50 40 Z M50 12 a19 19 0 0 1 0 38 a19 19 0 0 1 0 -38 Z"
    hat = "M14 27 Q24 25 28 17 Q50 -7 72 17 Q76 25 86 27 Q50 38 14 27 Z"
    rim = path(body + hat, fill=WHITE, stroke=WHITE, stroke_width=13)
    return rim + path(body + hat, fill=colour) + path("M31 26 Q50 33 69 26", stroke=GOLD, stroke_width=6)


def _lead(colour: str) -> str:
    """A pennant for the team ahead in an open sector, with its lead written on it."""
    return path("M4 10 H96 L80 50 L96 90 H4 Z", fill=colour, stroke=WHITE, stroke_width=8)


def _barred(colour: str) -> str:
    """A small card of the barred colour, crossed out."""
    return (
        box(20, 20, 60, 60, round=8, fill=WHITE, stroke=colour, stroke_width=9)
        + box(20, 20, 60, 24, fill=colour)
        + path("M12 88 L88 12", stroke=colour, stroke_width=11)
    )


def _no_canal() -> str:
    """A small card of water, crossed out."""
    waves = path("M28 52 Q39 42 50 52 Q61 62 72 52 M28 68 Q39 58 50 68 Q61 78 72 68", stroke=DEEP, stroke_width=6)
    frame = box(20, 20, 60, 60, round=8, fill=WHITE, stroke=DEEP, stroke_width=9)
    return frame + waves + path("M12 88 L88 12", stroke=DEEP, stroke_width=11)


def _compass() -> str:
    """A compass rose, as printed in a free corner of a chart."""
    points = "M50 4 L58 42 L96 50 L58 58 L50 96 L42 58 L4 50 L42 42 Z"
    between = "M50 50 L76 24 L58 42 Z M50 50 L76 76 L58 58 Z M50 50 L24 76 L42 58 Z M50 50 L24 24 L42 42 Z"
    dark = "M50 4 L58 42 L50 50 Z M96 50 L58 58 L50 50 Z M50 96 L42 58 L50 50 Z M4 50 L42 42 L50 50 Z"
    return (
        circle(50, 50, 35, stroke=FAINT, stroke_width=1.5)
        + circle(50, 50, 31, stroke=FAINT, stroke_width=1)
        + path(between, fill=FAINT)
        + path(points, fill=PAPER, stroke=INK, stroke_width=1.5)
        + path(dark, fill=INK)
    )


STAR = "M50 4 L62 37 L97 38 L69 59 L79 93 L50 73 L21 93 L31 59 L3 38 L38 37 Z"

DRAWINGS = {
    "tea": _tea(),
    "wine": _wine(),
    "spice": _spice(),
    "coin": _coin(),
    "ship": _ship(),
    "vessel": _vessel(),
    "crane": _crane(),
    "pub": _pub(),
    "anchor": _anchor(),
    "flood": _flood(),
    "bridge": _bridge(),
    "customs": _customs(),
    "guard-red": _guard(COLOURS["red"]),
    "guard-black": _guard(COLOURS["black"]),
    "lead-red": _lead(COLOURS["red"]),
    "lead-black": _lead(COLOURS["black"]),
    "barred-red": _barred(COLOURS["red"]),
    "barred-black": _barred(COLOURS["black"]),
    "no-canal": _no_canal(),
    "compass": _compass(),
    "star": path(STAR, fill=GOLD, stroke="#7f5b10", stroke_width=5),
    "laid": path("M14 54 L40 80 L86 22", stroke="#3f7d3a", stroke_width=15),
    "returned": path(
        "M34 88 H62 Q88 86 88 60 Q88 36 62 36 H16 M38 12 L14 36 L38 60", stroke="#a8553d", stroke_width=13
    ),
    "room": box(10, 18, 80, 64, round=9, stroke=INK, stroke_width=6, dashes="12 9"),
    "waiting": path(
        "M22 8 H78 M22 92 H78 M30 10 Q30 40 50 50 Q70 60 70 90 M70 10 Q70 40 50 50 Q30 60 30 90",
        stroke=DEEP,
        stroke_width=9,
    ),
}
"""Name to drawing."""

GOODS = {"T": "tea", "W": "wine", "S": "spice"}


def definitions(used: Iterable[str]) -> str:
    """Return the definitions of the drawings a picture uses."""
    return tag(
        "defs", *(tag("symbol", DRAWINGS[name], id=f"kontor-{name}", viewBox="0 0 100 100") for name in sorted(used))
    )


def symbol(name: str, x: float, y: float, size: float, opacity: float | None = None) -> str:
    """Return a drawing as a square at (x, y)."""
    return tag("use", href=f"#kontor-{name}", x=x, y=y, width=size, height=size, opacity=opacity)
