"""What Postfix and OpenDMARC write into a mail that they pass on, set up as docs/reply-by-mail.md says, and what we make of it.

It takes Debian's packages, and root: Postfix runs under several users. So it runs with the long campaigns.
"""

from __future__ import annotations

import os
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from checks import debian
from tests.servers.ports import free_port
from tests.workers.mail.post_office import PostOffice, post_office
from workers.inbox.sender import objection
from workers.inbox.text import read

pytestmark = [pytest.mark.soak, pytest.mark.timeout(300)]

PAGE = (Path(__file__).parents[4] / "docs" / "reply-by-mail.md").read_text(encoding="utf-8")
OURS, OWN = "mx.reply.example", "ann@players.example"
OF_OUR_NETWORK = "203.0.113.1"
HONEST, STRANGER = "192.0.2.1", "198.51.100.9"
"""Where mail of players.example comes from, and where it does not."""
NAMES = {
    "_dmarc.players.example": "v=DMARC1; p=reject",
    "players.example": f"v=spf1 ip4:{HONEST} -all",
    "unruled.example": f"v=spf1 ip4:{HONEST} -all",
    "evil.example": f"v=spf1 ip4:{STRANGER} -all",
}
"""The TXT records that there are."""
PACKAGES = ["postfix", "opendmarc", "libopendmarc2", "libmilter1.0.1", "libspf2-2", "libbsd0", "libmd0", "libdb5.3", "libicu72",
            "libnsl2", "libtirpc3", "libsasl2-2", "libssl3"]  # fmt: skip
MASTER = """smtp inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
verify unix - - n - 1 verify
postlog unix-dgram n - n - 1 postlogd
"""


def documented(page: str = PAGE) -> list[str]:
    """Return the settings of Postfix on the page."""
    block = page.partition("# Postfix: main.cf\n")[2].partition("\n\n")[0]
    return [line.strip() for line in block.splitlines()]


@contextmanager
def names() -> Iterator[None]:
    """Answer questions for names on loopback, where the servers below ask."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.bind(("127.0.0.1", 53))

        def answer() -> None:
            while (came := asked.recvfrom(4096))[0]:
                question, who = came
                at, labels = 12, list[str]()
                while question[at]:
                    labels.append(question[at + 1 : at + 1 + question[at]].decode())
                    at += 1 + question[at]
                kind = int.from_bytes(question[at + 1 : at + 3])
                text = NAMES.get(".".join(labels).lower(), "").encode()
                there = bool(text) and kind == 16
                record = (
                    b"\xc0\x0c\x00\x10\x00\x01\x00\x00\x00\x3c"
                    + (len(text) + 1).to_bytes(2)
                    + bytes([len(text)])
                    + text
                )
                flags = b"\x81\x80" if text else b"\x81\x83"
                head = question[:2] + flags + b"\x00\x01" + (b"\x00\x01" if there else b"\x00\x00") + bytes(4)
                asked.sendto(head + question[12 : at + 5] + (record if there else b""), who)

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield
        finally:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
                last.sendto(b"", ("127.0.0.1", 53))
            thread.join()


@contextmanager
def running(command: list[str], folder: Path, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server in a group of processes of its own, and with a resolv.conf that leads to loopback."""
    (folder / "resolv.conf").write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    script = f'mount --bind {folder}/resolv.conf /etc/resolv.conf && exec "$@"'
    child = subprocess.Popen(["unshare", "-m", "sh", "-c", script, "sh", *command], env=env, start_new_session=True)
    try:
        yield child
    finally:
        os.killpg(child.pid, signal.SIGTERM)
        child.wait()


