"""Answers with conditional follow-ups, such as "and lay it at ... else at ...".

A game that supports them offers the members of :class:`SpeaksAhead` beside those of :class:`engine.contract.Game`. A
follow-up becomes standing orders, which that game limits to the consequences of this answer: a round, a turn. It saves a
question and has no other effect. Callers use :func:`ahead_of` and know no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.contract import Game, Language, Move, Orders, State

Wishes = Mapping[str, Sequence[str]]
"""By the part of :class:`Ahead`, the names of wishes in the order in which they are tried; none of a part: nothing is said."""


@dataclass(frozen=True)
class Wish:
    """One way in which a question that may follow is answered.

    ``name`` is the same in all languages and is what is written by mail, with ``called`` in the reader's language as another
    way to write it; ``words`` are what people read.
    """

    name: str
    words: str
    called: str = ""


@dataclass(frozen=True)
class Ahead:
    """A question that may follow from an answer, in a language.

    ``keywords`` lead to the wishes in a mail, the first is the one that letters print (``AT``); ``lead`` begins the sentence that
    says what was wished (``If your card is laid, it goes to``). ``lasting``: it holds until the player answers such a question by
    letter again or ends it, because the game's orders cannot be limited to what follows from one answer.
    ``counted``: wishes may be named by their places in the list, too, from 1, because their words are long.
    """

    part: str
    keywords: tuple[str, ...]
    lead: str
    wishes: tuple[Wish, ...]
    lasting: bool = False
    counted: bool = False


@runtime_checkable
class SpeaksAhead(Protocol):
    """A game in which something may be said with an answer about what may follow from it."""

    def ahead(self, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
        """Return what may be said with a legal move; the order and names of parts and wishes are those of every language."""
        ...

    def orders_ahead(self, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
        """Return the standing orders that say it, for what follows from this move alone; ``wishes`` are of :meth:`ahead`."""
        ...


def ahead_of(game: Game, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
    """Return what may be said with a legal move about what may follow; nothing in a game where nothing can be."""
    if not isinstance(game, SpeaksAhead):
        return []
    return [one for one in game.ahead(state, seat, decision, move, language) if one.wishes]


def orders_ahead(game: Game, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
    """Return the standing orders that say it; :raises ValueError: for what :func:`ahead_of` does not offer."""
    offered = {
        one.part: {wish.name for wish in one.wishes} for one in ahead_of(game, state, seat, decision, move, "en")
    }
    if not any(wishes.values()) or any(not offered.get(part, set()).issuperset(said) for part, said in wishes.items()):
        raise ValueError("this cannot be said ahead here")
    assert isinstance(game, SpeaksAhead)
    return game.orders_ahead(state, seat, decision, move, wishes)


__all__ = ["Ahead", "SpeaksAhead", "Wish", "Wishes", "ahead_of", "orders_ahead"]
