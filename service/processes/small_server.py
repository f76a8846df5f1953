"""An HTTP server for few callers: witnesses and metrics.

It is waitress with a time limit for requests and for reading answers, so that a few hundred endless ones block nobody.
At its limit, waitress alone accepts no more connections until one ends, and it lets a request take any time as long as
a byte arrives now and then.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from service.config.networks import origin_of

DEADLINE = 10.0
"""Seconds for a whole request, for reading its answer, and for a connection without a request."""
CONNECTIONS = 256
"""The most connections; beyond them, the one whose last request was answered longest ago is closed."""
PER_ADDRESS = 16
"""The most connections of one address (IPv6: of one /64); a proxy on this machine is not counted."""
THREADS = 8


class _Channel(HTTPChannel):  # type: ignore[misc]
    def __init__(self, server: Server, sock: socket.socket, addr: tuple[str, Any], adj: Any, map: Any) -> None:
        self.rested, self.origin = time.monotonic(), origin_of(addr[0])
        super().__init__(server, sock, addr, adj, map=map)

    def service(self) -> None:
        """Have a request answered, in a thread."""
        super().service()
        self.rested = time.monotonic()


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Serves a TCP socket; ``effective_port`` is its port, ``run`` serves until the process ends."""

    channel_class = _Channel
    active_channels: dict[int, _Channel]

    def maintenance(self, now: float) -> None:
        """Close connections whose time is up; waitress asks once a second."""
        super().maintenance(now)
        late = time.monotonic() - DEADLINE
        for channel in self._waiting():
            if channel.rested < late:
                channel.handle_close()

    def accept(self) -> tuple[socket.socket, Any] | None:
        """Accept a connection, closing an idle one if the server is full; return None if none waits or its address has enough."""
        taken: tuple[socket.socket, Any] | None = super().accept()
        if taken is None:
            return None
        origin = origin_of(taken[1][0])
        if origin is not None and sum(one.origin == origin for one in self.active_channels.values()) >= PER_ADDRESS:
            taken[0].close()
            return None
        if len(self.active_channels) >= CONNECTIONS:
            for channel in sorted(self._waiting(), key=lambda one: one.rested)[:1]:
                channel.handle_close()
        return taken

    def _waiting(self) -> list[_Channel]:
        """Return the connections that wait for their client, to send a request or to read an answer."""
        return [one for one in self.active_channels.values() if not one.requests]


def listen(app: Any, host: str, port: int, longest: int) -> Server:
    """Return a server of a WSGI application on a host, on every address of its; its ``run`` serves them all.

    :param longest: the most bytes of a request's body.
    :raises OSError: when it cannot listen there.
    """
    settings = Adjustments(
        host=host,
        port=port,
        threads=THREADS,
        ident=None,
        max_request_body_size=longest,
        connection_limit=2 * CONNECTIONS,
        cleanup_interval=1,
    )
    threads = ThreadedTaskDispatcher()
    threads.set_thread_count(settings.threads)
    shared: dict[int, Any] = {}
    addresses: Iterable[Any] = settings.listen
    return [Server(app, shared, dispatcher=threads, adj=settings, sockinfo=one) for one in addresses][-1]
