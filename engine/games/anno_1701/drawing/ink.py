"""Ink and paper: measures and colours of the picture, and its labels and frames."""

from __future__ import annotations

from engine.games.anno_1701.types.cards import SideName
from engine.kit.drawing import svg

WIDTH, MARGIN = 720, 12

PAPER, SHEET, INK, FAINT, EDGE = "#f3ead6", "#fdf8ea", "#33291d", "#6d5c40", "#a88f63"
ALARM, CALM, GOLD, SEA, WHITE = "#b23a2a", "#35693a", "#d99a00", "#2f7088", "#fffaf0"
GOODS = {"N": "#ecd27a", "T": "#d9e0bd", "H": "#a9c88a", "Z": "#e2a884", "W": "#c3c8ce", "R": "#dcae82", "B": "#c9bd7d"}
"""The ground of a landscape or warehouse, by its good."""
SIDES: dict[SideName, str] = {"lion": "#9c2f26", "dragon": "#2c6b51"}
LEVELS = ("#efe3c6", "#e8d391", "#dcb95e", "#e0a63c")
"""The ground of an inhabitant, pioneer to merchant."""


def label(
    text: str | int, x: float, y: float, size: float = 20, *, fill: str = INK, bold: bool = False, anchor: str = "start"
) -> str:
    """Return a line of text whose baseline begins at (x, y), or is centred (``middle``) or ends (``end``) there."""
    ends = None if anchor == "start" else anchor
    return svg.text(text, x, y, size, fill=fill, weight=700 if bold else None, anchor=ends)


def frame(
    x: float, y: float, width: float, height: float, *, fill: str = SHEET, stroke: str = EDGE, thick: float = 2
) -> str:
    """Return a card: a rectangle with rounded corners."""
    return svg.box(x, y, width, height, round=9, fill=fill, stroke=stroke, stroke_width=thick)


def fitting(said: str, size: float, room: float) -> float:
    """Return the size at which a bold label is at most so wide; the font is the reader's, so it can only be estimated."""
    return min(size, round(room / (0.58 * max(1, len(said))), 1))
