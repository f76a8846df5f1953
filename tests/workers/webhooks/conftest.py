"""A service with accounts whose events go to webhooks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.context import Context
from tests.given.contexts import open_context
from tests.workers.webhooks.receiver import Receiver, receiver


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    """A service at home: webhooks may lead anywhere."""
    opened = open_context(redis_url, tmp_path, webhooks="any")
    yield opened
    opened.store.close()


@pytest.fixture
def stranger() -> Iterator[Receiver]:
    """A receiver that answers everything with 204."""
    with receiver() as one:
        yield one
