"""A clock that only requests move, and secrets from one seed: what is recorded under both is the same in every recording."""

import hashlib
import random
import secrets
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from unittest import mock

import redis
from flask import Flask
from nacl.signing import SigningKey

from service.store.connection import connect, one
from service.store.connection.scripts import ALL

BEGINS = int(datetime(2026, 11, 2, 18, 0, tzinfo=UTC).timestamp() * 1000)
"""When every recording begins, in milliseconds since 1970."""
STEP = 1_000
"""Milliseconds that a request takes."""
TIME, TOLD = "redis.call('TIME')", "redis.call('HMGET', 'the time', 's', 'us')"
"""A server's clock cannot be set, so its scripts are told the time."""


class Stilled:
    """The clock of a recording, and its chance."""

    def __init__(self, url: str, seed: str) -> None:
        self._told = redis.Redis.from_url(url)
        self._chance = random.Random(seed)
        self.now = BEGINS - STEP
        self.tick()

    def tick(self) -> None:
        """Let a request's time pass."""
        self.now += STEP
        self._told.hset("the time", mapping={"s": self.now // 1000, "us": self.now % 1000 * 1000})

    def moves_with(self, app: Flask) -> None:
        """Let every request to this app move the clock."""
        app.before_request(self.tick)

    def draw(self, count: int | None = None) -> bytes:
        """Return bytes for a secret."""
        return self._chance.randbytes(count or 32)

    def text(self, count: int | None = None) -> str:
        """Return such bytes as text."""
        return self.draw(count).hex()

    def close(self) -> None:
        """End the connection that tells the time."""
        self._told.close()


@contextmanager
def stilled(url: str, seed: str) -> Iterator[Stilled]:
    """Have this process and the scripts in its store take time and secrets from a recording's clock and seed."""
    still = Stilled(url, seed)
    texts = {script: script.text for script in ALL}
    with ExitStack() as patched:
        for module in (one, connect):
            patched.enter_context(mock.patch.object(module, "milliseconds", lambda _: still.now))
        for where, name, value in (
            (time, "time", lambda: still.now / 1000),
            (secrets, "token_bytes", still.draw),
            (secrets, "token_hex", still.text),
            (secrets, "token_urlsafe", still.text),
            (secrets, "choice", still._chance.choice),
            (uuid, "uuid4", lambda: uuid.UUID(bytes=still.draw(16), version=4)),
            (SigningKey, "generate", lambda: SigningKey(still.draw())),
        ):
            patched.enter_context(mock.patch.object(where, name, value))
        for script in ALL:
            _retell(script, script.text.replace(TIME, TOLD))
        try:
            yield still
        finally:
            for script, text in texts.items():
                _retell(script, text)
            still.close()


def _retell(script: object, text: str) -> None:
    object.__setattr__(script, "text", text)
    object.__setattr__(script, "sha", hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())
