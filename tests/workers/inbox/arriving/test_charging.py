"""Mails count before they are read, by their size, and afterwards by the work that they made; whoever sends them."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.store.records import Account
from service.store.store import Store, StoreUnavailable
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.arriving.test_bounces import report
from tests.workers.inbox.commands.test_invited import invited
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence, reply_to
from workers.inbox import arrive
from workers.inbox.arrive import AGAIN, BYTES, FLOOD, UNREAD, WORK, take, take_returned
from workers.inbox.desk import Desk, NotRead
from workers.inbox.reading import Read, ReadReport, read_mail
from workers.mail.reply_address import ReplyAddress, make_return_address, read_address, read_return_address


@pytest.fixture
def limited(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    """A match whose letters have budgets."""
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path, rate_limits=True) as opened:
        opened.begin("kontor")
        yield opened


class Counting:
    """Reads mails as a desk does, and counts them; each makes so many seconds of work."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds, self.count = seconds, 0

    def __call__(self, raw: bytes, envelope_from: str, mailboxes: tuple[str, ...]) -> Read:
        self.count += 1
        return read_mail(raw, envelope_from, mailboxes)._replace(seconds=self.seconds)


def address_of(post: Correspondence, player: Account) -> ReplyAddress:
    found = read_address(str(post.last_to(player)["Reply-To"]), HOST)
    assert found is not None
    return found


def reading(desk: Desk, seconds: float = 0.0) -> tuple[Desk, Counting]:
    counting = Counting(seconds)
    return replace(desk, read=counting), counting


def away(sender: str, size: int = 0) -> bytes:
    """Return what a machine says, of so many bytes."""
    head = f"From: {sender}\r\nAuto-Submitted: auto-replied\r\n\r\n".encode()
    return head + b"x" * (size - len(head))


