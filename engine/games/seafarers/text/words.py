"""Seafarers in sentences: what happened, what a move means, what is asked, the table as text (see ``en.toml``).

At a terminal a move is chosen place by place, under a table without the lists of places.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import cast

from engine.contract import Decision, Event, Language, Move, View
from engine.games.seafarers.resources import RESOURCES
from engine.games.seafarers.schemas import MOVES
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.text.table import brief_table, glance, plain_table
from engine.games.seafarers.types.events import OverEvent, ProducedEvent, RolledEvent, SeafarersEvent
from engine.games.seafarers.types.moves import Amounts, SeafarersMove
from engine.games.seafarers.types.view import Resource, SeafarersView
from engine.kit.terminal import Step, Terminal
from engine.kit.text.phrases import LANGUAGES, one_line

ACTIONS = tuple(dict.fromkeys(form["properties"]["type"]["const"] for kind in MOVES.values() for form in kind["oneOf"]))
"""Names of the moves in the data, without duplicates."""
PLACES = ("node", "hex", "edge", "to")
"""Members of moves that number a place of the map."""
EDGES = ("edge", "to")
RESOURCES_OF = ("give", "take", "resource")
"""Members that are resources, asked for after the place."""


class SeafarersTerminal(Terminal):
    """Seafarers for players at a terminal."""

    def brief(self, view: View, names: Sequence[str], language: Language) -> str | None:
        """Return the table without its legend and the lists of places, which are asked for one by one."""
        return brief_table(cast(SeafarersView, view), one_line(names), Phrases(language))

    def steps(self, language: Language) -> Sequence[Step]:
        """Return the questions: what to do, then where, with what, and at what price."""
        phrases = Phrases(language)
        places = [Step(member, phrases.say(f"step.{member}")) for member in PLACES]
        cards = [
            Step(f"cards.{name}", phrases.say("step.cards", resource=phrases.say(f"resource.{name}")))
            for name in RESOURCES
        ]
        actions = Step("type", called={str(name): phrases.say(f"key.{name}") for name in ACTIONS})
        pieces = Step("piece", called={name: phrases.say(f"key.{name}") for name in ("road", "ship")})
        resources: dict[str, str] = {name: phrases.say(f"resource.{name}").lower() for name in RESOURCES}
        return [actions, *places, pieces, *(Step(member, called=resources) for member in RESOURCES_OF), *cards]

    def value(self, view: View, step: Step, value: int) -> str:
        """Return an edge with its two sites; anything else is a number that the map shows."""
        if step.member not in EDGES:
            return str(value)
        a, b = cast(SeafarersView, view)["edges"][value]
        return f"{value} ({a}-{b})"


Names = Sequence[str]

AMOUNTS = ("cards", "give", "take")
SEAT_FACTS = ("victim", "partner")
NAMED = {"kind": "harbour", "resource": "resource", "terrain": "terrain"}
"""Facts that are called by a phrase, by where their phrases stand; a card's depends on the event."""
DEVELOPMENT = ("drawn", "played")
"""Events whose ``card`` is a development card; others' is a resource."""


def told(event: SeafarersEvent, names: Names, phrases: Phrases) -> str:
    """Return an event as a sentence; ``names`` are the players' names by seat."""
    facts: dict[str, object] = dict(event)
    places = {key: _fact(event, key, value, names, phrases) for key, value in facts.items()}
    seat = facts.get("seat")
    if isinstance(seat, int) and seat >= 0:
        places["name"] = names[seat]
    if event["type"] == "rolled":
        places |= _dice(event)
    if event["type"] == "over":
        places |= _result(event, names, phrases)
    if event["type"] == "points":
        return phrases.count("event.points", event["points"], **places)
    return phrases.say(f"event.{event_variant(event)}", **places)


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


def _fact(event: SeafarersEvent, key: str, value: object, names: Names, phrases: Phrases) -> object:
    """Return a fact in words."""
    if key in AMOUNTS:
        return phrases.cards(cast(Amounts, value))
    if key in SEAT_FACTS and isinstance(value, int):
        return names[value]
    if key == "seats" and isinstance(value, list):
        everybody = len(value) > 1 and len(value) == len(names) - 1
        return phrases.say("everybody") if everybody else phrases.people([names[seat] for seat in value])
    if key == "given" and isinstance(value, list):
        return phrases.together([f"{names[seat]} {count}" for seat, count in enumerate(value) if count])
    if key == "card":
        return phrases.say(f"{'card' if event['type'] in DEVELOPMENT else 'resource'}.{value}")
    return phrases.say(f"{NAMED[key]}.{value}") if key in NAMED else value


def event_variant(event: SeafarersEvent) -> str:
    """Return the key of an event's sentence, which for some events depends on their facts."""
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


SEATS = ("victim", "seat")
"""Facts that are players."""
ENDED = ("act", "special")
"""Kinds of decisions whose end is named after what it ends."""


def said(
    move: SeafarersMove, phrases: Phrases, *, kind: str = "", names: Sequence[str] = (), listed: bool = False
) -> str:
    """Return a move in words; a list's actions in order.

    :param kind: of the decision it answers, if that is known.
    :param names: the players' names by seat; without them players go by number, counted from 1.
    :param listed: whether it stands in a list behind another.
    """
    if move["type"] == "list":
        parts = (said(one, phrases, kind=kind, names=names, listed=n > 0) for n, one in enumerate(move["do"]))
        return phrases.say("then").join(parts)
    facts = cast("Mapping[str, object]", move)
    places = {key: _place(key, value, phrases, names) for key, value in facts.items()}
    if move["type"] == "offer" and "to" in move:
        places["seats"] = phrases.people([names[seat] for seat in move["to"]]) if names else phrases.seats(move["to"])
    return phrases.say(f"move.{_variant(move, kind, listed=listed)}", **places)


def _place(key: str, value: object, phrases: Phrases, names: Sequence[str]) -> object:
    """Return a fact of a move in words."""
    if isinstance(value, int):
        if key not in SEATS:
            return value
        return names[value] if names else phrases.seats([value])
    if isinstance(value, dict):
        return phrases.cards(cast(Amounts, value))
    if isinstance(value, list) and key == "take":
        return phrases.kinds(cast("list[Resource]", value))
    if key in ("give", "take", "resource") and isinstance(value, str):
        return phrases.say(f"resource.{value}")
    return value


def _variant(move: SeafarersMove, kind: str, *, listed: bool) -> str:
    """Return the key of a move's words, which for some moves depends on their facts."""
    key: str = move["type"]
    match move["type"]:
        case "found":
            key = f"found-{move['piece']}"
        case "robber" | "pirate" if "victim" in move:
            key += "-victim"
        case "gold" if not move["take"]:
            key = "gold-open"
        case "offer" if "to" in move:
            key = "offer-to"
        case "end" if kind in ENDED:
            key = f"end-{kind}-list" if kind == "special" and listed else f"end-{kind}"
    return key


class SeafarersWords:
    """Sentences about Seafarers; implements :class:`engine.contract.Words`.

    Also implements :class:`engine.kit.text.particulars.Wording`: the end of a turn and a pass are the same move, what a roll
    brings to everybody is one sentence, and players are named where their names are known.
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
        """Return a sentence for a player who passed; events report all other moves."""
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
