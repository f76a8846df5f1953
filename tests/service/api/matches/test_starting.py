"""The API while the installation starts: it answers at once, says how far the start is, and asks the store nothing."""

import logging
from collections.abc import Iterator
from dataclasses import replace

import pytest
import redis
from flask import Flask

from engine.protocol.canon import b64
from service.api.app import equip
from service.api.http.problems import MEDIA_TYPE
from service.context import Context, opened
from service.keys.signing import new_seed
from service.processes.starting import Progress, Starting
from service.store import keys
from tests.service.api.pages.test_refused_page import BROWSER
from tests.service.api.players import Player, Table
from tests.service.serve.watching import until

NEEDS_THE_STORE = ["/v1/meta", "/v1/me", "/v1/matches", "/ready", "/checkpoint"]
PAGE = "/account/tokens"
NEEDS_NONE = ["/health", "/docs", "/openapi.json", "/protocol"]


@pytest.fixture
def starting(context: Context, monkeypatch: pytest.MonkeyPatch) -> Starting:
    """A start that takes longer than an API waits for it."""
    monkeypatch.setattr("service.context.SOON", 0.0)
    assert context.settings.signing_key is not None
    found = Starting(context.settings.signing_key.parent / "starting.json", "serve-1")
    found.tell(Progress(loaded=43))
    return found


@pytest.fixture
def early(context: Context, app: Flask, ada: Player, starting: Starting) -> Iterator[Player]:
    """Ada, at an API that was started while the store loads."""
    settings = replace(context.settings, starting=starting.file, supervisor=starting.supervisor)
    begun = opened(settings)
    equip(app, begun)
    yield ada
    begun.store.close()


def commands(redis_url: str) -> int:
    """Return how many commands the store has got; asking is one of them."""
    with redis.Redis.from_url(redis_url) as client:
        return int(client.info("stats")["total_commands_processed"])


def goes_on(player: Player) -> bool:
    return player.get("/v1/me").status_code == 200


@pytest.mark.parametrize("path", NEEDS_THE_STORE)
def test_what_needs_the_store_is_refused_with_how_far_the_start_is(early: Player, path: str) -> None:
    answer = early.get(path)
    assert (answer.status_code, answer.mimetype, answer.headers["Retry-After"]) == (503, MEDIA_TYPE, "2")
    assert answer.json is not None
    assert answer.json["type"] == "/problems/unavailable"
    assert answer.json["detail"] == "Siegelpost is starting: 43 % of its data are loaded"


@pytest.mark.parametrize("path", NEEDS_NONE)
def test_what_needs_no_store_is_answered(early: Player, path: str) -> None:
    assert early.get(path).status_code == 200


def test_nothing_is_asked_of_the_store_before_the_start_is_over(
    early: Player, starting: Starting, redis_url: str
) -> None:
    """The store answers all the time, and still: whether it may be believed is not known yet."""
    before = commands(redis_url)
    for path in NEEDS_THE_STORE:
        early.get(path)
    early.post("/v1/matches", {"rules": "kontor"})
    assert commands(redis_url) - before <= 4, "only the test asks (and shakes hands)"
    starting.tell(Progress(over=True))
    until(lambda: goes_on(early), "the API goes on", within=20)
    assert commands(redis_url) - before > 6


def test_another_supervisor_s_word_opens_nothing(early: Player, starting: Starting) -> None:
    Starting(starting.file, "serve-0").tell(Progress(over=True))
    answer = early.get("/v1/me")
    assert answer.status_code == 503 and answer.json is not None
    assert answer.json["detail"] == "Siegelpost is starting"


def test_without_a_key_that_is_needed_it_never_goes_on(
    context: Context, app: Flask, table: Table, starting: Starting, caplog: pytest.LogCaptureFixture
) -> None:
    """The supervisor has refused before; if it had not, this process would still know."""
    starting.file.with_name("other").write_text(b64(new_seed()))
    settings = replace(
        context.settings,
        signing_key=starting.file.with_name("other"),
        starting=starting.file,
        supervisor=starting.supervisor,
    )
    with caplog.at_level(logging.ERROR, "siegelpost.api"):
        begun = opened(settings)
        equip(app, begun)
        starting.tell(Progress(over=True))
        until(
            lambda: "SIEGELPOST_SIGNING_KEY lacks the signing key" in caplog.text, "the missing key is named", within=20
        )
    assert table.players[0].get("/v1/me").status_code == 503
    begun.store.close()


def test_where_the_book_of_keys_is_damaged_it_never_goes_on_and_says_why(
    early: Player, starting: Starting, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.hset(keys.known_keys(), "links:torn", "garbage")
    with caplog.at_level(logging.ERROR, "siegelpost.api"):
        starting.tell(Progress(over=True))
        until(lambda: "the key links:torn cannot be read" in caplog.text, "the damage is named", within=20)
    assert early.get("/v1/me").status_code == 503


def test_a_person_reads_it_in_her_language_and_need_not_load_the_page_again(early: Player, starting: Starting) -> None:
    browser = early.app.test_client()
    for name in ("siegelpost", "__Host-siegelpost"):
        browser.set_cookie(name, early.token or "")
    answer = browser.get(PAGE, headers=BROWSER)
    assert (answer.status_code, answer.mimetype, answer.headers.get("Refresh")) == (503, "text/html", "3")
    assert "<h1>Siegelpost startet gerade</h1>" in answer.text and "Bis jetzt sind 43 % geladen." in answer.text
    starting.tell(Progress())
    answer = browser.get(PAGE, headers={**BROWSER, "Accept-Language": "en"})
    assert "<h1>Siegelpost is starting</h1>" in answer.text and "are loaded" not in answer.text
    sent = browser.post(PAGE, headers=BROWSER)
    assert sent.status_code >= 400 and "Refresh" not in sent.headers, "a form is not sent again by itself"
