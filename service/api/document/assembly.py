"""The OpenAPI document: everything that the routes do not state themselves, assembled in a stable order."""

import copy
import json
from collections.abc import Iterable, Iterator
from typing import Any

from engine.contract import Game
from service.accounts.access.scopes import SCOPES
from service.api.document import common_components, game_components, named_parts
from service.api.http.problems import KINDS, Problem, example_errors
from service.api.schemas import responses

ABOUT = """\
Slow board games by mail: sealed simultaneous moves, matches anybody can verify, turn mails.

* Times are RFC 3339 in UTC with milliseconds, durations whole seconds. JSON is strict: no duplicate keys, no fractions.
* Refusals are problem documents (RFC 9457). Their `type` is stable, and is the address of a page that says what to do next.
* `PUT` and `DELETE` may be repeated; `POST` may with an `Idempotency-Key`.
* Seals, receipts, log and chance are described byte for byte at [/protocol](/protocol), with vectors.
* Options and moves of a game: `GET /v1/rules/{rules}`, and the components named after the game.
"""

SPEC_OPTIONS: dict[str, Any] = {
    "info": {"description": ABOUT, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
    "servers": [{"url": "/", "description": "This installation."}],
    "security": [],
}

TOKEN_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": f"A token from POST /v1/login/confirm or POST /v1/me/tokens. Scopes: {', '.join(SCOPES)}.",
}
PARAMETERS = {
    "IF_NONE_MATCH": (
        "If-None-Match",
        "Answer 304 if the tag is still current; with PUT and `*`: only if there is nothing yet.",
    ),
    "IF_MATCH": ("If-Match", "Do it only if the tag is still current; otherwise 412."),
    "IDEMPOTENCY_KEY": ("Idempotency-Key", "For 48 hours, the same key and request get the first answer again."),
    "LOGIN_CODE": (
        "Login-Code",
        "An unused login code from a mail: it proves that the sender can read the account's mail now.",
    ),
    "PROOF_OF_WORK": (
        "Proof-Of-Work",
        "The answer to the `challenge` of a refusal `work-needed`: its text, a dot and a number. The problem's page says which.",
    ),
    "LAST_EVENT_ID": ("Last-Event-ID", "With a stream: the id of the last event seen; takes precedence over `after`."),
    "PREFER": ("Prefer", "`wait=<seconds>`, at most 30: answer once the decision is resolved, or when the time is up."),
}
DEMANDED = {"LOGIN_CODE"}
"""Header parameters without which an operation is refused."""
HEADERS = {
    "RATE_LIMIT": (
        "The rest of the quota (draft-ietf-httpapi-ratelimit-headers) after this request; when matches were created, of "
        "those of the day, too (`matches`). Missing if the request was refused before it was known whose it is.",
        '"account";r=11995;t=60',
    ),
    "RATE_LIMIT_POLICY": (
        "The quota, in milliseconds of a processor; sent together with `RateLimit`.",
        '"account";q=12000;w=60;qu="cpu-ms"',
    ),
    "REQUEST_ID": ("Names this request in the operator's log: quote it when you report a fault.", "9f86d081884c7d65"),
    "RETRY_AFTER": ("Seconds to wait.", "2"),
    "WWW_AUTHENTICATE": ("The kind of token or the scope that is needed (RFC 6750).", 'Bearer realm="siegelpost"'),
    "LINK": (
        'The next page (RFC 8288), with `rel="next"`; not sent with the last one.',
        '</v1/matches?cursor=WzE3OTUwNDY0MDBd>; rel="next"',
    ),
    "PREFERENCE_APPLIED": ("The `wait` of `Prefer` that was honoured (RFC 7240).", "wait=30"),
    "LOCATION": ("Its address.", "/v1/matches/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"),
}

SCOPES_IN_WORDS = {
    "match:read": "See your matches and what waits for you.",
    "match:play": "Join matches and act in yours.",
    "match:create": "Create matches.",
    "league:write": "Announce tournaments.",
    "account:read": "See your account, its tokens and mails.",
    "account:write": "Change your account, make and revoke tokens, have bots.",
    "webhook:manage": "Have what happens to you sent to addresses; `match:read` is needed, too.",
}
NOT_OF_OPERATIONS = {"method-not-allowed", "http-version", "not-possible"}
"""Kinds of refusals left out of operations: those for requests outside the document or in another HTTP version, and
those for operators only."""

PATH_PARAMETERS = {
    "remark": "`id` of something said at the table.",
    "player": "A player: an account id.",
    "game": "The name of a game, without a version.",
    "match": "The id of a match.",
    "tournament": "The id of a tournament.",
    "challenge": "`number` of a challenge of the tournament.",
    "decision": "The id of a decision of the match, as the match lists it.",
    "seat": "The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free (as `any`).",
    "token": "The id of a token of yours (not its text).",
    "guest": "The invited person, as `guests` of the match names them, or `me`: you.",
    "bot": "The account id of a bot of yours.",
    "webhook": "The id of a webhook of yours.",
    "browser": "The id of a browser of yours.",
    "chat": "The id of a chat of yours, or of a table's channel.",
    "day": "The first day of a vacation of yours, like 2026-12-24.",
    "rules": "A rules id of GET /v1/rules (`name@version`).",
}

