"""Outcomes of answers given ahead (:mod:`engine.kit.ahead`): followed, obsolete, or asked after all.

They are determined once, when a decision is resolved, from the orders in force and the state before and after. A game
reports wishes that end with a round; lasting ones show in the answers they give. Callers use :func:`wishes_settled` and know
no game by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from engine.contract import Game, Language, Move, Orders, State

Fate = Literal["used", "lapsed", "blocked"]
"""A wish was followed; the question never came; the question came, and nothing of what was wished is possible."""


@dataclass(frozen=True)
class Settled:
    """The outcome of a part's wishes: their names in the order in which they are tried, and the one that was ``used``."""

    part: str
    wishes: tuple[str, ...]
    fate: Fate
    used: str = ""


@dataclass(frozen=True)
class Resolved:
    """A decision that was resolved: what its seats answered by orders, by seat, and the state before and after."""

    ordered: dict[int, Move]
    before: State
    after: State


@runtime_checkable
class SettlesWishes(Protocol):
    """A game that knows what became of what was said ahead."""

    def settled(self, seat: int, orders: Orders, resolved: Resolved) -> list[Settled]:
        """Return what this decision made certain about the wishes in a seat's orders; each is told once."""
        ...

    def settled_words(self, part: str, names: Sequence[str], language: Language) -> tuple[str, list[str]]:
        """Return what a part is about (``Where your card goes``), and what wishes with these names are called."""
        ...


def wishes_settled(game: Game, seat: int, orders: Orders, resolved: Resolved) -> list[Settled]:
    """Return what a decision made certain about the wishes of a seat; nothing in a game that does not tell."""
    return game.settled(seat, orders, resolved) if isinstance(game, SettlesWishes) else []


__all__ = ["Fate", "Resolved", "Settled", "SettlesWishes", "wishes_settled"]
