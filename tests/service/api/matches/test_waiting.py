"""Waiting inside a request: the answer comes with the resolution, or when the time is up, and never blocks everybody."""

import threading
import time
from typing import Self

import pytest
from flask import Flask

from service.api.http.holding import Limits, Places
from service.api.http.long_poll import LongPolls, preferred
from service.context import Context
from tests.service.api.players import Player, Table, refused

PASS = {"type": "pass"}


class Worker(threading.Thread):
    """Drains what is due until the test ends, as the workers do."""

    def __init__(self, table: Table) -> None:
        super().__init__(daemon=True)
        self._table, self._over = table, threading.Event()

    def run(self) -> None:
        while not self._over.wait(0.01):
            self._table.resolve()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()


def test_the_last_commitment_waits_for_what_it_resolves(table: Table, ada: Player, ben: Player) -> None:
    here = f"{table.here()}/commitment"
    first = ada.put(here, {"move": PASS})
    assert "Preference-Applied" not in first.headers
    with Worker(table):
        answer = ben.put(here, {"move": PASS}, Prefer="wait=20")
    assert answer.headers["Preference-Applied"] == "wait=20"
    shown = answer.get_json()
    assert shown["resolved"] is True
    assert shown["n"] > shown["receipt"]["n"]


def test_when_the_time_is_up_the_answer_says_that_nothing_is_resolved_yet(table: Table, ada: Player) -> None:
    started = time.monotonic()
    shown = ada.put(f"{table.here()}/commitment", {"move": PASS}, Prefer="respond-async, wait=1").get_json()
    assert shown["resolved"] is False
    assert 0.9 < time.monotonic() - started < 25, "a second, not the longest wait of thirty"


def test_nobody_waits_for_a_match_that_is_over(table: Table, ada: Player, ben: Player) -> None:
    ben.put(f"{table.here()}/commitment", {"move": PASS})
    seen: list[float] = []

    def wait() -> None:
        started = time.monotonic()
        assert ben.sees(f"/v1/me/waiting?match={table.match}&wait=30")["waiting"] == []
        seen.append(time.monotonic() - started)

    with Worker(table):
        watcher = threading.Thread(target=wait)
        watcher.start()
        assert ada.post(f"{table.path}/resign").status_code < 300
        watcher.join()
    assert ben.sees(table.path)["status"] == "closed"
    wait()
    ben.sees("/v1/me/waiting?match=01234567-89ab-4cde-8f01-23456789abcd&wait=30")
    assert max(seen) < 25, "neither those who waited when it ended, nor those who ask afterwards"


def test_a_client_with_custody_is_sent_back_when_its_opening_is_due(context: Context, ada: Player, ben: Player) -> None:
    from tests.service.api.matches.test_play import seal
    from tests.service.api.players import Table

    table = Table.begin(context, ada, ben, custody="client")
    here = f"{table.here()}/commitment"
    ada.put(here, {"commitment": seal(table, ada, PASS)[1]})
    with Worker(table):
        shown = ben.put(here, {"commitment": seal(table, ben, PASS)[1]}, Prefer="wait=20").get_json()
    assert shown["resolved"] is False
    assert table.standing()["phase"] == "opening"


def test_a_match_can_be_watched_for_the_next_entry(table: Table, ada: Player, ben: Player) -> None:
    n = table.seen_by(ada)["n"]
    here = f"{table.here()}/commitment"
    seen = []
    watcher = threading.Thread(target=lambda: seen.append(ben.sees(f"{table.path}?after={n}&wait=20")["n"]))
    with Worker(table):
        watcher.start()
        for player in (ada, ben):
            player.put(here, {"move": PASS})
        watcher.join(20)
    assert seen[0] > n


def test_watching_answers_at_once_when_there_is_something(table: Table, ada: Player) -> None:
    started = time.monotonic()
    assert ada.sees(f"{table.path}?after=1&wait=30")["n"] > 1
    assert time.monotonic() - started < 25


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("wait=5", 5), ("WAIT = 7", 7), ('wait="3"', 3), ("return=minimal; wait=4", 4), ("a, wait=9, b", 9),
     ("wait=9999", 30), ("await=5", 0), ("wait=", 0), ("wait=-1", 0), ("wait=1.5", 0), ("", 0)],
)  # fmt: skip
def test_the_preference_is_read_as_rfc_7240_says(app: Flask, header: str, seconds: int) -> None:
    with app.test_request_context("/", headers={"Prefer": header}):
        assert preferred() == seconds


@pytest.mark.parametrize("why", ["all places are taken", "the server ends"])
def test_an_act_is_answered_at_once_when_it_cannot_wait(app: Flask, table: Table, ada: Player, why: str) -> None:
    """What it asks for is a preference, and the act is done."""
    app.extensions["siegelpost-long-polls"] = polls = LongPolls(places=0 if why == "all places are taken" else 1)
    if why == "the server ends":
        polls.close()
    started = time.monotonic()
    answer = ada.put(f"{table.here()}/commitment", {"move": PASS}, Prefer="wait=30")
    assert (answer.status_code, answer.get_json()["resolved"]) == (200, False)
    assert time.monotonic() - started < 25


def test_a_watcher_is_refused_when_all_places_are_taken(app: Flask, table: Table, ada: Player) -> None:
    """The attack: an answer at once that says nothing new is asked for again at once, until the quota is spent."""
    app.extensions["siegelpost-waiting"].places = Places(Limits(all=0))
    n = table.seen_by(ada)["n"]
    answer = ada.get(f"{table.path}?after={n}&wait=30")
    refused(answer, 503, "no-place-to-wait")
    assert answer.headers["Retry-After"] == "5"
    assert ada.get(f"{table.path}?after={n - 1}&wait=30").status_code == 200, "who need not wait needs no place"
