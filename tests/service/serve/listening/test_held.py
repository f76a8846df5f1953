"""What ends a connection that is kept aside, whatever its reader does: by bytes on a line, without the API around it."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import pytest

from service.api.http.current import Caller
from service.api.http.holding import GOOD, HELD, HOLD, Batch, Held, Item, Places, Source, Stream
from service.processes.bell import Listener
from service.serve.http import held_connection
from service.serve.http.held import Hub
from service.serve.http.held_connection import Answer, Request
from service.telemetry.counts import REFUSALS
from tests.service.serve.watching import until

ADA, TOKEN = "a_0000000000000000", "t_0000000000000000"
MUCH = "x" * 100_000
"""More than a line between two processes holds, less than a reader may leave unread."""


class Told:
    """An app and its bell: answers looks with what is set, and knows which tokens are good."""

    def __init__(self) -> None:
        self.answer, self.said = "200 OK", {"text": ""}
        self.good = True
        self.looks = 0
        self.began, self.goes_on = threading.Event(), threading.Event()
        self.goes_on.set()
        self.heard: Callable[[list[str]], None] = lambda _: None
        self.missed: Callable[[], None] = lambda: None

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.looks += 1
        before: Held = environ[HELD]
        if before.stream is None and before.deadline > time.monotonic():
            self.began.set()
            assert self.goes_on.wait(120)
            environ[HOLD](before)
            start("200 OK", [])
            return []
        start(self.answer, [("Content-Type", "application/json")])
        return [json.dumps(self.said).encode()]

    def listen(self, heard: Callable[[list[str]], None], missed: Callable[[], None]) -> Listener:
        self.heard, self.missed = heard, missed
        return cast(Listener, self)

    def close(self) -> None:
        """As a listener's."""

    def ends(self, names: Sequence[str]) -> dict[str, str]:
        return {one: (GOOD if self.good else "") if one == TOKEN else "1" for one in names}


def read(said: Mapping[str, Any], _: str) -> Batch:
    return Batch([Item("1", dict(said))] if said["text"] else [], "1", more=False, ends={ADA: "1"})


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def hub(told: Told) -> Iterator[Hub]:
    found = Hub(told)
    yield found
    if found._thread.is_alive():
        found.close(0.0)
    found._loop.close()


@pytest.fixture
def places() -> Places:
    return Places()


def kept(hub: Hub, told: Told, places: Places, *, streams: bool, wait: float = 0.0) -> socket.socket:
    """Have a connection of Ada's kept aside; return the reader's end of it."""
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    waits = Held(
        names=(ADA,),
        ends={ADA: "1"},
        since=time.monotonic(),
        deadline=time.monotonic() + wait,
        place=places.take(Caller(None, "203.0.113.9")),
        source=cast(Source, told),
        token=TOKEN,
        stream=Stream("text/event-stream", "1", lambda _: "", read) if streams else None,
    )
    hub.adopt(ours, Request({"REQUEST_METHOD": "GET", HOLD: None}, waits, head=b"HTTP/1.1 200 OK\r\n\r\n"))
    theirs.settimeout(30)
    return theirs


