"""News on their way: told at most once, never lost, ambiguous only when somebody died while handing over."""

from typing import Any

import pytest
import redis

from service.store import keys
from service.store.outbox import KEPT, MOST_RECORDS, Claim
from service.store.store import Store
from service.store.values import encode, number_of
from tests.store.examples import ANNA, HOUR, loaded, match_id, notice, recipient, running, step

HERE = "acct:" + ANNA
BUCKET = 0xA1 % 64


def given_news(store: Store, *numbers: int, send_at: int = 10) -> None:
    """Queue news for Anna."""
    assert store.notify([notice("", number, send_at=send_at) for number in numbers], HERE) == len(numbers)


def the_claim(store: Store, lease: int = 30_000) -> Claim:
    """Lease Anna's queue."""
    [claim] = store.claim_out(BUCKET, lease, 10)
    assert claim.recipient == HERE
    return claim


def ids(store: Store) -> list[str]:
    """Return what is pending for Anna."""
    return [one["id"] for one in store.notices(HERE).pending]


def test_news_wait_for_their_time(store: Store) -> None:
    at = store.now() + HOUR
    given_news(store, 1, send_at=at)
    assert store.peek()[0][BUCKET].out == at
    assert store.claim_out(BUCKET, 30_000, 10) == []


def test_news_come_back_as_they_went_in_oldest_first(store: Store) -> None:
    news = [notice("", 2, at=7), notice("", 1, at=7), notice("", 3, at=6)]
    assert store.notify(news, HERE) == 3
    outgoing = store.notices(HERE)
    assert outgoing.pending == [news[2], news[1], news[0]]
    assert (outgoing.handing, outgoing.attempts) == (None, 0)
    assert store.notify(news, HERE) == 0


def test_nothing_waits_for_somebody_without_news(store: Store) -> None:
    assert store.notices(HERE).pending == []
    assert store.notify([], HERE) == 0
    assert store.deliveries(HERE) == []


def test_urgent_news_take_those_along_that_could_have_waited(store: Store) -> None:
    given_news(store, 1, send_at=store.now() + HOUR)
    given_news(store, 2, send_at=10)
    the_claim(store)
    assert len(ids(store)) == 2


def test_later_news_do_not_hold_back_earlier_ones(store: Store) -> None:
    given_news(store, 1, send_at=10)
    given_news(store, 2, send_at=store.now() + HOUR)
    assert store.peek()[0][BUCKET].out == 10


def test_a_leased_recipient_is_nobody_elses(store: Store) -> None:
    given_news(store, 1)
    the_claim(store)
    given_news(store, 2, send_at=1)
    assert store.claim_out(BUCKET, 30_000, 10) == []


def test_what_was_sent_is_settled_with_a_record(store: Store) -> None:
    given_news(store, 1, 2)
    claim = the_claim(store)
    assert store.handing(claim, ids(store), "mail-1", 1)
    mark = store.notices(HERE).handing
    assert mark is not None and (mark.ids, mark.mail, mark.attempt) == (ids(store), "mail-1", 1)
    assert abs(mark.at - store.now()) < 5_000
    record = {"state": "sent", "mail": "mail-1", "cards": []}
    assert store.settle(claim, ids(store), record, mail="mail-1")
    assert ids(store) == [] and store.notices(HERE).handing is None
    assert store.deliveries(HERE) == [record]
    assert store.peek()[0][BUCKET].out is None


def test_what_was_not_settled_comes_again_at_its_own_time(store: Store) -> None:
    later = store.now() + HOUR
    given_news(store, 1)
    given_news(store, 2, send_at=later)
    assert store.settle(the_claim(store), [notice("", 1)["id"]], {"state": "sent"})
    assert ids(store) == [notice("", 2)["id"]]
    assert store.peek()[0][BUCKET].out == later


def test_news_that_came_during_the_lease_are_not_lost(store: Store) -> None:
    given_news(store, 1)
    claim = the_claim(store)
    given_news(store, 2, send_at=20)
    assert store.settle(claim, [notice("", 1)["id"]])
    assert store.peek()[0][BUCKET].out == 20


def test_a_failure_is_tried_again_when_it_says_and_not_hurried(store: Store) -> None:
    retry_at = store.now() + HOUR
    given_news(store, 1)
    claim = the_claim(store)
    assert store.handing(claim, ids(store), "mail-1", 1)
    assert store.settle(claim, [], {"state": "retry"}, retry_at=retry_at, mail="mail-1")
    outgoing = store.notices(HERE)
    assert (len(outgoing.pending), outgoing.handing, outgoing.attempts) == (1, None, 1)
    given_news(store, 2, send_at=1)
    assert store.peek()[0][BUCKET].out == retry_at


