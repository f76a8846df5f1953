"""The JSON Schema of the match options."""

from __future__ import annotations

from engine.games.packet_row.schemas import DRAFT
from engine.kit.shape import Schema


def options_schema() -> Schema:
    """Return the schema of the match options."""
    return {
        "$schema": DRAFT,
        "title": "Packet Row: match options",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "hidden_hands": {
                "type": "boolean",
                "default": False,
                "description": "false: all cards lie open except the starting contract, as online. true: only merchant "
                "ships and money lie open, as at a table.",
            }
        },
    }
