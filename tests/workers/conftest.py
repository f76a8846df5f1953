"""A mail server that the tests of delivering ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.workers.mail.post_office import PostOffice, post_office


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A mail server that keeps what it takes."""
    with post_office() as one:
        yield one
