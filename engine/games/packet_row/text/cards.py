"""All cards of an installation, board by board, for the page that teaches the game."""

from __future__ import annotations

from collections import Counter

from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import STARTING
from engine.games.packet_row.text.phrases import Phrases
from engine.kit.text.guide import CardList


def card_lists(book: Book, phrases: Phrases) -> list[CardList]:
    """Return every kind of card with its price and how many there are, board by board, then the starting contracts."""
    titles = {sign: phrases.board(sign)["board"] for sign in book.boards} | {STARTING: phrases.say("guide.starting")}
    return [CardList(title, _counted(book, sign, phrases)) for sign, title in titles.items()]


def _counted(book: Book, sign: str, phrases: Phrases) -> list[str]:
    names = Counter(phrases.card(card.shown()) for card in book.cards.values() if card.board == sign)
    return [name if n == 1 else phrases.say("table.times", n=n, card=name) for name, n in names.items()]
