"""An invitation is answered by mail: YES sits the reader down once it is shown whose mail it is, and nobody else's does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.accounts.mail.mail_budgets import invited_accounts
from service.api.matches.representations import show_guests
from service.keys.signing import new_match_id
from service.matches.seating import creation, inviting
from service.matches.seating.guests import guest_of
from service.store.records import Account
from service.text.names import checked
from tests.given.contexts import account, account_of
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.arriving.test_bounces import report
from tests.workers.inbox.commands.test_time_off import SHOWN
from tests.workers.inbox.corresponding import Correspondence, correspondence, reply_to
from tests.workers.mail.post_office import html_of, text_of
from workers.inbox.commands.invitation import name_of, read_answer

GERD = "gerd@players.example"
TITLE = "Sonntagsrunde"


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


@contextmanager
def invited(
    redis_url: str,
    folder: Path,
    *,
    language: str = "de",
    robin: str = "Robin",
    table: dict[str, Any] | None = None,
    **settings: Any,
) -> Iterator[tuple[Correspondence, Account]]:
    """Robin, who reads English, opens a table and has Gerd written to, who has no account; his letter has arrived."""
    with correspondence(redis_url, folder, **settings) as post:
        owner = account(post.context, "Robin")
        owner = post.context.store.update_account(owner.id, name=robin) or owner
        people = invited_accounts(post.context, owner, [GERD], language=language, address="192.0.2.1")
        post.match = new_match_id()
        wish = creation.NewMatch(title=TITLE, visibility="private", grace=0, **(table or {"rules": "kontor"}))
        creation.create(post.context, owner, wish, post.match)
        inviting.invite(post.context, post.match, owner, people, language=language)
        post.go_on()
        yield post, replace(account_of(post.context, GERD), name="Gerd Müller")


def said(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def seats(post: Correspondence) -> list[str]:
    return [one["name"] for one in post.record.table["seats"]]


def test_the_letter_says_who_invites_to_what_in_the_language_that_was_chosen(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        letter = post.last_to(gerd)
        assert (
            letter["Content-Language"] == "de" and letter["Subject"] == "Kontor - Robin lädt dich zu einer Partie ein"
        )
        text = said(letter)
        for words in (
            "Robin lädt dich zu einer Partie Kontor ein.", "Zwei Handelshäuser bauen", "Ein Zug dauert zwei, drei Minuten",
            "Am Tisch sitzt schon: Robin. Ein Platz ist noch frei.", "Bedenkzeit je Entscheidung: 2 Tage.",
            "Am Handy oder Computer: Der Knopf führt zum Tisch", "Antworte auf diese Mail mit JA", "NEIN sagt ab", "ENGLISH",
        ):  # fmt: skip
            assert words in text
            assert words in " ".join(html_of(letter).split())
        assert TITLE not in text, (
            "what a stranger wrote, other than a name, is in no letter to somebody who has never been here"
        )
        assert "liest niemand" not in text


def test_names_at_the_table_make_no_sentences_for_a_stranger(redis_url: str, tmp_path: Path) -> None:
    """Attacked: accounts of one's own sit down under names that are an advertisement together."""
    with invited(redis_url, tmp_path, robin="Kauft Pillen bei") as (post, gerd):
        text = said(post.last_to(gerd))
        assert "Am Tisch sitzt schon: " not in text
        assert "Besetzte Plätze: 1 von 2" in text
        assert "Kauft Pillen bei lädt dich" in text, "who invites is named"


