"""Refusals of the API: problem details (RFC 9457) with stable types, each with a page that says what to do next.

A ``type`` is ``/problems/<code>``, the same on every installation and a page of this one. Codes are never reused for
something else. Messages name what is wrong and the remedy; they never repeat secrets, tokens or other players' cards.
"""

import contextlib
import json
import logging
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import werkzeug
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from engine.registry import OtherData, UnknownRules
from service.accounts import AccountError
from service.accounts.access.work import WorkNeeded
from service.admin.operator import AdminError
from service.api.http.current import context
from service.api.matches.log.newest_checkpoint import newest_checkpoint
from service.api.matches.second_looks import have_looked_at
from service.keys.signing import KeyMissing
from service.matches.caps import CapReached
from service.matches.errors import ActError, MatchError
from service.matches.messages import TalkError
from service.processes.starting import StillStarting
from service.store import Unsettled
from service.store.archive.leaves import LOG
from service.store.connection.connect import HalfStep
from service.store.matches.parking import SetAside
from service.store.store import StoreUnavailable, TimeNotTrusted, TokenRevoked, Unreadable
from service.telemetry.counts import REFUSALS
from service.text.padding import ANSWERS, padded

MEDIA_TYPE = "application/problem+json"

log = logging.getLogger("siegelpost.api")


@dataclass(frozen=True)
class Kind:
    """One kind of refusal: HTTP status, title, and what the client should do next."""

    status: int
    title: str
    remedy: str


def _catalogue() -> dict[str, Kind]:
    text = (files("service.api.http") / "problems.toml").read_text(encoding="utf-8")
    return {code: Kind(**kind) for code, kind in tomllib.loads(text).items()}


KINDS = _catalogue()
"""All kinds by code, from ``problems.toml``."""

BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    412: "precondition-failed",
    413: "too-large",
    414: "uri-too-long",
    415: "media-type",
    422: "invalid",
    429: "too-many-requests",
    503: "unavailable",
}
OF_MATCHES = {"busy": "unavailable"}
OF_ACTS = {"illegal": "illegal-move", "wrong": "wrong-opening", "revoked": "token-wrong", "full": "too-many-acts"}
SHORT_WAIT = 1
LONG_WAIT = 600
HALTED_WAIT = 60
"""Seconds between looks at a service that an operator has halted without saying until when."""
EXAMPLE_ERRORS = {
    "invalid": [{"pointer": "/seats", "detail": "must be an integer"}],
    "illegal-move": [{"pointer": "/move/card", "code": "not-in-hand", "detail": "play a card of your own hand"}],
    "malformed": [{"pointer": "/opening/salt", "detail": "must be 32 bytes as base64url"}],
    "entropy-required": [{"pointer": "/entropy", "detail": "this match wants 32 random bytes from every seat"}],
    "code-wrong": [{"pointer": "/code", "detail": "this code is invalid or expired: ask for a new one"}],
}


