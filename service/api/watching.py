"""What the operator sees of each request: counts, and a line in the access log. Nothing that a client can make up is a label."""

from __future__ import annotations

import logging
import time

from flask import Response, g, request

from service import logs
from service.api.current import asked, context, request_id
from service.metrics.counts import REQUEST_SECONDS, REQUESTS

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

access = logging.getLogger(logs.ACCESS)


def begin() -> None:
    """Note when the request began, and let the log lines of this thread say which it is."""
    g.begun = time.perf_counter()
    match = (request.view_args or {}).get("match")
    logs.begin(request=request_id(), **({"match": match} if match else {}))


def end(response: Response) -> Response:
    """Count the request."""
    seconds = time.perf_counter() - g.get("begun", time.perf_counter())
    here = asked()
    method = here.method if here.method in METHODS else "other"
    # The rule and not the path: links in mails hold secrets.
    route = "none" if here.url_rule is None else here.url_rule.rule
    REQUESTS.labels(method, route, response.status_code).inc()
    REQUEST_SECONDS.labels(method).observe(seconds)
    if context().settings.access_log:
        facts = {"method": method, "route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        access.info("%(method)s %(route)s %(status)d in %(ms).1f ms", facts, extra={logs.OWN: facts})
    return response


__all__ = ["begin", "end"]
