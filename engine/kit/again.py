"""Answers that mean the same when they are given again: "as last time".

A game that has such moves names their types in a member ``repeatable``; a move that names a card, a place or a price is none,
because the next time it is about something else. Code that repeats answers calls :func:`is_repeatable` and knows no game by name.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.contract import Game, Move


@runtime_checkable
class Repeats(Protocol):
    """A game some of whose moves mean the same each time."""

    repeatable: tuple[str, ...]


def is_repeatable(game: Game, move: Move) -> bool:
    """Return whether a move, as the player himself gives it, means the same when it is given again."""
    return isinstance(game, Repeats) and set(move) == {"type"} and move["type"] in game.repeatable


__all__ = ["Repeats", "is_repeatable"]
