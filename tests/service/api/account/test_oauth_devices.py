"""A program in a terminal shows a code, and a person allows it on another device (RFC 8628)."""

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.accounts.access import grants, tokens
from service.context import Context
from service.matches import departure
from service.store.store import Store
from tests.service.api.browser import Browser, forms
from tests.service.api.players import Player

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
NAME = "my bot"


@pytest.fixture(autouse=True)
def long_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """No machine is so slow that a second question does not come too soon."""
    assert grants.PAUSE == 5_000
    monkeypatch.setattr(grants, "PAUSE", 600_000)


def begin(app: Flask, **changes: str) -> TestResponse:
    fields = {"client_id": NAME, "scope": "match:read match:play", **changes}
    return app.test_client().post("/oauth/device_authorization", data=fields)


def shown(app: Flask, **changes: str) -> Any:
    answer = begin(app, **changes)
    assert answer.status_code == 200, answer.data
    return answer.get_json()


def ask(app: Flask, device_code: str, client: str = NAME) -> TestResponse:
    fields = {"grant_type": GRANT, "client_id": client, "device_code": device_code}
    return app.test_client().post("/oauth/token", data=fields)


def error_of(answer: TestResponse) -> str:
    assert answer.status_code == 400, answer.data
    return str(answer.get_json()["error"])


def decide(browser: Browser, user_code: str, decision: str = "allow") -> TestResponse:
    asked = browser.press(browser.get("/device"), "/device", user_code=user_code)
    assert asked.status_code == 200, asked.get_data(as_text=True)
    return browser.press(asked, "/device/decision", decision=decision)


def later(context: Context, device_code: str) -> None:
    """Let the pause between two questions be over."""
    key = f"*:od:{tokens.digest_of(device_code)}"
    (found,) = context.store._ask(("KEYS", key))
    context.store._ask(("HSET", found, "polled", "0"))


def test_a_program_in_a_terminal_is_allowed_on_the_phone(
    app: Flask, context: Context, browser: Browser, ada: Player
) -> None:
    begun = shown(app)
    assert (begun["expires_in"], begun["interval"]) == (900, 600)
    assert begun["verification_uri_complete"] == f"{begun['verification_uri']}?user_code={begun['user_code']}"
    assert error_of(ask(app, begun["device_code"])) == "authorization_pending"
    filled = browser.get("/device?user_code=" + begun["user_code"])
    assert f'value="{begun["user_code"]}"' in filled.get_data(as_text=True)
    page = browser.press(filled, "/device", user_code=begun["user_code"].lower().replace("-", " "))
    text = page.get_data(as_text=True)
    assert (NAME in text, begun["user_code"] in text, "Play for you" in text) == (True, True, True)
    assert error_of(ask(app, begun["device_code"])) == "slow_down"  # looking has granted nothing
    assert browser.press(page, "/device/decision", decision="allow").status_code == 200
    given = ask(app, begun["device_code"]).get_json()
    assert given["scope"] == "match:read match:play"
    program = Player(app, given["access_token"], ada.account)
    assert (program.get("/v1/me/waiting").status_code, program.get("/v1/me").status_code) == (200, 403)
    assert error_of(ask(app, begun["device_code"])) == "invalid_grant"
    assert decide_again(browser, begun["user_code"]) == 404


def decide_again(browser: Browser, user_code: str) -> int:
    return browser.press(browser.get("/device"), "/device", user_code=user_code).status_code


def test_a_program_that_is_refused_learns_it(app: Flask, browser: Browser) -> None:
    begun = shown(app)
    decide(browser, begun["user_code"], "refuse")
    assert error_of(ask(app, begun["device_code"])) == "access_denied"


def test_a_program_that_asks_too_often_has_to_wait_longer_each_time(app: Flask, context: Context) -> None:
    code = shown(app)["device_code"]
    assert error_of(ask(app, code)) == "authorization_pending"
    assert [error_of(ask(app, code)) for _ in range(3)] == ["slow_down"] * 3
    (found,) = context.store._ask(("KEYS", f"*:od:{tokens.digest_of(code)}"))
    assert context.store._ask(("HGET", found, "pause")) == b"2400000"
    later(context, code)
    assert error_of(ask(app, code)) == "authorization_pending"


def test_a_code_too_old_says_so(app: Flask, context: Context, browser: Browser) -> None:
    begun = shown(app)
    (found,) = context.store._ask(("KEYS", f"*:od:{tokens.digest_of(begun['device_code'])}"))
    context.store._ask(("HSET", found, "expires", "1"))
    assert error_of(ask(app, begun["device_code"])) == "expired_token"
    assert decide_again(browser, begun["user_code"]) == 404
    assert 0 < context.store._ask(("PTTL", found)) <= grants.DEVICE_LIFE + grants.DEVICE_REMEMBERED


def test_what_is_asked_for_the_second_time_widens_nothing(app: Flask, browser: Browser, ada: Player) -> None:
    """The attack: have little allowed, and ask for more when the token is fetched."""
    begun = shown(app, scope="match:read")
    decide(browser, begun["user_code"])
    fields = {"grant_type": GRANT, "client_id": NAME, "device_code": begun["device_code"], "scope": "account:write"}
    given = app.test_client().post("/oauth/token", data=fields).get_json()
    assert given["scope"] == "match:read"
    assert Player(app, given["access_token"], ada.account).get("/v1/me").status_code == 403


