"""Events in the OpenAPI document: a component for each type, one for all of them, and the streams that carry them."""

from __future__ import annotations

import json
from typing import Any

from service.api import examples
from service.api.schemas.responses.events import ANY_EVENT, SHAPES

THERE = "#/components/schemas/"
STREAMS = ("listEvents", "getFeed")
"""Operations that also stream what a page of theirs lists as ``events``."""
STREAMED = ("text/event-stream", "application/x-ndjson")


def add(components: Any) -> None:
    """Add a component for each type of event, called after its shape."""
    for shape in SHAPES.values():
        components.schema(f"{shape.__name__}Event", schema=shape)


def refer(schemas: dict[str, Any]) -> None:
    """Say what an event is: one of the types, told by its ``type``."""
    names = {name: f"{THERE}{shape.__name__}Event" for name, shape in SHAPES.items()}
    for name, shape in SHAPES.items():
        schemas[f"{shape.__name__}Event"]["properties"]["type"] = {"type": "string", "const": name}
    schemas[ANY_EVENT] = {
        "description": "Something that happened to your account.",
        "oneOf": [{"$ref": one} for one in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }
    schemas["EventPage"]["properties"]["events"]["items"] = {"$ref": THERE + ANY_EVENT}


def tell_of_streams(paths: dict[str, Any]) -> None:
    """Say of operations that stream what the stream looks like."""
    for operation in (one for path in paths.values() for name, one in path.items() if name != "parameters"):
        if operation["operationId"] not in STREAMS:
            continue
        example = examples.recorded()[operation["operationId"]]["answer"]["events"][0]
        text = json.dumps(example, separators=(",", ":"))
        operation["responses"]["200"]["content"] |= {
            "text/event-stream": {
                "schema": {"type": "string", "description": "Events as `data`; comments keep the line open."},
                "example": f"id: {example.get('cursor', example.get('id'))}\ndata: {text}\n\n",
            },
            "application/x-ndjson": {
                "schema": {"type": "string", "description": "An event a line; empty lines keep the line open."},
                "example": f"{text}\n",
            },
        }


__all__ = ["STREAMED", "STREAMS", "add", "refer", "tell_of_streams"]
