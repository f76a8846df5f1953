"""JSON Schemas of what Kontor takes and shows: closed, so that a misspelt key is refused and never ignored.

Those of moves, by kind of decision, and of match options are here, with the parts they are made of.
"""

from collections.abc import Mapping

from engine.games.kontor.presets import PASS_MODES, Preset
from engine.games.kontor.rules.setup import DEFAULT_PRESET, LONGEST_ROUND_LIMIT, ROUND_LIMIT
from engine.kit import shape

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


def options_schema(presets: Mapping[str, Preset]) -> shape.Schema:
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
                "description": "The table to play: box, board, money, ship and final scoring. It must fit the "
                f"number of seats: {seats}. Left out: {DEFAULT_PRESET}, or the first of them that fits.",
            },
            "pass_mode": {
                "enum": list(PASS_MODES),
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


def move_schemas(cards: list[str]) -> dict[str, Schema]:
    """Return the schema of the moves of each kind of decision; ``cards`` are the ids that can be in a hand."""
    fine = move_form("fine", {}, "Server-only, refused for seats: pay two coins for a seal that was not opened.")
    card: Schema = {"enum": cards, "description": "The id of a card in the own hand."}
    play = move_form("play", {"card": card}, "Play this card.")
    return {
        "buy": one_of(
            "The sealed decision before a round whether a special card is bought.",
            move_form("buy", {}, "Buy the top card of the face-down pile for two coins."),
            move_form("decline", {}, "Buy nothing."),
            fine,
        ),
        "contest": one_of(
            "Two want the last special card: the higher number buys it.",
            move_form("show", {"card": card}, "Show this card; it goes back to the hand."),
            fine,
        ),
        "choose": one_of(
            "The sealed choice of a round.",
            play,
            move_form(
                "play",
                {
                    "card": card,
                    "if_alone": card
                    | {"description": "The card to play instead if the opponent passes; may be the same."},
                },
                "Only with pass_mode declare. Both cards become public when the seal is opened. Without if_alone, "
                "the seat is asked again (alone) if the opponent passes. At a table for four the same card is played then.",
            ),
            move_form("pass", {}, "Play no card, pay no tax, take a coin from the bank."),
            move_form(
                "forfeit",
                {},
                "Server-only, refused for seats: what stands in the log for a seat that did not open its seal. A pass "
                "without the coin.",
            ),
        ),
        "alone": one_of("The opponent has passed: which card is played?", play),
        "ship": one_of(
            "Before laying a card with a ship symbol: is the ship moved?",
            move_form("stay", {}, "Leave the ship where it is."),
            move_form("sail", {"to": FIELD}, "Move the ship to another canal."),
            move_form(
                "sail", {"to": FIELD, "remove": FIELD}, "Move the ship and remove a quay with a ship symbol beside it."
            ),
            move_form(
                "sail",
                {"to": FIELD, "remove": FIELD, "receiver": RECEIVER},
                "The same at a table for four, where the remover chooses whose pile the card goes under.",
            ),
        ),
        "place": one_of("Where is the card laid?", move_form("place", {"at": FIELD}, "Lay the card on this field.")),
    }