_OF_CREATED = {"match": "$response.body#/match"}
_OF_SEEN = {"match": "$response.body#/match", "decision": "$response.body#/decisions/0/id"}
_OF_WAITING = {"match": "$response.body#/waiting/0/match", "decision": "$response.body#/waiting/0/decision/id"}
LINKS: dict[str, dict[str, dict[str, str]]] = {
    "createMatch": {
        "getMatch": _OF_CREATED,
        "takeSeat": {**_OF_CREATED, "seat": "me"},
        "leaveSeat": {**_OF_CREATED, "seat": "me"},
        "startMatch": _OF_CREATED,
        "resignMatch": _OF_CREATED,
        "listDecisions": _OF_CREATED,
        "getLog": _OF_CREATED,
        "getPictureSvg": _OF_CREATED,
    },
    "getMatch": {"listMoves": _OF_SEEN, "checkMove": _OF_SEEN, "commitMove": _OF_SEEN, "answerDecision": _OF_SEEN},
    "listWaiting": {
        "listMoves": _OF_WAITING,
        "commitMove": _OF_WAITING,
        "openCommitment": _OF_WAITING,
        "answerDecision": _OF_WAITING,
    },
    "listMatches": {"takeSeat": {"match": "$response.body#/matches/0/match", "seat": "me"}},
    "createToken": {"revokeToken": {"token": "$response.body#/info/id"}},
}
"""Operations that accept values of an answer (OpenAPI links): the way from creating a match to a sealed card."""


def complete(spec: Any) -> None:
    """Add components that players' operations refer to by name."""
    add_common(spec)
    spec.components.security_scheme("token", TOKEN_SCHEME)
    common_components.add(spec.components)


def add_common(spec: Any) -> None:
    """Add components that all operations refer to by name."""
    components = spec.components
    for name, (header, about) in PARAMETERS.items():
        parameter: dict[str, Any] = {"description": about, "schema": {"type": "string"}}
        if name in DEMANDED:
            parameter["required"] = True
        if name.startswith("IF_"):
            components.parameters.pop(name, None)
            components.parameters_lazy.pop(name, None)
        components.parameter(name, "header", {"name": header, **parameter})
    for name, (about, example) in HEADERS.items():
        components.header(name, {"description": about, "schema": {"type": "string"}, "example": example})
    components.schema("Problem", schema=responses.Problem)


def document(spec: Any, public_url: str, games: Iterable[Game]) -> dict[str, Any]:
    """Return the whole document with the components of these games, in a stable order.

    :raises ValueError: when a component of a game would take the place of another.
    """
    found: dict[str, Any] = copy.deepcopy(spec.to_dict())
    found["info"]["contact"] = {
        "name": "The operator of this installation",
        "url": f"{public_url}/.well-known/security.txt",
    }
    found["externalDocs"] = {"url": f"{public_url}/protocol", "description": "The sealed-move protocol, byte for byte"}
    for parameter in _path_parameters(found["paths"]):
        parameter["description"] = PATH_PARAMETERS[parameter["name"]]
    for operation in (one for path in found["paths"].values() for name, one in path.items() if name != "parameters"):
        for status, answer in operation["responses"].items():
            if status.startswith("2") and operation["operationId"] in LINKS:
                answer["links"] = {
                    target: {"operationId": target, "parameters": parameters}
                    for target, parameters in LINKS[operation["operationId"]].items()
                }
    components = found["components"]
    components["securitySchemes"]["oauth"] = _oauth_scheme(public_url)
    for name in ("PaginationMetadata", "Error"):  # flask-smorest's own, which no operation of ours uses
        components["schemas"].pop(name, None)
    components["schemas"].update(game_components.log_components())
    components["schemas"].update(named_parts.components())
    of_games = game_components.components(one.rules for one in games)
    for name in sorted(of_games.keys() & components["schemas"].keys()):
        raise ValueError(f"{name}, a component of a game, is one of the service, too: give the game another name")
    components["schemas"].update(of_games)
    named_parts.refer(components["schemas"])
    common_components.refer(components["schemas"])
    common_components.tell(found["paths"])
    common_components.tell_of_streams(found["paths"])
    problem = components["schemas"].pop("Problem")
    components["schemas"].update(common_components.components(KINDS.keys() - NOT_OF_OPERATIONS, problem))
    components["examples"] = common_components.shared_examples() | {
        code: {"summary": kind.title, "value": Problem(code, "", example_errors(code)).document()}
        for code, kind in KINDS.items()
        if code not in NOT_OF_OPERATIONS
    }
    found["paths"] = dict(sorted(found["paths"].items()))
    common_components.share_answers(found)
    found["webhooks"] = common_components.webhooks()
    found["tags"].append(common_components.RECEIVER)
    for kind, named in found["components"].items():
        found["components"][kind] = dict(sorted(named.items()))
    return found


def _oauth_scheme(public_url: str) -> dict[str, Any]:
    """Return the scheme of tokens that a person grants to a program; their scopes are those of any token."""
    flow = {
        "authorizationUrl": f"{public_url}/oauth/authorize",
        "tokenUrl": f"{public_url}/oauth/token",
        "scopes": {scope: SCOPES_IN_WORDS[scope] for scope in SCOPES},
    }
    about = "A token that a person gives to a program, see /.well-known/oauth-authorization-server."
    return {"type": "oauth2", "description": about, "flows": {"authorizationCode": flow}}


def _path_parameters(paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path in paths.values():
        for parameter in path.get("parameters", []):
            if isinstance(parameter, dict) and parameter["in"] == "path":
                yield parameter


def text(spec: Any, public_url: str, games: Iterable[Game]) -> str:
    """Return the document for an installation with these games, and in its committed form for one at this address."""
    return json.dumps(document(spec, public_url, games), indent=1, ensure_ascii=False, sort_keys=False) + "\n"
