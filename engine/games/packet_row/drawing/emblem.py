"""The emblem: houses of the row above a merchant ship and what it brings."""

from __future__ import annotations

from engine.games.packet_row.drawing.signs import SIGNS
from engine.kit.drawing.emblem import framed
from engine.kit.drawing.svg import box, group, path

SKY, HARBOUR, WAVES = "#f3e3bd", "#3f86a8", "#a9d6e6"


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    return framed(
        *(group(SIGNS["house"](), x=x, y=8, scale=0.36) for x in (-4, 30, 64)),
        box(0, 42, 100, 58, fill=HARBOUR),
        path("M4 52 q5 -5 10 0 t10 0 M70 58 q5 -5 10 0 t10 0 M8 90 q5 -5 10 0 t10 0", stroke=WAVES, stroke_width=3),
        group(SIGNS["flag-NL"](), x=24, y=40, scale=0.3),
        group(SIGNS["ship"](), x=10, y=38, scale=0.52),
        group(SIGNS["bag"](), x=62, y=58, scale=0.34),
        ground=SKY,
    )


__all__ = ["emblem"]
