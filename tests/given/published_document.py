"""Holds what the API answers, and the events that it sends, against the document of the games that are there.

Every client that an app makes for tests does so (``tests/conftest.py``), so that no test can be content with an answer that a
client generated from the document could not read.
"""

import gzip
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

import jsonschema_rs
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.given.json_object import JsonObject

NAME = "urn:siegelpost:document"
VARIABLE = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")
EMPTY = (204, 304)
HOLD = "siegelpost.hold"
"""In the environment of a request that the server may keep aside (:mod:`service.api.http.holding`)."""


class Document:
    """A document, and validators of its parts, each made when it is first needed."""

    def __init__(self, document: JsonObject) -> None:
        self.document = document
        for name, schema in document["components"]["schemas"].items():
            if name.endswith("Problem"):  # a refusal bears no more than is said of its kind
                schema["additionalProperties"] = False
        self._registry = jsonschema_rs.Registry([(NAME, document)], draft=jsonschema_rs.Draft202012)
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def faults(self, method: str, path: str, answer: TestResponse) -> list[str]:
        """Return how an answer differs from what is said of an operation; nothing where there is no such operation."""
        operation = self.document["paths"].get(path, {}).get("get" if method == "HEAD" else method.lower())
        if operation is None:
            return []
        status = str(answer.status_code)
        place = f"/paths/{_escaped(path)}/{method.lower()}/responses/{status}"
        said = operation["responses"].get(status)
        if said is None:
            return [f"the status {status} is not in the document"]
        if "$ref" in said:
            place = said["$ref"].removeprefix("#")
            said = self.document["components"]["responses"][place.rpartition("/")[2]]
        if answer.status_code in EMPTY or method == "HEAD" or not (answer.is_streamed or answer.data):
            return []
        content, media = said.get("content", {}), answer.mimetype or ""
        if media not in content:
            return [f"the media type {media} is not in the document"]
        if not answer.is_json or "schema" not in content[media]:
            return []
        body = json.loads(_unpacked(answer))
        return self.unlike(f"{place}/content/{_escaped(media)}/schema", body)

    def unlike(self, place: str, value: Any) -> list[str]:
        """Return how a value differs from the schema at a place."""
        if place not in self._validators:
            schema = {"$ref": f"{NAME}#{quote(place, safe='/~+')}"}
            self._validators[place] = jsonschema_rs.Draft202012Validator(
                schema, registry=self._registry, validate_formats=True
            )
        validator = self._validators[place]
        if validator.is_valid(value):
            return []
        return [f"{_pointer(one.instance_path)}: {one.message[:400]}" for one in validator.iter_errors(value)]


def _unpacked(answer: TestResponse) -> bytes:
    from service.store.values import zstd

    coding = answer.headers.get("Content-Encoding", "identity")
    unpack: Mapping[str, Callable[[bytes], bytes]] = {
        "identity": bytes,
        "gzip": gzip.decompress,
        "zstd": zstd.decompress,
    }
    return unpack[coding](answer.get_data())


def _escaped(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")


def _pointer(path: list[str | int]) -> str:
    return "/" + "/".join(str(one) for one in path)


class CheckingClient(FlaskClient):
    """A client of an app for tests that is content only with answers which the document describes."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request; return the answer. :raises AssertionError: for one that the document does not describe."""
        answer = super().open(*args, **kwargs)
        method, path = answer.request.method, answer.request.path
        template = self._template(method, path)
        if template is not None and HOLD not in answer.request.environ:  # what is kept aside has no answer yet
            faults = _document_of(template).faults(method, template, answer)
            assert not faults, (f"{method} {path}: {answer.status_code} is not what the document says", faults)
        return answer

    def _template(self, method: str, path: str) -> str | None:
        """Return the path of the document that a request is for, ``None`` for what is no operation."""
        try:
            rule, _ = self.application.url_map.bind("").match(path, method, return_rule=True)
        except HTTPException:
            return None
        return VARIABLE.sub(r"{\1}", rule.rule)


def check_event(event: Mapping[str, Any], component: str = "WebhookEvent") -> None:
    """Hold what a webhook or a stream was sent against a component of the document."""
    faults = _document_of("").unlike(f"/components/schemas/{component}", event)
    assert not faults, (event, faults)


def _document_of(path: str) -> Document:
    from engine import registry  # loaded by the tests that ask an app, not by those of the rules

    return _for_operators() if path.startswith("/v1/admin") else _for_players(tuple(registry.GAMES))


@cache
def _for_operators() -> Document:
    from service.api.document.spec import FOR_OPERATORS

    return Document(json.loads(FOR_OPERATORS.read_text(encoding="utf-8")))


@cache
def _for_players(games: tuple[str, ...]) -> Document:
    from engine.registry import BUILT_IN_GAMES, GAMES
    from service.api.document import assembly
    from service.api.document.spec import PUBLISHED
    from service.api.routes import description

    if games == tuple(one.rules.id for one in BUILT_IN_GAMES):
        return Document(json.loads(PUBLISHED.read_text(encoding="utf-8")))
    return Document(assembly.document(description(), "http://127.0.0.1", [GAMES[one] for one in games]))