def test_a_device_code_is_its_programs_alone(app: Flask, browser: Browser) -> None:
    begun = shown(app)
    decide(browser, begun["user_code"])
    assert error_of(ask(app, begun["device_code"], "another")) == "invalid_grant"
    assert error_of(ask(app, "nonsense")) == "invalid_grant"
    assert ask(app, begun["device_code"]).status_code == 200


@pytest.mark.parametrize(
    ("changes", "error"),
    [({"scope": "everything"}, "invalid_scope"), ({"scope": ""}, "invalid_scope"), ({"client_id": ""}, "invalid_request"),
     ({"client_id": "Siegelpost Support"}, "invalid_request"), ({"client_id": "app\u202e"}, "invalid_request")],
)  # fmt: skip
def test_what_cannot_be_asked_for(app: Flask, changes: dict[str, str], error: str) -> None:
    assert error_of(begin(app, **changes)) == error


def test_the_command_line_may_call_itself_so(app: Flask) -> None:
    assert begin(app, client_id="siegelpost-cli").status_code == 200


def test_a_form_of_another_site_or_session_decides_nothing(
    app: Flask, context: Context, browser: Browser, ben: Player
) -> None:
    """The attacks: CSRF, and a page of one account sent after another has signed in."""
    begun = shown(app)
    asked = browser.press(browser.get("/device"), "/device", user_code=begun["user_code"])
    form = next(one for one in forms(asked) if one.action == "/device/decision")
    fields: dict[str, object] = {**form.hidden, "decision": "allow"}
    assert browser.post(form.action, fields, site="cross-site").status_code == 400
    assert browser.post(form.action, {**fields, "key": "x"}).status_code == 403
    assert Browser(app).sign_in(context, ben).post(form.action, fields).status_code == 403
    assert Browser(app).post(form.action, fields).status_code == 403
    other = shown(app, client_id="another")
    assert browser.post(form.action, {**fields, "device": tokens.digest_of(other["device_code"])}).status_code == 403
    assert error_of(ask(app, begun["device_code"])) == "authorization_pending"


def test_codes_are_not_guessed(limited: Context, app: Flask, ada: Player) -> None:
    """The attack: somebody signed in types codes until one of another person's programs is found."""
    browser = Browser(app).sign_in(limited, ada)
    key = forms(browser.get("/device"))[0].hidden
    found = [browser.post("/device", {**key, "user_code": "BCDF-GHJK"}).status_code for _ in range(21)]
    assert found == [*[404] * 20, 429]


def test_pending_codes_take_a_bounded_place(limited: Context, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: programs that begin and never end, from one network and from many."""
    answers = [begin(app) for _ in range(21)]
    assert [one.status_code for one in answers] == [*[200] * 20, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert error_of_any(answers[-1]) == "slow_down"
    monkeypatch.setattr(grants, "DEVICES", (22, 900))
    found = [
        app.test_client().post("/oauth/device_authorization", data={"client_id": NAME, "scope": "match:read"},
                               environ_base={"REMOTE_ADDR": f"203.0.113.{number}"}).status_code
        for number in range(3)
    ]  # fmt: skip
    assert found == [200, 200, 429]


def error_of_any(answer: TestResponse) -> str:
    return str(answer.get_json()["error"])


def test_a_full_list_is_told(app: Flask, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = shown(app)
    asked = browser.press(browser.get("/device"), "/device", user_code=begun["user_code"])
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    assert browser.press(asked, "/device/decision", decision="allow").status_code == 409
    assert error_of(ask(app, begun["device_code"])) == "authorization_pending"


def test_a_browser_left_open_connects_nothing(app: Flask, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    now = Store.now
    monkeypatch.setattr(Store, "now", lambda store: now(store) + 13 * 3_600_000)
    answer = browser.get("/device?user_code=BCDF-GHJK")
    assert (answer.status_code, answer.location) == (303, "/sign-in?next=%2Fdevice%3Fuser_code%3DBCDF-GHJK")


def signed_out(context: Context, ada: Player, by: str) -> None:
    """Let the owner take the account back at an old address, or delete the account."""
    if by == "deletion":
        departure.depart(context, ada.account)
        return
    context.store.end_tokens(ada.account)
    for token in context.store.tokens_of(ada.account):
        context.store.revoke_token(token.id)


@pytest.mark.parametrize("by", ["way back", "deletion"])
def test_what_was_allowed_and_not_fetched_ends_with_all_tokens(
    app: Flask, context: Context, browser: Browser, ada: Player, by: str
) -> None:
    """The attack: allow a program, let it wait until the owner has signed everything out, then let it fetch a year's token."""
    found = shown(app)
    decide(browser, found["user_code"])
    signed_out(context, ada, by)
    later(context, found["device_code"])
    assert error_of(ask(app, found["device_code"])) == "invalid_grant"
    assert context.store.tokens_of(ada.account) == []
