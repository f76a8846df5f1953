"""Connections kept aside: whoever waits for something to happen costs a connection and a little memory, and no thread.

A request that waits (:mod:`service.api.holding`) leaves the threads and the loop that serve moves, whose round grows with
every connection in it. Its socket comes here, to an event loop of asyncio in a thread of its own. When the bell rings for it,
or its time is up, the app answers the same request again, in one of a few threads. A poll is answered and closed; a stream
goes on until its reader leaves, does not read, or has been there for an hour; whoever streams comes back by the last id.

In the process that serves rather than in one of its own: one port and one way in, whatever stands in front of it, and the
refusals, quotas and headers of all other requests. What it costs that process is measured by ``tests/soak``.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import logging
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from email.utils import formatdate
from typing import Any, cast

from service.api.holding import HELD, HOLD, Batch, Held, Stream
from service.bell import Listener

HEARTBEAT = 15
"""Seconds between two signs of life of a stream on which nothing happens."""
SWEEP = 10.0
"""Seconds between two looks at everything that is waited for: the bell may have been missed."""
LIFE = 3600.0
"""Seconds after which a stream ends; its reader comes back by the last id, and what is long forgotten does not stay."""
LAST_WORD = 120.0
"""Seconds in which a reader has to take the end of an answer or stream; hung up on at once, a slow one would not get it."""
AGAIN = 1.0
"""Seconds until a stream looks again that was told to come back later."""
UNREAD = 256 << 10
"""Bytes that a reader may leave unread before it is taken for gone."""
SILENCE = 60_000
"""Milliseconds after which a peer that acknowledges nothing is taken for gone (``TCP_USER_TIMEOUT``)."""
REMEMBERED = 10.0
"""Seconds for which rings are remembered for connections that are on their way here."""
THREADS = 4
AT_ONCE = 1_000
"""Names looked up in one round trip of a sweep."""
PASSING = (429, 503)
"""Answers after which a stream goes on trying."""
TELLING_APART = (
    *("HTTP_AUTHORIZATION", "HTTP_COOKIE", "HTTP_SIEGELPOST_PAGE", "HTTP_SEC_FETCH_SITE"),
    *("PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_ORIGIN"),
)
"""What of a request decides who asks and what they are shown (``service.api.auth``, ``service.api.session``)."""
LEFT_OUT = ("wsgi.input", "waitress.client_disconnected", "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING", "CONTENT_TYPE")
NOT_OF_A_LOOK = ("HTTP_LAST_EVENT_ID", "HTTP_IF_NONE_MATCH", "HTTP_PREFER", "HTTP_ACCEPT_ENCODING")

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
log = logging.getLogger("siegelpost.held")


@dataclass
class Answer:
    """What the app answered; ``held``: it waits on."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes
    held: Held | None

    @property
    def code(self) -> int:
        """The status as a number."""
        return int(self.status[:3])


@dataclass
class Request:
    """A request on its way here: its environment, the head of its answer (streams), and how that answer is framed."""

    environ: dict[str, Any]
    held: Held
    head: bytes = b""
    chunked: bool = False

    def __post_init__(self) -> None:
        self.environ = {name: value for name, value in self.environ.items() if name not in LEFT_OUT}


