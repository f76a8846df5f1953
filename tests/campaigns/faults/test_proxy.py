"""The proxy does to a conversation what it is told, and nothing else."""

import gc
import http.client
import socket
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.campaigns.faults.proxy import FAIR, SWALLOWED, Fault, FaultProxy


class Echo(BaseHTTPRequestHandler):
    heard: list[bytes]

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.heard.append(body)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    Echo.heard = []
    with HTTPServer(("127.0.0.1", 0), Echo) as one:
        thread = threading.Thread(target=one.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield one
        one.shutdown()
        thread.join()


def put(server: HTTPServer, fault: Fault, body: bytes) -> bytes:
    with FaultProxy(server.server_port, lambda: fault) as proxy:
        connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=10)
        try:
            connection.request("PUT", "/", body)
            return connection.getresponse().read()
        finally:
            connection.close()


def test_without_a_fault_everything_passes(server: HTTPServer) -> None:
    body = b"x" * 300_000
    assert put(server, FAIR, body) == body


def test_an_answer_is_swallowed_after_the_request_got_through(server: HTTPServer) -> None:
    with pytest.raises((http.client.HTTPException, OSError)):
        put(server, SWALLOWED, b"hello")
    assert Echo.heard == [b"hello"]


def test_a_request_is_cut_in_mid_sentence(server: HTTPServer) -> None:
    with pytest.raises((http.client.HTTPException, OSError)):
        put(server, Fault(cut_request_after=20), b"hello")
    assert Echo.heard == []


def test_an_answer_is_cut_in_mid_sentence(server: HTTPServer) -> None:
    with pytest.raises((http.client.HTTPException, OSError)):
        put(server, Fault(cut_answer_after=200_000), b"x" * 300_000)
    assert Echo.heard == [b"x" * 300_000]


def test_a_delay_delays(server: HTTPServer) -> None:
    begun = time.monotonic()
    assert put(server, Fault(delay=0.2), b"hello") == b"hello"
    assert time.monotonic() - begun >= 0.2


def test_a_proxy_that_stops_leaves_no_socket_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[object] = []
    gc.collect()  # what other tests have left is not this one's
    monkeypatch.setattr(sys, "unraisablehook", left.append)
    for _ in range(30):
        with socket.create_server(("127.0.0.1", 0)) as target, FaultProxy(target.getsockname()[1]) as proxy:
            for one in [socket.create_connection(("127.0.0.1", proxy.port)) for _ in range(10)]:
                one.close()
    gc.collect()
    assert left == []
