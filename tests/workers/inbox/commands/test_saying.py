"""People who stay away are asked by letter, and answer with a button or with a word."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.match.absence import case_of, decision_on
from engine.protocol.agreements import Wanted
from service.api import create_app
from service.choices.answering import Shut, make_choice_link, say_by_link
from service.ending import block_account
from service.matches.absence.matters import matters_of
from service.notifications.overtaking import Situation
from service.notifications.planning import overtaken
from service.store.keys import recipient_of
from service.store.records import Account
from tests.given.contexts import open_context
from tests.service.absent_people import People
from tests.service.api.browser import Browser, forms
from tests.workers.inbox.corresponding import HOST, reply_to
from tests.workers.mail.post_office import text_of
from workers.inbox.arrive import take
from workers.inbox.desk import Desk
from workers.mail.compose import compose
from workers.mail.reply_address import make_address, read_address
from workers.mail.sender import sender_of

BASIC = {"options": {"preset": "goldsieber-basic"}}


class Tray:
    """Where answers to mails end up."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []

    def send(self, letter: EmailMessage, at_handover: object, returns: str = "") -> str:
        self.letters.append(letter)
        return "250"

    def close(self) -> None:
        """Nothing to close."""


class Table:
    """A table of three whose last player stays away; letters are written as they would be sent, and mails taken."""

    def __init__(self, redis_url: str, folder: Path, told: str, **wish: object) -> None:
        self.context = open_context(redis_url, folder, reply_host=HOST)
        self.people = People(self.context, "packet-row", 3, wish, away={2}).begin().until_told(told)
        self.tray = Tray()

    def account(self, seat: int) -> Account:
        found = self.context.store.account(self.people.players[seat].id)
        assert found is not None
        return found

    def letter(self, seat: int, *kinds: str) -> EmailMessage:
        """Write the letter with what a seat was told last of these kinds."""
        news = [one for one in self.people.notices if one["seat"] == seat and one["kind"] in kinds][-1:]
        record = self.people.record
        return compose(news, self.account(seat), record, sender_of(self.context, record))

    def earlier(self, seat: int) -> EmailMessage:
        """Return a letter of before, which asked something else."""
        player, letter = self.account(seat), EmailMessage()
        letter["Reply-To"] = make_address(
            self.context.links, HOST, player.id, player.mail, self.people.match, seat, bytes(8)
        )
        letter.set_content("What is asked.")
        return letter

    def mail(self, seat: int, text: str, letter: EmailMessage) -> str:
        """Answer a letter; return what the answer to that says."""
        address = read_address(str(letter["Reply-To"]), HOST)
        assert address is not None
        player = self.account(seat)
        raw = reply_to(letter, player, text).as_bytes()
        assert take(Desk(self.context, self.tray), raw, player.mail, address).startswith("250")
        return " ".join(text_of(self.tray.letters[-1]).split())

    def link(self, seat: int) -> str:
        record = self.people.record
        (matter,) = matters_of(record, seat)
        return make_choice_link(self.context.links, self.account(seat), record.match, seat, matter.digest)


@pytest.mark.parametrize("word", ["DA", "here", "Ich bin da."])
def test_who_is_missed_says_by_one_word_that_they_are_there(redis_url: str, tmp_path: Path, word: str) -> None:
    table = Table(redis_url, tmp_path, "you-are-missed")
    letter = table.letter(2, "you-are-missed")
    assert "HERE says that you are still playing" in " ".join(text_of(letter).split())

    said = table.mail(2, word, letter)

    assert "The table knows that you are there." in said
    assert case_of(table.people.record.table, 2) is None
    assert "receipts.jsonl" in [one.get_filename() for one in table.tray.letters[-1].iter_attachments()]


def test_an_old_letter_is_good_enough_for_being_there_and_for_nothing_else(redis_url: str, tmp_path: Path) -> None:
    table = Table(redis_url, tmp_path, "absence-asked")
    asked, old = table.earlier(0), table.earlier(2)
    assert "Nothing was changed" in table.mail(0, "WIN", asked)
    assert "Nothing was changed" in table.mail(2, "WIN", old)
    assert "Nothing was changed" in table.mail(0, "DA", asked)
    case = case_of(table.people.record.table, 2)
    assert case is not None
    assert case["votes"] == []
    assert "The table knows that you are there." in table.mail(2, "DA", old)


