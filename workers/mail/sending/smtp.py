"""Letters over SMTP: only the final dot makes the other side responsible, and only its reply confirms that.

One thread watches all conversations and ends those that take too long (:class:`Watch`): a timer (that is, a thread) for
each reply of a mail server would cost more than the reply.

A letter's bytes for the wire are checked against the letter itself before any server sees them. Whatever a name or a title
contains, and whatever the interpreter's mail library does with it (before its fix for CVE-2024-6923 it wrote line breaks
into headers), a letter has exactly its given headers and values, and its text begins where they end. Any other letter is
never sent. Bare CR and LF are refused everywhere: servers that take them for line ends would see another letter after this
one (SMTP smuggling).
"""

import email.policy
import logging
import smtplib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from functools import partial
from typing import Any

from service.config.variables import MailServer
from service.notifications.channel import Ambiguous, AtHandover, NotHanded, Permanent, Temporary, Undelivered
from service.text.names import plain
from workers.mail.sending.turns import TURNS

LONGEST_LINE = 998
"""Bytes of a line without its end (RFC 5322, 2.1.1)."""
ADDRESSES = ("from", "to", "reply-to")
RAW = email.policy.compat32


class Altered(Permanent):
    """A letter whose bytes differ from the letter; the reply names the header, never its value."""


def wire(letter: EmailMessage) -> bytes:
    """Return the letter for a mail server: ASCII lines ending with CRLF.

    :raises Altered: when header names, values or the beginning of the text differ from the letter's.
    """
    try:
        raw = letter.as_bytes()
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Altered(f"the letter cannot be written: {type(error).__name__}") from error
    if not raw.count(b"\r") == raw.count(b"\n") == raw.count(b"\r\n"):
        raise Altered("the letter has a bare CR or LF")
    if not raw.isascii() or b"\0" in raw:
        raise Altered("the letter has bytes that are no ASCII text")
    if any(len(line) > LONGEST_LINE for line in raw.split(b"\r\n")):
        raise Altered("the letter has a line that is too long")
    block, blank, body = raw.partition(b"\r\n\r\n")
    if not blank:
        raise Altered("the letter has no text")
    _compare(letter, block)
    boundary = letter.get_boundary()
    if boundary is not None and not body.startswith(b"--" + boundary.encode("ascii", "replace") + b"\r\n"):
        raise Altered("the text does not begin where the headers end")
    return raw


def _compare(letter: EmailMessage, block: bytes) -> None:
    read = BytesHeaderParser(policy=RAW).parsebytes(block + b"\r\n\r\n")
    intended = [(name, str(value)) for name, value in letter.items()]
    found = [(name, str(value)) for name, value in read.raw_items()]
    if [name for name, _ in found] != [name for name, _ in intended] or read.defects or read.get_payload():
        raise Altered("the letter has other headers than it was given")
    lines = block.split(b"\r\n")
    if any(line[:1] in (b" ", b"\t") and not line.strip() for line in lines):
        raise Altered("a header has an empty line in it")
    for (name, value), (_, raw) in zip(intended, found, strict=True):
        if not _same(name.lower(), value, " ".join(raw.split("\r\n")), letter):
            raise Altered(f"the header {name} does not say what it was given")


def _same(name: str, value: str, raw: str, letter: EmailMessage) -> bool:
    if name in ADDRESSES:
        wanted = letter[name].addresses
        return [(_read(name), spec) for name, spec in getaddresses([raw])] == [
            (" ".join(one.display_name.split()), one.addr_spec) for one in wanted
        ]
    return _read(raw) == " ".join(value.split())


def _read(raw: str) -> str:
    return " ".join(str(make_header(decode_header(raw))).split())


log = logging.getLogger("siegelpost.deliver")


