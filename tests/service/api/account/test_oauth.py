"""Other people's programs log in: a code by way of the browser with PKCE, and what attackers try on that way."""

import base64
import hashlib
import json
import logging
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import redis
from flask import Flask
from oauthlib.oauth2 import WebApplicationClient
from siegelpost_client.login import NotLoggedIn, authorization
from siegelpost_client.wire import Refused
from werkzeug.test import TestResponse

from service.accounts.access import grants, tokens
from service.api.document.spec import PUBLISHED
from service.api.pages.account_page import book
from service.context import Context
from service.store import keys
from service.store.store import Store
from tests.service.api.account.test_oauth_devices import signed_out
from tests.service.api.browser import Browser, code_for, forms
from tests.service.api.players import Player, new_player

APP = "https://app.example/"
BACK = "https://app.example/back?from=siegelpost"
VERIFIER = "a" * 43 + "-._~"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
WISH = {
    "response_type": "code",
    "client_id": APP,
    "redirect_uri": BACK,
    "scope": "match:read match:play",
    "state": "xyz 1&2",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}


def way(**changes: str | None) -> str:
    return "/oauth/authorize?" + urlencode(
        {name: value for name, value in {**WISH, **changes}.items() if value is not None}
    )


def allow(browser: Browser, **changes: str | None) -> dict[str, str]:
    """Allow the program; return what it is sent."""
    page = browser.get(way(**changes), site="cross-site")
    assert page.status_code == 200, page.get_data(as_text=True)
    answer = browser.press(page, "/oauth/authorize", decision="allow")
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return {name: values[0] for name, values in parse_qs(urlsplit(answer.location).query).items()}


def exchange(app: Flask, code: str | None, **changes: str | None) -> TestResponse:
    body = {
        "grant_type": "authorization_code",
        "client_id": APP,
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
        **changes,
    }
    return app.test_client().post(
        "/oauth/token", data={name: value for name, value in body.items() if value is not None}
    )


def refused(answer: TestResponse, error: str, status: int = 400) -> None:
    assert (answer.status_code, answer.get_json()["error"]) == (status, error), answer.data
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_program_gets_what_was_allowed_and_no_more(
    app: Flask, context: Context, browser: Browser, ada: Player
) -> None:
    sent = allow(browser)
    assert (sent["state"], sent["iss"], sent["from"]) == ("xyz 1&2", context.settings.public_url, "siegelpost")
    answer = exchange(app, sent["code"])
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
    given = answer.get_json()
    assert given["token_type"] == "Bearer"
    assert (given["scope"], given["expires_in"]) == ("match:read match:play", 365 * 86_400)
    assert "refresh_token" not in given
    program = Player(app, given["access_token"], ada.account)
    assert program.get("/v1/me/waiting").status_code == 200
    assert program.get("/v1/me").status_code == 403
    assert program.post("/v1/me/tokens", {"name": "x", "scopes": ["match:read"]}).status_code == 403
    (token,) = [one for one in context.store.tokens_of(ada.account) if one.kind == "app"]
    assert (token.client, token.scopes) == (APP, ("match:read", "match:play"))


def test_a_client_library_finds_its_way_with_the_metadata_alone(app: Flask, browser: Browser, ada: Player) -> None:
    """oauthlib's own client, as somebody else's program would use it."""
    about = app.test_client().get("/.well-known/oauth-authorization-server").get_json()
    client = WebApplicationClient(APP)
    verifier = client.create_code_verifier(64)
    uri = client.prepare_request_uri(
        about["authorization_endpoint"].replace("http://", "https://"),
        redirect_uri=BACK,
        scope=["match:read"],
        state="s",
        code_challenge=client.create_code_challenge(verifier, "S256"),
        code_challenge_method="S256",
    )
    page = browser.get(urlsplit(uri).path + "?" + urlsplit(uri).query)
    location = browser.press(page, "/oauth/authorize", decision="allow").location
    client.parse_request_uri_response(location, state="s")
    body = client.prepare_request_body(redirect_uri=BACK, code_verifier=verifier)
    answer = app.test_client().post(
        urlsplit(about["token_endpoint"]).path, data=body, content_type="application/x-www-form-urlencoded"
    )
    given = client.parse_request_body_response(answer.get_data(as_text=True))
    assert Player(app, given["access_token"], "").get("/v1/me/waiting").status_code == 200