def test_mails_of_machines_and_strangers_count_and_those_beyond_are_not_read(limited: Correspondence) -> None:
    ann, ben = limited.players
    to_ann, (desk, read) = address_of(limited, ann), reading(limited.desk)
    raws = [away(ann.mail), b"From: eve@evil.example\r\n\r\n3\r\n"] * (arrive.MAILS_PER_LETTER // 2)
    assert {take(desk, raw, "eve@evil.example", to_ann)[:3] for raw in raws} == {"250", "550"}
    assert [take(desk, raw, "eve@evil.example", to_ann) for raw in raws[:3]] == [FLOOD] * 3
    assert read.count == arrive.MAILS_PER_LETTER
    assert limited.answer(ben, "1")[0] == 250, "other letters have budgets of their own"


def refused_before_its_text(post: Correspondence, to: str) -> str:
    """Return how the entrance refuses a recipient, before anything of the mail is sent; empty if it does not."""
    with smtplib.SMTP("127.0.0.1", post.port, timeout=30) as server:
        server.ehlo()
        server.mail("eve@evil.example")
        code, said = server.rcpt(to)
    return "" if code == 250 else f"{code} {said.decode()}"


def test_what_is_refused_in_any_case_is_refused_before_it_is_sent(limited: Correspondence) -> None:
    """The attack: mails of two megabytes to an address that only looks like one of ours, or whose budget is spent."""
    ann, ben = limited.players
    to_ann, to_ben = str(limited.last_to(ann)["Reply-To"]), str(limited.last_to(ben)["Reply-To"])
    forged = f"{to_ann[:40]}{'a' if to_ann[40] != 'a' else 'b'}{to_ann[41:]}"
    assert read_address(forged, HOST) is not None
    assert refused_before_its_text(limited, forged) == arrive.NOBODY
    for _ in range(arrive.MAILS_PER_LETTER):
        assert refused_before_its_text(limited, to_ann) == ""
        take(limited.desk, away(ann.mail), ann.mail, address_of(limited, ann))
    assert refused_before_its_text(limited, to_ann) == FLOOD
    assert refused_before_its_text(limited, to_ben) == ""


def test_a_mail_is_let_in_while_the_store_is_away(limited: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail server that asks whether an address is good remembers the answer for hours."""

    def away(*_: object) -> None:
        raise StoreUnavailable("away")

    to_ann = str(limited.last_to(limited.players[0])["Reply-To"])
    monkeypatch.setattr(Store, "load", away)
    assert refused_before_its_text(limited, to_ann) == ""


def test_forty_mails_of_a_machine_to_an_invitation_are_not_all_taken(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: whoever is invited, and has no account, has as many mails read as they like."""
    draw_nothing(monkeypatch)
    with invited(redis_url, tmp_path, rate_limits=True) as (post, gerd):
        address, (desk, read) = address_of(post, gerd), reading(post.desk)
        answers = [take(desk, away(gerd.mail), gerd.mail, address) for _ in range(40)]
        assert answers == [UNREAD] * arrive.MAILS_PER_INVITATION + [FLOOD] * 20
        assert read.count == arrive.MAILS_PER_INVITATION


def test_large_mails_count_more(limited: Correspondence) -> None:
    ann = limited.players[0]
    to_ann, raw = address_of(limited, ann), away(ann.mail, 4 * BYTES)
    answers = [take(limited.desk, raw, ann.mail, to_ann) for _ in range(8)]
    assert answers == [UNREAD] * (arrive.MAILS_PER_LETTER // 5) + [FLOOD] * 2


def test_the_work_that_reading_made_counts(limited: Correspondence) -> None:
    ann = limited.players[0]
    to_ann, (desk, _) = address_of(limited, ann), reading(limited.desk, WORK * 9.5)
    answers = [take(desk, away(ann.mail), ann.mail, to_ann) for _ in range(5)]
    assert answers == [UNREAD] * (arrive.MAILS_PER_LETTER // 10) + [FLOOD] * 2


def test_mails_that_end_their_readers_are_few(limited: Correspondence) -> None:
    """However much more one costs than there is left: what is left is soon nothing."""
    ann = limited.players[0]
    to_ann, count = address_of(limited, ann), 0

    def ended(raw: bytes, envelope_from: str, mailboxes: tuple[str, ...]) -> Read:
        nonlocal count
        count += 1
        return Read(None, "the mail takes too much time or memory to read", 2.0)

    desk = replace(limited.desk, read=ended)
    answers = [take(desk, away(ann.mail), ann.mail, to_ann) for _ in range(12)]
    assert answers[0] == "554 5.6.0 the mail takes too much time or memory to read"
    assert answers[-1] == FLOOD
    assert count <= 6


def test_one_letter_cannot_use_up_what_its_reader_has() -> None:
    assert arrive.MAILS_PER_ACCOUNT > 10 * arrive.MAILS_PER_LETTER


def test_a_mail_that_nobody_could_read_comes_again(limited: Correspondence) -> None:
    ann = limited.players[0]

    def nobody(raw: bytes, envelope_from: str, mailboxes: tuple[str, ...]) -> Read:
        raise NotRead("a child process has ended in its work")

    raw = bytes(reply_to(limited.last_to(ann), ann, "1"))
    to_ann = address_of(limited, ann)
    assert take(replace(limited.desk, read=nobody), raw, ann.mail, to_ann) == AGAIN
    assert take(limited.desk, raw, ann.mail, to_ann).startswith("250")
    assert limited.record.acts


def test_reports_count_by_their_size_and_by_their_work(limited: Correspondence) -> None:
    ann, count = limited.players[0], 0
    made = make_return_address(limited.context.links, HOST, ann, "x", limited.context.store.now())
    address = read_return_address(made, HOST)
    assert address is not None

    def read(raw: bytes) -> ReadReport:
        nonlocal count
        count += 1
        return ReadReport("5.1.1", WORK * 4.5)

    large = report() + b"x" * (5 * BYTES)
    for _ in range(5):
        take_returned(limited.context, large, address, read)
    assert count == arrive.REPORTS_PER_ACCOUNT // 10

    def nobody(raw: bytes) -> ReadReport:
        raise NotRead("a child process has ended in its work")

    other = read_return_address(
        make_return_address(limited.context.links, HOST, limited.players[1], "x", limited.context.store.now()), HOST
    )
    assert other is not None
    assert take_returned(limited.context, report(), other, nobody) == AGAIN
