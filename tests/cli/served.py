"""A live installation for the command line to talk to: the API on a real socket, a worker that resolves what is due."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from service.accounts import tokens
from service.api import create_app
from service.context import Context
from tests import contexts
from tests.replays import ReplayQueue
from workers.drain import drain_once

LOOK_EVERY = 0.02


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        pass


class Served:
    """The running service; ``context`` is its inside, ``url`` its outside."""

    def __init__(self, context: Context, server: BaseWSGIServer) -> None:
        self.context = context
        self.url = f"http://127.0.0.1:{server.server_port}"

    def token(self, name: str) -> str:
        """Return a token with all scopes for a new player of this name."""
        player = contexts.account(self.context, name)
        issued = tokens.issue_token(self.context, player.id, name="test", scopes=tokens.SCOPES)
        return issued.text


@contextmanager
def served(redis_url: str, folder: Path, **settings: Any) -> Iterator[Served]:
    """Serve from this Redis until the block ends."""
    context = contexts.open_context(redis_url, folder, **settings)
    server = make_server("127.0.0.1", 0, create_app(context), threaded=True, request_handler=_Quiet)
    ended = threading.Event()

    def resolve() -> None:
        with redis.Redis.from_url(redis_url) as queue:
            replays = ReplayQueue(context, queue)
            while not ended.wait(LOOK_EVERY):
                drain_once(context)
                replays.work()

    threads = [threading.Thread(target=server.serve_forever, args=(0.02,)), threading.Thread(target=resolve)]
    for thread in threads:
        thread.start()
    try:
        yield Served(context, server)
    finally:
        ended.set()
        server.shutdown()
        for thread in threads:
            thread.join()
        server.server_close()
        context.store.close()
