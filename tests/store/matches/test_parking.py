"""Matches put aside: only by who may, tried again with growing delays, never forgotten."""

import pytest
import redis

from service.store import keys
from service.store.matches.due import Leased
from service.store.matches.parking import FIRST_DELAY, LONGEST_DELAY
from service.store.records import Record
from service.store.store import Store
from tests.store.examples import act, digest, loaded, match_id, running, step

WHY = "RuleError at rules.py:7"


def leased(store: Store, record: Record, lease: int = 30_000) -> Leased:
    """Lease a match that is due."""
    (found,) = store.lease_due([(keys.bucket_of(record.match), 64)], lease)
    assert found.match == record.match
    return found


def parked(store: Store, due: int = 1) -> Record:
    """Return a match that was put aside under a lease."""
    record = running(store, due=due)
    assert store.park(record.match, WHY, lease=leased(store, record).ends, version="v1") is not None
    return record


def test_a_parked_match_is_out_of_the_way_until_its_next_attempt(store: Store) -> None:
    before = store.now()
    record = parked(store)

    entry = store.parked()[record.match]
    assert (entry.reason, entry.attempts, entry.version) == (WHY, 1, "v1")
    assert entry.since is not None and before <= entry.since <= store.now()
    assert entry.next == entry.since + FIRST_DELAY
    assert store.peek()[0][1].due == entry.next, "the clock wakes for the next attempt like for anything else"
    assert store.claim_due(1, 30_000, 10) == []
    assert store.sweep().matches_mended == 0, "the sweeper leaves it where it was put"
    assert loaded(store, record.match).parked == entry


def test_the_delay_doubles_up_to_six_hours_and_since_stays(store: Store) -> None:
    record = parked(store)
    since = store.parked()[record.match].since
    delays = []
    for _ in range(12):
        assert store.retry(record.match)
        again = store.park(record.match, WHY, lease=leased(store, record).ends, version="v1")
        assert again is not None and again.next is not None
        assert again.since == since
        delays.append(round((again.next - store.now()) / 60_000))
    assert delays == [2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360]
    assert LONGEST_DELAY == 360 * 60_000
    assert store.parked()[record.match].attempts == 13


def test_nobody_parks_under_a_lease_that_is_lost_or_over(store: Store) -> None:
    record = running(store, due=1)
    mine = leased(store, record, lease=1)
    while store.now() <= mine.ends:
        pass
    assert store.park(record.match, WHY, lease=mine.ends) is None, "it is over"
    other = leased(store, record)
    assert store.park(record.match, WHY, lease=mine.ends) is None, "another has it"
    store.act(act(record, 0))
    assert store.park(record.match, WHY, lease=other.ends) is None, "an answer has made it due again"
    assert store.peek()[0][1].due == 1
    with pytest.raises(ValueError, match="lease or head"):
        store.park(record.match, WHY)


def test_without_a_lease_only_the_state_that_was_read_is_parked_and_nothing_newer(store: Store) -> None:
    record = running(store, due=1)
    assert store.transition(step(record, due=1))
    assert store.park(record.match, WHY, head=(record.n, record.head)) is None
    now = loaded(store, record.match)
    assert store.park(record.match, WHY, head=(now.n, digest("another history"))) is None
    assert store.parked() == {}
    assert store.park(record.match, WHY, head=(now.n, now.head)) is not None


def test_one_that_waits_for_the_operator_is_never_tried_by_itself(store: Store) -> None:
    record = running(store, due=1)
    assert store.park(record.match, "half a step", head=(record.n, record.head), for_operator=True) is not None

    assert store.parked()[record.match].for_operator
    assert store.claim_due(1, 30_000, 10) == []
    assert store.sweep().matches_mended == 0
    assert store.retry_after_change("another version") == []
    assert store.retry(record.match)
    assert store.claim_due(1, 30_000, 10) == [record.match]


def test_a_change_of_code_or_data_takes_up_again_at_once_what_failed_with_the_old(store: Store) -> None:
    record = parked(store)
    assert store.retry_after_change("v1") == []
    assert store.retry_after_change("v2") == [record.match]
    assert store.claim_due(1, 30_000, 10) == [record.match]


def test_an_act_has_it_tried_again_and_only_a_workers_step_frees_it(store: Store) -> None:
    record = parked(store)
    for seat in (0, 1):
        store.act(act(record, seat))
    assert store.claim_due(1, 30_000, 10) == [record.match]
    record = loaded(store, record.match)
    assert store.transition(step(record))
    assert list(store.parked()) == [record.match], "somebody resigned, or sat down"
    assert store.transition(step(loaded(store, record.match), ended=["r1.choose"], unparks=True))
    assert store.parked() == {}
    assert loaded(store, record.match).parked is None


def test_entries_of_earlier_versions_are_read_and_taken_up_again(store: Store, redis_url: str) -> None:
    record = running(store, due=1)
    with redis.Redis.from_url(redis_url) as server:
        server.hset(keys.parked(1), record.match, WHY)
        server.zrem(keys.due(1), record.match)

    entry = store.parked()[record.match]
    assert (entry.reason, entry.since, entry.next, entry.for_operator) == (WHY, None, None, False)
    assert store.sweep().matches_mended == 0
    assert store.retry_after_change("v2") == [record.match]
    again = store.park(record.match, WHY, lease=leased(store, record).ends, version="v2")
    assert again is not None and again.since is not None


def test_the_sweeper_brings_back_the_next_attempt_that_left_the_index(store: Store, redis_url: str) -> None:
    record = parked(store)
    with redis.Redis.from_url(redis_url) as server:
        server.zrem(keys.due(1), record.match)
    assert store.sweep().matches_mended == 1
    assert store.peek()[0][1].due == store.parked()[record.match].next


def test_a_lease_is_given_back_only_by_its_holder(store: Store) -> None:
    record = running(store, due=1)
    mine = leased(store, record)
    assert store.release_leases([Leased(record.match, mine.ends + 1), Leased("no id", 1)]) == 0
    assert store.release_leases([mine, Leased(match_id(404), 1)]) == 1
    assert store.peek()[0][1].due == 1
    assert store.release_leases([mine]) == 0
