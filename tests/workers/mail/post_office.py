"""A real mail server for tests that accepts, delays, refuses or breaks off, as told. It notes every letter it took."""

import asyncio
import email
import email.policy
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""Certificate and key of "localhost", made for these tests and used nowhere else."""


class AnyPort(Controller):
    """A controller that listens on a free port."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        Controller._trigger_server(self)


class PostOffice:
    """What the server does, and what it saw. ``at_data`` may break the connection or kill somebody before the
    answer; recipients whom ``holds`` names wait for theirs as long as it does, and are ``held`` meanwhile.
    ``refuses`` says whose letters are turned away, and how; ``refuses_recipients``, who is before there is a letter."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.recipients: list[str] = []
        self.senders: list[str] = []
        self.connections = 0
        self.rcpt_answer: str | None = None
        self.mail_answer: str | None = None
        self.data_answer: str | None = None
        self.refuses: dict[str, str] = {}
        self.refuses_recipients: dict[str, str] = {}
        self.at_data: Callable[[SMTP], None] | None = None
        self.holds: Callable[[str], bool] | None = None
        self.held: set[str] = set()
        self.quit = threading.Event()
        self.url = ""
        self._arrived = threading.Condition()

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Answer MAIL FROM."""
        envelope.mail_from = address
        return self.mail_answer or "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Answer RCPT TO."""
        if self.rcpt_answer is not None or address in self.refuses_recipients:
            return self.rcpt_answer or self.refuses_recipients[address]
        while self.holds is not None and self.holds(address):
            self.held.add(address)
            await asyncio.sleep(0.01)
        self.held.discard(address)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take the letter, do what was asked for, answer."""
        assert isinstance(envelope.content, bytes)
        for address in envelope.rcpt_tos:
            if address in self.refuses:
                return self.refuses[address]
        if self.data_answer is None:
            with self._arrived:
                self.letters.append(email.message_from_bytes(envelope.content, policy=email.policy.SMTP))
                self.raw.append(envelope.content)
                self.recipients += envelope.rcpt_tos
                self.senders.append(envelope.mail_from or "")
                self._arrived.notify_all()
        if self.at_data is not None:
            self.at_data(server)
        return self.data_answer or "250 2.0.0 taken as 4711"

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Note the connection."""
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Note the goodbye."""
        self.quit.set()
        return "221 2.0.0 bye"

    def wait_for(self, count: int, seconds: float = 10) -> list[EmailMessage]:
        """Return the letters as soon as there are that many; :raises AssertionError: when they do not come."""
        deadline = time.monotonic() + seconds
        with self._arrived:
            while len(self.letters) < count:
                assert self._arrived.wait(deadline - time.monotonic()), f"{len(self.letters)} of {count} letters came"
            return list(self.letters)


def break_off(server: SMTP) -> None:
    """Cut the connection without an answer."""
    assert isinstance(server.transport, asyncio.Transport)
    server.transport.abort()


def text_of(letter: EmailMessage) -> str:
    """Return the text part as it is read."""
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def subject_and_line(letter: EmailMessage) -> str:
    """Return the subject and the first line of a letter, as lists of mails show them, with a dash between them."""
    return f"{letter['Subject']} - {' '.join(text_of(letter).partition(chr(10) * 2)[0].split())}"


def html_of(letter: EmailMessage) -> str:
    """Return the HTML part as it is read."""
    part = letter.get_body(("html",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


@contextmanager
def post_office(*, user: str = "", password: str = "", starttls: bool = False) -> Iterator[PostOffice]:
    """Open a post office on a free port; with a user it wants a login, after STARTTLS."""
    office = PostOffice()
    extra: dict[str, Any] = {}
    if user:

        def authenticate(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
            good = (
                isinstance(data, LoginPassword) and data.login == user.encode() and data.password == password.encode()
            )
            return AuthResult(success=good, handled=False)

        extra = {"authenticator": authenticate, "auth_required": True}
    if starttls or user:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        extra |= {"tls_context": context}
    controller = AnyPort(office, hostname="127.0.0.1", port=0, **extra)
    controller.start()
    try:
        office.url = f"smtp://127.0.0.1:{controller.port}"
        yield office
    finally:
        controller.stop()