def test_the_published_client_logs_in_and_takes_no_answer_meant_for_another(
    app: Flask, context: Context, browser: Browser
) -> None:
    asked = authorization(context.settings.public_url, APP, BACK, ["match:read"])
    page = browser.get(asked.url.removeprefix(asked.server), site="cross-site")
    back = browser.press(page, "/oauth/authorize", decision="allow").location
    ask = asked.exchange(back)
    given = app.test_client().post(ask.path, data=ask.form).get_json()
    assert Player(app, given["access_token"], "").get("/v1/me/waiting").status_code == 200
    refusal = app.test_client().post(ask.path, data=ask.form)
    assert str(Refused(refusal.status_code, refusal.get_json())).startswith("invalid_grant: this code was used before")
    other = authorization("https://other.example", APP, BACK, ["match:read"])
    for begun, error in ((other, "invalid_state"), (replace(other, state=asked.state), "invalid_issuer")):
        with pytest.raises(NotLoggedIn) as refused:
            begun.exchange(back)
        assert refused.value.error == error
    again = authorization(context.settings.public_url, APP, BACK, ["match:read"])
    page = browser.get(again.url.removeprefix(again.server), site="cross-site")
    with pytest.raises(NotLoggedIn, match="refused on the page"):
        again.exchange(browser.press(page, "/oauth/authorize", decision="deny").location)


def test_a_program_that_is_refused_learns_where_to_log_in(app: Flask, context: Context, visitor: Player) -> None:
    """RFC 9728: from a refusal to the resource's metadata, and from there to the authorization server."""
    [address] = re.findall(r'resource_metadata="([^"]+)"', visitor.get("/v1/me").headers["WWW-Authenticate"])
    base = context.settings.public_url
    assert address == f"{base}/.well-known/oauth-protected-resource"
    about = visitor.sees(urlsplit(address).path)
    assert (about["resource"], about["authorization_servers"]) == (base, [base])
    assert about["scopes_supported"] == visitor.sees("/.well-known/oauth-authorization-server")["scopes_supported"]
    narrow = Player(app, None, "").ask("GET", "/v1/me", Authorization="Bearer sp_wrong")
    assert f'error="invalid_token", resource_metadata="{address}"' in narrow.headers["WWW-Authenticate"]


def test_a_person_who_refuses_is_sent_back_with_the_refusal(browser: Browser, context: Context) -> None:
    answer = browser.press(browser.get(way()), "/oauth/authorize", decision="refuse")
    sent = parse_qs(urlsplit(answer.location).query)
    assert answer.location.startswith("https://app.example/back?from=siegelpost&")
    assert (sent["error"], sent["state"], sent["iss"]) == (
        ["access_denied"],
        ["xyz 1&2"],
        [context.settings.public_url],
    )
    assert "code" not in sent


