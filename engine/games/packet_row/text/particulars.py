"""Details beside a choice: whose board a question is about, and the money left after taking a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.contract import Language, Move, View
from engine.games.packet_row.book import Book
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.moves import PacketRowMove
from engine.games.packet_row.types.view import PacketRowView
from engine.kit.text.particulars import Particulars, Seen
from engine.kit.text.phrases import one_line


class PacketRowParticulars(Particulars):
    """See :mod:`engine.kit.text.particulars`."""

    def __init__(self, book: Book, phrases: Mapping[Language, Phrases]) -> None:
        self._book = book
        self._phrases = phrases

    def about(self, seen: Seen) -> str | None:
        """Return who asks about which board; the harbour master himself knows it."""
        view, phrases = cast(PacketRowView, seen.view), self._phrases[seen.language]
        if seen.decision["kind"] != "ask" or view["open_board"] is None:
            return None
        name = one_line(seen.names)[view["harbour_master"]]
        return phrases.say("about.ask", name=name, **phrases.board(view["open_board"]))

    def called(self, language: Language) -> Mapping[str, str]:
        """Return the names of all cards, by key."""
        return {key: self._phrases[language].card(copies[0].shown()) for key, copies in self._book.keys.items()}

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return what is left of the money; nothing for a card without a price, or where contracts pay for it first."""
        view, meant = cast(PacketRowView, seen.view), cast(PacketRowMove, move)
        if meant["type"] != "take" or "fulfil" in meant or view["seat"] is None:
            return None
        card = self._book.cards.get(meant["card"])
        if card is None or not card.cost:
            return None
        left = view["players"][view["seat"]]["money"] - card.cost
        return self._phrases[seen.language].say("price.paid", cost=card.cost, left=left)

    def hidden(self, view: View, language: Language) -> str | None:
        """Return the viewer's hidden contract, or the hand where hands are hidden; ``None`` if there is nothing of it."""
        shown = cast(PacketRowView, view)
        if shown["seat"] is None:
            return None
        player = shown["players"][shown["seat"]]
        hand = player["hand"] or []
        kept = hand if shown["options"]["hidden_hands"] else [card for card in hand if card["id"] == player["starting"]]
        return self._phrases[language].names(kept) if kept else None


__all__ = ["PacketRowParticulars"]
