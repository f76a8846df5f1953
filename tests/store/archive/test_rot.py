"""What is stored may rot: each record by itself, and what lists or works on many goes on with the others."""

import json
from collections.abc import Callable

import pytest
import redis

from service.store import Unreadable, keys
from service.store.store import Store, StoredAnswer, Token
from tests.store.examples import ANNA, BERT, loaded, match_id, notice, recipient, running, step

SECRET = '{"move": "a card nobody must read'


def test_one_corrupt_match_costs_a_batch_of_steps_only_itself(store: Store, server: redis.Redis) -> None:
    records = [running(store, match_id(number)) for number in range(3)]
    server.hset(keys.match(records[1].match), "closes", SECRET)

    done = store.transition_many([step(record) for record in records])

    assert done[0] is True and done[2] is True
    assert isinstance(done[1], Unreadable)
    assert "nobody" not in str(done[1])
    assert [len(store.lines(record.match)) for record in records] == [2, 1, 2]


@pytest.mark.parametrize("name", ["acts", "secrets", "seen", "lines"])
def test_a_step_that_meets_a_wrong_type_writes_nothing_at_all(store: Store, server: redis.Redis, name: str) -> None:
    record = running(store)
    key = getattr(keys, name)(record.match)
    server.delete(key)
    server.set(key, "rot")
    before = server.hgetall(keys.match(record.match))

    with pytest.raises(Unreadable):
        store.transition(step(record, status="closed", ended=["r1.choose"], erase_seed=True))

    assert server.hgetall(keys.match(record.match)) == before
    assert server.get(key) == b"rot"


@pytest.mark.parametrize(
    "index", [keys.lobby, keys.heads, keys.parked, keys.not_before, keys.out], ids=lambda one: one.__name__
)
def test_a_step_is_written_though_a_shared_list_is_corrupt(
    store: Store, server: redis.Redis, index: Callable[[int], str]
) -> None:
    record = running(store)
    server.delete(index(1))
    server.set(index(1), "rot")
    assert store.transition(step(record, notices=[notice(record.match)], unparks=True))
    assert loaded(store, record.match).n == 2


def test_a_recipients_corrupt_queue_costs_the_match_and_the_other_recipient_nothing(
    store: Store, server: redis.Redis
) -> None:
    record = running(store, match_id(5))
    server.set(keys.queue(recipient(record.match, ANNA)), "rot")
    news = [notice(record.match, account=one) for one in (ANNA, BERT)]
    assert store.transition(step(record, notices=news))
    assert [one["account"] for one in store.notices(recipient(record.match, BERT)).pending] == [BERT]
    with pytest.raises(Unreadable, match="a record"):
        store.notices(recipient(record.match, ANNA))


def test_one_corrupt_notice_is_named_and_the_others_are_told_and_settled(store: Store, server: redis.Redis) -> None:
    record = running(store, match_id(5), notices=[notice(match_id(5), 1)])
    who = recipient(record.match)
    for name, rot in (("rot-1", SECRET), ("rot-2", "7"), ("rot-3", '{"id": "rot-3"}')):
        server.hset(keys.queue(who), name, rot)

    waiting = store.notices(who)
    assert len(waiting.pending) == 1
    assert waiting.rotten == ["rot-1", "rot-2", "rot-3"]

    (claim,) = store.claim_out(1, 30_000, 10)
    assert store.settle(claim, [waiting.pending[0]["id"]], {"mail": "m", "state": "sent"})
    assert store.peek()[0][1].out is not None, "the rest is still to be dealt with"
    (claim,) = store.claim_out(1, 30_000, 10)
    assert store.settle(claim, waiting.rotten)
    assert not server.exists(keys.queue(who))


@pytest.mark.parametrize(
    ("field", "value"), [("prefs", "{"), ("prefs", "[]"), ("created", "long ago"), ("name", None), ("name", b"\xff")]
)
def test_a_corrupt_account_is_named_and_others_are_not_touched(
    store: Store, server: redis.Redis, field: str, value: str | bytes | None
) -> None:
    ann, ben = (store.create_account(mail=f"{name}@example.org", name=name) for name in ("ann", "ben"))
    if value is None:
        server.hdel(keys.account(ann.id), field)
    else:
        server.hset(keys.account(ann.id), field, value)
    with pytest.raises(Unreadable, match=f"account {ann.id}"):
        store.account(ann.id)
    assert store.account(ben.id) == ben


def test_a_corrupt_token_opens_nothing_and_hides_no_other(store: Store, server: redis.Redis) -> None:
    for number in range(3):
        store.add_token(Token(f"t_{number:016x}", ANNA, "ab" * 32, ("match:read",), "phone", 1))
    server.hdel(keys.token(f"t_{0:016x}"), "scopes")
    server.delete(keys.token(f"t_{1:016x}"))
    server.set(keys.token(f"t_{1:016x}"), "rot")
    assert store.token(f"t_{0:016x}") is None
    assert store.token(f"t_{1:016x}") is None
    assert [one.id for one in store.tokens_of(ANNA)] == [f"t_{2:016x}"]


