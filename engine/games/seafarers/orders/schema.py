"""The JSON Schema of standing orders: closed and bounded, so that reading them costs little (RULES.md, F)."""

from __future__ import annotations

from engine.games.seafarers.schemas.moves import (
    ACTIONS,
    CARDS,
    DRAFT,
    EDGE,
    HEX,
    LONGEST_LIST,
    LONGEST_TURN_LIMIT,
    MOST_TIMES,
    MOST_WISHES,
    NODE,
    PIECE,
    RESOURCE,
    SEAT,
    SPECIAL,
)
from engine.kit.shape import Schema

FOUNDING_WISHES = 200
THIEF_WISHES = 100
TRADES = 30
TURN: Schema = {"type": "integer", "minimum": 1, "maximum": LONGEST_TURN_LIMIT}


def _some(items: Schema, most: int, description: str, least: int = 1) -> Schema:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most, "description": description}


def _object(needed: dict[str, Schema], optional: dict[str, Schema] | None = None, description: str = "") -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(needed),
        "properties": {**needed, **(optional or {})},
        "description": description,
    }


def _flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def orders_schema() -> Schema:
    """Return the schema of a document of standing orders."""
    entry = _object(
        {"do": {"oneOf": list(ACTIONS)}},
        {
            "skip": _flag("Go on with the next entry when this one is not possible; else you are asked."),
            "early": _flag("A card that is played before the dice."),
            "blind": _flag("Go on behind it whatever it shows: a discovered hex, a drawn card."),
        },
    )
    turn = _object(
        {"turn": TURN, "do": _some(entry, LONGEST_LIST, "Played in order.", 0)},
        {"end": _flag("End the turn behind the list; else you are asked.")},
        "One of your turns as one list.",
    )
    special = _object(
        {"do": _some({"oneOf": list(SPECIAL)}, LONGEST_LIST, "From the first that is possible as far as it goes.")},
        {
            "turn": TURN,
            "anyway": _flag("Also when somebody has built in this phase before; else you are asked then."),
            "blind": _flag("Pass behind it even if it discovered a hex; else you are asked then."),
        },
        "Builds for special building phases, after one turn or after every one.",
    )
    trade = _object(
        {"give": CARDS, "take": CARDS},
        {
            "keep": CARDS,
            "not_to": _some(SEAT, 5, "Seats that this rule does not trade with."),
            "until": {**TURN, "description": "The last turn at which the rule holds."},
            "times": {
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_TIMES,
                "description": "At most so many trades that fit the rule in one turn; left out: any number.",
            },
        },
        "Accept what asks no more than `give`, brings no less than `take`, and leaves `keep` in the hand.",
    )
    place = _object(
        {"node": NODE, "edge": EDGE}, {"piece": PIECE}, "`piece` left out: a ship where the edge takes one."
    )
    thief = _object(
        {"type": {"enum": ["robber", "pirate"]}, "hex": HEX},
        {"victim": {**SEAT, "description": "Left out: whoever there has most cards."}},
    )
    return {
        "$schema": DRAFT,
        "title": "Seafarers: standing orders",
        **_object(
            {},
            {
                "found": _some(place, FOUNDING_WISHES, "Founding places, best first; the first legal one is used."),
                "harbours": _some(EDGE, FOUNDING_WISHES, "Edges for harbours, best first."),
                "gold": _some(RESOURCE, MOST_WISHES, "Wishes at the gold river, best first."),
                "discard": _some(RESOURCE, 5, "What to give up first at a seven."),
                "roll": _flag("Roll at once although a card could be played before."),
                "thief": _some(thief, THIEF_WISHES, "Where the robber or pirate goes, best first."),
                "turn": turn,
                "special": {"oneOf": [{"enum": ["pass", "when-able"]}, special]},
                "trades": _some(trade, TRADES, "Offers to accept."),
                "decline": _flag("Decline all offers that no rule accepts."),
                "chips": _some(HEX, 67, "Hexes of the main island whose chip may go, best first."),
            },
            "What you say in advance. What is left out is asked.",
        ),
    }
