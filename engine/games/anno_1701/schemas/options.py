"""The JSON Schema of the match options."""

from __future__ import annotations

from engine.games.anno_1701.schemas.parts import DRAFT
from engine.kit.shape import Schema

TURN_LIMIT = 200
LONGEST_TURN_LIMIT = 400


def options_schema() -> Schema:
    """Return the schema of the match options."""
    return {
        "$schema": DRAFT,
        "title": "Anno 1701 – the card game: match options",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "turn_limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": LONGEST_TURN_LIMIT,
                "default": TURN_LIMIT,
                "description": "After this many single turns the match ends; points, merchants and gold decide.",
            }
        },
    }
