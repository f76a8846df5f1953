"""Messages in the store: kept once, written with their step or not at all, counted like acts, gone when the match closes."""

import functools
from dataclasses import replace
from typing import Any

import pytest

from service.store import StoreUnavailable
from service.store.matches.stored_matches import MOST_A_MINUTE, MOST_BYTES
from service.store.records import MessageRequest, Record
from service.store.store import Store
from tests.servers.redis_server import RedisServer
from tests.store.examples import act, digest, loaded, match_id, running, step
from tests.store.matches.test_races import at_once
from tests.store.wire import Cost, cost_of

FAR = 4_000_000_000_000
WRITE = Cost(round_trips=1, fsyncs=1)
READ = Cost(round_trips=1, fsyncs=0)


def words(record: Record, name: str = "one", seat: int = 0, **changes: Any) -> MessageRequest:
    """Return what a seat wants to say; the name makes it this message."""
    request = MessageRequest(
        match=record.match, id=name, seat=seat, channel="r1.confer.0", text=f"{name}: Grüße/“🙂”", salt=digest(name),
        n=record.n,
    )  # fmt: skip
    return replace(request, **changes)


def test_a_message_is_kept_and_makes_the_match_due(store: Store) -> None:
    record = running(store, due=FAR)
    said = store.say(words(record))
    assert said.outcome == "stored" and said.message is not None
    after = loaded(store, record.match, secrets=True)
    assert after.messages == store.messages(record.match) == [said.message]
    assert (said.message.seat, said.message.text, said.message.seq) == (0, "one: Grüße/“🙂”", 1)
    assert (said.message.n, said.message.to, said.message.refused) == (None, [], False)
    assert after.due == said.message.at == store.peek()[0][1].due


def test_messages_are_read_by_workers_and_their_own_way_only(store: Store) -> None:
    record = running(store)
    store.say(words(record))
    store.act(act(record, 0))
    assert loaded(store, record.match).messages == []
    assert [one.id for one in store.messages(record.match)] == ["one"]
    assert loaded(store, record.match, secrets=True).seed == "secret seed"


def test_the_same_message_again_is_the_same_and_writes_nothing(store: Store) -> None:
    record = running(store)
    first = store.say(words(record)).message
    again = store.say(words(record, salt=digest("another"), n=99))
    assert (again.outcome, again.message) == ("same", first)
    assert loaded(store, record.match).acts_version == 1


def test_a_message_judged_in_an_older_state_is_stale(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record))
    assert store.say(words(record)).outcome == "stale"
    assert store.say(words(record, n=record.n + 1)).outcome == "stored"


@pytest.mark.parametrize("status", ["lobby", "closed"])
def test_only_a_running_match_takes_messages(store: Store, status: str) -> None:
    assert store.say(words(running(store, status=status))).outcome == "gone"


def test_a_revoked_token_says_nothing(store: Store) -> None:
    record, token = running(store), "t_" + "0" * 16
    store.revoke_token(token)
    assert store.say(words(record, token=token)).outcome == "revoked"
    assert store.say(words(record, token="t_" + "f" * 16)).outcome == "stored"


def test_a_step_that_has_not_read_a_message_is_stale(store: Store) -> None:
    record = running(store)
    store.say(words(record))
    assert not store.transition(step(record, acts_version=record.acts_version))
    assert store.transition(step(record, acts_version=record.acts_version + 1))


def test_no_act_that_comes_later_puts_a_message_off(store: Store) -> None:
    record = running(store, due=FAR)
    said = store.say(words(record)).message
    assert said is not None
    store.act(act(record, 0, wait=True))
    assert loaded(store, record.match).due == said.at == store.peek()[0][1].due


def test_a_message_is_written_with_its_step_or_not_at_all(store: Store) -> None:
    record = running(store)
    message = store.say(words(record)).message
    assert message is not None
    written = replace(message, n=record.n + 1, to=[2])
    assert not store.transition(step(record, acts_version=0, messages=[written]))
    assert store.messages(record.match) == [message]
    assert store.transition(step(record, acts_version=1, messages=[written]))
    assert store.messages(record.match) == [written]
    assert not store.transition(step(record, acts_version=1, messages=[replace(written, n=9)]))
    assert store.messages(record.match) == [written], "a step done twice writes once"


def test_the_end_of_the_match_leaves_nothing_of_them(store: Store) -> None:
    record = running(store)
    message = store.say(words(record)).message
    assert message is not None
    closing = step(record, status="closed", erase_seed=True, messages=[replace(message, n=2)])
    assert store.transition(closing)
    assert store.messages(record.match) == []
    assert loaded(store, record.match, secrets=True).messages == []


def test_messages_of_two_at_once_have_an_order(store: Store) -> None:
    record = running(store)
    requests = [words(record, f"{seat}.{number}", seat) for seat in (0, 1) for number in range(5)]
    at_once(*(functools.partial(store.say, request) for request in requests))
    found = store.messages(record.match)
    assert [one.seq for one in found] == list(range(1, 11))
    assert {one.id for one in found} == {request.id for request in requests}


def test_a_seat_says_so_much_in_a_minute_and_no_more(store: Store) -> None:
    record = running(store)
    for number in range(MOST_A_MINUTE):
        assert store.say(words(record, f"{number}")).outcome == "stored"
    said = store.say(words(record, "more"))
    assert said.outcome == "fast" and 0 < said.wait <= 60_000
    assert store.say(words(record, "other seat", 1)).outcome == "stored"
    assert store.say(words(record, "0")).outcome == "same", "a repetition is no new message"


def test_a_seat_says_so_much_in_a_match_and_no_more(store: Store) -> None:
    record = running(store)
    most = MOST_BYTES // 20_000 - 1
    for number in range(most):
        assert store.say(words(record, f"{number}", text="🙂" * 5_000)).outcome == "stored"
    assert store.say(words(record, "too much", text="🙂" * 5_000)).outcome == "full"
    assert store.say(words(record, "short")).outcome == "stored"
    assert store.say(words(record, "other seat", 1)).outcome == "stored"


def test_an_accepted_message_is_one_round_trip_and_one_fsync(store: Store, redis_session: RedisServer) -> None:
    record = running(store)
    store.say(words(record, "warm"))
    store.messages(record.match)
    assert cost_of(redis_session, lambda: store.say(words(record, token="t_" + "0" * 16))) == WRITE
    assert cost_of(redis_session, lambda: store.say(words(record))) == READ, "the same again"
    assert cost_of(redis_session, lambda: store.say(words(record, "two", n=7))) == READ, "stale"
    assert cost_of(redis_session, lambda: store.messages(record.match)) == READ
    assert cost_of(redis_session, lambda: store.lines_at(record.match, [1, 2, 3])) == READ


def test_no_acknowledged_message_is_lost_or_doubled_when_redis_is_killed(own_server: RedisServer) -> None:
    store = Store.connect(own_server.url)
    record, acknowledged = running(store, match_id(7)), []
    for number in range(15):
        said = words(record, f"{number}", number % 2)
        if number % 3 == 2:
            own_server.kill()
            with pytest.raises(StoreUnavailable):
                store.say(said)
            own_server.start()
        assert store.say(said).outcome == "stored"
        assert store.say(said).outcome == "same"
        acknowledged.append(said.id)
    assert [one.id for one in store.messages(record.match)] == acknowledged
    store.close()
