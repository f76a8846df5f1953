"""Placing plans as sentences (see :mod:`engine.kit.text.plan_sentences`): which card goes where, and what becomes of the ship.

The plans are tried in their order, so that one for a card stands before one for any, and one for a round before one for all.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import Language
from engine.games.kontor.orders.consult import STAGES, STAY
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.fields import Field, field, reading_order
from engine.games.kontor.rules.placing import fields_for
from engine.games.kontor.rules.setup import LONGEST_ROUND_LIMIT
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.moves import KontorOrders, Plan, ShipAnswer
from engine.games.kontor.types.state import KontorState
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Filled, Order, Sentence, Slot, Values, told_apart, with_one_more

LAY, ANY, SAIL = "lay", "any", "sail"
KINDS = (LAY, ANY, SAIL)
KNOWN = frozenset({"card", "round", "place", "ship"})
MOST = 12
SHOWN = 2
"""Fields of an example."""


def sentences(
    state: KontorState, preset: Preset, seat: int, language: Language, phrases: Mapping[Language, Phrases]
) -> list[Sentence]:
    """Return the kinds of plans of this match; the example of each is for a card in the hand of the seat."""
    languages = (language, *(one for one in LANGUAGES if one != language))
    say = phrases[language]
    stays = tuple(
        phrases[one].say(f"plan-parts.{key}") for one in languages for key in ("stays", "stay", "where", "left")
    )
    slots = {
        "card": Slot(say.say("plan-slot.card"), _cards(state, preset, seat, [phrases[one] for one in languages])),
        "place": Slot(say.say("plan-slot.place"), many="ranking", form="fields", most=MOST),
        "ship": Slot(say.say("plan-slot.ship"), {STAY: stays}, many="ranking", form="fields", most=MOST),
        "round": Slot(say.say("plan-slot.round"), form="number", most=LONGEST_ROUND_LIMIT),
    }
    if state["ship"] is None:
        del slots["ship"]
    kinds = KINDS if state["ship"] is not None else (LAY, ANY)
    examples = _examples(state, preset, seat)
    return [
        Sentence(
            kind, _patterns(kind, [phrases[one] for one in languages], ship="ship" in slots), slots, examples.get(kind)
        )
        for kind in kinds
    ]


def _patterns(kind: str, books: Sequence[Phrases], *, ship: bool) -> tuple[str, ...]:
    found = []
    for book in books:
        parts = dict(book.below("plan-parts"))
        behind = parts["with-ship"] * (ship and kind != SAIL) + parts["in-round"]
        found += [pattern + behind for _, pattern in book.below(f"plan.{kind}")]
    return tuple(found)


def _cards(state: KontorState, preset: Preset, seat: int, books: Sequence[Phrases]) -> dict[str, tuple[str, ...]]:
    """Return the names of the cards that the seat may lay some time; a numbered card also goes by its number."""
    own = state["colours"][preset.teams[seat]]
    found: dict[str, tuple[str, ...]] = {}
    hand = state["hands"][seat]
    for card in sorted(preset.cards.values(), key=lambda one: one.id not in hand):
        if card.owner in (own, "neutral") and card.type != "anchor":
            short = [str(card.number)] if card.number is not None else []
            found[card.id] = tuple(dict.fromkeys([*short, *(book.card(card.json()) for book in books), card.id]))
    return told_apart(found)


def _examples(state: KontorState, preset: Preset, seat: int) -> dict[str, Values]:
    """Return a plan of each kind that is possible as the board is now."""
    found: dict[str, Values] = {SAIL: {"ship": (Filled(STAY),)}}
    hand = [preset.cards[name] for name in state["hands"][seat]]
    for card in hand:
        fields = reading_order(fields_for(state, preset, card))[:SHOWN]
        if fields and card.type != "anchor":
            places = tuple(map(Filled, fields))
            turn = state["round"] if state["stage"] in STAGES else state["round"] + 1
            found |= {LAY: {"card": (Filled(card.id),), "place": places}}
            found |= {ANY: {"place": places, "round": (Filled(str(turn)),)}}
            break
    return found


def listed(orders: KontorOrders) -> list[Order]:
    """Return the plans of a document as orders; one with conditions is no sentence."""
    return [_order(plan) for plan in orders["plans"]]


def _order(plan: Plan) -> Order:
    sails = plan.get("ship", [])
    if (
        not {*plan} <= KNOWN
        or any("remove" in one for one in sails)
        or not any(plan.get(one) for one in ("place", "ship"))
    ):
        return Order("", kept={"plans": [plan]})
    values: dict[str, tuple[Filled, ...]] = {}
    if "card" in plan:
        values["card"] = (Filled(plan["card"]),)
    if plan.get("place"):
        values["place"] = tuple(Filled(field(*one)) for one in plan["place"])
    if sails:
        values["ship"] = tuple(Filled(_course(one)) for one in sails)
    if "round" in plan:
        values["round"] = (Filled(str(plan["round"])),)
    kind = SAIL if "place" not in values else LAY if "card" in values else ANY
    return Order(kind, values)


def _course(move: ShipAnswer) -> str:
    return field(*move["to"]) if move["type"] == "sail" else STAY


def made(orders: Sequence[Order]) -> KontorOrders:
    """Return the document of some orders, those for a card and a round first."""
    first = sorted(orders, key=lambda one: ("card" not in one.values, "round" not in one.values))
    plans: list[Plan] = []
    for one in first:
        plans += [_plan(one.values)] if one.kind else cast("KontorOrders", one.kept)["plans"]
    return {"plans": plans}


def _plan(values: Values) -> Plan:
    plan = Plan()
    if "card" in values:
        plan["card"] = values["card"][0].name
    if "round" in values:
        plan["round"] = int(values["round"][0].name)
    if "place" in values:
        plan["place"] = [_at(one.name) for one in values["place"]]
    if "ship" in values:
        plan["ship"] = [_sailing(one.name) for one in values["ship"]]
    return plan


def _sailing(name: Field) -> ShipAnswer:
    return {"type": "stay"} if name == STAY else {"type": "sail", "to": _at(name)}


def _at(name: Field) -> list[int]:
    """Return a field as plans write it, also one that no board can have: the check refuses it."""
    return [int(one) for one in name.split(",")]


def joined(orders: Sequence[Order], added: Order) -> list[Order]:
    """Return orders with another one added; each card has at most one per round."""

    def place_of(one: Order) -> object:
        return (one.kind, one.values.get("card"), one.values.get("round")) if one.kind else one

    return with_one_more(orders, added, place_of)
