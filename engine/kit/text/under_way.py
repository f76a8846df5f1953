"""Something that is under way at the table for several questions, such as a voyage: shown beside what is asked.

A game that has such a thing has a member ``under_way`` beside those of :class:`engine.contract.Game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.contract import Game, Language, View


@dataclass(frozen=True)
class UnderWay:
    """A description of something in progress, with nothing hidden from the viewer.

    ``facts`` are short, each readable by itself; ``ahead`` is what may still come, headed by ``ahead_title``. What happened so
    far is told by the events of the match since the last one of the type ``since``.
    """

    title: str
    facts: Sequence[str]
    since: str
    ahead_title: str
    ahead: Sequence[str]


@runtime_checkable
class Enduring(Protocol):
    """A game in which something can be under way."""

    def under_way(self, view: View, language: Language, names: Sequence[str]) -> UnderWay | None:
        """Return what is in progress as far as the viewer may know it, or None if nothing is."""
        ...


def under_way_in(game: Game, view: View, language: Language, names: Sequence[str]) -> UnderWay | None:
    """Return what is under way at a table; ``None`` where nothing is, or the game knows no such thing."""
    return game.under_way(view, language, names) if isinstance(game, Enduring) else None


__all__ = ["Enduring", "UnderWay", "under_way_in"]
