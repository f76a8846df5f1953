"""What a person's browser shows when it is refused: words in its language; programs get the document as ever."""

import re

import pytest
import redis

from service.api.http.problems import MEDIA_TYPE
from service.store.store import StoreUnavailable
from tests.service.api.players import Player

BROWSER = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "Accept-Language": "de-DE,de;q=0.9,en;q=0.7",
}


@pytest.mark.parametrize("path", ["/nowhere", "/rules/chess", "/table/nonsense", "/problems/none"])
def test_a_page_that_does_not_exist_says_so_in_the_reader_s_language(visitor: Player, path: str) -> None:
    answer = visitor.get(path, **BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "<h1>Hier ist nichts</h1>" in answer.text and '<html lang="de">' in answer.text
    assert answer.headers["Request-Id"] in answer.text
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "There is nothing here" in visitor.get(path, **{**BROWSER, "Accept-Language": "it"}).text


@pytest.mark.parametrize(
    "accept", ["", "*/*", "application/json", MEDIA_TYPE, "application/json, text/html;q=0.9", "text/html;q=0.5, */*"]
)
def test_programs_get_the_document(visitor: Player, accept: str) -> None:
    answer = visitor.get("/nowhere", **({"Accept": accept} if accept else {}))
    assert answer.mimetype == MEDIA_TYPE
    assert answer.json is not None and answer.json["type"] == "/problems/not-found"


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/v1/me", "/oauth/nothing", "/tile/x", "/checkpoint"])
def test_what_only_programs_ask_for_answers_as_documented(visitor: Player, path: str) -> None:
    assert visitor.get(path, **BROWSER).mimetype == MEDIA_TYPE


def test_what_is_wrong_is_read_by_an_operator_s_browser_too(visitor: Player, redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("maxmemory", 1)
        try:
            answer = visitor.get("/ready", **BROWSER)
        finally:
            client.config_set("maxmemory", 0)
    assert (answer.status_code, answer.mimetype) == (503, MEDIA_TYPE)
    assert "memory is full" in answer.text


def test_other_refusals_of_pages_keep_status_and_headers(visitor: Player) -> None:
    answer = visitor.ask("PUT", "/rules", **BROWSER)
    assert (answer.status_code, answer.mimetype) == (405, "text/html")
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/sign-in", "/login/abc", "/enter/abc", "/nowhere", "/account/tokens"])
def test_a_form_that_is_too_large_is_refused_as_any_other(visitor: Player, path: str) -> None:
    """The page that says so looks for the language that the form asks for, in the very form that nobody reads."""
    answer = visitor.app.test_client().post(path, data={"mail": "x" * 2_000_000}, headers=BROWSER)
    assert 400 <= answer.status_code < 500 and answer.mimetype == "text/html"
    assert '<html lang="de">' in answer.text


def test_an_outage_is_told_with_how_long_it_takes_and_reads_nothing(
    visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("it is restarting")

    monkeypatch.setattr(StoreUnavailable, "retry_after", 150)
    monkeypatch.setitem(visitor.app.view_functions, "rules_pages.all_rules", away)
    answer = visitor.get("/rules", **BROWSER)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "150")
    assert "Gerade nicht erreichbar" in answer.text and "etwa 3 Minuten" in answer.text
    assert '<a href="">Noch einmal versuchen</a>' in answer.text


DEAD = (
    "/enter/abc",
    "/login/abc",
    "/unsubscribe/abc",
    "/choose/abc",
    "/choose/abc/1",
    "/say/abc",
    "/say/abc/yes",
    "/letters/abc/table.png",
    "/feeds/abc/deadlines.ics",
    "/feeds/abc/tables.atom",
    "/account/mail/undo/abc",
    "/account/delete/abc",
    "/table/abc",
    "/oauth/authorize?client_id=x&redirect_uri=http://evil.example/",
)
"""Links of every kind that lead nowhere."""


@pytest.mark.parametrize("path", DEAD)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_link_that_is_worth_nothing_says_so_and_leads_on(visitor: Player, path: str, language: str) -> None:
    answer = visitor.get(path, **{**BROWSER, "Accept-Language": language})
    assert 400 <= answer.status_code < 500 and answer.mimetype == "text/html"
    assert f'<html lang="{language}">' in answer.text
    assert re.search(r"<main.*<p>.*<a [^>]*href=", answer.text, re.DOTALL), "a way on, besides the bar"


@pytest.mark.parametrize("path", ["/sign-in/code", "/account/mail/confirm", "/session/end"])
def test_an_address_that_only_forms_lead_to_says_that_nothing_is_lost(visitor: Player, path: str) -> None:
    """Browsers open it anew after a crash, and people press Enter in its address."""
    answer = visitor.get(path, **BROWSER)
    assert answer.status_code == 405 and "Das Formular ist schon abgeschickt" in answer.text
