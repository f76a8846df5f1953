"""Wording that needs the table: a question's context, a move's cost and remainder, what is under way (such as a voyage).

:class:`engine.contract.Words` puts questions and moves into words without knowing the table. Where that is too little, a game
has a member ``particulars`` beside those of :class:`engine.contract.Game` (its class is in the game's ``text/``). Code that
shows choices calls :func:`particulars_of` and :func:`choice_in_words`, and knows no game by name.

It also puts a move into words without knowing what it answers, and an event without those beside it. Where that is too little,
a game's words have the members of :class:`Wording` too. A game in which something is under way for several questions has a
member ``under_way``.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeGuard, runtime_checkable

from engine.contract import Decision, Event, Game, Language, Move, View, Words
from engine.kit.terminal import terminal_of


@runtime_checkable
class Wording(Protocol):
    """Wording that takes into account the question of a move, the players, and events that happened together."""

    def answer(self, move: Move, language: Language, *, kind: str, names: Sequence[str]) -> str:
        """A move in words, as an answer to a decision of a kind."""
        ...

    def quiet(self, move: Move, language: Language, *, kind: str, name: str) -> str | None:
        """A sentence saying that a player made a move that no event reports, or None if the move has no such sentence."""
        ...

    def together(self, events: Sequence[Event], names: Sequence[str], language: Language) -> list[str]:
        """Sentences saying what one answer brought, fewer than there are events where one says it better."""
        ...


def answer_in_words(words: Words, move: Move, language: Language, *, kind: str, names: Sequence[str]) -> str:
    """Return a move in words, as an answer to a kind of decision (``build nothing``); ``names`` by seat."""
    if _is_wording(words):
        return words.answer(move, language, kind=kind, names=names)
    return words.move(move, language)


def quiet_answer(words: Words, move: Move, language: Language, *, kind: str, name: str) -> str | None:
    """Return a sentence for a move without an event (``Ben passes.``), or None if the game has none of its own."""
    return words.quiet(move, language, kind=kind, name=name) if _is_wording(words) else None


def events_in_words(words: Words, events: Sequence[Event], names: Sequence[str], language: Language) -> list[str]:
    """Return the events caused by one answer, in sentences; events without a sentence are left out."""
    if _is_wording(words):
        return words.together(events, names, language)
    return [line for event in events if (line := words.event(event, names, language))]


def _is_wording(words: Words) -> TypeGuard[Wording]:
    return _has_wording(type(words))


@cache
def _has_wording(kind: type) -> bool:
    """Return whether a game's words have these members; cached, because it is checked for every move of a letter."""
    return issubclass(kind, Wording)


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
    """A game in which something can go on over several turns, such as a voyage."""

    def under_way(self, view: View, language: Language, names: Sequence[str]) -> UnderWay | None:
        """Return what is in progress as far as the viewer may know it, or None if nothing is."""
        ...


def under_way_in(game: Game, view: View, language: Language, names: Sequence[str]) -> UnderWay | None:
    """Return what is in progress at a table, or None."""
    return game.under_way(view, language, names) if isinstance(game, Enduring) else None


@dataclass(frozen=True)
class Seen:
    """A decision as its addressee sees it: with the own view, in a language, and the players' names by seat."""

    decision: Decision
    view: View
    language: Language
    names: Sequence[str]


@dataclass(frozen=True)
class Group:
    """Choices that belong together in a long list: ``place`` orders the groups, those that end a turn come last."""

    place: int
    title: str


@dataclass(frozen=True)
class FollowUp:
    """Something that may be said together with a choice: answers to the questions that probably come next.

    Each answer stands beside the kind of its decision. Who says it for the player gives an answer once such a decision asks and
    offers that move; if something else is asked, what is left of it is not said.
    """

    words: str
    answers: tuple[tuple[str, Move], ...]


