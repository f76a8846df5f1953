"""What a call costs on the wire and on the disk, and a wire that loses replies."""

import select
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import redis

from tests.servers.redis_server import RedisServer


class Cost(NamedTuple):
    """Requests the server read, and fsyncs of the append-only file.

    With ``appendfsync always`` Redis follows each write to that file with exactly one fsync before it answers. Writes to it
    are all writes of the process that are not replies; none, when the file did not grow (long replies take several writes).
    """

    round_trips: int
    fsyncs: int


def cost_of(server: RedisServer, call: Callable[[], object]) -> Cost:
    """Return what a call costs a server that nobody else uses meanwhile."""
    with redis.Redis.from_url(server.url) as observer:
        before, size = observer.info("stats"), _size(server)
        writes_before = _system_writes(server)
        call()
        writes, grown = _system_writes(server) - writes_before, _size(server) > size
        after = observer.info("stats")
    # The observer's own last question is one read; his first answer is one write.
    reads = after["total_reads_processed"] - before["total_reads_processed"] - 1
    replies = after["total_writes_processed"] - before["total_writes_processed"] - 1
    return Cost(reads, writes - replies if grown else 0)


def _size(server: RedisServer) -> int:
    return server.append_only_file.stat().st_size


def _system_writes(server: RedisServer) -> int:
    for line in Path(f"/proc/{server.pid}/io").read_text().splitlines():
        name, _, count = line.partition(": ")
        if name == "syscw":
            return int(count)
    raise AssertionError("the kernel does not count system calls")


class LossyWire:
    """A relay to a server; after :meth:`lose_replies` scripts get through and their replies do not."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._folder = tempfile.TemporaryDirectory(prefix="sp-")
        path = f"{self._folder.name}/wire.sock"
        self.url = f"unix://{path}"
        self._losing = 0
        self.lost = 0
        self.meanwhile: Callable[[], object] = lambda: None
        """What happens between a lost reply and the next try."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_replies(self, count: int) -> None:
        """Swallow the next replies, hanging up each time."""
        self._losing = count

    def close(self) -> None:
        """Take no more connections."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._relay, args=(client,), daemon=True).start()

    def _relay(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._server.socket)
            script = False
            while True:
                readable, _, _ = select.select([client, server], [], [])
                if client in readable:
                    request = client.recv(1 << 20)
                    if not request:
                        return
                    script = script or b"EVAL" in request
                    server.sendall(request)
                if server in readable:
                    reply = server.recv(1 << 20)
                    if script and self._losing > 0:
                        self._losing -= 1
                        self.lost += 1
                        self.meanwhile()
                        return
                    script = False
                    client.sendall(reply)
