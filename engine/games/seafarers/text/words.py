"""Seafarers in sentences: what happened, what a move means, what is asked, the table as text (see ``en.toml``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.contract import Decision, Event, Language, Move, View
from engine.games.seafarers.text.events import told, told_together
from engine.games.seafarers.text.moves import said
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.text.table import glance, plain_table
from engine.games.seafarers.types.events import SeafarersEvent
from engine.games.seafarers.types.moves import SeafarersMove
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.text.phrases import LANGUAGES, one_line


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
