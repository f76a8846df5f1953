"""A served installation and a browser, each once for all tests of the folder."""

import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from engine.protocol.canon import b64
from service.store.records import Account
from tests.browser.chromium import ARGUMENTS, NoBrowser, chromium
from tests.cli.served import Served, served
from tests.servers.redis_server import RedisServer

expect.set_options(timeout=60_000)  # nothing is awaited this long on an idle machine


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A running Chromium; ended before other folders' tests, because in its thread nobody else could run an event loop."""
    try:
        found = chromium()
    except NoBrowser as error:
        pytest.fail(str(error))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found.program, args=ARGUMENTS, env={**found.environment})
        yield started
        started.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service on a real socket, with a worker that resolves, and a store that no other test empties.

    It ends with the folder's tests: the worker looks 20 times a second what is due.
    """
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    try:
        folder = tmp_path_factory.mktemp("house")
        push = folder / "push.key"
        push.write_text(b64(bytes(range(32))))
        with served(server.url, folder, push_key=push) as running:
            yield running
    finally:
        server.remove()


@pytest.fixture
def ada(house: Served) -> Account:
    """A player of this test alone."""
    return _player(house, "Ada")


@pytest.fixture
def ben(house: Served) -> Account:
    """Another one."""
    return _player(house, "Ben")


def _player(house: Served, name: str) -> Account:
    mail = f"{name.lower()}.{secrets.token_hex(6)}@players.example"
    return house.context.store.create_account(mail=mail, name=name, zone="Europe/Berlin", verified=True)
