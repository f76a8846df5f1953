"""The examples of the document are what the API answers today: they are recorded again and compared."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from service.api.document.common_components import recorded
from service.api.document.spec import PUBLISHED
from tests.openapi.recording import Exchange, Recorder, kept, recorded_apart, shown_elsewhere

DOCUMENT: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def running() -> Recorder:
    """A run of today."""
    return recorded_apart()


@pytest.fixture(scope="module")
def today(running: Recorder) -> dict[str, Exchange]:
    """Its exchanges."""
    return running.exchanges


@pytest.fixture(scope="module")
def written(today: dict[str, Exchange]) -> dict[str, Exchange]:
    """Its exchanges as they would be written down."""
    return kept(today)


def test_every_operation_of_the_document_is_recorded_and_no_other() -> None:
    operations = {
        one["operationId"] for path in DOCUMENT["paths"].values() for key, one in path.items() if key != "parameters"
    }
    assert set(recorded()) == operations, (
        "record it in tests/openapi/recording.py, then run python -m tests.openapi.recording"
    )


def test_the_examples_are_what_is_answered_today(written: dict[str, Exchange]) -> None:
    differing = {name: written[name] for name, known in recorded().items() if written[name] != known}
    assert differing == {}, "run python -m tests.openapi.recording"


def test_an_answer_shown_at_another_operation_has_the_same_shape(today: dict[str, Exchange]) -> None:
    for operation, schema in shown_elsewhere().items():
        shape = {"$ref": f"#/components/schemas/{schema}", "components": DOCUMENT["components"]}
        assert Draft202012Validator(shape).is_valid(today[operation]["answer"]), operation


UNTOLD = {
    "access-control-allow-origin", "access-control-expose-headers", "cache-control", "content-disposition", "content-length",
    "content-security-policy", "content-type", "cross-origin-opener-policy", "cross-origin-resource-policy",
    "referrer-policy", "vary", "x-content-type-options",
}  # fmt: skip
"""Headers that mean the same with every answer of HTTP, and are no part of an operation."""


def test_the_document_tells_of_every_header_that_is_answered(running: Recorder) -> None:
    def in_place(answer: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = DOCUMENT["components"]["responses"].get(
            answer.get("$ref", "").rpartition("/")[2], answer
        )
        return found

    told = {
        (one["operationId"], int(status)): {name.lower() for name in in_place(answer).get("headers", {})}
        for path in DOCUMENT["paths"].values()
        for key, one in path.items()
        if key != "parameters"
        for status, answer in one["responses"].items()
    }
    untold = {place: names - UNTOLD - told[place] for place, names in running.headers.items()}
    assert {place: names for place, names in untold.items() if names} == {}


def test_an_operation_says_in_words_who_may_call_it() -> None:
    for path in DOCUMENT["paths"].values():
        for one in (one for key, one in path.items() if key != "parameters"):
            scopes = [scope for way in one["security"] for scope in way.get("oauth", ())]
            named = " and ".join(f"`{scope}`" for scope in scopes)
            said = f"token with the scope{'s' if len(scopes) > 1 else ''} {named}" if scopes else "Needs no token."
            assert said in one["description"], one["operationId"]
