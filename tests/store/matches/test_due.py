"""Leases, parked matches, the sweeper: nothing early, nothing twice, nothing forgotten."""

import threading
from collections import Counter
from functools import partial

import pytest
import redis

from service.store import keys
from service.store.matches.due import Peek
from service.store.store import Store, Swept
from tests.given.at_once import at_once
from tests.store.examples import ANNA, act, loaded, match_id, notice, recipient, running, step


def test_peek_shows_the_first_of_every_bucket(store: Store) -> None:
    running(store, match_id(1, bucket=7), due=4_000_000_000_002)
    running(store, match_id(2, bucket=7), due=4_000_000_000_001)
    running(store, match_id(3, bucket=9), notices=[notice(match_id(3, bucket=9), send_at=77)])
    peeks, now = store.peek()
    assert len(peeks) == keys.BUCKETS
    assert [one for one in peeks if one.due or one.out] == [
        Peek(7, 4_000_000_000_001, None, now),
        Peek(9, None, 77, now),
    ]
    assert abs(now - store.now()) < 5_000


def test_a_claim_hands_out_the_longest_overdue_first(store: Store) -> None:
    ids = [running(store, match_id(number), due=9 - number).match for number in range(5)]
    assert store.claim_due(1, 30_000, 3) == ids[:1:-1]
    assert store.claim_due(1, 30_000, 3) == ids[1::-1]
    assert store.claim_due(2, 30_000, 3) == []


def test_nothing_is_ever_handed_out_early(store: Store) -> None:
    times = [store.now() + wait for wait in range(0, 120, 3)]
    due = {running(store, match_id(number), due=at).match: at for number, at in enumerate(times)}
    early = 0
    while due:
        claimed = store.claim_due(1, 60_000, 2)
        now = store.now()
        early += sum(due.pop(match) > now for match in claimed)
    assert early == 0


def test_a_lease_that_nobody_gives_back_runs_out(store: Store) -> None:
    record = running(store, due=1)
    assert store.claim_due(1, 40, 10) == [record.match]
    ends = store.peek()[0][1].due
    assert ends is not None
    while not (again := store.claim_due(1, 40, 10)):
        assert store.now() < ends + 2_000
    assert again == [record.match] and store.now() >= ends


def test_the_leases_of_a_dead_owner_end_at_once_and_no_others(store: Store) -> None:
    dead, alive = (running(store, match_id(number), due=number).match for number in (1, 2))
    assert store.claim_due(1, 30_000, 1, "serve:7") == [dead]
    assert store.claim_due(1, 30_000, 1, "serve:77") == [alive]

    assert store.end_leases("serve:7") == 1

    assert store.claim_due(1, 30_000, 10, "serve:8") == [dead]
    assert store.end_leases("serve:7") == 0, "it has another owner now"


def test_at_a_start_that_knows_all_others_dead_every_lease_ends(store: Store) -> None:
    matches = [running(store, match_id(number), due=number).match for number in (1, 2)]
    waiting = recipient(match_id(3))
    store.notify([notice(match_id(3), send_at=1)], waiting)
    store.claim_due(1, 3_600_000, 1, "serve-a:7")
    store.claim_due(1, 3_600_000, 1, "serve-b:8")
    [slow] = store.claim_out(1, 3_600_000, 10, "serve-b:9")

    assert store.end_all_leases() == 3

    assert sorted(store.claim_due(1, 30_000, 10, "serve-c:1")) == sorted(matches)
    [again] = store.claim_out(1, 30_000, 10, "serve-c:2")
    assert again.recipient == waiting and not store.settle(slow, [notice(match_id(3))["id"]])
    with pytest.raises(ValueError, match="owner is empty"):
        store.end_leases("")


def test_what_a_dead_owner_had_finished_stays_as_it_is(store: Store) -> None:
    record = running(store, due=1)
    store.claim_due(1, 30_000, 10, "serve:7")
    later = record.now + 3_600_000
    assert store.transition(step(record, due=later))

    assert store.end_leases("serve:7") == 0
    assert store.peek()[0][1].due == later


def test_the_news_a_dead_owner_held_are_due_again(store: Store) -> None:
    record = running(store, notices=[notice(match_id(8), send_at=1)], match=match_id(8))
    [slow] = store.claim_out(1, 300_000, 10, "serve:7")

    assert store.end_leases("serve:7") == 1

    [again] = store.claim_out(1, 300_001, 10, "serve:8")
    assert (again.recipient, again.lease > slow.lease) == (recipient(record.match), True)
    assert not store.settle(slow, [notice(record.match)["id"]]), "should he be alive after all, he may settle nothing"


