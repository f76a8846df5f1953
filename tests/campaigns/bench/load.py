"""A load generator that leaves the processors to what is measured: prepared requests over keep-alive sockets, one thread.

Every connection sends its next request when the last one is answered. Reading an answer means finding its status and its
length, nothing more; what a request costs this process is told beside the figures.
"""

import re
import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.campaigns.bench.installation import HOST

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PATIENCE = 10.0

NextRequest = Callable[[], bytes]
"""Gives a connection's next request, whole, ready to be sent."""


@dataclass
class Load:
    """What came of a load: latencies in seconds, answers by status, and what driving it cost this process."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    own_cpu: float = 0.0

    @property
    def rate(self) -> float:
        """Answers per second."""
        return len(self.latencies) / self.seconds


class _Connection:
    def __init__(self, port: int, following: NextRequest) -> None:
        self.following = following
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.sent = 0.0

    def send(self) -> None:
        self.sent = time.perf_counter()
        self.socket.sendall(self.following())

    def receive(self) -> int | None:
        """Read what there is; return the status once the answer is whole."""
        data = self.socket.recv(65_536)
        if not data:
            raise ConnectionError("the server closed a connection that was to be kept")
        self.received += data
        end = self.received.find(b"\r\n\r\n")
        length = LENGTH.search(self.received, 0, end) if end >= 0 else None
        if length is None or len(self.received) < end + 4 + int(length.group(1)):
            return None
        status = int(self.received[9:12])
        self.received = b""
        return status


def drive(port: int, connections: list[NextRequest], seconds: float) -> Load:
    """Keep every connection busy for so long; answers on the way at the end are waited for and counted."""
    load, begun, cpu = Load(), time.perf_counter(), time.process_time()
    waiting = selectors.DefaultSelector()
    opened = [_Connection(port, following) for following in connections]
    for one in opened:
        waiting.register(one.socket, selectors.EVENT_READ, one)
        one.send()
    while waiting.get_map():
        ready = waiting.select(PATIENCE)
        if not ready:
            raise TimeoutError(f"no answer within {PATIENCE:.0f} s")
        for key, _ in ready:
            one = key.data
            status = one.receive()
            if status is None:
                continue
            now = time.perf_counter()
            load.latencies.append(now - one.sent)
            load.statuses[status] += 1
            if now - begun < seconds:
                one.send()
            else:
                waiting.unregister(one.socket)
                one.socket.close()
    waiting.close()
    load.seconds, load.own_cpu = time.perf_counter() - begun, time.process_time() - cpu
    return load


def request(method: str, path: str, token: str | None = None, body: bytes = b"") -> bytes:
    """Return a request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body
