"""The emblem: an island with a settlement, and a ship that leaves it."""

from __future__ import annotations

from engine.games.seafarers.drawing.ink import SAND, WATER, WAVE
from engine.games.seafarers.drawing.picture import needed
from engine.games.seafarers.drawing.signs import sign
from engine.games.seafarers.drawing.tiles import APOTHEM, OUTLINE, RADIUS
from engine.kit.drawing.emblem import framed
from engine.kit.drawing.svg import group, path, tag

ISLAND = (("wood", 0.0, 0.0), ("grain", 2 * APOTHEM, 0.0), ("wool", APOTHEM, 1.5 * RADIUS))
"""The hexes: landscape and middle, in the units of the map."""


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    shore = "".join(group(path(OUTLINE, fill=SAND, stroke=SAND, stroke_width=9), x=x, y=y) for _, x, y in ISLAND)
    hexes = "".join(sign(f"hex-{terrain}", x, y) for terrain, x, y in ISLAND)
    waves = "M6 70 q5 -5 10 0 t10 0 M8 92 q5 -5 10 0 t10 0 M84 90 q4 -4 8 0"
    pieces = sign("house-0", 52, 56, 1.4) + sign("ship-1", 22, 82, 1.2) + sign("sail-1", 22, 70, 1.2)
    drawn = group(shore, hexes, x=28, y=22, scale=0.72)
    return framed(
        tag("defs", *needed(drawn + pieces)), path(waves, stroke=WAVE, stroke_width=3), drawn, pieces, ground=WATER
    )


__all__ = ["emblem"]
