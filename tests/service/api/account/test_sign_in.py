"""Signing in with a browser, and the page of one's tokens."""

import re
from pathlib import Path

import pytest
from flask import Flask

from service.accounts.access import login, tokens
from service.accounts.access.login import code_in
from service.accounts.mail import table_links
from service.api.app import equip
from service.api.http.session import FORM
from service.api.pages.account_page import HOME, local
from service.context import Context
from service.store.keys import recipient_of
from service.store.store import Store
from tests.given.contexts import account_of, link_for, open_context
from tests.service.api.browser import Browser, code_for, forms, press_link
from tests.service.api.players import Player, new_player

MAIL = "new@players.example"
MATCH = "0188d6ac-1f5e-4c6b-9b1a-7d3f5a0c2e11"
PAGE = "/account/tokens"


def code_mailed(context: Context, mail: str) -> str:
    account = account_of(context, mail)
    (notice,) = context.store.notices(recipient_of(account.id, None)).pending
    return code_in(context, notice)


@pytest.mark.parametrize(
    "typed", ["{code}", " {code}\n", "https://siegelpost.example/login/{code}", "http://x/login/{code}/"]
)
def test_a_newcomer_signs_in_by_typing_the_code(app: Flask, context: Context, typed: str) -> None:
    browser = Browser(app, "de")
    page = browser.press(browser.get("/sign-in?next=/device"), "/sign-in", mail=MAIL)
    code = code_mailed(context, MAIL)
    answer = browser.press(page, "/sign-in/code", code=typed.format(code=code))
    assert (answer.status_code, answer.location) == (303, "/device")
    assert account_of(context, MAIL).language == "de"
    assert MAIL in browser.get(PAGE).get_data(as_text=True)


def test_the_page_after_asking_is_the_same_for_known_and_unknown_addresses(app: Flask, ada: Player) -> None:
    texts = [
        Browser(app).post("/sign-in", {"mail": mail}).get_data(as_text=True).replace(mail, "")
        for mail in ("ada@players.example", "nobody@players.example")
    ]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("mail", ["", "a", "a b@c.d", "a@b.c\r\nBcc: x@y.z", "<script>@x.y"])
def test_what_is_no_mail_address_is_said_to_be_none(app: Flask, mail: str) -> None:
    page = Browser(app).post("/sign-in", {"mail": mail})
    assert page.status_code == 422
    assert "not an email address" in page.get_data(as_text=True)


@pytest.mark.parametrize("code", ["", "x", "A" * 60, "A" * 5000, "ä" * 30])
def test_a_wrong_code_signs_nobody_in(app: Flask, code: str) -> None:
    answer = Browser(app).post("/sign-in/code", {"code": code})
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (422, False)


def test_a_person_asking_too_often_is_told_and_can_still_type_the_code(limited: Context, app: Flask) -> None:
    browser = Browser(app)
    answers = [browser.post("/sign-in", {"mail": MAIL}) for _ in range(12)]
    assert [one.status_code for one in answers] == [*[200] * 11, 429]
    assert {one.action for one in forms(answers[-1])} == {"/sign-in/code"}


@pytest.mark.parametrize(
    ("way", "leads"),
    [
        ("/device", "/device"),
        ("/device?user_code=BCDF-GHJK", "/device?user_code=BCDF-GHJK"),
        ("/oauth/authorize?client_id=x", "/oauth/authorize?client_id=x"),
        ("https://evil.example/", HOME),
        ("//evil.example/device", HOME),
        ("//[evil.example", HOME),
        ("/\\evil.example", HOME),
        ("/device\\@evil.example", HOME),
        ("/device@evil.example", HOME),
        ("/device/../login/x", HOME),
        ("/device#x", HOME),
        ("/device\r\nSet-Cookie: a=b", HOME),
        ("/oauth/authorize", HOME),
        ("/v1/me", HOME),
        (f"/table/{MATCH}", f"/table/{MATCH}"),
        (f"/join/{MATCH}?invitation=x", f"/join/{MATCH}?invitation=x"),
        (f"/table/{MATCH}/../../login/x", HOME),
        (f"//evil.example/table/{MATCH}", HOME),
        (f"/enter/{MATCH}", HOME),
        ("/device?" + "x" * 3000, HOME),
        ("", HOME),
    ],
)
def test_a_login_leads_to_our_own_pages_only(way: str, leads: str) -> None:
    assert local(way) == leads


