"""The game in sentences: what happened, what a move means, what is asked, the table as text (see ``text/``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.anno_1701.dataset import Dataset
from engine.anno_1701.orders.turn_list import ending, left
from engine.anno_1701.text.moves import CENTRES, said_move
from engine.anno_1701.text.phrases import Phrases
from engine.anno_1701.text.table import plain_table
from engine.contract import Decision, Event, Language, Move, Orders, View
from engine.kit.phrases import one_line


def _letters(phrases: Phrases, value: str) -> str:
    return phrases.name(value) if len(value) == 1 else phrases.goods(value)


_TOLD: dict[str, Callable[[Phrases, Any], str]] = {
    "goods": lambda phrases, value: phrases.goods(value),
    "give": _letters,
    "take": _letters,
    "good": Phrases.name,
    "event": Phrases.name,
    "level": Phrases.name,
    "cards": lambda phrases, value: phrases.listed([phrases.card(card) for card in value]),
    "numeral": Phrases.numeral,
    "power": lambda phrases, value: phrases.say(f"power.{value}"),
    "side": lambda phrases, value: phrases.say(f"side.{value}"),
    "centre": lambda phrases, value: phrases.say(f"centre.{CENTRES[value]}"),
    "rolls": lambda phrases, value: phrases.listed([str(one) for one in value]),
    "dice": lambda phrases, value: phrases.listed([str(one) for one in value]),
}
"""How the facts of events are told, by their name; anything else stands for itself."""


class AnnoWords:
    """Sentences in English and German; implements :class:`engine.contract.Words`."""

    def __init__(self, data: Dataset) -> None:
        self._data = data
        self._phrases: dict[Language, Phrases] = {"en": Phrases("en", data), "de": Phrases("de", data)}

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        """Return what happened; :raises KeyError: for an event that the game does not have."""
        phrases, names = self._phrases[language], one_line(names)
        hidden = ("type", "to", "order")
        places = {key: self._place(phrases, key, value) for key, value in event.items() if key not in hidden}
        if event.get("seat") is not None:
            places["name"] = names[event["seat"]]
        for key, place in (("land", "place"), ("landscape", "land"), ("to_land", "other")):
            if event.get(key) is not None:
                places[place] = phrases.land(event[key])
        if event["type"] == "prefers":
            places["wishes"] = phrases.wishes(event["prefer"])
        if "resident" in event:
            places["place"] = event["resident"] + 1
        if event["type"] == "revealed":
            places["meeting"] = phrases.meeting(event["card"])
        if event["type"] == "ended":
            places["winners"] = phrases.listed([names[seat] for seat in event["winners"]])
            pairs = zip(names, event["scores"], strict=True)
            places["scores"] = phrases.listed([f"{name} {score}" for name, score in pairs])
        said = phrases.say(f"event.{_variant(event)}", **places)
        return _by_order(phrases, said, event["order"]) if "order" in event else said

    def _place(self, phrases: Phrases, key: str, value: Any) -> object:
        """Return how a fact of an event is told."""
        if key == "card":
            return value and phrases.card(value)
        tell = _TOLD.get(key)
        return (
            value if tell is None or isinstance(value, int) != (key in ("numeral", "centre")) else tell(phrases, value)
        )

    def move(self, move: Move, language: Language) -> str:
        """Return a move as one would say it: ``build theatre III``."""
        phrases = self._phrases[language]
        said = said_move(move, phrases)
        return _by_order(phrases, said, move["order"]) if "order" in move else said

    def proposal(self, view: View, orders: Orders, language: Language) -> str | None:
        """Return what going on with an interrupted turn list means, entry by entry; None if these orders have no such list."""
        plan, resting = orders.get("turn"), view["list"]
        if resting is None or plan is None or plan["turn"] != view["turn"]:
            return None
        phrases = self._phrases[language]
        moves = [entry["do"] for entry in left(resting, plan)] + ending(plan)
        said = phrases.in_turn([said_move(move, phrases) for move in moves])
        return phrases.say("move.resume-with", list=said)

    def question(self, decision: Decision, language: Language) -> str:
        """Return what a seat is asked, short enough for a subject line."""
        return self._phrases[language].say(f"question.{decision['kind']}")

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        """Return the whole table as text, see :func:`engine.anno_1701.text.table.plain_table`."""
        return plain_table(view, one_line(names), self._phrases[language])


def _by_order(phrases: Phrases, said: str, order: str) -> str:
    """Return a sentence or a move with the row of the standing orders that answered (E.2)."""
    row, _, default = order.partition("-")
    marked = phrases.say("by.default" if default else "by.order", row=row, what=phrases.say(f"row.{row}"))
    return f"{said[:-1]} {marked}." if said.endswith(".") else f"{said} {marked}"


def _variant(event: Event) -> str:
    """Return the key of an event's sentence."""
    kind = str(event["type"])
    told = next((key for applies, key in _VARIANTS if applies(event)), None)
    if told is not None:
        return told
    if kind == "ended":
        return f"ended.{event['why']}"
    if kind == "played":
        target = next((key for key in ("landscape", "centre") if key in event), None)
        return kind if target is None else f"played-{target}"
    return kind


_VARIANTS: tuple[tuple[Callable[[Event], bool], str], ...] = (
    (lambda event: event["type"] == "gained" and event["land"] in ("R", "B"), "gained-lux"),
    (lambda event: event["type"] == "built" and event["gold"] > 0, "built-gold"),
    (lambda event: event["type"] == "produced" and event["ship"] is not None, "produced-ship"),
    (lambda event: event["type"] == "stolen" and event["lapsed"] > 0, "stolen-lapsed"),
    (lambda event: event["type"] == "tax" and event["lapsed"] > 0, "tax-lapsed"),
    (lambda event: event["type"] == "produced" and not event["goods"], "produced-nothing"),
    (lambda event: event["type"] == "power" and event["seat"] is None, "power-nobody"),
    (lambda event: event["type"] == "sails" and event["card"] is not None, "sails-card"),
)
"""Events that are told otherwise when something special holds."""
