"""The subset of JSON Schema for options, moves, orders and data files, checked by our own code.

Schemas are published as they are (JSON Schema 2020-12); with this module the engine itself checks values against them, so
that a refusal names the part and the remedy in our words. Patterns are ECMA-262, as published. Supported: ``const``,
``enum``, ``type``, ``minimum``, ``maximum``, ``pattern``, ``properties``, ``required``, ``additionalProperties``,
``items``, ``minItems``, ``maxItems`` and ``oneOf`` whose forms are told apart by a constant ``type``, ``op`` or by the kind
of JSON value.

A JSON pointer (RFC 6901) names the part of a document that a refusal is about. Match options are checked by it and
completed.

The schemas of a game's view and events (``Rules.view``, ``Rules.events``) are files in ``schemas/`` of the game's folder,
made from its TypedDicts by ``python -m checks.game_schemas --write`` and committed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, cast

from typing_extensions import TypedDict

from engine.contract import BadOptions, Json


def token(key: str | int) -> str:
    """Return a key or an index in the syntax of a JSON pointer (section 3).

    >>> token("a/b~c"), token(2)
    ('a~1b~0c', '2')
    """
    return str(key).replace("~", "~0").replace("/", "~1")


def step(pointer: str, *keys: str | int) -> str:
    """Return a pointer extended by some steps.

    >>> step("", "rules", 0, "if")
    '/rules/0/if'
    """
    return pointer + "".join(f"/{token(key)}" for key in keys)


Scalar = str | int | bool | None

Schema = TypedDict(
    "Schema",
    {
        "$schema": str,
        "title": str,
        "description": str,
        "default": Scalar,
        "examples": Sequence[dict[str, str]],
        "const": Scalar,
        "enum": Sequence[Scalar],
        "type": str,
        "minimum": int,
        "maximum": int,
        "pattern": str,
        "properties": dict[str, "Schema"],
        "required": list[str],
        "additionalProperties": "Literal[False] | Schema",
        "items": "Schema",
        "minItems": int,
        "maxItems": int,
        "oneOf": list["Schema"],
    },
    total=False,
)
"""A schema of the part of JSON Schema that is supported."""

KINDS: dict[str, type[object]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
CALLED = {"object": "an object", "array": "an array", "string": "a text", "boolean": "true or false", "null": "null"}
"""Names of JSON types in messages; integers are quoted by value."""

TELLING = ("type", "op")
"""The constant properties that distinguish the forms of a ``oneOf``."""


class Misfit(ValueError):
    """A value that does not match; ``pointer`` is a JSON pointer to the wrong part, ``wanted`` describes what it should be."""

    def __init__(self, pointer: str, wanted: str) -> None:
        super().__init__(f"{pointer or '/'}: {wanted}")
        self.pointer = pointer
        self.wanted = wanted

    def below(self, key: str | int) -> Misfit:
        """Return the same fault as seen from the enclosing object or array, which has the value under ``key``."""
        return Misfit(step("", key) + self.pointer, self.wanted)


def fit(schema: Schema, value: object) -> None:
    """Raise :class:`Misfit` unless the value matches the schema; booleans are not integers, and floats are never
    allowed.

    The pointer is put together on the way out, so that a value that fits costs nothing extra.
    """
    if "oneOf" in schema:
        fit(_form(schema["oneOf"], value), value)
        return
    if "const" in schema or "enum" in schema:
        known = schema["enum"] if "enum" in schema else [schema["const"]]
        if not any(type(value) is type(one) and value == one for one in known):
            raise Misfit("", f"should be one of {', '.join(map(_said, known))}")
        return
    kind = schema["type"]
    if type(value) is not KINDS[kind]:
        raise Misfit("", _range(schema) if kind == "integer" else f"should be {CALLED[kind]}")
    match value:
        case str():
            if "pattern" in schema and not _compiled(schema["pattern"]).search(value):
                raise Misfit("", f"should match {schema['pattern']}")
        case dict():
            _object(schema, value)
        case list():
            _array(schema, value)
        case int():
            _whole(schema, value)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern with its meaning in JSON Schema (ECMA-262): ``$`` does not match before a final line feed."""
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


def _said(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _whole(schema: Schema, value: int) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Misfit("", _range(schema))


def _range(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    low_said = "" if low is None else f" from {low}"
    return f"should be a whole number{low_said}" + ("" if high is None else f" to {high}")


def _array(schema: Schema, value: list[object]) -> None:
    low, high = schema.get("minItems", 0), schema.get("maxItems")
    if len(value) < low or (high is not None and len(value) > high):
        raise Misfit("", f"should have {low} to {'any number of' if high is None else high} entries")
    for i, one in enumerate(value):
        try:
            fit(schema["items"], one)
        except Misfit as misfit:
            raise misfit.below(i) from None


def _object(schema: Schema, value: dict[str, object]) -> None:
    properties, rest = schema.get("properties", {}), schema.get("additionalProperties", False)
    for key in schema.get("required", ()):
        if key not in value:
            raise Misfit("", f"{key} is missing")
    for key, one in value.items():
        if key in properties:
            expected = properties[key]
        elif rest is False:
            raise Misfit(step("", key), f"is unknown here; known are {', '.join(properties) or 'none'}")
        else:
            expected = rest
        try:
            fit(expected, one)
        except Misfit as misfit:
            raise misfit.below(key) from None


def _form(forms: list[Schema], value: object) -> Schema:
    """Return the form of a ``oneOf`` that a value is meant to have."""
    if not isinstance(value, dict):
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
                raise Misfit("", f"{name} is missing")
            found = value[name]
            if not isinstance(found, str) or found not in named:
                raise Misfit(step("", name), f"should be one of {', '.join(map(_said, named))}")
            return named[found]
    raise Misfit("", "should not be an object")


def complete(
    schema: Schema, given: Mapping[str, object], own_defaults: Mapping[str, Scalar] | None = None
) -> dict[str, Scalar]:
    """Return every option of a schema of scalars, in the schema's order.

    :param own_defaults: defaults that depend on another option (on the preset, say), of options whose schema has none.
    :raises BadOptions: naming the first option that is unknown or wrong, and what it should be.
    """
    check(schema, given)
    known = {**(own_defaults or {}), **given}
    chosen = {name: known[name] if name in known else one["default"] for name, one in schema["properties"].items()}
    return cast("dict[str, Scalar]", chosen)  # checked above


def check(schema: Schema, given: Mapping[str, object]) -> None:
    """Check options against their schema; :raises BadOptions: naming the first that is unknown or wrong."""
    try:
        fit(schema, dict(given))
    except Misfit as misfit:
        raise BadOptions(misfit.pointer, misfit.wanted) from None


def check_seats(possible: Sequence[int], seats: int) -> None:
    """Check the number of seats; :raises BadOptions: naming the numbers that the game can be played with."""
    if seats not in possible:
        raise BadOptions("", f"this game is played by {one_of(possible)}, not by {seats}")


def one_of(numbers: Sequence[int]) -> str:
    """Return alternative numbers in words: ``2, 3 or 4``."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def published(package: str, shape: Literal["view", "events"]) -> dict[str, Json]:
    """Return a JSON Schema (2020-12) that comes with a game's package; :raises OSError: when the file is not there."""
    text = (files(package) / "schemas" / f"{shape}.json").read_text(encoding="utf-8")
    return cast("dict[str, Json]", json.loads(text))
