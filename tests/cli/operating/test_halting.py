"""How the operator halts the service, lets it go on, and accepts its time."""

import pytest

from service.store import keys
from service.store.installation.heartbeat import Beat
from service.store.store import Store
from tests.cli.operating.test_parked import run


def beat(store: Store, expected: int | None = None) -> Beat:
    found = store.beat([expected] * keys.BUCKETS)[0]
    assert isinstance(found, Beat)
    return found


def test_halting_and_going_on(store: Store, redis_url: str) -> None:
    assert run(redis_url, "halt", "New disks").exit_code == 0
    assert store.halted() == "New disks"
    assert beat(store).kind == "halted"

    assert run(redis_url, "resume").exit_code == 0
    assert beat(store).kind == "outage"


def test_a_time_that_jumped_is_accepted(store: Store, redis_url: str) -> None:
    now = beat(store).now

    run(redis_url, "resume")
    assert beat(store, now + 3_600_000).kind == "jumped"
    run(redis_url, "resume", "--accept-time")

    assert beat(store, now + 3_600_000).kind == "beat"


@pytest.mark.parametrize("why", ["", "  ", "two\nlines", "x" * 201])
def test_a_reason_that_players_cannot_be_shown_is_refused(store: Store, redis_url: str, why: str) -> None:
    assert run(redis_url, "halt", why).exit_code == 2
    assert store.halted() is None
