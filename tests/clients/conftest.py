"""One installation for the clients of both languages."""

from collections.abc import Iterator

import pytest
import redis

from checks.clients.__main__ import DOCUMENT
from checks.clients.typescript import make_types
from tests.cli.served import Served, served
from tests.servers.redis_server import RedisServer


@pytest.fixture(scope="module")
def live(redis_session: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running service that all tests of a module share: they make players and matches of their own."""
    with redis.Redis.from_url(redis_session.url) as client:
        client.flushall()
    with served(redis_session.url, tmp_path_factory.mktemp("keys")) as running:
        yield running


@pytest.fixture(scope="session")
def types() -> None:
    """The types of the TypeScript client, made of the published document."""
    make_types(DOCUMENT)