class MailServer:
    """Postfix with OpenDMARC before it; ``office`` gets what it passes on."""

    def __init__(self, port: int, office: PostOffice) -> None:
        self.port, self.office = port, office

    def passed_on(self, client: str, sender: str, mail: bytes) -> bytes:
        """Send a mail as a client at another address would; return what arrives."""
        before = len(self.office.raw)
        with smtplib.SMTP("127.0.0.1", self.port, local_hostname="test.example") as smtp:
            smtp.ehlo()
            assert smtp.docmd("XCLIENT", f"ADDR={client} NAME=[UNAVAILABLE]")[0] == 220
            for command in ("EHLO sender.example", f"MAIL FROM:<{sender}>", "RCPT TO:<m+token@reply.example>"):
                assert smtp.docmd(command)[0] == 250, command
            assert smtp.docmd("DATA")[0] == 354
            smtp.send(mail + b"\r\n.\r\n")
            code, told = smtp.getreply()
            assert code == 250, told
        self.office.wait_for(before + 1)
        return self.office.raw[before]


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    assert os.geteuid() == 0, "Postfix cannot be started without root"
    packages = debian.unpack(Path("build/servers/mail"), "bookworm", PACKAGES)
    assert packages is not None, "the packages of Debian cannot be had here"
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="mx", dir="/tmp"))  # short: sockets lie below it
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        env = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": debian.libraries(packages)}
        office = stack.enter_context(post_office())
        milter, port = free_port(), free_port()
        stack.enter_context(names())
        (folder / "dmarc.conf").write_text(
            f"AuthservID {OURS}\nTrustedAuthservIDs {OURS}\nSocket inet:{milter}@127.0.0.1\nSPFIgnoreResults true\n"
            f"SPFSelfValidate true\nIgnoreHosts {folder}/nobody\nSyslog false\nRejectFailures false\n"
        )
        (folder / "nobody").write_text(f"{OF_OUR_NETWORK}\n")
        dmarc = packages / "usr/sbin/opendmarc"
        stack.enter_context(running([str(dmarc.absolute()), "-f", "-c", str(folder / "dmarc.conf")], folder, env))
        _postfix(folder, packages.absolute(), port, milter, office.url.rpartition(":")[2].strip("/"))
        master = packages / "usr/lib/postfix/sbin/master"
        stack.enter_context(running([str(master.absolute()), "-d", "-c", str(folder / "etc")], folder, env))
        _wait_for(milter)
        _wait_for(port)
        yield MailServer(port, office)


def _postfix(folder: Path, packages: Path, port: int, milter: int, relay: str) -> None:
    """Write a configuration, and the folders of the queue as Postfix wants them."""
    etc, queue, data = folder / "etc", folder / "queue", folder / "data"
    for one in (etc, queue, data):
        one.mkdir()
    shutil.chown(data, "daemon")
    for name in (
        "active",
        "bounce",
        "corrupt",
        "defer",
        "deferred",
        "flush",
        "hold",
        "incoming",
        "private",
        "saved",
        "trace",
    ):
        (queue / name).mkdir(mode=0o700)
        shutil.chown(queue / name, "daemon")
    for name, mode in (("pid", 0o755), ("public", 0o710), ("maildrop", 0o730)):
        (queue / name).mkdir()
        shutil.chown(queue / name, "root" if name == "pid" else "daemon", "root" if name == "pid" else "games")
        (queue / name).chmod(mode)
    (etc / "master.cf").write_text(MASTER.replace("smtp inet", f"127.0.0.1:{port} inet"))
    lines = "\n".join(documented()).replace("reply.example.org", "reply.example").replace("2525", relay)
    (etc / "main.cf").write_text(
        f"""compatibility_level = 3.6
queue_directory = {queue}
data_directory = {data}
daemon_directory = {packages}/usr/lib/postfix/sbin
command_directory = {packages}/usr/sbin
shlib_directory = {packages}/usr/lib/postfix
mail_owner = daemon
setgid_group = games
default_privs = nobody
import_environment = MAIL_CONFIG LD_LIBRARY_PATH
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
inet_interfaces = loopback-only
inet_protocols = ipv4
myhostname = {OURS}
mydestination =
mynetworks = {OF_OUR_NETWORK}
alias_maps =
alias_database =
local_recipient_maps =
smtpd_authorized_xclient_hosts = 127.0.0.1
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
{lines}
header_checks = regexp:{{ {{/^Authentication-Results:/ IGNORE}} }}
smtpd_milters = inet:127.0.0.1:{milter}
milter_default_action = tempfail
"""
    )


def _wait_for(port: int) -> None:
    """Wait until a server listens."""
    for _ in range(100):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        threading.Event().wait(0.1)
    raise AssertionError("a server does not listen")


