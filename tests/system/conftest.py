"""What every campaign asserts all the time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.system.watcher import watched


@pytest.fixture(autouse=True)
def nothing_healthy_is_parked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Watch the store of a test that drains in its own process; campaigns of real processes watch their own."""
    if "redis_url" not in request.fixturenames:
        yield
        return
    with watched(request.getfixturevalue("redis_url")):
        yield