def test_a_way_that_somebody_else_has_put_into_the_cookie_is_not_taken(
    app: Flask, context: Context, ada: Player
) -> None:
    """The attack: a neighbour on the same domain sets a cookie, so that the login leads to a consent of its choice."""
    browser = Browser(app)
    for forged in ("/oauth/authorize?client_id=evil", context.links.make("login", {"to": "/device"})):
        browser.client.set_cookie("siegelpost-way", forged)
        assert browser.press_link(f"/login/{code_for(context, ada)}").location == HOME


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Flask, context: Context, ada: Player) -> None:
    cookies = Browser(app).press_link(f"/login/{code_for(context, ada)}").headers.getlist("Set-Cookie")
    cookie = next(one for one in cookies if one.startswith("siegelpost=sp_"))
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))


def test_behind_https_the_cookie_is_bound_to_the_host(app: Flask, redis_url: str, tmp_path: Path, ada: Player) -> None:
    with_tls = open_context(
        redis_url, tmp_path / "tls", public_url="https://play.example", allowed_hosts=("localhost",)
    )
    equip(app, with_tls)
    cookies = Browser(app).press_link(f"/login/{code_for(with_tls, ada)}").headers.getlist("Set-Cookie")
    cookie = next(one for one in cookies if one.startswith("__Host-siegelpost=sp_"))
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    with_tls.store.close()


def test_each_login_is_a_new_session_and_ends_the_one_before(
    browser: Browser, context: Context, ada: Player, ben: Player
) -> None:
    """The attack: fixation. A session that somebody else has put into the browser is not the one that is signed in."""
    before = {one.id for one in context.store.tokens_of(ada.account) if one.kind == "session"}
    browser.sign_in(context, ada)
    after = {one.id for one in context.store.tokens_of(ada.account) if one.kind == "session"}
    assert (len(before), len(after), before & after) == (1, 1, set())


@pytest.mark.parametrize("path", ["/sign-in", "/sign-in/code", "/login/{code}", PAGE, f"{PAGE}/revoke"])
def test_forms_of_other_sites_are_refused(
    app: Flask, context: Context, browser: Browser, ada: Player, path: str
) -> None:
    """The attacks: CSRF, and login CSRF, which signs a person in with the attacker's account."""
    count = len(context.store.tokens_of(ada.account))
    fields: dict[str, object] = {"mail": MAIL, "code": code_for(context, ada), "name": "x", "scope": "match:read"}
    answer = browser.post(path.format(code=code_for(context, ada)), fields, site="cross-site")
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers
    assert len(context.store.tokens_of(ada.account)) == count
    assert context.store.account_by_mail(MAIL) is None


def test_the_cookie_opens_no_door_of_the_api(browser: Browser) -> None:
    """Without the header that only our own pages can send, so that no other site's request counts as the person's."""
    assert browser.get("/v1/me").status_code == 401
    assert browser.post("/v1/me/tokens").status_code in (401, 415)


