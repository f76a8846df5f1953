"""Named components for parts of schemas, so that a generated client has one type for an object used in many places.

Generators name what stands inside a schema after its place, make a type for every place, and leave out what two places call
alike. So each object inside a schema gets a name of its own here, and parts that say the same share one.

The schemas of requests and answers serve every game, and flask-smorest's allow anything in the members that a game or the
protocol defines; those members refer to the component that defines them.
"""

import json
from collections.abc import Sequence
from typing import Any

from engine.protocol.agreements import CHOICES
from service.matches.pace import PACE_SCHEMA
from service.text import table_acts

Component = dict[str, Any]

THERE = "#/components/schemas/"
TYPES = {str: "string", int: "integer", bool: "boolean"}
"""The type of a constant, or of each word of a list."""
LONG_LIST = 6
"""The number of texts from which on a list becomes a component of its own."""
WORDS_OF_LANGUAGES = ("do", "else", "if", "symbol")
"""Members whose lists of words become components: openapi-typescript-codegen calls an enumeration by its member's name."""


class NamedParts:
    """Components of the parts of one game's schemas; the first place a part is found at gives it its name.

    Versions of rules are added from the oldest to the newest, so that a name stays what it is when a version is added.
    """

    def __init__(self, game: str) -> None:
        """Begin with none; ``game`` is what their names begin with."""
        self.found: dict[str, Component] = {}
        self._game = game
        self._names: dict[str, str] = {}

    def of(self, schema: Component, path: Sequence[str], version: str) -> Component:
        """Return a schema whose parts are references.

        :param path: words that say where the schema stands; names of parts are made of them.
        :param version: what names begin with when the name without a version stands for something else already.
        """
        forms: Sequence[Component] = schema.get("oneOf") or schema.get("anyOf") or ()
        if len(forms) == 1:  # some generators make nothing of a choice of one
            (only,) = forms
            said = {key: value for key, value in schema.items() if key not in ("oneOf", "anyOf")}
            return self.of({**only, **said}, path, version)
        inner: Component = {}
        for key, value in schema.items():
            if key == "properties":
                inner[key] = {name: self._part(part, (*path, name), version) for name, part in value.items()}
            elif key in ("items", "additionalProperties") and isinstance(value, dict):
                inner[key] = self._part(value, (*path[:-1], _singular(path[-1])), version)
            elif key in ("oneOf", "anyOf"):
                parts = [self._part(one, (*path, *_told_apart_by(one)), version) for one in value]
                inner[key] = sorted(parts, key=self._richest_first(parts))
            elif key == "enum":
                inner |= {"type": TYPES[type(value[0])], **inner, "enum": value}
            elif key == "const" and value is True:
                inner |= {"type": "boolean", "enum": [True]}
            elif key == "const":  # without a type, generators let it be anything
                inner |= {"type": TYPES[type(value)], "const": value}
            else:
                inner[key] = value
        return {**inner, **self._discriminator(inner.get("oneOf", ()))}

    def add(self, schema: Component, path: Sequence[str], version: str) -> Component:
        """Return a reference to a component with this content, adding it if there is none."""
        content = json.dumps(schema, sort_keys=True)
        if content not in self._names:
            words = "".join(part.capitalize() for one in path for part in one.replace("-", "_").split("_"))
            wanted = [self._game + words, version + words]
            wanted += [f"{version}{words}{number}" for number in range(2, 99)]
            name = next(one for one in wanted if one not in self.found)
            self._names[content] = name
            self.found[name] = schema
        return to(self._names[content])

    def _part(self, schema: Component, path: Sequence[str], version: str) -> Component:
        inner = self.of(schema, path, version)
        if "properties" in inner:
            return self.add(inner, path, version)
        if len(inner.get("enum", ())) >= LONG_LIST and all(isinstance(one, str) for one in inner["enum"]):
            said: Component = {key: inner[key] for key in ("description", "default") if key in inner}
            return {**self.add({"type": "string", "enum": inner["enum"]}, (path[-1], "name"), version), **said}
        return inner

    def _richest_first(self, parts: Sequence[Component]) -> Any:
        """Return a sort key that puts forms of one type with more members first, and otherwise keeps the order.

        Some generated clients take the first form that has no member too few, and forget the members it does not know.
        """
        types = [self._type_of(one) for one in parts]

        def key(part: Component) -> tuple[int, int, int]:
            form = self.found.get(str(part.get("$ref", "")).removeprefix(THERE), {})
            first = types.index(self._type_of(part))
            return first, -len(form.get("required", ())), -len(form.get("properties", ()))

        return key

    def _discriminator(self, parts: Sequence[Component]) -> Component:
        types = [self._type_of(one) for one in parts]
        if len(types) < 2 or None in types or len(set(types)) < len(types):
            return {}
        mapping = {str(one): part["$ref"] for one, part in zip(types, parts, strict=True)}
        return {"discriminator": {"propertyName": "type", "mapping": mapping}}

    def _type_of(self, part: Component) -> str | None:
        form = self.found.get(str(part.get("$ref", "")).removeprefix(THERE), {})
        constant: str | None = form.get("properties", {}).get("type", {}).get("const")
        return constant


