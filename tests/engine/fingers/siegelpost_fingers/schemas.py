"""What moves, orders, views and events of Fingers look like, as JSON Schemas."""

from engine.contract import Json


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


FINGERS = {"type": "integer", "minimum": 1, "maximum": 5}
CLAIM = {"enum": ["take", "leave"]}
COUNT = {"type": "integer", "minimum": 0}

MOVES = {"show": _object(show=FINGERS), "claim": _object(claim=CLAIM)}
ORDERS: Json = {**_object(show=FINGERS, claim=CLAIM), "required": []}
OPTIONS = _object()
VIEW = _object(
    game={"const": "fingers"},
    round=COUNT,
    stage={"enum": ["show", "claim"]},
    sum=COUNT,
    scores={"type": "array", "items": COUNT},
)
EVENTS = {"oneOf": [_object(type={"const": "shown"}, sum=COUNT), _object(type=CLAIM)]}
