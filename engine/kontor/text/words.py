"""Kontor in sentences: what happened, what a move means, what is asked, the table as text (see ``text/``).

Cards are told by number with what is on them, ``16 (spice, coin)``; fields by column and row, ``(0, -1)``. The table as
text is in :mod:`engine.kontor.text.table`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Decision, Event, Language, Move, View
from engine.kit.phrases import LANGUAGES, one_line
from engine.kontor.cards import Card
from engine.kontor.text.phrases import Phrases, team_names
from engine.kontor.text.table import plain_table

CARDS = ("card",)
FIELDS = ("at", "from")
SEATS = {"seat": "name", "by": "by", "owner": "owner"}
"""Which facts of an event name a seat, and the place that name takes in the sentence."""

VARIED_BY = {"income": "why", "no-income": "why", "drew": "pile", "pile-empty": "pile"}
"""The fact of an event by which its sentence is chosen."""


class KontorWords:
    """Sentences about Kontor in English and German; implements :class:`engine.contract.Words`."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self._cards = cards
        self._phrases = {language: Phrases.shipped(language) for language in LANGUAGES}

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        """Return what happened; :raises KeyError: for an event that Kontor does not have."""
        phrases, names = self._phrases[language], one_line(names)
        special = _SPECIAL.get(event["type"])
        if special is not None:
            return special(self._cards, phrases, event, names)
        variant = f".{event[VARIED_BY[event['type']]]}" if event["type"] in VARIED_BY else ""
        places: dict[str, object] = {
            key: value for key, value in event.items() if key not in ("type", "to", *CARDS, *FIELDS, *SEATS)
        }
        places |= {key: phrases.card_of(self._cards, event[key]) for key in CARDS if key in event}
        places |= {key: phrases.field(event[key]) for key in FIELDS if key in event and event[key] is not None}
        places |= {place: names[event[key]] for key, place in SEATS.items() if key in event}
        return phrases.say(f"event.{event['type']}{variant}", **places)

    def move(self, move: Move, language: Language) -> str:
        """Return a move as one would say it: ``play 36 (tea, coin)``."""
        phrases = self._phrases[language]
        kind = move["type"]
        if kind == "show":
            return phrases.say("move.show", card=phrases.card_of(self._cards, move["card"]))
        if kind == "play":
            card = phrases.card_of(self._cards, move["card"])
            if "if_alone" not in move:
                return phrases.say("move.play", card=card)
            if move["if_alone"] == move["card"]:
                return phrases.say("move.play-either", card=card)
            return phrases.say("move.play-if-alone", card=card, other=phrases.card_of(self._cards, move["if_alone"]))
        places = {key: phrases.field(move[key]) for key in ("at", "to", "remove") if key in move}
        if "receiver" in move:
            return phrases.say("move.sail-remove-receiver", receiver=move["receiver"], **places)
        return phrases.say("move.sail-remove" if "remove" in move else f"move.{kind}", **places)

    def question(self, decision: Decision, language: Language) -> str:
        """Return what a seat is asked, short enough for a subject line."""
        return self._phrases[language].say(f"question.{decision['kind']}")

    def advice(self, view: View, language: Language) -> str | None:
        """Return what a player should know about the choice that stands, besides the table."""
        if view["stage"] != "choose" or view.get("alone") != "sealed":
            return None
        return self._phrases[language].say("table.ask.choose-alone")

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        """Return the whole table as text, see :func:`engine.kontor.text.table.plain_table`."""
        return plain_table(view, one_line(names), self._phrases[language])


def _revealed(cards: Mapping[str, Card], phrases: Phrases, event: Event, names: Sequence[str]) -> str:
    """Return one sentence for each revealed choice."""
    sentences = []
    for choice in event["choices"]:
        name = names[choice["seat"]]
        if "card" in choice:
            sentences.append(phrases.say("event.revealed.card", name=name, card=phrases.card_of(cards, choice["card"])))
        else:
            sentences.append(phrases.say(f"event.revealed.{'forfeit' if choice.get('forfeit') else 'pass'}", name=name))
    return " ".join(sentences)


def _fixed(cards: Mapping[str, Card], phrases: Phrases, event: Event, names: Sequence[str]) -> str:
    low, high = event["range"]
    return phrases.say(f"event.fixed.{event['axis']}", low=low, high=high)


def _closed(cards: Mapping[str, Card], phrases: Phrases, event: Event, names: Sequence[str]) -> str:
    teams = [phrases.together(team_names(names, team)) for team in (0, 1)]
    guard = {} if event["guard"] is None else {"team": teams[event["guard"]]}
    return phrases.count(
        f"event.closed.{event['by']}",
        event["size"],
        fields=phrases.fields(event["fields"]),
        tally=phrases.tally(event["goods"], teams),
        **guard,
    )


def _ended(cards: Mapping[str, Card], phrases: Phrases, event: Event, names: Sequence[str]) -> str:
    teams = [phrases.together(team_names(names, team)) for team in (0, 1)]
    winner = {"team": teams[event["winner"]]} if "winner" in event else {}
    scores = phrases.listed([f"{team} {points}" for team, points in zip(teams, event["scores"], strict=True)])
    money = phrases.listed([f"{name} {coins}" for name, coins in zip(names, event["money"], strict=True)])
    return phrases.say(f"event.ended.{event['why']}", scores=scores, money=money, **winner)


def _buying(cards: Mapping[str, Card], phrases: Phrases, event: Event, names: Sequence[str]) -> str:
    """Return who wants to buy a special card."""
    buyers = [names[seat] for seat in event["seats"]]
    return (
        phrases.count("event.buying", len(buyers), names=phrases.together(buyers))
        if buyers
        else phrases.say("event.nobody-buys")
    )


def _shown(cards: Mapping[str, Card], phrases: Phrases, event: Event, names: Sequence[str]) -> str:
    """Return one sentence for each card shown in the contest for the last special card."""
    shown = [
        phrases.say("event.shown", name=names[one["seat"]], card=phrases.card_of(cards, one["card"]))
        for one in event["choices"]
    ]
    return " ".join(shown) or phrases.say("event.nothing-shown")


_SPECIAL: dict[str, Callable[[Mapping[str, Card], Phrases, dict[str, Any], Sequence[str]], str]] = {
    "revealed": _revealed,
    "fixed": _fixed,
    "closed": _closed,
    "ended": _ended,
    "buying": _buying,
    "shown": _shown,
}
