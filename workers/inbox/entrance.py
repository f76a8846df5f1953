"""The entrance for mail: an SMTP server to which the installation's own mail server forwards mail for the reply host.

It relays nothing, knows four kinds of recipients (answers to letters, answers to puzzles, reports about letters that
did not arrive, and an operator's trial mails), and accepts one recipient per mail. Connections are bounded in number,
time and size; a few threads handle the mails, because they wait for the store and for the server that sends answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

from aiosmtpd.smtp import SMTP, Envelope, Session

from service.telemetry.counts import MAILS_REFUSED
from workers.inbox.mime import MOST_BYTES
from workers.mail.reply_address import (
    PuzzleAddress,
    ReplyAddress,
    ReturnAddress,
    read_address,
    read_puzzle_address,
    read_return_address,
    read_trial_address,
)

READERS = 4
"""Mails that are read concurrently."""
CONNECTIONS = 100
"""The most concurrent connections; beyond them, the one that has sent no whole mail for longest is closed."""
OF_ONE = 25
"""The most concurrent connections from one address: more than mail servers open (Postfix: 20), and too few to keep
others out."""
END, SKIPPED = b"\r\n.\r\n", 65_536
"""The end of a mail, and the number of bytes read at once of a mail that is skipped."""
SILENCE = 15.0
"""Seconds without a command after which a connection is closed."""
MOST_LINES = 40_000
"""The most lines of a mail: the library handles them one by one. A mail of the largest size has fewer, unless they are
very short."""
LETTER = 180.0
"""Seconds for receiving, reading and answering a mail: longer than the server that takes the answer may need."""
OTHER = "other"
REASONS = {
    "4.3.0": "not_now", "4.5.0": "not_now", "4.5.3": "recipients", "4.7.1": "too_many", "5.1.1": "address",
    "5.3.4": "bounds", "5.6.0": "bounds", "5.7.1": "sender",
}  # fmt: skip
"""Why a mail is refused, by the status of the reply (RFC 3463), as metrics show it."""
for reason in {*REASONS.values(), OTHER}:
    MAILS_REFUSED.labels(reason)  # shown as 0 before it happens first, as all counters that alerts watch
LONGEST_LINE = 100_000
"""Bytes of a line. Mail programs and relays pass on lines beyond the 998 of RFC 5322; a reply is read all the same."""
Refuse = Callable[[ReplyAddress | PuzzleAddress], str | None]
"""Returns the SMTP reply for an address to which no mail needs to be sent now, or None."""
Take = Callable[[bytes, str, ReplyAddress | PuzzleAddress], str]
"""Takes a mail, its envelope sender and the address it came for; returns the SMTP reply."""
TakeReturned = Callable[[bytes, ReturnAddress], str]
"""Takes a delivery report and the address it came for; returns the SMTP reply."""
log = logging.getLogger("siegelpost.replies")


def count(reply: str) -> str:
    """Count a reply that refuses a mail, now or for good; return it."""
    if reply[0] in "45":
        MAILS_REFUSED.labels(REASONS.get(reply.split()[1], OTHER)).inc()
    return reply


class Handler:
    """The server's replies to the steps of a delivery."""

    def __init__(
        self, host: str, refuse: Refuse, take: Take, take_returned: TakeReturned, take_trial: Callable[[str], str]
    ) -> None:
        self._host = host
        self._refuse = refuse
        self._take = take
        self._take_returned = take_returned
        self._take_trial = take_trial
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept one recipient address in our format that somebody owns, as long as there is budget for its mails.

        A whole mail costs a tenth of a second only to be received.
        """
        to = read_address(address, self._host) or read_puzzle_address(address, self._host)
        others = (read_return_address, read_trial_address)
        if to is None and all(read(address, self._host) is None for read in others):
            return count("550 5.1.1 this address is nobody's")
        if envelope.rcpt_tos:
            return count("452 4.5.3 one recipient a mail: send the mail again for the others")
        # Not among the readers, who may all be busy for longer than a connection may be silent.
        refused = None if to is None else await asyncio.to_thread(self._refuse, to)
        if refused is not None:
            return count(refused)
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Have the mail handled; the reply tells the outcome."""
        if isinstance(server, Connection):
            server.waiting.pop(server, None)
            if server.lines is not None and server.lines.are_too_many:
                return count("552 5.3.4 the mail has too many lines")
        to, content, loop = envelope.rcpt_tos[0], envelope.content, asyncio.get_running_loop()
        assert isinstance(content, bytes)
        returned = read_return_address(to, self._host)
        if returned is not None:
            return count(await loop.run_in_executor(self._readers, self._take_returned, content, returned))
        trial = read_trial_address(to, self._host)
        if trial is not None:
            return count(await loop.run_in_executor(self._readers, self._take_trial, trial))
        address = read_address(to, self._host) or read_puzzle_address(to, self._host)
        assert address is not None  # RCPT has looked
        # With SMTPUTF8 the library takes any bytes; what is not UTF-8 cannot be written further on.
        sender = (envelope.mail_from or "").encode("utf-8", "replace").decode()
        return count(await loop.run_in_executor(self._readers, self._take, content, sender, address))

    def close(self) -> None:
        """Let mails at hand be finished."""
        self._readers.shutdown(wait=True)


