"""The watcher sees what it is there to see, and pardons what it must."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.matches.parking import WITHOUT_DATA
from service.store.store import Store
from tests.servers.redis_server import RedisServer
from tests.service.serve.watching import until
from tests.store.examples import match_id, running, standing
from tests.system.watcher import Watcher


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    one = RedisServer(tmp_path)
    one.start()
    yield one
    one.remove()


@pytest.fixture
def store(server: RedisServer) -> Store:
    return Store.connect(server.url)


@pytest.fixture
def watcher(server: RedisServer) -> Iterator[Watcher]:
    """One that looks all the time at an installation that always works, and is content with 50 ms."""
    one = Watcher(server.url, lambda: True, within=50)
    one.start()
    until(lambda: one.looks > 0, "it looks")
    yield one
    one.stop()


def test_a_parked_match_is_seen_unless_it_waits_for_data_or_was_damaged_on_purpose(
    store: Store, watcher: Watcher
) -> None:
    names = []
    for reason in ("KeyError at rules.py:7", f"{WITHOUT_DATA} kontor@1 x", "damaged on purpose"):
        record = running(store, due=store.now() + 9_000_000)
        names.append(record.match)
        if "purpose" in reason:
            watcher.expect(record.match)
        assert store.park(record.match, reason, head=(record.n, record.head)) is not None
    seen = watcher.looks
    until(lambda: watcher.looks > seen + 1, "it looked again")
    assert watcher.wrong == [f"match {names[0]} is parked: KeyError at rules.py:7"]


@pytest.mark.parametrize("leased", [False, True], ids=["left alone", "leased again and again"])
def test_what_stays_due_is_seen_also_under_a_lease(store: Store, watcher: Watcher, leased: bool) -> None:
    record = running(store, due=store.now())
    if leased:
        store.claim_due(1, 20_000, 5)
    until(lambda: bool(watcher.wrong), "it was seen")
    assert record.match in watcher.wrong[0]
    assert "has been due" in watcher.wrong[0]


@pytest.mark.parametrize("works", [True, False])
def test_a_deadline_that_no_index_knows_of_is_seen_at_the_end(server: RedisServer, store: Store, works: bool) -> None:
    decision = standing(deadline=store.now() - 2_000)
    lost = running(store, None, decision).match
    running(store, match_id(2, bucket=2))
    one = Watcher(server.url, lambda: works, within=50)
    one.start()
    until(lambda: one.looks > 0, "it looks")
    assert one.wrong == []
    one.stop()
    assert one.wrong == ([f"match {lost} has let the deadline of r1.choose pass, and nobody sees it"] if works else [])


def test_lateness_does_not_count_while_nobody_could_resolve(server: RedisServer, store: Store) -> None:
    working = False
    running(store, due=1)
    watcher = Watcher(server.url, lambda: working, within=60_000)
    watcher.look()
    working = True
    watcher.look()
    assert watcher.wrong == [], "a minute counts from now on"
