"""Entity tags: what a caller has seen, in a few characters, and conditions on it (RFC 9110, section 13).

A tag is made from what the caller's own view is made of, never from the answer's bytes: it cannot change because an
opponent acted. ``If-None-Match`` is compared weakly, because compressing proxies weaken tags; ``If-Match`` strongly.
"""

import hashlib
import json
from functools import cache
from typing import Any

import werkzeug
from flask import Response, request
from werkzeug.exceptions import HTTPException

from engine.protocol.canon import b64
from service.api.http.current import asked
from service.api.http.problems import Problem
from service.telemetry.sources import digest_of

_SORTED = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
"""Made once, because ``json.dumps`` makes one for every call."""


class Unchanged(HTTPException):
    """Ends a request with 304."""

    code = 304

    def __init__(self, tag: str, headers: dict[str, str]) -> None:
        super().__init__()
        self._headers = {"ETag": f'"{tag}"', **headers}

    def get_response(self, *_: Any) -> werkzeug.Response:
        """Return the empty answer."""
        return Response(status=304, headers=self._headers)


def tag_of(*facts: Any) -> str:
    """Return the tag of some JSON facts."""
    text = _SORTED.encode(facts)
    return b64(hashlib.sha256(text.encode()).digest()[:16])


def made_tag(*facts: Any) -> str:
    """Return the tag of output made by the program from facts (pictures, sentences): a newer program may make a
    different one."""
    return tag_of(_program(), *facts)


def fresh(tag: str, **headers: str) -> dict[str, str]:
    """Return the headers of an answer with this tag; :raises Unchanged: when the caller has exactly that."""
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(tag):
        raise Unchanged(tag, headers)
    return {"ETag": f'"{tag}"', **headers}


def has_conditions() -> bool:
    """Return whether the request depends on the current state."""
    headers = asked().headers
    return "If-Match" in headers or "If-None-Match" in headers


def require(tag: str | None) -> None:
    """Refuse unless the conditions hold; ``tag`` is that of the current state, or None for nothing.

    :raises Problem: precondition-failed.
    """
    wanted, unwanted = request.headers.get("If-Match"), request.headers.get("If-None-Match")
    holds = True
    if wanted is not None:
        holds = tag is not None and (request.if_match.star_tag or request.if_match.is_strong(tag))
    if unwanted is not None and tag is not None:
        holds = holds and not (request.if_none_match.star_tag or request.if_none_match.contains_weak(tag))
    if not holds:
        raise Problem("precondition-failed", "", headers={"ETag": f'"{tag}"'} if tag is not None else {})


@cache
def _program() -> str:
    return digest_of(("engine", "service")).hex()
