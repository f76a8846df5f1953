"""Who needs more time says so with the button of a letter, or with two words in answer to it; the letter stays good."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.match.extensions import times_taken
from service.api import create_app
from service.matches.absence import extensions
from tests.service.api.browser import Browser, forms
from tests.workers.inbox.commands.test_saying import Table
from tests.workers.inbox.corresponding import reply_to
from tests.workers.mail.post_office import subject_and_line, text_of
from workers.inbox.arrive import take
from workers.inbox.desk import Desk
from workers.mail.reply_address import read_address


class Asked(Table):
    """A table that has just begun; everybody is asked, and may take more time three times."""

    def __init__(self, redis_url: str, folder: Path) -> None:
        super().__init__(redis_url, folder, "your-turn", extensions={})
        self.seat = next(seat for one in self.people.record.table["standing"] for seat in one["seats"])
        self.asking = self.letter(self.seat, "your-turn")

    @property
    def deadline(self) -> int:
        found = self.people.record.table["standing"][0]["deadline"]
        assert found is not None
        return found

    @property
    def taken(self) -> int:
        return times_taken(self.people.record.table, self.seat)

    @property
    def button(self) -> str:
        """The address of the letter's button for more time, without the host."""
        line = next(line for line in text_of(self.asking).splitlines() if line.startswith("I need more time"))
        return line[line.index("/say/") :]


@pytest.mark.parametrize("words", ["MEHR ZEIT", "more time", "I need more time."])
def test_two_words_move_the_deadline_and_the_numbers_still_hold(redis_url: str, tmp_path: Path, words: str) -> None:
    table = Asked(redis_url, tmp_path)
    before = table.deadline
    assert "MORE TIME moves the deadline by" in " ".join(text_of(table.asking).split())

    said = table.mail(table.seat, words, table.asking)

    agreed = table.people.record.table["extensions"]["agreed"]
    assert table.deadline == before + agreed["seconds"] * 1000
    assert "You have taken more time: the deadline is now" in said
    assert "This applies to this question only. You can do this 2 more times in this match." in said
    assert subject_and_line(table.tray.letters[-1]).partition(" (Round 1 by ")[0].endswith("You have more time")
    assert "receipts.jsonl" in [one.get_filename() for one in table.tray.letters[-1].iter_attachments()]
    assert "Nothing was changed" not in table.mail(table.seat, "1", table.asking), "the letter of before is still good"
    assert "You cannot take more time here" in table.mail(table.seat, "MORE TIME", table.asking), "it has answered"
    assert table.taken == 1


def test_more_time_beside_an_answer_or_beyond_what_was_agreed_changes_nothing(redis_url: str, tmp_path: Path) -> None:
    table = Asked(redis_url, tmp_path)
    for text in ("1\nMORE TIME", "MORE TIME\nUNDO", "MORE TIME\n1"):
        assert "MORE TIME and ASK TIME need a mail of their own" in table.mail(table.seat, text, table.asking)
    assert "out of date" in table.mail(table.seat, "MORE TIME", table.earlier(table.seat)), "of an old letter"
    assert table.taken == 0
    for _ in range(3):
        table.mail(table.seat, "MORE TIME", table.asking)
    assert "You cannot take more time here" in table.mail(table.seat, "MORE TIME", table.asking)
    assert table.taken == 3
    assert "MORE TIME" not in text_of(table.letter(table.seat, "your-turn"))


def test_a_mail_that_comes_again_takes_no_more_time(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Asked(redis_url, tmp_path)
    address = read_address(str(table.asking["Reply-To"]), "reply.example")
    assert address is not None
    player, mail = table.account(table.seat), reply_to(table.asking, table.account(table.seat), "MORE TIME").as_bytes()

    def dies(*of: object) -> EmailMessage:
        raise RuntimeError("the process ends here")

    desk = Desk(table.context, table.tray)
    with monkeypatch.context() as patch:
        patch.setattr("workers.inbox.arrive.answer_letter", dies)
        assert take(desk, mail, player.mail, address).startswith("451")
    assert table.taken == 1
    assert take(desk, mail, player.mail, address).startswith("250")
    assert table.taken == 1
    assert "You have taken more time" in text_of(table.tray.letters[-1])


def test_the_button_takes_one_extension_whoever_presses_it_how_often(redis_url: str, tmp_path: Path) -> None:
    table = Asked(redis_url, tmp_path)
    browser, before, way = Browser(create_app(table.context)), table.deadline, table.button
    shown = browser.get(way)
    (form,) = forms(shown)
    assert (browser.client.head(way).status_code, browser.post(way).status_code) == (200, 200)
    assert table.taken == 0, "looking takes nothing, and no POST that did not look"
    assert "for everybody who is asked" in shown.get_data(as_text=True)

    done, again = browser.post(form.action, form.hidden), browser.post(form.action, form.hidden)

    assert "The deadline is now" in done.get_data(as_text=True)
    assert "receipts.jsonl" in done.get_data(as_text=True)
    assert done.get_data() == again.get_data()
    assert (table.taken, table.deadline > before) == (1, True)
    late = browser.get(way)
    assert late.status_code == 409
    assert "taken more time with this button" in late.get_data(as_text=True)
    account = table.account(table.seat)
    extensions.take(table.context, table.people.match, account, table.people.record.table["standing"][0]["id"], 2)
    assert browser.post(form.action, form.hidden).status_code == 410, "an extension since is another one"
    assert table.taken == 2
