"""Spots: the things on a game's picture that a move is about, so that a client can let people point at them.

A spot is an element of the SVG with the attribute ``id="spot-<name>"`` (``spot-card-C24``, ``spot-field-0_-1``) and a
``<title>`` inside where the picture itself does not say what it is. Names are stable: the same thing has the same name in every
picture of a match, and a name stands once in a picture. A move may name spots that the picture does not show.

What nobody can choose explains itself by a :func:`told` element: the same without a name.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable
from xml.sax.saxutils import escape

from engine.contract import Game, Move
from engine.kit.drawing.svg import tag


@runtime_checkable
class Spotted(Protocol):
    """A game whose picture has spots."""

    def spots(self, move: Move) -> list[str]:
        """Return the names of the spots that a legal move is about, in the order in which a person would point at them."""
        ...


def spots_of(game: Game, move: Move) -> list[str]:
    """Return the spots of a move; none in a game whose picture has none."""
    return game.spots(move) if isinstance(game, Spotted) else []


def told(title: str, x: float, y: float, width: float, height: float) -> str:
    """Return an element over a rectangle of the picture that says what is drawn there, to whoever points at it."""
    shape = {"x": x, "y": y, "width": width, "height": height}
    return tag("rect", tag("title", escape(title)), fill="none", **{"class": "told"}, **shape)


__all__ = ["Spotted", "spots_of", "told"]
