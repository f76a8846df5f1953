"""Connections on top of waitress: what they may cost, and requests as they come in.

A request that two parties could read differently is refused. The duration and size of a request and its answer, and the
number of connections, are bounded. waitress receives requests and sends answers (:mod:`service.serve.http.answers`);
this module adds what it lacks: a deadline for whole requests rather than for silence, an answer to a request cut off in
the middle, and limits per address.
"""

from __future__ import annotations

import socket
import time
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer, TcpWSGIServer, UnixWSGIServer
from waitress.utilities import BadRequest, Error, RequestHeaderFieldsTooLarge

from service.api.http.fields import LONGEST_BODY
from service.api.http.holding import Held
from service.config.networks import origin_of
from service.serve.http.answers import Refusing, Working
from service.serve.http.held import Hub
from service.serve.http.held_connection import OneHead, Request, SecondHead


class TooSlow(Error):  # type: ignore[misc]
    """The deadline for the whole request has passed."""

    code = 408
    reason = "Request Timeout"


class OtherVersion(Error):  # type: ignore[misc]
    """A request of another major version of HTTP (RFC 9110, section 15.6.6)."""

    code = 505
    reason = "HTTP Version Not Supported"


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses requests that two parties could read differently (RFC 9112, section 6.1), and ones that are expensive to
    parse."""

    error: Error | None
    """Why the request is refused."""

    def received(self, data: bytes) -> int:
        """Accept bytes; return how many of them belong to this request."""
        began = self.headers_finished
        taken: int = super().received(data)
        if self.headers_finished and not began and self._drop_long_wishes():
            self.error, self.completed = RequestHeaderFieldsTooLarge("too many wishes"), True
        if self.headers_finished and self.error is None and self.version and self.version[0] != "1":
            self.error, self.completed = OtherVersion("another version of HTTP"), True
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the headers; :raises ParsingError: when it is unclear where the body ends."""
        super().parse_header(header_plus)
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("both Transfer-Encoding and Content-Length")
        if self.version != "1.1" and "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("Transfer-Encoding before HTTP/1.1")

    @property
    def kept(self) -> int:
        """The bytes kept of an incomplete request."""
        return len(self.header_plus) + (0 if self.body_rcv is None else len(self.body_rcv))

    def _drop_long_wishes(self) -> bool:
        """Remove preference lists longer than any program's; return whether there was one."""
        long = [name for name in WISHES if len(self.headers.get(name, "")) > LONGEST_WISHES]
        for name in long:
            del self.headers[name]  # the refusal must not read them either
        return bool(long)


