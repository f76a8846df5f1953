"""The hexes: their landscape's colour and texture, number chips with pips, islands' letters.

A hex is 40 units from centre to corner.
"""

from __future__ import annotations

from engine.games.seafarers.drawing.signs import FAINT, INK, LANDSCAPES, PREFIX, RED, WAVE, WHITE, sign
from engine.games.seafarers.types.view import Terrain
from engine.kit.drawing.svg import box, circle, path, tag, text

RADIUS, APOTHEM = 40.0, 34.64
OUTLINE = "M0 -40 L34.64 -20 V20 L0 40 L-34.64 20 V-20 Z"
CHIP = 17.0
RED_NUMBERS = (6, 8)

_AROUND = ((-24, -11), (-12, -24), (12, -24), (24, -11), (-25, 10), (25, 10))
"""Positions of small decorations, clear of the chip."""


def definitions() -> dict[str, str]:
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
