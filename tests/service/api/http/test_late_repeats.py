"""Requests under one Idempotency-Key that overlap and end in another order than they began."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.api.http import idempotency
from service.context import Context
from service.matches.errors import MatchError
from service.matches.seating import creation, lobby
from service.store import idempotency as stored
from tests.service.api.players import Player, refused

WISH = {"rules": "kontor", "grace_seconds": 0, "start": "by-owner"}


class Turns:
    """Lets calls of a function begin, and end, when a test says so; ``failing`` are those that are refused at their end."""

    def __init__(self, work: Callable[..., Any], failing: set[int]) -> None:
        self._work = work
        self._failing = failing
        self._count = 0
        self._lock = threading.Lock()
        self.began = [threading.Event() for _ in range(4)]
        self.may_end = [threading.Event() for _ in range(4)]

    def __call__(self, *args: Any, **named: Any) -> Any:
        with self._lock:
            number, self._count = self._count, self._count + 1
        self.began[number].set()
        assert self.may_end[number].wait(120)
        if number in self._failing:
            raise MatchError("busy", "many people change this match at once: try again")
        return self._work(*args, **named)


def first_to_its_end(
    ada: Player, monkeypatch: pytest.MonkeyPatch, *, failing: set[int]
) -> tuple[TestResponse, TestResponse]:
    """Have two requests under one key begin, the first end, then the second; return the answers to both."""
    with monkeypatch.context() as patched, ThreadPoolExecutor(2) as pool:
        patched.setattr(idempotency, "PATIENCE", 0.0)
        turns = Turns(creation.open_table, failing)
        patched.setattr(creation, "open_table", turns)
        first = pool.submit(ada.post, "/v1/matches", WISH, Idempotency_Key="k")
        assert turns.began[0].wait(120)
        second = pool.submit(ada.post, "/v1/matches", WISH, Idempotency_Key="k")
        assert turns.began[1].wait(120)
        turns.may_end[0].set()
        answer = first.result(20)
        turns.may_end[1].set()
        return answer, second.result(20)


def test_a_second_that_fails_late_does_not_forget_the_first_answer(
    ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, second = first_to_its_end(ada, monkeypatch, failing={1})
    assert (answer.status_code, second.status_code) == (201, 503)
    assert ada.post("/v1/matches", WISH, Idempotency_Key="k").data == answer.data
    refused(ada.post("/v1/matches", {**WISH, "title": "another"}, Idempotency_Key="k"), 422, "key-reused")


def test_a_second_that_ends_later_gets_the_first_answer_and_leaves_it(
    ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What either saw of the match differs: its clock has gone on."""
    answer, second = first_to_its_end(ada, monkeypatch, failing=set())
    assert second.data == answer.data
    assert ada.post("/v1/matches", WISH, Idempotency_Key="k").data == answer.data


def test_a_first_that_was_taken_for_dead_keeps_its_answer_although_the_second_is_refused(
    ada: Player, ben: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start whose first request takes longer than anybody waits; the second finds the match started."""
    path = f"/v1/matches/{ada.post('/v1/matches', WISH).get_json()['match']}"
    ben.put(f"{path}/seats/me", {})
    monkeypatch.setattr(stored, "RUNNING", 1)
    turns = Turns(lobby.start, failing={1})
    monkeypatch.setattr(lobby, "start", turns)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ada.post, f"{path}/start", {}, Idempotency_Key="k")
        assert turns.began[0].wait(120)
        second = pool.submit(ada.post, f"{path}/start", {}, Idempotency_Key="k")
        assert turns.began[1].wait(120)
        turns.may_end[0].set()
        answer = first.result(20)
        turns.may_end[1].set()
        assert (answer.status_code, second.result(20).status_code) == (202, 503)
    monkeypatch.undo()
    assert ada.post(f"{path}/start", {}, Idempotency_Key="k").data == answer.data
