"""Exim, Debian's default mail server, in front of the entrance, set up as docs/reply-by-mail.md says.

It takes Debian's packages, and root. So it runs with the long campaigns.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP

from tests.servers.ports import free_port
from tests.workers.inbox.arriving.test_real_reports import KINDS, Relay
from tests.workers.inbox.debian_root import running, wait_for
from tests.workers.mail.post_office import post_office
from workers.inbox.entrance import LONGEST_LINE

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]

PAGE = (Path(__file__).parents[4] / "docs" / "reply-by-mail.md").read_text(encoding="utf-8")
OURS = "mx.example.org"
KNOWN, UNKNOWN = "m+token@reply.example.org", "nobody@reply.example.org"
AROUND = """primary_hostname = mx.example.org
daemon_smtp_ports = LISTEN
local_interfaces = 127.0.0.1
host_lookup =
rfc1413_hosts =
tls_advertise_hosts =
acl_smtp_rcpt = acl_check_rcpt
acl_smtp_data = acl_check_data
{main}
begin acl
acl_check_rcpt:
{acl_check_rcpt}
  deny
acl_check_data:
{acl_check_data}
  warn add_header = Authentication-Results: mx.example.org; dmarc=pass header.from=players.example
  accept
begin routers
{routers}
begin transports
{transports}
"""


def documented(page: str = PAGE) -> dict[str, str]:
    """Return the parts of Exim's configuration on the page, by the names that the page gives them."""
    block = re.search(r"(?m)^       # Exim: main part\n((?:       .*\n|\n)+?)(?=^   \w)", page)
    assert block is not None
    parts = re.split(r"(?m)^# (.+)$", "# main\n" + re.sub(r"(?m)^       ", "", block[1]))
    return {name.split(",")[0]: text.strip("\n") for name, text in zip(parts[1::2], parts[2::2], strict=True)}


@pytest.fixture(scope="module")
def exim() -> Iterator[Relay]:
    kind, port = KINDS["exim"], free_port()
    with pytest.MonkeyPatch.context() as patch, post_office() as office:
        patch.setattr(SMTP, "line_length_limit", LONGEST_LINE)  # as our own entrance
        office.refuses_recipients = {UNKNOWN: "550 5.1.1 nobody has this address"}
        settings = (
            AROUND.format(**documented()).replace("LISTEN", str(port)).replace("2525", office.url[-5:].lstrip(":"))
        )
        with running("exim", kind.packages, kind.users, {kind.file: settings}, kind.start) as said:
            wait_for(port, said)
            yield Relay(port, office)


def sent(exim: Relay, recipient: str, head: bytes, body: bytes) -> bytes:
    """Send a mail from outside; return what arrives at the entrance."""
    before = len(exim.office.raw)
    with smtplib.SMTP("127.0.0.1", exim.port, local_hostname="sender.example") as smtp:
        mail = b"From: ann@players.example\r\nTo: " + recipient.encode() + b"\r\n" + head + b"\r\n" + body
        smtp.sendmail("ann@players.example", [recipient], mail)
    exim.office.wait_for(before + 1, seconds=60)
    return exim.office.raw[before]


def test_nobody_gets_a_report_of_a_mail_to_an_address_that_is_nobodys(exim: Relay) -> None:
    with smtplib.SMTP("127.0.0.1", exim.port, local_hostname="sender.example") as smtp:
        smtp.ehlo()
        assert smtp.mail("forged@victim.example")[0] == 250
        assert smtp.rcpt(UNKNOWN)[0] == 550
        assert smtp.rcpt("somebody@elsewhere.example")[0] == 550, "no relay for others"
        assert smtp.rcpt(KNOWN)[0] == 250


def test_headers_that_came_under_its_name_are_gone_and_its_own_stays(exim: Relay) -> None:
    forged = f"Authentication-Results: {OURS}; dmarc=pass header.from=players.example; x=forged\r\n".encode()
    raw = sent(exim, KNOWN, forged * 2 + b"Subject: Re\r\n", b"3\r\n")
    assert b"forged" not in raw and raw.count(b"Authentication-Results:") == 1


def test_a_raw_subject_and_a_long_line_arrive(exim: Relay) -> None:
    raw = sent(exim, KNOWN, "Subject: Re: Zug für Bärbel\r\n".encode(), b"3 " + b"x" * 5_000 + b"\r\n")
    assert "Bärbel".encode() in raw and b"x" * 5_000 in raw
