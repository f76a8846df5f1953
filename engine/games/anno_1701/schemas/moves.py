"""JSON Schemas of moves and match options, and their parts, which those of orders use, too: landscapes, cards, piles, payments.

All forms are closed, so that a misspelt key is refused and never ignored.
"""

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


def _any(title: str, *forms: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, "oneOf": list(forms)}


GOOD_OF_BANK: Schema = {"enum": list("NTHZWG")}
TAKE_OF_BANK: Schema = {"type": "string", "pattern": r"^([NTHZWG]|[A-Z][0-9])$"}

ACTIONS = (
    form("build", {"pay": PAY}, needed={"card": CARD}),
    form("upgrade", {"pay": PAY}, needed={"resident": {"type": "integer", "minimum": 0, "maximum": 3}}),
    form("repair"),
    form("play", TARGETS, needed={"card": CARD}),
    form("bank", {"pay": PAY, "gold": GOLD}, needed={"give": GOOD_OF_BANK, "take": TAKE_OF_BANK}),
    form("offer", needed={"give": BARTER, "take": BARTER}),
    form("dock", needed={"from": LAND, "to": LAND}),
    form("lodge", needed={"slot": SLOT, "under": PILE}),
)
"""The actions of the action phase."""
ENDS = (form("close"), form("fill"), form("finish"))
"""Ways to end the action phase: closing phase, filling the hand from the highest piles, or ending the turn."""


def with_step(schema: Schema) -> Schema:
    """Return the schema of an action that may say which entry of a turn list it comes from."""
    return with_members(schema, {"step": STEP})


REACTIONS: dict[str, str] = {
    "theatre": "W1",
    "yield": "W2",
    "hunt": "W2",
    "prize": "W2",
    "pit": "W3",
    "fire": "W4",
    "discontent": "W4",
    "demand": "W5",
    "lodge": "W6",
    "offer": "W8",
    "settle": "W9",
}
"""By which row of table E.2 in RULES.md standing orders answer a kind of decision."""
DEFAULT = "-default"
"""The suffix of a row when the orders had no answer and the table's default was used."""


def _reaction(kind: str, title: str, *forms: Schema) -> Schema:
    """Return the schema of an answer that may come from standing orders and then says by which row."""
    row = REACTIONS[kind]
    mark: Schema = {
        "enum": [row, row + DEFAULT],
        "description": "The row of the standing orders that answered, see the log's `by`.",
    }
    return _any(title, *(with_members(one, {"order": mark}) for one in forms))


SETTLE = form(
    "settle",
    {
        "layout": {
            "type": "array",
            "minItems": 8,
            "maxItems": 8,
            "items": {"type": "string", "pattern": r"^([A-Z][0-9]|ship)$"},
            "description": "Items at top-1 to top-4 and bottom-1 to bottom-4. If left out, as recommended.",
        }
    },
    needed={"pile": {"enum": ["1a", "1b"]}},
)
_DRAW = form("draw", needed={"pile": PILE})
_SEARCH = form("search", {"gold": GOLD}, needed={"pile": PILE})
_FILL, _FINISH = form("fill"), form("finish")
_TAKE_GOOD = form("take", needed={"good": {"type": "string", "pattern": r"^([NTHZWRB]|[A-Z][0-9])$"}})
_GIVE = form("give", needed={"goods": {"type": "array", "items": TOKEN, "minItems": 1, "maxItems": GIVEN}})

