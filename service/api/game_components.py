"""What a game publishes (options, moves, view, events) as components of the OpenAPI document, named after the game.

A component ``Kontor2MovePlace`` belongs to one version of the rules; ``KontorView`` and ``KontorEvent`` belong to all versions
of a game, as what a viewer is shown does not depend on them. ``AnyView``, ``AnyEvent`` and ``AnyMove`` are what answers that
serve every game refer to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import Rules

Component = dict[str, Any]

HERE = "#/$defs/"
THERE = "#/components/schemas/"
TELLING_GAMES_APART = "game"
"""The member of every view that names its game."""

TYPED_PER_GAME = {
    ("GameView", "view"): "AnyView",
    ("Match", "view"): "AnyView",
    ("FeedEvent", "event"): "AnyEvent",
    ("MoveList", "moves"): "AnyMove",
    ("Waiting", "moves"): "AnyMove",
    ("Waiting", "view"): "AnyView",
    ("Choice", "move"): "AnyMove",
}
"""Members of answers that hold what a game makes, with the component that says what it is."""


def components(rules: Iterable[Rules]) -> dict[str, Component]:
    """Return the components of all games; of one game the newest rules come last.

    :raises ValueError: when the view and the events of a game call two different things by one name.
    """
    found: dict[str, Component] = {}
    views: dict[str, Component] = {}
    events: dict[str, Component] = {}
    moves: list[str] = []
    for one in rules:
        version = prefix(one.id)
        found[f"{version}Options"] = _untitled(one.options)
        shared = _shared(version, one.moves.values())
        found |= dict(shared.values())
        for kind, schema in one.moves.items():
            found[f"{version}Move{kind.capitalize()}"] = _referring(_untitled(schema), shared)
            moves.append(f"{version}Move{kind.capitalize()}")
        game = prefix(one.id.partition("@")[0])
        for named, kind, schema in ((views, "View", one.view), (events, "Event", one.events)):
            if schema:
                _add(found, _hoisted(game, kind, schema))
                named[f"{game}{kind}"] = schema
    found["AnyView"] = {"description": "The view of a game, told by its name.", **_any_view(views)}
    found["AnyEvent"] = {"description": "An event of a game.", "anyOf": [_to(name) for name in events]}
    found["AnyMove"] = {
        "description": "A move of a game, by its kind of decision.",
        "anyOf": [_to(one) for one in moves],
    }
    return found


def refer(schemas: dict[str, Component]) -> None:
    """Let the members of answers that hold what a game makes say so, instead of allowing any object."""
    for (schema, member), component in TYPED_PER_GAME.items():
        declared = schemas[schema]["properties"][member]
        if "array" in declared["type"]:
            declared["items"] = _to(component)
            continue
        declared.pop("additionalProperties", None)
        nullable = "null" in declared.pop("type")
        declared |= {"anyOf": [_to(component), {"type": "null"}]} if nullable else _to(component)


def prefix(name: str) -> str:
    """Return what the components of a game or of a rules id begin with.

    >>> prefix("packet-row"), prefix("kontor@2")
    ('PacketRow', 'Kontor2')
    """
    return "".join(part.capitalize() for part in name.replace("@", "-").split("-"))


def _untitled(schema: Component) -> Component:
    """Return a schema that is called what its component is called; its title describes it.

    Generators of clients name types after titles, and every version of a game's rules has the same ones.
    """
    named = {key: value for key, value in schema.items() if key not in ("title", "description")}
    words = [schema[key] for key in ("title", "description") if key in schema]
    return {**named, "description": " ".join(words)} if words else named


def _shared(version: str, moves: Iterable[Component]) -> dict[str, tuple[str, Component]]:
    """Return the objects that moves hold and that are the same wherever they stand: by member, name and schema.

    Generators of clients make a type of each object; one that stands in many moves is to be one type.
    """
    held: dict[str, list[Component]] = {}
    for form in (form for schema in moves for form in schema.get("oneOf", ())):
        for member, schema in form["properties"].items():
            if "properties" in schema:
                held.setdefault(member, []).append(schema)
    return {
        member: (f"{version}{member.capitalize()}", schemas[0])
        for member, schemas in held.items()
        if all(schema == schemas[0] for schema in schemas)
    }


def _referring(schema: Component, shared: Mapping[str, tuple[str, Component]]) -> Component:
    """Return a schema of moves that refers to what its forms share with others."""
    forms = [
        {
            **form,
            "properties": {
                member: _to(shared[member][0]) if member in shared and "properties" in held else held
                for member, held in form["properties"].items()
            },
        }
        for form in schema.get("oneOf", ())
    ]
    return {**schema, "oneOf": forms} if forms else schema


def _any_view(views: Mapping[str, Component]) -> Component:
    """Return the union of all games' views; where each names its game, a reader is told by which member."""
    names = {
        name: schema.get("properties", {}).get(TELLING_GAMES_APART, {}).get("const") for name, schema in views.items()
    }
    if None in names.values():
        return {"anyOf": [_to(name) for name in views]}
    mapping = {game: THERE + name for name, game in names.items()}
    return {
        "oneOf": [_to(name) for name in views],
        "discriminator": {"propertyName": TELLING_GAMES_APART, "mapping": mapping},
    }


def _add(found: dict[str, Component], more: Mapping[str, Component]) -> None:
    for name, schema in more.items():
        if found.setdefault(name, schema) != schema:
            raise ValueError(f"{name} stands for two things: name the types in view and events apart")


def _hoisted(game: str, kind: str, schema: Component) -> dict[str, Component]:
    """Return a schema and its definitions as components of their own, as a document has no definitions within definitions."""
    own = {name: f"{game}{name.removeprefix(game)}" for name in schema.get("$defs", {})}
    if f"{game}{kind}" in own.values():
        raise ValueError(f"a part of {game}{kind} has its name")
    parts = {own[name]: _renamed(part, own) for name, part in schema.get("$defs", {}).items()}
    whole = {key: value for key, value in schema.items() if key not in ("$schema", "$defs")}
    return {**parts, f"{game}{kind}": _renamed(whole, own)}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a schema whose references to definitions lead to components."""
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    if isinstance(value, str) and value.removeprefix(HERE) in names and value.startswith(HERE):
        return THERE + names[value.removeprefix(HERE)]
    return value


def _to(component: str) -> Component:
    return {"$ref": THERE + component}


__all__ = ["components", "prefix", "refer"]
