"""Parts of which the schemas of moves and orders are made: landscapes, cards, piles, payments, closed forms."""

from __future__ import annotations

from engine.kit.shape import Schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
GIVEN = 20

LAND: Schema = {"type": "string", "pattern": r"^[A-Z][0-9]$", "description": "An own landscape, such as L4."}
TOKEN: Schema = {
    "type": "string",
    "pattern": r"^([NTHZW]|[A-Z][0-9])$",
    "description": "A landscape good, or one landscape of it. A good alone means the emptiest landscape to put it into and the "
    "fullest to take it from.",
}
CARD: Schema = {
    "type": "string",
    "pattern": r"^[a-z][a-z0-9_]{0,30}-[123]-[0-9]{1,2}$",
    "description": "The id of a card in the own hand.",
}
PILE: Schema = {"enum": ["1a", "1b", "2a", "2b", "3a", "3b"], "description": "A draw pile: numeral and half."}
SLOT: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": 20,
    "description": "A card's position in the hand, counted from 0.",
}
BARTER: Schema = {
    "type": "string",
    "pattern": r"^[NTHZWG]{1,20}$",
    "description": "Goods, one letter each, G for gold: ZZG is two bricks and one gold.",
}
PAY: Schema = {
    "type": "array",
    "items": LAND,
    "maxItems": GIVEN,
    "description": "The landscapes the goods are taken from, one entry for each good. If left out, from the fullest.",
}
GOLD: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 4},
    "minItems": 2,
    "maxItems": 2,
    "description": "Gold taken from the left and the right village centre. If left out, from the fuller.",
}
TARGETS: dict[str, Schema] = {
    "landscape": LAND | {"description": "A landscape of the other player."},
    "centre": {"enum": [0, 1]},
}
DECISION: Schema = {
    "type": "string",
    "pattern": r"^t[1-9][0-9]{0,2}\.[a-z]{1,12}\.[1-9][0-9]{0,4}$",
    "description": "The id of a decision of this turn.",
}
STEP: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": 63,
    "description": "The entry of a turn list this move comes from.",
}


def form(kind: str, optional: dict[str, Schema] | None = None, needed: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of one type of move: the members it may have, and those it must have."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["type", *(needed or {})],
        "properties": {"type": {"const": kind}, **(needed or {}), **(optional or {})},
    }


def with_members(schema: Schema, members: dict[str, Schema]) -> Schema:
    """Return the schema of an object that may have more members."""
    return {**schema, "properties": {**schema["properties"], **members}}