def test_a_corrupt_answer_of_an_idempotency_key_is_no_answer(store: Store, server: redis.Redis) -> None:
    store.finish(ANNA, "one", "print", StoredAnswer(201, {}, "body"))
    server.set(keys.idempotency(ANNA, "two"), SECRET)
    with pytest.raises(Unreadable, match="Idempotency-Key"):
        store.begin(ANNA, "two", "print")
    assert store.begin(ANNA, "one", "print") == StoredAnswer(201, {}, "body")


def test_corrupt_delivery_records_are_left_out(store: Store, server: redis.Redis) -> None:
    good = {"mail": "m", "match": "", "kinds": [], "state": "sent", "attempt": 1, "at": 1, "answer": "", "dropped": []}
    one, two = recipient(match_id(1)), recipient(match_id(2))
    server.rpush(keys.deliveries(one), SECRET, json.dumps(good), "[]", "7")
    server.set(keys.deliveries(two), "rot")
    assert store.deliveries_many([one, two]) == [[good], []]


def test_the_lists_of_matches_leave_out_what_is_no_entry(store: Store, server: redis.Redis) -> None:
    record = running(store, status="lobby")
    server.zadd(keys.heads(1), {b"no head": 1, b"\xff\xfe": 2})
    server.set(keys.heads(2), "rot")
    server.set(keys.lobby(2), "rot")
    while store.now() < 2 or not (found := store.heads()):
        pass
    assert [one.match for one in found] == [record.match]
    assert [one.match for one in store.lobby()] == [record.match]
    assert isinstance(store.load_many(["no id"])[0], Unreadable)


def test_the_clock_and_the_workers_pass_over_a_corrupt_index_and_the_sweep_makes_it_anew(
    store: Store, server: redis.Redis, caplog: pytest.LogCaptureFixture
) -> None:
    lost, other = running(store, match_id(1, 1), due=1), running(store, match_id(1, 2), due=1)
    server.zadd(keys.due(2), {"inf": "inf"})
    server.delete(keys.due(1))
    server.set(keys.due(1), "rot")

    peeks, _ = store.peek()
    assert (peeks[1].due, peeks[2].due) == (None, 1)
    assert [one.match for one in store.lease_due([(1, 5), (2, 5)], 1_000)] == [other.match]
    assert "bucket 1" in caplog.text

    swept = store.sweep()
    assert swept.matches_mended >= 1
    assert store.claim_due(1, 30_000, 5) == [lost.match]
    assert server.get(keys.due(1) + ":rotten") == b"rot"


def test_the_sweep_counts_what_it_cannot_read_and_mends_the_rest(store: Store, server: redis.Redis) -> None:
    running(store, match_id(1))
    server.set(keys.match(match_id(2)), "rot")
    spoilt = running(store, match_id(3))
    server.hset(keys.match(spoilt.match), "due", "soon")
    server.set("sp:{01}:m:no id", "rot")
    server.zadd(keys.out(1), {"no recipient": 1})
    healthy = running(store, match_id(4), due=5)
    server.zrem(keys.due(1), healthy.match)

    swept = store.sweep()

    assert (swept.matches_mended, swept.unreadable) == (1, 4)
    assert store.peek()[0][1].due == 5
    assert {match_id(2), spoilt.match, healthy.match} <= set(store.claim_due(1, 30_000, 9)), (
        "a worker will look at them"
    )


def test_the_leases_of_a_dead_owner_end_though_one_bucket_is_corrupt(store: Store, server: redis.Redis) -> None:
    record = running(store, match_id(1, 2), due=1)
    store.claim_due(2, 30_000, 5, "serve:7")
    server.set(keys.leases(1), "rot")
    assert store.end_leases("serve:7") == 1
    assert store.claim_due(2, 30_000, 5) == [record.match]


def test_corrupt_tables_in_the_lobby_keep_nobody_from_making_another(store: Store, server: redis.Redis) -> None:
    lobby = [running(store, match_id(number), status="lobby").match for number in range(5)]
    for match in (*lobby, "no id"):
        store.note_match(ANNA, match)
    server.hset(keys.match(lobby[0]), "table", SECRET)
    server.hset(keys.match(lobby[1]), "table", "[]")
    server.delete(keys.match(lobby[2]))
    server.set(keys.match(lobby[2]), "rot")
    assert len(store.lobby_tables_of(ANNA)) == 2


def test_the_sweep_files_what_is_over_though_other_records_are_corrupt(store: Store, server: redis.Redis) -> None:
    over, spoilt, lost = (running(store, match_id(number), status="closed").match for number in range(3))
    for match in (over, spoilt, lost, "no id"):
        store.note_match(ANNA, match)
    server.hset(keys.match(spoilt), "at", "long ago")
    server.delete(keys.match(lost))
    server.set(keys.match(lost), "rot")
    server.set(keys.account_matches(BERT), "rot")
    server.set(keys.queue(recipient(over)), "rot")

    assert store.sweep().filed == 1
    assert [one.match for one in store.finished_of(ANNA)] == [over]
    assert store.unfinished_of(ANNA) == sorted([spoilt, lost])
