"""A choice as the pages behind a letter's button show it: its words, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Move
from engine.kit.particulars import Seen, choice_in_words, particulars_of
from engine.match.standing import decision_of
from engine.registry import game_of
from service.choices.answering import Asked
from service.deleted_names import names_as_read
from service.moments import language_of
from service.notifications.plain import plain


@dataclass(frozen=True)
class Line:
    """A choice: its number, its words, and what it costs and leaves (empty: nothing is paid)."""

    number: int
    words: str
    price: str = ""


def seen_by(asked: Asked) -> Seen:
    """Return the question as the one who is asked sees it."""
    table, state, language = asked.record.table, asked.record.state, language_of(asked.account.language)
    assert state is not None
    names = [plain(name, 60) for name in names_as_read(table["seats"], language)]
    return Seen(decision_of(asked.standing), game_of(table).view(state, asked.seat), language, names)


def line_of(asked: Asked, number: int, move: Move, seen: Seen) -> Line:
    """Return one of the choices in words."""
    game = game_of(asked.record.table)
    return Line(number, choice_in_words(game, move, seen), particulars_of(game).price(move, seen) or "")


__all__ = ["Line", "line_of", "seen_by"]