REQUEST_DEADLINE = 20.0
"""The most seconds from a request's first byte to its last."""
ANSWER_DEADLINE = 120.0
"""The most seconds for reading an answer."""
IDLE = 75.0
"""The most seconds a connection may stay without a request."""
HEADERS = 32 << 10
"""Bytes of a request's line and headers."""
WISHES = ("ACCEPT", "ACCEPT_CHARSET", "ACCEPT_ENCODING", "ACCEPT_LANGUAGE")
"""Header fields that list preferences: reading one as long as all headers may be takes 30 ms."""
LONGEST_WISHES = 1_000
"""The most bytes of such a field; browsers send less than 200."""
BODY = LONGEST_BODY + 1
"""The size from which a body is refused before it is received; the API accepts smaller ones."""
HALF_REQUESTS = 32 << 20
"""The most bytes that a process keeps of incomplete requests; beyond them, the oldest are refused."""
CONNECTIONS = 2_000
"""The most connections of one process."""
CROWDED = 0.9
"""The fraction of the connections in use from which on those that wait longest for their client are closed to let others
in: first idle ones, then those with half a request or an unread answer."""
PER_ADDRESS = 256
"""The most connections of one address (IPv6: of one /64) to one process; a proxy on this machine is not counted."""
AT_ONCE = 16
"""Connections accepted in one go before waiting ones are served again."""
LINGER = 2.0
"""Seconds for a refused client to finish sending; if disconnected at once, it would not get the answer."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection with deadlines."""

    parser_class = Parser
    task_class = Working
    error_task_class = Refusing
    request: Any
    """The incoming request, a :class:`Parser`, or None."""
    socket: Any
    """The line to the client."""
    requests: list[Any]
    """The complete and unanswered requests, of which the first is being processed."""

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
        self.one_head = OneHead()
        """The head of the answer to the request at work."""
        self.leaving: Request | None = None
        """The request with which the connection is kept aside."""
        self.keeps_head = False
        """Whether what is written next is the head of an answer whose body follows at once."""
        self.head = b""
        self.behind = False
        """Whether the next request waits until the answer before it has been sent."""
        super().__init__(server, sock, addr, adj, map=map)

    def handle_read(self) -> None:
        """Receive available data; if the connection ends in the middle of a request, that is answered, too."""
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
        """Return whether more is expected from the client."""
        return self.lingering is not None or bool(super().readable())

    def writable(self) -> bool:
        """Return whether anything is to be sent or closed, or to be processed now that everything was sent."""
        return self.lingering is None and (self.behind or bool(super().writable()))

    def handle_write(self) -> None:
        """Send what is available; once everything is sent, have the next request processed."""
        super().handle_write()
        if self.behind and self.connected and not self.total_outbufs_len:
            self.behind = False
            self.server.add_task(self)

    def send_continue(self) -> None:
        """Ask for the body of a request, unless it is refused already."""
        if self.request.error is None:
            super().send_continue()

    def hold(self, held: Held) -> None:
        """Keep the connection aside when its request has been processed, in the processing thread.

        :raises SecondHead: when its answer has begun.
        """
        try:
            self.one_head.take()
        except SecondHead:
            held.place.release()
            raise
        self.held = held

    def answer_here(self) -> None:
        """Do not keep the connection aside after all."""
        if self.held is not None:
            self.held.place.release()
        self.held, self.one_head = None, OneHead()

    def handle_close(self) -> None:
        """Close the connection; after a refusal, wait until the client has ended, too (RFC 9112, section 9.6).

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
        """Send data; a held-back head goes in front of it, in one packet and one system call."""
        if self.keeps_head:
            self.keeps_head, self.head = False, data
            return len(data)
        if self.head and isinstance(data, bytes):
            data, self.head = self.head + data, b""
        self.let_head_go()
        sent: int = super().write_soon(data)
        return sent

    def let_head_go(self) -> None:
        """Send a held-back head by itself after all."""
        if self.head:
            head, self.head = self.head, b""
            super().write_soon(head)

    def received(self, data: bytes) -> bool:
        """Accept bytes of requests, remembering since when."""
        before, now = self.request, time.monotonic()
        taken: bool = super().received(data)
        after = self.request
        if after is not before:
            self.began = None if after is None else now
        return taken

    def service(self) -> None:
        """Have a request answered, in a thread."""
        self.answers += 1
        self.one_head = OneHead()
        super().service()
        self.at_rest = time.monotonic()

    def sweep(self, now: float) -> None:
        """Refuse a request that takes too long; close a connection that is idle or whose answer is not read."""
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

    def kept(self) -> int:
        """Return how many bytes are kept of a request that is not whole."""
        return 0 if self.request is None else self.request.kept

    def refuse_half(self) -> bool:
        """Refuse an incomplete request, to make room for others; return whether there was one."""
        return self._refuse(TooSlow("others need the room"))

    def is_idle(self) -> bool:
        """Return whether nothing is coming, being answered or going out."""
        return not self.requests and not self.total_outbufs_len and self.began is None

    def patience(self) -> tuple[bool, float]:
        """Return the order in which connections make room, lowest first: idle ones, then by the time of their last step."""
        return not self.is_idle(), self.began or self.at_rest

    def _leave(self, request: Request) -> None:
        """Hand the socket over to the hub, and leave."""
        line, self.held, self.leaving = self.socket, None, None
        self.del_channel()
        self.socket = None  # so that closing the channel leaves it open
        super().handle_close()
        self.server.hub.adopt(line, request)

    def _refuse(self, error: Error) -> bool:
        """Refuse an incomplete request with an error; return whether one could be answered."""
        with self.requests_lock:
            if self.requests or self.will_close or self.close_when_flushed:
                return False
            refused, self.request, self.began = self.request or self.parser_class(self.adj), None, None
            refused.error, refused.completed = error, True
            self.requests.append(refused)
        self.server.add_task(self)
        return True


class Server(BaseWSGIServer):  # type: ignore[misc]
    """The common base of our servers on TCP and on Unix sockets."""

    channel_class = Channel
    active_channels: dict[int, Channel]
    hub: Hub | None = None
    """The hub that keeps waiting connections aside, or None."""
    is_ending = False
    """Whether each answer is the last of its connection."""

    def add_task(self, channel: Channel) -> None:
        """Have a connection's next request processed, once the previous answer has been sent.

        Otherwise a few bytes could request endless answers that nobody reads and that have to be kept.
        """
        if channel.total_outbufs_len:
            channel.behind = True  # the loop is woken after this, and sees it
        else:
            super().add_task(channel)

    def handle_accept(self) -> None:
        """Accept a few connections in one go: a round of the loop for each would be slow with many open."""
        for _ in range(AT_ONCE):
            super().handle_accept()
        self._let_others_in()

    def accept(self) -> tuple[socket.socket, Any] | None:
        """Return a new connection and its address, or None if there is none, or enough from that address."""
        taken: tuple[socket.socket, Any] | None = super().accept()
        if taken is None:
            return None
        origin = origin_of(self.fix_addr(taken[1])[0])
        if origin is not None and self._count(origin) >= PER_ADDRESS:
            taken[0].close()
            return None
        return taken

    def sweep(self, now: float) -> None:
        """Check all connections for expired deadlines, and whether there is room for others."""
        for channel in list(self.active_channels.values()):
            channel.sweep(now)
        self._make_room()
        self._let_others_in()

    def _let_others_in(self) -> None:
        """Close idle connections if there are too many."""
        too_many = len(self._map) - int(self.adj.connection_limit * CROWDED)
        if too_many > 0:
            waiting = [one for one in self.active_channels.values() if not one.requests]
            for channel in sorted(waiting, key=Channel.patience)[:too_many]:
                channel.hang_up()

    def _make_room(self) -> None:
        """Refuse incomplete requests, oldest first, until the rest fit in memory."""
        half = sorted(
            (one for one in self.active_channels.values() if one.began is not None), key=lambda one: one.began or 0
        )
        kept = [one.kept() for one in half]
        beyond = sum(kept) - HALF_REQUESTS
        for channel, size in zip(half, kept, strict=True):
            if beyond <= 0:
                return
            if channel.refuse_half():
                beyond -= size

    def close_idle(self) -> None:
        """Close idle connections, because the server is ending."""
        for channel in self._idle():
            channel.hang_up()

    def _idle(self) -> list[Channel]:
        return [one for one in self.active_channels.values() if one.is_idle()]

    def _count(self, origin: str) -> int:
        return sum(one.origin == origin for one in self.active_channels.values())


class TcpServer(Server, TcpWSGIServer):  # type: ignore[misc]
    """Serves a TCP socket."""


class UnixServer(Server, UnixWSGIServer):  # type: ignore[misc]
    """Serves a Unix socket, whose callers have no address."""

    def fix_addr(self, _address: Any) -> tuple[str, None]:
        """Return an empty address, as WSGI servers do for such sockets."""
        return ("", None)


__all__ = [
    "BODY",
    "CONNECTIONS",
    "HEADERS",
    "Channel",
    "OtherVersion",
    "Parser",
    "Server",
    "TcpServer",
    "TooSlow",
    "UnixServer",
    "origin_of",
]
