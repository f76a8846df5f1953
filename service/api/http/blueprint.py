"""flask-smorest's Blueprint with our conventions: one decorator gives an operation its id, scope, refusals and headers.

What :meth:`Blueprint.operation` says is both done and documented, so the document cannot promise what a handler does not
do. Order of decorators on a handler: route, operation, arguments, response.

Operations to be removed are marked in the document and announced with each of their answers. ``Deprecation`` (RFC 9745)
says since when an operation should not be used in new programs, ``Sunset`` (RFC 8594) from when it may be gone. The policy
stands in the guide, "Versions".
"""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from inspect import signature
from typing import Any, Literal, TypeVar

import flask_smorest
from flask import Response, g
from marshmallow import Schema
from werkzeug.http import http_date

from service.api.document.common_components import STREAMED, STREAMS, one_of
from service.api.http import compression, idempotency, rate_limits
from service.api.http.auth import TokenMemory, authenticate
from service.api.http.current import Caller, address, application, asked, notes
from service.api.http.fields import StrictParser, has_body
from service.api.http.problems import KINDS, MEDIA_TYPE, Problem, challenge
from service.api.http.rate_limits import PER_ACCOUNT, PER_ADDRESS, PER_LETTER, PER_READER
from service.config.networks import network_of
from service.ending import NOT_WHILE_BLOCKED

NOTICE = timedelta(days=183)
"""The least time between announcement and removal: half a year."""
HEADERS = {
    "Deprecation": {
        "description": "Since when this should not be used any more (RFC 9745).",
        "schema": {"type": "string"},
        "example": "@1796083200",
    },
    "Sunset": {
        "description": "From when this may be gone (RFC 8594).",
        "schema": {"type": "string"},
        "example": "Thu, 01 Jul 2027 00:00:00 GMT",
    },
}
"""The headers as documented for these operations."""
POLICY = '</docs#versions>; rel="deprecation"; type="text/html"'


@dataclass(frozen=True)
class Deprecated:
    """A deprecation: its start, the earliest end of the old operation, and the path of its successor.

    :raises ValueError: when the notice is too short.
    """

    since: datetime
    sunset: datetime
    successor: str

    def __post_init__(self) -> None:
        """Refuse a notice too short for programs to follow."""
        if self.since.tzinfo != UTC or self.sunset.tzinfo != UTC:
            raise ValueError("give 'since' and 'sunset' in UTC")
        if self.sunset - self.since < NOTICE:
            raise ValueError(f"an operation is kept for {NOTICE.days} days after it was deprecated")

    def tell(self) -> None:
        """Add the headers to this request's answer, whatever it is."""
        g.deprecated = self

    def __str__(self) -> str:
        """Return a description for people."""
        return f"Deprecated since {self.since:%Y-%m-%d}: use `{self.successor}`. It may be gone from {self.sunset:%Y-%m-%d} on."


def write_deprecation(response: Response) -> None:
    """Add the headers to an answer of a deprecated operation."""
    found: Deprecated | None = notes().get("deprecated")
    if found is not None:
        response.headers["Deprecation"] = f"@{int(found.since.timestamp())}"
        response.headers["Sunset"] = http_date(found.sunset)
        response.headers.add("Link", f'<{found.successor}>; rel="successor-version"')
        response.headers.add("Link", POLICY)


