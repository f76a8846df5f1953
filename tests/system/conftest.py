"""What every campaign asserts all the time."""

from collections.abc import Iterator

import pytest

from tests.system.watcher import Watcher, watched


@pytest.fixture(autouse=True)
def nothing_healthy_is_parked(request: pytest.FixtureRequest) -> Iterator[Watcher | None]:
    """Watch the store of a test that drains in its own process; campaigns of real processes watch their own.

    A test that damages a match asks for the watcher and says so (:meth:`Watcher.expect`).
    """
    if "redis_url" not in request.fixturenames:
        yield None
        return
    with watched(request.getfixturevalue("redis_url")) as watcher:
        yield watcher
