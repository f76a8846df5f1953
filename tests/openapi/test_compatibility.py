"""What breaks a client of the last release is found, and refused unless it is listed with a reason that clients can read."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from checks.openapi.compatibility import PUBLISHED, Break, Deliberate, Document, breaks, compared, verdict

DOCUMENT: Document = json.loads(PUBLISHED.read_text(encoding="utf-8"))


def schema(document: Document, name: str) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"][name]
    return found


def broken() -> Document:
    """Return the document with one break of each kind, each at another place."""
    new = copy.deepcopy(DOCUMENT)
    del new["paths"]["/v1/heads"]
    del new["paths"]["/v1/me"]["patch"]
    del new["paths"]["/v1/rules"]["get"]["responses"]["429"]
    del schema(new, "MatchSummary")["properties"]["title"]
    schema(new, "MatchSummary")["required"].remove("title")
    schema(new, "Receipt")["properties"]["n"]["type"] = "string"
    schema(new, "Match")["properties"]["status"]["enum"].append("frozen")
    schema(new, "MatchRequest")["properties"]["custody"]["enum"].remove("client")
    schema(new, "MatchRequest")["properties"]["grace_seconds"]["maximum"] = 3
    schema(new, "MoveRequest")["required"] = ["move", "reason"]
    schema(new, "Kontor1MovePlace")["required"].append("reason")
    schema(new, "Kontor1Options")["properties"]["preset"]["enum"].remove("tilsit")
    del new["components"]["examples"]["too-many-matches"]
    new["paths"]["/v1/me/waiting"]["get"]["parameters"].append(
        {"name": "since", "in": "query", "required": True, "schema": {"type": "string"}}
    )
    return new


EXPECTED = {
    "a path": "#/paths/~1v1~1heads",
    "an operation": "#/paths/~1v1~1me/patch",
    "an answer": "#/paths/~1v1~1rules/get/responses/429",
    "a member of an answer": "#/components/schemas/MatchSummary",
    "a narrowed type": "#/components/schemas/Receipt/properties/n",
    "a new value in an answer": "#/components/schemas/Match/properties/status",
    "a value that is no longer taken": "#/components/schemas/MatchRequest/properties/custody",
    "a lower bound": "#/components/schemas/MatchRequest/properties/grace_seconds",
    "a new required member": "#/components/schemas/MoveRequest",
    "a new required member of a move": "#/components/schemas/Kontor1MovePlace",
    "an option": "#/components/schemas/Kontor1Options/properties/preset",
    "a problem type": "#/paths/~1problems~1too-many-matches",
    "a new required parameter": "#/paths/~1v1~1me~1waiting/get/parameters",
}


@pytest.fixture(scope="module")
def found() -> Iterator[list[Break]]:
    yield breaks(DOCUMENT, broken())


@pytest.mark.parametrize("kind", EXPECTED)
def test_each_kind_of_break_is_found(found: list[Break], kind: str) -> None:
    assert [one for one in found if one.at.startswith(EXPECTED[kind])]


def test_nothing_else_is_called_a_break(found: list[Break]) -> None:
    assert [one for one in found if not one.at.startswith(tuple(EXPECTED.values()))] == []


def test_what_is_added_breaks_nobody() -> None:
    new = copy.deepcopy(DOCUMENT)
    new["paths"]["/v1/news"] = copy.deepcopy(new["paths"]["/v1/heads"])
    schema(new, "MatchSummary")["properties"]["weather"] = {"type": "string"}
    schema(new, "MatchRequest")["properties"]["weather"] = {"type": "string"}
    schema(new, "MatchRequest")["properties"]["custody"]["enum"].append("notary")
    new["components"]["examples"]["too-cold"] = new["components"]["examples"]["too-many-matches"]
    for parameter in new["paths"]["/v1/matches/{match}/seats/{seat}"]["parameters"]:
        parameter["description"] = "Told in many more words than before, which no program reads. " * 3
    new["components"]["schemas"] |= {
        "GoEvent": {"type": "object", "properties": {"type": {"const": "stone"}}, "required": ["type"]},
        "Go1MovePlay": {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]},
        "Kontor3MoveBid": {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]},
    }
    schema(new, "KontorMove")["anyOf"].append({"$ref": "#/components/schemas/Kontor3MoveBid"})
    name = new["paths"]["/v1/me"]["get"]["responses"]["503"]["$ref"].rpartition("/")[2]
    refusals = new["components"]["responses"][name]["content"]["application/problem+json"]
    refusals["schema"]["oneOf"].append({"$ref": "#/components/schemas/LateProblem"})
    schema(new, "AnyEvent")["anyOf"].insert(0, {"$ref": "#/components/schemas/GoEvent"})
    schema(new, "AnyMove")["anyOf"].append({"$ref": "#/components/schemas/Go1MovePlay"})
    assert breaks(DOCUMENT, new) == []


GONE = Break("#/paths/~1v1~1heads/get", "Operation was removed.")
LISTED = Deliberate("#/paths/~1v1~1heads", "Heads are part of the log.")


def test_a_break_needs_a_reason_and_the_reason_a_line_in_the_changelog() -> None:
    assert verdict([GONE], [], "") == ["#/paths/~1v1~1heads/get: Operation was removed."]
    assert verdict([GONE], [LISTED], "- Heads are part\n  of the log.") == []
    (untold,) = verdict([GONE], [LISTED], "nothing new")
    assert "CHANGELOG" in untold


def test_a_reason_for_what_is_not_broken_is_refused() -> None:
    (stale,) = verdict([], [LISTED], "Heads are part of the log.")
    assert "nothing is broken at #/paths/~1v1~1heads" in stale


def test_a_reason_for_one_place_is_none_for_its_neighbour() -> None:
    assert not Deliberate("#/paths/~1v1~1head", "other").covers(GONE)


def test_the_published_document_breaks_no_client_without_a_reason() -> None:
    assert compared() == []
