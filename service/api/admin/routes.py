"""The operations of operators, and their document, which is not the players'."""

import copy
import json
from functools import cache
from typing import Any

from apispec import APISpec
from flask import Flask

from service.api.admin import accounts, house, letters, matches
from service.api.document import common_components
from service.api.document.assembly import HEADERS, add_common
from service.api.http.problems import KINDS, Problem, example_errors
from service.api.routes import described_by

BLUEPRINTS = (accounts.blp, matches.blp, letters.blp, letters.webhooks_blp, house.blp)
ABOUT = """\
For operators of an installation, where `SIEGELPOST_ADMIN` allows it. Whatever changes something or shows somebody's data is
noted in the audit log before it is done, with the name of the token. Refusals are problem documents (RFC 9457).
"""
SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of `siegelpost admin token make`. `admin:read` looks, `admin` also changes. No player can get one.",
}
PARAMETERS = {
    "account": "The id of an account.",
    "match": "The id of a match.",
    "tournament": "The id of a tournament.",
    "webhook": "The id of a webhook.",
    "limit": "The name of a limit, as `GET /v1/admin/limits` lists it.",
}


def register(app: Flask) -> None:
    """Register the operators' operations with an app, after the players', whose URL converters they use."""
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)


@cache
def description() -> APISpec:
    """Return what the operators' document says of the operations."""
    options = {"info": {"description": ABOUT}, "servers": [{"url": "/"}], "security": []}
    return described_by(BLUEPRINTS, "Siegelpost for operators", options, add_common)


def document() -> dict[str, Any]:
    """Return the whole document, in a stable order."""
    found: dict[str, Any] = copy.deepcopy(description().to_dict())
    used: set[str] = set()
    for path in found["paths"].values():
        for parameter in path.get("parameters", []):
            parameter["description"] = PARAMETERS[parameter["name"]]
        for name, operation in path.items():
            if name != "parameters":
                operation["security"] = [{"operator": []}]
                used |= _codes(operation)
    components = found["components"]
    components["securitySchemes"] = {"operator": SCHEME}
    for name in ("PaginationMetadata", "Error"):
        components["schemas"].pop(name, None)
    problem = components["schemas"].pop("Problem")
    components["schemas"] |= common_components.components(used, problem)
    components["examples"] = {
        code: {"summary": KINDS[code].title, "value": Problem(code, "", example_errors(code)).document()}
        for code in sorted(used)
    }
    components["parameters"] = {}
    components["headers"] = {name: one for name, one in components["headers"].items() if name in HEADERS}
    found["paths"] = dict(sorted(found["paths"].items()))
    common_components.share_answers(found)
    found["components"] = {kind: dict(sorted(named.items())) for kind, named in components.items() if named}
    return found


def text() -> str:
    """Return the document as it is committed."""
    return json.dumps(document(), indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def _codes(operation: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    for answer in operation["responses"].values():
        for form in answer.get("content", {}).values() if isinstance(answer, dict) else ():
            found |= set(form.get("examples", {}))
    return found
