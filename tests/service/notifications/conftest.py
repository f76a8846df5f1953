"""Two players who read English and German, and a service whose mail waits an hour for company."""

from pathlib import Path

import pytest

from service.context import Context
from service.store.records import Account
from tests.given.contexts import account, open_context
from tests.workers.mail.post_office import PostOffice


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=3_600_000)


@pytest.fixture
def ben(context: Context) -> Account:
    return account(context, "Ben", language="de", zone="Europe/Berlin")
