"""Closed schema of a dataset file, with its vocabulary of effects (RULES.md, C.9, F).

An effect outside this vocabulary needs a rule in the engine with tests, so an unknown ``op`` is refused on load and never
ignored.
"""

from engine.kit.shape import Schema

LANDSCAPE_GOODS = "NTHZW"
"""Food, cloth, wood, brick, tools (Nahrung, Tuch, Holz, Ziegel, Werkzeug), in the order of every list of goods."""
LUXURY = "RB"
"""Rum and tobacco (Rum, Tabak)."""
POSITIONS = ("top-1", "top-2", "top-3", "top-4", "bottom-1", "bottom-2", "bottom-3", "bottom-4")
"""The open positions of landscapes and ship, by row and column of the layout B.3."""

_TEXT: Schema = {"type": "string", "pattern": r"^[^\x00-\x1f]{1,60}$"}
_NAME: Schema = {"type": "string", "pattern": r"^[a-z][a-z0-9_]{0,30}$"}
_COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 120}
_SOME: Schema = {"type": "integer", "minimum": 1, "maximum": 20}
_DIE: Schema = {"type": "integer", "minimum": 1, "maximum": 6}
_MARK: Schema = {"enum": ["T", "D", "S", "R"]}
_EVIDENCE: Schema = {
    "type": "object",
    "additionalProperties": {"oneOf": [_MARK, {"type": "array", "items": _MARK, "maxItems": 20}]},
}
_LOSS: Schema = {"type": "integer", "minimum": -4, "maximum": -1}


def _goods(letters: str, shortest: int = 1, longest: int = 20) -> Schema:
    return {"type": "string", "pattern": rf"^[{letters}]{{{shortest},{longest}}}$"}


def _form(required: dict[str, Schema], optional: dict[str, Schema] | None = None, **constant: str) -> Schema:
    fixed: dict[str, Schema] = {key: {"const": value} for key, value in constant.items()}
    common: dict[str, Schema] = {"evidence": _EVIDENCE}
    return {
        "type": "object",
        "required": [*fixed, *required],
        "properties": {**fixed, **required, **(optional or {}), **common},
        "additionalProperties": False,
    }


_NAMED: dict[str, Schema] = {"de": _TEXT}
_ALSO: dict[str, Schema] = {"en": _TEXT}
_CARD: dict[str, Schema] = {"id": _NAME, **_NAMED, "stack": {"enum": [1, 2, 3]}}

_BUILDING = _form(
    {**_CARD, "cost": _goods(LANDSCAPE_GOODS, 1, 12)},
    {
        **_ALSO,
        "count": _SOME,
        "dice": {"type": "array", "items": _DIE, "minItems": 1, "maxItems": 18},
        "yield": {"enum": [*LANDSCAPE_GOODS, "?"]},
        "sails": _SOME,
        "cannons": _SOME,
        "bags": _SOME,
        "happy": _SOME,
        "goldOnBuild": {"type": "integer", "minimum": 1, "maximum": 8},
        "fireProof": {"const": True},
        "limit": _SOME,
        "cancelAttackForGold": {"type": "integer", "minimum": 1, "maximum": 7},
        "swapOnRoll": {"const": True},
        "lodgeOnRoll": {"const": True},
    },
    type="building",
)
_ACTION = _form(
    {
        **_CARD,
        "against": {"type": "boolean"},
        "count": _SOME,
        "op": {
            "enum": [
                "steal_gold",
                "take_hand_card",
                "empty_landscape",
                "centre_loses_gold",
                "gain_goods",
                "gain_gold",
                "ship_bonus",
            ]
        },
    },
    {**_ALSO, "max": _SOME, "n": _SOME, "good": {"enum": list(LANDSCAPE_GOODS)}, "when": {"const": "voyage_start"}},
    type="action",
)

_EVENTS = [
    _form({"face": _DIE, **_NAMED, "base": _COUNT, "perHappy": _COUNT}, _ALSO, op="tax"),
    _form({"face": _DIE, **_NAMED, "moreThan": _COUNT, "lose": {"const": "half_rounded_down"}}, _ALSO, op="fire"),
    _form({"face": _DIE, **_NAMED}, _ALSO, op="trade_advantage"),
    _form({"face": _DIE, **_NAMED}, _ALSO, op="pirate_hunt"),
    _form({"face": _DIE, **_NAMED, "perSurplus": _SOME, "round": {"const": "up"}}, _ALSO, op="discontent"),
]

