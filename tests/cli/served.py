"""A live installation for the command line to talk to: the API on a real socket, a worker that resolves what is due."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from service.accounts.access import tokens
from service.api.app import create_app, equip
from service.context import Context
from tests.given import contexts
from tests.given.replays import ReplayQueue
from workers.resolve.drain import drain_once

LOOK_EVERY = 0.05
_IDLE_APPS: list[Flask] = []
"""Apps that nobody serves any more: to make one takes longer than most tests."""


class _Quiet(WSGIRequestHandler):
    timeout = 1.0
    """Seconds for a request to come: browsers connect ahead, and what they ask there is not for a server that is down by then."""

    def log(self, type: str, message: str, *args: object) -> None:
        pass


class Served:
    """The running service; ``context`` is its inside, ``url`` its outside."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.app = _IDLE_APPS.pop() if _IDLE_APPS else create_app(context)
        equip(self.app, context)
        self._listen(0)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def _listen(self, port: int) -> None:
        self._server = make_server("127.0.0.1", port, self.app, threaded=True, request_handler=_Quiet)
        self._listening = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._listening.start()

    def close(self) -> None:
        """Listen no more; requests that are being answered are answered."""
        self._server.shutdown()
        self._listening.join()
        self._server.server_close()

    @contextmanager
    def down(self) -> Iterator[None]:
        """Let nobody listen for as long as the block runs; after it the same port answers again."""
        port = self._server.server_port
        self.close()
        try:
            yield
        finally:
            self._listen(port)

    def token(self, name: str) -> str:
        """Return a token with all scopes for a new player of this name."""
        player = contexts.account(self.context, name)
        issued = tokens.issue_token(self.context, player.id, name="test", scopes=tokens.SCOPES)
        return issued.text


@contextmanager
def served(redis_url: str, folder: Path, **settings: Any) -> Iterator[Served]:
    """Serve from this Redis until the block ends."""
    context = contexts.open_context(redis_url, folder, **settings)
    house = Served(context)
    ended = threading.Event()

    def resolve() -> None:
        with redis.Redis.from_url(redis_url) as queue:
            replays = ReplayQueue(context, queue)
            while not ended.wait(LOOK_EVERY):
                drain_once(context)
                replays.work()

    resolving = threading.Thread(target=resolve)
    resolving.start()
    try:
        yield house
    finally:
        ended.set()
        house.close()
        _IDLE_APPS.append(house.app)
        resolving.join()
        context.store.close()