class Particulars:
    """A game's details for questions and choices. The default members add nothing."""

    def about(self, seen: Seen) -> str | None:
        """Return the question's subject in a sentence: the card to lay, the offer. Not for subject lines."""
        return None

    def why(self, seen: Seen) -> str | None:
        """Explain briefly why the viewer is asked alone or has only one choice, or return None if it is obvious."""
        return None

    def said(self, move: Move, seen: Seen) -> str | None:
        """Describe a move in words that need the table, such as the bank's rate, or return None for the usual words."""
        return None

    def pictured(self, move: Move, seen: Seen) -> str | None:
        """Describe a move beside a picture, by what lies around its place and without numbers, or None for the usual words."""
        return None

    def told_apart(self, said: str, move: Move, seen: Seen) -> str:
        """Add to words that other moves share on which side of something a move's place lies (:meth:`pictured`)."""
        return said

    def numbered(self, said: str, move: Move, language: Language) -> str:
        """Add the numbers of a move's places to words that other moves share (:meth:`pictured`)."""
        return said

    def places(self, seen: Seen) -> str | None:
        """Explain how the places of a question are written, for readers who answer in words, or return None."""
        return None

    def told(self, event: Event, view: View, names: Sequence[str], language: Language) -> str | None:
        """Tell an event beside a picture, by what lies around its place in the view, or None for the usual sentence."""
        return None

    def beside(self, move: Move, seen: Seen) -> str | None:
        """Return in a sentence what lies at a move's place, for lists without a picture, or None."""
        return None

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return in sentences a legal move's price and what is left afterwards, or its consequences if they are not
        obvious, or None."""
        return None

    def group(self, move: Move, seen: Seen) -> Group | None:
        """Return the group of a choice, or None to leave the list undivided."""
        return None

    def section(self, move: Move, seen: Seen) -> Group | None:
        """Return the group of a choice where all are listed at once, without a table to point at; the usual one unless told."""
        return self.group(move, seen)

    def foremost(self, moves: Sequence[Move], view: Callable[[], View]) -> Sequence[Move]:
        """Return the legal moves that a letter lists out of very many, the best first; empty for the simplest, in the
        game's order.

        :param view: gives what the seat sees that is asked.
        """
        return ()

    def beyond(
        self, listed: Sequence[Move], hidden: Sequence[Move], language: Language, *, written: bool
    ) -> str | None:
        """Return in sentences which moves :meth:`foremost` chose and, where an answer may be ``written``, how to write
        others, or None."""
        return None

    def follow_ups(self, move: Move, seen: Seen) -> Sequence[FollowUp]:
        """Return what may be said together with a legal move, so that the following questions need no separate visit."""
        return ()

    def alike(self, one: Move, other: Move, seen: Seen) -> bool:
        """Return whether two legal moves differ only in which of several equal things they use, such as two copies of a card."""
        return one == other

    def called(self, language: Language) -> Mapping[str, str]:
        """Return people's names for the things that standing orders name by a key, such as cards; may be empty."""
        return {}

    def held(self, view: View) -> Mapping[str, int]:
        """Return how much the viewer has of each kind that moves count, by the names of their schemas."""
        return {}

    def explained(self, number: str, view: View, language: Language) -> str | None:
        """Describe a card the viewer sees, named by its number, or return None if cards have none or it is hidden."""
        return None

    def is_public(self, view: View) -> bool:
        """Return whether a seat's view holds only what the whole table knows, so that its length may tell about it."""
        return False

    def hidden(self, view: View, language: Language) -> str | None:
        """Describe the viewer's hidden possessions, or return None if there are none or the viewer has no seat.

        It is for finished matches, in which everything is public.
        """
        return None


def particulars_of(game: Game) -> Particulars:
    """Return a game's details for its questions and choices.

    Asked for each of hundreds of choices, where ``isinstance`` with a protocol takes longer than the words.
    """
    found: object = getattr(game, "particulars", None)
    return found if isinstance(found, Particulars) else Particulars()


def choice_in_words(game: Game, move: Move, seen: Seen) -> str:
    """Return a legal move in words, as offered to the player."""
    said = particulars_of(game).said(move, seen)
    kind = seen.decision["kind"]
    return said or answer_in_words(game.words, move, seen.language, kind=kind, names=seen.names)


def pictured_choices(game: Game, moves: Sequence[Move], seen: Seen) -> list[str]:
    """Return legal moves in words beside a picture: by what lies at their places, of several alike by the side on which they lie,
    and with numbers where that is the same, too."""
    particulars = particulars_of(game)
    said = [particulars.pictured(move, seen) for move in moves]
    often = Counter(said)
    apart = [
        choice_in_words(game, move, seen)
        if words is None
        else words
        if often[words] == 1
        else particulars.told_apart(words, move, seen)
        for move, words in zip(moves, said, strict=True)
    ]
    often = Counter(apart)
    return [
        words if shared is None or often[words] == 1 else particulars.numbered(shared, move, seen.language)
        for move, shared, words in zip(moves, said, apart, strict=True)
    ]


def details_of(game: Game, move: Move, seen: Seen) -> str:
    """Return a legal move's price and what lies at its place, in sentences; may be empty."""
    adds = particulars_of(game)
    return " ".join(one for one in (adds.price(move, seen), adds.beside(move, seen)) if one)


def note_on(game: Game, seen: Seen) -> str:
    """Return a paragraph about a question: why it comes, its subject, and the rules' note; may be empty."""
    found = subject_of(game, seen), advice_in_words(game, seen)
    return " ".join(one for one in found if one)


def advice_in_words(game: Game, seen: Seen) -> str:
    """Return the rules' note on a question and how its places are written, in one paragraph; may be empty."""
    found = terminal_of(game).advice(seen.view, seen.language), particulars_of(game).places(seen)
    return " ".join(one for one in found if one).replace("\n", " ")


def subject_of(game: Game, seen: Seen) -> str:
    """Return why the viewer is asked, if that needs explaining, and the question's subject; may be empty."""
    adds = particulars_of(game)
    return " ".join(one for one in (adds.why(seen), adds.about(seen)) if one)
