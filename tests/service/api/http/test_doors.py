"""What websites that somebody happens to look at can do to the installation on his machine: nothing.

A page of evil.example can send requests from the visitor's browser, to any address (cross-origin), or to its own name after
pointing that at 127.0.0.1 (DNS rebinding). The first is stopped by who may read answers, the second by the Host.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from flask import Flask

from service.api.app import equip
from service.config.networks import Proxies
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context
from tests.given.contexts import open_context
from tests.service.api.browser import Browser
from tests.service.api.players import Player

SECRET = "k3y-of-this-start"
BOX = f"/dev/mailbox/{SECRET}"
EVIL = "https://evil.example"
FORWARDED = ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP"]
OURS_ALONE = ["/", "/docs", "/docs/style.css", "/login/xyz", "/unsubscribe/xyz", "/problems", "/protocol", "/health",
              "/ready", "/.well-known/security.txt", "/dev/mailbox", BOX, f"{BOX}/1-a.eml", f"{BOX}/1-a.eml/html"]  # fmt: skip


@pytest.fixture
def mailbox(app: Flask, redis_url: str, tmp_path: Path) -> Iterator[Path]:
    """A published folder with one mail in it, a login code."""
    folder = tmp_path / "mailbox"
    folder.mkdir()
    mail = EmailMessage()
    mail["To"], mail["Subject"] = "ada@x.example", "Your code"
    mail.set_content("Log in: http://127.0.0.1:8000/login/abc\n")
    (folder / "1-a.eml").write_bytes(mail.as_bytes())
    key = tmp_path / "mailbox.key"
    key.write_text(SECRET + "\n")
    opened = open_context(redis_url, tmp_path / "dev", dev_mailbox=folder, dev_mailbox_key=key)
    equip(app, opened)
    yield folder
    opened.store.close()


@pytest.mark.parametrize("path", OURS_ALONE)
def test_no_other_site_may_read_pages_or_mails(mailbox: Path, visitor: Player, path: str) -> None:
    for method in ("GET", "OPTIONS", "POST"):
        answer = visitor.ask(method, path, Origin=EVIL, Access_Control_Request_Method="GET")
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")], (method, path)


@pytest.mark.parametrize("path", ["/v1/meta", "/v1/nowhere", "/v1/me", "/openapi.json"])
def test_programs_in_browsers_may_read_the_api_and_its_document(visitor: Player, path: str) -> None:
    answer = visitor.get(path, Origin="https://client.example")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example",
                                  "192.0.2.1", "[2001:db8::1]:8000", "", "localhost, evil.example", "localhost@evil.example",
                                  "x" * 300, "evil.example#localhost"])  # fmt: skip
@pytest.mark.parametrize("path", ["/v1/meta", "/", "/nowhere", BOX, "/openapi.json"])
def test_a_name_that_is_not_ours_gets_nothing(mailbox: Path, visitor: Player, host: str, path: str) -> None:
    answer = visitor.get(path, Host=host)
    assert (answer.status_code, answer.get_json()["type"]) == (421, "/problems/wrong-host")
    assert "SIEGELPOST_ALLOWED_HOSTS" in answer.get_json()["detail"]
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "localhost."])
def test_the_names_of_this_machine_are_ours_while_no_other_is_set(visitor: Player, host: str) -> None:
    assert visitor.get("/v1/meta", Host=host).status_code == 200


def test_in_production_the_public_name_and_those_listed_are_ours_and_no_others(
    app: Flask, visitor: Player, redis_url: str, tmp_path: Path
) -> None:
    opened = open_context(redis_url, tmp_path / "p", public_url="https://post.example", allowed_hosts=("api.internal",))
    equip(app, opened)
    for host in ("post.example", "post.example:443", "api.internal:8000"):
        assert visitor.get("/v1/meta", Host=host).status_code == 200
    for host in ("localhost", "127.0.0.1", "10.0.0.7"):
        assert visitor.get("/v1/meta", Host=host).status_code == 421
    for path in ("/health", "/ready"):
        assert visitor.get(path, Host="10.0.0.7:8000").status_code == 200, "health checks ask by address"
    opened.store.close()


def test_names_are_read_from_the_environment() -> None:
    env = {"REDIS_URL": "unix:///x", "SIEGELPOST_ALLOWED_HOSTS": "play.example, 192.0.2.7,[2001:db8::1]"}
    assert Settings.from_environment(env).allowed_hosts == ("play.example", "192.0.2.7", "[2001:db8::1]")
    for wrong in ("https://play.example", "play.example:8000", "*", "a b"):
        with pytest.raises(BadSetting, match="SIEGELPOST_ALLOWED_HOSTS"):
            Settings.from_environment({**env, "SIEGELPOST_ALLOWED_HOSTS": wrong})
    with pytest.raises(BadSetting, match="SIEGELPOST_DEV_MAILBOX_KEY"):
        Settings.from_environment({**env, "SIEGELPOST_ALLOWED_HOSTS": "", "SIEGELPOST_DEV_MAILBOX": "/var/mailbox"})


@pytest.mark.parametrize(
    "path", ["", "/1-a.eml", "/1-a.eml/html", "/wrong", "/wrong/1-a.eml", f"/{SECRET}x", f"/{SECRET[:-1]}"]
)
def test_without_the_secret_of_the_start_there_is_no_mailbox(mailbox: Path, visitor: Player, path: str) -> None:
    assert visitor.get(f"/dev/mailbox{path}").status_code == 404
    assert visitor.get(BOX).status_code == 200


@pytest.mark.parametrize("name", FORWARDED)
def test_the_mailbox_is_never_shown_through_a_proxy(mailbox: Path, visitor: Player, name: str) -> None:
    for path in ("", "/1-a.eml", "/1-a.eml/html"):
        assert visitor.get(f"{BOX}{path}", **{name: "127.0.0.1"}).status_code == 404


@pytest.mark.parametrize(("peer", "status"), [("127.0.0.1", 200), ("127.8.8.8", 200), ("::1", 200), ("::ffff:127.0.0.1", 200),
                                              ("192.0.2.7", 404), ("::ffff:192.0.2.7", 404), ("2001:db8::1", 404), ("", 404),
                                              ("localhost", 404)])  # fmt: skip
def test_the_mailbox_is_shown_to_this_machine_alone(mailbox: Path, app: Flask, peer: str, status: int) -> None:
    answer = app.test_client().get(BOX, environ_overrides={"REMOTE_ADDR": peer})
    assert answer.status_code == status


def test_the_secret_is_in_no_page_that_others_can_see_and_in_no_referrer(mailbox: Path, visitor: Player) -> None:
    for path in ("/", "/dev/mailbox", "/dev/mailbox/wrong", "/v1/meta", "/ready"):
        assert SECRET not in visitor.get(path).get_data(as_text=True)
    shown = visitor.get(f"{BOX}/1-a.eml")
    assert 'href="http://127.0.0.1:8000/login/abc"' in shown.get_data(as_text=True)
    assert shown.headers["Referrer-Policy"] == "strict-origin"  # names this server, never the path
    assert visitor.get(f"{BOX}/1-a.eml/html").headers["Referrer-Policy"] == "no-referrer"
    assert shown.headers["Cache-Control"] == "no-store"


def test_browsers_are_told_to_stay_with_https_where_the_address_says_so(
    app: Flask, visitor: Player, redis_url: str, tmp_path: Path
) -> None:
    assert "Strict-Transport-Security" not in visitor.get("/").headers
    opened = open_context(redis_url, tmp_path / "p", public_url="https://post.example")
    equip(app, opened)
    answer = visitor.get("/", Host="post.example")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    opened.store.close()


WITHOUT_COOKIES = ("/oauth/token", "/oauth/revoke", "/oauth/device_authorization")
"""Programs send these, and nothing that a browser keeps counts in them."""
ONE_CLICK = "/unsubscribe/x"
"""Mail services send it for their readers (RFC 8058); the secret of its address is what counts."""
FILLED = {
    "match": "0188d6ac-1f5e-4c6b-9b1a-7d3f5a0c2e11",
    "kind": "calendar",
    "number": "1",
    "kept": "chats",
    "section": "log",
    "day": "2026-11-30",
}


def paths_of_people(app: Flask, method: str) -> list[str]:
    """Return a path of each route for people that takes the method; secrets in it are ``x``."""
    found = []
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and not str(rule).startswith("/v1"):
            found.append(re.sub(r"<(?:[^<>:]*:)?([^<>:]*)>", lambda part: FILLED.get(part[1], "x"), str(rule)))
    assert len(found) > 15
    return found


@pytest.mark.parametrize(
    "said",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://evil.localhost"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost@evil.example"},
    ],
)
def test_no_form_of_any_page_is_taken_from_another_site(
    app: Flask, context: Context, ada: Player, said: dict[str, str]
) -> None:
    """The attack: every form there is, sent by somebody else's page in a browser that is signed in."""
    equip(app, replace(context, settings=replace(context.settings, admin=Proxies.parse("127.0.0.1"))))
    browser = Browser(app).sign_in(context, ada)
    tokens = {one.id for one in context.store.tokens_of(ada.account)}
    for path in paths_of_people(app, "POST"):
        if path in WITHOUT_COOKIES or path == ONE_CLICK:
            continue
        answer = browser.client.post(path, data={"mail": "eve@evil.example"}, headers=said)
        assert (answer.status_code, answer.headers.getlist("Set-Cookie")) == (400, []), path
    assert {one.id for one in context.store.tokens_of(ada.account)} == tokens


@pytest.mark.parametrize("signed_in", [False, True])
def test_no_page_lets_itself_be_framed_or_run_what_it_holds(
    app: Flask, context: Context, ada: Player, signed_in: bool
) -> None:
    """The attack: a page in a frame under somebody else's buttons; refusals and redirects are pages, too."""
    browser = Browser(app)
    browser = browser.sign_in(context, ada) if signed_in else browser
    for method in ("GET", "POST"):
        for path in paths_of_people(app, method):
            answer = browser.client.open(path, method=method, headers={"Accept": "text/html"})
            policy = answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff", path
            if answer.mimetype == "text/html":
                assert "frame-ancestors 'none'" in policy and "'unsafe-" not in policy.partition("style-src")[0], path
                assert "default-src 'none'" in policy, path
                assert "base-uri 'none'" in policy or answer.status_code == 303, path
