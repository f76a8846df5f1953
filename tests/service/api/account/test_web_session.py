"""Who is signed in in a browser, and what other people's pages, forwarded mails and scanners cannot do with it."""

import gzip
import json
import re
import struct
from functools import partial
from io import BytesIO
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont
from werkzeug.test import TestResponse

from engine.kit.drawing.svg import FAMILY
from engine.registry import GAMES
from service.accounts.access.scopes import PLAYING
from service.accounts.access.tokens import MOST_OF_KIND
from service.accounts.mail.table_links import LINK_LIFE
from service.api.http.doors import PREFLIGHT
from service.api.http.session import HEADER
from service.context import Context
from service.web import assets
from tests.given.contexts import account, account_of, link_for
from tests.service.api.browser import code_for, press_link
from tests.service.api.players import Player, Table

PAGE = {HEADER: "1"}


def link_of(context: Context, player: Player, match: str, *, ago: int = 0) -> str:
    return link_for(context, player.account, match, ago=ago)


def entered(app: Flask, context: Context, player: Player, match: str) -> FlaskClient:
    """A browser signed in by a link of a mail."""
    browser = app.test_client()
    assert press_link(browser, f"/enter/{link_of(context, player, match)}").status_code == 303
    return browser


def is_signed_in(browser: FlaskClient) -> bool:
    return browser.get("/v1/me", headers=PAGE).status_code == 200


def test_a_link_of_a_mail_opens_its_table_signed_in(app: Flask, context: Context, table: Table) -> None:
    browser = app.test_client()
    answer = press_link(browser, f"/enter/{link_of(context, table.players[0], table.match)}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/table/{table.match}")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
    seen = browser.get("/v1/me/waiting", headers=PAGE).get_json()["waiting"]
    assert [one["match"] for one in seen] == [table.match]