def test_who_is_not_signed_in_signs_in_first_and_comes_back(app: Flask, context: Context, ada: Player) -> None:
    browser = Browser(app)
    first = browser.get(way())
    assert (first.status_code, first.location.partition("?")[0]) == (303, "/sign-in")
    asked = browser.press(browser.get(first.location), "/sign-in", mail="ada@players.example")
    assert asked.status_code == 200
    back = browser.press_link(f"/login/{code_for(context, ada)}")  # the link of the mail, in the same browser
    assert back.location == way()
    assert "app.example" in browser.get(back.location).get_data(as_text=True)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"client_id": None}, "client_id"),
        ({"client_id": "x" * 101, "redirect_uri": BACK}, "client_id"),
        ({"client_id": "Аda"}, "client_id"),
        ({"client_id": "app\u202egro.live"}, "client_id"),
        ({"client_id": "Siegelpost"}, "client_id"),
        ({"client_id": "S1EGELP0ST login"}, "client_id"),
        ({"client_id": "siegelpost-cli"}, "client_id"),
        ({"client_id": "https://other.example/"}, "client_id"),
        ({"client_id": "https://app.example@evil.example/", "redirect_uri": "https://evil.example/"}, "client_id"),
        ({"client_id": "http://app.example/"}, "client_id"),
        ({"client_id": "https:/other.example/"}, "client_id"),
        ({"client_id": "https:\\\\other.example"}, "client_id"),
        ({"client_id": "//other.example"}, "client_id"),
        ({"redirect_uri": None}, "redirect_uri"),
        ({"redirect_uri": "http://app.example/back"}, "redirect_uri"),
        ({"redirect_uri": "https://app.example/back#x"}, "redirect_uri"),
        ({"redirect_uri": "https://app.example\\@evil.example/"}, "redirect_uri"),
        ({"redirect_uri": "https://user@app.example/back"}, "redirect_uri"),
        ({"redirect_uri": "https://app.example:x/back"}, "redirect_uri"),
        ({"redirect_uri": "https://app.example;script-src *//"}, "redirect_uri"),
        ({"redirect_uri": "javascript:alert(1)"}, "redirect_uri"),
        ({"redirect_uri": "//evil.example"}, "redirect_uri"),
        ({"redirect_uri": "/device"}, "redirect_uri"),
        ({"redirect_uri": "https://127.0.0.1/", "client_id": "x"}, "redirect_uri"),
        ({"redirect_uri": "http://127.0.0.1.evil.example/", "client_id": "x"}, "redirect_uri"),
        ({"redirect_uri": "http://localhost@evil.example/", "client_id": "x"}, "redirect_uri"),
        ({"redirect_uri": "http://[::1]evil.example/", "client_id": "x"}, "redirect_uri"),
        ({"redirect_uri": "http://[::1].evil.example:80/", "client_id": "x"}, "redirect_uri"),
        ({"response_type": "token"}, "response_type"),
        ({"response_type": None}, "response_type"),
        ({"response_type": "code token"}, "response_type"),
        ({"response_mode": "fragment"}, "response_mode"),
        ({"scope": None}, "scope"),
        ({"scope": "match:read admin"}, "scope"),
        ({"code_challenge": None}, "challenge"),
        ({"code_challenge_method": None}, "S256"),
        ({"code_challenge_method": "plain"}, "S256"),
        ({"code_challenge": "short"}, "code_challenge"),
        ({"state": "x" * 501}, "state"),
        ({"state": "ä"}, "state"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_on_the_page_and_nobody_is_sent_anywhere(
    browser: Browser, changes: dict[str, str | None], said: str
) -> None:
    """The attacks: open redirect, downgrade of PKCE, other response types, names and addresses that deceive."""
    page = browser.get(way(**changes))
    assert page.status_code == 400, page.get_data(as_text=True)
    assert "Location" not in page.headers
    assert said in page.get_data(as_text=True)
    assert forms(page) == []
    assert "Location" not in browser.post(way(**changes), {"decision": "allow"}).headers


def test_a_parameter_given_twice_is_refused(browser: Browser) -> None:
    page = browser.get(way() + "&redirect_uri=https%3A%2F%2Fevil.example%2F")
    assert (page.status_code, "Location" in page.headers) == (400, False)
    assert browser.get(way() + "&unknown=1&unknown=2").status_code == 200  # the RFC has us ignore these


@pytest.mark.parametrize(
    ("client", "target", "policy"),
    [
        ("chess app", "http://127.0.0.1:49152/cb", "http://127.0.0.1:49152"),
        ("chess app", "http://localhost:8080/cb", "http://localhost:8080"),
        ("chess app", "http://[::1]:8080/cb", "http:"),
        ("chess app", "https://app.example:8443/cb", "https://app.example:8443"),
        ("https://app.example:8443/about", "https://app.example:8443/cb", "https://app.example:8443"),
    ],
)
def test_addresses_that_answers_may_go_to(browser: Browser, client: str, target: str, policy: str) -> None:
    """Chromium applies ``form-action`` to where a form is redirected, so the page names that origin and no other."""
    page = browser.get(way(client_id=client, redirect_uri=target))
    assert page.status_code == 200, page.get_data(as_text=True)
    assert page.headers["Content-Security-Policy"].endswith(f"form-action 'self' {policy}")
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert browser.press(page, "/oauth/authorize", decision="allow").location.startswith(target + "?code=")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": "b" * 43}, "invalid_grant"),
        ({"code_verifier": None}, "invalid_request"),
        ({"code_verifier": CHALLENGE}, "invalid_grant"),
        ({"redirect_uri": "https://app.example/back"}, "invalid_request"),
        ({"redirect_uri": None}, "invalid_request"),
        ({"client_id": "https://other.example/"}, "invalid_grant"),
        ({"code": "x" * 30}, "invalid_grant"),
        ({"code": None}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, "unsupported_grant_type"),
    ],
)
def test_a_code_in_other_hands_is_worth_nothing_and_stays_its_owners(
    app: Flask, browser: Browser, changes: dict[str, str | None], error: str
) -> None:
    """The attacks: a code read from a log or a referrer, sent without the verifier or by another program."""
    code = allow(browser)["code"]
    refused(exchange(app, **{"code": code, **changes}), error)
    assert exchange(app, code).status_code == 200


