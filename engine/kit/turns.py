"""Turns in which a seat answers one question after another: which of them several lines of one mail may answer.

A game that has such turns names the kinds of their open decisions in ``in_turn``, and in ``anew`` those that come again after
an answer until one of the answers ends them, so that two answers to one of them do not contradict each other. Code that reads
several answers at once calls :func:`is_in_turn` and :func:`comes_anew`, and knows no game by name.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.contract import Game


@runtime_checkable
class TakesTurns(Protocol):
    """A game whose turns consist of several questions to one seat."""

    in_turn: tuple[str, ...]
    anew: tuple[str, ...]


def is_in_turn(game: Game, kind: str) -> bool:
    """Return whether a decision of this kind is one of several that a seat answers in its turn."""
    return isinstance(game, TakesTurns) and kind in game.in_turn


def comes_anew(game: Game, kind: str) -> bool:
    """Return whether a decision of this kind is repeated after an answer, until an answer ends it."""
    return isinstance(game, TakesTurns) and kind in game.anew


__all__ = ["TakesTurns", "comes_anew", "is_in_turn"]
