"""Examples, events and refusals in the OpenAPI document.

Examples are exchanges of a real run. ``python -m tests.openapi.recording`` records them in ``examples.json``, and a test
records them again and compares. They are kept by the id of their operation: ``request`` (or ``requests`` by name),
``answer`` and ``status``. Lists and pictures are shortened.

Each type of event is a component, and so are all of them together; streams and webhooks carry them. Refusals are one
component for each kind, so that a client can tell them apart by ``type``.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from itertools import count
from typing import Any, get_args

from service.api.document.named_parts import THERE, Component, to
from service.api.http.problems import KINDS, OF_ACTS
from service.api.schemas.responses.events import ANY_EVENT, SHAPES, Test
from service.matches.errors import ActErrorCode
from service.notifications.events import TEST

SHOWN_ONCE = {"Match": "getMatch", "MatchPage": "listMatches", "Acted": "commitMove", "Ordered": "setOrders"}
"""Large answers that several operations give, by schema: all show the example of this operation."""


@cache
def recorded() -> dict[str, Any]:
    """Return the exchanges by operation id."""
    exchanges: dict[str, Any] = json.loads(
        (files("service.api.document") / "examples.json").read_text(encoding="utf-8")
    )
    return exchanges


def shared_examples() -> dict[str, Any]:
    """Return the examples that several operations show, as components."""
    return {
        schema: {"summary": f"As {operation} answers.", "value": recorded()[operation]["answer"]}
        for schema, operation in SHOWN_ONCE.items()
    }


def shown_once(content: dict[str, Any]) -> str:
    """Return the schema of an answer if its example is shared, or ""."""
    name = content.get("schema", {}).get("$ref", "").removeprefix(THERE)
    return name if name in SHOWN_ONCE else ""


def tell(paths: dict[str, Any]) -> None:
    """Put the examples into the operations of a document."""
    for operation in (one for path in paths.values() for name, one in path.items() if name != "parameters"):
        exchange = recorded().get(operation["operationId"], {})
        if "requestBody" in operation:
            operation["requestBody"]["content"]["application/json"] |= _sent(exchange)
        if "status" not in exchange:
            continue
        for content in operation["responses"][str(exchange["status"])].get("content", {}).values():
            if name := shown_once(content):
                content["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}
            elif "answer" in exchange:
                content["example"] = exchange["answer"]


def _sent(exchange: dict[str, Any]) -> dict[str, Any]:
    if "requests" in exchange:
        return {
            "examples": {
                name.replace(" ", "-"): {"summary": name, "value": value}
                for name, value in exchange["requests"].items()
            }
        }
    return {"example": exchange["request"]} if "request" in exchange else {}


STREAMS = ("listEvents", "getFeed")
"""Operations that also stream what a page of theirs lists as ``events``."""
TEST_EVENT, WEBHOOK_EVENT = "TestEvent", "WebhookEvent"
WEBHOOK_HEADERS = {
    "webhook-id": ("The id of the event, the same at every attempt and in the feed.", "018f7c2e.12.0.your-turn"),
    "webhook-timestamp": ("The time of this attempt: seconds since 1970.", "1763800000"),
    "webhook-signature": (
        "Signatures separated by blanks: `v1,` HMAC-SHA256 and `v1a,` Ed25519, in base64, over "
        "`<webhook-id>.<webhook-timestamp>.<body>`. One that holds is enough.",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
}
RECEIVER = {"name": "receiver", "description": "The answers of your own server."}
"""The tag of webhook requests. Generators make a class per tag: under an operation's tag it would replace that class."""
RECEIVING = (
    "Sent to your webhooks by this service, after Standard Webhooks 1.0.0. Check the signature over the bytes as they came and "
    "that the timestamp is near, remember the id, answer with 2xx within 10 seconds, and work afterwards. Every event comes at "
    "least once: without an answer, or with another one, it is tried again for three days, not before `Retry-After`. 410 "
    "disables the webhook at once, five days without a single 2xx disable it, too."
)
STREAMED = ("text/event-stream", "application/x-ndjson")


def add(components: Any) -> None:
    """Add a component for each type of event, named after its shape."""
    for shape in SHAPES.values():
        components.schema(f"{shape.__name__}Event", schema=shape)
    components.schema(TEST_EVENT, schema=Test)