def test_a_code_sent_twice_ends_the_token_it_made(app: Flask, browser: Browser, ada: Player) -> None:
    code = allow(browser)["code"]
    token = exchange(app, code).get_json()["access_token"]
    refused(exchange(app, code, code_verifier="b" * 43), "invalid_grant")
    assert Player(app, token, "").get("/v1/me/waiting").status_code == 200  # a thief without the verifier ends nothing
    refused(exchange(app, code), "invalid_grant")
    assert Player(app, token, "").get("/v1/me/waiting").status_code == 401


def test_of_ten_who_send_a_code_at_once_at_most_one_has_a_token(
    app: Flask, browser: Browser, context: Context, ada: Player
) -> None:
    code = allow(browser)["code"]
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: exchange(app, code), range(10)))
    assert sum(one.status_code == 200 for one in answers) <= 1  # none, where a second comes before the first is done
    assert [one for one in context.store.tokens_of(ada.account) if one.kind == "app"] == []


@pytest.mark.parametrize("by", ["way back", "deletion"])
def test_a_code_ends_with_all_tokens_of_its_account(
    app: Flask, context: Context, browser: Browser, ada: Player, by: str
) -> None:
    code = allow(browser)["code"]
    signed_out(context, ada, by)
    refused(exchange(app, code), "invalid_grant")
    assert context.store.tokens_of(ada.account) == []