def test_failures_are_counted_until_one_succeeds(store: Store) -> None:
    given_news(store, 1, 2)
    for failures in (1, 2):
        assert store.settle(the_claim(store), [], {"try": failures}, retry_at=1)
        assert store.notices(HERE).attempts == failures
    assert store.settle(the_claim(store), [notice("", 1)["id"]])
    assert store.notices(HERE).attempts == 0


def test_a_sender_that_lost_the_lease_neither_hands_over_nor_settles(store: Store) -> None:
    given_news(store, 1)
    slow = the_claim(store, lease=1)
    while not (claims := store.claim_out(BUCKET, 30_000, 10)):
        pass
    assert not store.handing(slow, ids(store), "mail-1", 1)
    assert not store.settle(slow, ids(store), {"state": "sent"})
    assert len(ids(store)) == 1 and store.deliveries(HERE) == []
    assert store.handing(claims[0], ids(store), "mail-2", 1)


def test_nothing_is_handed_over_after_the_end_of_a_lease(store: Store) -> None:
    given_news(store, 1)
    claim = the_claim(store, lease=1)
    while store.now() < claim.lease:
        pass
    assert not store.handing(claim, ids(store), "mail-1", 1)


def test_a_sender_that_dies_while_handing_over_leaves_a_mark_for_the_next(store: Store) -> None:
    given_news(store, 1)
    dead = the_claim(store, lease=50)
    assert store.handing(dead, ids(store), "mail-1", 1)
    while not (claims := store.claim_out(BUCKET, 30_000, 10)):
        pass
    mark = store.notices(HERE).handing
    assert mark is not None and mark.mail == "mail-1"
    assert store.settle(claims[0], mark.ids, {"state": "ambiguous"})
    outgoing = store.notices(HERE)
    assert (outgoing.pending, outgoing.handing) == ([], None)


def test_a_sender_that_sent_before_the_lease_ran_out_may_still_say_so(store: Store) -> None:
    given_news(store, 1)
    slow = the_claim(store, lease=500)
    sent = ids(store)
    assert store.handing(slow, sent, "mail-1", 1)
    while not (claims := store.claim_out(BUCKET, 30_000, 10)):
        pass
    assert store.settle(slow, sent, {"state": "sent"}, mail="mail-1")
    assert not store.handing(claims[0], sent, "mail-2", 1), "what was settled meanwhile is not sent again"
    assert store.settle(claims[0], [])
    assert store.peek()[0][BUCKET].out is None
    assert store.deliveries(HERE) == [{"state": "sent"}]


def test_a_settled_notice_cannot_be_queued_again(store: Store) -> None:
    given_news(store, 1)
    assert store.settle(the_claim(store), ids(store))
    assert store.notify([notice("", 1)], HERE) == 0
    assert store.peek()[0][BUCKET].out is None


def test_settling_the_same_record_again_is_the_same_settling(store: Store) -> None:
    given_news(store, 1)
    claim, settled = the_claim(store), ids(store)
    for _ in range(2):
        assert store.settle(claim, settled, {"state": "sent", "at": 7})
    assert len(store.deliveries(HERE)) == 1


def test_the_last_records_are_kept_newest_first(store: Store) -> None:
    for number in range(MOST_RECORDS + 5):
        given_news(store, number)
        assert store.settle(the_claim(store), ids(store), record(number))
    records: list[dict[str, Any]] = store.deliveries(HERE)
    assert records == [record(number) for number in range(MOST_RECORDS + 4, 4, -1)]
    assert store.deliveries_many([HERE, recipient(match_id(1))]) == [records, []]


def record(number: int) -> dict[str, Any]:
    """Return what a player may read of an attempt."""
    told = [f"{match_id(1)}.{number}.0.resolved", f"{match_id(1)}.{number + 1}.0.your-turn"]
    return {
        "mail": told[-1], "match": match_id(1), "kinds": ["resolved", "your-turn"], "notices": told, "state": "sent",
        "attempt": 1, "at": 1_795_387_162_366 + number, "answer": "250 2.0.0 Ok", "dropped": [], "number": number,
    }  # fmt: skip


