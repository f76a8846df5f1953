"""What several test folders share: a real Redis server, empty for each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from flask import Flask
from hypothesis import HealthCheck, settings

from tests.memory_folder import prefer_memory
from tests.needs import mark
from tests.published_document import CheckingClient
from tests.redis_server import RedisServer

# The verdict on a state of the source is the same on every machine: the examples follow from the tests, and no example is
# held to seconds. To look for new ones: `pytest --hypothesis-profile=explore tests/engine`.
_UNTIMED: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("siegelpost", derandomize=True, database=None, **_UNTIMED)
settings.register_profile("explore", derandomize=False, **_UNTIMED)
settings.load_profile("siegelpost")

Flask.test_client_class = CheckingClient


def pytest_configure(config: pytest.Config) -> None:
    """Have the folders of tests in memory, but not those of the long campaigns: what they measure, they measure on a disk."""
    if config.option.markexpr != "soak":
        prefer_memory(os.environ)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need, where somebody chooses by it."""
    if any(need in config.option.markexpr for need in ("server", "browser")):
        mark(items)


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
