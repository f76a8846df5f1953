"""What things cost: round trips and fsyncs, counted on a real server, because times depend on the machine."""

import functools
from collections.abc import Callable

import pytest

from service.store.store import Store
from tests.servers.redis_server import RedisServer
from tests.store.examples import ANNA, act, match_id, notice, running, sealed, standing, step
from tests.store.wire import Cost, cost_of

WRITES = Cost(round_trips=1, fsyncs=1)
READS = Cost(round_trips=1, fsyncs=0)


def assert_one_pipeline(cost: Cost, fsyncs: int) -> None:
    """A long request may reach the server in a few pieces, each synced by itself; never in one piece per command."""
    assert 1 <= cost.round_trips <= 3
    assert fsyncs <= cost.fsyncs <= fsyncs * cost.round_trips


@pytest.fixture
def warm(store: Store, redis_session: RedisServer) -> Callable[[Callable[[], object]], Cost]:
    """Return a meter for calls on a server that knows all scripts and a store that is connected."""
    record = running(store, match_id(900, bucket=40), due=1, notices=[notice(match_id(900, bucket=40))])
    store.act(act(record, 0))
    store.load(record.match)
    store.claim_due(40, 1, 1)
    store.claim_out(40, 1, 1)
    store.begin(ANNA, "warm", "warm")
    return lambda call: cost_of(redis_session, call)


def test_the_meter_counts_what_is_known(store: Store, warm: Callable[[Callable[[], object]], Cost]) -> None:
    assert warm(lambda: None) == (0, 0)
    assert warm(store.now) == READS
    assert warm(lambda: store.note_match(ANNA, match_id(1))) == WRITES

    def note_five() -> None:
        for number in range(2, 7):
            store.note_match(ANNA, match_id(number))

    assert warm(note_five) == (5, 5)


def test_an_accepted_act_is_one_round_trip_and_one_fsync(
    store: Store, warm: Callable[[Callable[[], object]], Cost]
) -> None:
    record = running(store, grace=1_000, due=4_000_000_000_000)
    # A sealed box is 4,148 bytes, as base64url 5,531: the size of a real one, so that splitting it would show.
    assert warm(lambda: store.act(act(record, 0, box="b" * 5_531))) == WRITES
    assert warm(lambda: store.act(act(record, 1, token="t_" + "0" * 16))) == WRITES
    assert warm(lambda: store.act(act(record, 1, "other", kind="replace", replaces=1))) == WRITES
    withdrawal = act(record, 0, kind="withdraw", commitment=None, box=None, salt=None, replaces=1)
    assert warm(lambda: store.act(withdrawal)) == WRITES


def test_an_act_that_is_not_accepted_costs_no_fsync(store: Store, warm: Callable[[Callable[[], object]], Cost]) -> None:
    record = running(store)
    store.act(act(record, 0))
    for refused, outcome in (
        (act(record, 0), "same"),
        (act(record, 0, "other"), "conflict"),
        (act(record, 1, commitment=sealed("card 0")), "seen"),
        (act(record, 1, n=7), "stale"),
        (act(record, 1, kind="open"), "locked"),
        (act(record, 1, decision="r9.choose"), "gone"),
    ):
        assert warm(functools.partial(store.act, refused)) == READS
        assert store.act(refused).outcome == outcome


def test_reading_a_match_is_one_round_trip(store: Store, warm: Callable[[Callable[[], object]], Cost]) -> None:
    record = running(store)
    assert warm(lambda: store.load(record.match)) == READS
    assert warm(lambda: store.load(record.match, secrets=True, token="t_" + "0" * 16)) == READS
    assert warm(lambda: store.lines(record.match)) == READS


def test_a_step_is_one_round_trip_and_one_fsync(store: Store, warm: Callable[[Callable[[], object]], Cost]) -> None:
    record = running(store)
    change = step(record, standing("r2.choose"), lines=3, due=7, ended=["r1.choose"], notices=[notice(record.match)])
    assert warm(lambda: store.transition(change)) == WRITES
    assert warm(lambda: store.transition(change)) == READS, "stale"


def test_a_batch_of_steps_is_one_round_trip(store: Store, warm: Callable[[Callable[[], object]], Cost]) -> None:
    records = [running(store, match_id(number, bucket=number)) for number in range(16)]
    assert_one_pipeline(warm(lambda: store.load_many([record.match for record in records])), fsyncs=0)
    assert_one_pipeline(warm(lambda: store.may_ask(ANNA, [])), fsyncs=0)
    assert_one_pipeline(warm(lambda: store.transition_many([step(record) for record in records])), fsyncs=1)


def test_looking_for_what_is_due_reads_only(store: Store, warm: Callable[[Callable[[], object]], Cost]) -> None:
    assert_one_pipeline(warm(store.peek), fsyncs=0)
    assert warm(lambda: store.claim_due(3, 30_000, 10)) == READS
    running(store, match_id(1, bucket=3), due=1)
    assert warm(lambda: store.claim_due(3, 30_000, 10)) == WRITES


def test_a_refused_request_costs_no_fsync(store: Store, warm: Callable[[Callable[[], object]], Cost]) -> None:
    store.hit("login", "x", 1, 60)
    assert warm(lambda: store.hit("login", "x", 1, 60)) == READS
    assert warm(lambda: store.begin(ANNA, "warm", "warm")) == READS
