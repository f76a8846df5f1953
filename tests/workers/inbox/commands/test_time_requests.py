"""Whoever is asked for more time answers with a button of the letter, or with two words in answer to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.match.table import Standing
from engine.match.time_requests import request_of
from service.api import create_app
from service.notifications.channel import Temporary
from service.notifications.overtaking import Situation
from service.notifications.planning import overtaken
from tests.service.api.browser import Browser
from tests.workers.inbox.commands.test_saying import Table
from tests.workers.inbox.corresponding import HOST, reply_to
from tests.workers.mail.post_office import subject_and_line, text_of
from workers.inbox.arrive import take
from workers.inbox.desk import Desk
from workers.mail.reply_address import read_address


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
    said = table.mail(second, words, table.letters[1])
    assert "you give" in said and "The deadline is now" in said
    assert table.moved == 3_600_000
    assert "receipts.jsonl" in [one.get_filename() for one in table.tray.letters[-1].iter_attachments()]
    assert "Nothing was changed" in table.mail(second, "NOT NOW", table.letters[1]), "it is decided"
    told = [(one["seat"], one["facts"]["what"]) for one in table.people.notices if one["kind"] == "time-decided"]
    assert sorted(told) == [(0, "granted"), (1, "granted"), (2, "granted")], "everybody is told once"
    news = [one for one in table.people.notices if one["kind"] == "time-decided"]
    written = {one["seat"] for one in news if overtaken(one, Situation(table.people.record)) is None}
    assert written == {first, table.seat}, "whose word decided it has the answer to that mail"


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


class Asking(Table):
    """A table of three that has just begun; who is asked first has a letter, and may only ask the others for more time."""

    def __init__(self, redis_url: str, folder: Path, **wish: object) -> None:
        super().__init__(redis_url, folder, "your-turn", **({"time_requests": {}, "extensions": None} | wish))
        self.seat = next(
            seat for one in self.people.record.table["standing"] if one["deadline"] for seat in one["seats"]
        )
        self.asking = self.letter(self.seat, "your-turn")

    @property
    def request(self) -> tuple[int, int] | None:
        """Who asks for how many seconds, if anybody does."""
        found = (request_of(one) for one in self.people.record.table["standing"])
        return next(((one["seat"], one["seconds"]) for one in found if one is not None), None)

    @property
    def most(self) -> int:
        return self.people.record.table["time_requests"]["agreed"]["seconds"]


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("ASK TIME 2 HOURS", 7_200),
        ("Zeit bitte: eine Stunde.", 3_600),
        ("bitte um mehr Zeit 90 min", 5_400),
        ("3 Stunden mehr bitte", 10_800),
    ],
)
def test_who_needs_more_time_asks_the_others_by_mail(redis_url: str, tmp_path: Path, words: str, seconds: int) -> None:
    table = Asking(redis_url, tmp_path)
    assert "ASK TIME 1 DAY asks the others for more time" in " ".join(text_of(table.asking).split())

    said = table.mail(table.seat, words, table.asking)

    assert table.request == (table.seat, seconds)
    assert "You have asked the others for" in said
    assert (
        subject_and_line(table.tray.letters[-1]).partition(" (Round 1 by ")[0].endswith("You have asked for more time")
    )
    assert "receipts.jsonl" in [one.get_filename() for one in table.tray.letters[-1].iter_attachments()]
    assert "cannot ask the others for more time here" in table.mail(table.seat, words, table.asking), (
        "once for a question"
    )
    assert "Nothing was changed" not in table.mail(table.seat, "1", table.asking), "the letter of before is still good"


@pytest.mark.parametrize(
    "words", ["ASK TIME", "Zeit bitte 3 Monde", "ASK TIME 400 DAYS", "ASK TIME 0 DAYS", "ask time 2 days\nMORE TIME"]
)
def test_what_is_not_clear_or_too_much_asks_nobody(redis_url: str, tmp_path: Path, words: str) -> None:
    table = Asking(redis_url, tmp_path)
    said = table.mail(table.seat, words, table.asking)
    assert table.request is None
    assert "Nothing was changed" in said
    why = "at most at a time" if "400" in words else "Say how much time you are asking for"
    assert ("need a mail of their own" if "\n" in words else why) in said


@pytest.mark.parametrize(("seconds", "most"), [(10_800, "3 HOURS"), (129_600, "36 HOURS"), (90, "1 MINUTE")])
def test_what_letters_give_as_an_example_can_be_asked_for(
    redis_url: str, tmp_path: Path, seconds: int, most: str
) -> None:
    table = Asking(redis_url, tmp_path, time_requests={"seconds": seconds})
    example = "1 DAY" if seconds > 86_400 else most
    assert f"ASK TIME {example} asks the others" in " ".join(text_of(table.asking).split())
    assert f"ASK TIME {example} asks the others" in table.mail(table.seat, "HELP", table.asking)
    assert f"such as ASK TIME {example};" in table.mail(table.seat, "ASK TIME", table.asking)
    assert f"ASK TIME {example} asks the others" in table.mail(table.seat, "MORE TIME", table.asking)
    assert f"send ASK TIME {most}." in table.mail(table.seat, "ASK TIME 9 DAYS", table.asking)
    assert table.request is None
    table.mail(table.seat, f"ASK TIME {most}", table.asking)
    assert table.request == (table.seat, seconds - seconds % 60)


def test_a_mail_that_comes_again_asks_no_second_time(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Asking(redis_url, tmp_path)
    raw, player = (
        reply_to(table.asking, table.account(table.seat), "ASK TIME 1 HOUR").as_bytes(),
        table.account(table.seat),
    )
    address = read_address(str(table.asking["Reply-To"]), HOST)
    assert address is not None

    def away(*_: object, **__: object) -> str:
        raise Temporary("not now")

    monkeypatch.setattr(table.tray, "send", away)
    assert take(Desk(table.context, table.tray), raw, player.mail, address).startswith("451")
    n = table.people.record.n
    assert table.request == (table.seat, 3_600)
    monkeypatch.undo()
    assert take(Desk(table.context, table.tray), raw, player.mail, address).startswith("250")
    assert table.people.record.n == n
    assert "You have asked the others for" in " ".join(text_of(table.tray.letters[-1]).split())


def test_a_button_asks_for_a_part_of_what_may_be_asked_for_once(redis_url: str, tmp_path: Path) -> None:
    table = Asking(redis_url, tmp_path)
    line = next(one for one in text_of(table.asking).splitlines() if one.startswith("Ask the others for more time"))
    path, browser = line[line.index("/say/") :], Browser(create_app(table.context))
    before = table.people.record.n
    listed = browser.get(path).get_data(as_text=True)
    assert listed.count(f'href="{path}/ask-') == 3
    page = browser.get(f"{path}/ask-2")
    assert table.people.record.n == before
    assert "Everybody at the table sees this" in page.get_data(as_text=True)
    done = browser.press(page, f"{path}/ask-2")
    assert (done.status_code, table.request) == (200, (table.seat, table.most * 2 // 3))
    assert "The others are asked" in done.get_data(as_text=True)
    assert browser.press(page, f"{path}/ask-2").status_code == 200, "the same form again says the same"
    again = browser.get(path)
    assert (again.status_code, "already" in again.get_data(as_text=True)) == (409, True)


def test_own_time_is_taken_before_the_others_are_asked(redis_url: str, tmp_path: Path) -> None:
    letter = text_of(Asking(redis_url, tmp_path, extensions={}).asking)
    assert ("I need more time" in letter, "Ask the others for more time:" in letter) == (True, False)
