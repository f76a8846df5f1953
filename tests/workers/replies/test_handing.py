"""Who is asked whether somebody may hand his seat over answers with a button or with a word."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.match.handing import handing_of
from service.api import create_app
from service.choices.answering import Shut
from service.choices.saying import say_by_link
from service.matches import handing
from service.store.keys import recipient_of
from tests.contexts import open_context
from tests.service.absent_people import People
from tests.service.api.browser import Browser, forms
from tests.service.test_handing import BOT, hand, to
from tests.workers.mail.post_office import text_of
from tests.workers.replies.corresponding import HOST
from tests.workers.replies.test_saying import Table, Tray
from workers.mail.channel import sender_of
from workers.mail.compose import compose


class Asked(Table):
    """A table of three whose last player, who is there, would hand the seat over."""

    def __init__(self, redis_url: str, folder: Path) -> None:
        self.context = open_context(redis_url, folder, reply_host=HOST)
        self.people = People(self.context, "packet-row", 3).begin()
        self.tray = Tray()

    def letter(self, seat: int, *kinds: str) -> EmailMessage:
        """Write the letter with what a seat was told last of these kinds, as it waits in the store."""
        waiting = self.context.store.notices(recipient_of(self.people.players[seat].id, self.people.match)).pending
        news = [one for one in waiting if one["kind"] in kinds][-1:]
        record = self.people.record
        return compose(news, self.account(seat), record, sender_of(self.context, record))


@pytest.fixture
def table(redis_url: str, tmp_path: Path) -> Asked:
    return Asked(redis_url, tmp_path)


def test_the_others_agree_by_a_word(table: Asked) -> None:
    hand(table.people, 2)
    letters = [table.letter(seat, "handing-asked") for seat in (0, 1)]
    read = " ".join(text_of(letters[0]).split())
    assert "Cem wants to hand the seat over to a bot. Do you agree?" in read
    assert "AGREED lets the seat be handed over, STAY votes against it" in read
    assert "you want Cem to stay" in table.mail(0, "Bleiben", letters[0])
    assert "you agree that Cem hands the seat over" in table.mail(0, "Einverstanden!", letters[0])
    assert "Nothing was changed" in table.mail(1, "AGREED\nSTAY", letters[1])
    assert "Nothing was changed" in table.mail(1, "BOT", letters[1])
    assert "you agree that Cem hands the seat over" in table.mail(1, "agreed", letters[1])
    table.people.now = table.context.store.now()
    table.people.settle()
    assert table.people.record.table["seats"][2]["bot"] == "steady"
    assert table.people.proof().verdict == "INCOMPLETE"


def test_a_letter_says_who_would_play_on_and_what_became_of_it(table: Asked) -> None:
    people = table.people
    cleo = people.named(2, 2, "Cleo")
    assert "hand your seat over on the table's page" in " ".join(text_of(table.letter(2, "substitute-ready")).split())
    hand(people, 2, to(cleo))
    asked = table.letter(0, "handing-asked")
    assert "hand the seat over to Cleo" in " ".join(text_of(asked).split())
    table.mail(0, "STAY", asked)
    table.mail(1, "STAY", table.letter(1, "handing-asked"))
    assert "the others want you to stay" in " ".join(text_of(table.letter(2, "handing-ended")).split())
    assert "Nothing was changed" in table.mail(0, "AGREED", asked), "it is decided"


def test_a_button_agrees_to_what_it_names_and_to_nothing_later(table: Asked) -> None:
    people = table.people
    hand(people, 2)
    before, browser = table.link(0), Browser(create_app(table.context))
    page = browser.get(f"/say/{before}/agree")
    assert "Agreed: a bot plays for Cem" in page.text
    (form,) = forms(page)
    assert "Your vote is in the log of the match" in browser.post(form.action, form.hidden).text
    case = handing_of(people.record.table, 2)
    assert case is not None and [one["choice"] for one in case["votes"]] == ["bot"]
    people.here(2)
    handing.hand(table.context, people.match, people.players[2], 2, BOT, 2)
    assert isinstance(say_by_link(table.context, before, "agree"), Shut), "asked anew, it is asked anew"
