"""A table's page brings what it will ask for: the API's own answers to the same session, and nothing else."""

import gzip
import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from checks.languages import INLINE
from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES
from service.accounts.mail.table_links import LINK_LIFE
from service.api.http.session import FORM, HEADER
from service.context import Context
from tests.given.contexts import account, link_for
from tests.service.api.account.test_web_session import PAGE, entered
from tests.service.api.browser import press_link
from tests.service.api.players import PACE as SLOW
from tests.service.api.players import Player, Table, timeless
from workers.resolve.drain import drain_once

OPENED = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
"""What a browser says when a link of a mail is followed in a webmail program."""


def brought(browser: FlaskClient, path: str, **headers: str) -> dict[str, str]:
    """What a page brings, by the address it would be asked for."""
    return blocks_of(browser.get(path, headers={**OPENED, **headers}))


def blocks_of(page: TestResponse) -> dict[str, str]:
    """What an answer brings, by the address it would be asked for."""
    text = page.get_data(as_text=True)
    blocks = re.findall(r'<script type="([^"]+)" data-answer="([^"]+)"( data-short)?>(.*?)</script>', text, re.DOTALL)
    assert {kind for kind, _, _, _ in blocks} <= {"application/json", "image/svg+xml"}, "nothing that runs"
    listed = re.search(r'<script type="application/json" id="pieces">(.*?)</script>', text, re.DOTALL)
    pieces = [] if listed is None else json.loads(listed[1])
    return {
        unescape(path): "".join(
            pieces[ord(one) - 0x700] if short and "\u0700" <= one <= "\u074f" else one for one in body
        )
        for _, path, short, body in blocks
    }


