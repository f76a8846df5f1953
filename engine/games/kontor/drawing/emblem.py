"""The emblem: the ship on a canal, with a quay of each colour beside it."""

from __future__ import annotations

from engine.games.kontor.drawing.ink import CARD, COLOURS, INK, WATER, WAVE
from engine.games.kontor.drawing.symbols import DRAWINGS
from engine.kit.drawing.emblem import framed
from engine.kit.drawing.svg import box, group, path


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    waves = "M6 16 q5 -6 10 0 t10 0 t10 0 M64 58 q5 -6 10 0 t10 0 t10 0 M60 24 q5 -6 10 0 t10 0"
    return framed(
        path(waves, stroke=WAVE, stroke_width=3),
        group(DRAWINGS["vessel"], x=17, y=4, scale=0.62),
        _quay("red", "wine", 6),
        _quay("black", "tea", 54),
        ground=WATER,
    )


def _quay(owner: str, goods: str, x: float) -> str:
    return (
        box(x, 62, 40, 46, round=5, fill=CARD, stroke=INK, stroke_width=2)
        + box(x + 1, 63, 38, 10, round=4, fill=COLOURS[owner])
        + group(DRAWINGS[goods], x=x + 8, y=74, scale=0.24)
    )


__all__ = ["emblem"]