class Hub:
    """The connections that one process keeps aside."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="held")
        self._listener: Listener | None = None
        self._waiting: dict[str, set[Connection]] = {}
        self._connections: set[Connection] = set()
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
        if self._closing:
            line.close()
            request.held.place.release()
            return
        if self._listener is None:
            self._listener = request.held.source.listen(self._threadsafe(self._heard), self._threadsafe(self._missed))
        connection = Connection(self, request)
        self._connections.add(connection)
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
        if connection.stream is not None:
            self._beats[next(self._slot)].add(connection)
        held = connection.held
        if connection.stream is not None or any(self._rang.get(name, 0) >= held.since for name in held.names):
            self.look(connection)

    def look(self, connection: Connection) -> None:
        """Have the app look whether there is something new; streams that would be shown the same share a look."""
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
        self._unregister(connection)
        for slot in self._beats:
            slot.discard(connection)
        connection.held.place.release()

    def hold_on(self, connection: Connection, held: Held) -> None:
        """Let a connection wait on, perhaps for other names."""
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
            await asyncio.sleep(1.0)
            for connection in list(self._beats[number % HEARTBEAT]):
                connection.beat()
            if time.monotonic() - swept >= SWEEP:
                swept = time.monotonic()
                self._keep(self._sweep())

    async def _sweep(self) -> None:
        """Look where everything ends that is waited for, and which tokens are good; have those look who know it otherwise."""
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


class Connection(asyncio.Protocol):
    """One connection that waits: a poll or a stream."""

    def __init__(self, hub: Hub, request: Request) -> None:
        self.held = request.held
        self.looking = False
        self.again = False
        self._hub, self._request = hub, request
        self._cursor = request.held.stream.cursor if request.held.stream is not None else ""
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._paused = False
        self._ending = False
        self._began = time.monotonic()

    @property
    def stream(self) -> Stream | None:
        """The stream, ``None`` for a poll."""
        return self.held.stream

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin: a stream shows its head at once."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=UNREAD // 4)
        if self.stream is None:
            self._timer = self._hub.at(self.held.deadline + 0.005, self._due)
            return
        self._timer = self._hub.at(self._began + LIFE, self.end)
        self._transport.write(self._request.head)
        if self.stream.media == "text/event-stream":
            self._send(b"retry: 2000\n\n")

    def data_received(self, data: bytes) -> None:
        """Throw away what comes: the connection ends with its answer."""

    def eof_received(self) -> bool:
        """Hang up when the client does."""
        return False

    def connection_lost(self, _: Exception | None) -> None:
        """Forget it all."""
        self._over()

    def pause_writing(self) -> None:
        """Wait for a reader that is slow."""
        self._paused = True

    def resume_writing(self) -> None:
        """Go on with what has come meanwhile."""
        self._paused = False
        if self.again:
            self.again = False
            self._hub.look(self)

    def waits_for(self) -> set[str]:
        """Return the names for which a ring, or a sweep that finds them otherwise, is worth a look."""
        return {*self.held.names, *self.held.seen}

    def is_over(self) -> bool:
        """Return whether nothing more can be sent."""
        return self._transport is None or self._transport.is_closing()

    def is_due(self) -> bool:
        """Return whether a poll is to be answered in any case."""
        return self.stream is None and (self._ending or time.monotonic() >= self.held.deadline)

    def sharing(self) -> object:
        """Return what is the same for all who are shown the same by one look."""
        if self.stream is None:
            return self
        environ = self._request.environ
        return (*(environ.get(name) for name in TELLING_APART), self._cursor)

    def request(self) -> dict[str, Any]:
        """Return the request that the app answers: the poll's own, or the stream's for what follows its last event."""
        environ = {**self._request.environ, HELD: self.held}
        if self.stream is None:
            return environ
        kept = {name: value for name, value in environ.items() if name not in NOT_OF_A_LOOK and name != HOLD}
        return {**kept, "QUERY_STRING": self.stream.query(self._cursor), "HTTP_ACCEPT": "application/json"}

    def looked(self, future: asyncio.Future[Answer]) -> None:
        """Take in what a look brought."""
        self.looking = False
        error = future.exception()
        if error is not None:
            log.error("a request that waited failed: %s", type(error).__name__)
            self._abort()
            return
        answer = future.result()
        if self.stream is not None:
            self._go_on(self.stream, answer)
        elif answer.held is not None and not self.is_due():
            self._hub.hold_on(self, answer.held)
        else:
            self._answer(answer)
            return
        if self.again and not self._paused:
            self.again = False
            self._hub.look(self)

    def beat(self) -> None:
        """Show that the stream is alive."""
        if self.stream is not None and not self.is_over():
            self._send(b":\n\n" if self.stream.media == "text/event-stream" else b"\n")

    def end(self) -> None:
        """End a stream, answer a poll."""
        if self.is_over():
            return
        self._ending = True
        if self.stream is None:
            self._hub.look(self)
            return
        assert self._transport is not None
        if self._request.chunked:
            self._transport.write(b"0\r\n\r\n")
        self._close()

    def _due(self) -> None:
        if not self.is_over():
            self._hub.look(self)

    def _go_on(self, stream: Stream, answer: Answer) -> None:
        if answer.code in PASSING:
            self._hub.at(time.monotonic() + AGAIN, self._due)
            return
        if answer.code != 200:
            self._send(_problem(stream, answer))
            self.end()
            return
        batch: Batch = stream.read(json.loads(answer.body), self._cursor)
        self._cursor = batch.cursor
        self.held = replace(self.held, ends=batch.ends)
        if batch.items:
            self._send(b"".join(_frame(stream, one.id, one.said) for one in batch.items))
        self.again = self.again or batch.more

    def _answer(self, answer: Answer) -> None:
        assert self._transport is not None
        hidden = ("connection", "content-length", "transfer-encoding", "date")
        head = [f"HTTP/1.1 {answer.status}"]
        head += [f"{name}: {value}" for name, value in answer.headers if name.lower() not in hidden]
        head += ["Connection: close", f"Date: {formatdate(usegmt=True)}"]
        has_body = answer.code not in (204, 304)
        if has_body:
            head.append(f"Content-Length: {len(answer.body)}")
        body = answer.body if has_body and self._request.environ["REQUEST_METHOD"] != "HEAD" else b""
        self._transport.write("\r\n".join([*head, "", ""]).encode("latin-1") + body)
        self._close()

    def _send(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(b"%x\r\n%b\r\n" % (len(data), data) if self._request.chunked else data)
        if self._transport.get_write_buffer_size() > UNREAD:
            self._abort()

    def _close(self) -> None:
        """Hang up when the reader has taken what was written, or has had the time to."""
        assert self._transport is not None
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._hub.at(time.monotonic() + LAST_WORD, self._abort)
        self._transport.close()

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _over(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._transport = None
        self._hub.forget(self)


def _frame(stream: Stream, name: str, said: dict[str, Any]) -> bytes:
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    lines = f"id: {name}\ndata: {text}\n\n" if stream.media == "text/event-stream" else f"{text}\n"
    return lines.encode("utf-8", "replace")


def _problem(stream: Stream, answer: Answer) -> bytes:
    """Return why a stream ends, as its last event."""
    text = answer.body.decode("utf-8", "replace").strip()
    lines = f"event: problem\ndata: {text}\n\n" if stream.media == "text/event-stream" else f'{{"problem":{text}}}\n'
    return lines.encode("utf-8")


__all__ = ["Hub", "Request"]
