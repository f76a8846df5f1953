"""The entrance for mail: an SMTP server for the installation's own mail server, which sends it what comes for the reply host.

It relays nothing, knows one kind of recipient, and takes one recipient a mail. Connections, their time and the size of what
they bring are bounded; a few threads read the mails, because that waits for the store and for the server that sends answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from aiosmtpd.smtp import SMTP, Envelope, Session

from workers.replies.address import ReplyAddress, read_address
from workers.replies.incoming import MOST_BYTES

READERS = 4
"""Mails that are read at once."""
CONNECTIONS = 100
"""Connections at once; one more is closed at once, and its server comes again."""
SILENCE = 60.0
"""Seconds of silence after which a connection is closed."""

Take = Callable[[bytes, str, ReplyAddress], str]
"""From a mail, its envelope's sender and the address it came for to what its server is told."""

log = logging.getLogger("siegelpost.replies")


class Handler:
    """What the server says to each step of a delivery."""

    def __init__(self, host: str, take: Take) -> None:
        self._host = host
        self._take = take
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept one address that has the form of ours."""
        if read_address(address, self._host) is None:
            return "550 5.1.1 this address is nobody's"
        if envelope.rcpt_tos:
            return "452 4.5.3 one recipient a mail: send the mail again for the others"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Have the mail read; the answer says what became of it."""
        address = read_address(envelope.rcpt_tos[0], self._host)
        content = envelope.content
        if address is None or not isinstance(content, bytes):
            return "550 5.1.1 this address is nobody's"
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._take, content, envelope.mail_from or "", address)

    def close(self) -> None:
        """Let mails at hand be finished."""
        self._readers.shutdown(wait=True)


class Connection(SMTP):
    """A connection, one of a bounded number."""

    open_now = 0
    refused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet, or close where there are too many already."""
        Connection.open_now += 1
        if Connection.open_now > CONNECTIONS:
            self.refused = True
            transport.close()
        else:
            super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Make room."""
        Connection.open_now -= 1
        if not self.refused:
            super().connection_lost(error)


async def open_entrance(handler: Handler, host: str, port: int) -> asyncio.Server:
    """Listen for the installation's mail server; port 0 for any free one. :raises OSError: where that cannot be."""
    loop = asyncio.get_running_loop()

    def connection() -> SMTP:
        return Connection(
            handler, data_size_limit=MOST_BYTES, timeout=SILENCE, hostname=host, ident="Siegelpost", loop=loop
        )

    return await loop.create_server(connection, host, port)


__all__ = ["Handler", "open_entrance"]