class Watch:
    """Calls functions when their time is up. Thread-safe; the functions must not block."""

    def __init__(self) -> None:
        self._ends: dict[object, tuple[float, Callable[[], None]]] = {}
        self._changed = threading.Condition()
        self._looks_at = float("inf")
        self._thread: threading.Thread | None = None

    @contextmanager
    def within(self, seconds: float, end: Callable[[], None]) -> Iterator[None]:
        """Call ``end`` once, in another thread, unless the block ends in time; never after the block."""
        key = self.after(seconds, end)
        try:
            yield
        finally:
            with self._changed:
                self._ends.pop(key, None)

    def after(self, seconds: float, then: Callable[[], None]) -> object:
        """Call a function once, after this many seconds; return a handle for cancelling."""
        key, at = object(), time.monotonic() + seconds
        with self._changed:
            self._ends[key] = (at, then)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_for_ever, name="watch", daemon=True)
                self._thread.start()
            if at < self._looks_at:
                self._changed.notify()
        return key

    def _look_for_ever(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                for key in [one for one, (at, _) in self._ends.items() if at <= now]:
                    _, then = self._ends.pop(key)
                    try:
                        then()
                    except Exception as error:  # the others are watched all the same
                        log.error("a time limit's function failed: %s", type(error).__name__)
                self._looks_at = min((at for at, _ in self._ends.values()), default=float("inf"))
                self._changed.wait(None if self._looks_at == float("inf") else max(0.0, self._looks_at - now))


TIMEOUT = 30.0
"""Seconds allowed for one reply of a mail server; for connecting, TLS and login together; and for accepting the sender."""
LETTER = 60.0
"""Seconds allowed for the recipient and the whole text, however slowly the replies trickle in."""
PATIENCE = 120.0
"""Seconds allowed for the reply to the whole letter: it may be scanned meanwhile, and giving up is ambiguous.

With a stale connection tried before, a transaction ends within four and a half minutes, less than the lease of a recipient.
"""
IDLE = 20.0
"""Seconds after which an idle connection is closed: servers close them silently. Until then the next letter of any job
saves connecting, TLS and login, which take longer than the letter itself."""


@dataclass(frozen=True, repr=False)
class Server(MailServer):
    """A mail server, and how long it may take."""

    timeout: float = TIMEOUT
    letter: float = LETTER
    patience: float = PATIENCE
    idle: float = IDLE


_watch = Watch()


def _within(connection: smtplib.SMTP, seconds: float) -> AbstractContextManager[None]:
    """Cut the connection unless the block ends in time: a socket's own timeout restarts with every byte that trickles
    in."""
    return _watch.within(seconds, partial(_cut, connection))


def _cut(connection: smtplib.SMTP) -> None:
    if connection.sock is not None:
        with suppress(OSError):
            # Not SSLSocket.shutdown, which takes the encryption away below whoever is reading.
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)


class _Timed(smtplib.SMTP):
    """Connects and awaits the greeting within the time for one reply."""

    def connect(self, *args: Any, **options: Any) -> tuple[int, bytes]:
        with _within(self, float(self.timeout)):
            return super().connect(*args, **options)


class _TimedSsl(smtplib.SMTP_SSL):
    """Does the same with TLS from the first byte."""

    def connect(self, *args: Any, **options: Any) -> tuple[int, bytes]:
        with _within(self, float(self.timeout)):
            return super().connect(*args, **options)


