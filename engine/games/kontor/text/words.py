"""Kontor in sentences: what happened, what a move means, what is asked, the table as text (see ``text/``).

Cards are named by their number with what is on them, ``16 (spice, coin)``; fields by column and row, ``(0, -1)``. The table
as text is in :mod:`engine.games.kontor.text.table`.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import Decision, Event, Language, Move, View
from engine.games.kontor.text.phrases import Phrases, team_names
from engine.games.kontor.text.table import glance, plain_table
from engine.games.kontor.types.cards import Card
from engine.games.kontor.types.events import (
    BoughtEvent,
    BuyingEvent,
    ClosedEvent,
    EndedEvent,
    FinedEvent,
    FixedEvent,
    GotEvent,
    InsolventEvent,
    KontorEvent,
    LaidEvent,
    RemovedEvent,
    RevealedEvent,
    RoundEvent,
    SailedEvent,
    ShownEvent,
    StayedEvent,
    TaxEvent,
    UnplaceableEvent,
)
from engine.games.kontor.types.moves import KontorMove, PlayMove, SailMove
from engine.games.kontor.types.view import KontorView
from engine.kit.text.phrases import LANGUAGES, one_line

PlainEvent = (
    BoughtEvent
    | FinedEvent
    | GotEvent
    | InsolventEvent
    | LaidEvent
    | RemovedEvent
    | RoundEvent
    | SailedEvent
    | StayedEvent
    | TaxEvent
    | UnplaceableEvent
)
"""The events whose sentence needs nothing but their facts."""

TOLD_OTHERWISE = frozenset({"type", "to", "card", "at", "from", "seat", "by", "owner"})
"""Facts of an event that a sentence does not use as they are: cards, fields and seats have names."""


TWO_CARDS = 2
"""Smallest hand that has another card to name."""


class KontorWords:
    """Sentences about Kontor; implements :class:`engine.contract.Words`."""

    def __init__(self, cards: Mapping[str, Card], presets: Mapping[str, Mapping[Language, str]]) -> None:
        """Speak about these cards, by id, and call presets by these titles, by name and language."""
        self._cards = cards
        self._presets = presets
        self._phrases = {language: Phrases.shipped(language) for language in LANGUAGES}

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        """Return an event as a sentence; :raises KeyError: for an event that Kontor does not have."""
        told, phrases, names = cast("KontorEvent", event), self._phrases[language], one_line(names)
        match told["type"]:
            case "revealed":
                said = _revealed(self._cards, phrases, told, names)
            case "fixed":
                said = _fixed(phrases, told)
            case "closed":
                said = closed(phrases, told, names, phrases.whereabouts(told["fields"]))
            case "ended":
                said = _ended(phrases, told, names)
            case "buying":
                said = _buying(phrases, told, names)
            case "shown":
                said = _shown(self._cards, phrases, told, names)
            case "income" | "no-income":
                said = phrases.say(f"event.{told['type']}.{told['why']}", name=names[told["seat"]])
            case "drew":
                card = phrases.card_of(self._cards, told["card"])
                said = phrases.say(f"event.drew.{told['pile']}", name=names[told["seat"]], card=card)
            case "pile-empty":
                said = phrases.say(f"event.pile-empty.{told['pile']}", name=names[told["seat"]])
            case _:
                said = phrases.say(f"event.{told['type']}", **_places(self._cards, phrases, told, names))
        return said

    def move(self, move: Move, language: Language) -> str:
        """Return a move in words: ``play 36 (tea, coin)``."""
        return self.answer(move, language, kind="", names=())

    def quiet(self, move: Move, language: Language, *, kind: str, name: str) -> str | None:
        """Return nothing: events tell of every move."""
        return None

    def together(self, events: Sequence[Event], names: Sequence[str], language: Language) -> list[str]:
        """Return what one answer brought, event by event."""
        return [line for event in events if (line := self.event(event, names, language))]

    def answer(self, move: Move, language: Language, *, kind: str, names: Sequence[str]) -> str:
        """Return a move in words; ``names`` are the players' names by seat, without them seats go by number."""
        meant, phrases = cast("KontorMove", move), self._phrases[language]
        match meant["type"]:
            case "show":
                return phrases.say("move.show", card=phrases.card_of(self._cards, meant["card"]))
            case "play":
                return _play(self._cards, phrases, meant)
            case "sail":
                return _sail(phrases, meant, names)
            case "place":
                return phrases.say("move.place", at=phrases.field(meant["at"]))
            case _:
                return phrases.say(f"move.{meant['type']}")

    def question(self, decision: Decision, language: Language) -> str:
        """Return what a seat is asked, short enough for a subject line."""
        return self._phrases[language].say(f"question.{decision['kind']}")

    def advice(self, view: View, language: Language) -> str | None:
        """Return advice on the present choice, in addition to the table, if there is any."""
        shown = cast("KontorView", view)
        hand = None if shown["seat"] is None else shown["hands"][shown["seat"]]
        if shown["stage"] != "choose" or shown["alone"] is None or len(hand or ()) < TWO_CARDS:
            return None
        return self._phrases[language].say(
            "table.ask.choose-alone" if shown["alone"] == "sealed" else "table.ask.choose-asked"
        )

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        """Return the whole table as text, see :func:`engine.games.kontor.text.table.plain_table`."""
        shown = cast("KontorView", view)
        preset = self._presets.get(shown["preset"], {}).get(language, shown["preset"])
        return plain_table(shown, one_line(names), self._phrases[language], preset)

    def glance(self, view: View, names: Sequence[str], language: Language, *, kinds: Sequence[str]) -> str:
        """Return the table in few lines, see :mod:`engine.games.kontor.text.table`."""
        return glance(cast("KontorView", view), one_line(names), self._phrases[language], kinds)