@pytest.mark.parametrize(
    ("said", "choice"), [("Bot bitte", "bot"), ("Let a bot take the seat of Cem", "bot"), ("wait", "wait")]
)
def test_a_vote_counts_though_the_other_question_of_its_letter_is_over(
    redis_url: str, tmp_path: Path, said: str, choice: str
) -> None:
    table = Table(redis_url, tmp_path, "absence-asked")
    asked, before = table.letter(0, "absence-asked"), table.letter(0, "absence-asked")
    before.replace_header("Message-ID", f"<{table.people.match}.3.0.started@example.org>")
    moved = table.earlier(0)  # its address stands for questions that are over
    for letter in (asked, before):
        del letter["Reply-To"]
        letter["Reply-To"] = str(moved["Reply-To"])
    assert "Nothing was changed" in table.mail(0, said, before), "when it was written, nobody was missed"
    assert "Nothing was changed" in table.mail(0, f"1\n{said}", asked), "the number was another question's"
    assert "Nothing was changed" in table.mail(0, f"{said}\n\nBut only if Ben agrees.", asked)
    case = case_of(table.people.record.table, 2)
    assert case is not None
    assert case["votes"] == []

    assert "Noted: " in table.mail(0, said, asked)

    case = case_of(table.people.record.table, 2)
    assert case is not None
    assert [(one["seat"], one["choice"]) for one in case["votes"]] == [(0, choice)]


@pytest.mark.parametrize("way", ["word", "answer"])
def test_who_was_asked_about_somebody_reads_in_the_next_letter_that_he_is_back(
    redis_url: str, tmp_path: Path, way: str
) -> None:
    table = Table(redis_url, tmp_path, "absence-asked")
    people = table.people
    question = next(one for one in reversed(people.notices) if (one["seat"], one["kind"]) == (0, "your-turn"))
    if way == "word":
        table.mail(2, "DA", table.letter(2, "you-are-missed"))
        waiting = table.context.store.notices(recipient_of(people.players[0].id, people.match)).pending
        told = [one for one in waiting if one["kind"] == "is-back"]
    else:
        people.away = {0, 1}
        while not people.visit():
            people.wait()
        people.settle()
        told = [one for one in people.notices if (one["seat"], one["kind"]) == (0, "is-back")]
    (back,) = told
    record = people.record
    assert not any(one["kind"] == "is-back" and one["seat"] == 2 for one in people.notices)
    assert overtaken(back, Situation(record, [], back["send_at"])) == "already-seen", "it makes no letter of its own"
    assert overtaken(back, Situation(record, [question], back["send_at"])) is None
    letter = compose([question, back], table.account(0), record, sender_of(table.context, record))
    assert "Cem is back and plays on." in text_of(letter)


def test_the_others_vote_by_a_word_and_change_it_until_it_is_decided(redis_url: str, tmp_path: Path) -> None:
    table = Table(redis_url, tmp_path, "absence-asked")
    letters = [table.letter(seat, "absence-asked") for seat in (0, 1)]
    read = " ".join(text_of(letters[0]).split())
    assert "WAIT waits, BOT gives the seat to a bot, WIN ends the match" in read
    assert "/choose/" not in read, "nothing else is asked here"
    assert "Anyone you forward it to can use them" in read, "the buttons are said to act for whoever has them"

    assert "a bot is to take the seat of Cem" in table.mail(0, "BOT", letters[0])
    first = table.mail(0, "Sieg", letters[0])
    assert "the match is to end" in first and "It is not decided yet: the others are asked as well." in first
    assert "Nothing was changed" in table.mail(1, "BOT\nWIN", letters[1])
    last = table.mail(1, "win", letters[1])
    assert "the match is to end" in last and "not decided yet" not in last
    case = case_of(table.people.record.table, 2)
    assert case is not None
    assert decision_on(table.people.record.table, case) == Wanted("win")
    table.people.settle()
    assert table.people.over == "abandoned"
    assert table.people.proof().verdict == "PASS"


def test_a_vote_by_mail_is_about_whom_the_letter_asked(redis_url: str, tmp_path: Path) -> None:
    table = Table(redis_url, tmp_path, "absence-asked")
    letter = table.letter(0, "absence-asked")
    table.people.here(2)
    table.people.notices.clear()
    table.people.until_told("absence-asked")
    assert "Nothing was changed" in table.mail(0, "WIN", letter)
    case = case_of(table.people.record.table, 2)
    assert case is not None
    assert case["votes"] == []


