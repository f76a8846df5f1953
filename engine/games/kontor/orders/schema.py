"""The JSON Schema of placing plans (see :mod:`engine.games.kontor.orders.consult`)."""

from __future__ import annotations

from engine.games.kontor.rules.setup import LONGEST_ROUND_LIMIT
from engine.games.kontor.schemas.forms import DRAFT, FIELD, RECEIVER, Schema, closed, move_form

MOST_PLANS = 60
"""Entries of any list in a seat's orders."""
MOST_ENTRIES = 600
"""Conditions, ship moves and fields of all plans of a seat together: this bounds the work of reading them."""


def orders_schema(cards: list[str]) -> Schema:
    """Return the schema of placing plans (see :mod:`engine.games.kontor.orders.consult`)."""
    conditions: list[dict[str, Schema]] = [
        {"free": FIELD},
        {"holds": FIELD, "card": {"enum": cards}},
        {"ship": FIELD},
        {"passed": {"type": "integer"}},
    ]
    sail = move_form("sail", {"to": FIELD}, "Move the ship.", {"remove": FIELD, "receiver": RECEIVER})
    plan: Schema = {
        "type": "object",
        "additionalProperties": False,
        "anyOf": [{"required": ["ship"]}, {"required": ["place"]}],
        "properties": {
            "card": {"enum": cards, "description": "The card this plan is for; left out: any."},
            "round": {"type": "integer", "minimum": 1, "maximum": LONGEST_ROUND_LIMIT},
            "if": _list({"oneOf": [closed(one) for one in conditions]}, "Public facts that must all hold."),
            "ship": _list(
                {"oneOf": [move_form("stay", {}, "Leave the ship."), sail]}, "The first legal one is played."
            ),
            "place": _list(FIELD, "The first legal field is taken."),
        },
    }
    return {
        "$schema": DRAFT,
        "title": "Kontor: placing plans",
        **closed(
            {
                "plans": _list(plan, f"Tried in order; all their lists have up to {MOST_ENTRIES} entries.")
                | {"minItems": 1}
            }
        ),
    }


def _list(items: Schema, description: str) -> Schema:
    return {"type": "array", "maxItems": MOST_PLANS, "items": items, "description": description}
