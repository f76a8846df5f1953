"""Proxies as the operator's pages set them up, seen from the server behind them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests

from tests.service.serve.listening.proxies import KINDS, proxy

pytestmark = [pytest.mark.soak, pytest.mark.timeout(300)]


class Upstream(ThreadingHTTPServer):
    """A server that closes a connection on which a second request comes, as one that has been idle for long may."""

    daemon_threads = True

    def __init__(self) -> None:
        self.forwarded: list[tuple[str, str, list[str]]] = []
        """Method, ``Host`` and ``X-Forwarded-For`` of each request that was answered."""
        super().__init__(("127.0.0.1", 0), Once)


class Once(BaseHTTPRequestHandler):
    """One connection to it."""

    protocol_version = "HTTP/1.1"
    server: Upstream
    answered = 0

    def do_GET(self) -> None:
        """Answer the first request."""
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.answered:
            self.close_connection = True
            return
        self.answered += 1
        self.server.forwarded.append((
            self.command, self.headers["Host"], self.headers.get_all("X-Forwarded-For", []),
        ))  # fmt: skip
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    do_PATCH = do_PUT = do_POST = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def upstream() -> Iterator[Upstream]:
    with Upstream() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("kind", KINDS)
def test_no_request_meets_the_end_of_a_kept_connection_and_the_client_is_told_truly(kind: str, tmp_path: Path) -> None:
    with upstream() as server, proxy(kind, tmp_path, f"127.0.0.1:{server.server_port}") as url:
        server.forwarded.clear()
        forged = {"X-Forwarded-For": "192.0.2.7"}
        with requests.Session() as session:
            answers = [
                session.request(method, f"{url}/v1/me", data=b"{}", headers=forged, timeout=30)
                for method in ("PATCH", "PUT", "POST", "GET") * 5
            ]
        assert [one.status_code for one in answers] == [200] * 20
        host = url.removeprefix("http://")
        assert {(name, tuple(forwarded)) for _, name, forwarded in server.forwarded} == {(host, ("127.0.0.1",))}