def test_yes_seats_the_reader_where_the_mail_server_shows_whose_mail_it_is(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        assert post.answer(gerd, "Hallo Robin,\n\nja, ich bin dabei!\n\nViele Grüße\nGerd", **SHOWN)[0] == 250
        assert "hat niemand zu lesen bekommen" not in said(post.last_to(gerd))
        assert seats(post) == ["Robin", "Gerd"]
        made = account_of(post.context, GERD)
        assert (made.verified, made.language, made.name) == (True, "de", "Gerd")
        assert "Du sitzt am Tisch „Sonntagsrunde“ und heißt dort Gerd. Es geht gleich los" in said(post.last_to(gerd))
        post.go_on()
        assert post.last_to(gerd)["Content-Language"] == "de" and post.is_asked(made), (
            "the match goes on by mail, in German"
        )


def test_elsewhere_yes_is_asked_back_once(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        post.answer(gerd, "JA\nNAME Kim")
        assert "antworte auf diese Mail hier noch einmal mit JA" in said(post.last_to(gerd))
        assert seats(post) == ["Robin", ""] and not account_of(post.context, GERD).verified
        post.answer(gerd, "ja\nName: Kim")
        assert seats(post) == ["Robin", "Kim"]
        assert "und heißt dort Kim" in said(post.last_to(gerd))


@pytest.mark.parametrize(
    ("language", "yes", "why"),
    [("de", "JA", "in deiner Mail ist etwas durchgestrichen"), ("en", "YES", "something in your mail is struck out")],
)
def test_a_yes_that_is_struck_out_seats_nobody_and_is_asked_about_with_the_reason(
    redis_url: str, tmp_path: Path, language: str, yes: str, why: str
) -> None:
    with invited(redis_url, tmp_path, language=language, reply_authserv="mx.example") as (post, gerd):
        letter = post.last_to(gerd)
        answer = reply_to(letter, gerd, yes, **SHOWN)
        answer.add_alternative(f"<p><s>{yes}</s></p>", subtype="html")
        assert post.post(answer, GERD, str(letter["Reply-To"]))[0] == 250
        assert why in said(post.last_to(gerd))
        assert seats(post) == ["Robin", ""]
        post.answer(gerd, yes, **SHOWN)
        assert seats(post) == ["Robin", "Gerd"]


def test_a_mail_from_elsewhere_seats_nobody_and_makes_a_letter_to_the_mailbox_a_few_times(
    redis_url: str, tmp_path: Path
) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        invitation, before = post.last_to(gerd), len(post.letters_to(gerd))
        mallory = replace(gerd, mail="mallory@evil.example")
        for _ in range(6):
            assert post.answer(mallory, "JA", to=invitation)[0] == 250, "never a bounce"
        assert seats(post) == ["Robin", ""] and not account_of(post.context, GERD).verified
        assert len(post.letters_to(gerd)) == before + 3 and post.letters_to(mallory) == []
        assert "Darum ist nichts passiert. War sie von dir?" in said(post.last_to(gerd)) and "/enter/" in text_of(
            post.last_to(gerd)
        )


def test_a_forged_mail_does_nothing_where_the_mail_server_judges(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        for words in ("JA", "NEIN", "ENGLISH"):
            post.answer(gerd, words, to=post.letters_to(gerd)[0])
        guest = guest_of(post.record.table, gerd.id)
        assert seats(post) == ["Robin", ""] and guest is not None and (guest["answer"], guest["language"]) == ("", "de")


def test_nothing_happens_twice(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        letter = post.last_to(gerd)
        mail = reply_to(letter, gerd, "JA", **SHOWN)
        for _ in range(3):
            assert post.post(mail, gerd.mail, str(letter["Reply-To"]))[0] == 250
        assert len([one for one in post.letters_to(gerd) if "Du sitzt am Tisch" in said(one)]) == 1
        post.answer(gerd, "JA", to=letter, **SHOWN)
        assert seats(post) == ["Robin", "Gerd"] and "Du sitzt am Tisch" in said(post.last_to(gerd))


@pytest.mark.parametrize(("status", "became"), [("5.1.1", "bounced"), ("5.2.2", "unanswered")])
def test_an_invitation_that_comes_back_is_shown_to_whom_the_table_belongs(
    redis_url: str, tmp_path: Path, status: str, became: str
) -> None:
    with invited(redis_url, tmp_path) as (post, _):
        back_to = post.office.senders[post.office.recipients.index(GERD)]
        assert post.post(report(status), "", back_to)[0] == 250
        shown: dict[str, Any] = {}
        show_guests(post.context, shown, post.record, account_of(post.context, "robin@players.example").id)
        assert [(one["mail"], one["state"]) for one in shown["guests"]] == [(GERD, became)]


def test_machines_are_not_answered(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        before = len(post.office.letters)
        post.answer(gerd, "JA", Auto_Submitted="auto-replied")
        letter = post.last_to(gerd)
        post.post(reply_to(letter, gerd, "JA"), "", str(letter["Reply-To"]))
        assert len(post.office.letters) == before and seats(post) == ["Robin", ""]


def test_no_declines_and_the_table_says_so_and_yes_still_sits(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        post.answer(gerd, "Nein danke, diesmal nicht", **SHOWN)
        guest = guest_of(post.record.table, gerd.id)
        assert guest is not None and guest["answer"] == "declined"
        assert "wer dich eingeladen hat, sieht das an seinem Tisch" in said(post.last_to(gerd))
        assert not account_of(post.context, GERD).verified, "whoever declines has no account by that"
        post.answer(gerd, "Ja. Auf ein schönes Spiel, lieber Robin", **SHOWN)
        assert seats(post) == ["Robin", "Gerd"]
        assert "hat niemand zu lesen bekommen" in said(post.last_to(gerd)), (
            "a greeting to the others does not vanish unsaid"
        )


@pytest.fixture
def waiting(redis_url: str, tmp_path: Path) -> Iterator[tuple[Correspondence, Account]]:
    """Gerd sits at a table of three that waits for one more."""
    with invited(redis_url, tmp_path, table={"rules": "packet-row", "seats": 3}, reply_authserv="mx.example") as opened:
        post, gerd = opened
        post.answer(gerd, "JA", **SHOWN)
        assert seats(post) == ["Robin", "Gerd", ""]
        yield opened


def test_until_it_begins_no_gives_the_seat_back_and_yes_takes_it_again(waiting: tuple[Correspondence, Account]) -> None:
    post, gerd = waiting
    invitation, seated = post.letters_to(gerd)
    assert "NEIN in einer Antwort auf diese Mail den Platz zurück" in said(seated)
    for letter in (seated, invitation):  # either of them can be answered
        post.answer(gerd, "Ich kann leider doch nicht", to=letter, **SHOWN)
        assert seats(post) == ["Robin", "", ""]
        guest = guest_of(post.record.table, gerd.id)
        assert guest is not None and guest["answer"] == "declined", "whoever invited him sees it"
        assert "In Ordnung, du spielst nicht mit" in said(post.last_to(gerd))
        post.answer(gerd, "JA", **SHOWN)
        assert seats(post) == ["Robin", "Gerd", ""]


@pytest.mark.parametrize("words", ["Nein, wann geht es los?", "JA"])
def test_nothing_but_a_no_gives_the_seat_back(waiting: tuple[Correspondence, Account], words: str) -> None:
    post, gerd = waiting
    post.answer(gerd, words, **SHOWN)
    assert seats(post) == ["Robin", "Gerd", ""]
    assert "Es geht los, sobald alle Plätze besetzt sind" in said(post.last_to(gerd))


def test_nobody_else_gives_the_seat_back(waiting: tuple[Correspondence, Account]) -> None:
    post, gerd = waiting
    post.answer(gerd, "NEIN")  # a forged sender: the mail server does not vouch for it
    post.answer(replace(gerd, mail="mallory@evil.example"), "NEIN", to=post.last_to(gerd), **SHOWN)
    assert seats(post) == ["Robin", "Gerd", ""]


def test_a_copy_of_the_no_does_not_take_the_seat_away_that_was_taken_again(
    waiting: tuple[Correspondence, Account],
) -> None:
    post, gerd = waiting
    letter = post.last_to(gerd)
    mail = reply_to(letter, gerd, "NEIN", **SHOWN)
    post.office.data_answer = "451 later"
    assert post.post(mail, gerd.mail, str(letter["Reply-To"]))[0] == 451
    assert seats(post) == ["Robin", "", ""]
    post.office.data_answer = None
    post.answer(gerd, "JA", to=post.letters_to(gerd)[0], **SHOWN)
    assert post.post(mail, gerd.mail, str(letter["Reply-To"]))[0] == 250
    assert seats(post) == ["Robin", "Gerd", ""]
    assert "Du sitzt am Tisch" in said(post.last_to(gerd))


def test_a_no_while_it_begins_is_told_that_it_is_too_late(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        invitation = post.last_to(gerd)
        post.answer(gerd, "JA", **SHOWN)
        post.answer(gerd, "NEIN", to=invitation, **SHOWN)
        assert seats(post) == ["Robin", "Gerd"]
        assert "Zurückgeben kannst du den Platz nicht mehr" in said(post.last_to(gerd))


def test_once_it_has_begun_no_is_told_how_one_gives_up(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        invitation = post.last_to(gerd)
        post.answer(gerd, "JA", **SHOWN)
        post.go_on()
        post.answer(gerd, "NEIN", to=invitation, **SHOWN)
        assert seats(post) == ["Robin", "Gerd"] and post.record.table["status"] == "running"
        assert "Wer nicht mehr mag, antwortet dort mit AUFGEBEN" in said(post.last_to(gerd))


def test_the_other_language_comes_with_the_invitation_once_more(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        post.answer(gerd, "English", **SHOWN)
        letter = post.last_to(gerd)
        assert letter["Content-Language"] == "en"
        assert "From now on we write to you in English." in said(letter) and "Two trading houses build" in said(letter)
        post.answer(gerd, "YES", **SHOWN)
        assert "You have a seat at" in said(post.last_to(gerd)) and account_of(post.context, GERD).language == "en"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Ja, aber erst im Dezember", "in deiner Mail steht auch: „Ja, aber erst im Dezember“"),
        ("Wer bist du\nJA", "Antworte mit JA als erstem Wort"),
        ("", "Antworte mit JA als erstem Wort"),
    ],
)
def test_what_is_not_clear_does_nothing_and_is_answered_with_the_button(
    redis_url: str, tmp_path: Path, words: str, told: str
) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        post.answer(gerd, words, **SHOWN)
        assert seats(post) == ["Robin", ""]
        assert told in said(post.last_to(gerd)) and "/enter/" in text_of(post.last_to(gerd))


def test_an_invitation_that_was_taken_back_or_replaced_seats_nobody(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        robin, letter = account_of(post.context, "robin@players.example"), post.last_to(gerd)
        (named,) = post.record.table["guests"]
        inviting.withdraw(post.context, post.match, robin, inviting.guest_name(post.context, post.match, named))
        post.answer(gerd, "JA", **SHOWN)
        assert "nicht mehr Platz nehmen" in said(post.last_to(gerd)) and seats(post) == ["Robin", ""]
        inviting.renew(post.context, post.match, robin, post.record.table["invitation"])
        inviting.invite(
            post.context,
            post.match,
            robin,
            invited_accounts(post.context, robin, [GERD], address="192.0.2.1"),
            language="de",
        )
        post.answer(gerd, "JA", to=letter, **SHOWN)
        assert seats(post) == ["Robin", ""], "the letter of before is about the invitation of before"
        post.go_on()
        post.answer(gerd, "JA", **SHOWN)
        assert seats(post) == ["Robin", "Gerd"]


WORDS = st.sampled_from(
    [
        "ja",
        "nein",
        "nicht",
        "ohne",
        "mich",
        "gern",
        "dabei",
        "aber",
        "yes",
        "no",
        "not",
        "NAME",
        "Deutsch",
        "?",
        ".",
        "\n",
        ">",
        "=?utf-8?q?x?=",
    ]
)


@given(st.lists(st.one_of(WORDS, st.text(max_size=12)), max_size=12))
@settings(max_examples=100)
def test_whatever_is_written_a_yes_has_no_word_that_takes_it_back(words: list[str]) -> None:
    said = read_answer(" ".join(words).splitlines())
    assert len(said.name) <= 40
    if said.what == "yes":
        assert not {"nein", "nicht", "ohne", "no", "not", "aber"} & {*" ".join(words).split("\n")[0].casefold().split()}


@given(st.text(max_size=200))
def test_whoever_a_mail_names_as_its_sender_a_name_is_one_that_may_sit_at_a_table(display: str) -> None:
    name = name_of(display)
    assert not name or checked(name, "name") == name


def test_the_address_is_the_readers_own(redis_url: str, tmp_path: Path) -> None:
    """Another guest of the same table cannot answer with it, and it says nothing at another table."""
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        robin = account_of(post.context, "robin@players.example")
        inviting.invite(
            post.context,
            post.match,
            robin,
            invited_accounts(post.context, robin, ["hanna@players.example"], address="192.0.2.1"),
        )
        post.go_on()
        hanna = replace(account_of(post.context, "hanna@players.example"), name="Hanna")
        post.answer(hanna, "YES", to=post.letters_to(gerd)[0], **{**SHOWN, "From": f"Hanna <{hanna.mail}>"})
        assert seats(post) == ["Robin", ""]


def blocks(post: Correspondence) -> bool:
    owner = post.record.table["owner"]
    return post.context.store.has_blocked(account_of(post.context, GERD).id, owner)


@pytest.mark.parametrize(
    "line", ["SPERRE ROBIN", "Robin bitte sperren!", "BLOCK", "sperren", "Hallo,\n\nBLOCK ROBIN", "bloquer"]
)
def test_a_guest_can_block_whoever_invites(line: str, redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        assert post.answer(gerd, line)[0] == 250
        assert blocks(post), said(post.last_to(gerd))
        assert "Du hast gesperrt, wer dich eingeladen hat" in said(post.last_to(gerd))
        assert TITLE not in said(post.last_to(gerd)) and "lädt dich" not in said(post.last_to(gerd))
        assert guest_of(post.record.table, account_of(post.context, GERD).id)["answer"] == "declined"  # type: ignore[index]
        letters = len(post.letters_to(gerd))
        robin = post.context.store.account(post.record.table["owner"])
        assert robin is not None
        again = invited_accounts(post.context, robin, [GERD], language="de", address="192.0.2.1")
        inviting.invite(post.context, post.match, robin, again, language="de", again=True)
        post.go_on()
        assert len(post.letters_to(gerd)) == letters, "no further invitation"
        post.answer(gerd, "ENTSPERREN")
        assert not blocks(post) and "nicht mehr gesperrt" in said(post.last_to(gerd))


@pytest.mark.parametrize("line", ["MUTE", "stumm", "STUMM PARTIE", "MUTE ROBIN", "Robin stumm schalten"])
def test_muting_an_invitation_declines_it(line: str, redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        post.answer(gerd, line)
        assert "Zu diesem Tisch bekommst du keine Mails mehr" in said(post.last_to(gerd))
        assert guest_of(post.record.table, account_of(post.context, GERD).id)["answer"] == "declined"  # type: ignore[index]
        assert not blocks(post)


def test_muting_all_invitations_keeps_this_one(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        post.answer(gerd, "STUMM EINLADUNGEN")
        assert account_of(post.context, GERD).prefs["kinds"] == {"invited": False}
        assert "keine Einladungen mehr per Mail" in said(post.last_to(gerd))
        post.answer(gerd, "LAUT EINLADUNGEN")
        assert account_of(post.context, GERD).prefs["kinds"] == {"invited": True}
        assert seats(post) == ["Robin", ""]


@pytest.mark.parametrize(
    "line", ["Block?", "SPERRE EVA", "Sperre Robin\n\naber nur, wenn er wieder schreibt", "MUTE TALK"]
)
def test_what_is_no_plain_block_does_nothing(line: str, redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        assert post.answer(gerd, line)[0] == 250
        assert not blocks(post)
        assert guest_of(post.record.table, account_of(post.context, GERD).id)["answer"] == ""  # type: ignore[index]


def test_nobody_elses_mail_blocks(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path) as (post, gerd):
        post.answer(replace(gerd, mail="eve@players.example"), "BLOCK", to=post.last_to(gerd))
        assert not blocks(post)


def test_who_sits_and_blocks_keeps_the_seat(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example", table={"rules": "packet-row", "seats": 3}) as (
        post,
        gerd,
    ):
        post.answer(gerd, "JA", **SHOWN)
        post.answer(gerd, "BLOCK", **SHOWN)
        assert blocks(post) and "Gerd" in seats(post)
        told = said(post.last_to(gerd))
        assert "Du hast gesperrt" in told and "gibt NEIN in einer Antwort auf diese Mail den Platz zurück" in told
        assert "deinen Platz behältst du" in told and "dass du nicht mitspielst" not in told
        post.answer(gerd, "STUMM", **SHOWN)
        assert "du sitzt hier am Tisch. STUMM PARTIE" in said(post.last_to(gerd)) and "Gerd" in seats(post)
