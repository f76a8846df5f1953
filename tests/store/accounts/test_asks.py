"""An index tells which matches may ask an account something: every one that does, however it came to stand in the store."""

from typing import Any

import pytest
import redis

from engine.match.table import Seat, Standing
from service.store import keys
from service.store.matches.asks import asks_of
from service.store.records import Record
from service.store.store import Store
from tests.store.examples import ANNA, BERT, act, loaded, locked_for_openings, match_id, running, standing, step, table

pytestmark = pytest.mark.usefixtures("swept")
ASKED = "reply"
"""A kind of optional decision that counts as a question."""


@pytest.fixture
def swept(store: Store) -> None:
    """A store whose indexes the sweep has vouched for, as soon as an installation runs."""
    store.sweep()


def asks(store: Store, record: Record, account: str = ANNA) -> bool:
    return store.may_ask(account, [ASKED]) == [record.match]


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
    assert asks_of(laid) == f"{ANNA} {ANNA}?0:r1.choose"


def asked(store: Store) -> list[str]:
    return store.may_ask(ANNA, [ASKED])


def test_what_stands_on_after_a_step_stays_answered(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    assert store.transition(step(loaded(store, record.match), standing(), lines=0, acts_version=1))
    assert not asks(store, record, ANNA)
    assert asks(store, record, BERT)


def test_a_decision_that_lapsed_asks_again(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    assert store.transition(step(loaded(store, record.match), standing(), ended=["r1.choose"]))
    assert asks(store, record, ANNA)


def test_a_closed_match_leaves_nothing_in_the_index(store: Store, server: redis.Redis) -> None:
    record = running(store)
    assert store.transition(step(record, status="closed"))
    assert server.zrange(keys.asking(1), 0, -1) == [b"!"]
    assert server.hget(keys.match(record.match), "asks") is None


def test_before_the_first_sweep_all_matches_of_an_account_are_read(store: Store, server: redis.Redis) -> None:
    mine = [running(store, match_id(1, bucket=bucket), standing(seats=(1,))).match for bucket in (1, 2)]
    for match in mine:
        store.note_match(ANNA, match)
    assert asked(store) == []
    server.delete(keys.asking(2))
    assert asked(store) == mine[1:]


@pytest.mark.parametrize("spoilt", ["asking", "parked"])
def test_a_bucket_whose_index_is_damaged_is_read_whole(store: Store, server: redis.Redis, spoilt: str) -> None:
    mine = [running(store, match_id(1, bucket=bucket), standing(seats=(1,))).match for bucket in (1, 2)]
    for match in mine:
        store.note_match(ANNA, match)
    key = getattr(keys, spoilt)(1)
    server.delete(key)
    server.set(key, "something else")
    assert asked(store) == mine[:1]


def test_matches_of_a_bucket_in_which_one_is_parked_are_read(store: Store, server: redis.Redis) -> None:
    """So whoever lists what waits learns that a match is unavailable, whatever it asked before."""
    record = running(store, None, standing(seats=(1,)))
    store.note_match(ANNA, record.match)
    assert not asks(store, record)
    server.hset(keys.parked(1), record.match, '{"reason": "set aside: by its operator"}')
    assert asks(store, record)


@pytest.mark.parametrize(("vouched", "mended"), [(True, 3), (False, 0)], ids=["damaged", "of-an-earlier-release"])
def test_the_sweep_writes_what_no_step_has_written(
    store: Store, server: redis.Redis, *, vouched: bool, mended: int
) -> None:
    """What an earlier release has left without an index is no fault that is counted."""
    first, answered, other = (running(store, match_id(number)) for number in (1, 2, 3))
    store.act(act(answered, 0))
    before = server.zrange(keys.asking(1), 0, -1)
    server.delete(keys.asking(1))
    server.hset(keys.match(first.match), "asks", "0123456789abcdef a1a1a1a1?0:r1.choose")
    server.hdel(keys.match(other.match), "asks")

    if vouched:
        server.zadd(keys.asking(1), {"!": 0})

    assert store.sweep().matches_mended == mended
    assert server.zrange(keys.asking(1), 0, -1) == before
    assert asked(store) == [first.match, other.match]
    store.act(act(first, 0))
    assert asked(store) == [other.match]
    assert store.sweep().matches_mended == 0


def test_the_sweep_takes_out_what_nobody_asks(store: Store, server: redis.Redis) -> None:
    record = running(store)
    store.act(act(record, 0))
    wrong = [
        f"{ANNA} {record.match}?0:r1.choose",
        f"{ANNA} {match_id(7)}~{ASKED}",
        f"{BERT} {record.match}~{ASKED}",
        "\xff",
    ]
    server.zadd(keys.asking(1), dict.fromkeys(wrong, 0))
    store.sweep()
    assert asked(store) == []
    assert server.zrange(keys.asking(1), 0, -1) == [
        b"!",
        f"{BERT} {record.match}?1:r1.choose".encode(),
        "\xff".encode(),
    ]


def test_an_act_that_cannot_be_read_hides_no_question(store: Store, server: redis.Redis) -> None:
    record = running(store)
    store.act(act(record, 0))
    server.hset(keys.acts(record.match), "0:r1.choose", "{")
    store.sweep()
    assert asks(store, record)


def test_a_step_during_the_sweep_is_not_undone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    record = running(store)
    mend = store._mend

    def late(calls: Any, kind: str) -> tuple[int, int]:
        if kind.startswith("what is asked"):
            assert store.transition(step(record, standing("r2.choose"), ended=["r1.choose"]))
        return mend(calls, kind)

    monkeypatch.setattr(store, "_mend", late)
    store.sweep()
    assert asks(store, record)
    store.act(act(loaded(store, record.match), 0, "another card"))
    assert not asks(store, record)
