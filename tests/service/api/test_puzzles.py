"""Puzzles from finished public matches: found by a worker, one a day, answered once for each account."""

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask

from engine.kit import puzzles as search
from engine.kit.foresight import foresight_of
from engine.registry import KONTOR
from service.context import Context
from service.matches import puzzles
from service.matches.departure import depart
from service.store import keys
from service.store.installation import puzzles as stored
from service.store.installation.puzzles import StoredPuzzle
from tests.given.contexts import loaded
from tests.service.api.browser import Browser
from tests.service.api.matches.test_coach import finished, jobs
from tests.service.api.players import Player, Table, new_player, refused
from workers.jobs.puzzles import seek_once

TODAY = "/v1/puzzles/today"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes every position for a puzzle, after a playout."""
    known = foresight_of(KONTOR)
    assert known is not None
    monkeypatch.setattr(KONTOR, "foresight", replace(known, steps=2))
    for name, number in {"TRIED": 1, "PROVED": 1, "POSITIONS": 3}.items():
        monkeypatch.setattr(search, name, number)
    monkeypatch.setattr(search, "is_clear", lambda *_: True)


def sought(context: Context, table: Table) -> None:
    """Seek puzzles in a match as the worker does."""
    start = 0
    while seek_once(context, table.match, start):
        start += 1


@pytest.fixture
def puzzle(context: Context, table: Table) -> StoredPuzzle:
    """The puzzle of today, from a match of Ada and Ben."""
    finished(table)
    sought(context, table)
    found = puzzles.posed(context, "today")
    assert found is not None
    return found.found


def test_a_match_that_ends_is_searched_behind_everything_else(context: Context, table: Table) -> None:
    finished(table)
    assert jobs(context, "puzzles") == [("workers.jobs.puzzles.seek", table.match, 0)]
    assert jobs(context, "review") == []
    sought(context, table)
    found = context.store.puzzles_waiting()
    assert found
    sought(context, table)
    assert context.store.puzzles_waiting() == found, "none comes twice"


def test_a_puzzle_is_shown_to_everybody_and_answered_once(
    context: Context, puzzle: StoredPuzzle, ada: Player, eve: Player, visitor: Player
) -> None:
    shown = visitor.sees(TODAY)
    assert shown["view"] == puzzle.puzzle["view"] and shown["date"] == puzzles.today(context).isoformat()
    assert [one["move"] for one in shown["choices"]] == puzzle.puzzle["moves"]
    assert all(one["words"] for one in shown["choices"]) and shown["question"].endswith(".")
    assert (shown["answers"], shown["right"], shown["answer"]) == (0, 0, None)
    assert eve.sees(f"{TODAY}?language=de")["question"] != shown["question"]
    best = puzzle.puzzle["best"] + 1
    wrong = next(one["number"] for one in shown["choices"] if one["number"] != best)
    tried = visitor.put(f"{TODAY}/answer", {"choice": best})
    assert tried.status_code == 200 and tried.get_json()["right"]
    first = eve.put(f"{TODAY}/answer", {"choice": wrong}).get_json()
    assert (first["choice"], first["best"], first["right"]) == (wrong, best, False)
    assert first["shares"] == puzzle.puzzle["values"] and first["match"] == puzzle.match
    # Attacked: once the best choice is known, the account answers again.
    assert eve.put(f"{TODAY}/answer", {"choice": best}).get_json() == first
    assert ada.put(f"{TODAY}/answer", {"choice": best}).get_json()["right"]
    again = eve.sees(TODAY)
    assert again["answer"] == first and (again["answers"], again["right"]) == (2, 1)
    assert visitor.sees(TODAY)["answer"] is None
    (listed,) = visitor.sees("/v1/puzzles")["puzzles"]
    assert (listed["date"], listed["answers"], listed["right"]) == (shown["date"], 2, 1)


def test_before_it_is_answered_a_puzzle_tells_neither_solution_nor_match_nor_names(
    puzzle: StoredPuzzle, visitor: Player, context: Context
) -> None:
    told = json.dumps(visitor.sees(TODAY)) + visitor.get(f"{TODAY}/picture.svg").get_data(as_text=True)
    told += json.dumps(visitor.sees("/v1/puzzles"))
    for secret in (
        puzzle.match,
        "Ada",
        "Ben",
        "best",
        "shares",
        *(one["player"] or "" for one in _seats(context, puzzle)),
    ):
        assert secret and secret not in told


def _seats(context: Context, puzzle: StoredPuzzle) -> Any:
    return loaded(context, puzzle.match).table["seats"]


@pytest.mark.parametrize("choice", [0, -1, 13, 12, "1", True, None, [], 2**53 - 1])
def test_an_answer_is_one_of_the_choices(puzzle: StoredPuzzle, eve: Player, context: Context, choice: Any) -> None:
    if choice == 12:
        choice = len(puzzle.puzzle["moves"]) + 1
    problem = refused(eve.put(f"{TODAY}/answer", {"choice": choice}), 422, "invalid")
    assert [one["pointer"] for one in problem["errors"]] == ["/choice"]
    assert context.store.answered_puzzles(eve.account) == {}


@pytest.mark.parametrize("day", ["2026-02-30", "0000-00-00", "9999-99-99", "1999-01-01", "tomorrow"])
def test_a_day_without_a_puzzle_is_not_found(puzzle: StoredPuzzle, eve: Player, day: str) -> None:
    refused(eve.get(f"/v1/puzzles/{day}"), 404, "not-found")
    refused(eve.put(f"/v1/puzzles/{day}/answer", {"choice": 1}), 404, "not-found")


def test_private_running_and_stopped_matches_have_no_puzzles(context: Context, ada: Player, ben: Player) -> None:
    """Attacked: a job in the queue names a match whose hands nobody else may see."""
    private, running = Table.begin(context, ada, ben, visibility="private"), Table.begin(context, ada, ben)
    finished(private)
    assert jobs(context, "review") == []
    for match in (private.match, running.match, "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"):
        for start in (0, -1, 10**9):
            assert not seek_once(context, match, start)
    assert context.store.puzzles_waiting() == 0
    refused(ada.get(TODAY), 404, "not-found")


def test_the_day_chooses_among_what_waits_and_keeps_its_choice(
    context: Context, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(table)
    sought(context, table)
    number = context.store.puzzles_waiting()
    assert number > 2
    now = puzzles.today(context)
    first = context.store.choose_puzzle(now)
    assert first is not None and context.store.choose_puzzle(now) == first
    assert context.store.puzzles_waiting() == number - 1
    monkeypatch.setattr(stored, "MOST_DAYS", 1)
    following = context.store.choose_puzzle(now + timedelta(days=1))
    assert following is not None and following.id != first.id
    assert context.store.puzzle(now.isoformat()) is None, "only so many days are kept"
    assert [day for day, _ in context.store.puzzles_of_days(0, 9)] == [(now + timedelta(days=1)).isoformat()]


def test_no_more_is_sought_while_enough_waits(context: Context, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(table)
    monkeypatch.setattr(stored, "MOST_WAITING", 1)
    monkeypatch.setattr("workers.jobs.puzzles.MOST_WAITING", 1)
    sought(context, table)
    assert context.store.puzzles_waiting() == 1 and not seek_once(context, table.match, 0)


def test_answers_are_exported_and_go_with_the_account_while_counts_stay(
    app: Flask, context: Context, puzzle: StoredPuzzle, visitor: Player
) -> None:
    dora = new_player(app, context, "Dora")
    dora.put(f"{TODAY}/answer", {"choice": 1})
    day = puzzles.today(context).isoformat()
    assert dora.get("/v1/me/export").get_json()["puzzles"] == [{"date": day, "choice": 1}]
    depart(context, dora.account)
    assert context.store._ask(("EXISTS", keys.account_puzzles(dora.account))) == 0
    assert visitor.sees(TODAY)["answers"] == 1


def test_only_the_latest_answers_of_an_account_are_kept(
    context: Context, eve: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "MOST_DAYS", 2)
    for number in range(1, 5):
        context.store.answer_puzzle(eve.account, date(2026, 1, number).isoformat(), 0)
    assert sorted(context.store.answered_puzzles(eve.account)) == ["2026-01-03", "2026-01-04"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_page_lets_a_visitor_try_and_an_account_answer_once(
    app: Flask, context: Context, puzzle: StoredPuzzle, browser: Browser, ada: Player, language: str
) -> None:
    visitor = Browser(app, language)
    shown = visitor.get("/puzzles")
    assert shown.status_code == 200 and len(shown.data) < 30_000
    assert puzzle.match not in shown.get_data(as_text=True)
    day, best = puzzles.today(context).isoformat(), puzzle.puzzle["best"]
    tried = visitor.press(shown, f"/puzzles/{day}", choice=best + 1)
    text = tried.get_data(as_text=True)
    assert tried.status_code == 200 and f"/table/{puzzle.match}" in text
    assert {"en": "Right!", "de": "Richtig!", "fr": "Juste\u00a0!"}[language] in text
    assert context.store.puzzle_counts([day]) == [{}]
    page = browser.get("/puzzles")
    wrong = 0 if best else 1
    assert browser.press(page, f"/puzzles/{day}", choice=wrong + 1).status_code == 303
    # Attacked: the form is sent again with the best choice, from elsewhere, and with choices that there are not.
    assert browser.press(page, f"/puzzles/{day}", choice=best + 1).status_code == 303
    assert context.store.answered_puzzles(ada.account) == {day: wrong}
    assert browser.post(f"/puzzles/{day}", {"choice": 1}, site="cross-site").status_code == 400
    assert browser.post(f"/puzzles/{day}", {"choice": 1}).status_code == 403
    for odd in ("", "0", "13", "²", "-1", "1e1", "9" * 400):
        assert visitor.press(shown, f"/puzzles/{day}", choice=odd).status_code == 422
    assert "Not quite" in browser.get(f"/puzzles/{day}").get_data(as_text=True)


def test_the_page_says_so_where_there_is_no_puzzle_yet(app: Flask) -> None:
    assert "no puzzle yet" in Browser(app).get("/puzzles").get_data(as_text=True)
    assert Browser(app).get("/puzzles/2026-01-01").status_code == 404


def test_an_account_wishes_the_puzzle_by_mail_on_its_page(
    app: Flask, context: Context, browser: Browser, ada: Player
) -> None:
    assert "/puzzles/by-mail" not in Browser(app).get("/puzzles").get_data(as_text=True)
    page = browser.get("/puzzles")
    assert browser.press(page, "/puzzles/by-mail", hour="7").status_code == 303
    assert ada.sees("/v1/me/notifications")["puzzle_hour"] == 7
    (due,) = context.store.due_puzzle_letters(2**53, 9)
    assert due == ada.account
    for odd in ("", "24", "-1", "x"):
        assert browser.press(browser.get("/puzzles"), "/puzzles/by-mail", hour=odd).status_code == 303
        assert ada.sees("/v1/me/notifications")["puzzle_hour"] is None
        assert context.store.due_puzzle_letters(2**53, 9) == []
    assert browser.post("/puzzles/by-mail", {"hour": "7"}).status_code == 403
    assert ada.put("/v1/me/notifications", {"puzzle_hour": 23}).get_json()["puzzle_hour"] == 23
    assert context.store.due_puzzle_letters(2**53, 9) == [ada.account]
    refused(ada.put("/v1/me/notifications", {"puzzle_hour": 24}), 422, "invalid")
    assert ada.put("/v1/me/notifications", {"puzzle_hour": None}).get_json()["puzzle_hour"] is None
    assert context.store.due_puzzle_letters(2**53, 9) == []