def test_records_stored_as_they_are_are_shown_beside_packed_ones(store: Store) -> None:
    store._ask(("LPUSH", keys.deliveries(HERE), encode(record(1))))
    given_news(store, 2)
    assert store.settle(the_claim(store), ids(store), record(2))
    assert store.deliveries(HERE) == [record(2), record(1)]
    old, new = store._ask(("LRANGE", keys.deliveries(HERE), 0, -1))[::-1]
    assert len(new) < len(old) / 2


def test_a_step_does_not_tell_again_what_was_settled(store: Store) -> None:
    match = running(store).match
    who, told = recipient(match), notice(match, 2)
    store._ask(("LPUSH", keys.sent(who), number_of(told["id"])))
    assert store.transition(step(loaded(store, match), notices=[told, notice(match, 3)]))
    assert [one["id"] for one in store.notices(who).pending] == [notice(match, 3)["id"]]


def test_a_mail_without_news_is_refused(store: Store) -> None:
    given_news(store, 1)
    with pytest.raises(ValueError, match="ids"):
        store.handing(the_claim(store), [], "mail-1", 1)


def test_a_step_during_a_lease_does_not_disturb_it(store: Store) -> None:
    record = running(store, match_id(3), notices=[notice(match_id(3))])
    [claim] = store.claim_out(1, 30_000, 10)
    assert store.transition(step(loaded(store, record.match), notices=[notice(record.match, 2, send_at=20)]))
    assert store.handing(claim, [notice(record.match)["id"]], "mail-1", 1)
    assert store.settle(claim, [notice(record.match)["id"]], {"state": "sent"}, mail="mail-1")
    assert store.peek()[0][1].out == 20


@pytest.mark.parametrize("order", [(20, 30), (30, 20)])
def test_of_the_rest_the_earliest_says_when(store: Store, order: tuple[int, int]) -> None:
    given_news(store, 1)
    claim = the_claim(store)
    for number, send_at in enumerate(order, start=2):
        given_news(store, number, send_at=send_at)
    assert store.settle(claim, [notice("", 1)["id"]])
    assert store.peek()[0][BUCKET].out == 20


def test_after_settling_urgent_news_bring_the_rest_forward(store: Store) -> None:
    given_news(store, 1)
    claim = the_claim(store)
    given_news(store, 2, send_at=store.now() + HOUR)
    assert store.settle(claim, [notice("", 1)["id"]])
    given_news(store, 3, send_at=30)
    assert store.peek()[0][BUCKET].out == 30


def test_nothing_left_means_nothing_to_retry(store: Store) -> None:
    given_news(store, 1)
    assert store.settle(the_claim(store), ids(store), retry_at=1)
    assert store.peek()[0][BUCKET].out is None
    assert store.notices(HERE).attempts == 0


def test_records_and_settled_ids_do_not_stay_for_ever(store: Store, redis_url: str) -> None:
    given_news(store, 1)
    assert store.settle(the_claim(store), ids(store), {"state": "sent"})
    with redis.Redis.from_url(redis_url) as client:
        for key in (keys.deliveries(HERE), keys.sent(HERE)):
            assert KEPT - 60 <= client.ttl(key) <= KEPT


def test_a_letter_that_goes_now_takes_news_along_before_their_time(store: Store) -> None:
    given_news(store, 1, send_at=store.now() + HOUR)
    claim = store.claim_one(HERE, 30_000)
    assert claim is not None
    assert store.claim_one(HERE, 30_000) is None, "they are leased"
    assert store.handing(claim, ids(store), "mail-1", 1)
    assert store.settle(claim, ids(store), {"state": "sent"}, mail="mail-1")
    assert (ids(store), store.peek()[0][BUCKET].out) == ([], None)


def test_news_that_are_not_taken_along_after_all_go_at_their_own_time(store: Store) -> None:
    at = store.now() + HOUR
    given_news(store, 1, send_at=at)
    claim = store.claim_one(HERE, 30_000)
    assert claim is not None and store.settle(claim, [])
    assert store.peek()[0][BUCKET].out == at


def test_nothing_is_taken_along_where_nothing_waits_or_a_letter_is_to_be_tried_again(store: Store) -> None:
    assert store.claim_one(HERE, 30_000) is None
    given_news(store, 1)
    assert store.settle(the_claim(store), [], {"state": "retry"}, retry_at=store.now() + HOUR)
    assert store.claim_one(HERE, 30_000) is None
