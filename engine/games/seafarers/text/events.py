"""Events as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import cast

from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.events import OverEvent, ProducedEvent, RolledEvent, SeafarersEvent
from engine.games.seafarers.types.moves import Amounts

Names = Sequence[str]

AMOUNTS = ("cards", "give", "take")
SEATS = ("victim", "partner")
NAMED = {"kind": "harbour", "resource": "resource", "terrain": "terrain"}
"""Facts that are called by a phrase, by where their phrases stand; a card's depends on the event."""
DEVELOPMENT = ("drawn", "played")
"""Events whose ``card`` is a development card; others' is a resource."""


def told(event: SeafarersEvent, names: Names, phrases: Phrases) -> str:
    """Return what happened; ``names`` are the players' names by seat."""
    facts: dict[str, object] = dict(event)
    places = {key: _place(event, key, value, names, phrases) for key, value in facts.items()}
    seat = facts.get("seat")
    if isinstance(seat, int) and seat >= 0:
        places["name"] = names[seat]
    if event["type"] == "rolled":
        places |= _dice(event)
    if event["type"] == "over":
        places |= _result(event, names, phrases)
    if event["type"] == "points":
        return phrases.count("event.points", event["points"], **places)
    return phrases.say(f"event.{_variant(event)}", **places)


def told_together(events: Iterable[SeafarersEvent], names: Names, phrases: Phrases) -> list[str]:
    """Return what happened, and what one roll brings to several players in one sentence."""
    lines: list[str] = []
    for by_roll, some in groupby(events, _by_roll):
        alike = list(some)
        if by_roll and len(alike) > 1:
            lines.append(_gains(cast("list[ProducedEvent]", alike), names, phrases))
        else:
            lines += [told(event, names, phrases) for event in alike]
    return lines


def _by_roll(event: SeafarersEvent) -> bool:
    return event["type"] == "produced" and not event.get("founding")


def _gains(events: Sequence[ProducedEvent], names: Names, phrases: Phrases) -> str:
    gains = [
        phrases.say(f"gets.{'more' if n else 'first'}", name=names[event["seat"]], cards=phrases.cards(event["cards"]))
        for n, event in enumerate(events)
    ]
    return phrases.say("event.produced-together", list=phrases.say("gets.and").join(gains))


def _place(event: SeafarersEvent, key: str, value: object, names: Names, phrases: Phrases) -> object:
    """Return how a fact is told."""
    if key in AMOUNTS:
        return phrases.cards(cast(Amounts, value))
    if key in SEATS and isinstance(value, int):
        return names[value]
    if key == "seats" and isinstance(value, list):
        return phrases.people([names[seat] for seat in value])
    if key == "given" and isinstance(value, list):
        return phrases.together([f"{names[seat]} {count}" for seat, count in enumerate(value) if count])
    if key == "card":
        return phrases.say(f"{'card' if event['type'] in DEVELOPMENT else 'resource'}.{value}")
    return phrases.say(f"{NAMED[key]}.{value}") if key in NAMED else value


def _variant(event: SeafarersEvent) -> str:
    """Return the key of an event's sentence: some events are told otherwise when something special holds."""
    key: str = event["type"]
    match event["type"]:
        case "founded":
            key = f"founded-{event['piece']}"
        case "produced" if event.get("founding"):
            key = "produced-founding"
        case "road" | "ship" if event.get("free"):
            key += "-free"
        case "discovered" if event["number"]:
            key = "discovered-card" if "card" in event else "discovered-number"
        case "chip" if "from_hex" in event:
            key = "chip-moved"
        case "route" | "army" if event["seat"] < 0:
            key += "-nobody"
        case "over":
            key = f"over.{event['reason']}"
    return key


def _dice(event: RolledEvent) -> dict[str, object]:
    first, second = event["dice"]
    return {"first": first, "second": second, "sum": first + second}


def _result(event: OverEvent, names: Names, phrases: Phrases) -> dict[str, object]:
    scores = [f"{name} {score}" for name, score in zip(names, event["scores"], strict=False)]
    return {"winners": phrases.people([names[seat] for seat in event["winners"]]), "scores": phrases.together(scores)}
