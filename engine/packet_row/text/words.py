"""Packet Row in sentences: what happened, what a move means, what is asked, the table as text (see ``en.toml``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.contract import Decision, Event, Json, Language, Move, View
from engine.kit.phrases import LANGUAGES, one_line
from engine.packet_row.book import Book
from engine.packet_row.rules.fulfilment import reward
from engine.packet_row.text.phrases import Phrases
from engine.packet_row.text.table import plain_table

Names = Sequence[str]


class PacketRowWords:
    """Sentences about Packet Row in English and German; implements :class:`engine.contract.Words`."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._phrases = {language: Phrases.shipped(language) for language in LANGUAGES}

    def event(self, event: Event, names: Names, language: Language) -> str:
        """Return what happened; :raises KeyError: for an event that Packet Row does not have."""
        phrases, names = self._phrases[language], one_line(names)
        special = _SPECIAL.get(event["type"])
        if special is not None:
            return special(self, phrases, event, names)
        places: dict[str, object] = {"round": event.get("round")}
        if "seat" in event:
            places["name"] = names[event["seat"]]
        if "board" in event:
            places |= phrases.board(event["board"])
        variant = f".{event['why']}" if event["type"] == "skipped" else ""
        return phrases.say(f"event.{event['type']}{variant}", **places)

    def move(self, move: Move, language: Language) -> str:
        """Return a move as one would say it: ``take University [15 $, 6 points]``."""
        phrases = self._phrases[language]
        kind = move["type"]
        if kind == "fulfil":
            return self._fulfil(phrases, "move.fulfil", move["cards"])
        if kind == "settle":
            if "fulfil" not in move:
                return phrases.say("move.settle")
            return (
                self._fulfil(phrases, "move.settle-these", move["fulfil"])
                if move["fulfil"]
                else phrases.say("move.settle-none")
            )
        if kind == "take":
            key = "move.take-assistant" if "assistant" in move else "move.take"
            said = phrases.say(key, card=self.card(phrases, move["card"]))
        elif kind == "open":
            said = phrases.say("move.open", **phrases.board(move["board"]))
        else:
            said = phrases.say(f"move.{kind}")
        if move.get("fulfil"):
            return phrases.say("then", first=self._fulfil(phrases, "move.fulfil", move["fulfil"]), second=said)
        return said

    def question(self, decision: Decision, language: Language) -> str:
        """Return what a seat is asked, short enough for a subject line."""
        return self._phrases[language].say(f"question.{decision['kind']}")

    def table(self, view: View, names: Names, language: Language) -> str:
        """Return the whole table as text, see :func:`engine.packet_row.text.table.plain_table`."""
        return plain_table(view, one_line(names), self._phrases[language], self._book)

    def card(self, phrases: Phrases, card: str) -> str:
        """Return what a card is, or its id if the card lists do not know it."""
        return phrases.card(self._book.cards[card].json()) if card in self._book.cards else card

    def names(self, phrases: Phrases, ids: Sequence[str]) -> str:
        """Return the names of cards by id."""
        return phrases.names([self._book.cards[card].json() for card in ids if card in self._book.cards])

    def _fulfil(self, phrases: Phrases, key: str, ids: Sequence[str]) -> str:
        cards = [self._book.cards[card] for card in ids if card in self._book.cards]
        contracts = phrases.together([card.id for card in cards if card.kind == "contract"])
        used = phrases.names([card.json() for card in cards if card.kind != "contract"])
        return phrases.say(key, contracts=contracts, reward=reward(cards), cards=used)


def _took(words: PacketRowWords, phrases: Phrases, event: Event, names: Names) -> str:
    key = ("assistant-" if "assistant" in event else "") + ("paid" if event["paid"] else "free")
    card = words.card(phrases, event["card"])
    return phrases.say(f"event.took.{key}", name=names[event["seat"]], card=card, paid=event["paid"])


def _fulfilled(words: PacketRowWords, phrases: Phrases, event: Event, names: Names) -> str:
    contracts = phrases.together([words.card(phrases, card) for card in event["contracts"]])
    used = words.names(phrases, [card for card in event["cards"] if card not in event["contracts"]])
    return phrases.count(
        "event.fulfilled",
        len(event["contracts"]),
        name=names[event["seat"]],
        contracts=contracts,
        reward=event["reward"],
        cards=used,
    )


def _refilled(words: PacketRowWords, phrases: Phrases, event: Event, names: Names) -> str:
    current, future = (words.names(phrases, event[supply]) for supply in ("current", "future"))
    return phrases.say("event.refilled", board=phrases.board(event["board"])["board"], current=current, future=future)


def _round_over(words: PacketRowWords, phrases: Phrases, event: Event, names: Names) -> str:
    without = [names[seat] for seat in event["without"]]
    key = "event.round-over.some" if without else "event.round-over.all"
    return phrases.say(key, round=event["round"], names=phrases.together(without))


def _final(words: PacketRowWords, phrases: Phrases, event: Event, names: Names) -> str:
    due = [names[seat] for seat in event["seats"]]
    return phrases.say(f"event.final.{event['why']}.{'some' if due else 'none'}", names=phrases.together(due))


def _ended(words: PacketRowWords, phrases: Phrases, event: Event, names: Names) -> str:
    lines = [points_line(phrases, names[one["seat"]], one) for one in event["points"]]
    winners = phrases.together([names[seat] for seat in event["winners"]])
    return phrases.say(f"event.ended.{event['why']}", points=" ".join(lines), winners=winners)


def points_line(phrases: Phrases, name: str, points: dict[str, Json]) -> str:
    """Return a seat's points with their parts."""
    return phrases.say(
        "points.penalty" if points["penalty"] else "points.line",
        name=name,
        **{key: value for key, value in points.items() if key != "seat"},
    )


_SPECIAL: dict[str, Callable[[PacketRowWords, Phrases, Event, Names], str]] = {
    "took": _took,
    "fulfilled": _fulfilled,
    "refilled": _refilled,
    "round-over": _round_over,
    "final": _final,
    "ended": _ended,
}
