"""Ink and paper: measures, colours and the marks of the seats."""

from __future__ import annotations

from engine.games.seafarers.types.view import Resource, Terrain

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
"""The sign of each resource, see :mod:`engine.games.seafarers.drawing.signs`."""

ADVANCE = 0.56
"""A little more than the mean width of a letter, in parts of its size."""


def wide(said: str, size: float) -> float:
    """Return at least how wide a label is, bold: the picture's font is the reader's, so it can only be estimated."""
    return size * sum(0.3 if one in " ()·,:lij" else 0.87 if one in "WMmw" else ADVANCE for one in said)
