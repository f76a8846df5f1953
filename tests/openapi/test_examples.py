"""The examples of the document are what the API answers today: they are recorded again and compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from service.api.app import create_app
from service.api.document.examples import recorded
from service.api.document.spec import PUBLISHED
from tests.openapi.recording import Exchange, Recorder, open_recording
from tests.openapi.recording import recorded as run

OF_THE_GAME = {"view", "move", "moves", "options", "event", "events", "words", "orders", "order", "presets", "data"}
"""What depends on the cards somebody holds: the schemas of the document say what it looks like."""
STABLE = {
    "act", "awaited", "bot", "committed", "current", "custody", "entropy", "grace_seconds", "hold_seconds",
    "kind", "kinds", "language", "legal", "member", "name", "opened", "optional", "over", "owner_seat", "pace",
    "phase", "reason", "resolved", "rules", "scopes", "sealed", "seat", "seq", "start", "state", "status", "title", "type",
    "v", "verified", "visibility", "wait", "zone",
}  # fmt: skip
"""Members that are the same in every run."""


@pytest.fixture(scope="module")
def running(redis_session: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorder]:
    """A run of today, in a store that holds nothing of the tests before."""
    with redis.Redis.from_url(redis_session.url) as client:
        client.flushall()
    folder: Path = tmp_path_factory.mktemp("recording")
    context = open_recording(redis_session.url, folder)
    yield run(context, create_app(context))
    context.store.close()


@pytest.fixture(scope="module")
def today(running: Recorder) -> dict[str, Exchange]:
    """Its exchanges."""
    return running.exchanges


BY_THE_CLOCK = {"checkpoint"}
"""The newest that the process has read, which it does once a second: null before the first."""


def outline(value: Any, name: str = "") -> Any:
    """Return what a value looks like: names and kinds of members, and what is stable of them."""
    if name in BY_THE_CLOCK:
        return "text or nothing"
    if name in OF_THE_GAME:
        return type(value).__name__ if value is None else "something"
    if isinstance(value, dict):
        return {key: outline(inner, key) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        return [outline(inner, name) for inner in value[:1]]
    return value if name in STABLE else type(value).__name__


def test_every_operation_of_the_document_is_recorded_and_no_other() -> None:
    document = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    operations = {
        one["operationId"] for path in document["paths"].values() for key, one in path.items() if key != "parameters"
    }
    assert set(recorded()) == operations, (
        "record it in tests/openapi/recording.py, then run python -m tests.openapi.recording"
    )


@pytest.mark.parametrize("operation", sorted(recorded()))
def test_an_example_is_what_is_answered_today(today: dict[str, Exchange], operation: str) -> None:
    assert outline(recorded()[operation]) == outline(today[operation])


UNTOLD = {
    "access-control-allow-origin", "access-control-expose-headers", "cache-control", "content-disposition", "content-length",
    "content-security-policy", "content-type", "cross-origin-resource-policy", "referrer-policy", "vary",
    "x-content-type-options",
}  # fmt: skip
"""Headers that mean the same with every answer of HTTP, and are no part of an operation."""


def test_the_document_tells_of_every_header_that_is_answered(running: Recorder) -> None:
    document = json.loads(PUBLISHED.read_text(encoding="utf-8"))

    def in_place(answer: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = document["components"]["responses"].get(
            answer.get("$ref", "").rpartition("/")[2], answer
        )
        return found

    told = {
        (one["operationId"], int(status)): {name.lower() for name in in_place(answer).get("headers", {})}
        for path in document["paths"].values()
        for key, one in path.items()
        if key != "parameters"
        for status, answer in one["responses"].items()
    }
    untold = {place: names - UNTOLD - told[place] for place, names in running.headers.items()}
    assert {place: names for place, names in untold.items() if names} == {}


def test_an_operation_says_in_words_who_may_call_it() -> None:
    document = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    for path in document["paths"].values():
        for one in (one for key, one in path.items() if key != "parameters"):
            scopes = [scope for way in one["security"] for scope in way.get("oauth", ())]
            named = " and ".join(f"`{scope}`" for scope in scopes)
            said = f"token with the scope{'s' if len(scopes) > 1 else ''} {named}" if scopes else "Needs no token."
            assert said in one["description"], one["operationId"]
