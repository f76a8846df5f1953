"""The emblem of a game: a small picture by which its tables are told apart in a list, the same for all of them.

It is drawn of the game's own signs and knows no match, so it can show nothing hidden. A game that draws one has a member
``emblem`` beside those of :class:`engine.contract.Game`; others are shown by the first letter of their title.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.contract import Game
from engine.kit.drawing.svg import box, tag, text


@runtime_checkable
class Emblazoned(Protocol):
    """A game with an emblem."""

    def emblem(self) -> str:
        """Return the emblem as an SVG document, 100 units wide and high."""
        ...


def emblem_of(game: Game) -> str:
    """Return the emblem of a game as an SVG document: its own, or the first letter of its title."""
    if isinstance(game, Emblazoned):
        return game.emblem()
    return framed(text(game.rules.title[:1], 50, 70, 56, fill="#fff", weight=700, anchor="middle"), ground="#5b6770")


def framed(*inside: str, ground: str) -> str:
    """Return an emblem: drawings on a square of one colour, cut off at its rounded corners."""
    shape = tag("clipPath", box(0, 0, 100, 100, round=14, fill="#fff"), id="emblem")
    drawn = tag("g", box(0, 0, 100, 100, fill=ground), *inside, clip_path="url(#emblem)")
    return tag("svg", tag("defs", shape), drawn, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 100 100")


__all__ = ["Emblazoned", "emblem_of", "framed"]