@dataclass
class Problem(Exception):
    """A refusal on its way out. ``errors`` point into the request, ``extra`` are further members, all of them public."""

    code: str
    detail: str
    errors: Sequence[Mapping[str, Any]] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Return the problem document."""
        kind = KINDS[self.code]
        found: dict[str, Any] = {
            "type": f"/problems/{self.code}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail or kind.remedy,
        }
        if self.errors:
            found["errors"] = [dict(one) for one in self.errors]
        return {**found, **self.extra}

    @property
    def all_headers(self) -> dict[str, str]:
        """The headers of the answer."""
        return {"Cache-Control": "no-store", **self.headers}

    def response(self) -> Response:
        """Return the answer."""
        REFUSALS.labels(self.code).inc()
        text = json.dumps(self.document(), ensure_ascii=False, separators=(",", ":"))
        return Response(text, KINDS[self.code].status, self.all_headers, content_type=MEDIA_TYPE)


def pointing(pointer: str, detail: str, code: str = "") -> dict[str, str]:
    """Return one entry of ``errors``: a JSON pointer into the body, and what is wrong there."""
    return {"pointer": pointer, "detail": detail} | ({"code": code} if code else {})


def example_errors(code: str) -> list[dict[str, str]]:
    """Return an example of ``errors`` for such a refusal, for the document."""
    return EXAMPLE_ERRORS.get(code, [])


def register(app: Flask) -> None:
    """Turn every exception into a problem document."""
    app.register_error_handler(Problem, Problem.response)
    app.register_error_handler(MatchError, _asked_wrong)
    app.register_error_handler(ActError, _act_error)
    app.register_error_handler(AccountError, _account_error)
    app.register_error_handler(AdminError, _admin_error)
    app.register_error_handler(CapReached, _asked_wrong)
    app.register_error_handler(TalkError, _talk_error)
    app.register_error_handler(TokenRevoked, _revoked)
    app.register_error_handler(OtherData, _other_data)
    app.register_error_handler(StoreUnavailable, _unavailable)
    app.register_error_handler(Unreadable, _unreadable)
    app.register_error_handler(KeyMissing, _key_missing)
    app.register_error_handler(UnknownRules, _unknown_rules)
    app.register_error_handler(HTTPException, http_problem)
    app.register_error_handler(Exception, _unexpected)


def challenge(error: str = "", scope: str = "") -> dict[str, str]:
    """Return the ``WWW-Authenticate`` header (RFC 6750)."""
    parts = ['realm="siegelpost"']
    parts += [f'error="{error}"'] if error else []
    parts += [f'scope="{scope}"'] if scope else []
    return {"WWW-Authenticate": "Bearer " + ", ".join(parts)}


def http_problem(error: HTTPException) -> werkzeug.Response:
    """Answer a refusal by Flask or werkzeug, keeping its headers (``Allow`` of a 405)."""
    status = error.code or 500
    if status < 400:
        return error.get_response()  # a redirect is an answer
    kept = {
        name: value for name, value in error.get_headers() if name.lower() not in ("content-type", "content-length")
    }
    code = BY_STATUS.get(status, "bad-request" if status < 500 else "internal")
    return Problem(code, "", headers=kept).response()


def problem_of(error: MatchError | AccountError | CapReached) -> Problem:
    """Return the refusal that stands for an error in what somebody asked for."""
    errors = [pointing(error.pointer, error.message)] if error.pointer else []
    if isinstance(error, AccountError | CapReached):
        return Problem(error.code, error.message, errors, _retry_after(error.retry_after))
    headers = {"Retry-After": str(SHORT_WAIT)} if error.code == "busy" else {}
    return Problem(OF_MATCHES.get(error.code, error.code), error.message, errors, headers)


def _retry_after(seconds: int | None) -> dict[str, str]:
    return {} if seconds is None else {"Retry-After": str(seconds)}


def _asked_wrong(error: MatchError | CapReached) -> Response:
    return problem_of(error).response()


def _act_error(error: ActError) -> Response:
    code = OF_ACTS.get(error.code, error.code)
    errors = [pointing(error.pointer, error.message, error.rule)] if error.pointer or error.rule else []
    extra: dict[str, Any] = {}
    if error.act is not None:
        act = error.act
        extra["act"] = {"act": act.act, "seq": act.seq, "commitment": act.commitment, "custody": act.custody}
    if error.receipt is not None:
        signed = {"receipt": error.receipt.receipt, "signature": error.receipt.signature}
        extra |= {**signed, "checkpoint": newest_checkpoint(error.receipt.receipt)}
    headers = challenge("invalid_token") if code == "token-wrong" else {}
    problem = Problem(code, error.message, errors, headers, extra)
    REFUSALS.labels(code).inc()
    # As long as the answer to an act that counts.
    return Response(
        padded(problem.document(), ANSWERS), KINDS[code].status, problem.all_headers, content_type=MEDIA_TYPE
    )


def _account_error(error: AccountError) -> Response:
    problem = problem_of(error)
    if isinstance(error, WorkNeeded):
        g.work = error  # for the page that people see
        problem.extra = {"challenge": {"text": error.text, "bits": error.bits}}
    return problem.response()


def _admin_error(error: AdminError) -> Response:
    errors = [pointing(error.pointer, error.message)] if error.pointer else []
    return Problem(error.code, error.message, errors).response()


def _talk_error(error: TalkError) -> Response:
    if error.code == "revoked":
        return Problem("token-wrong", "", headers=challenge("invalid_token")).response()
    headers = {"Retry-After": str(-(-error.wait // 1000))} if error.wait else {}
    return Problem(error.code, error.message, headers=headers).response()


def _revoked(_: TokenRevoked) -> Response:
    return Problem("token-wrong", "", headers=challenge("invalid_token")).response()


def _other_data(error: OtherData) -> Response:
    log.error("a match of %s is played with rule data %s, which are not here", error.rules, error.data)
    match = (request.view_args or {}).get("match")
    if match is not None:
        have_looked_at(match)
    return Problem("other-data", str(error), headers={"Retry-After": str(LONG_WAIT)}).response()


def _unknown_rules(_: UnknownRules) -> Response:
    match = (request.view_args or {}).get("match")
    return Problem("internal", "").response() if match is None else _match_unavailable(match)


def _unavailable(error: StoreUnavailable) -> Response:
    if isinstance(error, StillStarting):
        g.starting = error  # for the page that people see
    detail = str(error) if isinstance(error, (TimeNotTrusted, StillStarting, Unsettled)) else ""
    wait = error.retry_after
    if isinstance(error, TimeNotTrusted):
        with contextlib.suppress(StoreUnavailable):
            store = context().store
            ends = store.halted_until()
            if ends is not None:
                wait = max(wait, -(-(ends - store.now()) // 1000))
            elif store.halted() is not None:
                wait = HALTED_WAIT
    return Problem("unavailable", detail, headers={"Retry-After": str(wait)}).response()


def _key_missing(error: KeyMissing) -> Response:
    """Answer 503: the match's key is missing in this process. The log says which, and the remedy."""
    log.error("%s %s: %s", request.method, request.url_rule, error)
    match = (request.view_args or {}).get("match")
    if match is None:
        return Problem("unavailable", "", headers={"Retry-After": str(LONG_WAIT)}).response()
    detail = (
        f"the server lacks the key of match {match}; nothing is lost, and it goes on once the operator has put it back"
    )
    return Problem("match-unavailable", detail, headers={"Retry-After": str(LONG_WAIT)}).response()


