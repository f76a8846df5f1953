"""A mail server that the tests of delivering ask, and somebody who gets letters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.context import Context
from service.store.records import Account
from tests.contexts import account
from tests.workers.mail.post_office import PostOffice, post_office


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A mail server that keeps what it takes."""
    with post_office() as one:
        yield one


@pytest.fixture
def ann(context: Context) -> Account:
    """A player in the test's own service."""
    return account(context, "Ann")