@pytest.mark.parametrize("streams", [True, False])
def test_who_does_not_take_the_end_is_hung_up_on(
    streams: bool, hub: Hub, told: Told, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a reader that takes a byte now and then, or none, keeps its place for ever: nothing else ends it."""
    monkeypatch.setattr(held_connection, "LIFE", 0.2)
    monkeypatch.setattr(held_connection, "LAST_WORD", 0.1)
    told.said = {"text": MUCH}
    with kept(hub, told, places, streams=streams):
        until(lambda: told.looks and not hub.count(), "the end of the connection")
        assert places.taken() == 0


def test_a_stream_on_which_nothing_happens_ends_with_its_token(hub: Hub, told: Told, places: Places) -> None:
    """The attack: whoever holds a token that was revoked stays on the line, and keeps its place, until something happens."""
    with kept(hub, told, places, streams=True) as line, line.makefile("rb") as reading:
        until(lambda: told.looks == 1, "the first look")
        told.missed()
        told.good, told.answer, told.said = False, "401 Unauthorized", {"type": "/problems/token-wrong"}
        told.missed()
        text = reading.read().decode()
    assert text.endswith('event: problem\ndata: {"type": "/problems/token-wrong"}\n\n')
    until(lambda: not places.taken(), "the place")


@pytest.mark.parametrize("ends", ["its time", "the server"])
def test_a_look_that_is_overtaken_by_the_end_of_its_time_is_not_the_answer(
    ends: str, hub: Hub, told: Told, places: Places
) -> None:
    """The bell rings just before the time is up: that look finds nothing, and its empty placeholder is no answer."""
    told.said = {"text": "nothing"}
    told.goes_on.clear()
    with kept(hub, told, places, streams=False, wait=0.3 if ends == "its time" else 300.0) as line:
        until(hub.count, "the connection")
        told.heard([ADA])
        assert told.began.wait(120)
        [connection] = hub._connections
        if ends == "the server":
            hub._loop.call_soon_threadsafe(connection.end)
        until(connection.is_due, "the end of the time")
        told.goes_on.set()
        with line.makefile("rb") as reading:
            heard = reading.read()
    head, _, body = heard.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK") and b"Content-Type: application/json" in head
    assert json.loads(body) == told.said


def test_a_line_that_has_a_head_gets_no_second_one(hub: Hub, told: Told, places: Places) -> None:
    """Should the program ever try: the line ends, and the operator sees a server error."""
    before = REFUSALS.labels("internal")._value.get()
    with kept(hub, told, places, streams=True) as line, line.makefile("rb") as reading:
        until(lambda: told.looks, "the stream's first look")
        [connection] = hub._connections
        hub._loop.call_soon_threadsafe(connection._answer, Answer("200 OK", [], b"second", None))
        heard = reading.read()
    assert heard.count(b"HTTP/1.1") == 1 and b"second" not in heard
    assert REFUSALS.labels("internal")._value.get() == before + 1
    until(lambda: not places.taken(), "the place")


def test_who_comes_while_the_server_ends_is_answered_all_the_same(hub: Hub, told: Told, places: Places) -> None:
    """A request that had begun to wait is on its way here: hung up on, it would be a 502 to whoever is behind a proxy."""
    told.said = {"text": "nothing"}
    told.goes_on.clear()
    with kept(hub, told, places, streams=False, wait=300.0) as first:
        until(hub.count, "the connection")
        told.heard([ADA])
        assert told.began.wait(120)
        ending = threading.Thread(target=hub.close, args=(30.0,))
        ending.start()
        until(lambda: hub._closing, "the end begins")
        with (
            kept(hub, told, places, streams=False, wait=300.0) as poll,
            kept(hub, told, places, streams=True) as stream,
            poll.makefile("rb") as answer,
            stream.makefile("rb") as events,
        ):
            assert answer.read().endswith(b'{"text": "nothing"}')
            assert events.read().startswith(b"HTTP/1.1 200 OK\r\n\r\n")
        told.goes_on.set()
        with first.makefile("rb") as answer:
            assert answer.read().endswith(b'{"text": "nothing"}')
        ending.join(30)
    assert places.taken() == 0


def test_a_hub_wakes_only_while_it_keeps_a_connection(hub: Hub, told: Told, places: Places) -> None:
    with kept(hub, told, places, streams=True):
        until(hub.count, "the connection")
        until(lambda: hub._loop._scheduled, "the hub wakes for it")  # type: ignore[attr-defined]  # asyncio's timers
    until(lambda: not hub.count(), "its end")
    until(lambda: not [one for one in hub._loop._scheduled if not one.cancelled()], "it sleeps")  # type: ignore[attr-defined]