def _unreadable(error: Unreadable) -> Response:
    """Answer 503: the record exists but is damaged. The log names it; the answer names the requested match, unless the
    damage is in the log of all matches, so that the match is intact."""
    level = logging.INFO if isinstance(error, SetAside) else logging.ERROR  # its operator knows
    log.log(level, "%s %s: %s", request.method, request.url_rule, error)
    match = (request.view_args or {}).get("match")
    if match is None or error.what == LOG:
        return Problem("stored-unreadable", "", headers={"Retry-After": str(LONG_WAIT)}).response()
    if isinstance(error, SetAside):
        detail = f"match {match} is set aside until the operator has repaired it; nobody loses time by that"
        return Problem("match-unavailable", detail, headers={"Retry-After": str(LONG_WAIT)}).response()
    if isinstance(error, HalfStep):
        detail = f"a crash tore the last step of match {match} in two; it goes on once the operator has repaired it"
        return Problem("match-unavailable", detail, headers={"Retry-After": str(LONG_WAIT)}).response()
    return _match_unavailable(match)


def _match_unavailable(match: str) -> Response:
    have_looked_at(match)
    detail = f"what is stored of match {match} cannot be used; the operator sees it, and it is tried again"
    return Problem("match-unavailable", detail, headers={"Retry-After": str(LONG_WAIT)}).response()


def _unexpected(error: Exception) -> Response:
    """Answer 500, or 503 if the rules fail on the stored data of one match.

    The log names kind and place of the error, never its text: that could hold a move or a token.
    """
    where = error.__traceback__
    in_rules = False
    while where is not None and where.tb_next is not None:
        where = where.tb_next
        in_rules |= str(where.tb_frame.f_globals.get("__name__", "")).startswith("engine.")
    place = f"{where.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{where.tb_lineno}" if where else "?"
    name = g.get("request_id", "")
    log.error("%s %s (%s): %s at %s", request.method, request.url_rule, name, type(error).__name__, place)
    match = (request.view_args or {}).get("match")
    if in_rules and match is not None and request.method in ("GET", "HEAD"):
        return _match_unavailable(match)
    return Problem("internal", "").response()