class SmtpTransport:
    """Speaks SMTP. Threads may send at once, each over a connection of its own; idle connections are used again."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._idle: list[tuple[float, smtplib.SMTP]] = []
        self._lock = threading.Lock()

    def send(self, letter: EmailMessage, at_handover: AtHandover, returns: str = "") -> str:
        """Hand the letter to the server; its recipient is that of ``To``, its sender the given return address or that
        of ``From``."""
        with TURNS.finish():
            raw = wire(letter)
        sender, recipient = (letter[name].addresses[0].addr_spec for name in ("From", "To"))
        connection = self._greeted((returns or sender).strip("<>"))
        try:
            with _within(connection, self.server.letter):
                self._ask(connection, "RCPT", f"TO:<{recipient}>", {250, 251}, refused_recipient=True)
                if not at_handover():
                    raise NotHanded("another process has taken over this letter")
                self._send_text(connection, raw)
            answer = self._finish(connection)
        except Undelivered as error:
            self._drop(connection) if isinstance(error, Ambiguous) or connection.sock is None else self._reset(
                connection
            )
            raise
        self._keep(connection)
        return answer

    def greet(self, sender: str) -> None:
        """Connect, encrypt, sign in and have our sender accepted, as before a letter; :raises Undelivered: when that fails."""
        self._reset(self._greeted(sender))

    def close(self) -> None:
        """Say goodbye on all idle connections."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            self._drop(connection)

    def _greeted(self, sender: str) -> smtplib.SMTP:
        """Return a connection on which the server has accepted ``MAIL FROM``; a stale idle one is replaced quietly."""
        connection = self._take_idle()
        if connection is not None:
            try:
                self._announce(connection, sender)
                return connection
            except Undelivered:
                self._drop(connection)
        connection = self._connect()
        try:
            self._announce(connection, sender)
        except Undelivered as error:
            self._drop(connection)
            # Our own address refused is a matter of set-up, not of this letter: worth trying again.
            raise Temporary(f"the mail server refuses our sender: {error.answer}") from error
        return connection

    def _connect(self) -> smtplib.SMTP:
        server = self.server
        try:
            if server.implicit_tls:
                connection: smtplib.SMTP = _TimedSsl(
                    server.host, server.port, timeout=server.timeout, context=ssl.create_default_context()
                )
            else:
                connection = _Timed(server.host, server.port, timeout=server.timeout)
        except (OSError, smtplib.SMTPException) as error:
            raise Temporary(f"no connection to the mail server: {_named(error)}") from error
        try:
            # The last dot is a packet of its own: without this it would wait 40 ms for the acknowledgement of the text.
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # type: ignore[union-attr]  # connected
            with _within(connection, server.timeout):
                connection.ehlo_or_helo_if_needed()
                self._secure(connection)
                if server.user:
                    connection.login(server.user, server.password)
        except (OSError, smtplib.SMTPException) as error:
            self._drop(connection)
            # Also for a refused password: the letter is not at fault, and the operator can mend it within the retries.
            raise Temporary(f"the mail server let us not in: {_named(error)}") from error
        return connection

    def _secure(self, connection: smtplib.SMTP) -> None:
        server = self.server
        if server.implicit_tls or server.tls == "never":
            return
        if connection.has_extn("starttls"):
            connection.starttls(context=ssl.create_default_context())
            connection.ehlo()
        elif server.tls == "require":
            raise smtplib.SMTPNotSupportedError("it offers no STARTTLS (?tls=never in SMTP_URL goes without)")

    def _announce(self, connection: smtplib.SMTP, sender: str) -> None:
        with _within(connection, self.server.timeout):
            self._ask(connection, "MAIL", f"FROM:<{sender}>", {250})

    def _send_text(self, connection: smtplib.SMTP, raw: bytes) -> None:
        """Send the text. Only the final dot makes the server responsible, so a break before it loses nothing."""
        self._ask(connection, "DATA", "", {354})
        body = raw.replace(b"\r\n.", b"\r\n..")
        body = body[:1].replace(b".", b"..") + body[1:]
        try:
            connection.send(body if body.endswith(b"\r\n") else body + b"\r\n")
        except (OSError, smtplib.SMTPException) as error:
            connection.close()
            raise Temporary(f"the connection broke while sending: {_named(error)}") from error

    def _finish(self, connection: smtplib.SMTP) -> str:
        """Send the final dot and wait for the answer."""
        try:
            with _within(connection, self.server.patience):
                connection.send(b".\r\n")
                if connection.sock is not None:
                    connection.sock.settimeout(self.server.patience)
                code, said = connection.getreply()
                if connection.sock is not None:
                    connection.sock.settimeout(self.server.timeout)
        except (OSError, smtplib.SMTPException) as error:
            connection.close()
            raise Ambiguous(f"the connection broke before the answer: {_named(error)}") from error
        return _judged(code, said, {250})

    def _ask(
        self, connection: smtplib.SMTP, verb: str, rest: str, good: set[int], *, refused_recipient: bool = False
    ) -> str:
        try:
            code, said = connection.docmd(verb, rest)
        except (OSError, smtplib.SMTPException) as error:
            connection.close()
            raise Temporary(f"the connection broke at {verb}: {_named(error)}") from error
        return _judged(code, said, good, refused_recipient=refused_recipient)

    def _take_idle(self) -> smtplib.SMTP | None:
        with self._lock:
            return self._idle.pop()[1] if self._idle else None

    def _keep(self, connection: smtplib.SMTP) -> None:
        with self._lock:
            self._idle.append((time.monotonic() + self.server.idle, connection))
        _watch.after(self.server.idle, self._let_go)

    def _let_go(self) -> None:
        """Close connections that have been idle for long, without waiting for the server's goodbye."""
        with self._lock:
            now = time.monotonic()
            over = [connection for until, connection in self._idle if until <= now]
            self._idle = [(until, connection) for until, connection in self._idle if until > now]
        for connection in over:
            with suppress(OSError, smtplib.SMTPException):
                connection.putcmd("QUIT")
            connection.close()

    def _reset(self, connection: smtplib.SMTP) -> None:
        try:
            connection.rset()
        except (OSError, smtplib.SMTPException):
            connection.close()
        else:
            self._keep(connection)

    @staticmethod
    def _drop(connection: smtplib.SMTP) -> None:
        with suppress(OSError, smtplib.SMTPException):
            if connection.sock is not None:
                connection.quit()
        connection.close()


def _judged(code: int, said: Any, good: set[int], *, refused_recipient: bool = False) -> str:
    text = f"{code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}"
    if code in good:
        return plain(text)
    if 500 <= code < 600:
        raise Permanent(text, recipient=refused_recipient and " 5.7." not in text)
    raise Temporary(text)


def _named(error: Exception) -> str:
    """Describe an error without quoting what was sent: exceptions of smtplib carry only the server's words."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return f"{error.smtp_code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"its certificate is not trusted ({error.verify_message}). Give it one for the name in SMTP_URL, or let this "
            "machine trust it; to a relay on the same machine, ?tls=never in SMTP_URL goes unencrypted"
        )
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