def test_a_code_is_too_old_after_a_minute(app: Flask, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    code = allow(browser)["code"]
    now = Store.now
    monkeypatch.setattr(Store, "now", lambda store: now(store) + grants.GRANT_LIFE + 1)
    refused(exchange(app, code), "invalid_grant")


def test_nothing_is_granted_without_the_button_of_the_very_page(
    app: Flask, context: Context, browser: Browser, ada: Player, ben: Player
) -> None:
    """The attacks: a form on another site, a key of another request or session, no key at all."""
    key = forms(browser.get(way()))[0].hidden["key"]
    other = forms(browser.get(way(scope="match:read")))[0].hidden["key"]
    grown = {"decision": "allow"}
    for fields, site in [
        ({**grown, "key": key}, "cross-site"),
        ({**grown, "key": key}, "same-site"),
        ({**grown, "key": other}, "same-origin"),
        (grown, "same-origin"),
        ({**grown, "key": "ä"}, "same-origin"),
    ]:
        answer = browser.post(way(), fields, site=site)
        assert (answer.status_code in (400, 403), "Location" in answer.headers) == (True, False)
    assert "Location" not in browser.post(way(scope="match:play"), {**grown, "key": key}).headers
    assert "Location" not in Browser(app).sign_in(context, ben).post(way(), {**grown, "key": key}).headers
    assert "Location" not in Browser(app).post(way(), {**grown, "key": key}).headers
    assert browser.post(way(), {**grown, "key": key}).status_code == 303


def test_a_browser_left_open_or_of_few_rights_grants_nothing(
    app: Flask, context: Context, browser: Browser, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attacks: a laptop left open since yesterday; a token that may only read, put into the cookie."""
    page = browser.get(way())
    few = Browser(app)
    few.client.set_cookie("siegelpost", new_player(app, context, "Weak", ("match:read", "match:play")).token or "")
    assert few.get(way()).location.startswith("/sign-in?next=")
    now = Store.now
    monkeypatch.setattr(Store, "now", lambda store: now(store) + 12 * 3_600_000 + 1)
    assert browser.get(way()).location.startswith("/sign-in?next=")
    assert browser.press(page, "/oauth/authorize", decision="allow").status_code == 403
    again = browser.get(browser.get(way()).location)
    assert "sign in again" in again.get_data(as_text=True)


def test_one_program_on_many_devices_keeps_its_latest_tokens(
    app: Flask, context: Context, browser: Browser, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MOST_PER_CLIENT", 2)
    given = [exchange(app, allow(browser)["code"]).get_json()["access_token"] for _ in range(3)]
    found = [Player(app, one, "").get("/v1/me/waiting").status_code for one in given]
    assert found == [401, 200, 200]


def test_a_full_list_is_told_before_anything_is_granted(
    app: Flask, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = browser.get(way())
    code = allow(browser)["code"]
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    assert "as many tokens" in browser.get(way()).get_data(as_text=True)
    assert browser.press(page, "/oauth/authorize", decision="allow").status_code == 409
    refused(exchange(app, code), "invalid_grant")


def test_a_program_revokes_its_own_tokens_and_no_others(app: Flask, browser: Browser, ada: Player) -> None:
    def revoke(token: str, client: str = APP) -> TestResponse:
        return app.test_client().post("/oauth/revoke", data={"token": token, "client_id": client})

    token = exchange(app, allow(browser)["code"]).get_json()["access_token"]
    program = Player(app, token, "")
    refused(revoke(token, "https://other.example/"), "unauthorized_client")
    refused(revoke(ada.token or ""), "unauthorized_client")
    assert program.get("/v1/me/waiting").status_code == 200
    for _ in range(2):
        revoked = revoke(token)
        assert (revoked.status_code, revoked.data, "Content-Type" in revoked.headers) == (200, b"", False)
    assert program.get("/v1/me/waiting").status_code == 401
    assert revoke("nonsense").status_code == 200
    refused(app.test_client().post("/oauth/revoke", data={"client_id": APP}), "invalid_request")


def test_what_was_allowed_ends_after_sixty_days_without_use(
    app: Flask, browser: Browser, ada: Player, context: Context, redis_url: str
) -> None:
    program = Player(
        app, exchange(app, allow(browser, scope="account:write account:read")["code"]).get_json()["access_token"], ""
    )
    made = Player(app, program.post("/v1/me/tokens", {"name": "x", "scopes": ["account:read"]}).get_json()["token"], "")
    names = {
        one.kind: keys.token(one.id) for one in context.store.tokens_of(ada.account) if one.kind in ("app", "personal")
    }
    days = 86_400_000

    def rests(left: int) -> None:
        for name in names.values():
            client.hset(name, "used", context.store.now() - 59 * days)
        client.pexpire(names["app"], left)

    with redis.Redis.from_url(redis_url) as client:
        assert 59.9 * days < client.pttl(names["app"]) <= 60 * days
        for one in (program, made):
            rests(days)
            assert one.get("/v1/me").status_code == 200
            assert 59.9 * days < client.pttl(names["app"]) <= 60 * days, "what a program has made keeps it, too"
        assert client.pttl(names["personal"]) > 364 * days
        rests(0)
        for one in (program, made):
            assert one.get("/v1/me").status_code == 401
    assert "app" not in {one.kind for one in context.store.tokens_of(ada.account)}


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/device_authorization"])
def test_a_form_of_very_many_parameters_is_refused_before_it_is_read(app: Flask, path: str) -> None:
    """The attack: ten thousand names in 64 kB, compared each with each, cost seconds."""
    many = "&".join(f"{number:x}=1" for number in range(9_000))
    answer = app.test_client().post(path, data=many, content_type="application/x-www-form-urlencoded")
    refused(answer, "invalid_request")
    assert "parameters" in answer.get_json()["error_description"]


def test_a_program_allowed_everything_is_no_browser_of_its_owner(
    app: Flask, browser: Browser, ada: Player, context: Context
) -> None:
    """The attack: it puts its token, or one it has just made, into the cookie, and does what a person can do on the page."""
    sent = allow(browser, scope=" ".join(tokens.SCOPES))
    program = Player(app, exchange(app, sent["code"]).get_json()["access_token"], ada.account)
    made = program.post("/v1/me/tokens", {"name": "x", "scopes": list(tokens.SCOPES)}).get_json()["token"]
    for text in (program.token, made, ada.token):
        posing = Browser(app)
        posing.client.set_cookie("siegelpost", text or "")
        for path in ("/account/tokens", "/device", way()):
            assert posing.get(path).location.startswith("/sign-in?next="), path


def test_what_a_program_has_made_revokes_no_more_than_the_program(
    app: Flask, browser: Browser, ada: Player, context: Context
) -> None:
    """The attack: a program with all scopes makes a token with all scopes, and that one throws its owner's others out."""
    answer = ada.post("/v1/me/tokens", {"name": "mine", "scopes": ["match:read"], "expires_in": 3600})
    mine = answer.get_json()["info"]["id"]
    sent = allow(browser, scope=" ".join(tokens.SCOPES))
    made = Player(app, exchange(app, sent["code"]).get_json()["access_token"], ada.account)
    for _ in range(2):
        wish = {"name": "x", "scopes": list(tokens.SCOPES)}
        made = Player(app, made.post("/v1/me/tokens", wish).get_json()["token"], ada.account)
        refused_by_strength = made.delete(f"/v1/me/tokens/{mine}")
        assert (refused_by_strength.status_code, context.store.token(mine) is not None) == (403, True)
    own = made.post("/v1/me/tokens", {"name": "y", "scopes": ["match:read"]}).get_json()["info"]["id"]
    assert made.delete(f"/v1/me/tokens/{own}").status_code == 204


def test_a_program_allowed_everything_revokes_nothing_but_its_own(
    app: Flask, browser: Browser, ada: Player, context: Context
) -> None:
    """The attack: a program with all scopes throws its owner out."""
    sent = allow(browser, scope=" ".join(tokens.SCOPES))
    program = Player(app, exchange(app, sent["code"]).get_json()["access_token"], ada.account)
    made = program.post("/v1/me/tokens", {"name": "x", "scopes": ["match:read"]}).get_json()["info"]["id"]
    for one in program.sees("/v1/me/tokens")["tokens"]:
        if not one["current"] and one["id"] != made:
            assert program.delete(f"/v1/me/tokens/{one['id']}").status_code == 403
    assert program.delete(f"/v1/me/tokens/{made}").status_code == 204


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/device_authorization"])
def test_requests_in_another_form_are_refused(app: Flask, path: str) -> None:
    client = app.test_client()
    refused(client.post(path, json={"client_id": "x"}), "invalid_request")
    refused(client.post(path + "?client_id=x", data={"client_id": "x"}), "invalid_request")
    refused(client.post(path, data="client_id=x&client_id=y", content_type="application/x-www-form-urlencoded"),
            "invalid_request")  # fmt: skip
    assert client.get(path).status_code == 405


def test_no_code_and_no_token_is_ever_logged(
    app: Flask, browser: Browser, context: Context, caplog: pytest.LogCaptureFixture
) -> None:
    """The library logs both at the level "debug"."""
    with caplog.at_level(logging.DEBUG):
        code = allow(browser)["code"]
        token = exchange(app, code).get_json()["access_token"]
        exchange(app, code)
    assert token not in caplog.text
    assert code not in caplog.text
    everything = str([context.store._ask(("HGETALL", one)) for one in context.store._ask(("KEYS", "*:og:*"))])
    assert APP in everything
    assert code not in everything


def test_the_pages_speak_german(app: Flask, context: Context) -> None:
    gerd = new_player(app, context, "Gerd")
    context.store.update_account(gerd.account, language="de")
    page = Browser(app).sign_in(context, gerd).get(way())
    text = page.get_data(as_text=True)
    assert '<html lang="de">' in text
    assert "Ein Programm zulassen?" in text
    assert "Für dich spielen" in text
    assert '<html lang="de">' in Browser(app, "de-AT,de;q=0.9").get("/sign-in").get_data(as_text=True)


def test_what_a_program_calls_itself_is_shown_as_text(browser: Browser) -> None:
    name = 'a<img src=x onerror="alert(1)">'
    text = browser.get(way(client_id=name, redirect_uri="http://127.0.0.1:1/")).get_data(as_text=True)
    assert re.findall("<img[^>]*>", text) == re.findall('<img src="/web/[0-9a-f]+/icon.svg" alt=[^>]*>', text)
    assert "a&lt;img src=x" in text
    assert "calls itself" in text


def test_the_guide_says_of_each_scope_what_the_page_says() -> None:
    guide = (Path(__file__).parents[4] / "docs" / "login.md").read_text(encoding="utf-8")
    for scope in tokens.SCOPES:
        assert f"| `{scope}` | {book('en').say(f'scope.{scope}')} |" in guide


OPEN_TO_ALL = {
    "confirmLogin",
    "exportResults",
    "exportStandings",
    "getCheckpoint",
    "getHealth",
    "getMeta",
    "getPlayer",
    "getPuzzlePictureSvg",
    "getRatingDistribution",
    "getReady",
    "getRules",
    "getTournamentCalendar",
    "getTournament",
    "listHeads",
    "listPuzzles",
    "listRatings",
    "listRules",
    "listTournaments",
    "openGuest",
    "requestLogin",
}


def test_every_route_of_the_api_states_its_scope_or_is_known_to_need_none() -> None:
    """One table: a new route without a scope fails here until somebody has decided that anybody may ask."""
    document = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    without = {
        operation["operationId"]
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method != "parameters" and not operation["security"]
    }
    assert without == OPEN_TO_ALL
