"""Seafarers in sentences: what happened, what a move means, what is asked, the table as text (see ``en.toml``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import Decision, Event, Language, Move, View
from engine.games.seafarers.text.events import told, told_together
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.text.table import glance, plain_table
from engine.games.seafarers.types.events import SeafarersEvent
from engine.games.seafarers.types.moves import Amounts, SeafarersMove
from engine.games.seafarers.types.view import Resource, SeafarersView
from engine.kit.text.phrases import LANGUAGES, one_line

SEATS = ("victim", "seat")
"""Facts that are players."""
ENDED = ("act", "special")
"""Kinds of decisions whose end is called by what it ends."""


def said(
    move: SeafarersMove, phrases: Phrases, *, kind: str = "", names: Sequence[str] = (), listed: bool = False
) -> str:
    """Return a move; the actions of a list one after the other.

    :param kind: of the decision it answers, if that is known.
    :param names: the players' names by seat; without them players go by number, counted from 1.
    :param listed: whether it stands in a list behind another.
    """
    if move["type"] == "list":
        parts = (said(one, phrases, kind=kind, names=names, listed=n > 0) for n, one in enumerate(move["do"]))
        return phrases.say("then").join(parts)
    facts = cast("Mapping[str, object]", move)
    places = {key: _place(key, value, phrases, names) for key, value in facts.items()}
    if move["type"] == "offer" and "to" in move:
        places["seats"] = phrases.people([names[seat] for seat in move["to"]]) if names else phrases.seats(move["to"])
    return phrases.say(f"move.{_variant(move, kind, listed=listed)}", **places)


def _place(key: str, value: object, phrases: Phrases, names: Sequence[str]) -> object:
    """Return how a fact of a move is told."""
    if isinstance(value, int):
        if key not in SEATS:
            return value
        return names[value] if names else phrases.seats([value])
    if isinstance(value, dict):
        return phrases.cards(cast(Amounts, value))
    if isinstance(value, list) and key == "take":
        return phrases.kinds(cast("list[Resource]", value))
    if key in ("give", "take", "resource") and isinstance(value, str):
        return phrases.say(f"resource.{value}")
    return value


def _variant(move: SeafarersMove, kind: str, *, listed: bool) -> str:
    """Return the key of a move's words: some are told otherwise when something special holds."""
    key: str = move["type"]
    match move["type"]:
        case "found":
            key = f"found-{move['piece']}"
        case "robber" | "pirate" if "victim" in move:
            key += "-victim"
        case "gold" if not move["take"]:
            key = "gold-open"
        case "offer" if "to" in move:
            key = "offer-to"
        case "end" if kind in ENDED:
            key = f"end-{kind}-list" if kind == "special" and listed else f"end-{kind}"
    return key


class SeafarersWords:
    """Sentences about Seafarers in English and German; implements :class:`engine.contract.Words`.

    Also implements :class:`engine.kit.text.wording.Wording`: the end of a turn and a pass are the same move, what a roll brings
    to everybody is one sentence, and players are named where their names are known.
    """

    def __init__(self) -> None:
        self._phrases = {language: Phrases(language) for language in LANGUAGES}

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        """Return what happened; :raises KeyError: for an event that Seafarers does not have."""
        return told(cast(SeafarersEvent, event), one_line(names), self._phrases[language])

    def move(self, move: Move, language: Language) -> str:
        """Return a move as one would say it: ``build a road on edge 45``; players go by number, counted from 1."""
        return said(cast(SeafarersMove, move), self._phrases[language])

    def answer(self, move: Move, language: Language, *, kind: str, names: Sequence[str]) -> str:
        """Return a move as an answer to a decision of a kind: ``build nothing``; ``names`` are the players' names by seat."""
        return said(cast(SeafarersMove, move), self._phrases[language], kind=kind, names=one_line(names))

    def quiet(self, move: Move, language: Language, *, kind: str, name: str) -> str | None:
        """Return what somebody did who passed; everything else is told by events."""
        if kind != "special" or move["type"] != "end":
            return None
        return self._phrases[language].say("quiet.special", name=one_line([name])[0])

    def together(self, events: Sequence[Event], names: Sequence[str], language: Language) -> list[str]:
        """Return what one answer brought; the cards of one roll in one sentence."""
        return told_together(cast("Sequence[SeafarersEvent]", events), one_line(names), self._phrases[language])

    def question(self, decision: Decision, language: Language) -> str:
        """Return what a seat is asked, short enough for a subject line."""
        return self._phrases[language].say(f"question.{decision['kind']}")

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        """Return the whole table as text, see :func:`engine.games.seafarers.text.table.plain_table`."""
        return plain_table(cast(SeafarersView, view), one_line(names), self._phrases[language])

    def glance(self, view: View, names: Sequence[str], language: Language, *, kinds: Sequence[str]) -> str:
        """Return the table in few lines, with the map where the viewer may choose a place on it."""
        return glance(cast(SeafarersView, view), one_line(names), self._phrases[language])