def test_scanners_that_fetch_a_link_cost_nothing(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    link, before = link_of(context, ada, table.match), context.store.tokens_of(ada.account)
    for method in ("GET", "HEAD", "OPTIONS"):
        answer = app.test_client().open(f"/enter/{link}", method=method)
        assert answer.status_code == 200 and "Set-Cookie" not in answer.headers
    assert context.store.tokens_of(ada.account) == before
    assert press_link(app.test_client(), f"/enter/{link}").status_code == 303


@pytest.mark.parametrize("path", ["/enter/{link}", "/enter/{link}/no", "/login/{code}"])
def test_scanners_that_post_to_a_link_sign_nobody_in(app: Flask, context: Context, table: Table, path: str) -> None:
    """The attack: a program that sends POST to every link of a mail. It gets the page, and the link stays good."""
    ada, ben = table.players
    code, link = code_for(context, ada), link_of(context, ada, table.match)
    other = {"form": form_text(app, f"/enter/{link_of(context, ben, table.match)}")}
    before = context.store.tokens_of(ada.account)
    for data in ({}, {"form": "x"}, {"form": link}, other):
        answer = app.test_client().post(path.format(link=link, code=code), data=data)
        assert answer.status_code == 200 and "Set-Cookie" not in answer.headers
        assert 'name="form"' in answer.text
    assert context.store.tokens_of(ada.account) == before
    assert press_link(app.test_client(), f"/login/{code}").status_code == 303
    assert press_link(app.test_client(), f"/enter/{link}").status_code == 303


def form_text(app: Flask, path: str) -> str:
    """Return what the form of a link's page carries."""
    found = re.search(r'name="form" value="([^"]+)"', app.test_client().get(path).text)
    assert found is not None
    return found[1]


def test_a_link_works_once_but_survives_a_lost_answer(app: Flask, context: Context, table: Table) -> None:
    link = link_of(context, table.players[0], table.match)
    first, again, stranger = app.test_client(), app.test_client(), app.test_client()
    assert press_link(first, f"/enter/{link}").status_code == 303
    assert press_link(again, f"/enter/{link}").status_code == 303
    assert is_signed_in(again) and not is_signed_in(first), "the lost answer's token is worth nothing"
    elsewhere = press_link(stranger, f"/enter/{link}", environ_base={"REMOTE_ADDR": "203.0.113.9"})
    assert elsewhere.status_code == 422 and not is_signed_in(stranger)


def test_the_links_of_two_mails_are_good_side_by_side(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    older, newer = link_of(context, ada, table.match, ago=1000), link_of(context, ada, table.match)
    assert press_link(app.test_client(), f"/enter/{newer}").status_code == 303
    assert press_link(app.test_client(), f"/enter/{older}").status_code == 303


@pytest.mark.parametrize("spoil", ["old", "cut", "of a login", "of nobody"])
def test_links_that_are_not_good_sign_nobody_in(app: Flask, context: Context, table: Table, spoil: str) -> None:
    ada, now = table.players[0], context.store.now()
    link = {
        "old": link_of(context, ada, table.match, ago=LINK_LIFE + 1),
        "cut": link_of(context, ada, table.match)[:-4],
        "of a login": context.links.make("login", {"account": ada.account, "at": now, "nonce": "00"}, now + 60_000),
        "of nobody": link_for(context, "p_" + "0" * 32, table.match),
    }[spoil]
    browser = app.test_client()
    answer = press_link(browser, f"/enter/{link}")
    assert answer.status_code in (410, 422) and "Set-Cookie" not in answer.headers
    assert "Get a new link" in answer.get_data(as_text=True)
    assert not is_signed_in(browser)


def test_an_old_link_still_knows_its_table(app: Flask, context: Context, table: Table) -> None:
    """A slow match's letter is opened after a week: who is signed in goes on, who is not comes back here after signing in."""
    ada, way = table.players[0], f"/table/{table.match}"
    old = link_of(context, ada, table.match, ago=LINK_LIFE + 1)
    signed_in = entered(app, context, ada, table.match).get(f"/enter/{old}")
    assert (signed_in.status_code, signed_in.headers["Location"]) == (303, way)
    used = link_of(context, ada, table.match)
    assert press_link(app.test_client(), f"/enter/{used}").status_code == 303
    elsewhere, pressed = {"REMOTE_ADDR": "203.0.113.9"}, partial(press_link, app.test_client())
    for send, link, status in ((app.test_client().get, old, 410), (pressed, old, 422), (pressed, used, 422)):
        answer = send(f"/enter/{link}", environ_base=elsewhere)
        assert answer.status_code in (status, 410) and "Set-Cookie" not in answer.headers
        assert f'href="/sign-in?next={way}"' in answer.text, (send, link)


def test_a_browser_that_is_signed_in_keeps_its_link(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    link = link_of(context, table.players[0], table.match)
    answer = browser.get(f"/enter/{link}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/table/{table.match}")
    assert press_link(app.test_client(), f"/enter/{link}").status_code == 303


def test_a_link_of_somebody_else_does_not_take_the_browser_over_unasked(
    app: Flask, context: Context, table: Table
) -> None:
    ada, ben = table.players
    browser = entered(app, context, ada, table.match)
    page = browser.get(f"/enter/{link_of(context, ben, table.match)}").get_data(as_text=True)
    assert "Switch account" in page and "<script" not in page


def test_a_link_presses_its_own_button_only_where_its_account_was_signed_in_last(
    app: Flask, context: Context, table: Table
) -> None:
    """The attack: a link to an account of the attacker's, opened by somebody else's browser, or by a scanner with scripts."""
    ada, ben = table.players
    stranger, browser = app.test_client(), entered(app, context, ada, table.match)
    link, foreign = (f"/enter/{link_of(context, one, table.match, ago=7)}" for one in (ada, ben))
    page = stranger.get(link).get_data(as_text=True)
    assert "<script" not in page and "signs you in as Ada" in page
    browser.delete_cookie("siegelpost")  # the session is over
    assert "enter.js" in browser.get(link).get_data(as_text=True)
    assert "<script" not in browser.get(foreign).get_data(as_text=True)
    assert press_link(browser, link).status_code == 303
    browser.post("/session/end")
    assert "<script" not in browser.get(link).get_data(as_text=True), "who signs out wants to be asked"


def test_switching_accounts_by_a_link_ends_the_session_before(app: Flask, context: Context, table: Table) -> None:
    """The attack: a cookie copied from a browser that others use, too, signs in for months after its owner left it to them."""
    ada, ben = table.players
    browser, copied = entered(app, context, ada, table.match), app.test_client()
    cookie = browser.get_cookie("siegelpost")
    assert cookie is not None
    copied.set_cookie("siegelpost", cookie.value)
    assert is_signed_in(copied)
    assert press_link(browser, f"/enter/{link_of(context, ben, table.match)}").status_code == 303
    assert not is_signed_in(copied)
    assert browser.get("/v1/me", headers=PAGE).get_json()["account"] == ben.account
    assert [one.kind for one in context.store.tokens_of(ada.account) if one.kind == "session"] == []


def test_a_program_s_token_in_the_cookie_is_not_ended_by_a_link(app: Flask, context: Context, table: Table) -> None:
    browser, ada = app.test_client(), table.players[0]
    assert ada.token is not None
    browser.set_cookie("siegelpost", ada.token)
    assert press_link(browser, f"/enter/{link_of(context, table.players[1], table.match)}").status_code == 303
    assert ada.get("/v1/me").status_code == 200


def test_a_forwarded_mail_gives_no_account_away(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    assert browser.patch("/v1/me", json={"name": "Mallory"}, headers=PAGE).status_code == 403
    made = browser.post("/v1/me/tokens", json={"name": "mine", "scopes": ["match:read"]}, headers=PAGE)
    assert made.status_code == 403
    assert "account:write" not in PLAYING


def resign(browser: FlaskClient, match: str, **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return browser.post(f"/v1/matches/{match}/resign", json={}, headers=sent)


def test_another_site_cannot_act_with_the_cookie(app: Flask, context: Context, table: Table) -> None:
    """Its form or program: the cookie comes along where SameSite does not hold it back (old browsers, sister hosts)."""
    browser = entered(app, context, table.players[0], table.match)
    assert resign(browser, table.match).status_code == 401, "without the header that only our pages can send"
    for site in ("cross-site", "same-site"):
        assert resign(browser, table.match, Siegelpost_Page="1", Sec_Fetch_Site=site).status_code == 401
    assert HEADER.lower() not in PREFLIGHT["Access-Control-Allow-Headers"].lower()
    preflight = browser.options(
        f"/v1/matches/{table.match}/resign",
        headers={"Origin": "https://evil.example", "Access-Control-Request-Headers": HEADER.lower()},
    )
    assert HEADER.lower() not in preflight.headers.get("Access-Control-Allow-Headers", "").lower()
    assert "Access-Control-Allow-Credentials" not in preflight.headers
    assert resign(browser, table.match, Siegelpost_Page="1", Sec_Fetch_Site="same-origin").status_code == 202


@pytest.mark.parametrize("path", ["/enter/{link}", "/session/end", "/login/x"])
def test_forms_of_other_sites_are_refused(app: Flask, context: Context, table: Table, path: str) -> None:
    link = link_of(context, table.players[0], table.match)
    for strange in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
    ):
        answer = app.test_client().post(path.format(link=link), headers=strange)
        assert answer.status_code == 400 and "Set-Cookie" not in answer.headers
    assert press_link(app.test_client(), f"/enter/{link}", headers={"Origin": "http://localhost"}).status_code == 303


def test_signing_out_revokes_the_session(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    stolen = browser.get_cookie("siegelpost")
    assert stolen is not None
    assert browser.post("/session/end").headers["Location"] == "/"
    assert not is_signed_in(browser)
    thief = app.test_client()
    thief.set_cookie("siegelpost", stolen.value)
    assert not is_signed_in(thief)


def test_a_cookie_is_no_token_of_the_api(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    assert browser.get("/v1/me").status_code == 401


def test_the_browsers_of_an_account_are_counted(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    browsers = []
    for number in range(MOST_OF_KIND["session"] + 1):
        browser = app.test_client()
        assert press_link(browser, f"/enter/{link_of(context, ada, table.match, ago=number)}").status_code == 303
        browsers.append(browser)
    assert not is_signed_in(browsers[0]) and is_signed_in(browsers[1]) and is_signed_in(browsers[-1])
    assert is_signed_in_by_token(ada), "other tokens are left alone"


def is_signed_in_by_token(player: Player) -> bool:
    return player.get("/v1/me").status_code == 200


def test_logging_in_by_mail_signs_the_browser_in(app: Flask, context: Context) -> None:
    owner = account(context, "Cleo")
    now = context.store.now()
    code = context.links.make("login", {"account": owner.id, "at": now + 1, "nonce": "00" * 16}, now + 60_000)
    browser = app.test_client()
    answer = press_link(browser, f"/login/{code}")
    assert (answer.status_code, answer.location) == (303, "/")
    assert browser.patch("/v1/me", json={"language": "de"}, headers=PAGE).status_code == 200


def test_pages_hold_a_strict_policy_and_assets_are_kept_for_ever(app: Flask) -> None:
    page = app.test_client().get("/", headers={"Accept-Language": "de-AT,de;q=0.9"})
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    text = page.get_data(as_text=True)
    assert 'lang="de"' in text and "style=" not in text
    script = text.partition('<script type="module" src="')[2].partition('"')[0]
    asset = app.test_client().get(script, headers={"Accept-Encoding": "gzip"})
    assert asset.status_code == 200 and "immutable" in asset.headers["Cache-Control"]
    assert asset.headers["Content-Encoding"] == "gzip"
    old = app.test_client().get("/web/000000000000/bundled/app.js")
    assert old.headers["Location"] == script and "immutable" not in old.headers.get("Cache-Control", "")
    assert app.test_client().get("/web/000000000000/../pages.py").status_code == 404


def test_a_table_needs_few_files_that_are_small(app: Flask) -> None:
    """A phone waits for all of them before it shows anything: a third of the 100 kB in which a first table has to be usable."""
    page = app.test_client().get("/table/00000000-0000-4000-8000-000000000000").get_data(as_text=True)
    modules = re.findall(r'<link rel="modulepreload" href="([^"]+)"', page)
    assert [one.rpartition("/")[2] for one in modules] == ["app.js", "table.js"]
    answers = [app.test_client().get(one, headers={"Accept-Encoding": "gzip"}) for one in modules]
    assert sum(len(one.data) for one in answers) < 33_000


def test_a_table_waits_only_for_the_words_that_it_needs_at_once() -> None:
    whole, first, more = (assets.assets()[f"words/fr{part}.json"] for part in ("", "-first", "-more"))
    assert json.loads(whole.raw) == {**json.loads(first.raw), **json.loads(more.raw)}
    assert {"seal", "nav"} <= set(json.loads(first.raw)) and "kind_started" in json.loads(more.raw)
    assert len(first.packed["gzip"]) < 4_000 < len(more.packed["gzip"])


@pytest.mark.parametrize("style", ["regular", "bold"])
def test_the_typeface_of_pictures_is_small_kept_for_ever_and_beside_its_licence(app: Flask, style: str) -> None:
    browser = app.test_client()
    assert "font-src 'self';" in browser.get("/").headers["Content-Security-Policy"]
    answer = browser.get(assets.url(f"typeface/{style}.woff2"), headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.content_type, answer.data[:4]) == (200, "font/woff2", b"wOF2")
    assert "immutable" in answer.headers["Cache-Control"] and len(answer.data) < 6_000
    assert "SIL OPEN FONT LICENSE" in browser.get(assets.url("typeface/OFL.txt")).get_data(as_text=True)


def test_the_typeface_of_pictures_has_a_name_that_its_licence_leaves_free() -> None:
    with TTFont(BytesIO(assets.assets()["typeface/bold.woff2"].raw)) as font:
        names = {one.nameID: str(one) for one in font["name"].names}
    assert names[1] in FAMILY and "Reserved Font Name" in names[0] and "Open Font License" in names[13]
    assert not any("Source" in name for number, name in names.items() if number != 0)


@pytest.mark.parametrize("name", sorted({one.partition("@")[0] for one in GAMES}))
def test_each_game_has_an_emblem_that_is_small_and_kept_for_ever(app: Flask, name: str) -> None:
    answer = app.test_client().get(assets.url(f"emblems/{name}.svg"), headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    assert "immutable" in answer.headers["Cache-Control"] and len(answer.data) < 1500
    drawn = ElementTree.fromstring(gzip.decompress(answer.data))
    names = {one.get("id") for one in drawn.iter()}
    used = {str(one.get("href")) for one in drawn.iter("{http://www.w3.org/2000/svg}use")}
    assert {one.removeprefix("#") for one in used} <= names, "all that it is made of is in it"


def test_the_web_table_can_be_installed(app: Flask) -> None:
    text = app.test_client().get("/").get_data(as_text=True)
    where = text.partition('<link rel="manifest" href="')[2].partition('"')[0]
    answer = app.test_client().get(where)
    assert answer.content_type == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    for icon in manifest["icons"]:
        image = app.test_client().get(f"{where.rpartition('/')[0]}/{icon['src']}")
        assert (image.status_code, image.content_type) == (200, icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", image.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.parametrize("path", ["/", "/lobby", "/rules", "/rules/kontor", "/offline"])
def test_every_page_that_names_the_manifest_lets_browsers_read_it(app: Flask, path: str) -> None:
    shown = app.test_client().get(path)
    assert 'rel="manifest"' in shown.text and "manifest-src 'self'" in shown.headers["Content-Security-Policy"]


def test_an_invitation_by_mail_makes_a_newcomer_a_player(app: Flask, context: Context, ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private", "invite": ["new@players.example"]})
    match, invitation = made.get_json()["match"], made.get_json()["invitation"]
    newcomer = account_of(context, "new@players.example")
    link = link_for(context, newcomer.id, match, invitation=invitation)
    browser = app.test_client()
    page = browser.get(f"/enter/{link}").get_data(as_text=True)
    assert 'name="name"' in page and "enter.js" not in page  # nothing presses the button but a person
    assert "Ada invites you" in page and "Kontor" in page
    for bad in ("Siegelpost support", "", "a" * 41, "x\ny"):
        answer = press_link(browser, f"/enter/{link}", data={"name": bad})
        assert answer.status_code == 422 and "Set-Cookie" not in answer.headers, bad
    answer = press_link(browser, f"/enter/{link}", data={"name": " Cleo ", "zone": "Europe/Vienna"})
    assert answer.headers["Location"] == f"/join/{match}?invitation={invitation}"
    seated = browser.put(f"/v1/matches/{match}/seats/me", json={"invitation": invitation}, headers=PAGE)
    assert [one["name"] for one in seated.get_json()["seats"]] == ["Ada", "Cleo"]
    assert account_of(context, "new@players.example").verified
    assert account_of(context, "new@players.example").zone == "Europe/Vienna"


def invited(context: Context, ada: Player, language: str) -> str:
    """Return the link of the letter to somebody whom Ada has written to in a language."""
    wish = {"rules": "packet-row", "seats": 2, "visibility": "private", "invite": ["new@players.example"]}
    made = ada.post("/v1/matches", {**wish, "invite_language": language}).get_json()
    newcomer, match, invitation = account_of(context, "new@players.example"), made["match"], made["invitation"]
    return link_for(context, newcomer.id, match, invitation=invitation)


@pytest.mark.parametrize(
    ("accepts", "asked", "spoken"),
    [
        ("de-AT,de;q=0.9", "", "de"),
        ("en-GB", "", "en"),
        ("it", "", "de"),
        ("fr-CA", "", "fr"),
        ("", "", "de"),
        ("de", "?language=en", "en"),
    ],
)
def test_a_newcomers_account_has_the_language_of_the_page_that_made_it(
    app: Flask, context: Context, ada: Player, accepts: str, asked: str, spoken: str
) -> None:
    link, browser = invited(context, ada, "de"), app.test_client()
    shown = browser.get(f"/enter/{link}{asked}", headers={"Accept-Language": accepts}).get_data(as_text=True)
    assert f'<html lang="{spoken}">' in shown
    language = re.search(r'name="language" value="(\w+)"', shown)
    assert language is not None
    press_link(
        browser, f"/enter/{link}", data={"name": "Gerd", "language": language[1]}, headers={"Accept-Language": accepts}
    )
    assert account_of(context, "new@players.example").language == spoken


def test_a_newcomer_declines_without_an_account_and_may_think_again(app: Flask, context: Context, ada: Player) -> None:
    link, browser = invited(context, ada, "de"), app.test_client()
    answer = press_link(browser, f"/enter/{link}/no", data={"language": "de"})
    assert answer.status_code == 200 and "Du spielst nicht mit" in answer.get_data(as_text=True)
    assert "Set-Cookie" not in answer.headers and not account_of(context, "new@players.example").verified
    (match,) = [one["match"] for one in ada.get("/v1/matches?status=mine").get_json()["matches"]]
    assert [one["state"] for one in ada.sees(f"/v1/matches/{match}")["guests"]] == ["declined"]
    assert press_link(browser, f"/enter/{link}", data={"name": "Gerd"}).status_code == 303
    assert press_link(app.test_client(), "/enter/forged/no").status_code == 410


def test_a_link_without_a_match_leads_to_a_new_table(app: Flask, context: Context, ada: Player) -> None:
    answer = press_link(app.test_client(), f"/enter/{link_of(context, ada, '')}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/new")


def test_a_replaced_invitation_says_so_before_it_asks_for_a_name(app: Flask, context: Context, ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private", "invite": ["new@players.example"]})
    match, invitation = made.get_json()["match"], made.get_json()["invitation"]
    newcomer = account_of(context, "new@players.example")
    link = link_for(context, newcomer.id, match, invitation=invitation)
    assert ada.post(f"/v1/matches/{match}/invitation", {"replaces": invitation}).status_code == 200
    for language, said in (("en", "This invitation has ended"), ("de", "Diese Einladung gilt nicht mehr")):
        page = app.test_client().get(f"/enter/{link}", headers={"Accept-Language": language})
        text = page.get_data(as_text=True)
        assert page.status_code == 410 and said in text and "Ada" in text and "<form" not in text


def test_an_invitation_to_a_full_table_says_so_before_it_asks_for_a_name(
    app: Flask, context: Context, ada: Player, table: Table
) -> None:
    newcomer = context.store.create_account(mail="late@players.example", name="", verified=False)
    stored = context.store.load(table.match)
    assert stored is not None
    invitation = stored.table["invitation"]
    link = link_for(context, newcomer.id, table.match, invitation=invitation)
    page = app.test_client().get(f"/enter/{link}")
    assert page.status_code == 410 and "This invitation comes too late" in page.get_data(as_text=True)


def test_nobody_is_renamed_by_a_link(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    link = link_of(context, ada, table.match)
    assert press_link(app.test_client(), f"/enter/{link}", data={"name": "Mallory"}).status_code == 303
    assert ada.stored(context).name == "Ada"


@pytest.mark.parametrize("by_page", [True, False])
def test_who_sits_down_in_a_browser_is_at_the_table_at_once(
    app: Flask, context: Context, table: Table, by_page: bool
) -> None:
    """After a rematch, a letter came within seconds to somebody whose page was just opening. A program has no page."""
    ada, ben = table.players
    browser = entered(app, context, ben, table.match)
    headers = PAGE if by_page else {"Authorization": f"Bearer {ben.token}"}
    own = browser.post("/v1/matches", json={"rules": "kontor", "bots": ["steady"]}, headers=headers).get_json()
    theirs = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    browser.put(f"/v1/matches/{theirs['match']}/seats/me", json={"invitation": theirs["invitation"]}, headers=headers)
    assert [context.store.is_here(one["match"], ben.account) for one in (own, theirs)] == [by_page, by_page]
