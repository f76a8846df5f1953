"""Delivery reports that Debian's mail servers send back when a mailbox refuses a letter, and the reason that we read in them.

They take Debian's packages, and root. So they run with the long campaigns.
"""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.servers.ports import free_port
from tests.workers.inbox.debian_root import running, wait_for
from tests.workers.mail.post_office import PostOffice, post_office
from workers.inbox.mime import status_in

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]

RETURN, ANN = "b+return@reply.example", "ann@players.example"
LETTER = f"From: post@play.example\r\nTo: {ANN}\r\nSubject: Your turn\r\nMessage-ID: <1@play.example>\r\n\r\nYou can choose\r\n"

EXIM = """primary_hostname = play.example
daemon_smtp_ports = LISTEN
local_interfaces = 127.0.0.1
acl_smtp_rcpt = everything
acl_smtp_data = everything
host_lookup =
rfc1413_hosts =
tls_advertise_hosts =
begin acl
everything:
  accept
begin routers
out:
  driver = manualroute
  route_list = * 127.0.0.1
  self = send
  transport = out
begin transports
out:
  driver = smtp
  port = OFFICE
  allow_localhost
"""
OPENSMTPD = """listen on 127.0.0.1 port LISTEN
action "out" relay host smtp://127.0.0.1:OFFICE
match from any for any action "out"
"""
POSTFIX = """compatibility_level = 3.6
maillog_file = /var/log/mail.log
inet_interfaces = loopback-only
inet_protocols = ipv4
myhostname = play.example
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
relayhost = [127.0.0.1]:OFFICE
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtpd_peername_lookup = no
"""


@dataclass(frozen=True)
class Kind:
    """A mail server: Debian's packages, the users that it runs as, its settings, and how it is started."""

    packages: tuple[str, ...]
    users: tuple[str, ...]
    file: str
    settings: str
    start: str


KINDS = {
    "exim": Kind(
        ("exim4-daemon-light", "exim4-base", "libidn12", "libgnutls-dane0", "libunbound8", "libevent-2.1-7"),
        ("Debian-exim",),
        "/etc/exim4/exim4.conf",
        EXIM,
        "mkdir -p /var/log/exim4 /var/spool/exim4 /run/exim4; "
        "chown Debian-exim: /var/log/exim4 /var/spool/exim4 /run/exim4; exec exim4 -bdf -q1m",
    ),
    "opensmtpd": Kind(
        ("opensmtpd", "libevent-2.1-7", "libdb5.3"),
        ("opensmtpd", "opensmtpq"),
        "/etc/smtpd.conf",
        OPENSMTPD,
        "mkdir -p /var/spool/smtpd /run/opensmtpd; chmod 711 /var/spool/smtpd; exec smtpd -d -v",
    ),
    "postfix": Kind(
        ("postfix", "libdb5.3", "libicu72", "libnsl2", "libtirpc3", "libsasl2-2", "libssl3"),
        ("postfix", "postdrop"),
        "/etc/postfix/main.cf",
        POSTFIX,
        "sed 's/^smtp      inet/127.0.0.1:LISTEN inet/' /usr/share/postfix/master.cf.dist > /etc/postfix/master.cf; "
        "mkdir -p /var/spool/postfix /var/lib/postfix; chown postfix: /var/lib/postfix; postfix check; "
        "exec postfix start-fg",
    ),
}


@dataclass
class Relay:
    """A mail server that hands everything to ``office``."""

    port: int
    office: PostOffice

    def sent_back(self, answer: str) -> tuple[str, bytes]:
        """Have a letter refused with an answer; return who gets the report, and the report."""
        before = len(self.office.raw)
        self.office.refuses = {ANN: answer}
        with smtplib.SMTP("127.0.0.1", self.port, local_hostname="play.example") as smtp:
            smtp.sendmail(RETURN, [ANN], LETTER)
        self.office.wait_for(before + 1, seconds=60)
        assert self.office.senders[before] == "<>", "nobody answers a report"
        return self.office.recipients[-1], self.office.raw[before]


@pytest.fixture(scope="module", params=sorted(KINDS))
def relay(request: pytest.FixtureRequest) -> Iterator[Relay]:
    kind, port = KINDS[request.param], free_port()
    with post_office() as office:
        filled = [
            text.replace("LISTEN", str(port)).replace("OFFICE", office.url.rpartition(":")[2])
            for text in (kind.settings, kind.start)
        ]
        with running(request.param, kind.packages, kind.users, {kind.file: filled[0]}, filled[1]) as said:
            wait_for(port, said)
            yield Relay(port, office)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("552 5.2.2 Mailbox full", "5.2.2"),
        ("552-5.2.2 The recipient's inbox is out of storage space.\r\n552 5.2.2 https://example.org/full", "5.2.2"),
        ("552 Mailbox full", "5.2.2"),
        ("550 5.1.1 <ann@players.example>: Recipient address rejected", "5.1.1"),
        ("550 no such user", "5.0.0"),
        ("550 5.7.1 Message rejected as spam", "5.7.1"),
    ],
)
def test_the_reason_for_which_a_mailbox_refused_is_read_in_the_report(relay: Relay, answer: str, status: str) -> None:
    recipient, raw = relay.sent_back(answer)
    assert recipient == RETURN
    assert status_in(raw) == status, raw.decode(errors="replace")
