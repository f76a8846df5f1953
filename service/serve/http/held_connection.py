"""One connection kept aside: the repeated request, and the writing of its answer or stream.

A poll is answered and closed; a stream goes on until its reader leaves, does not read, or has been there for an hour. Whoever
streams comes back by the last id.

One head per request: clients, and even more so proxies, would take a second one for the answer to another request.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from dataclasses import dataclass, replace
from email.utils import formatdate
from typing import TYPE_CHECKING, Any, cast

from service.api.http.holding import HELD, HOLD, Batch, Held, Stream
from service.telemetry.counts import REFUSALS

if TYPE_CHECKING:
    from service.serve.http.held import Hub


heads_log = logging.getLogger("siegelpost.heads")


class SecondHead(RuntimeError):
    """A second head was about to be written for one request."""


class OneHead:
    """Lets only one head of a request's answer pass."""

    def __init__(self) -> None:
        self._taken = False

    def take(self) -> None:
        """Claim the head for the caller, who writes it now or promises to.

        :raises SecondHead: when it has been claimed. This is logged and counted as a server error; the connection has to end.
        """
        if self._taken:
            REFUSALS.labels("internal").inc()
            heads_log.error("a second head for one request was not sent")
            raise SecondHead
        self._taken = True


LIFE = 3600.0
"""Seconds after which a stream ends; its reader comes back by the last id, and what is long forgotten does not stay."""
LAST_WORD = 120.0
"""Seconds for a reader to take the end of an answer or stream; if disconnected at once, a slow one would not get it."""
AGAIN = 1.0
"""Seconds until a stream looks again that was told to come back later."""
UNREAD = 256 << 10
"""The most bytes that a reader may leave unread before it counts as gone."""
PASSING = (429, 503)
"""Statuses after which a stream goes on trying."""
TELLING_APART = (
    *("HTTP_AUTHORIZATION", "HTTP_COOKIE", "HTTP_SIEGELPOST_PAGE", "HTTP_SEC_FETCH_SITE"),
    *("PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_ORIGIN"),
)
"""The parts of a request that determine its caller and view (``service.api.http.auth``, ``service.api.http.session``)."""
LEFT_OUT = ("wsgi.input", "waitress.client_disconnected", "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING", "CONTENT_TYPE")
NOT_OF_A_LOOK = ("HTTP_LAST_EVENT_ID", "HTTP_IF_NONE_MATCH", "HTTP_PREFER", "HTTP_ACCEPT_ENCODING")

log = logging.getLogger("siegelpost.held")


@dataclass
class Answer:
    """An answer of the app; with ``held``, the request waits on."""

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
        self._one_head = OneHead()

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
        self._one_head.take()
        self._transport.write(self._request.head)
        if self.stream.media == "text/event-stream":
            self._send(b"retry: 2000\n\n")

    def data_received(self, data: bytes) -> None:
        """Discard incoming data: the connection ends with its answer."""

    def eof_received(self) -> bool:
        """Hang up when the client does."""
        return False

    def connection_lost(self, _: Exception | None) -> None:
        """Forget the connection."""
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
        """Return the names whose ring, or change found by a sweep, deserves a look."""
        return {*self.held.names, *self.held.seen}

    def is_over(self) -> bool:
        """Return whether nothing more can be sent."""
        return self._transport is None or self._transport.is_closing()

    def is_due(self) -> bool:
        """Return whether a poll must be answered now in any case."""
        return self.stream is None and (self._ending or time.monotonic() >= self.held.deadline)

    def sharing(self) -> object:
        """Return a key that is equal for all connections with the same view."""
        if self.stream is None:
            return self
        environ = self._request.environ
        return (*(environ.get(name) for name in TELLING_APART), self._cursor)

    def request(self) -> dict[str, Any]:
        """Return the request for the app: the poll's own, or the stream's for events after its last one."""
        environ = {**self._request.environ, HELD: self.held}
        if self.stream is None:
            return environ
        kept = {name: value for name, value in environ.items() if name not in NOT_OF_A_LOOK and name != HOLD}
        return {**kept, "QUERY_STRING": self.stream.query(self._cursor), "HTTP_ACCEPT": "application/json"}

    def looked(self, future: asyncio.Future[Answer]) -> None:
        """Process the result of a look."""
        self.looking = False
        error = future.exception()
        if error is not None:
            log.error("a request that waited failed: %s", type(error).__name__)
            self._abort()
            return
        answer = future.result()
        if self.stream is not None:
            self._go_on(self.stream, answer)
        elif answer.held is None:
            self._answer(answer)
            return
        elif self.is_due():
            self.again = True  # its time ran out during this look, which found nothing to say yet
        else:
            self._hub.hold_on(self, answer.held)
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
        try:
            self._one_head.take()
        except SecondHead:
            self._abort()
            return
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
        """Disconnect when the reader has taken everything written, or its time is up."""
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
    """Return the reason why a stream ends, as its last event."""
    text = answer.body.decode("utf-8", "replace").strip()
    lines = f"event: problem\ndata: {text}\n\n" if stream.media == "text/event-stream" else f'{{"problem":{text}}}\n'
    return lines.encode("utf-8")
