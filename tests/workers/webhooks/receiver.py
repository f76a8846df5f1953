"""A real HTTP server that takes webhooks, and behaves as it is told: it answers, is slow, dies, lies."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.workers.mail.post_office import CERTIFICATE

Behaviour = Callable[[socket.socket, threading.Event], None]
"""What is done with a connection whose request was read; the event says that the test is over."""


@dataclass
class Request:
    """A request as it came: header names in lower case."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def event(self) -> dict[str, Any]:
        """The event it brings."""
        found: dict[str, Any] = json.loads(self.body)
        return found


def answers(status: int, body: bytes = b"", **headers: str) -> Behaviour:
    """Answer with a status."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]

    def behave(line: socket.socket, _: threading.Event) -> None:
        line.sendall("\r\n".join([*lines, "", ""]).encode() + body)

    return behave


def dies(line: socket.socket, _: threading.Event) -> None:
    """Close in the middle of the first line of the answer."""
    line.sendall(b"HTTP/1.1 2")


def breaks_off(line: socket.socket, _: threading.Event) -> None:
    """Close in the middle of the head of an answer that would accept."""
    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Len")


def stands_still(_: socket.socket, over: threading.Event) -> None:
    """Say nothing."""
    over.wait()


def drips(line: socket.socket, over: threading.Event) -> None:
    """Send a header for ever, a byte at a time: each is in time, all of them never end."""
    line.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not over.wait(0.02):
        line.sendall(b"x")


def never_ends(line: socket.socket, over: threading.Event) -> None:
    """Refuse with a body without end, as fast as it is read."""
    line.sendall(b"HTTP/1.1 500 No\r\n\r\n")
    while not over.is_set():
        line.sendall(b"x" * 65_536)


def lies(line: socket.socket, over: threading.Event) -> None:
    """Accept with a body without end."""
    line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while not over.is_set():
        line.sendall(b"x" * 65_536)


def endless_head(line: socket.socket, over: threading.Event) -> None:
    """Send headers without end, as fast as they are read."""
    line.sendall(b"HTTP/1.1 200 OK\r\n")
    while not over.is_set():
        line.sendall(b"X-More: " + b"x" * 60_000 + b"\r\n")


@dataclass
class Receiver:
    """``behaviours`` are used in turn, then it answers 204. ``requests`` are those that were read."""

    port: int
    behaviours: list[Behaviour] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    arrived: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def ids(self) -> list[str]:
        """The ids of the events that came, tests not among them."""
        return [one.headers["webhook-id"] for one in self.requests if one.event["type"] != "test"]

    def serve(self, line: socket.socket) -> None:
        with suppress(OSError), line:
            request = _read(line)
            if request is None:
                return
            self.requests.append(request)
            behave = self.behaviours.pop(0) if self.behaviours else answers(204)
            self.arrived.release()
            behave(line, self.over)


@contextmanager
def receiver(*, secure: bool = False) -> Iterator[Receiver]:
    """Run a receiver on this machine; with TLS as ``localhost``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if secure:
        context.load_cert_chain(CERTIFICATE)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        one = Receiver(listening.getsockname()[1])

        def take(raw: socket.socket) -> None:
            with suppress(OSError):  # who dislikes our certificate hangs up
                one.serve(context.wrap_socket(raw, server_side=True) if secure else raw)

        def listen() -> None:
            with suppress(OSError):
                while True:
                    raw, _ = listening.accept()
                    threading.Thread(target=take, args=(raw,), daemon=True).start()

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield one
        one.over.set()
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def _read(line: socket.socket) -> Request | None:
    with line.makefile("rb") as stream:
        first = stream.readline().decode()
        if not first:
            return None
        headers: dict[str, str] = {}
        while (text := stream.readline().decode().strip()) != "":
            name, _, value = text.partition(":")
            headers[name.lower()] = value.strip()
        return Request(first.strip(), headers, stream.read(int(headers.get("content-length", "0"))))