def test_a_token_of_ones_own_is_made_shown_once_and_taken_back(
    app: Flask, browser: Browser, context: Context, ada: Player
) -> None:
    made = browser.press(browser.get(PAGE), PAGE, name="My bot <b>", scope=["match:read", "match:play"], days="30")
    found = re.search(r"sp_[0-9a-f]{16}_[A-Za-z0-9_-]{43}", made.get_data(as_text=True))
    assert found is not None
    bot = Player(app, found.group(), ada.account)
    assert (bot.get("/v1/me/waiting").status_code, bot.get("/v1/me").status_code) == (200, 403)
    assert "/v1/me/waiting -H" in made.get_data(as_text=True), "the example is something that the token may do"
    page = browser.get(PAGE)
    text = page.get_data(as_text=True)
    assert "<details open>" in text, "what can act as its owner is never out of sight"
    assert ("My bot &lt;b&gt;" in text, found.group() in text) == (True, False)
    (token,) = [one for one in context.store.tokens_of(ada.account) if one.kind == "personal"]
    assert token.expires is not None
    assert abs(token.expires - token.created - 30 * 86_400_000) < 60_000
    form = next(one for one in forms(page) if one.hidden.get("token") == token.id)
    assert browser.post(form.action, dict(form.hidden)).location == PAGE
    assert bot.get("/v1/me/waiting").status_code == 401


@pytest.mark.parametrize(
    ("fields", "said"),
    [({"name": "", "scope": "match:read"}, "one line"), ({"name": "a\nb", "scope": "match:read"}, "one line"),
     ({"name": "x" * 61, "scope": "match:read"}, "one line"), ({"name": "a\u202eb", "scope": "match:read"}, "one line"),
     ({"name": "x"}, "at least one"), ({"name": "x", "scope": "everything"}, "at least one")],
)  # fmt: skip
def test_a_token_that_cannot_be_made(
    browser: Browser, context: Context, ada: Player, fields: dict[str, object], said: str
) -> None:
    page = browser.press(browser.get(PAGE), PAGE, **fields)
    assert page.status_code == 422
    assert said in page.get_data(as_text=True)
    assert [one for one in context.store.tokens_of(ada.account) if one.kind == "personal"] == []


def test_nobody_revokes_what_is_not_theirs(browser: Browser, context: Context, ben: Player) -> None:
    (theirs,) = context.store.tokens_of(ben.account)
    form = next(one for one in forms(browser.get(PAGE)) if "token" in one.hidden)
    assert browser.post(form.action, {**form.hidden, "token": theirs.id}).status_code == 403
    assert browser.post(form.action, {**form.hidden, "token": "../x"}).status_code == 403
    assert ben.get("/v1/me").status_code == 200


