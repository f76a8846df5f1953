"""The spots of the picture: which fields and cards of the own hand a person can point at (:mod:`engine.kit.spots`).

They lie invisibly over the drawing: ``spot-field-<x>_<y>`` for every field of the chart, ``spot-card-<id>`` for every card of
the viewer's hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kit.svg import tag
from engine.kontor.drawing.chart import Chart
from engine.kontor.types.cards import CardFace
from engine.kontor.types.moves import KontorMove


def field_spots(layout: Chart) -> Iterator[str]:
    """Yield an element for each field of the chart, row by row."""
    for y in range(layout.y0, layout.y1 + 1):
        for x in range(layout.x0, layout.x1 + 1):
            left, top = layout.corner((x, y))
            yield _spot(_field([x, y]), left, top, layout.size)


def card_spot(card: CardFace, x: float, y: float, size: float) -> str:
    """Return an element over a card of the hand."""
    return _spot(_card(card["id"]), x, y, size)


def spots(move: KontorMove) -> list[str]:
    """Return the names of the spots that a move is about."""
    match move["type"]:
        case "play" | "show":
            return [_card(move["card"])]
        case "place":
            return [_field(move["at"])]
        case "sail":
            return [_field(move["to"]), *([_field(move["remove"])] if "remove" in move else [])]
        case _:
            return []


def _card(card: str) -> str:
    return f"card-{card}"


def _field(at: Sequence[int]) -> str:
    return f"field-{at[0]}_{at[1]}"


def _spot(name: str, x: float, y: float, size: float) -> str:
    return tag("rect", id=f"spot-{name}", x=x, y=y, width=size, height=size, fill="none")


__all__ = ["card_spot", "field_spots", "spots"]
