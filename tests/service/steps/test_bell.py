"""Who listens to the bell hears it ring, and hears it again after its line was lost, even where nothing says that it was."""

import contextlib
import queue
import socket
import threading
from collections.abc import Iterator

import pytest
import redis

from service.processes import bell
from service.processes.bell import Listener, ring
from tests.service.serve.watching import until

WITHIN = 20.0


class DeafLine:
    """Takes connections and subscriptions like a server, and answers nothing more: as where the way to it has vanished."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._door.getsockname()[1]}/0"
        self.subscribed = threading.Semaphore(0)
        self._lines: list[tuple[socket.socket, threading.Thread]] = []
        self._taking = threading.Thread(target=self._take, daemon=True)
        self._taking.start()

    def _take(self) -> None:
        while True:
            try:
                line, _ = self._door.accept()
            except OSError:
                return
            answering = threading.Thread(target=self._answer, args=(line,), daemon=True)
            self._lines.append((line, answering))
            answering.start()

    def _answer(self, line: socket.socket) -> None:
        name = bell.CHANNEL.encode()
        with contextlib.suppress(OSError):  # it was given up
            while heard := line.recv(4096):
                if b"SUBSCRIBE" in heard:
                    line.sendall(b"*3\r\n$9\r\nsubscribe\r\n$%d\r\n%s\r\n:1\r\n" % (len(name), name))
                    self.subscribed.release()
                elif b"PING" not in heard:
                    line.sendall(b"+OK\r\n" * heard.count(b"*"))

    def close(self) -> None:
        """End both kinds of threads before their sockets: a line taken a moment later would be closed by nobody."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._taking.join()
        self._door.close()
        for line, answering in self._lines:
            with contextlib.suppress(OSError):  # the other end has hung up
                line.shutdown(socket.SHUT_RDWR)
            answering.join()
            line.close()


@pytest.fixture
def deaf() -> Iterator[DeafLine]:
    made = DeafLine()
    yield made
    made.close()


def test_a_line_that_died_without_a_word_is_given_up_for_a_new_one(
    deaf: DeafLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "QUIET", 0.05)
    monkeypatch.setattr(bell, "AGAIN", 0.0)
    missed = threading.Semaphore(0)
    listener = Listener(deaf.url, lambda names: None, missed.release)
    try:
        for _ in range(3):
            assert deaf.subscribed.acquire(timeout=WITHIN), "it asks on a new line"
            assert missed.acquire(timeout=WITHIN), "whoever waits is told that rings may have been missed"
    finally:
        listener.close()


def test_silence_is_no_outage(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "QUIET", 0.05)
    heard: queue.Queue[list[str]] = queue.Queue()
    missed: queue.Queue[None] = queue.Queue()
    listener = Listener(redis_url, heard.put, lambda: missed.put(None))
    try:
        missed.get(timeout=WITHIN)
        with redis.Redis.from_url(redis_url) as client:

            def asked() -> int:
                return int(client.info("commandstats").get("cmdstat_ping", {}).get("calls", 0))

            before = asked()
            until(lambda: asked() >= before + 4, "it has asked four times whether the line is there", WITHIN)
        ring(redis_url, ["a_1"])
        assert heard.get(timeout=WITHIN) == ["a_1"]
        assert missed.empty(), "the same line all the time"
    finally:
        listener.close()
