"""What comes back: which reports count, when an address is taken for dead, and that nobody can make that up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.accounts.access import login
from service.accounts.mail.mail_address import is_dead
from service.store.keys import recipient_of
from service.store.replies import Bounce
from service.store.store import Store, StoreUnavailable
from tests.given.contexts import account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence
from workers.inbox.arrive import NOTED, take_returned
from workers.inbox.arrive import REPORT_UNREAD as UNREAD
from workers.inbox.mime import status_in
from workers.mail.reply_address import DAY, GOOD_FOR, make_return_address, read_return_address

TODAY = 20_000
"""A day since 1970."""


def report(
    status: str = "5.1.1", action: str = "failed", kind: str = "multipart/report; report-type=delivery-status"
) -> bytes:
    """Return what Postfix sends back."""
    return f"""From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: somebody@example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: {kind}; boundary="A1B2.1/mx.example"

--A1B2.1/mx.example
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--A1B2.1/mx.example
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Mon,  2 Mar 2026 12:00:00 +0100 (CET)

Final-Recipient: rfc822; ann@players.example
Action: {action}
Status: {status}
Remote-MTA: dns; mail.players.example
Diagnostic-Code: smtp; 550 {status} <ann@players.example>: Recipient address rejected

--A1B2.1/mx.example
Content-Type: message/rfc822

Subject: Your turn

You can choose
--A1B2.1/mx.example--
""".replace("\n", "\r\n").encode()


def of_exim(reply: str) -> bytes:
    """Return what Exim 4.96 sends back, without the parts that nobody reads: it gives every refusal as 5.0.0."""
    return f"""Content-Type: multipart/report; report-type=delivery-status; boundary=1795944261-eximdsn-364322070
MIME-Version: 1.0

--1795944261-eximdsn-364322070
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--1795944261-eximdsn-364322070
Content-type: message/delivery-status

Reporting-MTA: dns; play.example

Action: failed
Final-Recipient: rfc822;ann@players.example
Status: 5.0.0
Remote-MTA: dns; 127.0.0.1
Diagnostic-Code: smtp; {reply}

--1795944261-eximdsn-364322070--
""".replace("\n", "\r\n").encode()


def of_opensmtpd(line: str) -> bytes:
    """Return what OpenSMTPD sends back: no report by its type, and the reason only in the text for people."""
    return f"""Content-Type: multipart/mixed;boundary="1795944261364322/play.example"
MIME-Version: 1.0

--1795944261364322/play.example
Content-Type: text/plain; charset=us-ascii

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

{line}

    Below is a copy of the original message:

--1795944261364322/play.example
Content-Type: message/delivery-status

Reporting-MTA: dns; play.example

Final-Recipient: rfc822; ann@players.example
Action: failed
Status: 5.0.0

--1795944261364322/play.example
Content-Type: text/rfc822-headers

Subject: Your turn

