"""JSON Schemas: of moves and options by hand, of views and events from the types.

Those of moves and options are closed, so that a misspelt key is refused and never ignored.
"""

from collections.abc import Iterable, Mapping

from engine.games.seafarers.resources import RESOURCES
from engine.games.seafarers.scenarios import Scenario
from engine.kit.shape import Schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TURN_LIMIT = 300
LONGEST_TURN_LIMIT = 2000
MOST_PLACES = 999
LONGEST_LIST = 40
MOST_OF_A_KIND = 30
MOST_WISHES = 20
MOST_TIMES = 10

NODE: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_PLACES, "description": "An intersection (`nodes`)."}
EDGE: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_PLACES, "description": "An edge (`edges`)."}
HEX: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": MOST_PLACES,
    "description": "A hex (`hexes`); the cells of the frame are counted on behind them.",
}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 5}
RESOURCE: Schema = {"enum": list(RESOURCES)}
PIECE: Schema = {"enum": ["road", "ship"]}
STEP: Schema = {
    "type": "integer",
    "minimum": 1,
    "maximum": LONGEST_LIST,
    "description": "Number of actions a turn list has played, this one included; set only by standing orders.",
}
CARDS: Schema = {
    "type": "object",
    "additionalProperties": False,
    "properties": {name: {"type": "integer", "minimum": 1, "maximum": MOST_OF_A_KIND} for name in RESOURCES},
    "description": "Resource cards by name.",
}
OFFER: Schema = {"type": "integer", "minimum": 1, "maximum": 99, "description": "The number of a standing offer."}


def form(kind: str, optional: Mapping[str, Schema] | None = None, **needed: Schema) -> Schema:
    """Return the schema of one type of move."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["type", *needed],
        "properties": {"type": {"const": kind}, **needed, **(optional or {})},
    }


def _any(title: str, *forms: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, "oneOf": list(forms)}


_WISHES: Schema = {"type": "array", "items": RESOURCE, "minItems": 0, "maxItems": MOST_WISHES}
_BUILD = (
    form("road", edge=EDGE),
    form("ship", edge=EDGE),
    form("settlement", node=NODE),
    form("city", node=NODE),
    form("buy"),
)
_PLAY = (
    form("knight"),
    form("roads"),
    form("invention", take={"type": "array", "items": RESOURCE, "minItems": 1, "maxItems": 2}),
    form("monopoly", resource=RESOURCE),
)
ACTIONS: tuple[Schema, ...] = (
    *_BUILD,
    form("move", edge=EDGE, to=EDGE),
    *_PLAY,
    form("bank", give=RESOURCE, take=RESOURCE),
    form(
        "offer",
        {
            "to": {
                "type": "array",
                "items": SEAT,
                "minItems": 1,
                "maxItems": 5,
                "description": "Left out: all others.",
            },
            "choose": {"type": "boolean", "description": "Choose among those who accept; else the first has the deal."},
        },
        give=CARDS,
        take=CARDS,
    ),
    form("deal", offer=OFFER, seat=SEAT),
    form("withdraw", offer=OFFER),
    form("end"),
)
"""The actions of a turn."""


def with_step(schema: Schema) -> Schema:
    """Return the schema of an action that may say how far a turn list was played."""
    return {**schema, "properties": {**schema["properties"], "step": STEP}}


def _list(*actions: Schema) -> Schema:
    items: Schema = {"oneOf": list(actions)}
    do: Schema = {"type": "array", "items": items, "minItems": 1, "maxItems": LONGEST_LIST}
    return form("list", do=do)


SPECIAL: tuple[Schema, ...] = (*_BUILD, form("end"))

MOVES: dict[str, Schema] = {
    "harbour": _any("Where does the harbour that was drawn go?", form("harbour", edge=EDGE)),
    "found": _any(
        "Where is a settlement founded, and what lies beside it?", form("found", node=NODE, edge=EDGE, piece=PIECE)
    ),
    "start": _any("Is a card played before the dice?", form("roll"), *map(with_step, _PLAY)),
    "discard": _any("Which half of the hand is given up?", form("discard", cards=CARDS), form("random")),
    "thief": _any(
        "Where does the robber or the pirate go, and who is robbed?",
        form("robber", {"victim": SEAT}, hex=HEX),
        form("pirate", {"victim": SEAT}, hex=HEX),
    ),
    "gold": _any("Which cards does the gold river bring?", form("gold", take=_WISHES)),
    "act": _any("One action of the turn, several in a row, or its end.", *map(with_step, ACTIONS), _list(*ACTIONS)),
    "free": _any("Where does the free piece go?", *map(with_step, (form("road", edge=EDGE), form("ship", edge=EDGE)))),
    "chip": _any("Which chip of the main island goes to the outer island?", form("chip", hex=HEX)),
    "special": _any("What is built in the special building phase?", *SPECIAL, _list(*SPECIAL)),
    "reply": _any(
        "Is the offer accepted? A counter-offer names what its maker gives and takes.",
        form("accept"),
        form("decline"),
        form("counter", give=CARDS, take=CARDS),
    ),
}


def options_schema(scenarios: Iterable[Scenario]) -> Schema:
    """Return the schema of the match options; what depends on the scenario has no default here."""
    offered = list(scenarios)

    def flag(default: bool | None, description: str) -> Schema:
        said: Schema = {"type": "boolean", "description": description}
        return said if default is None else {**said, "default": default}

    return {
        "$schema": DRAFT,
        "title": "Seafarers: match options",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "preset": {
                "enum": [one.id for one in offered],
                "description": "The scenario. If left out, the first for this number of players. "
                + "; ".join(f"{one.id}: {one.title}" for one in offered),
            },
            "goal": {
                "type": "integer",
                "minimum": 3,
                "maximum": 50,
                "description": "Victory points that win; if left out, the scenario's.",
            },
            "pirate": flag(
                None, "Whether the pirate may be moved instead of the robber; if left out, as in the scenario."
            ),
            "merge_trade_build": flag(False, "Whether trading and building may alternate."),
            "shortage_exception": flag(True, "Whether a single claimant gets what the bank has left."),
            "discovery_bonus_in_founding": flag(True, "Whether a hex discovered while founding brings a card."),
            "island_points_once": flag(False, "Whether only the first foreign island brings special points."),
            "domestic_trade": flag(None, "Whether players trade with each other; if left out, as in the scenario."),
            "shuffle_land": flag(False, "Whether landscapes and chips of a printed map are mixed among themselves."),
            "turn_limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": LONGEST_TURN_LIMIT,
                "default": TURN_LIMIT,
                "description": "After this many turns of single players the match ends; the most points win.",
            },
        },
    }
