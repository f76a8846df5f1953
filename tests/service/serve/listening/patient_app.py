"""A WSGI app under the settings of the API's server, with deadlines that a test can wait for. Loaded by gunicorn's workers."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from service.serve.http import connections

PATIENCE = float(os.environ.get("PATIENCE", "1"))
connections.REQUEST_DEADLINE = 1.0 * PATIENCE
connections.ANSWER_DEADLINE = 1.5 * PATIENCE
connections.IDLE = 3.0 * PATIENCE
connections.PER_ADDRESS = 3
connections.HALF_REQUESTS = 512 << 10
STRANGER = "127.0.0.9"
connections.origin_of = lambda address: address if address == STRANGER else None
LARGE: list[str] = []
"""The queries with which ``/large`` was asked for."""


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Tell what was asked; ``/large`` and ``/streamed`` have long answers, ``/slow`` takes its time.

    ``/asked`` says how many answers of ``/large`` were made for its own query.
    """
    path = environ["PATH_INFO"]
    body = environ["wsgi.input"].read()
    if path == "/nothing":
        start_response("304 Not Modified", [])
        return []
    start_response("200 OK", [("Content-Type", "text/plain")])
    if environ["REQUEST_METHOD"] == "HEAD":
        return []
    if path == "/large":
        LARGE.append(environ["QUERY_STRING"])
        return [b"x" * 8_000_000]
    if path == "/asked":
        return [str(LARGE.count(environ["QUERY_STRING"])).encode()]
    if path == "/streamed":
        return _pieces()
    if path == "/slow":
        time.sleep(1.0)
    return [f"{environ['REQUEST_METHOD']} {path} {len(body)} {environ.get('HTTP_VIA', '-')}".encode()]


def _pieces() -> Iterator[bytes]:
    for _ in range(3):
        yield b"piece "