def _places(cards: Mapping[str, Card], phrases: Phrases, event: PlainEvent, names: Sequence[str]) -> dict[str, object]:
    """Return the values for the placeholders of an event's sentence."""
    places: dict[str, object] = {key: value for key, value in event.items() if key not in TOLD_OTHERWISE}
    if "seat" in event:
        places["name"] = names[event["seat"]]
    if "by" in event:
        places["by"] = names[event["by"]]
    if "owner" in event:
        places["owner"] = names[event["owner"]]
    if "card" in event:
        places["card"] = phrases.card_of(cards, event["card"])
    if "from" in event:
        places["from"] = phrases.field(event["from"])
    if "at" in event:
        places["at"] = phrases.field(event["at"])
    return places


def _play(cards: Mapping[str, Card], phrases: Phrases, move: PlayMove) -> str:
    card = phrases.card_of(cards, move["card"])
    if "if_alone" not in move:
        return phrases.say("move.play", card=card)
    if move["if_alone"] == move["card"]:
        return phrases.say("move.play-either", card=card)
    return phrases.say("move.play-if-alone", card=card, other=phrases.card_of(cards, move["if_alone"]))


def _sail(phrases: Phrases, move: SailMove, names: Sequence[str]) -> str:
    to = phrases.field(move["to"])
    if "remove" not in move:
        return phrases.say("move.sail", to=to)
    remove = phrases.field(move["remove"])
    if "receiver" not in move:
        return phrases.say("move.sail-remove", to=to, remove=remove)
    seat = move["receiver"]
    receiver = one_line(names)[seat] if names else phrases.say("move.seat", n=seat)
    return phrases.say("move.sail-remove-receiver", to=to, remove=remove, receiver=receiver)


def _revealed(cards: Mapping[str, Card], phrases: Phrases, event: RevealedEvent, names: Sequence[str]) -> str:
    """Return one sentence for each revealed choice."""
    sentences = []
    for choice in event["choices"]:
        name = names[choice["seat"]]
        if "card" in choice:
            sentences.append(phrases.say("event.revealed.card", name=name, card=phrases.card_of(cards, choice["card"])))
        elif "forfeit" in choice:
            sentences.append(phrases.say("event.revealed.forfeit", name=name))
        else:
            sentences.append(phrases.say("event.revealed.pass", name=name))
    return " ".join(sentences)


def _fixed(phrases: Phrases, event: FixedEvent) -> str:
    low, high = event["range"]
    return phrases.say(f"event.fixed.{event['axis']}", low=low, high=high)


def closed(phrases: Phrases, event: ClosedEvent, names: Sequence[str], fields: str) -> str:
    """Return a sentence about the guard of a closed sector and the reason; ``fields``: its fields in words."""
    teams = [phrases.together(team_names(names, team)) for team in (0, 1)]
    guard = {} if event["guard"] is None else {"team": teams[event["guard"]]}
    return phrases.count(
        f"event.closed.{event['by']}", event["size"], fields=fields, tally=phrases.tally(event["goods"], teams), **guard
    )


def _ended(phrases: Phrases, event: EndedEvent, names: Sequence[str]) -> str:
    teams = [phrases.together(team_names(names, team)) for team in (0, 1)]
    winner = {"team": teams[event["winner"]]} if "winner" in event else {}
    scores = phrases.listed([f"{team} {points}" for team, points in zip(teams, event["scores"], strict=True)])
    money = phrases.listed([f"{name} {coins}" for name, coins in zip(names, event["money"], strict=True)])
    return phrases.say(f"event.ended.{event['why']}", scores=scores, money=money, **winner)


def _buying(phrases: Phrases, event: BuyingEvent, names: Sequence[str]) -> str:
    """Return who wants to buy a special card."""
    buyers = [names[seat] for seat in event["seats"]]
    return (
        phrases.count("event.buying", len(buyers), names=phrases.together(buyers))
        if buyers
        else phrases.say("event.nobody-buys")
    )


def _shown(cards: Mapping[str, Card], phrases: Phrases, event: ShownEvent, names: Sequence[str]) -> str:
    """Return one sentence for each card shown in the contest for the last special card."""
    shown = [
        phrases.say("event.shown", name=names[one["seat"]], card=phrases.card_of(cards, one["card"]))
        for one in event["choices"]
    ]
    return " ".join(shown) or phrases.say("event.nothing-shown")
