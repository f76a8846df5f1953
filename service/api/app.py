"""The Flask app: routes, hooks, and the headers of every response.

Hooks observe each request for the operator: counts, a line in the access log, a span where there are traces. Labels hold
nothing that a client can make up, and a client's ``traceparent`` is ignored: traces are the operator's.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import cache
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, cast

from flask import Flask, Response
from prometheus_client import Counter, Histogram

from service.api import routes
from service.api.admin import routes as admin_routes
from service.api.http import blueprint, compression, doors, problems, rate_limits
from service.api.http.auth import TokenMemory
from service.api.http.current import asked, attach, context, notes, request_id
from service.api.http.fields import LONGEST_BODY
from service.api.http.holding import Source, Waiting, is_kept_aside
from service.api.http.long_poll import LongPolls
from service.api.http.rate_limits import Rates, SharedCounts
from service.api.matches import second_looks
from service.api.matches.loading import RecordMemory
from service.api.matches.log.earlier import MomentsSeen
from service.api.matches.log.newest_checkpoint import NewestCheckpoint
from service.api.matches.pictures import Gallery
from service.api.pages import addresses, documentation, mailbox, refused_page
from service.context import Context
from service.telemetry import logs, tracing
from service.telemetry.counts import REQUEST_SECONDS, REQUESTS

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

access = logging.getLogger(logs.ACCESS)


def begin_request() -> None:
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


def count_request(response: Response) -> Response:
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


def end_request(_: BaseException | None) -> None:
    """Count a pass without an answer, after which the request waits, and end the span with what this thread did for it."""
    rate_limits.settle()
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


SECURE = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Answer(Response):
    """An answer; common headers are added on its way out, unless a handler has set them."""

    carried: Mapping[str, str] = MappingProxyType({})

    def get_wsgi_response(self, environ: Any) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """Return body, status and headers. The added ones are our constants, so they are not checked each time."""
        body, status, headers = super().get_wsgi_response(environ)
        said = {name.lower() for name, _ in headers}
        headers.extend([one for one in self.carried.items() if one[0].lower() not in said])
        return body, status, headers


class App(Flask):
    """Flask without its check, on each request, whether views and hooks are coroutines."""

    response_class = Answer

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged: none of ours is a coroutine (a test checks that)."""
        return func

    def process_response(self, response: Response) -> Response:
        """Run the hooks over an answer. A waiting request has none yet: nothing to count, compress or extend."""
        return response if is_kept_aside() else super().process_response(response)


def create_app(context: Context) -> Flask:
    """Return the app of an installation."""
    app = App("service.api", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LONGEST_BODY, MAX_FORM_MEMORY_SIZE=LONGEST_BODY)
    equip(app, context)
    problems.register(app)
    routes.register(app)
    admin_routes.register(app)
    addresses.register(app)
    documentation.check_outside_games()
    app.before_request(rate_limits.begin)
    app.before_request(begin_request)
    app.before_request(doors.shorten_lists)
    app.before_request(doors.check_host)
    app.before_request(doors.check_address)
    app.before_request(doors.check_operator)
    app.before_request(doors.count_page)
    app.teardown_request(end_request)
    app.after_request(count_request)  # the last of them: hooks run from the last to the first
    app.after_request(_headers)
    app.after_request(compression.compress)  # runs before the headers
    app.after_request(refused_page.for_people)
    return app


def equip(app: Flask, context: Context) -> None:
    """Let the app serve an installation: its context, and empty caches."""
    attach(app, context)
    app.extensions["siegelpost-tokens"] = TokenMemory()
    app.extensions["siegelpost-records"] = RecordMemory()
    app.extensions[second_looks.EXTENSION] = second_looks.SecondLooks()
    app.extensions["siegelpost-checkpoint"] = NewestCheckpoint()
    app.extensions["siegelpost-long-polls"] = LongPolls()
    app.extensions["siegelpost-waiting"] = Waiting(Source(context))
    app.extensions["siegelpost-gallery"] = Gallery()
    app.extensions["siegelpost-moments"] = MomentsSeen()
    app.extensions["siegelpost-mailbox"] = mailbox.secret_of(context.settings)
    app.extensions["siegelpost-rates"] = (
        Rates(SharedCounts(context.settings.queue_url)) if context.settings.rate_limits else None
    )


def _headers(response: Response) -> Response:
    """Add the headers common to all answers, unless the handler has set them."""
    answer = cast(Answer, Answer.force_type(response))  # another hook may have put a plain one in its place
    method, shared = asked().method, doors.sharing()
    said = {"Request-Id": request_id(), **shared, **doors.transport(), **rate_limits.settle(answer)}
    answer.carried = {**SECURE, **said}
    empty = answer.status_code == HTTPStatus.NO_CONTENT or (
        answer.is_sequence and answer.calculate_content_length() == 0
    )
    if empty and method != "HEAD":
        # Nothing is neither JSON nor a page: clients that parse by the type would fail on a success.
        answer.headers.pop("Content-Type", None)
    blueprint.write_deprecation(answer)
    doors.lead_to_login(answer.headers)
    if method == "OPTIONS" and "Access-Control-Allow-Origin" in shared:
        answer.headers["Access-Control-Allow-Methods"] = answer.headers.get("Allow", "")
    return answer
