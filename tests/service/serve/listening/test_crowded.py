"""Every listener of ours, crowded by connections that never finish what they began: whole requests are answered all the same."""

import os
import smtplib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from tests.engine.transparency.test_notes import vkey
from tests.engine.transparency.test_witness import NAME, ORIGIN, Log
from tests.given.contexts import key_environment
from tests.servers.ports import free_port
from tests.service.serve.listening.test_connections import Server
from tests.service.serve.watching import until
from tests.workers.inbox.corresponding import HOST, correspondence

BOUND = 10.0
"""Seconds within which a whole request is answered."""
BEGUN = b"GET /metrics HTTP/1.1\r\nHost: w\r\n"
HALF = b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 100\r\n\r\nold"
GET = b"GET / HTTP/1.1\r\nHost: w\r\n\r\n"
WITNESS = ["--name", NAME, "--log", str(vkey(ORIGIN)), "--port", "0"]


@dataclass(frozen=True)
class Listener:
    """One that listens: its port, and a whole request to it, which raises unless it is answered as it should be."""

    port: int
    ask: Callable[[], None]
    half: bytes = HALF


@contextmanager
def run(program: str, *words: str, environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    command = ["sh", "-c", 'ulimit -n 512 && exec "$@"', "sh", sys.executable, "-c", program, *words]
    environment = {**os.environ, **(environment or {})}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as running:
        try:
            yield running
        finally:
            running.kill()


@contextmanager
def witness(folder: Path, _redis_url: str, change: str = "pass") -> Iterator[Listener]:
    """Run a witness whose limits a statement has changed."""
    program = f"from service.processes import small_server; {change}; from service.cli import main; main()"
    with run(program, "witness", "--folder", str(folder / "w"), *WITNESS) as running:
        assert running.stdout is not None
        told = [running.stdout.readline() for _ in range(2)][-1]
        port = int(told.rpartition("/")[0].rpartition(":")[2])
        url = f"http://127.0.0.1:{port}/add-checkpoint"

        def ask() -> None:
            assert requests.post(url, data=Log().request(0, 8), timeout=BOUND).status_code == 200

        yield Listener(port, ask)


@contextmanager
def metrics(folder: Path, redis_url: str, change: str = "pass") -> Iterator[Listener]:
    """Run the listener for metrics."""
    port = free_port()
    environment = {"REDIS_URL": redis_url, "SIEGELPOST_METRICS": f"127.0.0.1:{port}", **key_environment(folder)}
    program = (
        f"from service.processes import small_server; {change}; from service.telemetry.__main__ import main; main()"
    )

    def ask() -> None:
        answer = requests.get(f"http://127.0.0.1:{port}/metrics", timeout=BOUND)
        assert answer.status_code == 200
        assert "siegelpost_" in answer.text

    def listens() -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", port)) == 0

    with run(program, environment=environment):
        until(listens, "it listens")
        yield Listener(port, ask, BEGUN)


@contextmanager
def api(folder: Path, _redis_url: str) -> Iterator[Listener]:
    """Run a process of the API's server, whose deadlines are far away and which has room for 256 connections."""
    server = Server(folder, files=1024, patience=60)
    try:
        yield Listener(server.port, lambda: None if server.answers() else pytest.fail("no answer"))
    finally:
        server.end()


@contextmanager
def entrance(folder: Path, redis_url: str) -> Iterator[Listener]:
    """Run the entrance for mail."""
    with correspondence(redis_url, folder) as post:
        to = f"trial-{'0' * 32}@{HOST}"
        half = f"EHLO x.example\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<{to}>\r\nDATA\r\nA: b\r\n"

        def ask() -> None:
            with smtplib.SMTP("127.0.0.1", post.port, timeout=BOUND) as server:
                server.ehlo()
                server.mail("a@b.example")
                assert server.rcpt(to)[0] == 250
                assert server.data(b"A: b\r\n\r\n3\r\n")[0] == 550

        yield Listener(post.port, ask, half.encode())


LISTENERS: list[Callable[[Path, str], AbstractContextManager[Listener]]] = [witness, metrics, api, entrance]


def fill(opened: ExitStack, port: int, number: int, asked: bytes) -> None:
    """Ask again and again on a line that reads nothing, until the other side takes no more or hangs up."""
    line = connect(opened, port, number)
    line.settimeout(0.2)
    try:
        while True:
            line.sendall(asked)
    except (TimeoutError, ConnectionError):
        return


def connect(opened: ExitStack, port: int, number: int) -> socket.socket:
    """Connect from one of many addresses, of which each has few connections, with a line that holds little."""
    line = opened.enter_context(socket.socket())
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    line.settimeout(BOUND)
    line.bind((f"127.0.{1 + number % 50}.1", 0))
    line.connect(("127.0.0.1", port))
    return line


def is_hung_up(line: socket.socket) -> bool:
    try:
        return line.recv(1000) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("listener", LISTENERS)
def test_hundreds_of_half_requests_block_nobody(
    listener: Callable[[Path, str], AbstractContextManager[Listener]], redis_url: str, tmp_path: Path
) -> None:
    """The attack: 600 requests that never end took every connection, and nobody else was answered."""
    with listener(tmp_path, redis_url) as one, ExitStack() as opened:
        for number in range(600):
            connect(opened, one.port, number).sendall(one.half)
        one.ask()


@pytest.mark.parametrize("listener", [witness, metrics])
def test_answers_that_nobody_reads_block_nobody(
    listener: Callable[[Path, str, str], AbstractContextManager[Listener]], redis_url: str, tmp_path: Path
) -> None:
    """The attack: requests without end on lines that read nothing; a line with something to send was never hung up on."""
    small = "small_server.CONNECTIONS = 8; import socket; from waitress.adjustments import Adjustments; "
    small += "Adjustments.socket_options.append((socket.SOL_SOCKET, socket.SO_SNDBUF, 4096))"
    with listener(tmp_path, redis_url, small) as one, ExitStack() as opened:
        for number in range(20):
            fill(opened, one.port, number, GET * 300)
        one.ask()


def test_replies_that_nobody_reads_block_no_mail(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.inbox.entrance.CONNECTIONS", 1)
    with entrance(tmp_path, redis_url) as one, ExitStack() as opened:
        fill(opened, one.port, 1, b"EHLO x.example\r\n" * 1_000)
        one.ask()


def test_a_request_that_never_ends_is_hung_up_on(tmp_path: Path) -> None:
    with witness(tmp_path, "", "small_server.DEADLINE = 0.2") as one, ExitStack() as opened:
        line = connect(opened, one.port, 0)
        line.sendall(HALF)
        assert is_hung_up(line)


def test_one_address_takes_few_of_the_places(tmp_path: Path) -> None:
    change = "small_server.PER_ADDRESS = 2; small_server.origin_of = lambda address: address"
    with witness(tmp_path, "", change) as one, ExitStack() as opened:
        *_, last = [connect(opened, one.port, 0) for _ in range(3)]
        assert is_hung_up(last)