Handler = TypeVar("Handler", bound=Callable[..., Any])
BODY_CODES = ("bad-json", "too-large", "media-type", "invalid")
TOKEN_CODES = ("token-missing", "token-wrong", "scope-missing")
BEFORE = ("bad-request", "too-slow", "too-large", "uri-too-long", "wrong-host", "headers-too-large", "not-implemented")
"""Refusals before the caller is known: by the server (:mod:`service.serve.http.answers`), and for a wrong host name."""
ALWAYS = ("not-acceptable", "too-many-requests", "unavailable", "stored-unreadable", "internal")
OF_MATCH = ("match-unavailable",)
HEADER_PARAMETERS = (
    "IF_NONE_MATCH",
    "IF_MATCH",
    "IDEMPOTENCY_KEY",
    "PREFER",
    "LAST_EVENT_ID",
    "LOGIN_CODE",
    "PROOF_OF_WORK",
)


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """Routes of one subject."""

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, name: str, import_name: str, description: str) -> None:
        super().__init__(name, import_name, description=description)
        self._prepare_doc_cbks.append(_document)

    def route(self, rule: str, *, methods: Iterable[str] = ("GET",), **options: Any) -> Callable[[Handler], Handler]:
        """Bind a handler to a path."""
        bound: Callable[[Handler], Handler] = super().route(rule, methods=list(methods), **options)
        return bound

    def arguments(self, schema: type[Schema], **options: Any) -> Callable[[Handler], Handler]:
        """Read body, query or headers by a schema; a body is required unless ``required`` is false."""
        # An instance once, because webargs would make one from a class for every request.
        bound: Callable[[Handler], Handler] = super().arguments(schema(), **options)
        if options.get("location", "json") != "json" or not options.get("required", True):
            return bound

        def decorate(handler: Handler) -> Handler:
            reading = bound(handler)

            @wraps(reading)
            def wrapper(*args: Any, **kwargs: Any) -> Any:
                if not has_body(asked()):
                    raise Problem("bad-json", "a JSON body is needed")
                return reading(*args, **kwargs)

            return wrapper  # type: ignore[return-value]

        return decorate

    def response(self, status_code: int, schema: Any = None, **options: Any) -> Callable[[Handler], Handler]:
        """Write the answer by a schema."""
        bound: Callable[[Handler], Handler] = super().response(status_code, schema, **options)
        return bound

    def operation(
        self,
        operation_id: str,
        *,
        scope: str | None = None,
        too: tuple[str, ...] = (),
        optional: bool = False,
        remembered: bool = False,
        codes: Iterable[str] = (),
        headers: Iterable[str] = (),
        idempotent: Literal["", "derived", "waiting", "secret"] = "",
        tagged: bool = False,
        itself: bool = False,
        anonymous: bool = False,
        counted: bool = True,
        shared: bool = False,
        paged: bool = False,
        deprecated: Deprecated | None = None,
    ) -> Callable[[Handler], Handler]:
        """Make a handler an operation of the API.

        :param scope: what the caller's token must be allowed to do; ``None``: anybody may ask.
        :param too: further scopes that the token must have.
        :param optional: a token is accepted but not needed.
        :param remembered: the handler checks for revocation by itself (see :mod:`service.api.http.auth`).
        :param codes: its own refusals; those that all operations share are added.
        :param headers: request headers it honours, of :data:`HEADER_PARAMETERS`.
        :param idempotent: how it honours ``Idempotency-Key``. ``derived``: names of new things come from the key.
            ``waiting``: a retry waits for the first response. ``secret``: as ``derived``, and the response is not stored.
        :param tagged: its answers carry an ``ETag``.
        :param itself: a token needs no scope to do it to itself, the ``token`` of the path.
        :param anonymous: a token that is sent is not looked at, which would ask the store.
        :param counted: whether it counts towards a quota; if not, callers who have used up theirs are answered, too.
        :param shared: whoever may have its answers gets the same ones, so they may be compressed.
        :param paged: its answers name what follows them in ``Link``.
        :param deprecated: since when it should not be used any more, and what instead.
        """
        if idempotent:
            headers = (*headers, "IDEMPOTENCY_KEY")
            codes = (*codes, "request-running", "key-reused")
        about: dict[str, Any] = {
            "operationId": operation_id,
            "scope": scope,
            "too": too,
            "optional": optional,
            "codes": tuple(codes),
            "headers": tuple(headers),
            "tagged": tagged,
            "paged": paged,
            "counted": counted,
            "deprecated": deprecated,
        }

        def decorate(handler: Handler) -> Handler:
            about["of_match"] = "match" in signature(handler).parameters
            media = media_of(handler, operation_id)

            @wraps(handler)
            def wrapper(*args: Any, **kwargs: Any) -> Any:
                own = kwargs.get("token") if itself else None
                if deprecated is not None:
                    deprecated.tell()
                kept, here = notes(), asked()
                kept.caller = (
                    admit_anybody(counted=counted)
                    if anonymous
                    else admit(scope, optional=optional, remembered=remembered, own=own)
                )
                refuse_unacceptable(media)
                lacking = [one for one in too if kept.caller.token is not None and one not in kept.caller.token.scopes]
                if lacking:
                    detail = f"this needs the scope {lacking[0]}, too"
                    raise Problem("scope-missing", detail, headers=challenge("insufficient_scope", lacking[0]))
                if shared or (here.method in ("GET", "HEAD") and kept.caller.account is None):
                    compression.allow()
                if idempotent:
                    return idempotency.once(lambda: handler(*args, **kwargs), idempotent)
                return handler(*args, **kwargs)

            wrapper._apidoc = {**deepcopy(getattr(wrapper, "_apidoc", {})), "siegelpost": about}  # type: ignore[attr-defined]
            return wrapper  # type: ignore[return-value]

        return decorate