class Lines:
    """The lines of a connection during a mail: as many as are allowed, then only the mail's end."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._taken = 0
        self._tail = b""
        self._has_ended = False

    @property
    def are_too_many(self) -> bool:
        """True if more lines came than are allowed."""
        return self._taken > MOST_LINES

    async def readuntil(self, separator: bytes = b"\n") -> bytes:
        """Return the next line, or the end marker once there are too many."""
        self._taken += 1
        if self.are_too_many:
            await self._skip()
            return b".\r\n"
        line = await self._reader.readuntil(separator)
        self._tail = line[-2:]
        return line

    async def read(self, count: int) -> bytes:
        """Return part of a line that is too long."""
        piece = await self._reader.read(count)
        self._tail = piece[-2:]
        return piece

    async def _skip(self) -> None:
        """Discard the rest of the mail as it comes; data that a client sends after it without awaiting the reply is
        ignored."""
        while not self._has_ended:
            piece = await self._reader.read(SKIPPED)
            self._has_ended = not piece or END in self._tail + piece
            self._tail = (self._tail + piece)[-len(END) :]


class Connection(SMTP):
    """One of a bounded number of connections, of which a single address may have only some."""

    open_now: ClassVar[Counter[str]] = Counter()
    waiting: ClassVar[dict[Connection, None]] = {}
    """The connections of which no mail is being handled, the one that has sent no whole mail for longest first."""
    refused = False
    lines: Lines | None = None
    peer = ""
    line_length_limit = LONGEST_LINE

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet, or close the connection if there are too many."""
        self.peer = str((transport.get_extra_info("peername") or [""])[0])
        self.open_now[self.peer] += 1
        if self.open_now[self.peer] > OF_ONE or not self._makes_room():
            self.refused = True
            transport.close()
        else:
            self.waiting[self] = None
            super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Make room."""
        self.waiting.pop(self, None)
        self.open_now[self.peer] -= 1
        if not self.open_now[self.peer]:
            del self.open_now[self.peer]
        if not self.refused:
            super().connection_lost(error)

    def _makes_room(self) -> bool:
        """Close another connection if there are too many; return whether there is room."""
        if self.open_now.total() > CONNECTIONS:
            oldest = next(iter(self.waiting), None)
            if oldest is None or not isinstance(oldest.transport, asyncio.WriteTransport):
                return False
            del self.waiting[oldest]
            oldest.transport.abort()  # closing would wait until what was said is read
        return True

    async def smtp_DATA(self, arg: str) -> None:
        """Receive a mail, which may take longer than a command."""
        self._reset_timeout(LETTER)
        reader, self.lines = self._reader, Lines(self._reader)
        self._reader = self.lines  # type: ignore[assignment]  # what the library asks of a reader meanwhile, it has
        try:
            await super().smtp_DATA(arg)
        finally:
            self._reader = reader
        if self not in self.waiting:
            self.waiting[self] = None  # a whole mail was handled
        self._reset_timeout()


async def open_entrance(handler: Handler, host: str, port: int) -> asyncio.Server:
    """Listen for the installation's mail server (port 0 = any free port). :raises OSError: if that is impossible."""
    loop = asyncio.get_running_loop()

    def connection() -> SMTP:
        return Connection(
            handler,
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,  # without it a mail server bounces replies whose subject is raw UTF-8 (RFC 6531)
            timeout=SILENCE,
            hostname=host,
            ident="Siegelpost",
            loop=loop,
        )

    return await loop.create_server(connection, host, port)
