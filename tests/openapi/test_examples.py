"""The examples of the document are what the API answers today: they are recorded again and compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.api.app import create_app
from service.api.examples import recorded
from service.api.spec import PUBLISHED
from tests.contexts import open_context
from tests.openapi.recording import Exchange, record

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
def today(redis_session: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Exchange]]:
    """The exchanges of a run of today."""
    folder: Path = tmp_path_factory.mktemp("recording")
    context = open_context(redis_session.url, folder)
    yield record(context, create_app(context))
    context.store.close()


def outline(value: Any, name: str = "") -> Any:
    """Return what a value looks like: names and kinds of members, and what is stable of them."""
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
