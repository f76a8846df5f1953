"""The Python client's methods: one for every operation of the document, once blocking and once for ``asyncio``."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
SENT_BY_THE_CLIENT = ("Idempotency-Key", "Last-Event-ID")
PLACES = ("cursor", "after")
"""Names of the parameter that says where a list goes on."""
READINGS = {"application/json": "json", "text/plain": "text", "image/svg+xml": "text"}
TYPES = {"integer": "int", "string": "str", "boolean": "bool"}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a method, and where it goes. ``wire`` is its name in the request."""

    wire: str
    place: str
    type: str
    required: bool
    description: str

    @property
    def name(self) -> str:
        """The name in Python."""
        return snake(self.wire)


@dataclass(frozen=True)
class Operation:
    """An operation as its method needs it. ``body``: its type, ``answer``: the type of what it returns.

    ``items``: of an answer that is a page, the member with the items, and their type.
    """

    id: str
    method: str
    path: str
    description: str
    parameters: tuple[Parameter, ...]
    body: str | None
    answer: str
    reading: str
    items: tuple[str, str] | None


def operations(document: Json) -> list[Operation]:
    """Return all operations of a document, in its order."""
    return [
        _operation(document, path, method, one)
        for path, item in document["paths"].items()
        for method, one in item.items()
        if isinstance(one, dict) and "operationId" in one
    ]


def module(document: Json, *, awaits: bool) -> str:
    """Return the module with the class of all methods."""
    name = "AsyncOperations" if awaits else "Operations"
    kind = "for ``asyncio``" if awaits else "blocking"
    described = "; they are described in :mod:`siegelpost_client.operations`" if awaits else ""
    lines = [
        "# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.",
        f'"""A method for every operation of the API, {kind}{described}."""',
        "",
        "from __future__ import annotations",
        "",
        "from abc import ABC, abstractmethod",
        f"from collections.abc import {'AsyncIterator' if awaits else 'Iterator'}, Sequence",
        "from typing import TYPE_CHECKING, Literal, TypeVar",
        "",
        "from siegelpost_client.wire import Ask, segment",
        "",
        "if TYPE_CHECKING:  # many types, which no running program needs",
        "    from siegelpost_client import models",
        "",
        'T = TypeVar("T")',
        "",
        "",
        f"class {name}(ABC):",
        '    """The operations; how they are sent is up to the class that inherits from it."""',
        "",
        "    @abstractmethod",
        f"    {'async ' if awaits else ''}def send(self, ask: Ask[T]) -> T:",
        '        """Return what an operation answers."""',
    ]
    for one in operations(document):
        lines += ["", *_method(one, awaits)]
        if one.items:
            lines += ["", *_pages(one, *one.items, awaits)]
    return "\n".join(lines) + "\n"


