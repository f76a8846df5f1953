"""The parts that the schemas of Kontor are made of: fields, closed objects, moves, alternatives."""

from __future__ import annotations

from collections.abc import Mapping

Schema = dict[str, object]
"""A JSON Schema, draft 2020-12."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"

RECEIVER: Schema = {
    "type": "integer",
    "minimum": 0,
    "description": "Only and always where partners share a colour: the seat under whose pile the removed card goes, one "
    "of those who play its colour.",
}

FIELD: Schema = {
    "type": "array",
    "items": {"type": "integer"},
    "minItems": 2,
    "maxItems": 2,
    "description": "A field [x, y], x to the right, y down.",
}


def closed(properties: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": dict(properties),
    }


def move_form(
    type_: str, required: Mapping[str, Schema], description: str, optional: Mapping[str, Schema] | None = None
) -> Schema:
    """Return the schema of a move of one type with these properties besides its type."""
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "required": ["type", *required],
        "properties": {"type": {"const": type_}, **required, **(optional or {})},
    }


def one_of(title: str, *forms: Schema) -> Schema:
    """Return the schema of a decision's moves: exactly one of the forms."""
    return {"$schema": DRAFT, "title": title, "oneOf": list(forms)}
