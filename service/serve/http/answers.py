"""Answers on top of waitress: refusals as problem documents or as a page for people; the head sent together with the
body.

The page says refusals that happen before the API sees the request as :mod:`service.api.pages.refused_page` says others. A
request that waits is not answered here; its connection is kept aside (:mod:`service.serve.http.held`).
"""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from waitress.task import ErrorTask, Task, WSGITask
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header

from engine.kit.text.phrases import ENGLISH, LANGUAGES, language_of
from service.api.http.current import new_request_id
from service.api.http.doors import SHARED
from service.api.http.holding import BEHIND, HOLD
from service.api.http.problems import KINDS, MEDIA_TYPE, Problem
from service.api.pages.account_page import book
from service.api.pages.refused_page import prefers_pages
from service.serve.http.held_connection import Request, SecondHead
from service.telemetry.counts import REFUSALS

POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'"
TOO_LARGE = 413
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Siegelpost</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body class="page">
<main><h1>{title}</h1><p>{words}</p><p><a href="/">{home}</a></p></main>
</body>
</html>
"""


def page_of(headers: Mapping[str, str], path: str, status: int) -> str | None:
    """Return the page, or None for programs and for requests by them.

    :param headers: the request's as far as they could be read, named as in WSGI without ``HTTP_``.
    """
    if not prefers_pages(parse_accept_header(headers.get("ACCEPT"), MIMEAccept), path):
        return None
    best = parse_accept_header(headers.get("ACCEPT_LANGUAGE"), LanguageAccept).best_match(LANGUAGES)
    language = language_of(best or ENGLISH)
    say, said = book(language).say, "large" if status == TOO_LARGE else "wrong"
    words = {"title": f"refused.{said}_title", "words": f"refused.{said}", "home": "refused.home"}
    return PAGE.format(language=language, **{name: escape(say(key)) for name, key in words.items()})


WITH_HEAD = 64 << 10
"""The most bytes of an answer's first part that go out together with the head."""
CODES = {
    400: "bad-request",
    408: "too-slow",
    413: "too-large",
    431: "headers-too-large",
    501: "not-implemented",
    505: "http-version",
}


class _Headed:
    """Writes one head per request, whichever task answers it."""

    channel: Any
    close_on_finish: bool

    def build_response_header(self) -> bytes:
        """Return the head; a server that ends says so in it. :raises SecondHead: when the request has one."""
        if self.channel.server.is_ending and not self.close_on_finish:
            Task.set_close_on_finish(self)
        head: bytes = super().build_response_header()  # type: ignore[misc]  # of waitress' tasks
        self.channel.one_head.take()
        return head


class Refusing(_Headed, ErrorTask):  # type: ignore[misc]
    """Answers requests refused before the API sees them in the API's way: programs by a document, browsers by a page."""

    def execute(self) -> None:
        """Write the refusal and close the connection."""
        code = CODES.get(self.request.error.code, "internal")
        path = getattr(self.request, "path", "")  # not there where the first line could not be read
        page = page_of(self.request.headers, path, KINDS[code].status)
        text = (page or json.dumps(Problem(code, "").document(), separators=(",", ":"))).encode("utf-8")
        REFUSALS.labels(code).inc()
        kind = KINDS[code]
        self.version = "1.1"  # of a line that could not be read nothing is known
        self.status = f"{kind.status} {self.request.error.reason}"
        self.response_headers += [
            ("Content-Type", MEDIA_TYPE if page is None else "text/html; charset=utf-8"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Request-Id", new_request_id()),
            *SHARED.items(),  # whatever was asked for, this answer shows nothing of it
            *([] if page is None else [("Content-Security-Policy", POLICY)]),
        ]
        self.channel.refused = True
        self.set_close_on_finish()
        self.content_length = len(text)
        self.write(text)


class Working(_Headed, WSGITask):  # type: ignore[misc]
    """Keeps a connection alive after answers without a body and after streamed ones with a marked end.

    A request that waits is not answered here: its connection is kept aside, with the head of its answer.
    """

    chunked_response: bool

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with a means to keep the connection aside if nothing else is on it.

        While the server ends a poll is answered at once.
        """
        environ: dict[str, Any] = super().get_environment()
        if self.channel.server.hub is not None:
            if len(self.channel.requests) == 1:
                environ[HOLD] = self.channel.hold
            # A stream still begins while the server ends, and is ended: its reader comes back by itself.
            if len(self.channel.requests) > 1 or self.channel.server.is_ending:
                environ[BEHIND] = True
        self.environ = environ
        return environ

    def write(self, data: bytes) -> None:
        """Write a part of the answer; its head goes out together with the first part of its body.

        :raises SecondHead: when the request waits, so that its answer is written elsewhere: the handler or a hook is wrong.
        """
        if self._waits():
            self.channel.answer_here()
            raise SecondHead("a request that waits has no body yet")
        self.channel.keeps_head = 0 < len(data) <= WITH_HEAD and self.has_body and not self.wrote_header
        try:
            super().write(data)
        finally:
            self.channel.keeps_head = False
        self.channel.let_head_go()

    def set_close_on_finish(self) -> None:
        """Announce the end of the connection, if there is a reason for it."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.version == "1.1" and not asked and (self.chunked_response or not self.has_body):
            return
        super().set_close_on_finish()

    def finish(self) -> None:
        """Mark the end of a streamed answer; one to HEAD has no body to end."""
        if self._waits():
            self.response_headers.append(("Connection", "close"))
            head = WSGITask.build_response_header(self)  # the one that was claimed when the handler said that it waits
            self.channel.leaving = Request(self.environ, self.channel.held, head, self.chunked_response)
            self.close_on_finish = True
            return
        if not self.wrote_header:
            self.write(b"")
        if self.request.command == "HEAD":
            self.chunked_response = False
        super().finish()

    def _waits(self) -> bool:
        """Return whether the request waits; an error after it said so is answered here."""
        if self.channel.held is not None and not self.status.startswith("200"):
            self.channel.answer_here()
        return self.channel.held is not None
