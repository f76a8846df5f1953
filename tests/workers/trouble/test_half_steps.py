"""Workers and a match of which a crash tore a step: parked once for its operator, tried again only when he says so."""

import pytest
import redis

from engine import registry
from service.context import Context
from service.store import keys
from service.store.connection.connect import HalfStep
from service.store.matches.parking import HALF_STEP, Parked, Seen
from service.store.store import Store, Unreadable
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.given.contexts import loaded
from tests.workers.trouble.test_parking import waiting_to_be_dealt
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> Fingers:
    made = Fingers()
    monkeypatch.setitem(registry.GAMES, "fingers@1", made)
    return made


def due_at(server: redis.Redis, match: str) -> float | None:
    score: float | None = server.zscore(keys.due(keys.bucket_of(match)), match)
    return score


def test_a_drain_parks_it_once_for_its_operator_and_deals_the_others(context: Context, server: redis.Redis) -> None:
    match, other = waiting_to_be_dealt(context), waiting_to_be_dealt(context)
    server.rpush(keys.lines(match), '{"n":3}\n')

    for _ in range(3):
        drain_once(context)

    entry = context.store.parked()[match]
    assert entry.reason.startswith(f"{HALF_STEP}: ") and entry.for_operator and entry.attempts == 1
    assert due_at(server, match) is None
    assert loaded(context, other, secrets=True).table["status"] == "running"


def test_whatever_makes_it_due_it_is_put_back_and_keeps_its_reason(context: Context, server: redis.Redis) -> None:
    match = waiting_to_be_dealt(context)
    server.hincrby(keys.match(match), "av", 7)
    drain_once(context)
    entry = context.store.parked()[match]
    server.zadd(keys.due(keys.bucket_of(match)), {match: 1})

    drain_once(context)

    again = context.store.parked()[match]
    assert (again.reason, again.since, again.for_operator) == (entry.reason, entry.since, True)
    assert due_at(server, match) is None
    assert context.store.retry_after_change("another version") == []


def test_a_retry_of_what_nobody_has_mended_goes_back_to_the_operator(context: Context, server: redis.Redis) -> None:
    match = waiting_to_be_dealt(context)
    server.hincrby(keys.match(match), "av", 7)
    drain_once(context)
    lines = context.store.lines(match)

    assert context.store.retry(match)
    drain_once(context)

    assert context.store.parked()[match].for_operator
    assert context.store.lines(match) == lines, "nothing was built on the half"


def test_a_retry_of_what_only_the_sweep_can_judge_is_judged_as_the_sweep_does(
    context: Context, server: redis.Redis
) -> None:
    # Given a record whose mark, n and log agree, and whose status does not.
    match = waiting_to_be_dealt(context)
    server.hset(keys.match(match), "status", "closed")
    assert context.store.sweep().halves == 1
    assert context.store.retry(match)

    with pytest.raises(HalfStep):
        context.store.load(match)  # served to nobody while a worker has not looked
    drain_once(context)

    entry = context.store.parked()[match]
    assert entry.for_operator and entry.attempts == 2 and "the table says" in entry.reason


def test_a_match_its_operator_has_mended_is_taken_up_by_retry_and_by_nothing_else(
    context: Context, server: redis.Redis
) -> None:
    match = waiting_to_be_dealt(context)
    server.hincrby(keys.match(match), "av", 7)
    drain_once(context)
    server.hincrby(keys.match(match), "av", -7)

    drain_once(context)
    context.store.sweep()
    with pytest.raises(HalfStep):
        context.store.load(match)

    assert context.store.retry(match)
    drain_once(context)
    assert loaded(context, match, secrets=True).table["status"] == "running"
    assert context.store.parked() == {}


def test_a_worker_in_the_middle_of_a_step_writes_nothing_once_it_is_parked(
    context: Context, server: redis.Redis
) -> None:
    # Given a worker that read a record without a mark before the sweep found that it is half a step.
    match = waiting_to_be_dealt(context)
    server.hdel(keys.match(match), "w")
    server.hset(keys.match(match), "status", "closed")
    record = loaded(context, match, secrets=True)
    assert context.store.sweep().halves == 1

    (done,) = context.store.transition_many([step_due(context, record)])

    assert isinstance(done, HalfStep)
    assert context.store.parked()[match].for_operator
    assert len(context.store.lines(match)) == record.n


def test_nobody_parks_on_a_state_read_before_another_write(context: Context, server: redis.Redis) -> None:
    match = waiting_to_be_dealt(context)
    server.hincrby(keys.match(match), "av", 7)
    with pytest.MonkeyPatch.context() as patch:
        park_half = type(context.store).park_half

        def late(store: Store, match: str, torn: str, seen: Seen) -> Parked | None:
            server.hincrby(keys.match(match), "av", -7)
            return park_half(store, match, torn, seen)

        patch.setattr(type(context.store), "park_half", late)
        with pytest.raises(HalfStep):
            context.store.load(match)
    assert context.store.parked() == {}
    drain_once(context)
    assert loaded(context, match, secrets=True).table["status"] == "running"


def test_a_record_of_another_shape_is_no_half_step_and_is_tried_again(context: Context, server: redis.Redis) -> None:
    # Another version may have written it: this one waits for an upgrade, not for an operator.
    match = waiting_to_be_dealt(context)
    server.hset(keys.match(match), "table", '{"v": 99, "blob": "AAAA"}')

    assert context.store.sweep().halves == 0
    drain_once(context)

    entry = context.store.parked()[match]
    assert entry.reason.startswith("unreadable") and entry.next is not None
    with pytest.raises(Unreadable):
        context.store.load(match)