def admit(scope: str | None, *, optional: bool, remembered: bool, own: str | None = None) -> Caller:
    """Authenticate and count a request. :raises Problem: for an invalid token, and beyond the quota."""
    memory: TokenMemory = application().extensions["siegelpost-tokens"]
    try:
        asking = authenticate(memory, scope, optional=optional, remembered=remembered, own=own)
    except Problem:
        rate_limits.admit(PER_ADDRESS, network_of(address()))
        raise
    # Not by token: an account may have fifty of those.
    who = asking.counted_as
    if who is None:
        rate_limits.admit(PER_ADDRESS, network_of(asking.address))
    else:
        rate_limits.admit(PER_ACCOUNT, who)
    return asking


def admit_anybody(*, counted: bool) -> Caller:
    """Admit a request without authentication, and count it by its address. :raises Problem: beyond the quota."""
    if counted:
        rate_limits.admit(PER_ADDRESS, network_of(address()))
    return Caller(None, address())


def admit_reader(account: str, letter: str) -> Caller:
    """Admit a request by a link in one of the account's letters, and count it for both. :raises Problem: beyond a
    quota.

    Not by address: a mail service fetches pictures for all its readers from a few. Nor with what the account asks for itself:
    whoever was passed a letter could use that up, and its player would be refused at the table.
    """
    rate_limits.admit(PER_LETTER, f"{account}:{letter}")
    rate_limits.admit(PER_READER, account)
    return Caller(None, address())


def refuse_unacceptable(media: Sequence[str]) -> None:
    """Refuse a request that accepts none of the offered media types; :raises Problem: not-acceptable."""
    here = asked()
    if not media or "HTTP_ACCEPT" not in here.environ:
        return
    wanted = here.accept_mimetypes
    if wanted and wanted.best_match(media) is None:
        raise Problem(
            "not-acceptable", f"this is sent as {' or '.join(media)}, which the Accept of the request excludes"
        )


def media_of(handler: Handler, operation_id: str) -> list[str]:
    """Return the media types of an operation's answers; empty if they have no body."""
    answers = getattr(handler, "_apidoc", {}).get("response", {}).get("responses", {}).values()
    forms = [form for answer in answers for form in answer if "schema" in form]
    media = [form["content_type"] or "application/json" for form in forms]
    return [*media, *(STREAMED if operation_id in STREAMS else ())]


