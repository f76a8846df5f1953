"""Choices attached to playing a card: where to lay it, and how the ship then moves (see :mod:`engine.kit.ahead`).

Offered are the places possible when the card is chosen; any that are no longer possible when it is laid are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.kontor.orders.schema import MOST_PLANS
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.fields import Field, place, reading_order
from engine.games.kontor.rules.placing import fields_for
from engine.games.kontor.rules.ship import destinations
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.moves import KontorMove, ShipAnswer
from engine.games.kontor.types.orders import KontorOrders, Plan
from engine.games.kontor.types.state import KontorState
from engine.kit.ahead import Ahead, Wish, Wishes

STAGES = ("choose", "alone")
STAY = "stay"


def ahead(state: KontorState, preset: Preset, move: KontorMove, phrases: Phrases) -> list[Ahead]:
    """Return where the card of a move may be laid, and the courses of the ship where there is one."""
    if state["stage"] not in STAGES or move["type"] != "play":
        return []
    fields = {one for name in _cards(move) for one in fields_for(state, preset, preset.cards[name])}
    found = [_part("place", _fields(reading_order(fields), phrases), phrases)]
    if state["ship"] is not None:
        stay = Wish(STAY, phrases.say("ahead.stay"), phrases.say("ahead.stay-called"))
        found.append(_part("ship", [stay, *_fields(destinations(state, preset), phrases)], phrases))
    return found


def settled_words(part: str, names: Sequence[str], phrases: Phrases) -> tuple[str, list[str]]:
    """Return what a part is about, and what wishes are called."""
    called = [phrases.say("ahead.stay") if name == STAY else phrases.field(place(name)) for name in names]
    return phrases.say(f"ahead.{part}-about"), called


def orders(state: KontorState, move: KontorMove, wishes: Wishes) -> KontorOrders:
    """Return placing plans for this round and the cards of this move alone."""
    assert move["type"] == "play"
    plans = []
    for card in _cards(move):
        plan = Plan(card=card, round=state["round"])
        if wishes.get("place"):
            plan["place"] = [place(name) for name in wishes["place"]]
        if wishes.get("ship"):
            plan["ship"] = [_course(name) for name in wishes["ship"]]
        plans.append(plan)
    return {"plans": plans}


def _cards(move: KontorMove) -> Iterable[str]:
    """Return the cards that a move may come to, each once."""
    assert move["type"] == "play"
    return dict.fromkeys((move["card"], move.get("if_alone", move["card"])))


def _part(name: str, wishes: Sequence[Wish], phrases: Phrases) -> Ahead:
    keywords = tuple(phrases.say(f"ahead.{name}-keywords").split())
    return Ahead(name, keywords, phrases.say(f"ahead.{name}"), tuple(wishes[:MOST_PLANS]))


def _fields(fields: Iterable[Field], phrases: Phrases) -> list[Wish]:
    return [Wish(name, phrases.field(place(name))) for name in fields]


def _course(name: str) -> ShipAnswer:
    return {"type": "stay"} if name == STAY else {"type": "sail", "to": place(name)}