def snake(name: str) -> str:
    """Return a name as Python writes it.

    >>> snake("listMyMatches"), snake("If-Match")
    ('list_my_matches', 'if_match')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower()


def _method(one: Operation, awaits: bool) -> Iterator[str]:
    path = [each for each in one.parameters if each.place == "path"]
    rest = [each for each in one.parameters if each.place != "path"]
    signature = ["self", *(f"{each.name}: {each.type}" for each in path)]
    if one.body:
        signature.append(f"body: models.{one.body}")
    if rest:
        signature.append("*")
    signature += [
        f"{each.name}: {each.type}" if each.required else f"{each.name}: {each.type} | None = None" for each in rest
    ]
    yield f"    {'async ' if awaits else ''}def {snake(one.id)}("
    yield from (f"        {each}," for each in signature)
    yield f"    ) -> {one.answer}:"
    if awaits:
        yield f'        """See :meth:`siegelpost_client.operations.Operations.{snake(one.id)}`."""'
    else:
        yield from _docstring(one)
    yield f"        ask: Ask[{one.answer}] = Ask("
    yield f'            "{one.method}",'
    yield f"            {_path(one.path)},"
    for place, member in (("query", "query"), ("header", "headers")):
        found = [each for each in rest if each.place == place]
        if found:
            yield f"            {member}={{{', '.join(f'{each.wire!r}: {each.name}' for each in found)}}},"
    if one.body:
        yield "            body=body,"
    if one.reading != "json":
        yield f'            reading="{one.reading}",'
    if any(each.name == "wait" for each in rest):
        yield "            wait=wait or 0,"
    yield "        )"
    yield f"        return {'await ' if awaits else ''}self.send(ask)"


def _pages(one: Operation, member: str, kind: str, awaits: bool) -> Iterator[str]:
    """Yield the method that goes through all pages of a list."""
    place = next(each.name for each in one.parameters if each.name in PLACES)
    path = [each for each in one.parameters if each.place == "path"]
    rest = [each for each in one.parameters if each.place != "path"]
    signature = ["self", *(f"{each.name}: {each.type}" for each in path), "*"]
    signature += [f"{each.name}: {each.type} | None = None" for each in rest]
    given = [*(each.name for each in path), *(f"{each.name}={each.name}" for each in rest)]
    called = snake(one.id)
    yield f"    {'async ' if awaits else ''}def every_{called.partition('_')[2]}("
    yield from (f"        {each}," for each in signature)
    yield f"    ) -> {'AsyncIterator' if awaits else 'Iterator'}[{kind}]:"
    yield f'        """Yield all `{member}` of :meth:`{called}`, page after page."""'
    yield "        while True:"
    yield f"            page = {'await ' if awaits else ''}self.{called}({', '.join(given)})"
    yield from (
        (f"            for one in page[{member!r}]:", "                yield one")
        if awaits
        else (f"            yield from page[{member!r}]",)
    )
    yield f"            {place} = page['next']"
    yield f"            if {place} is None:"
    yield "                return"
    if any(each.name == "wait" for each in rest):
        yield "            wait = None"


def _docstring(one: Operation) -> Iterator[str]:
    summary, *more = one.description.split("\n\n")
    paragraphs = [summary, *more]
    described = [f":param {each.name}: {each.description}" for each in one.parameters if each.description]
    lines = [line for paragraph in paragraphs for line in (*textwrap.wrap(paragraph, 100), "")][:-1]
    if described:
        lines += ["", *(line for each in described for line in textwrap.wrap(each, 100, subsequent_indent="    "))]
    if len(lines) == 1:
        yield f'        """{lines[0]}"""'
        return
    yield f'        """{lines[0]}'
    yield from (f"        {line}".rstrip() for line in lines[1:])
    yield '        """'


def _path(path: str) -> str:
    filled = re.sub(r"{(\w+)}", lambda found: "{segment(" + snake(found[1]) + ")}", path)
    return f'f"{filled}"' if filled != path else f'"{path}"'


def _operation(document: Json, path: str, method: str, one: Json) -> Operation:
    given = [
        _resolved(document, each)
        for each in (*document["paths"][path].get("parameters", []), *one.get("parameters", []))
    ]
    parameters = tuple(
        Parameter(
            each["name"], each["in"], _type(each["schema"]), bool(each.get("required")), each.get("description", "")
        )
        for each in given
        if each["name"] not in SENT_BY_THE_CLIENT and not (each["name"] == "If-None-Match" and method == "get")
    )
    answer, reading = _answer(document, one["responses"])
    content = one.get("requestBody", {}).get("content", {}).get("application/json")
    body = None if content is None else _named(content["schema"])
    said = " ".join((one.get("summary") or "").split())
    text = "\n\n".join(filter(None, (said, (one.get("description") or "").strip())))
    pages = method == "get" and any(each.name in PLACES for each in parameters)
    items = _items(document, one["responses"]) if pages else None
    return Operation(one["operationId"], method.upper(), path, text, parameters, body, answer, reading, items)


def _items(document: Json, responses: Json) -> tuple[str, str] | None:
    """Return the member of a page that has its items, the first of its lists, and the type of an item."""
    content = _resolved(document, responses["200"]).get("content", {}).get("application/json")
    members: Json = _resolved(document, content["schema"]).get("properties", {}) if content else {}
    if "next" not in members:
        return None
    name, found = next((name, one) for name, one in members.items() if one.get("type") == "array")
    return name, f"models.{_named(found['items'])}"


def _answer(document: Json, responses: Json) -> tuple[str, str]:
    """Return the type of a successful answer and how it is read."""
    good = next(_resolved(document, one) for status, one in responses.items() if status.startswith("2"))
    content: Json = good.get("content", {})
    if not content:
        return "None", "nothing"
    media, described = next(iter(content.items()))
    if media == "application/json":
        return f"models.{_named(described['schema'])}", "json"
    reading = READINGS.get(media, "bytes")
    return ("str", "text") if reading == "text" else ("bytes", "bytes")


def _named(schema: Json) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1]


def _type(schema: Json) -> str:
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if schema["type"] == "array":
        return f"Sequence[{_type(schema['items'])}]"
    return TYPES[schema["type"]]


def _resolved(document: Json, value: Json) -> Json:
    while "$ref" in value:
        target: Any = document
        for step in str(value["$ref"]).removeprefix("#/").split("/"):
            target = target[step]
        value = target
    return value
