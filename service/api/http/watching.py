"""Observation of requests for the operator: counts, a line in the access log, a span where there are traces.

Labels hold nothing that a client can make up, and a client's ``traceparent`` is ignored: traces are the operator's.
"""

from __future__ import annotations

import logging
import time
from contextlib import ExitStack
from functools import cache
from http import HTTPStatus

from flask import Response
from prometheus_client import Counter, Histogram

from service.api.http.current import asked, context, notes, request_id
from service.telemetry import logs, tracing
from service.telemetry.counts import REQUEST_SECONDS, REQUESTS

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

access = logging.getLogger(logs.ACCESS)


def begin() -> None:
    """Record when the request began, and put its id into this thread's log lines."""
    kept = notes()
    kept.begun = time.perf_counter()
    match = (asked().view_args or {}).get("match")
    about = {"request": request_id(), **({"match": match} if match else {})}
    logs.begin(**about)
    if not tracing.on():
        return
    facts = {"http.request.method": _method(), "http.route": _route()}
    kept.traced = ExitStack()
    kept.span = kept.traced.enter_context(
        tracing.span(f"{_method()} {_route()}", "server", parent="", facts={**facts, **about})
    )


def end(response: Response) -> Response:
    """Count the request."""
    kept, now = notes(), time.perf_counter()
    seconds = now - kept.get("begun", now)
    method, route = _method(), _route()
    _answered(method, route, response.status_code).inc()
    _timed(method).observe(seconds)
    if context().settings.access_log:
        facts = {"method": method, "route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        access.info("%(method)s %(route)s %(status)d in %(ms).1f ms", facts, extra={logs.OWN: facts})
    if (span := kept.get("span")) is not None:
        span.say(**{"http.response.status_code": response.status_code})
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            span.fail(str(response.status_code))
    return response


def over(_: BaseException | None) -> None:
    """End the request's span, so that later work of this thread belongs to no trace."""
    traced: ExitStack | None = notes().pop("traced", None)
    if traced is not None:
        traced.close()


@cache
def _answered(method: str, route: str, status: int) -> Counter:
    """Return the counter for these requests, cached because the library finds it under a lock."""
    return REQUESTS.labels(method, route, status)


@cache
def _timed(method: str) -> Histogram:
    return REQUEST_SECONDS.labels(method)


def _method() -> str:
    method = asked().method
    return method if method in METHODS else "other"


def _route() -> str:
    """Return the rule instead of the path, because links in mails contain secrets."""
    rule = asked().url_rule
    return "none" if rule is None else rule.rule


__all__ = ["begin", "end", "over"]
