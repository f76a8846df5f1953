"""JSON Schemas of options and moves: closed, so that a misspelt key is refused and never ignored."""

from __future__ import annotations

from typing import Any

from engine.anno_1701.corrections import SINCE, VERSIONS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TURN_LIMIT = 200
LONGEST_TURN_LIMIT = 400
GIVEN = 20

LAND = {"type": "string", "pattern": r"^[A-Z][0-9]\Z", "description": "An own landscape, such as L4."}
TOKEN = {
    "type": "string",
    "pattern": r"^([NTHZW]|[A-Z][0-9])\Z",
    "description": "A landscape good, or one landscape of it. A good alone means the emptiest landscape to put it into and the "
    "fullest to take it from.",
}
CARD = {
    "type": "string",
    "pattern": r"^[a-z][a-z0-9_]{0,30}-[123]-[0-9]{1,2}\Z",
    "description": "The id of a card in the own hand.",
}
PILE = {"enum": ["1a", "1b", "2a", "2b", "3a", "3b"], "description": "A draw pile: numeral and half."}
SLOT = {"type": "integer", "minimum": 0, "maximum": 20, "description": "Which card of the hand, counted from 0."}
BARTER = {
    "type": "string",
    "pattern": r"^[NTHZWG]{1,20}\Z",
    "description": "Goods, one letter each, G for gold: ZZG is two bricks and one gold.",
}
PAY = {
    "type": "array",
    "items": LAND,
    "maxItems": GIVEN,
    "description": "The landscapes the goods are taken from, one entry for each good. If left out, from the fullest.",
}
GOLD = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 4},
    "minItems": 2,
    "maxItems": 2,
    "description": "How much gold comes from the left and from the right village centre. If left out, from the fuller.",
}
TARGETS = {"landscape": LAND | {"description": "A landscape of the other player."}, "centre": {"enum": [0, 1]}}
DECISION = {
    "type": "string",
    "pattern": r"^t[1-9][0-9]{0,2}\.[a-z]{1,12}\.[1-9][0-9]{0,4}\Z",
    "description": "The id of a decision of this turn.",
}
STEP = {"type": "integer", "minimum": 0, "maximum": 63, "description": "The entry of a turn list this move comes from."}


def options_schema() -> dict[str, Any]:
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


def form(kind: str, optional: dict[str, Any] | None = None, **needed: Any) -> dict[str, Any]:
    """Return the schema of one type of move."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["type", *needed],
        "properties": {"type": {"const": kind}, **needed, **(optional or {})},
    }


def _any(title: str, *forms: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": DRAFT, "title": title, "oneOf": list(forms)}


GOOD_OF_BANK = {"enum": list("NTHZWG")}
TAKE_OF_BANK = {"type": "string", "pattern": r"^([NTHZWG]|[A-Z][0-9])\Z"}

ACTIONS = (
    form("build", {"pay": PAY}, card=CARD),
    form("upgrade", {"pay": PAY}, resident={"type": "integer", "minimum": 0, "maximum": 3}),
    form("repair"),
    form("play", TARGETS, card=CARD),
    form("bank", {"pay": PAY, "gold": GOLD}, give=GOOD_OF_BANK, take=TAKE_OF_BANK),
    form("offer", give=BARTER, take=BARTER),
    form("dock", **{"from": LAND, "to": LAND}),
    form("lodge", slot=SLOT, under=PILE),
)
"""The actions of the action phase."""
ENDS = (form("close"), form("fill"), form("finish"))
"""How the action phase ends: go on to the closing phase; fill the hand from the highest piles; do nothing more."""


def with_step(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an action that may say which entry of a turn list it comes from."""
    return {**schema, "properties": {**schema["properties"], "step": STEP}}


