"""Whoever is asked for more time answers with a button of the letter, or with two words in answer to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.match.standing import Standing
from service.api import create_app
from tests.service.api.browser import Browser
from tests.workers.mail.post_office import text_of
from tests.workers.replies.test_saying import Table


class Requested(Table):
    """A table of three; who is asked first asks the others for an hour, and both have their letters."""

    def __init__(self, redis_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(redis_url, folder, "your-turn", time_requests={})
        self.decision = next(one for one in self.people.record.table["standing"] if one["deadline"])["id"]
        self.seat = self.standing["seats"][0]
        self.before = self.standing["deadline"] or 0
        store, notices = self.context.store, self.people.notices
        written = store.transition

        def noting(step: Any) -> bool:
            notices.extend(step.notices)
            return written(step)

        monkeypatch.setattr(store, "transition", noting)
        self.people.ask_time(self.seat)
        self.others = sorted({0, 1, 2} - {self.seat})
        self.letters = [self.letter(seat, "time-requested") for seat in self.others]

    @property
    def standing(self) -> Standing:
        return next(one for one in self.people.record.table["standing"] if one["id"] == self.decision)

    @property
    def moved(self) -> int:
        return (self.standing["deadline"] or 0) - self.before


@pytest.mark.parametrize("words", ["GIVE TIME", "Zeit geben.", "gewähren"])
def test_two_words_of_each_of_the_others_give_the_time(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    table = Requested(redis_url, tmp_path, monkeypatch)
    assert "GIVE TIME gives the time that is asked for, NOT NOW does not" in " ".join(text_of(table.letters[0]).split())
    first, second = table.others
    assert "you do not give" in table.mail(first, "NICHT JETZT", table.letters[0]).lower()
    assert table.moved == 0 and "request" not in table.standing, "of two, one is enough to refuse it"
    assert "Nothing was changed" in table.mail(second, words, table.letters[1])


@pytest.mark.parametrize("words", ["GIVE TIME", "Zeit geben.", "gewähren"])
def test_the_time_is_given_once_both_agree(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    table = Requested(redis_url, tmp_path, monkeypatch)
    first, second = table.others
    assert "you give" in table.mail(first, words, table.letters[0])
    assert table.moved == 0
    assert "Nothing was changed" in table.mail(second, f"{words}\nNOT NOW", table.letters[1])
    assert "you give" in table.mail(second, words, table.letters[1])
    assert table.moved == 3_600_000
    assert "receipts.jsonl" in [one.get_filename() for one in table.tray.letters[-1].iter_attachments()]
    assert "Nothing was changed" in table.mail(second, "NOT NOW", table.letters[1]), "it is decided"
    told = [(one["seat"], one["facts"]["what"]) for one in table.people.notices if one["kind"] == "time-decided"]
    assert sorted(told) == [(0, "granted"), (1, "granted"), (2, "granted")], "everybody is told once"


def test_a_button_shows_first_and_gives_the_time_by_post(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Requested(redis_url, tmp_path, monkeypatch)
    browser = Browser(create_app(table.context))
    for letter in table.letters:
        text = text_of(letter)
        way = next(line for line in text.splitlines() if "/say/" in line and line.endswith("/grant"))
        way = way[way.index("/say/") :].strip()
        page = browser.get(way)
        assert (page.status_code, table.moved) == (200, 0), "looking does nothing"
        assert browser.press(page, way).status_code == 200
    assert table.moved == 3_600_000
