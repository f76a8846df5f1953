"""Feeds of accounts: every event once, in order, never lost, and those that read slowly are told what they missed."""

from typing import Any

import pytest

from service.store import keys
from service.store.accounts import events
from service.store.outbox import recipient_of_notice
from service.store.records import Answered, Notice
from service.store.store import Store
from tests.servers.redis_server import RedisServer
from tests.store.examples import ANNA, BERT, match_id, notice, running, step
from tests.store.wire import cost_of

ALL = range(keys.BUCKETS)


def news(match: str, number: int, account: str = ANNA, **changes: Any) -> Notice:
    """Return a piece of news with its event."""
    return notice(match, number, account, event={"type": "your-turn", "at": number, "n": number}, **changes)


def told(store: Store, account: str = ANNA, after: str | None = None, limit: int = 100) -> list[str]:
    """Return the ids of an account's events."""
    return [one.id for one in store.feed(account, after, limit).events]


def test_a_step_writes_its_events_and_relaying_brings_them_into_each_feed(store: Store) -> None:
    record = running(store)
    written = step(record, notices=[news(record.match, 1), news(record.match, 1, BERT, id="for Bert")])
    assert store.transition(written)
    assert told(store) == []
    assert store.relay_all() == {ANNA, BERT}
    assert (told(store), told(store, BERT)) == ([f"{record.match}.1"], ["for Bert"])
    [event] = store.feed(ANNA, None, 1).events
    assert event.event == {"type": "your-turn", "at": 1, "n": 1}


def test_the_notice_in_the_queue_does_not_carry_the_event(store: Store) -> None:
    record = running(store)
    one = news(record.match, 1)
    store.transition(step(record, notices=[one]))
    [stored] = store.notices(recipient_of_notice(one)).pending
    assert "event" not in stored


def test_the_same_news_queued_again_are_one_event(store: Store) -> None:
    match = match_id(4)
    for _ in range(3):
        store.notify([news(match, 1), news(match, 2)], keys.recipient_of(ANNA, match))
        store.relay(ALL)
    assert told(store) == [f"{match}.1", f"{match}.2"]


