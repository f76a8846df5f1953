"""What several test folders share: a real Redis server, empty for each test."""

from __future__ import annotations

import gc
import os
import secrets
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import redis
from flask import Flask
from hypothesis import HealthCheck, settings

from tests.given.chance import Chance
from tests.given.published_document import CheckingClient
from tests.needs import mark
from tests.servers import forked
from tests.servers.memory_folder import prefer_memory
from tests.servers.redis_server import RedisServer

if TYPE_CHECKING:  # tests of the engine need no service, and start without it
    from service.context import Context
    from service.store.records import Account
    from service.store.store import Store
    from tests.cli.served import Served
    from tests.workers.mail.post_office import PostOffice

# The verdict on a state of the source is the same on every machine: the examples follow from the tests, and no example is
# held to seconds. To look for new ones: `pytest --hypothesis-profile=explore tests/engine`.
_UNTIMED: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("siegelpost", derandomize=True, database=None, **_UNTIMED)
settings.register_profile("explore", derandomize=False, **_UNTIMED)
settings.load_profile("siegelpost")

Flask.test_client_class = CheckingClient


CHANCE = Chance()
SYSTEM = Path(__file__).parent / "system"
NEW_OBJECTS = 10_000
"""New objects after which the collector looks through them."""


def pytest_configure(config: pytest.Config) -> None:
    """Have the tests' folders in memory, their processes forked and their chance fixed, but not those of long campaigns.

    What they measure, they measure on a disk, and they are to meet what nobody has met yet.
    """
    gc.disable()  # nearly all that a collection of tests makes is kept
    if config.option.markexpr != "soak":
        prefer_memory(os.environ)
        forked.wanted = sys.platform == "linux"
        if config.getoption("--hypothesis-profile") != "explore":
            secrets.token_bytes = CHANCE.draw


def pytest_unconfigure() -> None:
    """End what has started processes."""
    forked.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Spare modules and tests the collector of garbage, which would look through all of them again and again."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Draw what a test draws from its own stream."""
    with CHANCE.of(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Draw what several tests share from its own stream, whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with CHANCE.of(f"{fixturedef.baseid} {fixturedef.argname} {getattr(request, 'param_index', 0)}"):
        return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need, where somebody chooses by it; begin with those that wait most.

    They wait for leases and deadlines, while other processes use the processor. At the end nobody would.
    """
    if any(need in config.option.markexpr for need in ("server", "browser")):
        mark(items)
    items.sort(key=lambda item: not item.path.is_relative_to(SYSTEM))


@pytest.fixture(scope="session")
def redis_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One server for the whole run of a test process."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def emptying(redis_session: RedisServer) -> Iterator[redis.Redis]:
    """The client that empties it; to connect takes longer than to empty."""
    with redis.Redis.from_url(redis_session.url) as client:
        yield client


@pytest.fixture
def redis_url(redis_session: RedisServer, emptying: redis.Redis) -> str:
    """The address of a Redis with nothing in it but scripts, which whoever needs a server without them removes."""
    emptying.flushall()
    return redis_session.url


@pytest.fixture
def server(redis_url: str) -> Iterator[redis.Redis]:
    """What stands in that Redis, behind the back of the store."""
    with redis.Redis.from_url(redis_url, protocol=2) as client:
        yield client


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    """The service on it, with keys of its own."""
    from tests.given.contexts import open_context

    return open_context(redis_url, tmp_path)


@pytest.fixture
def store(redis_url: str) -> Iterator[Store]:
    """A store on it, with nothing in it."""
    from service.store.store import Store

    opened = Store.connect(redis_url)
    yield opened
    opened.close()


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A mail server that keeps what it takes."""
    from tests.workers.mail.post_office import post_office

    with post_office() as one:
        yield one


@pytest.fixture
def ann(context: Context) -> Account:
    """A player of it."""
    from tests.given.contexts import account

    return account(context, "Ann")


@pytest.fixture
def ben(context: Context) -> Account:
    """Another one."""
    from tests.given.contexts import account

    return account(context, "Ben")


@pytest.fixture
def live(redis_url: str, tmp_path: Path) -> Iterator[Served]:
    """The service on a real socket, with a worker that resolves."""
    from tests.cli.served import served

    with served(redis_url, tmp_path / "keys") as running:
        yield running


def pytest_sessionstart(session: pytest.Session) -> None:
    """In one of several processes, import the tests beginning at its own place in the row.

    All processes import all tests, and pytest compiles those that nobody has compiled before, which takes longer than the rest
    of the collection. So each process compiles its share and finds the others' compiled.
    """
    if (worker := os.environ.get("PYTEST_XDIST_WORKER")) is None:
        return
    root = session.config.rootpath
    given = (root / one for one in session.config.args if (root / one).is_dir())
    files = sorted(found.relative_to(root) for folder in given for found in folder.rglob("test_*.py"))
    first = len(files) * int(worker[2:]) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for file in files[first:] + files[:first]:
        with suppress(Exception):  # collecting it will say what is wrong
            import_module(".".join(file.with_suffix("").parts))
