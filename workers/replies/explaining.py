"""What a mail asks about the game: its rules in short, what a card does. The words are those of the page and the picture."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.contract import Game, Language
from engine.kit.guide import Carded, InShort, defined, guide, in_short
from engine.kit.particulars import particulars_of
from engine.registry import game_of
from service.matches.seen import seen_at
from service.store.records import Record
from workers.replies.plain_speech import politely
from workers.replies.speech import folded

ASKS = re.compile(
    r"(?:was (?:ist|macht|kann|bedeutet|heißt|bewirkt) )?(?:die |eine? )?karte:? (?P<karte>[^\W_][\w' -]{0,39}?)"
    r"|was (?:ist|macht|kann|bedeutet|heißt|bewirkt) (?:die |der |das |eine? )?(?P<was>[^\W_][\w' -]{0,39}?)"
    r"|(?:what (?:is|does) )?(?:the |an? )?card:? (?P<card>[^\W_][\w' -]{0,39}?)(?: do| mean)?"
    r"|what (?:is|does) (?:the |an? )?(?P<what>[^\W_][\w' -]{0,39}?)(?: do| mean)?"
)
LANGUAGES: tuple[Language, ...] = ("en", "de")
MOST = 6
"""Lines that an answer has about a card."""
SHORTEST = 3


def asks_about(lines: Sequence[str]) -> str | None:
    """Return the card that the first line of a mail asks about, by its number or name; ``None``: it asks about none.

    >>> [asks_about([one]) for one in ("KARTE 35", "Was macht die Karte 35?", "card banker", "What does the captain do?", "2")]
    ['35', '35', 'banker', 'captain', None]
    >>> asks_about(["Karte 35 an (1,1)"]), asks_about(["Karte 35 spielen"])
    (None, '35 spielen')
    """
    found = ASKS.fullmatch(politely(folded(lines[0]))) if lines else None
    return None if found is None else next(filter(None, found.groups()))


def is_number(word: str) -> bool:
    """Return whether a card is asked about by its number alone."""
    return word.isascii() and word.isdigit()


def rules_in_short(game: Game, language: Language) -> InShort:
    """Return the rules of a game in short, as its page begins."""
    return in_short(guide(game, language))


def explained(game: Game, record: Record, seat: int, word: str, language: Language) -> list[str]:
    """Return what a card that somebody names by number or name is and does, as far as the seat sees it; empty: nobody knows."""
    return [
        one if one.endswith((".", "!", "?")) else f"{one}." for one in _explained(game, record, seat, word, language)
    ]


def _explained(game: Game, record: Record, seat: int, word: str, language: Language) -> list[str]:
    if is_number(word):
        if record.state is None:
            return []
        view = seen_at(record, record.state, game, seat)
        told = particulars_of(game).explained(word, view, language)
        return [] if told is None else [told.rstrip()]
    if len(word) < SHORTEST:
        return []
    cards = [line for one in game.card_lists(language) for line in one.lines] if isinstance(game, Carded) else []
    begins = re.compile(rf"(?:[0-9]+ . )?{re.escape(word)}", re.IGNORECASE)
    named = [line for line in dict.fromkeys(cards) if begins.match(line)]
    return list(dict.fromkeys([*defined(guide(game, language), word), *named]))[:MOST]


def is_known(record: Record, seat: int, word: str) -> bool:
    """Return whether a card that somebody names can be explained, in any language."""
    game = game_of(record.table)
    return any(explained(game, record, seat, word, language) for language in LANGUAGES)


__all__ = ["asks_about", "explained", "is_known", "is_number", "rules_in_short"]
