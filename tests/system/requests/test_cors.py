"""What programs from other websites may do here, route by route: everything of the API, with a token, and nothing else.

Over sockets to a running server, by the rules of a browser (:mod:`tests.system.requests.browser`), for every route of the app.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from werkzeug.routing import Rule

from service.accounts.access import tokens
from service.api import create_app
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from tests.given.contexts import account
from tests.system.installation import Installation
from tests.system.players import DAY
from tests.system.requests.browser import NetworkError, Page
from workers.resolve.drain import drain_once

WITH_BODY = ("POST", "PUT", "PATCH")
SENT = {
    "if-match": '"x"', "if-none-match": '"x"', "prefer": "return=minimal", "idempotency-key": "once",
    "last-event-id": "1", "login-code": "none",
}  # fmt: skip
"""Headers that the document offers, besides those of a token and of JSON."""


class Site(NamedTuple):
    """A running server: where it listens, the methods of each of its paths, somebody's token."""

    port: int
    routes: dict[str, set[str]]
    token: str


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("cors")
    secret = folder / "mailbox.key"
    secret.write_text("k3y")
    (folder / "mailbox").mkdir()
    dev = {"SIEGELPOST_DEV_MAILBOX": str(folder / "mailbox"), "SIEGELPOST_DEV_MAILBOX_KEY": str(secret)}
    dev["SIEGELPOST_ADMIN"] = "127.0.0.1"  # open, so that what guards it is not that there is none
    with Installation(folder, ("state", "queue", "api"), **dev) as running:
        context = running.context
        ann = account(context, "Ann")
        match = new_match_id()
        creation.create(context, ann, NewMatch(rules="kontor", pace=DAY, grace=0, bots=["steady"]), match)
        drain_once(context)
        token = tokens.issue_token(context, ann.id, name="client", scopes=tokens.SCOPES).text
        known: dict[str, object] = {"match": match, "seat": "me", "decision": "r1.choose", "token": "t_" + "0" * 16,
                 "rules": "kontor@1",
                 "bot": "p_" + "0" * 32, "webhook": "w_" + "0" * 16, "release": "1.0.0", "digest": "0" * 12,
                 "secret": "k3y", "name": "imprint", "code": "invalid", "link": "x", "path": "0/000",
                 "game": "kontor", "example": "turn", "spoken": "en", "number": 1,
                 "kind": "calendar", "browser": "b_" + "0" * 16, "day": "2026-12-24", "option": "time",
                 "account": "p_" + "0" * 32, "player": "p_" + "0" * 32,
                 "chat": "c_" + "0" * 16, "kept": "chats", "section": "log",
                 "guest": "me", "remark": 1, "challenge": 1, "limit": "creations",
                 "tournament": "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"}  # fmt: skip
        routes: dict[str, set[str]] = {}
        for rule in create_app(context).url_map.iter_rules():
            routes.setdefault(path_of(rule, known), set()).update(rule.methods or ())
        assert len(routes) > 45
        yield Site(int(running.url.rpartition(":")[2]), routes, token)


def path_of(rule: Rule, known: dict[str, object]) -> str:
    """Return a path of the route; every parameter has a value that is one."""
    built = rule.build({name: known[name] for name in rule.arguments}, append_unknown=False)
    assert built is not None
    return built[1]


LOGIN_OF_PROGRAMS = {
    "/oauth/token", "/oauth/revoke", "/oauth/device_authorization", "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
}  # fmt: skip
"""For programs of other people, in browsers too; no cookie counts there (tests/service/api/account/test_oauth.py)."""


def is_shared(path: str) -> bool:
    """Return whether any site may read a path; what operators have, none may, wherever it is opened to."""
    return not path.startswith("/v1/admin/") and path.startswith(
        ("/v1/", "/openapi/", "/openapi.json", "/openapi.yaml")
    )


def asked(site: Site, *, shared: bool) -> list[tuple[str, str]]:
    """Return every method of every such route but OPTIONS."""
    return [
        (method, path)
        for path, methods in sorted(site.routes.items())
        if is_shared(path) == shared and path not in LOGIN_OF_PROGRAMS
        for method in sorted(methods - {"OPTIONS"})
    ]