--1795944261364322/play.example--
""".replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (of_exim("552 5.2.2 Mailbox full"), "5.2.2"),
        (of_exim("550-5.2.2 The mailbox is full\n 550 5.2.2 come again"), "5.2.2"),
        (of_exim("552 mailbox is full"), "5.2.2"),
        (of_exim("550 5.1.1 <ann@players.example>: Recipient address rejected"), "5.1.1"),
        (of_exim("550 no such user"), "5.0.0"),
        (of_exim("451 4.3.0 come again"), "4.3.0"),
        (of_exim("451 come again"), "4.0.0"),
        (of_exim("the disk said 5.1.1"), "5.0.0"),
        (of_opensmtpd("ann@players.example: 552 5.2.2 Mailbox full"), "5.2.2"),
        (of_opensmtpd("ann@players.example: 550 Invalid recipient"), "5.0.0"),
        (of_opensmtpd("ben@players.example: 550 5.1.1 gone"), "5.0.0"),
        (of_opensmtpd("552 5.2.2 ann@players.example: Mailbox full"), "5.0.0"),
        (report(), "5.1.1"),
        (report("5.1.1 (bad destination mailbox address)"), "5.1.1"),
        (report(action="FAILED"), "5.1.1"),
        (report("4.4.7"), "4.4.7"),
        (report("4.4.1", "delayed"), None),
        (report("2.0.0", "relayed"), None),
        (report("550"), None),
        (report("5.1.1" * 20), None),
        (report(kind="text/plain"), None),
        (b"Subject: I am away\r\n\r\nBack on Monday. 5.1.1\r\n", None),
        (b"Content-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n", "5.1.1"),
        (b"Content-Type: message/delivery-status\r\n\r\n", None),
        (b"Content-Type: multipart/report; boundary=a\r\n\r\n" + b"--a\r\n" * 50_000, None),
        (b"\xff\x00" * 1_000, None),
        (b"", None),
    ],
)
def test_a_report_says_its_status_and_nothing_else_is_believed(raw: bytes, status: str | None) -> None:
    assert status_in(raw) == status


@pytest.mark.parametrize(
    ("reports", "dead"),
    [
        ([], False),
        ([("5.1.1", 0)], False),
        ([("5.1.1", 0), ("5.1.1", 0)], True),
        ([("5.1.1", 0), ("5.0.0", 9)], False),
        ([("5.0.0", 0), ("5.0.0", 1), ("5.0.0", 2)], False),
        ([("5.0.0", 0), ("5.2.0", 1), ("5.1.1", 3)], True),
        ([("5.2.2", 0), ("5.2.2", 5), ("5.2.2", 10), ("5.2.2", 15)], False),
        ([("5.7.1", 0), ("5.7.26", 5), ("5.3.4", 10), ("5.4.1", 15), ("4.4.7", 20)], False),
    ],
)
def test_when_an_address_is_taken_for_dead(reports: list[tuple[str, int]], dead: bool) -> None:
    made = [Bounce(str(n), TODAY + day, 0, status, "x") for n, (status, day) in enumerate(reports)]
    assert is_dead(made, confirmed=True) is dead
    once = [replace(one, letter="the same") for one in made]
    assert is_dead(once, confirmed=True) is False, "one letter counts once"


@pytest.mark.parametrize(("status", "dead"), [("5.1.1", True), ("5.0.0", False), ("5.2.2", False), ("5.7.1", False)])
def test_an_address_that_nobody_has_confirmed_needs_no_second_report(status: str, dead: bool) -> None:
    assert is_dead([Bounce("1", TODAY, 0, status, "x")], confirmed=False) is dead


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as opened:
        yield opened


def test_letters_to_nobody_stop_until_the_owner_shows_that_they_arrive(post: Correspondence) -> None:
    post.begin("kontor", hold=0)
    ann, store = post.players[0], post.context.store
    back_to = [sender for sender, to in zip(post.office.senders, post.office.recipients, strict=True) if to == ann.mail]
    assert post.post(report("5.2.2"), "", back_to[0])[0] == 250
    assert store.bounces(ann.id) == [], "a full mailbox says nothing about the address"
    for _ in range(2):  # a mail server may send its report twice
        assert post.post(report(), "", back_to[0])[0] == 250
    assert _bouncing(post) is False

    second = make_return_address(post.context.links, HOST, ann, "another letter", store.now())
    assert post.post(report(), "", second)[0] == 250

    assert _bouncing(post) is True
    letters = len(post.letters_to(ann))
    for number, player in enumerate(post.players):
        assert post.answer(player, "1", to=post.letters_to(post.players[number])[0])[0] == 250
    answers = len(post.letters_to(ann))
    post.go_on()
    assert len(post.letters_to(ann)) == answers == letters + 1, "answers to her own mails come, no others"
    dropped = [one["dropped"] for one in store.deliveries(recipient_of(ann.id, post.match)) if one["dropped"]]
    assert {one["reason"] for one in dropped[0]} == {"address-bounces"}
    code = post.context.links.make("login", {"account": ann.id, "at": store.now(), "nonce": "0"}, store.now() + 60_000)
    login.confirm_login(post.context, code, "192.0.2.1", name="Browser")
    assert _bouncing(post) is False
    assert store.bounces(ann.id) == []


def _bouncing(post: Correspondence) -> bool:
    found = post.context.store.account(post.players[0].id)
    assert found is not None
    return found.bouncing


@pytest.mark.parametrize(
    "forgery", ["another key", "another account", "another letter", "too old", "tomorrow", "old mailbox"]
)
def test_reports_that_nobody_could_have_got_count_for_nobody(post: Correspondence, forgery: str) -> None:
    context = post.context
    ann, ben = account(context, "Ann"), account(context, "Ben")
    now, links = context.store.now(), context.links
    made = {
        "another key": make_return_address(type(links)(bytes(32)), HOST, ann, "x", now),
        "another account": make_return_address(links, HOST, replace(ben, id=ann.id), "x", now),
        "another letter": make_return_address(links, HOST, ann, "x", now),
        "too old": make_return_address(links, HOST, ann, "x", now - (GOOD_FOR + 1) * DAY),
        "tomorrow": make_return_address(links, HOST, ann, "x", now + DAY),
        "old mailbox": make_return_address(links, HOST, replace(ann, mail="old@players.example"), "x", now),
    }
    read = read_return_address(made[forgery], HOST)
    assert read is not None
    if forgery == "another letter":
        read = replace(read, letter=bytes(6))
    assert take_returned(context, report(), read) == UNREAD
    assert context.store.bounces(ann.id) == []


def test_what_does_not_have_the_form_of_ours_is_nobodys(post: Correspondence) -> None:
    ann = account(post.context, "Ann")
    good = make_return_address(post.context.links, HOST, ann, "x", post.context.store.now())
    local = good.partition("@")[0]
    assert read_return_address(good.upper(), HOST) == read_return_address(good, HOST), "mail systems fold case"
    assert len(local) <= 64
    for bad in (f"{local}@elsewhere.example", f"{local[:-1]}@{HOST}", f"b+{'1' * 56}@{HOST}", f"b+@{HOST}", "b+é@x"):
        assert read_return_address(bad, HOST) is None
        if bad.isascii():
            assert post.post(report(), "", bad)[0] == 550


def test_a_store_that_is_away_lets_the_report_come_again(post: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = account(post.context, "Ann")
    read = read_return_address(make_return_address(post.context.links, HOST, ann, "x", post.context.store.now()), HOST)
    assert read is not None

    def away(*_: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(Store, "note_bounce", away)
    assert take_returned(post.context, report(), read).startswith("451")
    monkeypatch.undo()
    assert take_returned(post.context, report(), read) == NOTED
