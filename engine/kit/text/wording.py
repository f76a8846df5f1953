"""Wording that needs more context than a single move or event.

:class:`engine.contract.Words` puts a move into words without knowing what it answers, and an event without those beside it.
Where that is too little, a game's words have the members of :class:`Wording` too. Code that tells of games calls the
functions here and knows no game by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol, TypeGuard, runtime_checkable

from engine.contract import Event, Language, Move, Words


@runtime_checkable
class Wording(Protocol):
    """Words that know what a move answers and who sits at the table, and what happened together."""

    def answer(self, move: Move, language: Language, *, kind: str, names: Sequence[str]) -> str:
        """A move in words, as an answer to a decision of a kind."""
        ...

    def quiet(self, move: Move, language: Language, *, kind: str, name: str) -> str | None:
        """A sentence saying that a player made a move of which no event tells; ``None``: it has none of its own."""
        ...

    def together(self, events: Sequence[Event], names: Sequence[str], language: Language) -> list[str]:
        """Sentences saying what one answer brought, fewer than there are events where one says it better."""
        ...


def answer_in_words(words: Words, move: Move, language: Language, *, kind: str, names: Sequence[str]) -> str:
    """Return a move in words, as an answer to a decision of a kind (``build nothing``); ``names`` by seat."""
    if _is_wording(words):
        return words.answer(move, language, kind=kind, names=names)
    return words.move(move, language)


def quiet_answer(words: Words, move: Move, language: Language, *, kind: str, name: str) -> str | None:
    """Return a sentence for a move of which no event tells (``Ben passes.``), ``None`` if the game has none of its own."""
    return words.quiet(move, language, kind=kind, name=name) if _is_wording(words) else None


def events_in_words(words: Words, events: Sequence[Event], names: Sequence[str], language: Language) -> list[str]:
    """Return what one answer brought, in sentences; events that a game tells with nothing are left out."""
    if _is_wording(words):
        return words.together(events, names, language)
    return [line for event in events if (line := words.event(event, names, language))]


def _is_wording(words: Words) -> TypeGuard[Wording]:
    return _has_wording(type(words))


@cache
def _has_wording(kind: type) -> bool:
    """Return whether a game's words have these members: asked for every move of a letter, and slow to find out."""
    return issubclass(kind, Wording)


__all__ = ["Wording", "answer_in_words", "events_in_words", "quiet_answer"]
