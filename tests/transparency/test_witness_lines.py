"""Connections that would block a witness: it cosigns all the same."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import requests

from tests.transparency.test_notes import vkey
from tests.transparency.test_witness import NAME, ORIGIN, Log

HALF = b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 100\r\n\r\nold"
ASKED = ["--name", NAME, "--log", str(vkey(ORIGIN)), "--port", "0"]


@contextmanager
def witness(folder: Path, change: str = "pass") -> Iterator[tuple[str, int]]:
    """Run a witness whose limits a statement has changed; give its address."""
    program = f"from service.witness import app; {change}; from service.cli import main; main()"
    command = [sys.executable, "-c", program, "witness", "--folder", str(folder / "w"), *ASKED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        try:
            assert running.stdout is not None
            told = [running.stdout.readline() for _ in range(2)][-1]
            yield "127.0.0.1", int(told.rpartition("/")[0].rpartition(":")[2])
        finally:
            running.kill()


def half_requests(opened: ExitStack, address: tuple[str, int], count: int) -> list[socket.socket]:
    made = []
    for _ in range(count):
        made.append(opened.enter_context(socket.create_connection(address, 10)))
        made[-1].sendall(HALF)
    return made


def is_hung_up(line: socket.socket) -> bool:
    line.settimeout(10)
    try:
        return line.recv(1000) == b""
    except ConnectionError:
        return True


def test_hundreds_of_half_requests_block_nobody(tmp_path: Path) -> None:
    """The attack: 300 requests that never end took every connection, and the installation got no cosignature."""
    with witness(tmp_path) as address, ExitStack() as opened:
        half_requests(opened, address, 300)
        url = f"http://{address[0]}:{address[1]}/add-checkpoint"
        assert requests.post(url, data=Log().request(0, 8), timeout=10).status_code == 200


def test_a_request_that_never_ends_is_hung_up_on(tmp_path: Path) -> None:
    with witness(tmp_path, "app.DEADLINE = 0.2") as address, ExitStack() as opened:
        (line,) = half_requests(opened, address, 1)
        assert is_hung_up(line)


def test_one_address_takes_few_of_the_places(tmp_path: Path) -> None:
    change = "app.PER_ADDRESS = 2; app.origin_of = lambda address: address"
    with witness(tmp_path, change) as address, ExitStack() as opened:
        *_, last = half_requests(opened, address, 3)
        assert is_hung_up(last)
