"""The heartbeat: outages are found and given back, and while the time is not trusted nothing is written that it decides."""

import json
from collections.abc import Callable

import pytest
import redis

from service.store import TimeNotTrusted, keys
from service.store.connection import connect
from service.store.installation.heartbeat import TRUSTED_FOR, Beat
from service.store.records import MessageRequest, OrderRequest, Outage
from service.store.store import Store
from tests.store.examples import act, digest, loaded, match_id, notice, recipient, running, sealed, step
from workers.clock.loop import Steady

HOUR = 3_600_000
UNKNOWN = [None] * keys.BUCKETS


def beat(store: Store, expected: int | None = None, bucket: int = 1) -> Beat:
    """Beat everywhere; return what became of it in one bucket."""
    found = store.beat([expected] * keys.BUCKETS)[bucket]
    assert isinstance(found, Beat)
    return found


def last_beat(server: redis.Redis, ago: int, bucket: int = 1) -> int:
    """Have the clock beaten so many milliseconds ago for the last time (a negative number: in the future)."""
    seconds, micros = server.time()
    at = int(seconds) * 1000 + int(micros) // 1000 - ago
    server.hset(keys.running(bucket), mapping={"beat": at, "until": at + TRUSTED_FOR})
    return at


def test_beats_in_time_leave_no_outage(store: Store) -> None:
    match = running(store).match

    first, second = beat(store), beat(store)

    assert (first.kind, first.last) == ("beat", None)
    assert (second.kind, second.last) == ("beat", first.now)
    assert loaded(store, match).outages == []


def test_a_gap_is_an_outage_that_every_match_is_shown_and_looked_at_for(store: Store, server: redis.Redis) -> None:
    match = running(store, match_id(1, bucket=1), due=4_000_000_000_000).match
    since = last_beat(server, 2 * HOUR)

    found = beat(store)

    assert (found.kind, found.last) == ("outage", since)
    assert [(one.since, one.until) for one in loaded(store, match).outages] == [(since, found.now)]
    assert store.claim_due(1, 30_000, 9) == [match]


def test_a_sweep_beside_the_beat_leaves_due_what_is_to_get_time_back(store: Store, server: redis.Redis) -> None:
    """A clock that starts beats and sweeps at once; the sweep put the old time back before anybody had looked."""
    match = running(store, match_id(1, bucket=1), due=4_000_000_000_000).match
    last_beat(server, 2 * HOUR)
    assert beat(store).kind == "outage"
    assert store.sweep().matches_mended == 0
    assert store.claim_due(1, 30_000, 9) == [match]
    store.release(match)
    assert store.claim_due(1, 30_000, 9) == [], "once it was looked at, its own time counts again"


def test_only_the_last_hundred_outages_are_kept(store: Store, server: redis.Redis) -> None:
    match = running(store, match_id(1, bucket=1)).match
    server.hset(keys.running(1), "outages", json.dumps([[number, number + 1] for number in range(100)]))
    last_beat(server, HOUR)
    beat(store)

    outages = loaded(store, match).outages
    assert (len(outages), outages[0].since) == (100, 1)


UNTRUSTED: dict[str, Callable[[Store, redis.Redis], object]] = {
    "no clock has beaten for two minutes": lambda _, server: last_beat(server, 120_000),
    "the time has jumped four days ahead": lambda _, server: last_beat(server, 96 * HOUR),
    "the time has jumped back": lambda _, server: last_beat(server, -HOUR),
    "the operator has halted the service": lambda store, _: store.halt("New disks"),
}


@pytest.mark.parametrize("trouble", UNTRUSTED.values(), ids=UNTRUSTED)
def test_nothing_that_time_decides_is_written_while_it_is_not_trusted(
    store: Store, server: redis.Redis, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[Store, redis.Redis], object]
) -> None:
    match = match_id(7, bucket=1)
    record = running(store, match, due=1, notices=[notice(match, send_at=1)])
    beat(store)
    trouble(store, server)
    monkeypatch.setattr(connect, "PAUSES", ())  # nothing is tried again
    before = server.dump(keys.match(match))

    for refused in (
        lambda: store.act(act(record, 0)),
        lambda: store.transition(step(record)),
        lambda: store.order(OrderRequest(match, 0, sealed("orders"), "box")),
        lambda: store.say(MessageRequest(match, "m1", 0, "table", "hello", digest("salt"), record.n)),
        lambda: store.load(match, secrets=True),
        lambda: running(store, match_id(8, bucket=1)),
    ):
        with pytest.raises(TimeNotTrusted):
            refused()
    assert store.claim_due(1, 30_000, 9) == []
    assert store.claim_out(1, 30_000, 9) == []
    assert server.dump(keys.match(match)) == before
    assert store.load(match) is not None
    assert server.zscore(keys.out(1), recipient(match)) == 1