def test_the_list_is_full(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    page = browser.get(PAGE)
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    answer = browser.press(page, PAGE, name="x", scope="match:read")
    assert (answer.status_code, "as many tokens" in answer.get_data(as_text=True)) == (409, True)


PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def test_the_list_tells_a_phone_from_a_laptop(app: Flask, context: Context, ada: Player) -> None:
    """All of them were called "Browser": nobody could tell which one to end."""
    link = link_for(context, ada.account, MATCH)
    phone, laptop = Browser(app, "de"), Browser(app, "de")
    phone.client.environ_base["HTTP_USER_AGENT"], laptop.client.environ_base["HTTP_USER_AGENT"] = PHONE, LAPTOP
    phone.press_link(f"/enter/{link}")
    context.store.update_account(ada.account, language="de")
    listed = laptop.sign_in(context, ada).get(PAGE).text
    assert ">Firefox, Linux</strong> (dieser Browser)" in listed
    assert ">Chrome, Android, über einen Link aus einer Mail</strong>" in listed


def test_a_page_that_knows_that_nobody_is_signed_in_offers_nothing_of_an_account(
    browser: Browser, context: Context, ada: Player
) -> None:
    for one in context.store.tokens_of(ada.account):
        context.store.revoke_token(one.id)
    shown = browser.get("/sign-in").text
    assert 'href="/account"' not in shown and ">Sign in</a>" in shown


def test_signing_out_ends_the_session_everywhere(browser: Browser, context: Context, ada: Player) -> None:
    cookie = browser.client.get_cookie("siegelpost")
    assert cookie is not None
    assert browser.press(browser.get(PAGE), "/session/end").location == "/"
    browser.client.set_cookie("siegelpost", cookie.value)
    assert browser.get(PAGE).location.startswith("/sign-in")
    assert [one for one in context.store.tokens_of(ada.account) if one.kind == "session"] == []


def test_the_page_speaks_german_and_tells_days_in_the_owners_zone(app: Flask, context: Context) -> None:
    gerd = new_player(app, context, "Gerd")
    context.store.update_account(gerd.account, language="de", zone="Pacific/Kiritimati")
    text = Browser(app).sign_in(context, gerd).get(PAGE).get_data(as_text=True)
    assert re.search(r"angelegt am \d+\. \S+ \d{4}, noch nicht benutzt, gilt bis", text)
    assert "Eigene Token" not in text  # he has none
    assert "Darf: alles" in text


@pytest.mark.parametrize("path", ["/sign-in", "/login/" + "x" * 30, "/nowhere", "/unsubscribe/cut"])
def test_pages_of_links_have_the_menu_and_the_other_language(app: Flask, path: str) -> None:
    browser, opens = app.test_client(), {"Accept": "text/html", "Accept-Language": "de"}
    german = browser.get(path, headers=opens).text
    for words in ('<html lang="de">', 'href="/lobby">Offene Tische<', ">Regeln<", 'href="?language=en" lang="en"'):
        assert words in german
    english = browser.get(f"{path}?language=en", headers=opens).text
    assert '<html lang="en">' in english and ">Open tables<" in english and 'href="?language=de" lang="de"' in english


def test_a_newcomers_account_has_the_language_that_the_page_was_switched_to(app: Flask, context: Context) -> None:
    browser, opens = app.test_client(), {"Accept-Language": "en"}
    page = browser.get("/sign-in?language=de&next=/device", headers=opens).text
    assert 'name="language" value="de"' in page and 'href="?language=en&amp;next=%2Fdevice"' in page
    sent = browser.post("/sign-in", data={"mail": MAIL, "language": "de"}, headers=opens)
    assert '<html lang="de">' in sent.text
    press_link(browser, f"/login/{code_mailed(context, MAIL)}", headers=opens)
    assert account_of(context, MAIL).language == "de"


def test_a_newcomer_says_a_name_and_the_browser_its_zone(app: Flask, context: Context) -> None:
    """Who came by this form was "Player", with mails in UTC, until they found the account page."""
    browser = Browser(app, "de")
    page = browser.get("/sign-in")
    assert "script-src 'self'" in page.headers["Content-Security-Policy"] and 'id="zone"' in page.text
    browser.press(page, "/sign-in", mail=MAIL, name=" Greta ", zone="Europe/Berlin")
    browser.press_link(f"/login/{code_mailed(context, MAIL)}")
    account = account_of(context, MAIL)
    assert (account.name, account.zone) == ("Greta", "Europe/Berlin")


def test_a_zone_that_is_none_is_utc_and_a_name_that_will_not_do_is_refused(app: Flask, context: Context) -> None:
    browser = Browser(app, "de")
    refused = browser.press(browser.get("/sign-in"), "/sign-in", mail=MAIL, name="Steady (bot)", zone="Europe/Berlin")
    assert refused.status_code == 422 and "Dieser Name geht nicht" in refused.text
    assert f'value="{MAIL}"' in refused.text and 'value="Steady (bot)"' in refused.text, "nothing is typed again"
    browser.press(refused, "/sign-in", mail=MAIL, name="", zone="../etc")
    browser.press_link(f"/login/{code_mailed(context, MAIL)}")
    account = account_of(context, MAIL)
    assert (account.name, account.zone) == ("Player", "UTC")


def test_a_used_link_says_that_it_was_used_and_leads_on_who_is_signed_in(
    app: Flask, context: Context, ada: Player
) -> None:
    """It said that it was not ours, cut off or too old: the one thing it was not."""
    code, browser = code_for(context, ada), Browser(app, "de")
    assert browser.press_link(f"/login/{code}").status_code == 303
    context.store.update_account(ada.account, name="Ada L")
    elsewhere = Browser(app, "de")
    elsewhere.client.environ_base["REMOTE_ADDR"] = "198.51.100.7"
    refused = elsewhere.press_link(f"/login/{code}")
    assert (refused.status_code, "schon benutzt" in refused.text) == (422, True)
    assert "abgeschnitten" not in refused.text and 'href="/sign-in"' in refused.text
    browser.client.environ_base["REMOTE_ADDR"] = "198.51.100.7"
    again = browser.press_link(f"/login/{code}")
    assert (
        "Du bist in diesem Browser schon als Ada L angemeldet." in again.text
        and 'class="button" href="/"' in again.text
    )


def test_a_link_of_a_deleted_account_says_so(app: Flask, context: Context, ada: Player) -> None:
    code, used = code_for(context, ada), code_for(context, ada)
    assert ada.delete("/v1/me", Login_Code=used).status_code == 202
    for answer in (Browser(app, "de").get(f"/login/{code}"), Browser(app, "de").press_link(f"/login/{code}")):
        assert (answer.status_code, "Dieses Konto wurde gelöscht" in answer.text) == (410, True)


def test_a_link_names_who_is_signed_in_with_another_account(
    app: Flask, browser: Browser, context: Context, ada: Player, ben: Player
) -> None:
    assert "Ada is signed in with this browser" in browser.get(f"/login/{code_for(context, ben)}").text
    for other in (
        browser.get(f"/login/{code_for(context, ada)}"),
        Browser(app).get(f"/login/{code_for(context, ben)}"),
    ):
        assert "is signed in with this browser" not in other.text


@pytest.mark.parametrize("path", ["/login/{code}", "/sign-in/code", "/enter/{link}"])
def test_who_tried_too_many_links_reads_when_a_good_one_works_again(
    limited: Context, app: Flask, ada: Player, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A good link was called wrong, and whoever asked for another one was told the same of that."""
    monkeypatch.setattr(login, "CODES_PER_NETWORK", (1, 600))
    monkeypatch.setattr(table_links, "CODES_PER_NETWORK", (1, 600))
    link = link_for(limited, ada.account, MATCH)
    browser = Browser(app, "de")
    answers = []
    for code in ("A" * 60, code_for(limited, ada)):
        form = limited.links.make(FORM, {"link": link if "enter" in path else code})
        answers.append(browser.post(path.format(code=code, link=link), {"code": code, "form": form}))
    assert answers[1].status_code == 429 and int(answers[1].headers["Retry-After"]) > 0
    assert "In 10 Minuten" in answers[1].text


def test_who_asked_for_too_many_links_reads_when_to_ask_again(limited: Context, app: Flask) -> None:
    browser = Browser(app, "de")
    last = [browser.post("/sign-in", {"mail": MAIL}) for _ in range(12)][-1]
    assert last.status_code == 429 and re.search(r"In \d+ Minuten?\b", last.text)


def test_a_browser_left_open_makes_no_token(
    app: Flask, context: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a token that lasts a year, from a browser in which its owner signed in this morning."""
    browser, clock = Browser(app).sign_in(context, ada), Store.now
    early = browser.get(PAGE)
    monkeypatch.setattr(Store, "now", lambda store: clock(store) + 3_600_000)
    assert PAGE not in {one.action for one in forms(browser.get(PAGE))}
    answer = browser.press(early, PAGE, name="mine", scope="account:read", days="365")
    assert (answer.status_code, answer.location) == (303, "/sign-in?next=%2Faccount%2Ftokens&again")
    assert browser.get(str(answer.location)).status_code == 200, "although the browser is signed in"
    assert [one for one in context.store.tokens_of(ada.account) if one.kind == "personal"] == []
    again = browser.sign_in(context, ada)
    assert again.press(again.get(PAGE), PAGE, name="mine", scope="account:read").status_code == 200
