"""Vacation by mail: entered, changed and ended by one line of the account's owner; the answer says what it means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from service.calendar import away_until, vacations_of
from service.ending import block_account
from service.matches.absence.pauses import take_vacation
from service.store.keys import DIGEST, recipient_of
from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.commands.test_taking import Away
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence, reply_to
from tests.workers.mail.post_office import subject_and_line, text_of
from workers.inbox.arrive import take
from workers.inbox.commands.account import Wanted, wanted_in
from workers.inbox.written import written_lines
from workers.mail.reply_address import read_address

PACE = {"kind": "duration", "seconds": 2 * 86_400}
SHOWN: dict[str, Any] = {"Authentication_Results": "mx.example; dmarc=pass header.from=players.example"}


@contextmanager
def playing(redis_url: str, folder: Path, *, authserv: str = "mx.example", **wish: Any) -> Iterator[Correspondence]:
    with correspondence(redis_url, folder, reply_authserv=authserv) as post:
        post.begin("kontor", language="de", pace=PACE, hold=0, **{"vacation": "clock-stops", **wish})
        yield post


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def days(post: Correspondence, ahead: int, length: int) -> tuple[date, date]:
    here = datetime.fromtimestamp(post.context.store.now() / 1000, UTC).date()
    return here + timedelta(days=ahead), here + timedelta(days=ahead + length - 1)


def dotted(day: date) -> str:
    return f"{day.day}.{day.month}.{day.year}"


def german(first: date, last: date) -> str:
    return f"URLAUB {first.day}.{first.month}.{first.year} - {last.day}.{last.month}.{last.year}"


def said(post: Correspondence, player: Account, text: str, **headers: Any) -> str:
    assert post.answer(player, text, **headers)[0] == 250
    return " ".join(text_of(post.last_to(player)).split())


def entered(post: Correspondence, player: Account) -> list[tuple[date, date]]:
    found = post.context.store.account(player.id)
    assert found is not None
    return [(one.first, one.last) for one in vacations_of(found)]


def test_a_condition_below_the_days_is_quoted_and_asked_about(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path) as post:
        ann, (first, last) = post.players[0], days(post, 8, 14)
        asked = said(post, ann, f"{german(first, last)}\n\nAber nur, wenn Ben nichts dagegen hat.", **SHOWN)
        assert entered(post, ann) == []
        assert "„Aber nur, wenn Ben nichts dagegen hat.“" in asked
        said(post, ann, "Ja", **SHOWN)
        assert entered(post, ann) == [(first, last)]

        ended = said(
            post, ann, f"URLAUB ENDE {first.day}.{first.month}.{first.year}\n\nAußer ich schreibe noch einmal.", **SHOWN
        )
        assert "„Außer ich schreibe noch einmal.“" in ended
        assert entered(post, ann) == [(first, last)]


def test_a_question_below_the_days_is_quoted(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path) as post:
        ann, (first, last) = post.players[0], days(post, 8, 14)
        assert "„Was machst du so?“" in said(post, ann, f"{german(first, last)}\n\nWas machst du so?", **SHOWN)
        assert entered(post, ann) == [(first, last)]


def test_one_line_enters_a_vacation_and_the_answer_says_what_it_means(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path) as post:
        ann, (first, last) = post.players[0], days(post, 8, 14)

        answer = said(post, ann, german(first, last), **SHOWN)

        assert entered(post, ann) == [(first, last)]
        assert f"{first.day}. " in answer and "beide Tage eingeschlossen" in answer
        assert "In „Kontor“ steht so lange die Uhr" in answer and "hast du noch 14 Urlaubstage" in answer
        assert subject_and_line(post.last_to(ann)).startswith(
            "Kontor mit Ben - Dein Urlaub ist eingetragen (Runde 1 bis "
        )
        assert said(post, ann, german(first, last - timedelta(days=4)), **SHOWN).count("Eingetragen") == 1
        assert entered(post, ann) == [(first, last - timedelta(days=4))], "the same first day changes it"
        assert "ist beendet" in said(post, ann, "URLAUB ENDE", **SHOWN)
        assert subject_and_line(post.last_to(ann)).startswith("Kontor mit Ben - Dein Urlaub ist beendet (Runde 1 bis ")
        assert entered(post, ann) == []


def test_a_table_that_plays_on_says_so(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path, vacation="plays-on") as post:
        assert "laufen die Fristen weiter" in said(post, post.players[0], german(*days(post, 8, 3)), **SHOWN)


@pytest.mark.parametrize(
    ("line", "why"),
    [("URLAUB 1/12 - 14/12", "nicht klar"), ("URLAUB 1.12.2019 - 3.12.2019", "heute oder später"),
     ("URLAUB ENDE", "keinen solchen Urlaub"), ("URLAUB\n1", "dieser einen Zeile")],
)  # fmt: skip
def test_what_is_unclear_or_impossible_changes_nothing(redis_url: str, tmp_path: Path, line: str, why: str) -> None:
    with playing(redis_url, tmp_path) as post:
        ann = post.players[0]
        answer = said(post, ann, line, **SHOWN)
        assert "Nichts wurde geändert" in answer and why in answer
        assert entered(post, ann) == [] and not post.record.acts


def test_without_a_proof_of_the_sender_the_line_has_to_come_back_from_the_mailbox(
    redis_url: str, tmp_path: Path
) -> None:
    with playing(redis_url, tmp_path, authserv="") as post:
        ann, ben = post.players
        first, last = days(post, 8, 3)
        answer = said(post, ann, german(first, last))
        assert "Nichts ist geändert" in answer and entered(post, ann) == []
        line = re.search(r"URLAUB [-0-9. ]+ OK-[A-Z2-7]{8}", answer)
        assert line is not None

        assert "Nichts ist geändert" in said(post, ann, line[0][:-1] + ("A" if line[0][-1] != "A" else "B"))
        assert "Nichts ist geändert" in said(post, ben, line[0]), "another account's line"
        other = line[0].replace(dotted(last), dotted(last + timedelta(days=9)))
        assert other != line[0] and "-0" not in line[0], "days as a German reader writes them"
        iso = f"URLAUB {first.isoformat()} {last.isoformat()} {line[0].split()[-1]}"
        assert "Nichts ist geändert" in said(post, ann, other), "a line for other days"
        assert entered(post, ann) == entered(post, ben) == []

        assert "Eingetragen" in said(post, ann, iso), "as lines to send back were written before"
        assert entered(post, ann) == [(first, last)]
        assert "soll enden" in said(post, ann, "URLAUB ENDE")
        assert subject_and_line(post.last_to(ann)) == "Kontor mit Ben - Soll dein Urlaub enden?"
        ends = re.search(r"URLAUB ENDE [0-9.]+ OK-[A-Z2-7]{8}", " ".join(text_of(post.last_to(ann)).split()))
        assert "Eingetragen" in said(post, ann, line[0]), "sent twice"
        assert ends is not None and "ist beendet" in said(post, ann, ends[0])
        assert "Nichts ist geändert" in said(post, ann, line[0]), "a line of before the vacation was ended"
        assert entered(post, ann) == []


def test_a_blocked_account_takes_no_vacation_and_a_forged_sender_none(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path) as post:
        ann, line = post.players[0], german(*days(post, 8, 3))
        failed = {"Authentication_Results": "mx.example; dmarc=fail header.from=players.example"}
        letter = post.last_to(ann)
        assert post.post(reply_to(letter, ann, line, **failed), ann.mail, str(letter["Reply-To"]))[0] == 550
        block_account(post.context.store, ann.id, "a test")
        assert "gesperrt" in said(post, ann, line, **SHOWN)
        assert entered(post, ann) == []


def test_an_old_letter_is_good_enough(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path) as post:
        ann, letter = post.players[0], post.last_to(post.players[0])
        for player in post.players:
            assert post.answer(player, "1", **SHOWN)[0] == 250
            post.go_on()
        mail = reply_to(letter, ann, german(*days(post, 8, 3)), **SHOWN)
        assert post.post(mail, ann.mail, str(letter["Reply-To"]))[0] == 250
        assert len(entered(post, ann)) == 1


def test_what_comes_in_a_vacation_waits_for_the_morning_of_the_return(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path) as post:
        ann, ben = post.players
        assert take_vacation(post.context, ben.id, *days(post, 0, 5)) is not None
        post.go_on()
        before = len(post.letters_to(ben))
        assert post.answer(ann, "1", **SHOWN)[0] == 250
        post.answer(ben, "1", **SHOWN)  # he looks in all the same; the next question waits
        post.go_on()
        asked = [one for one in post.letters_to(ben)[before:] if one["Auto-Submitted"] == "auto-generated"]
        waits = post.context.store.notices(recipient_of(ben.id, None, DIGEST)).pending
        away = post.context.store.account(ben.id)
        assert away is not None
        back = away_until(away, post.context.store.now())
        assert back is not None and asked == []
        assert {one["send_at"] for one in waits} <= {back + 8 * 3_600_000}

        assert "ist beendet" in said(post, ben, "URLAUB ENDE", **SHOWN)
        post.go_on()
        assert post.context.store.notices(recipient_of(ben.id, None, DIGEST)).pending == [], (
            "who is back gets them at once"
        )


@pytest.mark.parametrize("yes", ["ja", "Ja, bitte!", "OK", "Hallo,\nja"])
def test_yes_is_enough_in_answer_to_the_mail_that_asks_and_holds_once(redis_url: str, tmp_path: Path, yes: str) -> None:
    with playing(redis_url, tmp_path, authserv="") as post:
        ann, ben = post.players
        first, last = days(post, 8, 3)
        plain_letter, others = post.last_to(ann), post.last_to(ben)
        asked = said(post, ann, german(first, last))
        letter = post.last_to(ann)
        assert "antworte auf diese Mail mit JA. Mit URLAUB ENDE beendest du ihn später wieder." in asked
        assert "[1]" not in asked, "its address is for one answer only"

        assert post.answer(ann, yes, to=plain_letter)[0] == post.answer(ben, yes, to=others)[0] == 250
        stolen = reply_to(letter, ben, yes)
        assert post.post(stolen, ben.mail, str(letter["Reply-To"]))[0] == 550, "somebody else's mailbox"
        assert post.answer(ann, "ja, aber später", to=letter)[0] == post.answer(ann, "1", to=letter)[0] == 250
        assert entered(post, ann) == entered(post, ben) == [] and not post.record.acts

        assert post.answer(ann, yes, to=letter)[0] == 250
        assert "Eingetragen" in " ".join(text_of(post.last_to(ann)).split())
        assert entered(post, ann) == [(first, last)]

        said(post, ann, "URLAUB ENDE", to=plain_letter)
        ends = post.last_to(ann)
        assert "soll enden" in " ".join(text_of(ends).split())
        assert post.answer(ann, yes, to=ends)[0] == 250
        assert entered(post, ann) == []
        assert post.answer(ann, yes, to=letter)[0] == 250
        assert entered(post, ann) == [], "an old mail enters nothing again"


def test_days_that_nobody_can_enter_are_asked_about_as_before(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path, authserv="") as post:
        ann = post.players[0]
        for line in ("URLAUB 2027-01-01 2099-12-31", "URLAUB 2027-02-01 2027-01-01"):
            assert "Nichts ist geändert" in said(post, ann, line)
            assert post.answer(ann, "ja")[0] == 250
            assert entered(post, ann) == []


def test_the_letter_that_asks_says_what_the_vacation_would_mean_at_each_table(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path, authserv="") as post:
        ann, (first, last) = post.players[0], days(post, 8, 14)
        asked = said(post, ann, german(first, last))
        assert "antworte auf diese Mail mit JA" in asked and "In „Kontor“ steht so lange die Uhr" in asked
        assert entered(post, ann) == []


def test_a_question_or_a_yes_that_goes_on_with_something_else_confirms_nothing(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path, authserv="") as post:
        ann = post.players[0]
        first, last = days(post, 8, 3)
        said(post, ann, german(first, last))
        letter = post.last_to(ann)
        for text in (
            "ja?",
            "OK?",
            "Ja,\naber bitte erst ab dem 20.12.",
            "ok\nbut only until Friday",
            "ja\n20.12.2026 - 24.12.2026",
            "Ja\nnein, doch nicht",
        ):
            assert "Eingetragen" not in said(post, ann, text, to=letter), text
            assert entered(post, ann) == [], text

        quoted = "ja\nAm 1.12.2026 um 12:00 schrieb Siegelpost <post@example.org>:\nnicht mehr, aber"
        unmarked = "ja\nVon: Siegelpost\nGesendet: 1.12.2026\nAn: Ann"
        assert written_lines(quoted) == written_lines(unmarked) == ("ja",), "a quote without marks says nothing"
        signed = "Ja!\nViele Grüße\nAnn Meyer\nTel. 030 1234567\nGesendet von meinem Telefon"
        assert "Eingetragen" in said(post, ann, signed, to=letter), "what stands below a yes may be a signature"
        assert entered(post, ann) == [(first, last)]


def test_a_sentence_about_being_away_is_asked_about_whoever_sends_it(redis_url: str, tmp_path: Path) -> None:
    with playing(redis_url, tmp_path) as post:
        ann, (first, last) = post.players[0], days(post, 8, 3)
        asked = said(post, ann, f"Ich bin von {dotted(first)} bis {dotted(last)} weg.", **SHOWN)
        assert "Nichts ist geändert. Verstanden: Du möchtest Urlaub von " in asked and entered(post, ann) == []
        assert not re.search(r"[0-9]{4}-[0-9]{2}", asked.partition("Zum Nachprüfen")[0]), "no day as programs write it"

        assert "Eingetragen" in said(post, ann, "Ja, bitte", **SHOWN)
        assert entered(post, ann) == [(first, last)]

        asked = said(post, ann, "Bin wieder aus dem Urlaub zurück!", **SHOWN)
        assert "soll enden. Das gilt für alle deine Partien" in asked and entered(post, ann) == [(first, last)]
        assert "beendet" in said(post, ann, "Ja", **SHOWN)
        assert entered(post, ann) == []


@pytest.mark.parametrize(
    "line", ["Bin bis zum 5. Dezember im Urlaub", "Ich bin bis 5.12. verreist", "I'm away until 5 December"]
)
def test_who_is_away_until_a_day_is_away_from_now_on(line: str) -> None:
    here = date(2026, 11, 28)
    assert wanted_in([line], here) == Wanted("enter", here, date(2026, 12, 5), is_asked_about=True)


def test_a_copy_of_a_mail_ends_no_second_vacation(redis_url: str, tmp_path: Path) -> None:
    """Attacked: the answer could not be sent, so the mail came again, and "the only one to come" was the next one by then."""
    with playing(redis_url, tmp_path) as post:
        ann = post.players[0]
        soon, later = days(post, 0, 2), days(post, 30, 5)
        for one in (soon, later):
            said(post, ann, german(*one), **SHOWN)
        letter = post.last_to(ann)
        address = read_address(str(letter["Reply-To"]), HOST)
        assert address is not None
        raw = reply_to(letter, ann, "URLAUB ENDE", **SHOWN).as_bytes()

        assert take(replace(post.desk, transport=Away()), raw, ann.mail, address).startswith("451")
        assert later in entered(post, ann) and soon not in entered(post, ann)
        assert take(post.desk, raw, ann.mail, address).startswith("250")

        assert later in entered(post, ann)
        assert f"{later[0].day}." in " ".join(text_of(post.last_to(ann)).split()), "the answer lists what is entered"
