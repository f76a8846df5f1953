"""The emblem: a ship off the coast of two settlements' land, and what grows on it."""

from __future__ import annotations

from engine.games.anno_1701.drawing.ink import GOODS, SEA, WHITE
from engine.games.anno_1701.drawing.signs import drawn
from engine.kit.drawing.emblem import framed
from engine.kit.drawing.svg import group, path

LANDS = (("H", 4), ("N", 38), ("Z", 72))
"""Wood, food and brick, from left to right."""


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    signs = drawn()
    waves = "M6 18 q5 -5 10 0 t10 0 M72 26 q5 -5 10 0 t10 0 M70 54 q5 -5 10 0 t10 0"
    lands = [
        path(f"M{x - 6} 104 V78 Q{x + 12} 60 {x + 30} 78 V104 Z", fill=GOODS[good], stroke=WHITE, stroke_width=2)
        + group(signs[good], x=x + 12, y=86, scale=0.95)
        for good, x in LANDS
    ]
    return framed(
        path(waves, stroke="#9cc6d6", stroke_width=3), group(signs["sails"], x=47, y=36, scale=2.5), *lands, ground=SEA
    )


__all__ = ["emblem"]
