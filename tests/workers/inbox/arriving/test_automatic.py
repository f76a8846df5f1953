"""Mails of programs are known by marks that only programs make; no mail that a person may have written is swallowed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.workers.inbox.commands.test_invited import invited, seats
from tests.workers.inbox.commands.test_time_off import SHOWN
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import text_of
from workers.inbox.text import CERTAIN, DOUBTFUL, SUPPRESSING, Mark, read

ANN = "ann@players.example"
HARMLESS = (
    ("Feedback-ID", "12345678:user:proton"), ("Feedback-ID", "R:0a1b:anonaddy"), ("Auto-Submitted", "no"),
    ("Auto-Submitted", "(by hand) No"),
    ("Precedence", "first-class"), ("X-Auto-Response-Suppress", "All"), ("X-Auto-Response-Suppress", "OOF"),
    ("X-Autoreply", "no"),
    ("Return-Path", f"<{ANN}>"), ("Subject", "Automatic reply: holiday"), ("X-Mailer", "Autoresponder"), ("List-Post", "NO"),
    ("Content-Type", "multipart/mixed; boundary=b"), ("X-Pm-Message-ID", "0123456789abcdef"), ("Auto-Submitted", ""),
    ("Return-Path", "<arno.reply@players.example>"),
)  # fmt: skip
"""Headers that mails of persons have, or may have."""


def raw(letter: str, reply_to: str, headers: Sequence[tuple[str, str]], number: str) -> bytes:
    """Return an answer to a letter with these headers, those that every mail has among them unless they are given."""
    own = {"From": ANN, "To": reply_to, "Message-ID": f"<{number}@players.example>", "In-Reply-To": letter}
    given = [name for name, _ in headers]
    told = [*((name, value) for name, value in own.items() if name not in given), *headers]
    head = "".join(f"{name}: {value}\r\n" for name, value in told)
    body = "2\r\n"
    if any(name == "Content-Type" for name, _ in headers):
        body = f"--b\r\nContent-Type: text/plain\r\n\r\n{body}\r\n--b--\r\n"
    return f"{head}\r\n{body}".encode()


def header_of(mark: Mark) -> tuple[str, str]:
    return mark.header.title(), mark.example


@pytest.fixture
def ann_s_post(post: Correspondence) -> Correspondence:
    assert post.players[0].mail == ANN
    return post


def send(post: Correspondence, headers: Sequence[tuple[str, str]], number: str) -> tuple[int, str, list[str]]:
    """Answer the first letter to Ann; return what the entrance said and which letters came to her."""
    letter, before = post.letters_to(post.players[0])[0], len(post.letters_to(post.players[0]))
    to = str(letter["Reply-To"])
    code, said = post.post(raw(str(letter["Message-ID"]), to, headers, number), ANN, to)
    return code, said, [" ".join(text_of(one).split()) for one in post.letters_to(post.players[0])[before:]]


@pytest.mark.parametrize("header", HARMLESS)
def test_what_persons_mails_have_marks_nothing(header: tuple[str, str]) -> None:
    taken = read(raw("<1@x.example>", "m@x.example", [header], "1"), ANN)
    assert (taken.automatic, taken.doubtful, taken.lines) == ("", "", ("2",))


@pytest.mark.parametrize("mark", CERTAIN)
def test_a_mark_that_only_programs_make_is_certain(mark: Mark) -> None:
    assert read(raw("<1@x.example>", "m@x.example", [header_of(mark)], "1"), ANN).automatic == mark.header.title()


@pytest.mark.parametrize("mark", DOUBTFUL)
def test_a_mark_that_persons_mails_may_have_is_doubtful(mark: Mark) -> None:
    taken = read(raw("<1@x.example>", "m@x.example", [header_of(mark)], "1"), ANN)
    assert (taken.automatic, taken.doubtful) == ("", mark.header.title())
    suppressing = raw("<1@x.example>", "m@x.example", [header_of(mark), header_of(*SUPPRESSING)], "1")
    assert read(suppressing, ANN).automatic == SUPPRESSING[0].header.title()


@pytest.mark.parametrize(
    ("envelope", "automatic", "doubtful"),
    [
        ("", "Return-Path", ""), ("<>", "Return-Path", ""), ("MAILER-DAEMON", "Return-Path", ""),
        ("MAILER-DAEMON@x.example", "Return-Path", ""),
        ("noreply@x.example", "", "Return-Path"), ("owner-list@x.example", "", "Return-Path"),
        ("list-bounces@x.example", "", "Return-Path"),
        (ANN, "", ""), ("ann+tag@players.example", "", ""), ("srs0=x=players.example=ann@relay.example", "", ""),
    ],
)  # fmt: skip
def test_the_envelope_s_sender_is_a_return_path(envelope: str, automatic: str, doubtful: str) -> None:
    taken = read(raw("<1@x.example>", "m@x.example", [], "1"), envelope)
    assert (taken.automatic, taken.doubtful) == (automatic, doubtful)


@pytest.mark.parametrize("address", ["postmaster@players.example", "noreply@players.example"])
def test_an_address_that_is_its_sender_s_own_marks_nothing(address: str) -> None:
    taken = read(
        raw("<1@x.example>", "m@x.example", [("From", address), ("Return-Path", f"<{address}>")], "1"), address
    )
    assert (taken.automatic, taken.doubtful, taken.sender) == ("", "", address)


def test_no_mail_of_a_player_with_a_choice_is_swallowed_but_for_certain_marks(ann_s_post: Correspondence) -> None:
    """For any headers together: something is done, or the player is told, or the documentation says otherwise."""
    post, dice, told = ann_s_post, random.Random(32), 0
    pool = [*HARMLESS, *HARMLESS, *map(header_of, (*CERTAIN, *DOUBTFUL, *DOUBTFUL, *SUPPRESSING))]
    pool = [one for one in pool if one[0] != "From"]
    for number in range(60):
        headers = dice.sample(pool, dice.randint(0, 3))
        code, said, letters = send(post, headers, str(number))
        certain = [mark for mark in CERTAIN if header_of(mark) in headers]
        doubtful = [mark for mark in DOUBTFUL if header_of(mark) in headers]
        if certain or (doubtful and header_of(*SUPPRESSING) in headers):
            assert (code, letters) == (250, []), headers
        elif doubtful:
            told += 1
            assert (code, len(letters)) == ((250, 1) if told == 1 else (550, 0)), headers
            assert any(mark.header.title() in (letters[0] if letters else said) for mark in doubtful)
        else:
            assert code == 250 and "Versiegelt: " in letters[0], headers
    assert told > 3


def test_a_doubtful_mail_is_answered_once_so_that_two_programs_cannot_go_on(ann_s_post: Correspondence) -> None:
    post, header = ann_s_post, ("List-Unsubscribe", "<https://players.example/>")
    code, _, (letter,) = send(post, [header], "1")
    assert code == 250 and "Sie hat die Kopfzeile List-Unsubscribe, wie sie Mails von Programmen haben" in letter
    assert not post.record.acts
    answer = post.last_to(post.players[0])
    assert answer["Auto-Submitted"] == "auto-replied" and post.office.senders[-1] == "<>"
    assert send(post, [header], "1") == (250, "2.0.0 read", []), "a copy"
    code, said, letters = send(post, [header], "2")
    assert (code, letters) == (550, []) and "List-Unsubscribe" in said
    assert "Versiegelt" in send(post, [], "3")[2][0], "other mails are read"


def test_an_answer_about_a_doubtful_mail_that_could_not_be_sent_does_not_count_as_one(
    ann_s_post: Correspondence,
) -> None:
    post = ann_s_post
    post.office.data_answer = "451 later"
    assert [send(post, [("List-Id", "<x>")], "1")[0] for _ in range(2)] == [451, 451]
    post.office.data_answer = None
    code, _, letters = send(post, [("List-Id", "<x>")], "1")
    assert (code, len(letters)) == (250, 1)


def test_doubtful_mails_of_strangers_are_not_read(ann_s_post: Correspondence) -> None:
    eve = ("From", "noreply@evil.example")
    for headers in ([eve], [("From", "eve@evil.example"), ("List-Id", "<x>")]):
        assert send(ann_s_post, headers, "1") == (250, "2.0.0 taken, and not read: no person sent it", [])


def test_an_invitation_is_answered_from_a_provider_that_marks_its_mails(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        assert post.answer(gerd, "JA", **SHOWN, Feedback_ID="12345678:user:proton")[0] == 250
        assert seats(post) == ["Robin", "Gerd"]


def test_a_doubtful_answer_to_an_invitation_is_told_once(redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, gerd):
        invitation, before = post.last_to(gerd), len(post.letters_to(gerd))
        marked = {**SHOWN, "List_Unsubscribe": "<https://x.example/>"}
        codes = [post.answer(gerd, "JA", to=invitation, **marked)[0] for _ in range(3)]
        assert codes == [250, 550, 550] and len(post.letters_to(gerd)) == before + 1
        assert "die Kopfzeile List-Unsubscribe" in " ".join(text_of(post.last_to(gerd)).split())
        assert post.office.senders[-1] == "<>" and seats(post) == ["Robin", ""]


def test_why_a_mail_was_not_read_is_said_in_the_reader_s_language(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor")
        assert post.answer(post.players[0], "1", List_Id="<x.example>")[0] == 250
        assert "it has the header List-Id, as mails from programs do" in post.said()


def test_the_documentation_lists_all_marks() -> None:
    page = (Path(__file__).parents[4] / "docs" / "reply-by-mail.md").read_text(encoding="utf-8")
    listed = page.partition("### Mails of programs")[2].partition("\n## ")[0].splitlines()
    happens = [*((mark, "not read") for mark in (*CERTAIN, *SUPPRESSING)), *((mark, "told") for mark in DOUBTFUL)]
    rows = [line for line in listed if line.startswith("| ")][1:]
    assert rows == [f"| {mark.shown} | {mark.why} | {what} |" for mark, what in happens]
