"""Closed forms of JSON values: what a value may look like, and which member violates it.

A form is a function of a value and its place. It refuses by :class:`Misformed`, which names the member by a JSON pointer, and
does a bounded amount of work: every text, list and number has a greatest size, which is looked at before what is inside.

Every form also says what it is as a JSON Schema (2020-12), see :func:`schema_of`: what is published about logs and receipts is
what the verifier demands.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from engine.protocol.canon import IDENTIFIER, LARGEST, NotCanonical, unb64
from engine.protocol.log import milliseconds

Form = Callable[[object, str], None]
"""``form(value, pointer)``: raises :class:`Misformed` unless the value at that place has the form."""

Schema = dict[str, object]
"""A JSON Schema (2020-12). References lead to ``#/$defs/``: ``Move``, ``Event`` and ``Options`` are the rules' to describe."""

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def uuid_of(raw: bytes) -> str:
    """Return the lower-case UUID (version 4 form) of at least 16 bytes."""
    octets = bytearray(raw[:16])
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    text = octets.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


class Misformed(ValueError):
    """A value of another form; ``pointer`` is the JSON pointer of the member that is wrong."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or '/'}: {message}")
        self.pointer = pointer
        self.message = message


@dataclass(frozen=True, eq=False)
class Described:
    """A form that describes itself as a JSON Schema."""

    judge: Form
    schema: Schema

    def __call__(self, value: object, pointer: str) -> None:
        """Raise :class:`Misformed` unless the value at that place has the form."""
        self.judge(value, pointer)


def described(schema: Schema) -> Callable[[Form], Described]:
    """Return a decorator for a form written as a function."""
    return lambda judge: Described(judge, schema)


def schema_of(form: Form) -> Schema:
    """Return a form's JSON Schema.

    :raises TypeError: for a form that nobody has described.
    """
    if not isinstance(form, Described):
        raise TypeError(f"{form!r} has no schema: see engine.protocol.forms.described")
    return form.schema


def text(pattern: str | re.Pattern[str], meaning: str) -> Form:
    """Return the form of a text that matches a pattern as a whole; ``meaning`` describes it in words."""
    wanted = re.compile(pattern)

    def form(value: object, pointer: str) -> None:
        if not isinstance(value, str) or not wanted.fullmatch(value):
            raise Misformed(pointer, f"is not {meaning}")

    return Described(form, {"type": "string", "pattern": f"^{wanted.pattern}$", "description": _sentence(meaning)})


def data(size: int, prefix: str = "") -> Form:
    """Return the form of this many bytes in base64url, after a prefix such as ``sc1_``."""
    meaning = f"{size} bytes of base64url" + (f" behind {prefix!r}" if prefix else "")

    def form(value: object, pointer: str) -> None:
        if not isinstance(value, str) or len(value) > 2 * size + len(prefix) or not value.startswith(prefix):
            raise Misformed(pointer, f"is not {meaning}")
        try:
            if len(unb64(value.removeprefix(prefix))) == size:
                return
        except NotCanonical:
            pass
        raise Misformed(pointer, f"is not {meaning}")

    full, rest = divmod(size * 8, 6)
    letters = f"[A-Za-z0-9_-]{{{full}}}" + {0: "", 2: "[AQgw]", 4: "[AEIMQUYcgkosw048]"}[rest]
    return Described(form, {"type": "string", "pattern": f"^{prefix}{letters}$", "description": _sentence(meaning)})


def whole(least: int = 0, most: int = LARGEST) -> Form:
    """Return the form of an integer from ``least`` to ``most``; ``true`` is not an integer."""

    def form(value: object, pointer: str) -> None:
        if type(value) is not int or not least <= value <= most:
            raise Misformed(pointer, f"is not an integer from {least} to {most}")

    return Described(form, {"type": "integer", **({"const": least} if least == most else _bounds(least, most))})


def one_of(*texts: str) -> Form:
    """Return the form of one of some texts."""

    def form(value: object, pointer: str) -> None:
        if not isinstance(value, str) or value not in texts:
            raise Misformed(pointer, "is none of " + ", ".join(texts))

    return Described(form, {"type": "string", "enum": list(texts)})


def nullable(wanted: Form) -> Form:
    """Return a form that allows ``null``, too."""

    def form(value: object, pointer: str) -> None:
        if value is not None:
            wanted(value, pointer)

    return Described(form, _or_null(schema_of(wanted)))


def several(wanted: Form, most: int, least: int = 0) -> Form:
    """Return the form of a list."""

    def form(value: object, pointer: str) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Misformed(pointer, f"is not a list of {least} to {most}")
        for place, item in enumerate(cast("list[object]", value)):
            wanted(item, f"{pointer}/{place}")

    bounds = {"minItems": least, "maxItems": most} if least else {"maxItems": most}
    return Described(form, {"type": "array", "items": schema_of(wanted), **bounds})


def rising(wanted: Form, most: int, least: int = 0) -> Form:
    """Return the form of a strictly ascending list of integers, like the seats of a decision."""
    each = several(wanted, most, least)

    def form(value: object, pointer: str) -> None:
        each(value, pointer)
        found = cast("list[int]", value)
        for place, (one, after) in enumerate(pairwise(found), start=1):
            if after <= one:
                raise Misformed(f"{pointer}/{place}", "does not rise")

    return Described(form, schema_of(each))


def record(members: Mapping[str, Form], optional: Mapping[str, Form] | None = None) -> Form:
    """Return the form of an object with exactly these members, and perhaps the optional ones."""
    known = {**members, **(optional or {})}

    def form(value: object, pointer: str) -> None:
        found = as_object(value, pointer)
        for name in sorted(found):
            if name not in known:
                raise Misformed(f"{pointer}/{_escaped(name)}", "is a member that nobody knows")
        for name, wanted in known.items():
            if name in found:
                wanted(found[name], f"{pointer}/{name}")
            elif name in members:
                raise Misformed(f"{pointer}/{name}", "is missing")

    schema: Schema = {
        "type": "object",
        "required": list(members),
        "properties": {name: schema_of(wanted) for name, wanted in known.items()},
        "additionalProperties": False,
    }
    return Described(form, schema)


def either(by: str, forms: Mapping[str, Form]) -> Form:
    """Return the form of an object whose member ``by`` says which of several forms it has."""
    named = one_of(*forms)

    def form(value: object, pointer: str) -> None:
        found = as_object(value, pointer)
        named(found.get(by), f"{pointer}/{by}")
        forms[cast(str, found[by])](value, pointer)

    return Described(form, {"oneOf": [schema_of(one) for one in forms.values()]})


def as_object(value: object, pointer: str) -> Mapping[str, object]:
    """Return the value as an object with any members (a move, an event, options), which the rules check."""
    if not isinstance(value, dict):
        raise Misformed(pointer, "is not an object")
    return cast("dict[str, object]", value)


def an_object(described_as: str) -> Form:
    """Return the form of an object with any members, which the rules look at: a ``Move``, an ``Event``, ``Options``."""

    def form(value: object, pointer: str) -> None:
        as_object(value, pointer)

    return Described(form, {"$ref": f"#/$defs/{described_as}"})


@described({"type": "string", "format": "date-time", "description": "RFC 3339, UTC, milliseconds."})
def instant(value: object, pointer: str) -> None:
    """Form of a time: RFC 3339 UTC with three decimals."""
    try:
        if isinstance(value, str) and len(value) == len("2026-11-21T08:00:00.000Z"):
            milliseconds(value)
            return
    except ValueError:
        pass
    raise Misformed(pointer, "is not a time in UTC with three decimals")


@described({"type": "boolean"})
def flag(value: object, pointer: str) -> None:
    """Form of ``true`` and ``false``."""
    if type(value) is not bool:
        raise Misformed(pointer, "is neither true nor false")


def _bounds(least: int, most: int) -> Schema:
    return {"minimum": least, "maximum": most}


def _or_null(schema: Schema) -> Schema:
    if schema.get("type") in ("string", "integer") and "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


IDENTIFIED = text(IDENTIFIER, "1 to 64 of [a-z0-9._/@-]")
"""Ids of decisions, rules and channels, labels of draws."""


def _escaped(name: str) -> str:
    """Return a member's name in a JSON pointer, cut short and without anything a terminal would interpret."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:40])
    return shown.replace("~", "~0").replace("/", "~1")