REACTIONS = {
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
"""Behind the row: the orders said nothing, and the table's default answered."""


def _reaction(kind: str, title: str, *forms: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an answer that may come from standing orders and then says by which row."""
    row = REACTIONS[kind]
    mark = {
        "enum": [row, row + DEFAULT],
        "description": "The row of the standing orders that answered, see the log's `by`.",
    }
    return _any(title, *({**one, "properties": {**one["properties"], "order": mark}} for one in forms))


SETTLE = form(
    "settle",
    {
        "layout": {
            "type": "array",
            "minItems": 8,
            "maxItems": 8,
            "items": {"type": "string", "pattern": r"^([A-Z][0-9]|ship)\Z"},
            "description": "What lies at top-1 to top-4 and bottom-1 to bottom-4. If left out, as recommended.",
        }
    },
    pile={"enum": ["1a", "1b"]},
)
_DRAW = form("draw", pile=PILE)
_SEARCH = form("search", {"gold": GOLD}, pile=PILE)
_FILL, _FINISH = form("fill"), form("finish")
_TAKE_GOOD = form("take", good={"type": "string", "pattern": r"^([NTHZWRB]|[A-Z][0-9])\Z"})
_GIVE = form("give", goods={"type": "array", "items": TOKEN, "minItems": 1, "maxItems": GIVEN})

MOVES: dict[str, dict[str, Any]] = {
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
        "demand", "Which good is demanded?", form("demand", good={"enum": list("NTHZW")}), form("decline")
    ),
    "pit": _reaction("pit", "Which landscape is the demanded good taken from?", form("pit", landscape=LAND)),
    "lodge": _reaction(
        "lodge",
        "Does the lodge change a hand card for the top of the discard?",
        form("lodge", slot=SLOT, under=PILE),
        form("skip"),
    ),
    "theatre": _reaction("theatre", "Is the attack cancelled for gold?", form("cancel", {"gold": GOLD}), form("allow")),
    "spy": _any("Which card is taken?", form("take", slot=SLOT)),
    "offer": _reaction(
        "offer",
        "Is the offer accepted? A counter-offer names what its maker gives and takes.",
        form("accept"),
        form("reject"),
        form("counter", give=BARTER, take=BARTER),
    ),
    "counter": _any("Is the counter-offer accepted?", form("accept"), form("reject")),
    "withdraw": _any("The offer can be taken back while it is unanswered.", form("withdraw")),
    "close": _any(
        "How does the turn end?",
        form("voyage", {"card": CARD}),
        _DRAW,
        _SEARCH,
        form("exchange", slot=SLOT, under=PILE),
        _FILL,
        _FINISH,
    ),
    "cards": _any("Which pile does the next card come from?", _DRAW, _SEARCH, _FILL, _FINISH),
    "search": _any(
        "Which card of the pile is taken?", form("take", slip={"type": "integer", "minimum": 0, "maximum": 60})
    ),
    "voyage": _any("Is another voyage card revealed?", form("reveal"), form("stop")),
    "meet": _any(
        "What is done about the voyage card?",
        form("sail"),
        form("fight"),
        form("roll"),
        form("pay", {"gold": GOLD}),
        form("buy", {"gold": GOLD}, good={"type": "string", "pattern": r"^([NTHZWRB]|[A-Z][0-9])\Z"}),
    ),
}
"""The schema of the moves of each kind of decision, as version 1 has them."""

LISTED = ("act", "spy", "close", "cards", "search", "voyage", "meet")
"""The kinds of decisions that a turn list answers."""
COUNT = {
    "type": "integer",
    "minimum": 0,
    "maximum": 999,
    "description": "Set by the turn list that answered, never by a seat: how many answers it had given in this turn before.",
}


def _counted(schema: dict[str, Any]) -> dict[str, Any]:
    forms = [{**one, "properties": {**one["properties"], "step": COUNT}} for one in schema["oneOf"]]
    return {**schema, "oneOf": forms}


NAMED = {
    "pay": PAY,
    "store": PAY
    | {"description": "The landscapes the goods go to, one entry for each good. If left out, the emptiest."},
    "gold": GOLD,
    "into": GOLD
    | {"description": "How much gold goes to the left and the right village centre. If left out, to the lower."},
}
"""What who trades with the other player may name of his own side."""


def _named(schema: dict[str, Any]) -> dict[str, Any]:
    forms = [
        {**one, "properties": {**one["properties"], **NAMED}}
        if one["properties"]["type"]["const"] in ("offer", "accept", "counter")
        else one
        for one in schema["oneOf"]
    ]
    return {**schema, "oneOf": forms}


RESUME = form("resume") | {
    "description": "Let the turn list go on behind what it has played. Possible after something of the turn was answered by hand."
}
RESUMED = ("act", "close")
"""The kinds of decisions at which a turn list may go on."""


_ORDER = {"type": "array", "items": LAND, "maxItems": 8}
PREFER = {
    "type": "object",
    "additionalProperties": False,
    "required": [],
    "description": "What is preferred from now on, also in the other player's turns, wherever a move does not name it; it takes "
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
"""The kinds of decisions whose moves may say what is preferred: those that are legal whatever is."""


def _preferring(schema: dict[str, Any]) -> dict[str, Any]:
    forms = [{**one, "properties": {**one["properties"], "prefer": PREFER}} for one in schema["oneOf"]]
    return {**schema, "oneOf": forms}


def _of_version(version: int, kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    if version >= SINCE["interruption-ends-list"] and kind in RESUMED:
        schema = {**schema, "oneOf": [*schema["oneOf"], RESUME]}
    if version >= SINCE["spots-are-named"]:
        schema = _preferring(_named(schema)) if kind in PREFERRING else _named(schema)
    return _counted(schema) if version >= SINCE["steps-without-gaps"] and kind in LISTED else schema


_MOVES = {version: {kind: _of_version(version, kind, schema) for kind, schema in MOVES.items()} for version in VERSIONS}


def moves_of(version: int) -> dict[str, dict[str, Any]]:
    """Return the schema of the moves of each kind of decision."""
    return _MOVES[version]
