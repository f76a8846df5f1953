"""Answers with conditional follow-ups, such as "and lay it at ... else at ...".

A game that supports them offers the members of :class:`SpeaksAhead` beside those of :class:`engine.contract.Game`. A
follow-up becomes standing orders, which that game limits to the consequences of this answer: a round, a turn. It saves a
question and has no other effect. Callers use :func:`ahead_of` and know no game by name.

Answers may mean the same when they are given again ("as last time"): a game that has such moves names their types in a member
``repeatable``; a move that names a card, a place or a price is none, because the next time it is about something else. Code
that repeats answers calls :func:`is_repeatable` and knows no game by name.

Outcomes of answers given ahead (followed, obsolete, or asked after all) are determined once, when a decision is resolved,
from the orders in force and the state before and after. A game reports wishes that end with a round; lasting ones show in the
answers they give. Callers use :func:`wishes_settled` and know no game by name.

There are turns in which a seat answers one question after another, with several lines of one mail. A game that has them names
the kinds of their open decisions in ``in_turn``, and in ``anew`` those that come again after an answer until one of the
answers ends them, so that two answers to one of them do not contradict each other. Code that reads several answers at once
calls :func:`is_in_turn` and :func:`comes_anew`, and knows no game by name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from engine.contract import Game, Language, Move, Orders, State


@runtime_checkable
class Repeats(Protocol):
    """A game some of whose moves have the same meaning each time."""

    repeatable: tuple[str, ...]


def is_repeatable(game: Game, move: Move) -> bool:
    """Return whether repeating a move, as the player gave it, has the same meaning."""
    return isinstance(game, Repeats) and set(move) == {"type"} and move["type"] in game.repeatable


Fate = Literal["used", "lapsed", "blocked"]
"""The outcome of a wish: it was followed; the question never came; or the question came, but nothing wished for was
possible."""


@dataclass(frozen=True)
class Settled:
    """The outcome of a part's wishes: their names in the order in which they are tried, and the one ``used``."""

    part: str
    wishes: tuple[str, ...]
    fate: Fate
    used: str = ""


@dataclass(frozen=True)
class Resolved:
    """A resolved decision: the answers that orders gave, by seat, and the states before and after it."""

    ordered: dict[int, Move]
    before: State
    after: State


@runtime_checkable
class SettlesWishes(Protocol):
    """A game that can tell the outcome of wishes said ahead."""

    def settled(self, seat: int, orders: Orders, resolved: Resolved) -> list[Settled]:
        """Return the outcomes of wishes in a seat's orders that this decision settled; each is reported once."""
        ...

    def settled_words(self, part: str, names: Sequence[str], language: Language) -> tuple[str, list[str]]:
        """Return what a part is about (``Where your card goes``), and the wishes' names in words."""
        ...


def wishes_settled(game: Game, seat: int, orders: Orders, resolved: Resolved) -> list[Settled]:
    """Return the outcomes of a seat's wishes that a decision settled; empty in a game that does not tell."""
    return game.settled(seat, orders, resolved) if isinstance(game, SettlesWishes) else []


Wishes = Mapping[str, Sequence[str]]
"""Names of wishes in the order in which they are tried, by part of :class:`Ahead`; a missing part means no wishes."""


@dataclass(frozen=True)
class Wish:
    """One way to answer a question that may follow.

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
    """A game in which answers to questions that may follow can be given ahead."""

    def ahead(self, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
        """Return what may be said ahead with a legal move; parts and wishes have the same order and names in every
        language."""
        ...

    def orders_ahead(self, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
        """Return the standing orders for these wishes, limited to what follows from this move; ``wishes`` are of
        :meth:`ahead`."""
        ...


def ahead_of(game: Game, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
    """Return what may be said ahead with a legal move; empty in a game without such answers."""
    if not isinstance(game, SpeaksAhead):
        return []
    return [one for one in game.ahead(state, seat, decision, move, language) if one.wishes]


def orders_ahead(game: Game, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
    """Return the standing orders for these wishes; :raises ValueError: for wishes that :func:`ahead_of` does not offer."""
    offered = {
        one.part: {wish.name for wish in one.wishes} for one in ahead_of(game, state, seat, decision, move, "en")
    }
    if not any(wishes.values()) or any(not offered.get(part, set()).issuperset(said) for part, said in wishes.items()):
        raise ValueError("this cannot be said ahead here")
    assert isinstance(game, SpeaksAhead)
    return game.orders_ahead(state, seat, decision, move, wishes)


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