def _singular(word: str) -> str:
    """Return the singular of a word.

    >>> _singular("cards"), _singular("do")
    ('card', 'do')
    """
    return word.removesuffix("s")


def _told_apart_by(form: Component) -> tuple[str, ...]:
    """Return a word that distinguishes one form of several: its type, or its first required member."""
    held = form.get("properties", {})
    if "const" in held.get("type", {}):
        return (str(held["type"]["const"]),)
    return tuple(form.get("required", ())[:1])


def to(component: str) -> Component:
    """Return a reference to a component."""
    return {"$ref": THERE + component}


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
    ("Tournament", "options"): "AnyCompleteOptions",
    ("Tournament", "pace"): "Pace",
    ("TournamentRequest", "options"): "AnyOptions",
    ("TournamentRequest", "pace"): "PaceRequest",
    ("Waiting", "moves"): "AnyMove",
    ("Waiting", "view"): "AnyView",
}
"""Members of requests and answers, with their components."""

ONE_OF = {
    "AnswerRequest": ("An answer to an open decision, in exactly one of two forms.", ("move", "opening")),
    "CommitmentRequest": ("A sealed answer, in exactly one of three forms.", ("move", "opening", "commitment")),
}
"""Requests that need exactly one of several members, with these members."""

NULLABLE_TEXT = {"type": ["string", "null"]}


def components() -> dict[str, Component]:
    """Return the components that belong neither to one game nor to the protocol."""
    paces = NamedParts("Pace")
    pace = paces.of(PACE_SCHEMA, ("request",), "Pace")
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
                "seat": {"type": "integer", "description": "The seat whose act it is, or that it is about."},
                "absent": {"type": "integer", "description": "The seat that a vote is about."},
                "by": {
                    "type": ["string", "integer", "null"],
                    "description": "The giver of more time, or the way in which a seat is back; of a volunteer, the seat "
                    "that named them.",
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
            "description": "The content of a commitment to standing orders (protocol section 12.2).",
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


def refer(schemas: dict[str, Component]) -> None:
    """Give members of requests and answers their types, instead of allowing any object."""
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
    for name in [*schemas]:
        schemas[name] = _made_easy(schemas[name])
        for member in WORDS_OF_LANGUAGES:
            part = schemas[name].get("properties", {}).get(member, {})
            if "enum" in part:
                words = f"{name}{member.capitalize()}"
                schemas[words] = {"type": part["type"], "enum": part["enum"]}
                said = {"description": part["description"]} if "description" in part else {}
                schemas[name]["properties"][member] = {**to(words), **said}


def _made_easy(schema: Component) -> Component:
    """Return a schema that more generators understand: with defaults in words, and null beside a list of words.

    Of a member with a ``default``, openapi-typescript makes one that must be sent; others write down lists of defaults wrongly.
    Of a list of words with null among them, openapi-zod-client makes what does not compile.
    """
    if "properties" not in schema:
        return schema
    needed = schema.get("required", ())
    return {
        **schema,
        "properties": {name: _null_apart(_in_words(one, name in needed)) for name, one in schema["properties"].items()},
    }


def _null_apart(member: Component) -> Component:
    if None not in member.get("enum", ()):
        return {"type": TYPES[type(member["enum"][0])], **member} if "enum" in member else member
    words = {"type": "string", "enum": [one for one in member["enum"] if one is not None]}
    rest = {key: value for key, value in member.items() if key not in ("type", "enum")}
    return {**rest, "anyOf": [words, {"type": "null"}]}


def _in_words(member: Component, needed: bool) -> Component:
    if "default" not in member:
        return member
    kept = {key: value for key, value in member.items() if key != "default"}
    if needed or "left out" in kept.get("description", "").lower():
        return kept
    said, default = kept.get("description", "").removesuffix("."), json.dumps(member["default"], ensure_ascii=False)
    return {**kept, "description": f"{said}{'; l' if said else 'L'}eft out: {default}."}


def _one_of(schemas: dict[str, Component]) -> None:
    """Turn bodies that need exactly one of some members into a choice of that many forms."""
    for request, (about, members) in ONE_OF.items():
        whole, names = schemas[request], []
        for chosen in members:
            names.append(f"{request}With{chosen.capitalize()}")
            kept = {
                name: member for name, member in whole["properties"].items() if name == chosen or name not in members
            }
            schemas[names[-1]] = {**whole, "properties": kept, "required": [chosen]}
        schemas[request] = {"description": about, "oneOf": [to(name) for name in names]}