def test_buttons_say_it_once_after_a_page_that_shows_what_would_be_said(redis_url: str, tmp_path: Path) -> None:
    table = Table(redis_url, tmp_path, "absence-asked")
    app, links = create_app(table.context), [table.link(seat) for seat in range(3)]
    first, strange = Browser(app), Browser(app, "de")
    for link, option in zip(links, ("bot", "win", "here"), strict=True):
        for path in (f"/say/{link}", f"/say/{link}/{option}"):
            assert (first.get(path).status_code, first.client.head(path).status_code) == (200, 200)
            assert first.post(path).status_code in (200, 405)
    case = case_of(table.people.record.table, 2)
    assert case is not None
    assert case["votes"] == []
    page = first.get(f"/say/{links[0]}/bot")
    assert "Let a bot take the seat of Cem" in page.get_data(as_text=True)
    (form,) = forms(page)
    for path in (f"/say/{links[0]}/win", f"/say/{links[1]}/bot"):
        assert "receipts.jsonl" not in strange.post(path, form.hidden).get_data(as_text=True)
    assert first.post(form.action, form.hidden, site="cross-site").status_code == 400
    assert first.get(f"/say/{links[0]}/here").status_code == 410
    assert first.get(f"/say/{links[0][:-4]}AAAA/bot").status_code == 404

    done, again = first.post(form.action, form.hidden), first.post(form.action, form.hidden)

    assert "receipts.jsonl" in done.get_data(as_text=True)
    assert done.get_data() == again.get_data()
    assert first.get(f"/say/{links[0]}/win").status_code == 409
    back = first.press(first.get(f"/say/{links[2]}/here"), f"/say/{links[2]}/here")
    assert "knows that you are there" in back.get_data(as_text=True)
    assert case_of(table.people.record.table, 2) is None
    assert first.get(f"/say/{links[1]}/win").status_code == 410


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Nothing was changed. Your account is blocked"), ("de", "Nichts wurde geändert. Dein Konto ist gesperrt")],
)
def test_who_is_blocked_says_nothing_by_mail_nor_by_a_button(
    redis_url: str, tmp_path: Path, language: str, words: str
) -> None:
    table = Table(redis_url, tmp_path, "you-are-missed")
    table.context.store.update_account(table.account(2).id, language=language)
    letter, link = table.letter(2, "you-are-missed"), table.link(2)
    block_account(table.context.store, table.account(2).id, "insults at three tables")

    assert words in table.mail(2, "HERE", letter)
    found = say_by_link(table.context, link, "here")
    assert isinstance(found, Shut)
    assert found.why == "blocked"
    assert case_of(table.people.record.table, 2) is not None


def test_a_number_in_answer_to_a_letter_without_any_is_told_so(redis_url: str, tmp_path: Path) -> None:
    """Not that the number was not understood, with the advice to write that very number."""
    table = Table(redis_url, tmp_path, "you-are-missed")
    said = table.mail(2, "1", table.letter(2, "you-are-missed"))
    assert "Nothing was changed: the mail you replied to has no numbers." in said
    assert "was not understood" not in said


def test_whose_own_word_gives_the_seat_away_reads_no_more_of_it(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cem comes back by Cleo's last word, before the answer to her mail is written: it shows nothing of what he is asked."""
    table = Table(redis_url, tmp_path, "absence-asked")
    people, cem = table.people, table.people.players[2]
    cleo = people.named(0, 2, "Cleo")
    for seat in (0, 1):
        people.vote(seat, 2, "person", cleo)
    people.settle().sits(2, cleo)
    while not any(2 in one["seats"] and not one["optional"] for one in people.record.table["standing"]):
        assert people.visit()
    people.ready(cem, 2)
    for seat in (0, 1):
        people.vote(seat, 2, "person", cem)
    waiting = table.context.store.notices(recipient_of(cleo.id, people.match)).pending
    news = [one for one in waiting if one["kind"] == "substitute-ready"]
    letter = compose(news, table.account(2), people.record, sender_of(table.context, people.record))
    monkeypatch.setattr("workers.inbox.commands.wake", lambda *_: people.settle())

    said = table.mail(2, "SUBSTITUTE", letter)

    assert people.record.table["seats"][2]["player"] == cem.id
    assert "Cem is to play" in said
    assert "your turn" not in said and "[1]" not in said
