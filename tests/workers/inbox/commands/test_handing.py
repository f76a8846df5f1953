"""Who is asked whether somebody may hand his seat over answers with a button or with a word."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.match.substitutes import candidates_of, handing_of
from service.api import create_app
from service.choices.answering import Shut, say_by_link
from service.matches.absence import handing
from service.store.keys import recipient_of
from tests.given.contexts import open_context
from tests.service.absent_people import People
from tests.service.api.browser import Browser, forms
from tests.service.seats.test_handing import BOT, hand, to
from tests.workers.inbox.commands.test_saying import Table, Tray
from tests.workers.inbox.commands.test_taking import Away
from tests.workers.inbox.corresponding import HOST, reply_to
from tests.workers.mail.post_office import text_of
from workers.inbox.arrive import take
from workers.inbox.desk import Desk
from workers.mail.compose import compose
from workers.mail.reply_address import read_address
from workers.mail.sender import sender_of


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
    assert "AGREED says yes, STAY says no" in read
    assert "you want Cem to stay" in table.mail(0, "Bleiben", letters[0])
    assert "you agree that Cem hands over the seat" in table.mail(0, "Einverstanden!", letters[0])
    assert "Nothing was changed" in table.mail(1, "AGREED\nSTAY", letters[1])
    assert "Nothing was changed" in table.mail(1, "BOT", letters[1])
    assert "you agree that Cem hands over the seat" in table.mail(1, "agreed", letters[1])
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


def settled(table: Asked) -> None:
    """Let the workers do what the store's clock says is due: the votes came by it."""
    table.people.now = table.context.store.now()
    table.people.settle()


def stay(table: Asked, seat: int) -> str:
    """Return what the answer to a letter of before says to the one word of who comes back."""
    return table.mail(seat, "DA", table.earlier(seat))


def asked_seat(table: Asked) -> int:
    (seat,) = table.people.record.table["standing"][0]["seats"]
    return seat


def test_who_hands_the_seat_over_keeps_it_by_one_word(table: Asked) -> None:
    people, seat = table.people, asked_seat(table)
    hand(people, seat)
    turn, others = table.letter(seat, "your-turn"), table.letter((seat + 1) % 3, "handing-asked")
    words = "Until they agree, HERE takes it back"
    assert words in " ".join(text_of(turn).split())
    assert "about your wish to hand over your seat" not in " ".join(text_of(others).split())
    assert "You keep your seat: it is not handed over" in table.mail(seat, "Here!", turn)
    assert handing_of(people.record.table, seat) is None
    ended = " ".join(text_of(table.letter((seat + 1) % 3, "handing-ended")).split())
    assert "has decided to keep the seat" in ended
    assert "receipts.jsonl" in [one.get_filename() for one in table.tray.letters[-1].iter_attachments()]
    assert "[1]" in table.mail(seat, "HELP", turn), "the letter's numbers mean what they meant"
    assert people.proof(*people.answered).verdict == "INCOMPLETE"


@pytest.mark.parametrize("old", [False, True])
def test_a_copy_of_the_word_keeps_no_seat_that_is_handed_over_later(table: Asked, old: bool) -> None:
    """Attacked: the answer could not be sent, so the mail came again within the hour, and took back what it had not meant."""
    people, seat = table.people, asked_seat(table)
    hand(people, seat)
    letter = table.earlier(seat) if old else table.letter(seat, "your-turn")
    raw, player = reply_to(letter, table.account(seat), "HERE").as_bytes(), table.account(seat)
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    assert take(Desk(table.context, Away()), raw, player.mail, address).startswith("451")
    assert handing_of(people.record.table, seat) is None
    hand(people, seat, seq=2)
    n = people.record.n

    assert take(Desk(table.context, table.tray), raw, player.mail, address).startswith("250")

    assert people.record.n == n and handing_of(people.record.table, seat) is not None
    assert "You keep your seat" in " ".join(text_of(table.tray.letters[-1]).split()), "so it was when it came"


def test_a_copy_of_a_vote_changes_none_that_was_cast_since(table: Asked) -> None:
    people = table.people
    hand(people, 2)
    letter, player = table.letter(0, "handing-asked"), table.account(0)
    raw, address = reply_to(letter, player, "AGREED").as_bytes(), read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    assert take(Desk(table.context, Away()), raw, player.mail, address).startswith("451")
    assert votes(table) == ["bot"]
    people.vote(0, 2, "wait")

    assert take(Desk(table.context, table.tray), raw, player.mail, address).startswith("250")

    assert votes(table) == ["wait"]
    assert "Not accepted. Another answer from you" in " ".join(text_of(table.tray.letters[-1]).split())