_PRIZE: Schema = {
    "type": "object",
    "properties": {"gold": _SOME, "choose": _goods(LANDSCAPE_GOODS + LUXURY, 1, 7), "n": {"const": 1}},
    "additionalProperties": False,
}
_DEFEAT: Schema = {"type": "object", "required": ["ship"], "properties": {"ship": _LOSS}, "additionalProperties": False}
_TABLE_ROW: Schema = {
    "type": "object",
    "required": ["roll"],
    "properties": {
        "roll": {"type": "array", "items": _DIE, "minItems": 1, "maxItems": 6},
        "ship": _LOSS,
        **_PRIZE["properties"],
    },
    "additionalProperties": False,
}
_VOYAGE_ID: Schema = {"type": "string", "pattern": r"^V[0-9]{2}$"}
_MEETING: dict[str, Schema] = {"id": _VOYAGE_ID, **_NAMED}
_FIGHT: dict[str, Schema] = {"cannons": _COUNT, "win": _PRIZE, "lose": _DEFEAT}
_VOYAGES = [
    _form(
        {
            **_MEETING,
            "price": {"type": "integer", "minimum": 1, "maximum": 7},
            "goods": _goods(LANDSCAPE_GOODS + LUXURY, 1, 7),
        },
        _ALSO,
        op="buy",
    ),
    _form({**_MEETING, **_FIGHT}, _ALSO, op="siege"),
    _form({**_MEETING, "tribute": {"type": "integer", "minimum": 1, "maximum": 8}, **_FIGHT}, _ALSO, op="tribute"),
    _form({**_MEETING, "ship": _LOSS}, _ALSO, op="cliffs"),
    _form({**_MEETING, "ship": _LOSS, "if": {"const": "slower"}}, _ALSO, op="storm"),
    _form(
        {**_MEETING, "optional": {"const": True}, "table": {"type": "array", "items": _TABLE_ROW, "maxItems": 6}},
        _ALSO,
        op="flotsam",
    ),
    _form({**_MEETING, "gold": _SOME, "if": {"const": "faster"}}, _ALSO, op="castaways"),
]

_SIDE = _form(
    {
        "ship": _form({"die": _DIE}, {"pos": {"enum": list(POSITIONS)}}),
        "landscapes": {
            "type": "array",
            "minItems": 7,
            "maxItems": 7,
            "items": _form(
                {
                    "id": {"type": "string", "pattern": r"^[A-Z][0-9]$"},
                    "good": {"enum": list(LANDSCAPE_GOODS)},
                    "die": _DIE,
                    "start": {"type": "integer", "minimum": 0, "maximum": 3},
                    "pos": {"enum": list(POSITIONS)},
                },
                {"centre": {"enum": [0, 1, None]}},
            ),
        },
    }
)

DATASET = _form(
    {
        "dataset": {"type": "string", "pattern": r"^[a-z0-9][a-z0-9.-]{0,40}$"},
        "status": {"type": "string"},
        "goods": _form({letter: _form({"de": _TEXT, "en": _TEXT}) for letter in LANDSCAPE_GOODS + LUXURY}),
        "start": _form(
            {
                "gold": {
                    "type": "array",
                    "minItems": 2,
                    "maxItems": 2,
                    "items": {"type": "integer", "minimum": 1, "maximum": 4},
                },
                "ship": {"type": "integer", "minimum": 0, "maximum": 4},
                "rum": {"type": "integer", "minimum": 0, "maximum": 3},
                "tobacco": {"type": "integer", "minimum": 0, "maximum": 3},
                "hand": {"const": 3},
            },
            {"residents": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"const": "pioneer"}}},
        ),
        "limits": _form(
            {
                "landscape": {"const": 3},
                "warehouse": {"const": 3},
                "centre": {"const": 4},
                "ship": {"const": 4},
                "hand": {"const": 3},
                "sites": {"const": 16},
            }
        ),
        "sides": _form({"lion": _SIDE, "dragon": _SIDE}),
        "residents": {
            "type": "array",
            "minItems": 3,
            "maxItems": 3,
            "items": _form(
                {
                    "id": _NAME,
                    **_NAMED,
                    "from": _NAME,
                    "cost": _goods(LANDSCAPE_GOODS + LUXURY),
                    "points": _SOME,
                    "count": _COUNT,
                },
                _ALSO,
            ),
        },
        "eventDie": {"type": "array", "minItems": 6, "maxItems": 6, "items": {"oneOf": _EVENTS}},
        "expansion": {"type": "array", "minItems": 3, "maxItems": 54, "items": {"oneOf": [_BUILDING, _ACTION]}},
        "voyage": {"type": "array", "minItems": 1, "maxItems": 40, "items": {"oneOf": _VOYAGES}},
    },
    {"marks": {"type": "object", "additionalProperties": {"type": "string"}}},
)
