"""A card, in a square of 100 by 100: number upper left, symbol upper right, its goods or effect below.

Quays carry their owner's colour in a band behind the number and stand as tiles on land; canals, the anchor and floods fill
the whole square, so that neighbours become one stretch of water.
"""

from __future__ import annotations

from engine.games.kontor.cards import WATER as WATER_TYPES
from engine.games.kontor.drawing.ink import CARD, COLOURS, DEEP, INK, LAND, TINTS, WATER, WAVE, WHITE, label
from engine.games.kontor.drawing.symbols import GOODS, symbol
from engine.games.kontor.types.cards import CardFace, Owner
from engine.kit.drawing.svg import box, group, path

BAND = 43
"""Height of the band behind a quay's number."""
SMALL = 60
"""On smaller fields (a harbour of twelve columns) canals carry numbers as large as those of quays, and no waves."""


def card(
    face: CardFace,
    x: float,
    y: float,
    size: float,
    *,
    under: int | None = None,
    tint: Owner | None = None,
    guarded: bool = False,
    loose: bool = True,
    ship: bool = False,
) -> str:
    """Return a card as a square at (x, y).

    :param under: the number of the card it covers.
    :param tint: the colour of the guard whose closed sector it is part of.
    :param guarded: whether room must be left for the guard himself.
    :param loose: whether it lies by itself rather than among others on the chart.
    :param ship: whether the ship will stand on it.
    """
    small = size < SMALL
    drawn = water(face, loose, ship, small) if face["type"] in WATER_TYPES else tile(face, tint, guarded)
    if under is not None:
        drawn += label(f"({under})", 93, 36, 20, fill=WHITE, weight=600, anchor="end")
    return group(drawn, x=x, y=y, scale=size / 100)


def tile(face: CardFace, tint: Owner | None, guarded: bool) -> str:
    """Return a quay, crane, pub, bridge or customs house."""
    owner = COLOURS[face["owner"]]
    paper = TINTS[tint] if tint else CARD
    body = box(4, 4, 92, 92, round=9, fill=paper, stroke=INK, stroke_width=2)
    band = path(f"M5 {BAND} V13 Q5 5 13 5 H87 Q95 5 95 13 V{BAND} Z", fill=owner)
    below = (
        _goods(face["goods"], guarded) if face["goods"] else symbol(face["type"], 9 if guarded else 27, BAND + 3, 48)
    )
    return body + band + _head(face, large=True) + below


def water(face: CardFace, loose: bool, ship: bool, small: bool) -> str:
    """Return a canal, the anchor or a flood."""
    fill = DEEP if face["type"] == "flood" else WATER
    ground = (
        box(4, 4, 92, 92, round=9, fill=fill, stroke=INK, stroke_width=2) if loose else box(0, 0, 100, 100, fill=fill)
    )
    if face["type"] == "flood":
        return ground + symbol("flood", 22, 38, 56) + _head(face, large=small)
    waves = "M14 62 q6 -7 12 0 t12 0 M56 50 q6 -7 12 0 t12 0 M40 84 q6 -7 12 0 t12 0"
    drawn = ground if small else ground + path(waves, stroke=WAVE, stroke_width=3)
    if not loose:
        drawn += box(3, 3, 94, 94, round=7, stroke=WAVE, stroke_width=1.5)
    if face["type"] == "anchor":
        drawn += symbol("anchor", 6, 6, 32) if ship else symbol("anchor", 20, 18, 62)
    return drawn + _head(face, large=small)


def back(x: float, y: float, size: float) -> str:
    """Return the place of a card that has not been played or is not there."""
    return box(x + 2, y + 2, size - 4, size - 4, round=size / 11, stroke=LAND, stroke_width=2, dashes="6 5")


def _head(face: CardFace, *, large: bool) -> str:
    """Return number and symbol; those of a quay are larger, because players look for quays first."""
    parts = []
    if face["number"] is not None:
        parts.append(label(face["number"], 11, 39 if large else 33, 42 if large else 30, fill=WHITE, weight=700))
    if face["symbol"] != "none":
        side = 31 if large else 26
        parts.append(symbol(face["symbol"], 92 - side, 9, side))
    return "".join(parts)


def _goods(goods: str, guarded: bool) -> str:
    """Return one to three goods side by side, moved to the left as far as possible if the guard needs room."""
    side = {1: 46, 2: 42, 3: 30}[len(goods)]
    gap = {1: 0, 2: 2, 3: 0.5}[len(goods)]
    left = 7 if guarded else 50 - (side * len(goods) + gap * (len(goods) - 1)) / 2
    top = (BAND + 96) / 2 - side / 2
    return "".join(symbol(GOODS[letter], left + i * (side + gap), top, side) for i, letter in enumerate(goods))
