"""Names of the game's things in sentences: cards, boards, goods, players; and details beside a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from engine.contract import Language, Move, View
from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import GOODS
from engine.games.packet_row.types.cards import Good, ShownCard
from engine.games.packet_row.types.moves import PacketRowMove
from engine.games.packet_row.types.view import PacketRowView
from engine.kit.drawing.names import in_a_sentence
from engine.kit.text.particulars import Particulars, Seen
from engine.kit.text.phrases import PhraseBook, one_line, shipped


class Phrases(PhraseBook):
    """All phrases of one language.

    >>> Phrases.shipped("en").say("the.M")
    'the market'
    """

    @classmethod
    def shipped(cls, language: Language) -> Phrases:
        """Return the phrases that come with the package."""
        return cls(shipped("engine.games.packet_row", language), language)

    def listed(self, parts: Sequence[str]) -> str:
        """Return the parts as a list with commas, or the word for nothing."""
        return self.say("comma").join(parts) or self.say("nothing")

    def together(self, names: Sequence[str]) -> str:
        """Return names joined as in a sentence.

        >>> Phrases.shipped("en").together(["Ada", "Bo", "Cy"])
        'Ada, Bo and Cy'
        """
        if len(names) < 2:
            return self.listed(names)
        return self.say("and", some=self.listed(names[:-1]), last=names[-1])

    def board(self, sign: str) -> dict[str, str]:
        """Return a board's name in the forms that sentences use: ``board``, ``the``, ``at``."""
        return {form: self.say(f"{form}.{sign}") for form in ("board", "the", "at")} | {
            "board": self.say(f"board.{sign}").capitalize()
        }

    def units(self, goods: Mapping[Good, int]) -> str:
        """Return numbers of units: ``3 grain, 2 fur``."""
        return self.listed([self._units(goods[good], good) for good in GOODS if good in goods])

    def _units(self, n: int, good: Good) -> str:
        """Return a number of units of a good, which has a word of its own for one where a language has: ``1 Fell, 2 Felle``."""
        return self.say("card.units", n=n, good=self.say(f"unit.{good}" if n == 1 else f"good.{good}"))

    def card(self, card: ShownCard) -> str:
        """Return what a card is; the argument is a card as views show it. No player knows a card by its id."""
        if card["kind"] == "contract":
            destination = self.say(f"destination.{card['destination']}")
            demand = self.units(card["demand"])
            return self.say("card.contract", destination=destination, demand=demand, reward=card["reward"])
        if card["kind"] == "ship":
            return self.say("card.ship", destination=self.say(f"destination.{card['destination']}"))
        name, cost = self.named(card["name"]), card["cost"]
        if card["kind"] == "building":
            return self.say("card.building", name=name, cost=cost, vp=card["vp"])
        return self.say("card.paid" if cost else "card.free", name=name, cost=cost)

    def explained(self, card: ShownCard) -> str:
        """Return a card and its uses, as shown when a reader points at it."""
        return self.say("picture.explained", card=self.card(card), use=self.say(f"use.{card['kind']}"))

    def seat(self, seat: int) -> str:
        """Return what pictures call a seat by itself: ``Red (1)``."""
        return self.say("picture.seat", colour=self.nth("picture.colours", seat), n=seat + 1)

    def who(self, seat: int) -> str:
        """Return what a picture's sentence calls a seat: by the player's name if it is known."""
        return in_a_sentence(self.player(seat)) or self.seat(seat)

    def took(self, key: str, seat: int, card: ShownCard) -> str:
        """Return a sentence for taking a card, with the card."""
        return self.say(key, name=self.who(seat), card=self.explained(card))

    def names(self, cards: Iterable[ShownCard]) -> str:
        """Return short names of cards, with the number of equal ones: ``2 x Grain (2), ship to Spain``."""
        counted = Counter(self._short(card) for card in cards)
        return self.listed([name if n == 1 else self.say("table.times", n=n, card=name) for name, n in counted.items()])

    def _short(self, card: ShownCard) -> str:
        if card["kind"] == "contract" or card["kind"] == "ship":
            return self.card(card)
        return self.named(card["name"])


class PacketRowParticulars(Particulars):
    """See :mod:`engine.kit.text.particulars`."""

    def __init__(self, book: Book, phrases: Mapping[Language, Phrases]) -> None:
        self._book = book
        self._phrases = phrases

    def about(self, seen: Seen) -> str | None:
        """Return the name of the harbour master who asks, and the board asked about; None for other questions."""
        view, phrases = cast(PacketRowView, seen.view), self._phrases[seen.language]
        if seen.decision["kind"] != "ask" or view["open_board"] is None:
            return None
        name = one_line(seen.names)[view["harbour_master"]]
        return phrases.say("about.ask", name=name, **phrases.board(view["open_board"]))

    def called(self, language: Language) -> Mapping[str, str]:
        """Return the names of all cards, by key."""
        return {key: self._phrases[language].card(copies[0].shown()) for key, copies in self._book.keys.items()}

    def alike(self, one: Move, other: Move, seen: Seen) -> bool:
        """Return whether two moves differ by the copy of the card they take alone."""
        first, second = cast(PacketRowMove, one), cast(PacketRowMove, other)
        if (
            first["type"] != "take"
            or second["type"] != "take"
            or not {first["card"], second["card"]} <= {*self._book.cards}
        ):
            return one == other
        return {**first, "card": self._book.cards[first["card"]].key} == {
            **second,
            "card": self._book.cards[second["card"]].key,
        }

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return the money left; empty for a card without a price, or if contracts pay for it first."""
        view, meant = cast(PacketRowView, seen.view), cast(PacketRowMove, move)
        if meant["type"] != "take" or "fulfil" in meant or view["seat"] is None:
            return None
        card = self._book.cards.get(meant["card"])
        if card is None or not card.cost:
            return None
        left = view["players"][view["seat"]]["money"] - card.cost
        return self._phrases[seen.language].say("price.paid", cost=card.cost, left=left)

    def hidden(self, view: View, language: Language) -> str | None:
        """Return the viewer's hidden contract, or the hand if hands are hidden, or None if there is neither."""
        shown = cast(PacketRowView, view)
        if shown["seat"] is None:
            return None
        player = shown["players"][shown["seat"]]
        hand = player["hand"] or []
        kept = hand if shown["options"]["hidden_hands"] else [card for card in hand if card["id"] == player["starting"]]
        return self._phrases[language].names(kept) if kept else None