def test_a_table_brings_what_the_api_answers_the_same_session(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    found = brought(browser, f"/table/{table.match}")
    path = f"/v1/matches/{table.match}"
    margin, picture = f"{path}/margin?", f"{path}/picture.svg?language=en"
    assert list(found) == ["/v1/me", f"{path}?", f"{path}/words?language=en", margin, picture]
    for address, body in found.items():
        answer = browser.get(address, headers=PAGE)
        if address.partition("?")[0].endswith(".svg"):
            assert body == answer.get_data(as_text=True)
        else:
            assert timeless(json.loads(body)) == timeless(answer.get_json())


def test_what_is_brought_is_in_the_language_of_the_account(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    table.players[0].ask("PATCH", "/v1/me", {"language": "de"})
    found = brought(browser, f"/table/{table.match}", **{"Accept-Language": "en"})
    assert f"/v1/matches/{table.match}/words?language=de" in found


def test_strangers_and_those_who_may_not_see_the_table_are_brought_nothing(app: Flask, table: Table) -> None:
    assert brought(app.test_client(), f"/table/{table.match}") == {}


def test_a_foreign_or_missing_match_is_left_to_the_page_to_ask_for(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    assert list(brought(browser, "/table/00000000-0000-4000-8000-000000000000")) == ["/v1/me"]


def test_only_a_page_that_is_opened_brings_anything(app: Flask, context: Context, table: Table) -> None:
    browser = entered(app, context, table.players[0], table.match)
    for how in ({"Sec-Fetch-Dest": "script"}, {"Sec-Fetch-Dest": "iframe"}, {"Sec-Fetch-Mode": "no-cors"}):
        assert brought(browser, f"/table/{table.match}", **how) == {}


def pressed_by_script(browser: FlaskClient, link: str, site: str = "same-origin", **options: Any) -> TestResponse:
    """Press the button of a mail's link as the script of its page does (``static/frame/enter.js``)."""
    said = {HEADER: "1", "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}
    return press_link(browser, f"/enter/{link}", headers=said, **options)


def test_the_script_of_a_link_s_page_is_brought_the_table_of_the_account_that_it_signs_in(
    app: Flask, context: Context, table: Table
) -> None:
    ada = table.players[0]
    browser = app.test_client()
    answer = pressed_by_script(browser, link_for(context, ada.account, table.match))
    assert (answer.status_code, answer.headers["Content-Location"]) == (200, f"/table/{table.match}")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    found = blocks_of(answer)
    opened = brought(browser, f"/table/{table.match}")
    assert list(found) == list(opened), "what the page that it leads to would bring"
    assert json.loads(found["/v1/me"])["account"] == ada.account
    facts = json.loads(found[f"/v1/matches/{table.match}?"])
    assert timeless(facts) == timeless(json.loads(opened[f"/v1/matches/{table.match}?"])) and facts["seat"] == 0


def test_a_link_of_somebody_else_brings_nothing_of_who_was_signed_in_before(
    app: Flask, context: Context, table: Table
) -> None:
    ada, ben = table.players
    browser = entered(app, context, ada, table.match)
    found = blocks_of(pressed_by_script(browser, link_for(context, ben.account, table.match)))
    assert json.loads(found["/v1/me"])["account"] == ben.account
    facts = json.loads(found[f"/v1/matches/{table.match}?"])
    assert facts["seat"] == 1 and facts["view"]["hands"][0] is None


def test_the_link_of_a_spectator_brings_no_hand(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    watcher = account(context, "Cleo").id
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "open", "pace": SLOW, "bots": ["steady"]})
    drain_once(context)
    match = made.get_json()["match"]
    found = blocks_of(pressed_by_script(app.test_client(), link_for(context, watcher, match)))
    facts = json.loads(found[f"/v1/matches/{match}?"])
    assert facts["seat"] is None and facts["view"]["hands"] == [None, None]
    lobby = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private"}).get_json()["match"]
    hidden = blocks_of(pressed_by_script(app.test_client(), link_for(context, watcher, lobby)))
    assert list(hidden) == ["/v1/me"], "a private table is none of theirs"


@pytest.mark.parametrize("spoil", ["old", "used", "form of another link", "no form", "of nobody"])
def test_a_link_that_signs_nobody_in_brings_its_script_nothing(
    app: Flask, context: Context, table: Table, spoil: str
) -> None:
    ada, browser = table.players[0], app.test_client()
    who = "p_" + "0" * 32 if spoil == "of nobody" else ada.account
    link = link_for(context, who, table.match, ago=LINK_LIFE + 1 if spoil == "old" else 0)
    if spoil == "used":
        assert pressed_by_script(app.test_client(), link).status_code == 200
    form = {"form of another link": {"form": form_of(context, ada, table)}, "no form": {"form": ""}}.get(spoil)
    answer = pressed_by_script(browser, link, data=form, environ_base={"REMOTE_ADDR": "203.0.113.9"})
    assert "Content-Location" not in answer.headers and "Set-Cookie" not in answer.headers
    assert "data-answer" not in answer.text


def form_of(context: Context, player: Player, table: Table) -> str:
    return context.links.make(FORM, {"link": link_for(context, player.account, table.match, ago=9)})


def test_another_site_gets_nothing_out_of_a_link(app: Flask, context: Context, table: Table) -> None:
    """The attack: a page elsewhere knows a link and the text of its form, and reads what comes of sending them."""
    link = link_for(context, table.players[0].account, table.match)
    for site in ("cross-site", "same-site"):
        answer = pressed_by_script(app.test_client(), link, site)
        assert answer.status_code == 400 and "data-answer" not in answer.text and "Set-Cookie" not in answer.headers
        assert "Access-Control-Allow-Origin" not in answer.headers
    plain = press_link(app.test_client(), f"/enter/{link}")
    assert (plain.status_code, plain.get_data()) == (303, b""), "what a form is sent to brings nothing but the way"


def test_a_link_that_leads_to_no_table_yet_brings_its_script_the_way_alone(
    app: Flask, context: Context, ada: Player, ben: Player
) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private"}).get_json()
    link = link_for(context, ben.account, made["match"], invitation=made["invitation"])
    answer = pressed_by_script(app.test_client(), link)
    assert (answer.status_code, answer.get_data()) == (204, b"")
    assert answer.headers["Content-Location"] == f"/join/{made['match']}?invitation={made['invitation']}"


def test_no_cache_keeps_what_is_brought(app: Flask, context: Context, table: Table) -> None:
    page = entered(app, context, table.players[0], table.match).get(f"/table/{table.match}", headers=OPENED)
    assert page.headers["Cache-Control"] == "private, no-store"
    assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_length_of_a_page_does_not_tell_of_the_cards_in_it(app: Flask, context: Context, table: Table) -> None:
    """What is hidden from anybody is left as it is, within a page that is compressed around it."""
    browser = entered(app, context, table.players[0], table.match)
    packed = browser.get(f"/table/{table.match}", headers={**OPENED, "Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed.headers["Vary"]
    page = gzip.decompress(packed.data)
    hidden = re.findall(rb"data-answer=[^>]*>(.*?)</script>", page, re.DOTALL)
    assert len(hidden) == 5 and all(one in packed.data for one in hidden)
    assert len(packed.data) < len(page) - 1500


def test_a_page_is_compressed_only_where_nothing_is_hidden(app: Flask, context: Context, table: Table) -> None:
    """At sea everybody founds with empty hands: picture and choices are known to the whole table; the account is not."""
    ada = table.players[0]
    wish = {"rules": "seafarers", "seats": 5, "pace": SLOW, "bots": ["steady"] * 4}
    made = ada.post("/v1/matches", wish)
    assert made.status_code == 201, made.get_json()
    match = made.get_json()["match"]
    browser = entered(app, context, ada, match)
    drain_once(context)
    plain = browser.get(f"/table/{match}", headers=OPENED)
    packed = browser.get(f"/table/{match}", headers={**OPENED, "Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(packed.data) < len(plain.data) / 3
    mine = ada.sees("/v1/me")
    assert mine["account"].encode() in packed.data, "left as it is"
    path = f"/v1/matches/{match}/picture.svg?language=en"
    assert browser.get(path, headers={**PAGE, "Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"
    cards = f"/v1/matches/{table.match}/picture.svg?language=en"
    assert (
        "Content-Encoding"
        not in entered(app, context, ada, table.match).get(cards, headers={**PAGE, "Accept-Encoding": "gzip"}).headers
    )


def test_nothing_that_people_write_ends_a_block(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    title = "</script><script>alert(1)</script><!--<script>"
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "open", "title": title, "pace": SLOW})
    assert made.status_code == 201, made.get_json()
    match = made.get_json()["match"]
    found = brought(entered(app, context, ada, match), f"/table/{match}")
    assert json.loads(found[f"/v1/matches/{match}?"])["title"] == title
    assert not any("<" in body for address, body in found.items() if ".svg" not in address)
    path = f"/v1/matches/{match}"
    assert list(found) == ["/v1/me", f"{path}?", f"{path}/words?language=en", f"{path}/margin?"], "no picture yet"


def test_a_text_with_the_letters_that_stand_for_markup_is_brought_as_it_is(
    app: Flask, context: Context, table: Table
) -> None:
    ada = table.players[0]
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "open", "title": "\u0710\u0712 x", "pace": SLOW})
    assert made.status_code == 201, made.get_json()
    match = made.get_json()["match"]
    found = brought(entered(app, context, ada, match), f"/table/{match}")
    assert json.loads(found[f"/v1/matches/{match}?"])["title"] == "\u0710\u0712 x"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_table_waits_for_is_light_in_every_language(
    app: Flask, context: Context, table: Table, language: Language
) -> None:
    """Of the 100 kB in which a first table has to be usable, 10 are for the letter's page, the story and what comes just then."""
    browser = entered(app, context, table.players[0], table.match)
    table.players[0].ask("PATCH", "/v1/me", {"language": language})
    page = browser.get(f"/table/{table.match}", headers={**OPENED, "Accept-Language": language}).get_data(as_text=True)
    awaited = re.findall(r'<link rel="(?:modulepreload|preload|stylesheet)"[^>]* href="([^"]+)"', page)
    assert any("/words/" in one for one in awaited) is (language not in INLINE)
    files = [browser.get(one, headers={"Accept-Encoding": "gzip"}).data for one in awaited]
    assert len(page.encode()) + sum(map(len, files)) < 90_000
