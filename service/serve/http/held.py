"""Connections kept aside: a waiting client costs a connection and a little memory, but no thread.

A request that waits (:mod:`service.api.http.holding`) leaves the threads and the loop that serve moves, whose round grows with
every connection in it. Its socket comes here, to an event loop of asyncio in a thread of its own. When the bell rings for it,
or its time is up, the app answers the same request again, in one of a few threads. What becomes of a single one:
:mod:`service.serve.http.held_connection`.

In the process that serves rather than in one of its own: one port and one way in, whatever stands in front of it, and the
refusals, quotas and headers of all other requests. What it costs that process is measured by ``tests/campaigns/soak``.
"""

import asyncio
import io
import itertools
import logging
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from service.api.http.holding import HELD, HOLD, Held
from service.processes.bell import Listener
from service.serve.http.held_connection import Answer, Connection, Request

HEARTBEAT = 15
"""Seconds between two signs of life of a stream without events."""
SWEEP = 10.0
"""Seconds between two checks of everything awaited, because rings may have been missed."""
SILENCE = 60_000
"""Milliseconds after which a peer that acknowledges nothing counts as gone (``TCP_USER_TIMEOUT``)."""
REMEMBERED = 10.0
"""Seconds for which rings are remembered for connections on their way here."""
THREADS = 4
AT_ONCE = 1_000
"""Names looked up in one round trip of a sweep."""

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
log = logging.getLogger("siegelpost.held")


