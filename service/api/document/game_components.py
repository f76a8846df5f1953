"""OpenAPI components for what games publish (options, orders, moves, view, events) and for what the protocol fixes.

A component ``Kontor1MovePlace`` belongs to one version of the rules; ``KontorView`` and ``KontorEvent`` belong to all
versions of a game, as what a viewer is shown does not depend on them. A part of moves or orders, such as
``KontorChoosePlay``, is named after the first place it stands at, see :mod:`service.api.document.named_parts`. Requests and
answers that serve every game refer to ``AnyView``, ``AnyEvent``, ``AnyMove``, ``AnyOptions``, ``AnyCompleteOptions`` and
``AnyOrders``.

Entries of the log, openings and receipts have the forms that the verifier demands of an export
(:mod:`engine.protocol.body_forms`), so that what is published cannot differ from what is checked.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import Rules
from engine.protocol.body_forms import COUNTED, DRAWN, FORMS, OPENING, OUTCOME, PACE
from engine.protocol.forms import schema_of
from engine.protocol.receipt_forms import SIGNED_RECEIPT
from service.api.document.named_parts import THERE, Component, NamedParts, to

HERE = "#/$defs/"
TELLING_GAMES_APART = "game"
"""The member of every view that names its game."""


def components(rules: Iterable[Rules]) -> dict[str, Component]:
    """Return the components of all games; of one game the newest rules come last.

    :raises ValueError: when two different things of a game have one name.
    """
    found: dict[str, Component] = {}
    views: dict[str, Component] = {}
    events: dict[str, Component] = {}
    parts: dict[str, NamedParts] = {}
    moves: dict[str, list[str]] = {}
    options: list[str] = []
    complete: list[Component] = []
    orders: list[str] = []
    for one in rules:
        game, version = prefix(one.id.partition("@")[0]), prefix(one.id)
        named = parts.setdefault(game, NamedParts(game))
        found[f"{version}Options"] = _untitled(one.options)
        options.append(f"{version}Options")
        complete.append(named.add(_complete(one.options), ("complete", "options"), version))
        for kind, schema in one.moves.items():
            name = f"{version}Move{kind.capitalize()}"
            found[name] = named.of(_untitled(schema), (kind,), version)
            moves.setdefault(game, []).append(name)
        if one.orders is not None:
            found[f"{version}Orders"] = named.of(_untitled(one.orders), ("orders",), version)
            orders.append(f"{version}Orders")
        for shown, kind, schema in ((views, "View", one.view), (events, "Event", one.events)):
            if schema:
                _add(found, _hoisted(game, kind, schema))
                shown[f"{game}{kind}"] = schema
    for game, kinds in moves.items():
        described = "A move, by rules and kind of decision (`Decision.kind`)."
        _add(found, {f"{game}Move": {"description": described, "anyOf": [to(kind) for kind in kinds]}})
    for named in parts.values():
        _add(found, named.found)
    wanted = [one["$ref"].removeprefix(THERE) for one in complete]
    of_any = {
        "AnyView": {"description": "The view of a game, told by its name.", **_any_view(views)},
        "AnyEvent": _any("An event of a game.", events),
        "AnyMove": _any("A move of a game.", [f"{game}Move" for game in moves]),
        "AnyOptions": _any("Options of a game; anything left out has the rules' default.", options),
        "AnyCompleteOptions": _any("All options of a game.", dict.fromkeys(wanted)),
        "AnyOrders": _any("Standing orders of a game.", orders),
    }
    _add(found, of_any)
    return found


def _any(about: str, names: Iterable[str]) -> Component:
    return {"description": about, "anyOf": [to(name) for name in names]}


def _complete(options: Component) -> Component:
    """Return the schema of a match's options, in which every option is present."""
    said = {key: value for key, value in _untitled(options).items() if key != "description"}
    return {**said, "required": list(options["properties"]), "description": "All options of a match."}


def prefix(name: str) -> str:
    """Return the prefix of the components of a game or a rules id.

    >>> prefix("packet-row"), prefix("kontor@1")
    ('PacketRow', 'Kontor1')
    """
    return "".join(part.capitalize() for part in name.replace("@", "-").split("-"))


def _untitled(schema: Component) -> Component:
    """Return a schema without a title, named after its component; the title becomes the description.

    Generators of clients name types after titles, and every version of a game's rules has the same ones.
    """
    named = {key: value for key, value in schema.items() if key not in ("$schema", "title", "description")}
    words = [schema[key] for key in ("title", "description") if key in schema]
    return {**named, "description": " ".join(words)} if words else named


def _any_view(views: Mapping[str, Component]) -> Component:
    """Return the union of all games' views, with the discriminating member if each names its game."""
    names = {
        name: schema.get("properties", {}).get(TELLING_GAMES_APART, {}).get("const") for name, schema in views.items()
    }
    if None in names.values():
        return {"anyOf": [to(name) for name in views]}
    mapping = {game: THERE + name for name, game in names.items()}
    return {
        "oneOf": [to(name) for name in views],
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
    "disclosed": "The opened message.",
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
    "answered": "Facts that proofs had hidden.",
}


def log_components() -> dict[str, Component]:
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
    named.found["Opening"] = {**schema_of(OPENING), "description": "The content of a commitment (protocol section 2)."}
    named.found["RefusedReceipt"] = {**_refused(), "description": "A receipt for an act refused (section 12.3)."}
    named.found["Pace"] = {"description": "The time for each decision.", **_either("kind", paces)}
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
