"""The Flask app: routes, hooks, and the headers of every response."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, cast

from flask import Flask, Response

from service.api import routes
from service.api.admin import routes as admin_routes
from service.api.http import compression, deprecation, doors, problems, rate_limits, watching
from service.api.http.auth import TokenMemory
from service.api.http.current import asked, attach, request_id
from service.api.http.holding import Source, Waiting, is_kept_aside
from service.api.http.long_poll import LongPolls
from service.api.http.rate_limits import Rates, SharedCounts
from service.api.http.strict import LONGEST_BODY
from service.api.matches import second_looks
from service.api.matches.gallery import Gallery
from service.api.matches.loading import RecordMemory
from service.api.matches.log.earlier import MomentsSeen
from service.api.matches.log.newest_checkpoint import NewestCheckpoint
from service.api.pages import addresses, documentation, mailbox, refused_page
from service.context import Context

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
    app.before_request(watching.begin)
    app.before_request(doors.shorten_lists)
    app.before_request(doors.check_host)
    app.before_request(doors.check_address)
    app.before_request(doors.check_operator)
    app.before_request(doors.count_page)
    app.teardown_request(watching.over)
    app.teardown_request(lambda _: rate_limits.settle())  # a pass without an answer: the request waits
    app.after_request(watching.end)  # the last of them: hooks run from the last to the first
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
    answer.carried = {**SECURE, "Request-Id": request_id(), **shared, **doors.transport()}
    empty = answer.status_code == HTTPStatus.NO_CONTENT or (
        answer.is_sequence and answer.calculate_content_length() == 0
    )
    if empty and method != "HEAD":
        # Nothing is neither JSON nor a page: clients that parse by the type would fail on a success.
        answer.headers.pop("Content-Type", None)
    deprecation.write(answer)
    doors.lead_to_login(answer.headers)
    rate_limits.settle(answer)
    if method == "OPTIONS" and "Access-Control-Allow-Origin" in shared:
        answer.headers["Access-Control-Allow-Methods"] = answer.headers.get("Allow", "")
    return answer


__all__ = ["create_app", "equip"]