def test_a_program_may_ask_everything_of_the_api_with_a_token_and_read_the_answer(site: Site) -> None:
    for method, path in asked(site, shared=True):
        page = Page(site.port)
        headers = {"Authorization": f"Bearer {site.token}", **SENT}
        body = b""
        if method in WITH_BODY:
            headers["Content-Type"], body = "application/json", b"{}"
        answer = page.fetch(method, path, headers, body)
        assert page.sent == [f"OPTIONS {path}", f"{method} {path}"]
        # No worker thinks here; an answer to HEAD has no body.
        pending = (
            path.endswith(("/review", "/hint")) and answer.status == 503 and b"pending" in (answer.body or b"pending")
        )
        assert answer.status != 0 and (answer.status < 500 or pending), (method, path, answer.body)


def test_a_program_may_look_without_a_token_and_without_a_preflight(site: Site) -> None:
    for method, path in asked(site, shared=True):
        if method not in ("GET", "HEAD"):
            continue
        page = Page(site.port)
        answer = page.fetch(method, path)
        assert page.sent == [f"{method} {path}"]
        assert answer.status in (200, 401, 403, 404, 409), (method, path)


def test_a_program_reads_what_the_document_promises_in_headers(site: Site) -> None:
    own = re.compile(r"/v1/matches/[0-9a-f-]{36}")
    (match,) = filter(own.fullmatch, site.routes)
    headers = {"Authorization": f"Bearer {site.token}"}
    shown = Page(site.port).fetch("GET", match, headers)
    assert shown.status == 200 and shown.headers["etag"]
    again = Page(site.port).fetch("GET", match, {**headers, "If-None-Match": shown.headers["etag"]})
    assert again.status == 304
    body = b'{"rules":"kontor","start":"by-owner"}'
    made = Page(site.port).fetch("POST", "/v1/matches", {**headers, "Content-Type": "application/json"}, body)
    assert made.status == 201 and made.headers["location"].startswith("/v1/matches/")
    assert Page(site.port).fetch("GET", "/v1/me").headers["www-authenticate"]


def test_a_program_reads_why_it_was_refused(site: Site) -> None:
    for path, wanted in (("/v1/nowhere", 404), ("/v1/matches/none", 404), ("/v1/me", 401)):
        answer = Page(site.port).fetch("GET", path)
        assert (answer.status, answer.headers["content-type"]) == (wanted, "application/problem+json"), path


def test_pages_mails_and_links_are_read_by_no_other_site(site: Site) -> None:
    routes = asked(site, shared=False)
    assert len(routes) > 30
    for method, path in routes:
        with pytest.raises(NetworkError, match="no origin is allowed"):
            Page(site.port).fetch(method, path)
        with pytest.raises(NetworkError, match="no origin is allowed"):
            Page(site.port).fetch(method, path, {"Authorization": f"Bearer {site.token}"})


def test_no_site_asks_with_a_visitors_cookies(site: Site) -> None:
    for shared in (True, False):
        for method, path in asked(site, shared=shared):
            for origin in ("https://evil.example", "null", f"http://127.0.0.1:{site.port + 1}"):
                with pytest.raises(NetworkError):
                    Page(site.port, origin=origin, credentials=True).fetch(method, path)


def test_a_method_that_a_route_has_not_is_not_let_through(site: Site) -> None:
    for path, methods in site.routes.items():
        for method in {"PUT", "PATCH", "DELETE"} - methods:
            page = Page(site.port)
            with pytest.raises(NetworkError):
                page.fetch(method, path, {"Authorization": f"Bearer {site.token}"})
            assert page.sent == [f"OPTIONS {path}"], "the request itself is never sent"


def test_a_header_that_nobody_offers_is_not_let_through(site: Site) -> None:
    for method, path in asked(site, shared=True):
        page = Page(site.port)
        with pytest.raises(NetworkError, match="x-forwarded-for"):
            page.fetch(method, path, {"X-Forwarded-For": "127.0.0.1"})
        assert page.sent == [f"OPTIONS {path}"]


def test_a_form_of_another_site_changes_nothing(site: Site) -> None:
    """What goes without a preflight: a POST as forms send it, whose answer is thrown away but whose effect would stay."""
    for method, path in asked(site, shared=True):
        if method != "POST":
            continue
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            page = Page(site.port)
            answer = page.fetch("POST", path, {"Content-Type": kind}, b'{"mail":"ann@players.example"}')
            assert page.sent == [f"POST {path}"]
            assert answer.status in (401, 415), (path, kind, answer.status)
