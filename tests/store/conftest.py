"""A server that a test may kill."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.redis_server import RedisServer


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A server for this test alone: it may be killed."""
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.remove()
