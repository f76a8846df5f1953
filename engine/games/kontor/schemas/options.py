"""The JSON Schema of the match options."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.kontor.presets import PASS_MODES, Preset
from engine.games.kontor.rules.setup import DEFAULT_PRESET, LONGEST_ROUND_LIMIT, ROUND_LIMIT
from engine.games.kontor.schemas.forms import DRAFT
from engine.kit.shape import Schema


def options_schema(presets: Mapping[str, Preset]) -> Schema:
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
                "description": "The table to play: box, board, money, ship and final scoring. It must fit the "
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
                "description": "Use of flood, bridge and customs house in the match: dealt at the start or bought "
                "before a round, as the preset says. Refused in presets that are played without them. If left out, "
                f"true for {with_special}, else false.",
            },
            "quay_pile_open": {
                "type": "boolean",
                "default": False,
                "description": "True if all cards of the quay piles can be seen, not only the top ones. Who sees the "
                "piles can work out which quays the other holds.",
            },
        },
    }
