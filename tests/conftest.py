"""What several test folders share: a real Redis server, empty for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from hypothesis import settings

from tests.redis_server import RedisServer

# No test asserts seconds: on a loaded machine an example may take as long as it likes.
settings.register_profile("siegelpost", deadline=None)
settings.load_profile("siegelpost")


@pytest.fixture(scope="session")
def redis_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One server for the whole run of a test process."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.remove()


@pytest.fixture
def redis_url(redis_session: RedisServer) -> str:
    """The address of a Redis with nothing in it."""
    with redis.Redis.from_url(redis_session.url) as client:
        client.flushall()
        client.script_flush()
    return redis_session.url
