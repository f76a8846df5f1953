"""JSON Schemas of options and moves: closed, so that a misspelt key is refused and never ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kontor.corrections import NEWEST, SINCE
from engine.kontor.presets import PASS_MODES, Preset

DRAFT = "https://json-schema.org/draft/2020-12/schema"
DEFAULT_PRESET = "tilsit"
ROUND_LIMIT = 200
LONGEST_ROUND_LIMIT = 1000
MOST_PLANS = 60
"""Entries of any list in a seat's orders."""
MOST_ENTRIES = 600
"""Conditions, ship moves and fields of all plans of a seat together: the work of reading them is bounded by it."""

_RECEIVER = {
    "type": "integer",
    "minimum": 0,
    "description": "Only and always where partners share a colour: the seat under whose pile the removed card goes, one "
    "of those who play its colour.",
}

_FIELD = {
    "type": "array",
    "prefixItems": [{"type": "integer"}, {"type": "integer"}],
    "minItems": 2,
    "maxItems": 2,
    "items": False,
    "description": "A field [x, y], x to the right, y down.",
}


def options_schema(presets: Mapping[str, Preset]) -> dict[str, Any]:
    """Return the schema of the match options."""
    defaults = ", ".join(f"{preset.pass_mode} for {name}" for name, preset in presets.items())
    with_special = ", ".join(name for name, preset in presets.items() if preset.special_default)
    seats = ", ".join(f"{preset.seats} for {name}" for name, preset in presets.items())
    return {
        "$schema": DRAFT,
        "title": "Kontor: match options",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "preset": {
                "enum": list(presets),
                "default": DEFAULT_PRESET,
                "description": "Which table is played: box, board, money, ship and final scoring. It must fit the "
                f"number of seats: {seats}.",
            },
            "pass_mode": {
                "enum": list(PASS_MODES),
                "default": presets[DEFAULT_PRESET].pass_mode,
                "description": "declare: a pass counts as declared before cards are chosen, so a sealed choice may carry "
                "a second card for that case; secret: a pass is one more value of the sealed choice. If left out, the "
                f"preset's own: {defaults}.",
            },
            "round_limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": LONGEST_ROUND_LIMIT,
                "default": ROUND_LIMIT,
                "description": "The match ends with normal scoring after this many rounds.",
            },
            "special_cards": {
                "type": "boolean",
                "default": False,
                "description": "Whether flood, bridge and customs house are in the match: dealt at the start or bought "
                "before a round, as the preset says. Refused in presets that are played without them. If left out, "
                f"true for {with_special}, else false.",
            },
            "quay_pile_open": {
                "type": "boolean",
                "default": False,
                "description": "Whether all cards of the quay piles can be seen, not only the top ones. Who sees the "
                "piles can work out which quays the other holds.",
            },
        },
    }


def move_schemas(cards: list[str], version: int = NEWEST) -> dict[str, dict[str, Any]]:
    """Return the schema of the moves of each kind of decision; ``cards`` are the ids that can be in a hand."""
    fines = version >= SINCE["unopened-never-pays"]
    fine = (
        [_move("fine", {}, "Server-only, refused for seats: pay two coins for a seal that was not opened.")]
        if fines
        else []
    )
    teams = "At a table for four the same card is played then. " if version >= SINCE["alone-before-reveal"] else ""
    card = {"enum": cards, "description": "The id of a card in the own hand."}
    play = _move("play", {"card": card}, "Play this card.")
    return {
        "buy": _any(
            "The sealed decision before a round whether a special card is bought.",
            _move("buy", {}, "Buy the top card of the face-down pile for two coins."),
            _move("decline", {}, "Buy nothing."),
            *fine,
        ),
        "contest": _any(
            "Two want the last special card: the higher number buys it.",
            _move("show", {"card": card}, "Show this card; it goes back to the hand."),
            *fine,
        ),
        "choose": _any(
            "The sealed choice of a round.",
            play,
            _move(
                "play",
                {
                    "card": card,
                    "if_alone": card
                    | {"description": "The card to play instead if the opponent passes; may be the same."},
                },
                "Only with pass_mode declare. Both cards become public when the seal is opened. Without if_alone, "
                f"the seat is asked again (alone) if the opponent passes. {teams}".rstrip(),
            ),
            _move("pass", {}, "Play no card, pay no tax, take a coin from the bank."),
            _move(
                "forfeit",
                {},
                "Server-only, refused for seats: what stands in the log for a seat that did not open its seal. A pass "
                "without the coin.",
            ),
        ),
        "alone": _any(
            "The opponent has passed: which card is played? Sealed where two seats are asked.",
            play,
            _move("forfeit", {}, "Server-only, refused for seats: as with choose."),
        ),
        "ship": _any(
            "Before laying a card with a ship symbol: is the ship moved?",
            _move("stay", {}, "Leave the ship where it is."),
            _move("sail", {"to": _FIELD}, "Move the ship to another canal."),
            _move(
                "sail",
                {"to": _FIELD, "remove": _FIELD},
                "Move the ship and remove a quay with a ship symbol beside it.",
            ),
            _move(
                "sail",
                {"to": _FIELD, "remove": _FIELD, "receiver": _RECEIVER},
                "The same at a table for four, where the remover chooses whose pile the card goes under.",
            ),
        ),
        "place": _any("Where is the card laid?", _move("place", {"at": _FIELD}, "Lay the card on this field.")),
    }


def orders_schema(cards: list[str]) -> dict[str, Any]:
    """Return the schema of placing plans (see :mod:`engine.kontor.orders.consult`)."""
    condition: list[dict[str, Any]] = [
        {"free": _FIELD},
        {"holds": _FIELD, "card": {"enum": cards}},
        {"ship": _FIELD},
        {"passed": {"type": "integer"}},
    ]
    sail = _move("sail", {"to": _FIELD}, "Move the ship.")
    sail["properties"] |= {"remove": _FIELD, "receiver": _RECEIVER}
    plan = {
        "type": "object",
        "additionalProperties": False,
        "anyOf": [{"required": ["ship"]}, {"required": ["place"]}],
        "properties": {
            "card": {"enum": cards, "description": "The card this plan is for; left out: any."},
            "round": {"type": "integer", "minimum": 1, "maximum": LONGEST_ROUND_LIMIT},
            "if": _list({"oneOf": [_closed(one) for one in condition]}, "Public facts that must all hold."),
            "ship": _list({"oneOf": [_move("stay", {}, "Leave the ship."), sail]}, "The first legal one is played."),
            "place": _list(_FIELD, "The first legal field is taken."),
        },
    }
    return {
        "$schema": DRAFT,
        "title": "Kontor: placing plans",
        **_closed(
            {
                "plans": _list(plan, f"Tried in order; all their lists have up to {MOST_ENTRIES} entries.")
                | {"minItems": 1}
            }
        ),
    }


def _list(items: dict[str, Any], description: str) -> dict[str, Any]:
    return {"type": "array", "maxItems": MOST_PLANS, "items": items, "description": description}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}


def _move(type_: str, properties: dict[str, Any], description: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "required": ["type", *properties],
        "properties": {"type": {"const": type_}, **properties},
    }


def _any(title: str, *forms: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": DRAFT, "title": title, "oneOf": list(forms)}