def votes(table: Asked) -> list[str]:
    case = handing_of(table.people.record.table, 2)
    assert case is not None
    return [one["choice"] for one in case["votes"]]


def test_an_answer_and_the_word_in_one_mail_do_both(table: Asked) -> None:
    people, seat = table.people, asked_seat(table)
    hand(people, seat)
    read = table.mail(seat, "1\nHERE", table.letter(seat, "your-turn"))
    assert "You keep your seat" in read and ("Sealed" in read or "Answered" in read)


def test_an_old_letter_keeps_the_seat_too_and_nobody_else_s_does(table: Asked) -> None:
    people = table.people
    hand(people, 2)
    assert "Nothing was changed" in stay(table, 0)
    assert handing_of(people.record.table, 2) is not None
    assert "You keep your seat" in stay(table, 2)
    assert "Nothing was changed" in stay(table, 2), "there is nothing to take back any more"
    hand(people, 2, seq=2)
    people.vote(0, 2, "bot")
    people.vote(1, 2, "bot")
    settled(table)
    assert people.record.table["seats"][2]["bot"] == "steady"
    assert "You have asked to come back" in stay(table, 2)


def test_who_has_handed_the_seat_over_asks_to_come_back_by_one_word(table: Asked) -> None:
    people, before = table.people, table.earlier(2)
    hand(people, 2)
    for seat in (0, 1):
        people.vote(seat, 2, "bot")
    settled(table)
    letter = table.letter(2, "seat-taken-over")
    assert "HERE in the first line, and nothing else, asks the others to let you come back" in " ".join(
        text_of(letter).split()
    )
    for words in ("STATUS", "1", "HERE\nSTATUS", "RESIGN", "VACATION 2030-01-01 2030-01-02", "HELP"):
        read = table.mail(2, words, letter)
        assert "Somebody else is playing in your seat now" in read and "[1]" not in read, words
        assert "Your hand" not in read
    assert "You have asked to come back to your seat" in table.mail(2, "HERE", before), "a letter of before will do"
    assert "You have asked to come back to your seat" in table.mail(2, "DA", letter), "said again, it is the same"
    sentence = "Sorry, I was ill. Could I have my seat back?"
    assert "You have asked to come back to your seat" in table.mail(2, sentence, letter)
    assert "HERE, and nothing else" in table.mail(2, "Could I come back if Ben wants it?", letter)
    assert [one["player"] for one in candidates_of(people.record.table, 2)] == [people.players[2].id]
    name, asked = people.players[2].name, [table.letter(seat, "substitute-ready") for seat in (0, 1)]
    asked[1].replace_header("Reply-To", str(table.earlier(1)["Reply-To"]))  # its other question is over
    # A shorter name of the letter: the standard library encodes long ones in its replies, which mail programs do not.
    asked[1].replace_header("Message-ID", f"<{people.match}.{people.record.n}.1.ready@x>")
    for seat, letter in enumerate(asked):
        assert "Noted: " in table.mail(seat, f"Klar, {name} soll wieder mitspielen!", letter)
    settled(table)
    assert people.record.table["seats"][2]["player"] == people.players[2].id
    assert people.proof(*people.answered).verdict == "INCOMPLETE"


def test_whose_seat_somebody_has_is_shown_nothing_of_it_and_strangers_do_nothing(table: Asked) -> None:
    people = table.people
    cleo = people.named(2, 2, "Cleo")
    hand(people, 2, to(cleo))
    for seat in (0, 1):
        people.vote(seat, 2, "person", cleo)
    settled(table)
    letter, eve = table.letter(2, "seat-taken-over"), table.account(0)
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    forged = reply_to(letter, eve, "HERE").as_bytes()
    assert take(Desk(table.context, table.tray), forged, eve.mail, address).startswith("550")
    assert not candidates_of(people.record.table, 2)
    read = table.mail(2, "HERE", letter)
    assert "if a person is playing there now" in read and "You are not being asked" not in read
    assert not any("The table " in text_of(one) for one in table.tray.letters)
