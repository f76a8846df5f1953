"""What stands in the place of members that flask-smorest's schemas allow anything for.

The schemas of requests and answers serve every game; their members that a game or the protocol gives a form to refer here to
the component that says it.
"""

from __future__ import annotations

from engine.protocol.siegelpost2.absence import CHOICES
from service import table_acts
from service.api.named_parts import Component, NamedParts, to
from service.matches.pace import PACE_SCHEMA

TYPED = {
    ("Acted", "opening"): "Opening",
    ("AnswerRequest", "move"): "AnyMove",
    ("AnswerRequest", "opening"): "Opening",
    ("Choice", "move"): "AnyMove",
    ("CreatedMatch", "options"): "AnyCompleteOptions",
    ("CreatedMatch", "outcome"): "Outcome",
    ("CreatedMatch", "pace"): "Pace",
    ("CreatedMatch", "view"): "AnyView",
    ("CommitmentRequest", "move"): "AnyMove",
    ("CommitmentRequest", "opening"): "Opening",
    ("FeedEvent", "event"): "FeedFact",
    ("GameView", "view"): "AnyView",
    ("Line", "entry"): "LogEntry",
    ("Match", "options"): "AnyCompleteOptions",
    ("Match", "outcome"): "Outcome",
    ("Match", "pace"): "Pace",
    ("Match", "view"): "AnyView",
    ("MatchRequest", "options"): "AnyOptions",
    ("MatchRequest", "pace"): "PaceRequest",
    ("MatchSummary", "options"): "AnyCompleteOptions",
    ("MatchSummary", "outcome"): "Outcome",
    ("MatchSummary", "pace"): "Pace",
    ("Meta", "links"): "Links",
    ("Meta", "pace"): "JsonSchema",
    ("MoveList", "moves"): "AnyMove",
    ("MoveRequest", "move"): "AnyMove",
    ("OpeningRequest", "opening"): "Opening",
    ("Ordered", "document"): "OrdersDocument",
    ("OrderedAnswer", "move"): "AnyMove",
    ("OrdersRequest", "orders"): "AnyOrders",
    ("OrdersToCheck", "orders"): "AnyOrders",
    ("OverEvent", "outcome"): "Outcome",
    ("Problem", "act"): "StandingAct",
    ("Problem", "receipt"): "RefusedReceipt",
    ("Rules", "events"): "JsonSchema",
    ("Rules", "moves"): "JsonSchemas",
    ("Rules", "options"): "JsonSchema",
    ("Rules", "orders"): "JsonSchema",
    ("Rules", "presets"): "Presets",
    ("Rules", "view"): "JsonSchema",
    ("Waiting", "moves"): "AnyMove",
    ("Waiting", "view"): "AnyView",
}
"""Members of requests and answers with the component that says what they are."""

ONE_OF = {
    "AnswerRequest": ("An answer to an open decision, in exactly one of two forms.", ("move", "opening")),
    "CommitmentRequest": ("A sealed answer, in exactly one of three forms.", ("move", "opening", "commitment")),
}
"""What requests are, and their members of which there is exactly one."""

NULLABLE_TEXT = {"type": ["string", "null"]}


def components() -> dict[str, Component]:
    """Return the components that are neither of one game nor of the protocol."""
    paces = NamedParts("Pace")
    pace = paces.of({**PACE_SCHEMA, "description": "How long decisions are to stand."}, ("request",), "Pace")
    for form in paces.found.values():
        form["properties"] = {name: _without_list_of_defaults(held) for name, held in form["properties"].items()}
    return {
        **paces.found,
        "PaceRequest": pace,
        "JsonSchema": {"type": "object", "additionalProperties": True, "description": "A JSON Schema (2020-12)."},
        "JsonSchemas": {
            "type": "object",
            "additionalProperties": to("JsonSchema"),
            "description": "JSON Schemas by name.",
        },
        "Presets": {"type": "object", "additionalProperties": to("AnyOptions"), "description": "Options by name."},
        "Links": {
            "type": "object",
            "required": ["documentation", "openapi", "protocol"],
            "properties": {name: {"type": "string"} for name in ("documentation", "openapi", "protocol")},
        },
        "FeedFact": {
            "description": "An event of the game, or something that people did about the table.",
            "anyOf": [to("AnyEvent"), to("TableAct")],
        },
        "TableAct": {
            "type": "object",
            "description": "An entry of the log about the table (protocol sections 12.12 to 12.20), without its signature.",
            "required": ["type"],
            "properties": {
                "type": {"type": "string", "enum": sorted(table_acts.TYPES)},
                "seat": {"type": "integer", "description": "Whose act it is, or about whom it is."},
                "absent": {"type": "integer", "description": "The seat that a vote is about."},
                "by": {
                    "type": ["string", "integer", "null"],
                    "description": "Who gave more time or how a seat is back; of a volunteer, the seat that named them.",
                },
                "choice": {"type": "string", "enum": list(CHOICES)},
                "decision": {"type": "string", "description": "The decision that has more time."},
                "grant": {"type": "boolean"},
                "pause": {"type": "boolean"},
                "requester": {"type": "integer"},
            },
        },
        "OrdersDocument": {
            "type": "object",
            "description": "What the commitment of standing orders stands for (protocol section 12.2).",
            "required": ["order", "salt"],
            "properties": {"order": to("AnyOrders"), "salt": {"type": "string"}},
        },
        "StandingAct": {
            "type": "object",
            "description": "Your act that stands.",
            "required": ["act", "seq", "commitment", "custody"],
            "properties": {
                "act": {"type": "string"},
                "seq": {"type": "integer"},
                "commitment": NULLABLE_TEXT,
                "custody": NULLABLE_TEXT,
            },
        },
    }


def _without_list_of_defaults(member: Component) -> Component:
    """Return a member without a default that generators of clients write down wrongly; it is said in words."""
    if not isinstance(member.get("default"), list):
        return member
    said = f"{member.get('description', '')}; left out: {member['default']}".removeprefix("; ")
    return {key: value for key, value in {**member, "description": said}.items() if key != "default"}


def refer(schemas: dict[str, Component]) -> None:
    """Let the members of requests and answers say what they hold, instead of allowing any object."""
    for (schema, member), component in TYPED.items():
        declared = schemas[schema]["properties"][member]
        if "array" in declared.get("type", ()):
            declared["items"] = to(component)
            continue
        nullable = "null" in declared.get("type", ())
        for key in [key for key in declared if key not in ("description", "default")]:
            del declared[key]
        declared |= {"anyOf": [to(component), {"type": "null"}]} if nullable else to(component)
    _one_of(schemas)


def _one_of(schemas: dict[str, Component]) -> None:
    """Let bodies that have exactly one of some members be one of as many forms."""
    for request, (about, members) in ONE_OF.items():
        whole, names = schemas[request], []
        for chosen in members:
            names.append(f"{request}With{chosen.capitalize()}")
            kept = {
                name: member for name, member in whole["properties"].items() if name == chosen or name not in members
            }
            schemas[names[-1]] = {**whole, "properties": kept, "required": [chosen]}
        schemas[request] = {"description": about, "oneOf": [to(name) for name in names]}


__all__ = ["components", "refer"]
