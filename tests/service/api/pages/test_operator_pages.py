"""The pages of operators: who gets in, that forms do what they say for this operator alone, and that the log says who did it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from flask import Flask
from werkzeug.test import TestResponse

from service.admin.operator import Operator, issue, revoke
from service.api.app import equip
from service.api.pages.operator_pages import ACTS, SECTIONS
from service.config.networks import Proxies
from service.context import Context
from service.store import keys
from service.store.accounts.operators import OperatorScope
from tests.service.api.browser import Browser, forms
from tests.service.api.players import Player, Table
from tests.store.examples import match_id, running


@pytest.fixture
def guarded(app: Flask, context: Context) -> Iterator[Context]:
    """The service of the app, open to operators on this machine."""
    opened = Context.open(replace(context.settings, admin=Proxies.parse("127.0.0.1")), resolver=True)
    equip(app, opened)
    yield opened
    opened.store.close()


def token(context: Context, name: str = "grace", scope: OperatorScope = "admin") -> str:
    return issue(Operator(context.store, "root"), name, scope, 1).text


def signed_in(app: Flask, text: str, language: str = "en") -> Browser:
    browser = Browser(app, language)
    answer = browser.press(browser.get("/operator"), "/operator", token=text)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/operator/reports")
    return browser


@pytest.fixture
def grace(app: Flask, guarded: Context) -> Browser:
    return signed_in(app, token(guarded))


def book(context: Context) -> list[tuple[str, str, str, str]]:
    return [(one.who, one.what, one.about, one.why) for one in context.store.audited(100)]


def press(browser: Browser, section: str, act: str, about: str, **fields: str) -> TestResponse:
    """Press the button of the form for an act about something."""
    page = browser.get(f"/operator/{section}")
    form = next(
        one for one in forms(page) if one.hidden.get("act") == act and one.hidden.get("about", "") in ("", about)
    )
    return browser.post(form.action, {**form.hidden, "about": about, **fields})


def text_of(answer: TestResponse) -> str:
    return answer.get_data(as_text=True)


def test_without_the_setting_or_from_elsewhere_there_are_no_such_pages(app: Flask, context: Context) -> None:
    paths = ["/operator", *(f"/operator/{one}" for one in SECTIONS)]
    browser = Browser(app)
    assert {browser.get(path).status_code for path in paths} == {404}
    assert browser.post("/operator", {"token": token(context)}).status_code == 404
    opened = Context.open(replace(context.settings, admin=Proxies.parse("127.0.0.1")), resolver=True)
    equip(app, opened)
    for path in paths:
        answer = app.test_client().get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
        assert answer.status_code == 404
    opened.store.close()


def test_only_an_operators_token_lets_in_and_no_script_or_other_site_gets_at_it(
    app: Flask, guarded: Context, ada: Player
) -> None:
    browser = Browser(app)
    assert {browser.get(f"/operator/{one}").headers["Location"] for one in SECTIONS} == {"/operator"}
    for wrong in ("", "spa_0", ada.token or "", token(guarded)[:-1]):
        answer = browser.press(browser.get("/operator"), "/operator", token=wrong)
        assert answer.status_code == 422 and "Set-Cookie" not in answer.headers
    answer = browser.press(browser.get("/operator"), "/operator", token=token(guarded))
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Expires" not in cookie
    assert browser.get("/operator/log").status_code == 200
    assert browser.press(browser.get("/operator/log"), "/operator/end").status_code == 303
    assert browser.get("/operator/log").headers["Location"] == "/operator"


def test_the_guarded_api_does_not_look_at_the_cookie(grace: Browser) -> None:
    assert grace.get("/v1/admin/audit").status_code == 401


def test_a_revoked_token_shows_nothing_more(grace: Browser, guarded: Context) -> None:
    for one in guarded.store.operator_tokens():
        revoke(Operator(guarded.store, "root"), one.id)
    assert grace.get("/operator/log").headers["Location"] == "/operator"


def test_a_report_is_read_what_was_said_erased_its_writer_blocked_and_the_report_settled(
    grace: Browser, guarded: Context, table: Table
) -> None:
    ada, ben = table.players
    assert ada.post(f"/v1/matches/{table.match}/talk", {"text": "<b>you fool</b>"}).status_code == 201
    remark = ben.sees(f"/v1/matches/{table.match}/talk")["remarks"][0]["id"]
    reported = ben.put(f"/v1/matches/{table.match}/talk/{remark}/report", {"why": "rude"})
    assert reported.status_code < 300, text_of(reported)
    page = text_of(grace.get("/operator/reports"))
    assert "&lt;b&gt;you fool&lt;/b&gt;" in page and "rude" in page and ada.account in page
    about = f"{table.match}:{remark}"
    assert press(grace, "reports", "erase", about, why="insult").headers["Location"] == "/operator/reports?done=erase"
    [report] = guarded.store.reports()
    assert press(grace, "reports", "settle", report.id).status_code == 303
    assert guarded.store.reports() == []
    assert press(grace, "accounts", "block", ada.account, why="insults").status_code == 303
    page = text_of(grace.get("/operator/accounts"))
    assert "insults" in page and "<bdi>Ada</bdi>" in page and ada.account in page
    assert press(grace, "accounts", "unblock", ada.account).status_code == 303
    assert guarded.store.blocking(ada.account) is None
    acts = [
        (who, what, about, why) for who, what, about, why in book(guarded) if what not in ("reports", "account blocked")
    ]
    assert acts[1:] == [
        ("grace", "erase remark", table.match, "insult"),
        ("grace", "report forget", report.id, ""),
        ("grace", "account block", ada.account, "insults"),
        ("grace", "account unblock", ada.account, ""),
    ]
    log = text_of(grace.get("/operator/log?check"))
    assert "account block" in log and "insults" in log and guarded.store.check_audit().end in log
    assert guarded.store.check_audit().end not in text_of(grace.get("/operator/log"))


def test_matches_that_stand_still_are_tried_again_taken_up_or_ended(grace: Browser, guarded: Context) -> None:
    store = guarded.store
    parked, kept = (running(store, match_id(number), due=store.now() + 60_000) for number in (1, 2))
    store.park(parked.match, "KeyError at x.py:7", head=(parked.n, parked.head))
    store.set_aside(kept.match, "garbage")
    page = text_of(grace.get("/operator/matches"))
    assert "KeyError at x.py:7" in page and "<bdi>garbage</bdi>" in page and page.count("set aside") == 1
    assert press(grace, "matches", "retry", parked.match, why="mended").status_code == 303
    assert press(grace, "matches", "take_up", kept.match).status_code == 303
    assert press(grace, "matches", "cancel", parked.match, why="hopeless").status_code == 303
    assert [one[1] for one in book(guarded)[1:]] == ["retry", "take up", "cancel"]
    store.halt("New disks.", None)
    assert "New disks." in text_of(grace.get("/operator/matches"))


def test_letters_that_do_not_arrive_are_tried_again_or_taken_out(
    grace: Browser, guarded: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipient = keys.recipient_of(ada.account, None)
    row = {"recipient": recipient, "due": "2026-11-30T00:00:00Z", "failures": 3, "kinds": ["login"], "why": "451 later"}
    monkeypatch.setattr("service.admin.letters.queue", lambda *_: {"letters": [row], "waiting": 1})
    page = text_of(grace.get("/operator/letters"))
    assert recipient in page and "451 later" in page
    refused = press(grace, "letters", "again", recipient)
    assert refused.status_code == 422 and "nothing waits for this recipient" in text_of(refused)
    assert ("grace", "letter again", recipient, "") in book(guarded)


def test_a_form_is_good_for_its_operator_its_act_and_what_it_is_about_alone(
    app: Flask, grace: Browser, guarded: Context
) -> None:
    store = guarded.store
    first, second = (running(store, match_id(number), due=store.now() + 60_000) for number in (1, 2))
    for one in (first, second):
        store.park(one.match, "KeyError", head=(one.n, one.head))
    page = grace.get("/operator/matches")
    mine = next(one for one in forms(page) if one.hidden.get("about") == first.match and one.hidden["act"] == "retry")
    wrong = [
        {**mine.hidden, "about": second.match},
        {**mine.hidden, "act": "cancel", "why": "x"},
        {**mine.hidden, "key": ""},
    ]
    before = book(guarded)
    for fields in wrong:
        assert grace.post("/operator/matches", fields).status_code == 403
    assert grace.post("/operator/matches", mine.hidden, site="cross-site").status_code == 400
    assert signed_in(app, token(guarded, "eve")).post("/operator/matches", mine.hidden).status_code == 403
    assert Browser(app).post("/operator/matches", mine.hidden).headers["Location"] == "/operator"
    assert grace.post("/operator/accounts", mine.hidden).headers["Location"] == "/operator", "an act of another section"
    assert [one for one in book(guarded)[len(before) :] if one[1] == "retry"] == []
    assert grace.post("/operator/matches", mine.hidden).status_code == 303


def test_a_token_that_may_only_look_gets_no_forms_and_does_nothing(
    app: Flask, guarded: Context, grace: Browser
) -> None:
    parked = running(guarded.store, match_id(1), due=guarded.store.now() + 60_000)
    guarded.store.park(parked.match, "KeyError", head=(parked.n, parked.head))
    looks = signed_in(app, token(guarded, "watcher", "admin:read"))
    for section in SECTIONS:
        page = looks.get(f"/operator/{section}")
        assert page.status_code == 200 and {one.action for one in forms(page)} == {"/operator/end"}
    form = next(one for one in forms(grace.get("/operator/matches")) if one.hidden.get("act") == "retry")
    assert looks.post("/operator/matches", form.hidden).status_code == 403


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_pages_speak_all_languages_and_have_a_form_for_each_act(
    app: Flask, guarded: Context, language: str
) -> None:
    browser = signed_in(app, token(guarded), language)
    for section in SECTIONS:
        page = browser.get(f"/operator/{section}")
        assert page.status_code == 200 and f'<html lang="{language}">' in text_of(page)
    shown = "".join(path.read_text() for path in Path("service/api/templates/operator").iterdir())
    assert all(f'"{act}"' in shown for act in ACTS)


def test_a_cursor_that_is_none_shows_the_newest_entries(grace: Browser) -> None:
    assert grace.get("/operator/log?cursor=%00nonsense").status_code == 200
    assert grace.get("/operator/letters?cursor=nonsense").status_code == 200


def test_a_log_that_was_changed_is_noticed(grace: Browser, guarded: Context, redis_url: str) -> None:
    assert press(grace, "accounts", "block", "nobody@players.example", why="x").status_code == 422
    with redis.Redis.from_url(redis_url) as client:
        client.xdel(keys.audit(), client.xrange(keys.audit())[0][0])
    assert "The log was changed" in text_of(grace.get("/operator/log?check"))


def test_what_cannot_be_done_is_said_with_its_reason(grace: Browser, guarded: Context) -> None:
    answer = press(grace, "accounts", "block", "nobody@players.example", why="x")
    assert answer.status_code == 422
    answer = press(grace, "accounts", "block", "nobody@players.example", why="")
    assert answer.status_code == 422 and "give a reason" in text_of(answer)
    answer = press(grace, "accounts", "block", "x" * 10_000, why="\u202e")
    assert answer.status_code == 422
