"""JSON Schemas of options and moves: closed, so that a misspelt key is refused and never ignored.

``view.json`` and ``events.json`` are made from :mod:`engine.games.packet_row.types` by ``python -m checks.game_schemas --write``.
Those of moves, by kind of decision, and of match options are here.
"""

from engine.games.packet_row.book import Book
from engine.kit import shape

Schema = dict[str, object]
"""A JSON Schema, draft 2020-12."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"
CARD: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,19}(#[0-9]{1,2})?$",
    "description": "The id of a card, such as ship_es#2 or G-ES-35; views and the table as text show them.",
}


def move_schemas(book: Book) -> dict[str, Schema]:
    """Return the schema of the moves of each kind of decision."""
    cards: Schema = {"type": "array", "items": CARD, "uniqueItems": True, "minItems": 1}
    own = cards | {"description": "Own cards that together fulfil contracts; nothing among them may be needless."}
    first: Schema = {"fulfil": own | {"description": f"{own['description']} Done first, in the same visit."}}
    board: Schema = {"enum": list(book.boards), "description": "The sign of a board."}
    take = _move(
        "take",
        {"card": CARD},
        {
            "assistant": {
                "type": "boolean",
                "const": True,
                "description": "Needed for a card of the future supply; spends an assistant.",
            }
        }
        | first,
        "Take this card and pay for it.",
    )
    open_ = _move("open", {"board": board}, first, "Open this board and ask the others.")
    some = own | {"minItems": 0, "description": f"{own['description']} Empty: fulfil nothing."}
    return {
        "open": _any("The harbour master opens the first board of the round.", open_),
        "ask": _any("A card of the open board?", take, _move("decline", {}, first, "Take nothing here.")),
        "harbour": _any(
            "The harbour master takes a card of the open board, or opens another one.",
            take,
            open_,
            _move("end", {}, first, "End the round without a card; only if no board is left to open."),
        ),
        "last": _any(
            "All others have a card: the harbour master takes from the open board or an unopened one, or passes.",
            take,
            _move("pass", {}, first, "Take no card in this round."),
        ),
        "fulfil": _any(
            "Fulfilling contracts, at any time.",
            _move("fulfil", {"cards": own}, {}, "Give these cards away for the contracts' rewards."),
            _move(
                "nothing",
                {},
                {},
                "Server-only, refused for seats: what stands in the log where cards named in "
                "time were gone when they were due.",
            ),
        ),
        "final": _any(
            "The final contract round.",
            _move("settle", {}, {"fulfil": some}, "Fulfil what brings most, or exactly these contracts."),
        ),
    }


def _move(type_: str, required: Schema, extra: Schema, description: str) -> Schema:
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "required": ["type", *required],
        "properties": {"type": {"const": type_}, **required, **extra},
    }


def _any(title: str, *forms: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, "oneOf": list(forms)}


def options_schema() -> shape.Schema:
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
