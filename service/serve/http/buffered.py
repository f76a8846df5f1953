"""The worker of gunicorn that runs the API: waitress reads requests and sends answers, threads only do the work between.

An event loop receives each request completely before a thread gets it, and sends answers after the thread has gone on
to the next one. So slow clients cost a connection and a little memory, but no thread. What a connection may cost is
said in :mod:`service.serve.http.connections`; starting, watching and ending of processes remain gunicorn's.
"""

from __future__ import annotations

import os
import resource
import socket
import time
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments

from service.api.http.holding import Waiting
from service.api.http.places import Limits, Places
from service.processes.starting import spare_the_program
from service.serve.http.connections import BODY, CONNECTIONS, HEADERS, Server, TcpServer, UnixServer
from service.serve.http.held import Hub
from service.serve.http.threads import Threads

FILES_EACH = 3
"""Open files per connection: its socket, and temporary files for a body or an answer."""
OTHER_FILES = 256
IN_MEMORY = 128 << 10
"""Bytes of an answer on its way out that stay in memory; more are kept in a file."""
LARGEST_UNREAD = 64 << 20
"""The most bytes of an answer that a thread hands over without waiting for its reader; exported logs are far smaller."""
HELD = 10_000
"""Connections kept aside, one file each."""
SWEEP = 0.5
"""Seconds between two looks for connections whose time is up."""


class BufferedWorker(Worker):  # type: ignore[misc]
    """A process that serves the API."""

    def run(self) -> None:
        """Serve until asked to end, then finish begun requests, within gunicorn's ``graceful_timeout``."""
        spare_the_program()
        most, held = _allow_connections()
        hub = self._hub(held)
        threads = Threads(self.cfg.threads)
        connections: dict[int, Any] = {}
        servers = [self._listen(one.sock, threads, connections, most) for one in self.sockets]
        for server in servers:
            server.hub = hub
        _Wake(self.PIPE[0], connections)
        swept = 0.0
        while self.alive:
            if (now := time.monotonic()) - swept >= SWEEP:
                swept = now
                if self.ppid != os.getppid():
                    break
                self.notify()
                for server in servers:
                    server.sweep(now)
            wasyncore.loop(SWEEP, use_poll=True, map=connections, count=1)
        if hub is not None:
            hub.close(self.cfg.graceful_timeout / 2)
        self._finish(servers, connections)

    def _hub(self, most: int) -> Hub | None:
        """Return the hub for waiting connections, if the app uses one."""
        waiting: Waiting | None = getattr(self.wsgi, "extensions", {}).get("siegelpost-waiting")
        if waiting is None:
            return None
        waiting.places = Places(Limits(all=most))
        return Hub(self.wsgi)

    def _listen(self, listener: socket.socket, threads: Threads, connections: dict[int, Any], most: int) -> Server:
        settings = Adjustments(
            sockets=[listener],
            threads=self.cfg.threads,
            ident=None,
            backlog=self.cfg.backlog,
            clear_untrusted_proxy_headers=False,  # who may be believed is the API's decision
            connection_limit=most,
            outbuf_overflow=IN_MEMORY,
            outbuf_high_watermark=LARGEST_UNREAD,
            max_request_header_size=HEADERS,
            max_request_body_size=BODY,
            log_socket_errors=False,
            channel_timeout=86_400,  # sweep(), which knows more, ends them much earlier
        )
        kind = UnixServer if listener.family == socket.AF_UNIX else TcpServer
        facts = (listener.family, listener.type, listener.proto, listener.getsockname())
        return kind(
            self.wsgi, connections, _sock=listener, dispatcher=threads, adj=settings, sockinfo=facts, bind_socket=False
        )

    def _finish(self, servers: list[Server], connections: dict[int, Any]) -> None:
        """Accept no more connections, let begun requests be answered, and close idle connections."""
        for server in servers:
            server.del_channel()
            server.socket.close()
        end = time.monotonic() + self.cfg.graceful_timeout
        while time.monotonic() < end:
            for server in servers:
                server.close_idle()
            if not any(server.active_channels for server in servers):
                return
            self.notify()
            wasyncore.loop(0.05, use_poll=True, map=connections, count=1)


class _Wake(wasyncore.file_dispatcher):  # type: ignore[misc]
    """Ends a wait for connections when a signal arrives."""

    def writable(self) -> bool:
        return False

    def handle_read(self) -> None:
        self.recv(4096)


def _allow_connections() -> tuple[int, int]:
    """Raise the limit of open files to what all connections may need.

    Returns how many connections the granted limit allows, and how many more may be kept aside.
    """
    wanted = FILES_EACH * CONNECTIONS + OTHER_FILES + HELD
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return CONNECTIONS, HELD
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    connections = max(16, min(CONNECTIONS, (soft - OTHER_FILES) // FILES_EACH))
    return connections, max(64, min(HELD, soft - OTHER_FILES - FILES_EACH * connections))


__all__ = ["BufferedWorker"]
