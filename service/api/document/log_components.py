"""OpenAPI components for what the protocol fixes: entries of the log, openings, receipts.

Their forms are those that the verifier demands of an export (:mod:`engine.protocol.body_forms`), so that what is published
cannot differ from what is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.protocol.body_forms import COUNTED, DRAWN, FORMS, OPENING, OUTCOME, PACE
from engine.protocol.forms import schema_of
from engine.protocol.receipt_forms import SIGNED_RECEIPT
from service.api.document.named_parts import Component, NamedParts, to

DEFINED = {"Move": "AnyMove", "Event": "AnyEvent", "Options": "AnyCompleteOptions", "Opening": "Opening"}
"""Parts of the protocol's forms that belong to the rules or to another form, with their components."""
ABOUT = {
    "created": "A match was created.",
    "joined": "Somebody took a seat.",
    "left": "Somebody gave up a seat before the start.",
    "seated": "Nobody joins or leaves any more.",
    "revealed": "All entropy is published.",
    "started": "The match was dealt.",
    "opened": "A decision was opened.",
    "extended": "The deadline of a decision was moved.",
    "locked": "A sealed decision was closed to changes.",
    "resolved": "A decision was resolved.",
    "said": "Partners talked.",
    "disclosed": "What was said, opened.",
    "closed": "The match is over.",
    "resigned": "A seat has resigned.",
    "rekeyed": "A seat signs with another key.",
    "absent": "A seat has missed several answers in a row, and is told so.",
    "polled": "The others are asked about a seat that is missed.",
    "voted": "A seat says what it wants about one that is missed.",
    "returned": "A seat that was missed is back.",
    "handed": "A player who is there asks the others to let them hand over a seat.",
    "kept": "The time to answer is over: a seat that its player wanted to hand over stays with them.",
    "substituted": "Somebody else has a seat from here on: a bot, or a person.",
    "volunteered": "Somebody is ready to play on in a seat, or wants to come back to it.",
    "declined": "Somebody is not ready any more.",
    "wished": "A seat wants a pause, or no longer wants it.",
    "paused": "The match stands still.",
    "resumed": "The match goes on.",
    "requested": "A seat asks the others for more time.",
    "responded": "A seat grants another the time that it asked for, or does not.",
    "answered": "What proofs had hidden.",
}


def components() -> dict[str, Component]:
    """Return the components of the protocol.

    :raises KeyError: for a type of entry that is not described here.
    """
    named = NamedParts("")
    paces = {kind: named.add(form, (kind, "pace"), "") for kind, form in _paces().items()}
    for form, name in ((OUTCOME, ("outcome",)), (COUNTED, ("counted", "draw")), (DRAWN, ("public", "draw"))):
        named.add(schema_of(form), name, "")
    entries: dict[str, str] = {}
    for kind, form in FORMS.items():
        body = named.add(named.of(schema_of(form), (kind,), ""), (kind, "body"), "")
        entries[kind] = f"{kind.capitalize()}Entry"
        named.found[entries[kind]] = _entry(kind, body)
    named.found["LogEntry"] = {
        "description": "An entry of the log (protocol section 7).",
        **_either("type", {kind: to(name) for kind, name in entries.items()}),
    }
    named.found["Opening"] = {**schema_of(OPENING), "description": "What a commitment stands for (protocol section 2)."}
    named.found["RefusedReceipt"] = {**_refused(), "description": "A receipt for an act refused (section 12.3)."}
    named.found["Pace"] = {"description": "How long decisions stand.", **_either("kind", paces)}
    return {name: _defined(schema) for name, schema in named.found.items()}


def _refused() -> Component:
    signed: Any = schema_of(SIGNED_RECEIPT)
    receipts: list[Component] = signed["properties"]["receipt"]["oneOf"]
    return next(one for one in receipts if one["properties"]["act"]["enum"] == ["refused"])


def _either(member: str, forms: Mapping[str, Component]) -> Component:
    mapping = {value: form["$ref"] for value, form in forms.items()}
    return {"oneOf": list(forms.values()), "discriminator": {"propertyName": member, "mapping": mapping}}


def _paces() -> dict[str, Component]:
    forms: Any = schema_of(PACE)["oneOf"]
    return {form["properties"]["kind"]["enum"][0]: form for form in forms}


def _entry(kind: str, body: Component) -> Component:
    return {
        "type": "object",
        "description": ABOUT[kind],
        "required": ["n", "at", "type", "body"],
        "properties": {
            "n": {"type": "integer", "minimum": 1, "description": "Its number, counted from 1."},
            "at": {"type": "string", "format": "date-time", "description": "RFC 3339, UTC, milliseconds."},
            "type": {"type": "string", "enum": [kind]},
            "body": body,
        },
        "additionalProperties": False,
    }


def _defined(value: Any) -> Any:
    """Return a schema whose references to definitions lead to components."""
    if isinstance(value, dict):
        if str(value.get("$ref", "")).startswith("#/$defs/"):
            return {**value, **to(DEFINED[value["$ref"].removeprefix("#/$defs/")])}
        return {key: _defined(inner) for key, inner in value.items()}
    return [_defined(one) for one in value] if isinstance(value, list) else value


__all__ = ["components"]
