"""A table's page brings what it will ask for: the API's own answers to the same session, and nothing else."""

import json
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from checks.languages import INLINE
from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES
from service.context import Context
from tests.service.api.account.test_web_session import PAGE, entered
from tests.service.api.players import PACE as SLOW
from tests.service.api.players import Table, timeless
from workers.resolve.drain import drain_once

OPENED = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
"""What a browser says when a link of a mail is followed in a webmail program."""


def brought(browser: FlaskClient, path: str, **headers: str) -> dict[str, str]:
    """What a page brings, by the address it would be asked for."""
    text = browser.get(path, headers={**OPENED, **headers}).get_data(as_text=True)
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


def test_no_cache_keeps_what_is_brought(app: Flask, context: Context, table: Table) -> None:
    page = entered(app, context, table.players[0], table.match).get(f"/table/{table.match}", headers=OPENED)
    assert page.headers["Cache-Control"] == "private, no-store"
    assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Encoding" not in page.headers, "a length must not tell of the cards in it"


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
