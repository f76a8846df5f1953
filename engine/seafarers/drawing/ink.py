"""Ink and paper: measures, colours and the marks of the seats."""

from __future__ import annotations

from engine.seafarers.types.view import Resource, Terrain

WIDTH, MARGIN = 720, 12

PAPER, SHEET, LINE = "#f3ead6", "#fdf8ea", "#c9b994"
INK, FAINT, WHITE = "#2f2a26", "#7b705e", "#fffaf0"
MARK, GOLD, RED = "#f0a202", "#f2c230", "#b3161f"
WATER, DEEP, WAVE, SAND, PALE = "#63abc9", "#3f86a8", "#a9d6e6", "#f2dfa9", "#eef4f5"
ROAD_LABEL, SHIP_LABEL, MOVE_LABEL = "#8a4b12", "#0d4f86", "#6a2c91"

SEATS = ("#c4262e", "#1c4f9c", "#fbf7ec", "#f0a818", "#dd86b8", "#26272b")
"""Told apart by lightness as well as by hue; green is left to the land."""
ON_SEATS = (WHITE, WHITE, INK, INK, INK, WHITE)
"""What is legible on a seat's colour."""
SEAT_NAMES = ("Red", "Blue", "White", "Yellow", "Pink", "Black")

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
"""The sign of each resource, see :mod:`engine.seafarers.drawing.signs`."""


def seat_name(seat: int) -> str:
    """Return what the picture calls a seat, whose player's name it does not know."""
    return f"{SEAT_NAMES[seat]} ({seat + 1})"
