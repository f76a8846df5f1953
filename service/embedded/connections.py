"""What a connection may cost: how long a request and the reading of its answer may take, and how large a request may be.

waitress takes requests in and sends answers out. What it leaves open is closed here, in :mod:`service.embedded.request_parser`
(framing that proxies read differently) and in :mod:`service.embedded.servers` (too many connections of one address): a
deadline for whole requests rather than for silence, half a request at the end of the line.
:mod:`service.embedded.answers` turns its refusals into problem documents.
"""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.utilities import BadRequest, Error

from service.api.holding import Held
from service.embedded.answers import Refusing, Working
from service.embedded.held_connection import Request
from service.embedded.request_parser import Parser, TooSlow
from service.networks import origin_of

if TYPE_CHECKING:
    from service.embedded.servers import Server

REQUEST_DEADLINE = 20.0
"""Seconds from a request's first byte to its last, however steadily they come."""
ANSWER_DEADLINE = 120.0
"""Seconds in which an answer has to be read."""
IDLE = 75.0
"""Seconds a connection may stay without a request."""
HEADERS = 32 << 10
"""Bytes of a request's line and headers."""
BODY = 256 << 10
"""Bytes of a body. The API refuses more than a quarter of it; up to here it does so in peace, after the body has come."""
CONNECTIONS = 2_000
"""Connections of one process."""
LINGER = 2.0
"""Seconds in which a client that was refused may end what it is sending; hung up on at once, it would not get the answer."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection with deadlines."""

    parser_class = Parser
    task_class = Working
    error_task_class = Refusing
    request: Any
    """The request on its way, a :class:`Parser`, or ``None``."""
    socket: Any
    """The line to the client."""
    requests: list[Any]
    """The requests that are whole and not answered, the first of them at work."""

    def __init__(self, server: Server, sock: socket.socket, addr: tuple[str, Any], adj: Any, map: Any) -> None:
        self.began: float | None = None
        """When the first byte of the request on its way came."""
        self.at_rest = time.monotonic()
        """When the connection last had nothing to do."""
        self.refused = False
        self.lingering: float | None = None
        """Since when nothing more is sent, and what comes is thrown away."""
        self.answers = 0
        self.answer_seen = (0, 0.0)
        """The answer on its way out and when it was first seen to be."""
        self.origin = origin_of(addr[0])
        self.held: Held | None = None
        """What the request at work has said that it waits for."""
        self.leaving: Request | None = None
        """The request with which the connection is kept aside."""
        self.keeps_head = False
        """Whether what is written next is the head of an answer whose body follows at once."""
        self.head = b""
        super().__init__(server, sock, addr, adj, map=map)

    def handle_read(self) -> None:
        """Take in what there is; the end of the line in the middle of a request is answered, too."""
        try:
            data = self.socket.recv(self.adj.recv_bytes)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.hang_up()
            return
        if self.lingering is not None:
            if not data:
                self.hang_up()
        elif data:
            self.received(data)
        elif self.request is None or self.request.empty or not self.request.headers_finished:
            self.handle_close()
        else:
            self._refuse(BadRequest("the request ends in its middle"))

    def readable(self) -> bool:
        """Return whether more is wanted from the client."""
        return self.lingering is not None or bool(super().readable())

    def writable(self) -> bool:
        """Return whether something is to be sent, or to be closed."""
        return self.lingering is None and bool(super().writable())

    def send_continue(self) -> None:
        """Ask for the body of a request, unless it is refused already."""
        if self.request.error is None:
            super().send_continue()

    def hold(self, held: Held) -> None:
        """Keep the connection aside when its request has been worked on, in the thread that does so."""
        self.held = held

    def handle_close(self) -> None:
        """Close the connection; with one that was refused, wait until the client has ended, too (RFC 9112, section 9.6).

        One whose request waits is kept aside.
        """
        if self.leaving is not None:
            self._leave(self.leaving)
        elif not self.refused:
            self.hang_up()
        elif self.lingering is None:
            self.lingering = time.monotonic()
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                self.hang_up()
        # Otherwise the loop says that both sides have ended. There may be more to read, and the end comes with it.

    def hang_up(self) -> None:
        """Close the connection at once."""
        if self.held is not None:
            self.held.place.release()
        super().handle_close()

    def write_soon(self, data: Any) -> int:
        """Send something; a head that was kept goes in front of it, in one packet and one call of the system."""
        if self.keeps_head:
            self.keeps_head, self.head = False, data
            return len(data)
        if self.head and isinstance(data, bytes):
            data, self.head = self.head + data, b""
        self.let_head_go()
        sent: int = super().write_soon(data)
        return sent

    def let_head_go(self) -> None:
        """Send a head that was kept after all by itself."""
        if self.head:
            head, self.head = self.head, b""
            super().write_soon(head)

    def received(self, data: bytes) -> bool:
        """Take in bytes of requests, remembering since when."""
        before, now = self.request, time.monotonic()
        taken: bool = super().received(data)
        after = self.request
        if after is not before:
            self.began = None if after is None else now
        return taken

    def service(self) -> None:
        """Have a request answered, in a thread."""
        self.answers += 1
        super().service()
        self.at_rest = time.monotonic()

    def sweep(self, now: float) -> None:
        """Refuse a request that takes too long, close a connection that is idle or whose answer nobody reads."""
        if self.lingering is not None:
            if now - self.lingering > LINGER:
                self.hang_up()
        elif self.total_outbufs_len:
            answer, since = self.answer_seen
            if answer != self.answers:
                self.answer_seen = (self.answers, now)
            elif now - since > ANSWER_DEADLINE:
                self.handle_close()
        elif self.requests:
            self.began = None if self.began is None else now  # it is not read while another one is answered
        elif self.began is not None:
            if now - self.began > REQUEST_DEADLINE:
                self._refuse(TooSlow("the request took too long"))
        elif now - self.at_rest > IDLE:
            self.handle_close()

    def is_idle(self) -> bool:
        """Return whether nothing is coming, being answered or going out."""
        return not self.requests and not self.total_outbufs_len and self.began is None

    def _leave(self, request: Request) -> None:
        """Give the socket to those that are kept aside, and go."""
        line, self.held, self.leaving = self.socket, None, None
        self.del_channel()
        self.socket = None  # so that closing the channel leaves it open
        super().handle_close()
        self.server.hub.adopt(line, request)

    def _refuse(self, error: Error) -> None:
        with self.requests_lock:
            if self.requests or self.will_close or self.close_when_flushed:
                return
            refused, self.request, self.began = self.request or self.parser_class(self.adj), None, None
            refused.error, refused.completed = error, True
            self.requests.append(refused)
        self.server.add_task(self)


__all__ = ["BODY", "CONNECTIONS", "HEADERS", "Channel"]
