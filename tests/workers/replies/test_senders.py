"""Whose mail it is: the address of the account, and where the own mail server says what it found out, only with that."""

from __future__ import annotations

import pytest

from workers.replies.incoming import read
from workers.replies.senders import objection

PASS = "mx.example.org; dmarc=pass header.from=players.example"


def objected(sender: str, *results: str, own: str = "ann@players.example", authserv: str = "") -> bool:
    head = "".join(f"Authentication-Results: {one}\r\n" for one in results)
    return objection(read(f"{head}From: {sender}\r\n\r\n3\r\n".encode(), sender), own, authserv) is not None


@pytest.mark.parametrize(
    ("sender", "own", "bad"),
    [
        ("ann@players.example", "ann@players.example", False),
        ("Ann+play@PLAYERS.example", "ann@players.example", False),
        ("a.n.n@googlemail.com", "ann@gmail.com", False),
        ("eve@players.example", "ann@players.example", True),
        ("ann@evil.example", "ann@players.example", True),
        ("ann@players.example.evil.example", "ann@players.example", True),
        ("", "ann@players.example", True),
    ],
)
def test_from_names_the_account_s_own_mailbox(sender: str, own: str, bad: bool) -> None:
    assert objected(sender, own=own) is bad


@pytest.mark.parametrize(
    ("results", "bad"),
    [
        ([PASS], False),
        (["mx.example.org 1; spf=fail smtp.mailfrom=x.y; dmarc=pass (p=none) header.from=players.example"], False),
        ([], True),
        (["mx.example.org; none"], True),
        (["mx.example.org; dmarc=fail header.from=players.example"], True),
        (["mx.example.org; dmarc=pass header.from=evil.example"], True),
        (["mx.example.org; dmarc=pass"], True),
        (["mx.evil.example; dmarc=pass header.from=players.example"], True),
        (["mx.example.org; dmarc=fail header.from=players.example", PASS], True),
        (["mx.example.org; x=y (dmarc=pass header.from=players.example)"], True),
        (["mx.example.org; dmarc=fail header.from=players.example; dmarc=pass header.from=players.example"], True),
        (["mx.evil.example; mx.example.org; dmarc=pass header.from=players.example"], True),
        (['mx.example.org; spf=none smtp.mailfrom="a; dmarc=pass header.from=players.example"@evil.example'], True),
        (['mx.example.org; spf=none smtp.mailfrom="a; dmarc=pass header.from=players.example ; x=y"'], True),
        (
            [
                'mx.example.org; spf=none smtp.mailfrom="("@x.y; dmarc=fail header.from=a.b; x=y smtp.helo=")"; '
                + PASS[16:]
            ],
            True,
        ),
        (['mx.example.org; spf=pass smtp.mailfrom="a b; (c"@x.y; dmarc=pass header.from=players.example'], False),
        (['mx.example.org; spf=pass (the "sender); dmarc=pass header.from=players.example (")'], False),
        (['mx.example.org; dmarc=pass header.from="players.example"'], False),
    ],
)
def test_the_own_mail_server_s_newest_results_decide_where_it_writes_them(results: list[str], bad: bool) -> None:
    assert objected("ann@players.example", *results, authserv="mx.example.org") is bad