def mail(sender: str = OWN, *head: str, subject: str = "x") -> bytes:
    lines = [
        *head,
        f"From: {sender}",
        "To: m+token@reply.example",
        f"Subject: {subject}",
        "Message-ID: <1@x.y>",
        "",
        "3",
    ]
    return "\r\n".join(lines).encode()


def is_anns(raw: bytes, sender: str, own: str = OWN) -> bool:
    came = read(raw, sender)
    return not came.automatic and objection(came, (own,), OURS, sender) is None


def test_a_mail_that_its_domain_sent_is_read(server: MailServer) -> None:
    raw = server.passed_on(HONEST, OWN, mail())
    assert b"dmarc=pass" in raw and is_anns(raw, OWN)
    raw = server.passed_on(HONEST, "ann@unruled.example", mail("ann@unruled.example"))
    assert b"dmarc=none" in raw and is_anns(raw, "ann@unruled.example", "ann@unruled.example")
    raw = server.passed_on(HONEST, '"a; b (c"@players.example', mail())
    assert b"dmarc=pass" in raw and is_anns(raw, "x@players.example")


def test_a_mail_to_nobody_is_refused_at_once_and_its_forged_sender_hears_nothing(server: MailServer) -> None:
    server.office.refuses_recipients["nobody@reply.example"] = "550 5.1.1 no such address"
    before = len(server.office.raw)
    with smtplib.SMTP("127.0.0.1", server.port, local_hostname="test.example", timeout=60) as smtp:
        smtp.ehlo()
        smtp.docmd("XCLIENT", f"ADDR={STRANGER} NAME=[UNAVAILABLE]")
        assert smtp.docmd("EHLO sender.example")[0] == 250
        assert smtp.docmd(f"MAIL FROM:<{OWN}>")[0] == 250
        code, told = smtp.docmd("RCPT TO:<nobody@reply.example>")
        assert (code, b"no such address" in told) == (550, True), told
        assert smtp.docmd("RCPT TO:<m+token@reply.example>")[0] == 250
    assert len(server.office.raw) == before, "asking is no mail"


def test_letters_of_our_own_are_taken_without_asking_their_servers_first(server: MailServer) -> None:
    with smtplib.SMTP("127.0.0.1", server.port, local_hostname="test.example", timeout=60) as smtp:
        smtp.ehlo()
        smtp.docmd("XCLIENT", f"ADDR={OF_OUR_NETWORK}")
        assert smtp.docmd("EHLO play.example")[0] == 250
        assert smtp.docmd("MAIL FROM:<b+return@reply.example>")[0] == 250
        code, told = smtp.docmd("RCPT TO:<ann@away.example>")
        assert code == 250, told


FORGED = f"Authentication-Results: {OURS}; dmarc=pass header.from=players.example"
INJECTED = "; dmarc=pass (p=none) header.from=players.example"


@pytest.mark.parametrize(
    ("sender", "raw"),
    [
        (OWN, mail()),
        ("eve@evil.example", mail()),
        ("eve@evil.example", mail(OWN, FORGED)),
        ("eve@evil.example", mail(OWN, FORGED.upper(), FORGED.replace("; ", ";\r\n\t"))),
        (f'"a{INJECTED}; x=y"@evil.example', mail()),
        (f'"a{INJECTED} ("@evil.example', mail()),
        ("a=dmarc=pass@evil.example", mail()),
        ("eve@evil.example", mail(subject=f"x{INJECTED}")),
        ("eve@evil.example", mail(f'"{INJECTED}" <{OWN}>')),
        ("eve@evil.example", mail("eve@evil.example")),
        ("ann@unruled.example", mail("ann@unruled.example")),
        (
            "eve@evil.example",
            mail("ann@unruled.example", f"Authentication-Results: {OURS}; dkim=pass header.d=unruled.example"),
        ),
    ],
)
def test_no_mail_that_somebody_else_sent_is_read(server: MailServer, sender: str, raw: bytes) -> None:
    came = server.passed_on(STRANGER, sender, raw)
    assert came.lower().count(b"authentication-results:") >= 1
    assert not is_anns(came, sender) and not is_anns(came, sender, "ann@unruled.example")
