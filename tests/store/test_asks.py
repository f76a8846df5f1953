"""Which matches ask an account nothing, told without reading them: never one that does, and none that cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from engine.match.table import Seat, Standing
from service.store import keys
from service.store.matches.asks import asks_of
from service.store.records import Record
from service.store.store import Store
from tests.store.examples import ANNA, BERT, act, loaded, locked_for_openings, match_id, running, standing, step, table

ASKED = "reply"
"""A kind of optional decision that counts as a question."""


@pytest.fixture
def server(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url, protocol=2) as client:
        yield client


def asks(store: Store, record: Record, account: str = ANNA) -> bool:
    return store.may_ask(account, [record.match], [ASKED]) == [record.match]


def test_a_decision_asks_each_seat_until_it_has_answered(store: Store) -> None:
    record = running(store)
    assert asks(store, record, ANNA) and asks(store, record, BERT)

    assert store.act(act(record, 0)).outcome == "stored"

    assert not asks(store, record, ANNA)
    assert asks(store, record, BERT)


def test_who_takes_an_answer_back_is_asked_again(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    store.act(act(record, 0, kind="withdraw", commitment=None, box=None, salt=None, replaces=1))
    assert asks(store, record)


def test_the_next_decision_asks_again(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    assert store.transition(step(loaded(store, record.match), standing("r2.choose"), ended=["r1.choose"]))
    assert asks(store, record)


@pytest.mark.parametrize(
    ("decision", "asked"),
    [
        (standing(seats=(1,)), False),
        (standing("o1", kind=ASKED, optional=True), True),
        (standing("o1", kind="fulfil", optional=True), False),
        (locked_for_openings((0,)), True),
        (locked_for_openings((1,)), False),
    ],
    ids=["of-another", "an-offer", "something-optional", "its-opening", "anothers-opening"],
)
def test_what_is_asked_depends_on_what_stands(store: Store, decision: Standing, *, asked: bool) -> None:
    assert asks(store, running(store, None, decision)) is asked


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({"status": "lobby"}, False),
        ({"pauses": {"now": {"n": 2}}}, False),
        ({"asked_keys": [{"seat": 1, "key": "key", "consents": []}]}, True),
        ({"absence": {"cases": [{"seat": 1}]}}, True),
        ({"absence": {"cases": []}}, False),
        ({"status": "lobby", "seeding": {"revealing": {"seats": [0], "revealed": []}}}, True),
    ],
    ids=["lobby", "pause", "keys", "absence", "nobody-absent", "entropy"],
)
def test_what_stands_beside_decisions_asks_everybody(store: Store, changes: Any, *, asked: bool) -> None:
    assert asks(store, running(store, None, standing(seats=(1,)), **changes), ANNA) is asked


def test_bots_of_the_house_are_not_noted() -> None:
    """They ask nobody what waits, and their names are none of an account."""
    laid = table(match_id(1), standing(), asked_keys=[{"seat": 0, "key": "key", "consents": []}])
    laid["seats"][1] = Seat(player="bot:steady", name="Steady", bot="steady")
    assert asks_of(laid) == "a1a1a1a1 a1a1a1a1?0:r1.choose"


def test_a_match_that_says_nothing_of_what_it_asks_has_to_be_read(store: Store, server: redis.Redis) -> None:
    record = running(store)
    store.act(act(record, 0))
    server.hdel(keys.match(record.match), "asks")
    assert asks(store, record)


def test_what_was_written_beside_another_state_hides_nothing(store: Store, server: redis.Redis) -> None:
    record = running(store, None, standing(seats=(1,)))
    before = server.hget(keys.match(record.match), "asks")
    assert not asks(store, record, ANNA)
    store.transition(step(record, standing("r2.choose", seats=(0,))))
    server.hset(keys.match(record.match), "asks", before or b"")
    assert asks(store, record, ANNA)


def field(name: str, value: bytes | None) -> Callable[[redis.Redis, str], None]:
    def spoil(server: redis.Redis, match: str) -> None:
        if value is None:
            server.hdel(keys.match(match), name)
        else:
            server.hset(keys.match(match), name, value)

    return spoil


def of_wrong_type(key: Callable[[str], str]) -> Callable[[redis.Redis, str], None]:
    def spoil(server: redis.Redis, match: str) -> None:
        server.delete(key(match))
        server.set(key(match), "something else")

    return spoil


def bit_of_the_state(server: redis.Redis, match: str) -> None:
    stored: dict[bytes, bytes] = server.hgetall(keys.match(match))  # type: ignore[assignment]  # replies are bytes here
    *before, last = stored[b"state"]
    server.hset(keys.match(match), "state", bytes([*before, last ^ 1]))


def parked(server: redis.Redis, match: str) -> None:
    server.hset(keys.parked(keys.bucket_of(match)), match, '{"reason": "set aside: by its operator"}')


def act_that_is_none(server: redis.Redis, match: str) -> None:
    server.hset(keys.acts(match), "1:r1.choose", "{")


DAMAGES = {
    "a key of a wrong type": of_wrong_type(keys.match),
    "acts of a wrong type": of_wrong_type(keys.acts),
    "a log of a wrong type": of_wrong_type(keys.lines),
    "a log without entries": lambda server, match: server.delete(keys.lines(match)),
    "an act that is none": act_that_is_none,
    "a table that is none": field("table", b"{"),
    "no table": field("table", None),
    "a state that is none": field("state", b"\x00"),
    "a bit of the state": bit_of_the_state,
    "no state": field("state", None),
    "no head": field("head", None),
    "a time that is none": field("at", b"now"),
    "a due time that is none": field("due", b"soon"),
    "closes that are none": field("closes", b"}"),
    "a length that is none": field("n", b"many"),
    "half a step": field("n", b"2"),
    "half an act": field("av", b"7"),
    "no match": lambda server, match: server.delete(keys.match(match)),
    "asks that are none": field("asks", b"nobody"),
    "parked": parked,
}


def test_what_is_damaged_has_to_be_read_though_it_asks_nothing(store: Store, server: redis.Redis) -> None:
    """So whoever lists what waits still learns that a match is unavailable, and a worker hears of it."""
    mine = [match_id(number) for number in range(len(DAMAGES) + 1)]
    for match in mine:
        record = running(store, match)
        store.act(act(record, 0))
        assert store.transition(step(loaded(store, match), standing(), lines=0, acts_version=1, state={"n": "a state"}))
    assert store.may_ask(ANNA, mine, []) == []

    for match, spoil in zip(mine, DAMAGES.values(), strict=False):
        spoil(server, match)

    told = store.may_ask(ANNA, mine, [])
    assert [name for name, match in zip(DAMAGES, mine, strict=False) if match not in told] == []
    assert mine[-1] not in told


def test_a_bucket_that_is_damaged_costs_only_itself(store: Store, server: redis.Redis) -> None:
    here, there = running(store, match_id(1, bucket=1)), running(store, match_id(1, bucket=2))
    for record in (here, there):
        store.act(act(record, 0))
    server.set(keys.parked(1), "something else")
    assert store.may_ask(ANNA, [here.match, there.match], []) == [here.match]
