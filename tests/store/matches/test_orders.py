"""Standing orders in the store: set, replaced, ended, and consulted at once because the match becomes due."""

import pytest

from engine.protocol.acts import ORDERS
from service.store.records import OrderRequest
from service.store.store import Store
from tests.store.examples import act, loaded, running, step

FAR = 4_000_000_000_000


def orders(
    match: str, name: str | None = "first", seat: int = 0, replaces: int = 0, token: str | None = None
) -> OrderRequest:
    """Return new orders of a seat; no name ends them."""
    return OrderRequest(
        match=match, seat=seat, commitment=None if name is None else f"so1_{name}", replaces=replaces,
        box=None if name is None else f"box of {name}", token=token,
    )  # fmt: skip


def test_orders_are_stored_like_an_act_and_make_the_match_due(store: Store) -> None:
    record = running(store, due=FAR)
    result = store.order(orders(record.match))
    after = loaded(store, record.match, secrets=True)
    assert result.outcome == "stored" and result.act is not None
    assert after.acts == {(ORDERS, 0): result.act}
    assert (result.act.act, result.act.seq, result.act.commitment, result.act.n) == ("order", 1, "so1_first", 1)
    assert after.boxes == {(ORDERS, 0): "box of first"}
    assert after.acts_version == 1
    assert after.due == result.act.received == store.peek()[0][1].due


def test_the_same_orders_again_are_the_same_and_write_nothing(store: Store) -> None:
    record = running(store)
    first = store.order(orders(record.match))
    again = store.order(orders(record.match))
    assert (again.outcome, again.act) == ("same", first.act)
    assert loaded(store, record.match).acts_version == 1


def test_orders_are_replaced_by_number_and_keep_their_first_time(store: Store) -> None:
    record = running(store)
    first = store.order(orders(record.match)).act
    refused = store.order(orders(record.match, "second"))
    assert (refused.outcome, refused.act) == ("conflict", first)
    second = store.order(orders(record.match, "second", replaces=1)).act
    assert first is not None and second is not None
    assert (second.seq, second.commitment, second.first) == (2, "so1_second", first.received)
    assert loaded(store, record.match, secrets=True).boxes == {(ORDERS, 0): "box of second"}


def test_ended_orders_leave_no_box(store: Store) -> None:
    record = running(store)
    store.order(orders(record.match))
    ended = store.order(orders(record.match, None, replaces=1))
    assert ended.outcome == "stored" and ended.act is not None
    assert (ended.act.seq, ended.act.commitment) == (2, None)
    assert loaded(store, record.match, secrets=True).boxes == {}
    assert store.order(orders(record.match, None, replaces=1)).outcome == "same"


def test_a_commitment_to_orders_occurs_once_in_a_match(store: Store) -> None:
    record = running(store)
    store.order(orders(record.match))
    assert store.order(orders(record.match, seat=1)).outcome == "seen"
    store.order(orders(record.match, "second", replaces=1))
    assert store.order(orders(record.match, "first", replaces=2)).outcome == "seen"
    assert store.order(orders(record.match, "third", replaces=2)).outcome == "stored"


@pytest.mark.parametrize("status", ["lobby", "closed"])
def test_only_a_running_match_takes_orders(store: Store, status: str) -> None:
    record = running(store, status=status)
    result = store.order(orders(record.match))
    assert (result.outcome, result.act) == ("gone", None)


def test_a_revoked_token_sets_no_orders(store: Store) -> None:
    record = running(store)
    token, other = "t_" + "0" * 16, "t_" + "f" * 16
    store.revoke_token(token)
    assert store.order(orders(record.match, token=token)).outcome == "revoked"
    assert store.order(orders(record.match, token=other)).outcome == "stored"


def test_a_lock_that_has_not_read_the_orders_is_stale(store: Store) -> None:
    record = running(store)
    store.order(orders(record.match))
    assert not store.transition(step(record, acts_version=record.acts_version))


def test_orders_outlive_the_decisions_and_their_acts(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    store.order(orders(record.match))
    assert store.transition(step(record, ended=["r1.choose"]))
    after = loaded(store, record.match, secrets=True)
    assert set(after.acts) == set(after.boxes) == {(ORDERS, 0)}


def test_an_act_does_not_put_off_the_look_that_orders_asked_for(store: Store) -> None:
    record = running(store, due=FAR)
    assert store.order(orders(record.match)).outcome == "stored"
    assert store.act(act(record, 1)).outcome == "stored"
    assert store.claim_due(1, 30_000, 10) == [record.match]
