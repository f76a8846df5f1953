"""The legend of a game's pictures: the signs that do not speak for themselves, each with what it means.

The words are in the table ``legend`` of a game's phrases, by the name of the sign in its drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.contract import Game, Language
from engine.kit.drawing.svg import tag
from engine.kit.text.phrases import PhraseBook


@dataclass(frozen=True)
class Entry:
    """A sign, as an SVG document of its own, and what it means."""

    sign: str
    words: str


@runtime_checkable
class Legended(Protocol):
    """A game whose pictures have a legend."""

    def legend(self, language: Language) -> Sequence[Entry]:
        """Return the signs of the game's pictures in the order in which a player should read them."""
        ...


def legend_of(game: Game, language: Language) -> Sequence[Entry]:
    """Return the legend of a game's pictures; nothing if they need none."""
    return game.legend(language) if isinstance(game, Legended) else ()


def entries(phrases: PhraseBook, drawn: Callable[[str], str], view_box: str) -> list[Entry]:
    """Return a legend: every sign that the phrases explain.

    :param drawn: the drawing of a sign, by its name.
    :param view_box: where on the plane the drawings lie, ``0 0 100 100``.
    """
    found = []
    for name, words in phrases.below("legend"):
        svg = tag("svg", drawn(name), xmlns="http://www.w3.org/2000/svg", viewBox=view_box)
        found.append(Entry(svg, words))
    return found


__all__ = ["Entry", "Legended", "entries", "legend_of"]