def _document(doc: dict[str, Any], doc_info: dict[str, Any], *, method: str, **_: Any) -> dict[str, Any]:
    """Document an operation (flask-smorest calls this for each one)."""
    about = doc_info["siegelpost"]
    doc["operationId"] = about["operationId"]
    scope = about["scope"]
    scopes = [one for one in (scope, *about["too"]) if one is not None]
    if scope is None:
        doc["security"] = []
    else:
        doc["security"] = [{"oauth": scopes}, {"token": []}, *([{}] if about["optional"] else [])]
    deprecated: Deprecated | None = about["deprecated"]
    prose = doc_info["docstring"]  # flask-smorest lets it replace what stands in ``doc``
    said = [prose.get("description"), _who_may(scopes, about["optional"]), str(deprecated) if deprecated else None]
    prose["description"] = "\n\n".join(filter(None, said))
    if deprecated is not None:
        doc["deprecated"] = True
    doc.setdefault("parameters", []).extend(about["headers"])
    codes = [*about["codes"], *ALWAYS, *(OF_MATCH if about["of_match"] else ())]
    if not about["counted"]:
        codes.remove("too-many-requests")
    if scope is not None:
        codes += [code for code in TOKEN_CODES if not (about["optional"] and code == "token-missing")]
        if set(scopes) & set(NOT_WHILE_BLOCKED):
            codes += ["blocked"]
    if "requestBody" in doc:
        codes += BODY_CODES
    elif doc["parameters"]:
        codes += ["invalid"]
    if "IF_MATCH" in about["headers"]:
        codes += ["precondition-failed"]
    responses = doc["responses"]
    responses.pop(422, None)
    for status, answer in refusals([*BEFORE, *codes]).items():
        responses[status] = answer
    _tell_headers(responses, about, doc_info["success_status_codes"], looks=method == "get")
    uncounted = {KINDS[code].status for code in BEFORE} - {KINDS[code].status for code in codes}
    for status, answer in responses.items():
        if isinstance(answer, dict) and about["counted"] and status not in uncounted:
            answer.setdefault("headers", {}).update(
                {"RateLimit": "RATE_LIMIT", "RateLimit-Policy": "RATE_LIMIT_POLICY"}
            )
    return doc


def _tell_headers(responses: dict[int, Any], about: dict[str, Any], successes: Iterable[int], *, looks: bool) -> None:
    own: dict[str, Any] = {}
    if about["tagged"]:
        own["ETag"] = "ETAG"
    if about["paged"]:
        own["Link"] = "LINK"
    if "PREFER" in about["headers"]:
        own["Preference-Applied"] = "PREFERENCE_APPLIED"
    if about["deprecated"] is not None:
        own |= HEADERS
    for status in successes:
        responses[status].setdefault("headers", {}).update(own)
    if "IF_NONE_MATCH" in about["headers"] and looks:
        unchanged = {"description": "Not modified: what the tag in If-None-Match names is still so."}
        responses[304] = {**unchanged, "headers": {"ETag": "ETAG"}}
    for answer in responses.values():
        if isinstance(answer, dict):
            answer.setdefault("headers", {})["Request-Id"] = "REQUEST_ID"


def _who_may(scopes: Sequence[str], optional: bool) -> str:
    if not scopes:
        return "Needs no token."
    if optional:
        return f"A token with the scope `{scopes[0]}` also shows what is yours; without one you see what everybody may."
    named = " and ".join(f"`{one}`" for one in scopes)
    return f"Needs a token with the scope{'s' if len(scopes) > 1 else ''} {named}."


def refusals(codes: Iterable[str]) -> dict[int, dict[str, Any]]:
    """Return the documented refusals, by status, with an example of each kind."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {status: _refusal(status, names) for status, names in sorted(by_status.items())}


def _refusal(status: int, codes: list[str]) -> dict[str, Any]:
    examples = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    content = {"schema": one_of(codes), "examples": examples}
    answer: dict[str, Any] = {
        "description": "; ".join(f"{KINDS[code].title} (`{code}`)" for code in codes),
        "content": {MEDIA_TYPE: content},
    }
    if status in (429, 503):
        answer["headers"] = {"Retry-After": "RETRY_AFTER"}
    elif status == 401 or "scope-missing" in codes:
        answer["headers"] = {"WWW-Authenticate": "WWW_AUTHENTICATE"}
    elif status == 412:
        answer["headers"] = {"ETag": "ETAG"}
    return answer