PLAIN: dict[str, Schema] = {
    "settle": _reaction(
        "settle", "Before the first turn: which half of pile I is drawn from, how the settlement lies.", SETTLE
    ),
    "act": _any("One action of the turn, or its end.", *map(with_step, (*ACTIONS, *ENDS))),
    "yield": _reaction("yield", "Which good does the guild house bring?", _TAKE_GOOD),
    "hunt": _reaction("hunt", "Which good does the pirate hunt bring?", _TAKE_GOOD),
    "prize": _reaction("prize", "Which good is the prize?", _TAKE_GOOD),
    "fire": _reaction("fire", "Which goods burn?", _GIVE),
    "discontent": _reaction("discontent", "Which goods are given up?", _GIVE),
    "demand": _reaction(
        "demand", "Which good is demanded?", form("demand", needed={"good": {"enum": list("NTHZW")}}), form("decline")
    ),
    "pit": _reaction(
        "pit", "Which landscape is the demanded good taken from?", form("pit", needed={"landscape": LAND})
    ),
    "lodge": _reaction(
        "lodge",
        "Does the lodge change a hand card for the top of the discard?",
        form("lodge", needed={"slot": SLOT, "under": PILE}),
        form("skip"),
    ),
    "theatre": _reaction("theatre", "Is the attack cancelled for gold?", form("cancel", {"gold": GOLD}), form("allow")),
    "spy": _any("Which card is taken?", form("take", needed={"slot": SLOT})),
    "offer": _reaction(
        "offer",
        "Is the offer accepted? A counter-offer names what its maker gives and takes.",
        form("accept"),
        form("reject"),
        form("counter", needed={"give": BARTER, "take": BARTER}),
    ),
    "counter": _any("Is the counter-offer accepted?", form("accept"), form("reject")),
    "withdraw": _any("The offer can be taken back while it is unanswered.", form("withdraw")),
    "close": _any(
        "How does the turn end?",
        form("voyage", {"card": CARD}),
        _DRAW,
        _SEARCH,
        form("exchange", needed={"slot": SLOT, "under": PILE}),
        _FILL,
        _FINISH,
    ),
    "cards": _any("Which pile does the next card come from?", _DRAW, _SEARCH, _FILL, _FINISH),
    "search": _any(
        "Which card of the pile is taken?",
        form("take", needed={"slip": {"type": "integer", "minimum": 0, "maximum": 60}}),
    ),
    "voyage": _any("Is another voyage card revealed?", form("reveal"), form("stop")),
    "meet": _any(
        "What is done about the voyage card?",
        form("sail"),
        form("fight"),
        form("roll"),
        form("pay", {"gold": GOLD}),
        form("buy", {"gold": GOLD}, needed={"good": {"type": "string", "pattern": r"^([NTHZWRB]|[A-Z][0-9])$"}}),
    ),
}
"""The moves of each kind of decision, without additions for turn lists, trades and preferences."""

LISTED = ("act", "spy", "close", "cards", "search", "voyage", "meet")
"""The kinds of decisions that a turn list answers."""
COUNT: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": 999,
    "description": "Set by the turn list that answered, never by a seat: how many answers it had given in this turn before.",
}


def _counted(schema: Schema) -> Schema:
    return {**schema, "oneOf": [with_members(one, {"step": COUNT}) for one in schema["oneOf"]]}


NAMED: dict[str, Schema] = {
    "pay": PAY,
    "store": PAY
    | {"description": "The landscapes the goods go to, one entry for each good. If left out, the emptiest."},
    "gold": GOLD,
    "into": GOLD | {"description": "Gold added to the left and the right village centre. If left out, to the lower."},
}
"""Optional payment and storage details for either side of a trade."""


def _named(schema: Schema) -> Schema:
    forms = [
        with_members(one, NAMED) if one["properties"]["type"]["const"] in ("offer", "accept", "counter") else one
        for one in schema["oneOf"]
    ]
    return {**schema, "oneOf": forms}


RESUME = form("resume") | {
    "description": "Let the turn list go on behind what it has played. Possible after something of the turn was answered by hand."
}
RESUMED = ("act", "close")
"""The kinds of decisions at which a turn list may continue."""


_ORDER: Schema = {"type": "array", "items": LAND, "maxItems": 8}
PREFER: Schema = {
    "type": "object",
    "additionalProperties": False,
    "required": [],
    "description": "Preferences from now on, also in the other player's turns, wherever a move does not name it; it takes "
    "the place of what was said before. What is left out goes by the rules' defaults.",
    "properties": {
        "store": _ORDER
        | {
            "description": "Landscapes that goods go to, the first choice first: yields of brickworks and "
            "smelter, goods taken, demanded or traded."
        },
        "pay": _ORDER | {"description": "Landscapes that goods are taken from, the first choice first."},
        "into": {"enum": [0, 1], "description": "The village centre that gold goes to first: 0 left, 1 right."},
        "gold": {"enum": [0, 1], "description": "The village centre that gold is taken from first: 0 left, 1 right."},
    },
}
PREFERRING = ("act", "yield", "hunt", "prize", "demand", "pit", "close", "cards", "voyage", "meet")
"""The kinds of decisions whose moves may state preferences: those that are always legal."""


def _preferring(schema: Schema) -> Schema:
    return {**schema, "oneOf": [with_members(one, {"prefer": PREFER}) for one in schema["oneOf"]]}


def _complete(kind: str, schema: Schema) -> Schema:
    if kind in RESUMED:
        schema = {**schema, "oneOf": [*schema["oneOf"], RESUME]}
    schema = _preferring(_named(schema)) if kind in PREFERRING else _named(schema)
    return _counted(schema) if kind in LISTED else schema


MOVES = {kind: _complete(kind, schema) for kind, schema in PLAIN.items()}
"""The schema of the moves of each kind of decision."""