class Hub:
    """The connections that one process keeps aside."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="held")
        self._listener: Listener | None = None
        self._waiting: dict[str, set[Connection]] = {}
        self._connections: set[Connection] = set()
        self._occupied = asyncio.Event()
        self._rang: OrderedDict[str, float] = OrderedDict()
        self._looks: dict[object, list[Connection]] = {}
        self._beats: list[set[Connection]] = [set() for _ in range(HEARTBEAT)]
        self._slot = itertools.cycle(range(HEARTBEAT))
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="held", daemon=True)
        self._thread.start()

    def adopt(self, line: socket.socket, request: Request) -> None:
        """Take a connection over; from any thread."""
        self._loop.call_soon_threadsafe(lambda: self._keep(self._adopt(line, request)))

    def count(self) -> int:
        """Return how many connections are here."""
        return len(self._connections)

    def close(self, patience: float) -> None:
        """Answer polls, end streams, and stop; returns after ``patience`` seconds at the latest."""
        asyncio.run_coroutine_threadsafe(self._end(patience), self._loop)
        self._thread.join(patience + 1)
        if self._listener is not None:
            self._listener.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _run(self) -> None:
        self._keep(self._tick())
        self._loop.run_forever()

    def _keep(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _adopt(self, line: socket.socket, request: Request) -> None:
        if self._listener is None and not self._closing:
            self._listener = request.held.source.listen(self._threadsafe(self._heard), self._threadsafe(self._missed))
        connection = Connection(self, request)
        self._connections.add(connection)
        self._occupied.set()
        self._register(connection)
        try:
            line.setblocking(False)
            if line.family != socket.AF_UNIX:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE)
            await self._loop.connect_accepted_socket(lambda: connection, line)
        except OSError:
            line.close()
            self.forget(connection)
            return
        if self._closing:
            connection.end()
            return
        if connection.stream is not None:
            self._beats[next(self._slot)].add(connection)
        held = connection.held
        if connection.stream is not None or any(self._rang.get(name, 0) >= held.since for name in held.names):
            self.look(connection)

    def look(self, connection: Connection) -> None:
        """Have the app look for news; streams with the same view share a look."""
        if connection.looking:
            connection.again = True
            return
        connection.looking = True
        key = connection.sharing()
        if key in self._looks:
            self._looks[key].append(connection)
            return
        self._looks[key] = [connection]
        self._loop.call_soon(self._begin, key)

    def forget(self, connection: Connection) -> None:
        """Let go of a connection that is over."""
        self._connections.discard(connection)
        if not self._connections:
            self._occupied.clear()
        self._unregister(connection)
        for slot in self._beats:
            slot.discard(connection)
        connection.held.place.release()

    def hold_on(self, connection: Connection, held: Held) -> None:
        """Keep a connection waiting, perhaps for other names."""
        place = connection.held.place
        self._unregister(connection)
        connection.held = replace(held, place=place)
        self._register(connection)

    def at(self, moment: float, action: Callable[[], None]) -> asyncio.TimerHandle:
        """Do something at a moment of the monotonic clock."""
        return self._loop.call_at(moment, action)

    def _register(self, connection: Connection) -> None:
        for name in connection.waits_for():
            self._waiting.setdefault(name, set()).add(connection)

    def _unregister(self, connection: Connection) -> None:
        for name in connection.waits_for():
            others = self._waiting.get(name)
            if others is not None:
                others.discard(connection)
                if not others:
                    del self._waiting[name]

    def _begin(self, key: object) -> None:
        together = [one for one in self._looks.pop(key) if not one.is_over()]
        if not together:
            return
        first = together[0]
        future = self._loop.run_in_executor(self._pool, self._ask, first.request(), first.is_due())

        def done(looked: asyncio.Future[Answer]) -> None:
            for one in together:
                if not one.is_over():
                    one.looked(looked)

        future.add_done_callback(done)

    def _ask(self, environ: dict[str, Any], due: bool) -> Answer:
        """Have the app answer a request, in a thread."""
        kept: list[Held] = []
        said: list[Any] = ["500 Internal Server Error", []]

        def start(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
            said[:] = [status, headers]

        if due:
            environ[HELD] = replace(environ[HELD], deadline=0.0)
        if HOLD in environ:
            environ[HOLD] = kept.append
        pieces = self._app({**environ, "wsgi.input": io.BytesIO()}, start)
        try:
            body = b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        return Answer(said[0], said[1], body, kept[0] if kept else None)

    def _threadsafe(self, action: Callable[..., None]) -> Callable[..., None]:
        def call(*args: Any) -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(action, *args)

        return call

    def _heard(self, names: list[str]) -> None:
        now = time.monotonic()
        for name in names:
            self._rang[name] = now
            self._rang.move_to_end(name)
            for connection in list(self._waiting.get(name, ())):
                self.look(connection)
        while self._rang and next(iter(self._rang.values())) < now - REMEMBERED:
            self._rang.popitem(last=False)

    def _missed(self) -> None:
        self._keep(self._sweep())

    async def _tick(self) -> None:
        swept = time.monotonic()
        for number in itertools.count():
            await self._occupied.wait()
            await asyncio.sleep(1.0)
            for connection in list(self._beats[number % HEARTBEAT]):
                connection.beat()
            if time.monotonic() - swept >= SWEEP:
                swept = time.monotonic()
                self._keep(self._sweep())

    async def _sweep(self) -> None:
        """Check the ends of everything awaited, and the validity of tokens; wake connections that need a look."""
        by_source: dict[Any, set[str]] = {}
        for one in self._connections:
            by_source.setdefault(one.held.source, set()).update(one.held.seen)
        for source, wanted in by_source.items():
            names = sorted(wanted)
            for start in range(0, len(names), AT_ONCE):
                some = names[start : start + AT_ONCE]
                try:
                    ends = await self._loop.run_in_executor(self._pool, source.ends, some)
                except Exception as error:
                    log.warning("nobody can say what is new: %s", type(error).__name__)
                    return
                for name in some:
                    for connection in list(self._waiting.get(name, ())):
                        if connection.held.seen.get(name, ends[name]) != ends[name]:
                            self.look(connection)

    async def _end(self, patience: float) -> None:
        self._closing = True
        for connection in list(self._connections):
            connection.end()
        until = self._loop.time() + patience
        while self._connections and self._loop.time() < until:
            await asyncio.sleep(0.02)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._loop.stop()