def test_a_halted_service_says_why_and_gives_the_time_back(store: Store, server: redis.Redis) -> None:
    record = running(store, match_id(1, bucket=1))
    before = beat(store)
    store.halt("New disks: back at six")
    assert store.halted() == "New disks: back at six"
    with pytest.raises(TimeNotTrusted, match="New disks"):
        store.act(act(record, 0))
    assert beat(store).kind == "halted"

    store.go_on()
    with pytest.raises(TimeNotTrusted):
        store.act(act(record, 0))
    after = beat(store)

    assert (after.kind, store.halted()) == ("outage", None)
    (outage,) = loaded(store, record.match).outages
    assert before.now <= outage.since <= outage.until == after.now
    assert store.act(act(record, 0)).outcome == "stored"


def test_a_jump_is_not_believed_until_the_operator_accepts_it(store: Store, server: redis.Redis) -> None:
    now = beat(store).now

    assert beat(store, expected=now - 96 * HOUR).kind == "jumped"
    assert beat(store, expected=now + 96 * HOUR).kind == "jumped"
    store.accept_time()

    assert beat(store, expected=now - 96 * HOUR).kind == "outage"


def test_after_a_clock_that_began_in_a_wrong_time_the_right_one_has_to_be_accepted(
    store: Store, server: redis.Redis
) -> None:
    """It takes two days ahead for an outage; when the machine's time is put right, the last beat is in the future."""
    record = running(store, match_id(1, bucket=1))
    last_beat(server, -48 * HOUR)
    clock = Steady(store)
    clock.beat_if_time()
    assert clock.trouble is not None and "if it is right and was wrong before, say 'siegelpost resume" in clock.trouble
    with pytest.raises(TimeNotTrusted):
        store.act(act(record, 0))

    store.accept_time()
    Steady(store).beat_if_time()
    assert store.act(act(record, 0)).outcome == "stored"
    later = last_beat(server, 2 * HOUR)
    assert beat(store).kind == "outage"
    assert [one.since for one in loaded(store, record.match).outages] == [later]


def test_a_small_jump_ahead_is_given_back_and_one_back_waits_until_it_is_over(
    store: Store, server: redis.Redis
) -> None:
    now = beat(store).now

    assert beat(store, expected=now - 30_000).kind == "outage"
    ahead = last_beat(server, -30_000)
    assert beat(store, expected=ahead).kind == "back"


def test_a_step_computed_by_a_time_that_had_jumped_is_not_written_after_it(store: Store) -> None:
    record = running(store, match_id(1, bucket=1))
    now = beat(store).now

    with pytest.raises(TimeNotTrusted):
        store.transition(step(record, now=now + 96 * HOUR))

    assert store.transition(step(record, now=now))


def test_a_store_in_which_no_clock_ever_beat_is_trusted(store: Store) -> None:
    record = running(store)

    assert store.act(act(record, 0)).outcome == "stored"


def test_a_heartbeat_of_a_wrong_type_costs_no_act(store: Store, server: redis.Redis) -> None:
    record = running(store, match_id(1, bucket=1))
    server.set(keys.running(1), "rot")

    assert store.act(act(record, 0)).outcome == "stored"


def test_a_store_that_was_put_back_tells_every_match_so_at_the_next_beat_however_short_the_gap(
    store: Store, server: redis.Redis
) -> None:
    match = running(store, match_id(1, bucket=1), due=4_000_000_000_000).match
    since = last_beat(server, 500)
    taken = store.now()
    assert store.awaits_first_beat(taken)

    assert (store.note_restore(taken), store.note_restore(taken)) == (True, True), "a start may have been killed"
    found = beat(store)

    assert (found.kind, found.last) == ("outage", since)
    assert loaded(store, match).outages == [Outage(since, found.now, "restored")]
    assert (store.awaits_first_beat(taken), store.note_restore(taken)) == (False, False)
    assert beat(store).kind == "beat"
    assert loaded(store, match).outages == [Outage(since, found.now, "restored")]


def test_a_store_in_which_no_clock_ever_beat_counts_from_its_backup(store: Store) -> None:
    match = running(store, match_id(1, bucket=1), due=4_000_000_000_000).match
    taken = store.now() - HOUR

    assert store.awaits_first_beat(taken)
    assert store.note_restore(taken)
    beat(store)

    assert [(one.since, one.cause) for one in loaded(store, match).outages] == [(taken, "restored")]
