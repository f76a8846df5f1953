"""The worker of gunicorn that runs the API: waitress reads requests and sends answers, threads only do the work between.

An event loop receives each request completely before a thread gets it, and sends answers after the thread has gone on
to the next one. So slow clients cost a connection and a little memory, but no thread. What a connection may cost is
said in :mod:`service.serve.http.connections`; starting, watching and ending of processes remain gunicorn's.

Of the threads that answer requests, the one that became idle last works next. A server has many, because some wait, and
needs few at a time. Taken in turn, each would find its memory long gone from
the processor's caches, which makes a request a fifth dearer. Gunicorn's own log lines have the form of all others.
"""

import logging
import os
import resource
import socket
import threading
import time
from collections import deque
from queue import SimpleQueue
from typing import Any, Protocol

from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments

from service.api.http.holding import Limits, Places, Waiting
from service.api.http.long_poll import LongPolls
from service.processes.starting import spare_the_program
from service.serve.http.connections import BODY, CONNECTIONS, HEADERS, Server, TcpServer, UnixServer
from service.serve.http.held import Hub
from service.telemetry.logs import formatter

log = logging.getLogger("waitress")


class Work(Protocol):
    """Something to do: a channel of waitress with a request."""

    def service(self) -> None:
        """Do the work."""

    def cancel(self) -> None:
        """Learn that the work will not be done."""


class Threads:
    """A pool of threads with the methods that waitress's servers call. Work waits in order if no thread is idle."""

    def __init__(self, count: int) -> None:
        self._lock = threading.Lock()
        self._queue: deque[Work] = deque()
        self._idle: list[SimpleQueue[Work | None]] = []
        self._closing = False
        self._threads = [
            threading.Thread(target=self._work, name=f"request-{number}", daemon=True) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def idle(self) -> int:
        """The number of threads that wait for work."""
        return len(self._idle)

    def add_task(self, work: Work) -> None:
        """Have work done by the thread that became idle last, or by the next idle one."""
        with self._lock:
            if not self._idle:
                self._queue.append(work)
                return
            mine = self._idle.pop()
        mine.put(work)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads that are idle, and the others when they are; return whether work was cancelled."""
        with self._lock:
            self._closing = True
            idle, self._idle = self._idle, []
        for mine in idle:
            mine.put(None)
        until = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        with self._lock:
            left, self._queue = (self._queue, deque()) if cancel_pending else (deque(), self._queue)
        for work in left:
            work.cancel()
        return bool(left)

    def _work(self) -> None:
        mine: SimpleQueue[Work | None] = SimpleQueue()
        while (work := self._next(mine)) is not None:
            try:
                work.service()
            except BaseException:
                log.exception("Exception when servicing %r", work)
            work = None  # an idle thread keeps no connection alive

    def _next(self, mine: SimpleQueue[Work | None]) -> Work | None:
        """Return the next work, once there is some, or ``None`` if there will be no more."""
        with self._lock:
            if self._closing:
                return None
            if self._queue:
                return self._queue.popleft()
            self._idle.append(mine)
        return mine.get()


FILES_EACH = 3
"""Open files per connection: its socket, and temporary files for a body or an answer."""
OTHER_FILES = 256
IN_MEMORY = 128 << 10
"""Bytes of an answer on its way out that stay in memory; more are kept in a file."""
LARGEST_UNREAD = 64 << 20
"""The most bytes of an answer that a thread hands over without waiting for its reader; exported logs are far smaller."""
HELD = 10_000
"""Connections kept aside, one file each."""
LINGER = 1.0
"""Seconds for which idle connections stay open at the end."""
SWEEP = 1.0
"""Seconds between two looks for connections whose time is up."""
UNUSED = 15.0
"""Seconds between two signs of life while nobody is connected; gunicorn waits for one for a minute."""


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
            is_used = any(server.active_channels for server in servers)
            wasyncore.loop(SWEEP if is_used else UNUSED, use_poll=True, map=connections, count=1)
        self._finish(servers, connections, hub)

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

    def _finish(self, servers: list[Server], connections: dict[int, Any], hub: Hub | None) -> None:
        """Accept no more connections, let begun requests be answered, and close idle connections.

        For a moment idle connections stay: a request may be on its way on them, and its client would see a reset.
        """
        for server in servers:
            server.is_ending = True
            server.del_channel()
            server.socket.close()
        polls: LongPolls | None = getattr(self.wsgi, "extensions", {}).get("siegelpost-long-polls")
        if polls is not None:
            polls.close()
        begun = time.monotonic()
        self._serve_on(servers, connections, begun + min(LINGER, self.cfg.graceful_timeout / 4))
        if hub is not None:
            hub.close(self.cfg.graceful_timeout / 2)
        self._serve_on(servers, connections, begun + self.cfg.graceful_timeout, idle=False)

    def _serve_on(self, servers: list[Server], connections: dict[int, Any], end: float, *, idle: bool = True) -> None:
        """Serve what is connected until a time or until nobody is; without ``idle``, connections that ask nothing are
        closed."""
        while time.monotonic() < end:
            for server in servers if not idle else ():
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


class Lines(Logger):  # type: ignore[misc]
    """gunicorn's logger, which writes JSON where all others do."""

    def setup(self, cfg: Any) -> None:
        """Set the handlers up."""
        super().setup(cfg)
        if os.environ.get("SIEGELPOST_LOGS") == "json":
            for handler in self.error_log.handlers:
                handler.setFormatter(formatter(os.environ))
