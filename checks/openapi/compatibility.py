"""Find changes that would break clients of the last release, and tell the deliberate ones from the accidental.

``openapi/released.json`` is the document of the last release, ``openapi/breaks.toml`` lists what was broken since on purpose.
Besides what operations say, clients rely on what a game publishes under its own names (options, moves) and on the types of
problems: those are compared as if operations referred to them.
"""

import copy
import json
import re
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checks.openapi.redocly import FOLDER, redocly

RELEASED = FOLDER / "released.json"
PUBLISHED = FOLDER / "openapi.json"
DELIBERATE = FOLDER / "breaks.toml"
CHANGELOG = FOLDER.parent / "CHANGELOG.md"

Document = dict[str, Any]

REFUSAL = "application/problem+json"
"""Clients go by the status of a refusal whose type they do not know, so an operation may get new ones: types are compared
over the whole document."""

TOLD_TO_PEOPLE = ("description", "summary", "title")
"""Members that say something to people only. The comparison takes a parameter whose description grew for another one."""

GROW_WITH_EVERY_GAME = ("AnyView", "AnyEvent", "AnyMove", "AnyOptions", "AnyCompleteOptions", "AnyOrders")
"""Unions over all games: a client meets a new game only in matches of that game."""
MOVES_OF_A_GAME = re.compile(r"#/components/schemas/\w+Move/anyOf")
"""Unions over the decisions of all versions of a game: a client meets a new version only in matches by it."""


OF_THE_API = (*GROW_WITH_EVERY_GAME, "MoveList", "MoveRequest", "AnswerRequestWithMove", "CommitmentRequestWithMove")
"""Components that operations refer to, not games."""


@dataclass(frozen=True)
class Break:
    """One change that breaks a client: a JSON pointer into the old or the new document, and what happened there."""

    at: str
    message: str


@dataclass(frozen=True)
class Deliberate:
    """A break that was decided on: everything at a pointer and below. ``reason`` stands in the CHANGELOG."""

    at: str
    reason: str

    def covers(self, found: Break) -> bool:
        """Return whether it is the reason for a break."""
        return found.at == self.at or found.at.startswith(self.at + "/")


def breaks(old: Document, new: Document) -> list[Break]:
    """Return what in the new document breaks clients of the old one."""
    with tempfile.TemporaryDirectory() as folder:
        before, after, report = (Path(folder) / name for name in ("old.json", "new.json", "report.json"))
        before.write_text(json.dumps(_with_everything_referred_to(old)), encoding="utf-8")
        after.write_text(json.dumps(_with_everything_referred_to(new)), encoding="utf-8")
        done = redocly("diff", before, after, "--format", "json", "--fail-on", "none", "--output", report)
        if not report.is_file():
            raise RuntimeError(f"the documents could not be compared: {done.stderr}")
        changes = json.loads(report.read_text(encoding="utf-8"))["changes"]
    found = [
        Break(verdict["location"]["pointer"], verdict["message"])
        for change in changes
        for verdict in change["verdicts"]
        if verdict["impact"] == "major" and not _new_game(verdict)
    ]
    return sorted(set(found), key=lambda one: (one.at, one.message))


def _new_game(verdict: dict[str, Any]) -> bool:
    """Return whether a game was added to a union over all games, or a decision to the moves of one."""
    unions = tuple(f"#/components/schemas/{name}/" for name in GROW_WITH_EVERY_GAME)
    if MOVES_OF_A_GAME.match(str(verdict["location"]["pointer"])):
        unions = ("#/",)
    added = verdict["ruleId"] == "schema-combinator-changed" and verdict["message"].endswith("was added.")
    return added and str(verdict["location"]["pointer"]).startswith(unions)


def _with_everything_referred_to(document: Document) -> Document:
    """Return the document with an operation for each move, options and problem type, which only names lead to."""
    wider = copy.deepcopy(document)
    components = document["components"]
    for name in components["schemas"]:
        if (name.endswith("Options") or "Move" in name) and name not in OF_THE_API:
            body = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
            wider["paths"][f"/components/{name}"] = {"post": {"requestBody": {"content": body}, "responses": {}}}
    for code in components["examples"]:
        wider["paths"][f"/problems/{code}"] = {"get": {"responses": {}}}
    for answer in _answers(wider):
        if REFUSAL in answer.get("content", {}):
            answer["content"][REFUSAL]["schema"] = {"type": "object"}
    bare: Document = _without_prose(wider)
    return bare


def _answers(document: Document) -> list[Document]:
    operations = [
        one
        for path in document["paths"].values()
        for one in path.values()
        if isinstance(one, dict) and "responses" in one
    ]
    shared = document["components"].get("responses", {})
    return [*shared.values(), *(answer for one in operations for answer in one["responses"].values())]


def _without_prose(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_prose(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _without_prose(one)
        for name, one in value.items()
        if name not in TOLD_TO_PEOPLE or not isinstance(one, str)
    }


def deliberate() -> list[Deliberate]:
    """Return the breaks that were decided on since the last release."""
    listed = tomllib.loads(DELIBERATE.read_text(encoding="utf-8")).get("break", [])
    return [Deliberate(at, one["reason"]) for one in listed for at in one["at"]]


def verdict(found: list[Break], listed: list[Deliberate], changelog: str) -> list[str]:
    """Return what is wrong: breaks without a reason, reasons without a break, reasons that players of clients cannot read."""
    told = " ".join(changelog.split())
    return [
        *(f"{one.at}: {one.message}" for one in found if not any(reason.covers(one) for reason in listed)),
        *(
            f"breaks.toml: nothing is broken at {one.at} (any more)"
            for one in listed
            if not any(one.covers(broken) for broken in found)
        ),
        *(
            f"breaks.toml: the reason for {one.at} does not stand in CHANGELOG.md, word for word: {one.reason}"
            for one in listed
            if " ".join(one.reason.split()) not in told
        ),
    ]


def compared() -> list[str]:
    """Compare the published document with the last release; return what is wrong. Before the first release, nothing is."""
    new = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    found = breaks(json.loads(RELEASED.read_text(encoding="utf-8")), new) if RELEASED.exists() else []
    return verdict(found, deliberate(), CHANGELOG.read_text(encoding="utf-8"))
