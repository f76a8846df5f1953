"""Reading requests strictly: one text for one value, sizes checked before parsing, nothing ignored.

What other parsers wave through is refused with 400: duplicate keys, fractions, NaN, integers beyond 2^53, NUL, lone
surrogates, deep nesting, bytes that are not UTF-8. Members and query parameters nobody knows are refused with 422.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NoReturn

import flask
import marshmallow
from webargs.core import missing
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException

from engine.kit.shape import token
from engine.protocol.canon import NotCanonical, parse
from service.api.http.current import asked
from service.api.http.problems import Problem, pointing

MOST_FAULTS = 20
"""The most faults named in one refusal."""
LONGEST_BODY = 64 << 10
DEEPEST = 32


class StrictParser(FlaskParser):
    """webargs' parser with our JSON, our refusals, which does not ignore unknown query parameters."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": marshmallow.RAISE}  # noqa: RUF012

    def _raw_load_json(self, req: flask.Request) -> Any:
        return json_body(asked())

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: flask.Request,
        schema: marshmallow.Schema,
        *,
        error_status_code: int | None,
        error_headers: Any,
    ) -> NoReturn:
        """Answer 422 with a pointer for every fault."""
        raise Problem("invalid", "", faults(error.messages)) from error


def json_body(req: flask.Request) -> Any:
    """Return the body's value; ``missing`` for a request without a body.

    :raises Problem: bad-json, media-type, too-large.
    """
    if not has_body(req):
        return missing
    if req.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise Problem("media-type", "Content-Encoding is not accepted: send the body as it is")
    charset = req.mimetype_params.get("charset", "utf-8").lower()
    if req.mimetype != "application/json" or charset not in ("utf-8", "utf8"):
        raise Problem("media-type", "")
    raw = body_bytes(req)
    if not raw:
        return missing
    try:
        value = parse(raw, depth=DEEPEST, limit=LONGEST_BODY)
    except NotCanonical as error:
        raise Problem("bad-json", f"the body is {error}" if str(error).startswith("not") else f"{error}") from error
    if b"\\u0000" in raw and _has_nul(value):
        raise Problem("bad-json", "a text contains NUL")
    return value


def body_bytes(req: flask.Request) -> bytes:
    """Return the body as it was sent; :raises Problem: bad-json, when it is not what the headers announce."""
    try:
        raw = req.get_data()
    except HTTPException:
        raise
    except Exception as error:
        # Broken chunks: each server has errors of its own for them, which nobody else knows.
        raise Problem("bad-json", "the body is not sent as its headers announce") from error
    if len(raw) < (req.content_length or 0):
        # Not every server notices that the line was cut.
        raise Problem("bad-json", "the body is shorter than its Content-Length")
    return raw


def has_body(req: flask.Request) -> bool:
    """Return whether the request announces a body."""
    return bool(req.content_length) or (req.content_length is None and "Transfer-Encoding" in req.headers)


def faults(messages: Any) -> list[dict[str, str]]:
    """Return marshmallow's nested messages as a flat list: JSON pointers for bodies, names for parameters and headers.

    Only the first :data:`MOST_FAULTS`, because a body may have thousands.
    """
    found: list[dict[str, str]] = []
    for place, inner in messages.items() if isinstance(messages, dict) else [("json", messages)]:
        for pointer, detail in islice(_flat(inner, ""), MOST_FAULTS - len(found)):
            if place == "json":
                found.append(pointing(pointer, detail))
            else:
                name = "header" if place == "headers" else "parameter"
                found.append({name: pointer.lstrip("/").partition("/")[0], "detail": detail})
    return found


def _flat(messages: Any, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, pointer if key == "_schema" else f"{pointer}/{escape(str(key))}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, pointer)
    else:
        yield pointer, str(messages)


def escape(key: str) -> str:
    """Return a key escaped for a JSON pointer, cut to a harmless length."""
    return token(key[:100])


def _has_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any("\0" in key or _has_nul(inner) for key, inner in value.items())
    return isinstance(value, list) and any(_has_nul(inner) for inner in value)
