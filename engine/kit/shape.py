"""The part of JSON Schema that moves, orders and data files are written in, checked by hand.

Schemas are published as they are (JSON Schema 2020-12); this module is what the engine itself holds values against, because
the engine imports nothing but the standard library. Supported: ``const``, ``enum``, ``type``, ``minimum``, ``maximum``,
``pattern``, ``properties``, ``required``, ``additionalProperties``, ``items``, ``minItems``, ``maxItems`` and ``oneOf``
whose forms are told apart by a constant ``type``, ``op`` or by the kind of JSON value.
"""

from __future__ import annotations

import re
from typing import Any

Schema = dict[str, Any]

KINDS: dict[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
TELLING = ("type", "op")
"""The constant properties by which the forms of a ``oneOf`` are told apart."""


class Misfit(ValueError):
    """A value that does not fit; ``pointer`` is a JSON pointer to the part that is wrong, ``wanted`` says what should be."""

    def __init__(self, pointer: str, wanted: str) -> None:
        super().__init__(f"{pointer or '/'}: {wanted}")
        self.pointer = pointer
        self.wanted = wanted


def fit(schema: Schema, value: Any, pointer: str = "") -> None:
    """Raise :class:`Misfit` unless the value fits; booleans are no integers, and floats fit nothing."""
    if "oneOf" in schema:
        fit(_form(schema["oneOf"], value, pointer), value, pointer)
        return
    if "const" in schema or "enum" in schema:
        known = schema["enum"] if "enum" in schema else [schema["const"]]
        if not any(type(value) is type(one) and value == one for one in known):
            raise Misfit(pointer, f"should be one of {', '.join(map(_said, known))}")
        return
    kind = schema["type"]
    if not _is(value, kind):
        raise Misfit(pointer, f"should be {'an' if kind[0] in 'aio' else 'a'} {kind}")
    if kind == "integer":
        _whole(schema, value, pointer)
    elif kind == "string":
        if "pattern" in schema and not re.search(schema["pattern"], value):
            raise Misfit(pointer, f"should match {schema['pattern']}")
    elif kind == "array":
        _array(schema, value, pointer)
    elif kind == "object":
        _object(schema, value, pointer)


def _is(value: Any, kind: str) -> bool:
    return type(value) is KINDS[kind]


def step(pointer: str, key: str | int) -> str:
    """Return a pointer one step further down (RFC 6901, section 3)."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _said(value: Any) -> str:
    return {True: "true", False: "false", None: "null"}.get(value, str(value)) if type(value) is not int else str(value)


def _whole(schema: Schema, value: int, pointer: str) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Misfit(
            pointer, f"should be from {low if low is not None else 'any'} to {high if high is not None else 'any'}"
        )


def _array(schema: Schema, value: list[Any], pointer: str) -> None:
    low, high = schema.get("minItems", 0), schema.get("maxItems")
    if len(value) < low or (high is not None and len(value) > high):
        raise Misfit(pointer, f"should have {low} to {'any number of' if high is None else high} entries")
    for i, one in enumerate(value):
        fit(schema["items"], one, step(pointer, i))


def _object(schema: Schema, value: dict[str, Any], pointer: str) -> None:
    properties, rest = schema.get("properties", {}), schema.get("additionalProperties", False)
    for key in schema.get("required", ()):
        if key not in value:
            raise Misfit(pointer, f"{key} is missing")
    for key, one in value.items():
        if key in properties:
            fit(properties[key], one, step(pointer, key))
        elif rest is False:
            raise Misfit(step(pointer, key), f"is unknown here; known are {', '.join(properties) or 'none'}")
        else:
            fit(rest, one, step(pointer, key))


def _form(forms: list[Schema], value: Any, pointer: str) -> Schema:
    """Return the one form a value means to have."""
    if type(value) is not dict:
        for form in forms:
            if "type" in form and type(value) is KINDS[form["type"]]:
                return form
            if "enum" in form and value in [one for one in form["enum"] if type(one) is type(value)]:
                return form
        return next((form for form in forms if "enum" in form), forms[0])
    objects = [form for form in forms if form.get("type") == "object"]
    if len(objects) == 1:
        return objects[0]
    for name in TELLING:
        named = {
            form["properties"][name]["const"]: form for form in objects if "const" in form["properties"].get(name, {})
        }
        if named:
            if name not in value:
                raise Misfit(pointer, f"{name} is missing")
            if type(value[name]) is not str or value[name] not in named:
                raise Misfit(step(pointer, name), f"should be one of {', '.join(named)}")
            return named[value[name]]
    raise Misfit(pointer, "should not be an object")
