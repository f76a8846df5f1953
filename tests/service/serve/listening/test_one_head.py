"""A program that writes more than one head for a request, or has one written while it waits: it cannot, whatever it does."""

import socket
import time
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from waitress.adjustments import Adjustments

from service.api.http.current import Caller
from service.api.http.holding import HOLD, Held, Places, Source
from service.serve.http.connections import Channel
from service.serve.http.held_connection import Request
from service.telemetry.counts import REFUSALS

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
GET = b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n"


class Front:
    """A connection to a server that serves one app, whose work is done when a test says so."""

    def __init__(self, app: App) -> None:
        self.adopted: list[Request] = []
        self._ours, self.line = socket.socketpair()
        settings = Adjustments(ident=None, log_socket_errors=False)
        server = SimpleNamespace(
            active_channels={}, is_ending=False, pull_trigger=lambda: None, add_task=lambda _: None, application=app,
            adj=settings, effective_port=80, server_name="x",
            hub=SimpleNamespace(adopt=lambda _, asked: self.adopted.append(asked)),
        )  # fmt: skip
        self._channel = Channel(server, self._ours, ("127.0.0.1", 1), settings, {})  # type: ignore[arg-type]

    def hear(self, asked: bytes = GET) -> bytes:
        """Send a request, have it answered, and return all that comes until the server hangs up or has nothing to say."""
        self._channel.received(asked)
        self._channel.service()
        while self._channel.connected and self._channel.writable() and self._channel.leaving is None:
            self._channel.handle_write()
        if self._channel.leaving is not None:
            self._channel.handle_close()
        self.line.settimeout(0.0)
        heard = b""
        try:
            while piece := self.line.recv(65_536):
                heard += piece
        except BlockingIOError:
            return heard
        return heard

    def close(self) -> None:
        self.line.close()
        self._ours.close()


@pytest.fixture
def places() -> Places:
    return Places()


@pytest.fixture
def waits(places: Places) -> Callable[[], Held]:
    """Make what a request waits for."""
    return lambda: Held(
        names=(), ends={}, since=time.monotonic(), deadline=time.monotonic() + 30,
        place=places.take(Caller(None, "203.0.113.9")), source=cast(Source, None),
    )  # fmt: skip


@pytest.fixture
def errors() -> Iterator[Callable[[], int]]:
    """Count what the operator sees as server errors from here on."""
    before = REFUSALS.labels("internal")._value.get()
    yield lambda: int(REFUSALS.labels("internal")._value.get() - before)


def test_a_request_that_waits_is_given_away_without_a_byte(places: Places, waits: Callable[[], Held]) -> None:
    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ[HOLD](waits())
        start("200 OK", [])
        return []

    front = Front(app)
    assert front.hear() == b""
    assert len(front.adopted) == 1 and places.taken() == 1
    front.close()


@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_a_placeholder_with_a_body_is_a_server_error(
    method: bytes,
    places: Places,
    waits: Callable[[], Held],
    errors: Callable[[], int],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As a hook that compresses nothing to some bytes did."""

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ[HOLD](waits())
        start("200 OK", [("Content-Encoding", "gzip")])
        yield b"the end of nothing"

    front = Front(app)
    heard = front.hear(GET.replace(b"GET", method))
    assert heard.startswith(b"HTTP/1.1 500 ") and b"Connection: close" in heard
    assert heard.count(b"HTTP/1.1") == 1 and b"gzip" not in heard and b"/problems/internal" in heard
    assert (front.adopted, places.taken(), errors()) == ([], 0, 1)
    assert "a request that waits has no body yet" in caplog.text
    front.close()


def test_what_breaks_after_a_request_said_that_it_waits_is_answered(places: Places, waits: Callable[[], Held]) -> None:
    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ[HOLD](waits())
        start("503 Service Unavailable", [])
        return [b"away"]

    front = Front(app)
    heard = front.hear()
    assert heard.startswith(b"HTTP/1.1 503 ") and heard.endswith(b"\r\n\r\naway") and heard.count(b"HTTP/1.1") == 1
    assert (front.adopted, places.taken()) == ([], 0)
    front.close()


def test_who_has_begun_to_answer_cannot_wait_any_more(
    places: Places, waits: Callable[[], Held], errors: Callable[[], int], caplog: pytest.LogCaptureFixture
) -> None:
    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        yield b"begun"
        environ[HOLD](waits())

    front = Front(app)
    heard = front.hear()
    assert heard.startswith(b"HTTP/1.1 200 OK") and heard.endswith(b"5\r\nbegun\r\n") and heard.count(b"HTTP/1.1") == 1
    assert (front.adopted, places.taken(), errors()) == ([], 0, 1)
    assert "a second head for one request was not sent" in caplog.text
    front.close()


def test_each_request_of_a_line_has_a_head_of_its_own(errors: Callable[[], int]) -> None:
    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        return [environ["PATH_INFO"].encode()]

    front = Front(app)
    for path in (b"/a", b"/b"):
        heard = front.hear(GET.replace(b"/a", path))
        assert heard.startswith(b"HTTP/1.1 200 OK") and heard.endswith(b"\r\n\r\n" + path)
    assert errors() == 0
    front.close()