def test_a_relay_that_dies_before_it_clears_up_tells_nothing_twice(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: events are in the feeds, their news is still there, and another relay begins."""
    match = match_id(4)
    store.notify([news(match, 1), news(match, 2)], keys.recipient_of(ANNA, match))
    with monkeypatch.context() as dying:
        dying.setattr(Store, "_ask_many", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.relay(ALL)
    assert told(store) == [f"{match}.1", f"{match}.2"]
    store.notify([news(match, 3)], keys.recipient_of(ANNA, match))
    assert store.relay(ALL) == {ANNA}
    assert told(store) == [f"{match}.1", f"{match}.2", f"{match}.3"]
    assert store.relay(ALL) == set()


def test_an_answer_is_counted_once_however_often_it_is_relayed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: a step is written twice, and a relay dies before it has cleared up behind itself."""
    anna = store.create_account(mail="anna@players.example", name="Anna").id
    bot = store.create_account(mail="", name="Anna's bot").id
    store._ask(("HSET", keys.account(bot), "owner", anna))
    record = running(store)
    answers = [Answered(anna, in_time=True), Answered(anna, in_time=False), Answered(bot, in_time=True)]
    written = step(record, answers=answers, notices=[news(record.match, 1, anna)])
    assert store.transition(written)
    assert not store.transition(written)
    with monkeypatch.context() as dying:
        dying.setattr(Store, "_ask_many", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.relay(ALL)
    assert store.relay_all() == set()
    assert told(store, anna) == [f"{record.match}.1"]
    assert store.seated([anna, bot, ANNA]) == {anna: ("en", "10"), bot: ("en", ""), ANNA: ("", "")}
    assert [store.account(anna).answered, store.account(bot).answered] == ["10", ""]  # type: ignore[union-attr]
    for _ in range(2):  # only the last hundred are remembered
        found = store.load(record.match)
        assert found is not None
        assert store.transition(step(found, answers=[Answered(anna, in_time=True)] * 60))
        assert store.relay_all() == set()
    assert store.seated([anna]) == {anna: ("en", "1" * 100)}


def test_two_relays_at_once_tell_everything_once_and_in_order(store: Store) -> None:
    """One has read the news and stands still while the other relays them and newer ones."""
    match = match_id(4)
    store.notify([news(match, 1)], keys.recipient_of(ANNA, match))
    bucket = keys.bucket_of(match)
    read = {bucket: store._ask(("XRANGE", keys.news(bucket), "-", "+"))}
    store.notify([news(match, 2)], keys.recipient_of(ANNA, match))
    store.relay(ALL)
    assert store._write(read) == (set(), set())
    assert told(store) == [f"{match}.1", f"{match}.2"]


def test_more_news_than_one_go_relays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "AT_ONCE", 3)
    match = match_id(4)
    store.notify([news(match, number) for number in range(8)], keys.recipient_of(ANNA, match))
    store.relay(ALL)
    assert told(store) == [f"{match}.{number}" for number in range(8)]


def test_a_feed_is_read_from_any_place_on(store: Store) -> None:
    match = match_id(4)
    store.notify([news(match, number) for number in range(5)], keys.recipient_of(ANNA, match))
    store.relay(ALL)
    first = store.feed(ANNA, None, 2)
    assert ([one.id for one in first.events], first.more) == ([f"{match}.0", f"{match}.1"], True)
    rest = store.feed(ANNA, first.events[-1].position, 10)
    assert ([one.id for one in rest.events], rest.more) == ([f"{match}.{one}" for one in (2, 3, 4)], False)
    assert rest.last == rest.events[-1].position == store.feed_ends([ANNA, BERT])[0]
    assert store.feed(ANNA, rest.last, 10).events == []


def test_an_empty_feed_has_a_beginning(store: Store) -> None:
    page = store.feed(ANNA, None, 10)
    assert (page.events, page.last, page.more, page.gone) == ([], events.START, False, False)
    assert not store.feed(ANNA, events.START, 10).gone


def test_a_feed_is_bounded_and_says_who_has_missed_something(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST", 3)
    match = match_id(4)
    places = []
    for number in range(6):
        store.notify([news(match, number)], keys.recipient_of(ANNA, match))
        store.relay(ALL)
        places.append(store.feed_ends([ANNA])[0])
    assert told(store) == [f"{match}.3", f"{match}.4", f"{match}.5"]
    gone = [store.feed(ANNA, place, 10).gone for place in (events.START, *places)]
    assert gone == [True, True, True, False, False, False, False], (
        "who has seen the last that fell out has missed nothing"
    )


def test_old_events_fall_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_id(4)
    store.notify([news(match, 1)], keys.recipient_of(ANNA, match))
    store.relay(ALL)
    [old] = store.feed(ANNA, None, 1).events
    monkeypatch.setattr(events, "KEPT", -1)
    store.notify([news(match, 2)], keys.recipient_of(ANNA, match))
    store.relay(ALL)
    assert told(store) == []
    assert store.feed(ANNA, old.position, 1).gone


def test_a_feed_of_which_nothing_is_left_still_knows_what_was_seen(store: Store) -> None:
    """Nothing happens for a month: the whole feed expires, and who had read it all is not sent back to the start."""
    match = match_id(4)
    places = [events.START]
    for number in (1, 2):
        store.notify([news(match, number)], keys.recipient_of(ANNA, match))
        store.relay(ALL)
        places.append(store.feed_ends([ANNA])[0])
    assert 30 * 86_400_000 < int(store._ask(("PTTL", keys.feed(ANNA)))) <= events.KEPT
    store._ask(("DEL", keys.feed(ANNA)))
    assert [store.feed(ANNA, place, 1).gone for place in places] == [True, True, False]
    store.notify([news(match, 3)], keys.recipient_of(ANNA, match))
    store.relay(ALL)
    assert [store.feed(ANNA, place, 1).gone for place in places] == [True, True, False]
    assert told(store, after=places[2]) == [f"{match}.3"]


def test_positions_grow_when_the_clock_goes_back(store: Store) -> None:
    store._ask(("HSET", keys.feed_marks(ANNA), "last", "9000000000000-3"))
    match = match_id(4)
    store.notify([news(match, 1), news(match, 2)], keys.recipient_of(ANNA, match))
    store.relay(ALL)
    assert [one.position for one in store.feed(ANNA, None, 5).events] == ["9000000000000-4", "9000000000000-5"]


def test_a_rotten_feed_holds_up_nobody_else(store: Store) -> None:
    match = match_id(4)
    store._ask(("SET", keys.feed(ANNA), "rot"))
    for account in (ANNA, BERT):
        store.notify([news(match, 1, account, id=account)], keys.recipient_of(account, match))
    assert store.relay(ALL) == {BERT}
    assert told(store, BERT) == [BERT]


def test_relaying_costs_three_round_trips_however_many_are_told(store: Store, redis_session: RedisServer) -> None:
    match = match_id(4)
    store.relay_all()
    for account in (ANNA, BERT):
        store.notify([news(match, 1, account, id=account)], keys.recipient_of(account, match))
    store.relay([keys.bucket_of(match)])
    for account in (ANNA, BERT):
        store.notify([news(match, 2, account, id=f"2 {account}")], keys.recipient_of(account, match))
    cost = cost_of(redis_session, lambda: store.relay([keys.bucket_of(match)]))
    assert (cost.round_trips, cost.fsyncs) == (3, 2)


@pytest.mark.parametrize("place", ["", "1", "a-1", "1-", "-1", "1-2-3", "١-0", "9" * 16 + "-0", "1 -0"])
def test_what_is_no_position_is_known_as_such(place: str) -> None:
    assert not events.is_position(place)


def test_events_of_a_month_take_little_memory(store: Store) -> None:
    """300 events: ten matches of a move a day each."""
    match = match_id(4)
    said = {"type": "your-turn", "at": 1_795_262_400_000, "match": match, "seat": 0, "n": 17, "deadline_at": 1_795_262_400_000,
            "decision": {"id": "r3.choose", "kind": "choose", "sealed": True, "optional": False}}  # fmt: skip
    for start in range(0, 300, 100):
        some = [notice(match, number, event=said) for number in range(start, start + 100)]
        store.notify(some, keys.recipient_of(ANNA, match))
    store.relay(ALL)
    taken = int(store._ask(("MEMORY", "USAGE", keys.feed(ANNA)))) + int(
        store._ask(("MEMORY", "USAGE", keys.feed_marks(ANNA)))
    )
    assert taken < 300 * 320