def refer(schemas: dict[str, Any]) -> None:
    """Define an event as one of the types, distinguished by its ``type``."""
    names = {name: f"{THERE}{shape.__name__}Event" for name, shape in SHAPES.items()}
    for name, shape in SHAPES.items():
        schemas[f"{shape.__name__}Event"]["properties"]["type"] = {"type": "string", "const": name}
    schemas[ANY_EVENT] = {
        "description": "Something that happened to your account.",
        "oneOf": [{"$ref": one} for one in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }
    schemas[TEST_EVENT]["properties"]["type"] = {"type": "string", "const": TEST}
    sent = {**names, TEST: THERE + TEST_EVENT}
    schemas[WEBHOOK_EVENT] = {
        "description": "The content of a webhook's request. New types may be added at any time: answer them with 2xx.",
        "oneOf": [{"$ref": one} for one in sent.values()],
        "discriminator": {"propertyName": "type", "mapping": sent},
    }
    for name in ("EventPage", "Export"):
        schemas[name]["properties"]["events"]["items"] = {"$ref": THERE + ANY_EVENT}


def webhooks() -> dict[str, Any]:
    """Return the ``webhooks`` of the document: the answers expected from a receiver."""
    headers = [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": about,
            "schema": {"type": "string"},
            "example": example,
        }
        for name, (about, example) in WEBHOOK_HEADERS.items()
    ]
    return {
        "event": {
            "post": {
                "operationId": "receiveEvent",
                "tags": [RECEIVER["name"]],
                "summary": "Something happened to you, or a webhook of yours is tested.",
                "description": RECEIVING,
                "security": [],
                "parameters": headers,
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {"$ref": THERE + WEBHOOK_EVENT},
                            "example": recorded()["listEvents"]["answer"]["events"][0],
                        }
                    },
                },
                "responses": {"2XX": {"description": "It has arrived. The body of the answer is not read."}},
            }
        }
    }


def tell_of_streams(paths: dict[str, Any]) -> None:
    """Document the streams of operations that have one."""
    for operation in (one for path in paths.values() for name, one in path.items() if name != "parameters"):
        if operation["operationId"] not in STREAMS:
            continue
        example = recorded()[operation["operationId"]]["answer"]["events"][0]
        text = json.dumps(example, separators=(",", ":"))
        operation["responses"]["200"]["content"] |= {
            "text/event-stream": {
                "schema": {"type": "string", "description": "Events as `data`; comments keep the connection open."},
                "example": f"id: {example.get('cursor', example.get('id'))}\ndata: {text}\n\n",
            },
            "application/x-ndjson": {
                "schema": {
                    "type": "string",
                    "description": "One event per line; empty lines keep the connection open.",
                },
                "example": f"{text}\n",
            },
        }


OF_ALL = ("type", "title", "status", "detail", "errors")
"""Members that every kind may have."""
MEMBERS = {
    **{
        OF_ACTS.get(code, code): ("act", "receipt", "signature", "checkpoint", "padding")
        for code in get_args(ActErrorCode)
    },
    "work-needed": ("challenge",),
}
"""Further members of some kinds."""


def one_of(codes: Sequence[str]) -> Component:
    """Return the schema of an answer that is one of these refusals."""
    if len(codes) == 1:
        return to(name_of(codes[0]))
    mapping = {f"/problems/{code}": THERE + name_of(code) for code in codes}
    return {
        "oneOf": [to(name_of(code)) for code in codes],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def components(codes: Iterable[str], problem: Component) -> dict[str, Component]:
    """Return a component for each of these refusals; ``problem`` is their common part."""
    return {name_of(code): _component(code, problem) for code in codes}


def name_of(code: str) -> str:
    """Return the component name of a kind of refusal.

    >>> name_of("too-many-acts")
    'TooManyActsProblem'
    """
    return "".join(word.capitalize() for word in code.split("-")) + "Problem"


def share_answers(document: dict[str, Any]) -> None:
    """Move refusals, and answers without content that several operations give, into components."""
    shared: dict[str, Component] = {}
    names: dict[str, str] = {}
    for path in document["paths"].values():
        for operation in (one for key, one in path.items() if key != "parameters"):
            for status, answer in operation["responses"].items():
                if status.startswith("2") and ("content" in answer or "links" in answer):
                    continue
                content = json.dumps(answer, sort_keys=True)
                if content not in names:
                    wanted = _name_of_answer(status, answer)
                    numbered = (f"{wanted}No{number}" for number in count(2))
                    names[content] = (
                        wanted if wanted not in shared else next(one for one in numbered if one not in shared)
                    )
                    shared[names[content]] = answer
                operation["responses"][status] = {"$ref": f"#/components/responses/{names[content]}"}
    document["components"]["responses"] = shared


def _name_of_answer(status: str, answer: Mapping[str, Any]) -> str:
    """Return the name of an answer: the phrase of a status without content; else the kind of refusal, or its status."""
    if "content" not in answer:
        return HTTPStatus(int(status)).phrase.replace(" ", "")
    (content,) = answer["content"].values()
    codes = list(content["examples"])
    return name_of(codes[0]).removesuffix("Problem") if len(codes) == 1 else f"Refused{status}"


def _component(code: str, problem: Component) -> Component:
    kind = KINDS[code]
    said = {name: problem["properties"][name] for name in (*OF_ALL, *MEMBERS.get(code, ()))}
    told = {
        "type": {"type": "string", "const": f"/problems/{code}", "description": said["type"]["description"]},
        "status": {"type": "integer", "const": kind.status},
    }
    return {**problem, "description": f"{kind.title}. {kind.remedy}", "properties": {**said, **told}}