def test_leases_are_forgotten_when_they_have_ended(store: Store, redis_url: str) -> None:
    running(store, match_id(1), due=1)
    store.claim_due(1, 1, 10, "serve:7")
    while not store.claim_due(1, 60_000, 10, "serve:8"):
        pass
    with redis.Redis.from_url(redis_url) as server:
        assert server.zrange(keys.leases(1), 0, -1) == [f"serve:8 {match_id(1)}".encode()]


def test_a_lease_given_back_is_due_at_its_own_time(store: Store) -> None:
    record = running(store, due=1)
    store.claim_due(1, 30_000, 10)
    store.release(record.match)
    assert store.claim_due(1, 30_000, 10) == [record.match]


def test_two_threads_never_hold_the_same_match(store: Store) -> None:
    ids = {running(store, match_id(number), due=1).match for number in range(120)}
    got: list[list[str]] = [[], []]
    ready = threading.Barrier(2)

    def claim(mine: list[str]) -> None:
        ready.wait()
        while claimed := store.claim_due(1, 60_000, 7):
            mine += claimed

    at_once(*(partial(claim, mine) for mine in got))
    assert Counter(got[0] + got[1]) == Counter(ids)


def test_the_sweeper_finds_nothing_to_mend_after_ordinary_work(store: Store) -> None:
    for number in range(6):
        record = running(store, match_id(number), due=number or None, notices=[notice(match_id(number))])
        store.act(act(record, 0))
    store.claim_due(1, 30_000, 2)
    store.claim_out(1, 30_000, 2)
    assert store.transition(step(loaded(store, match_id(1)), status="closed", due=None))
    store.notify([notice("", send_at=1)], recipient(""))
    assert store.sweep() == Swept(matches=6, matches_mended=0, recipients=7, recipients_mended=0)


@pytest.mark.parametrize("damage", ["missing", "too late", "too early"])
def test_the_sweeper_mends_a_wrong_due_time(store: Store, redis_url: str, damage: str) -> None:
    now = store.now()
    record = running(store, due=now + 50_000)
    with redis.Redis.from_url(redis_url) as client:
        if damage == "missing":
            client.zrem(keys.due(1), record.match)
        else:
            client.zadd(keys.due(1), {record.match: now + (90_000 if damage == "too late" else 20_000)})
    assert store.sweep().matches_mended == 1
    assert store.peek()[0][1].due == now + 50_000
    assert store.sweep().matches_mended == 0


def test_the_sweeper_brings_back_a_due_match_that_no_lease_explains(store: Store, redis_url: str) -> None:
    record = running(store, due=1)
    with redis.Redis.from_url(redis_url) as client:
        client.zadd(keys.due(1), {record.match: store.now() + 3_600_000})
    assert store.sweep().matches_mended == 1
    assert store.claim_due(1, 30_000, 10) == [record.match]


def test_the_sweeper_removes_what_has_no_match_or_no_news(store: Store, redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.zadd(keys.due(1), {match_id(404): 1})
        client.zadd(keys.out(1), {recipient(match_id(404)): 1})
    swept = store.sweep()
    assert (swept.matches_mended, swept.recipients_mended) == (1, 1)
    assert store.claim_due(1, 30_000, 10) == [] and store.claim_out(1, 30_000, 10) == []


def test_the_sweeper_brings_back_news_that_left_the_index(store: Store, redis_url: str) -> None:
    record = running(store, match_id(5), notices=[notice(match_id(5), account=ANNA)])
    with redis.Redis.from_url(redis_url) as client:
        client.delete(keys.out(1))
    assert store.sweep().recipients_mended == 1
    assert [claim.recipient for claim in store.claim_out(1, 30_000, 10)] == [recipient(record.match)]


def test_the_sweeper_frees_a_recipient_whose_news_it_brings_back(store: Store, redis_url: str) -> None:
    record = running(store, match_id(5), notices=[notice(match_id(5))])
    store.claim_out(1, 250_000, 10)
    with redis.Redis.from_url(redis_url) as client:
        client.delete(keys.out(1))
    assert store.sweep().recipients_mended == 1
    assert store.transition(step(record, notices=[notice(record.match, 2, send_at=20)]))
    assert store.peek()[0][1].out == 20
