"""What webhooks are sent, in which order, how often, and what becomes of those that do not answer."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import redis

from service.context import Context
from service.notifications.events import published
from service.store import keys
from service.store.accounts.webhooks import Waiting, Webhook
from service.store.connection.connect import StoreUnavailable
from service.store.records import Account
from tests.given.contexts import account
from tests.workers.away import Away
from tests.workers.webhooks.sending import (
    MATCH,
    OTHER_MATCH,
    Recipient,
    attempts,
    desk,
    make,
    now_is,
    pass_time,
    send_all,
    tell,
)
from workers.webhooks import turn as schedule
from workers.webhooks.post import Answer, NotSent
from workers.webhooks.sender import PLACES, Sender
from workers.webhooks.turn import PER_MINUTE

NO = Answer(500, "out of order")
DAY = 86_400_000
VICTIM = [
    *("https://victim.example/", "https://VICTIM.example/", "https://victim.example./"),
    *("https://victim.example:443/", "https://victim.example:8443/", "https://victim.example/?other"),
]
"""One host, spelled so that it may pass for six."""


def confirm(context: Context, webhook: Webhook) -> None:
    event = {"type": "test", "at": 0, "match": None, "seat": None, "n": None}
    entry = Waiting(id="test.1", event=event, match=None, attempts=0, due=0, test=True)
    assert context.store.send_to_webhook(webhook, "t1", entry) == "waits"


def test_what_happens_is_sent_as_the_feed_says_it(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann), Recipient()
    tell(context, ann, "one", "two")
    assert send_all(context, recipient) == {"delivered": 2}
    assert recipient.got == [published(*one) for one in context.store.feed(ann.id, None, 10).events]
    assert [one[1]["webhook-id"] for one in recipient.asked] == ["one", "two"]
    assert attempts(context, webhook) == [("two", "delivered", 204), ("one", "delivered", 204)]
    assert send_all(context, recipient) == {}


def test_an_account_gets_its_own_events_and_a_webhook_those_it_is_for(context: Context, ann: Account) -> None:
    ben = account(context, "Ben")
    make(context, ann, kinds=("over",), url="https://over.example/")
    make(context, ann, matches=(OTHER_MATCH,), url="https://match.example/")
    make(context, ben, url="https://ben.example/")
    tell(context, ann, "turn")
    tell(context, ann, "over", kind="over")
    tell(context, ann, "elsewhere", match=OTHER_MATCH)
    recipient = Recipient()
    send_all(context, recipient)
    got = [(target.host, headers["webhook-id"]) for target, headers, _ in recipient.asked]
    assert sorted(got) == [("match.example", "elsewhere"), ("over.example", "over")]


def test_nothing_is_sent_before_a_test_was_answered_and_then_what_happens_from_there_on(
    context: Context, ann: Account
) -> None:
    webhook, recipient = make(context, ann, active=False), Recipient([NO])
    tell(context, ann, "before")
    assert send_all(context, recipient) == {}
    confirm(context, webhook)
    assert send_all(context, recipient) == {"failed": 1}
    tell(context, ann, "between")
    assert (send_all(context, recipient), now_is(context, webhook).state) == ({}, "unconfirmed")
    confirm(context, webhook)
    assert (send_all(context, recipient), now_is(context, webhook).state) == ({"delivered": 1}, "active")
    tell(context, ann, "after")
    send_all(context, recipient)
    assert recipient.ids == ["after"]


def test_what_fails_is_tried_again_for_three_days_under_its_id(context: Context, ann: Account) -> None:
    webhook = make(context, ann)
    tell(context, ann, "one")
    recipient = Recipient([NO] * 20)
    waited = 0
    for number in range(1, 11):
        assert send_all(context, recipient) == ({"retry": 1} if number < 10 else {"failed": 1})
        record = context.store.webhook_attempts(ann.id, webhook.id)[0]
        assert (record["attempt"], record["answer"]) == (number, "out of order")
        waited += 0 if record["retry_at"] is None else record["retry_at"] - record["at"]
        assert send_all(context, recipient) == {}, "not before its time"
        pass_time(context, ann.id, webhook.id)
    assert {one[1]["webhook-id"] for one in recipient.asked} == {"one"} and len(recipient.asked) == 10
    assert 2.4 * DAY < waited < 4 * DAY
    assert now_is(context, webhook).state == "active", "one event says little: five days of failure do"


def test_delays_grow_and_are_spread(context: Context) -> None:
    for number, base in enumerate(schedule.DELAYS, start=1):
        tries = {schedule.next_try(f"event {one}", number, 1_000_000) for one in range(20)}
        assert len(tries) > 10
        assert all(one is not None and 0.8 * base <= one - 1_000_000 <= 1.2 * base for one in tries)
    assert schedule.next_try("event", 10, 0) is None
    assert schedule.next_try("event", 1, 0, 90_000) == 90_000, "as the receiver wishes"
    assert schedule.next_try("event", 1, 0, 10 * DAY) == DAY, "within reason"


def test_a_webhook_that_fails_again_and_again_is_left_in_peace(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann), Recipient([NO] * 50)
    for number in range(6):
        tell(context, ann, f"event {number}")
        send_all(context, recipient)
    assert len(recipient.asked) == schedule.SPARED_AFTER
    assert now_is(context, webhook).pause_until > context.store.now()
    recipient.answers = []
    pass_time(context, ann.id, webhook.id)
    assert (send_all(context, recipient), now_is(context, webhook).failures) == ({"delivered": 6}, 0)


def test_where_order_is_asked_for_an_event_waits_for_those_before_it_in_its_match(
    context: Context, ann: Account
) -> None:
    webhook, recipient = make(context, ann, ordered=True), Recipient([NO])
    tell(context, ann, "one", "two")
    tell(context, ann, "elsewhere", match=OTHER_MATCH)
    assert send_all(context, recipient) == {"retry": 1, "delivered": 1}
    assert recipient.ids == ["elsewhere"]
    tell(context, ann, "three")
    assert send_all(context, recipient) == {}
    pass_time(context, ann.id, webhook.id)
    send_all(context, recipient)
    assert recipient.ids == ["elsewhere", "one", "two", "three"]


def test_where_it_is_not_asked_for_nothing_waits(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann), Recipient([NO])
    tell(context, ann, "one", "two")
    send_all(context, recipient)
    pass_time(context, ann.id, webhook.id)
    send_all(context, recipient)
    assert recipient.ids == ["two", "one"]


def test_410_ends_it_at_once_and_its_owner_gets_a_mail(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann, name="my server"), Recipient([Answer(410)])
    tell(context, ann, "one", "two")
    assert send_all(context, recipient) == {"failed": 1}
    assert (now_is(context, webhook).state, now_is(context, webhook).reason) == ("disabled", "gone")
    [news] = context.store.notices(keys.recipient_of(ann.id, None)).pending
    assert (news["kind"], news["facts"]["host"], news["facts"]["name"]) == (
        "webhook-disabled",
        "hooks.example",
        "my server",
    )
    [*_, told] = context.store.feed(ann.id, None, 10).events
    assert (told.event["type"], told.event["webhook"], told.event["reason"]) == ("webhook-disabled", webhook.id, "gone")
    assert send_all(context, recipient) == {}
    assert context.store.webhook_queue(ann.id, webhook.id).waiting == {}


def test_days_of_nothing_but_failures_end_it_and_a_test_brings_it_back(context: Context, ann: Account) -> None:
    webhook = make(context, ann, failures=30, failing_since=context.store.now() - 5 * DAY)
    recipient = Recipient([NotSent("it does not answer")])
    tell(context, ann, "one", "two")
    send_all(context, recipient)
    assert (now_is(context, webhook).state, now_is(context, webhook).reason) == ("disabled", "failing")
    confirm(context, now_is(context, webhook))
    tell(context, ann, "three")
    send_all(context, recipient)
    after = now_is(context, webhook)
    assert (after.state, after.reason, after.failures, after.failing_since) == ("active", "", 0, 0)


def test_who_dies_before_telling_the_owner_tells_it_the_next_time_and_once(
    context: Context, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: the process ends after the owner was told, before the webhook is disabled."""
    webhook = make(context, ann)
    tell(context, ann, "one", "two")
    recipient = Recipient([Answer(410), Answer(410)])
    with monkeypatch.context() as dying:
        dying.setattr(type(context.store), "change_webhook", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            send_all(context, recipient)
    assert now_is(context, webhook).state == "active"
    pass_time(context, ann.id, webhook.id)
    send_all(context, recipient)
    assert now_is(context, webhook).state == "disabled"
    assert len(context.store.notices(keys.recipient_of(ann.id, None)).pending) == 1


def test_what_was_sent_and_not_recorded_is_sent_again(
    context: Context, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook, recipient = make(context, ann), Recipient()
    tell(context, ann, "one")
    with monkeypatch.context() as dying:
        dying.setattr(type(context.store), "settle_event", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            send_all(context, recipient)
    assert send_all(context, recipient) == {}, "its lease stands"
    pass_time(context, ann.id, webhook.id)
    assert send_all(context, recipient) == {"delivered": 1}
    assert recipient.ids == ["one", "one"]


def test_news_do_not_end_a_lease(context: Context, ann: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: while one process is sending, something happens, and another process sends the same once more."""
    webhook, recipient = make(context, ann), Recipient()
    tell(context, ann, "one")
    with monkeypatch.context() as dying:
        dying.setattr(type(context.store), "settle_event", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            send_all(context, recipient)
    tell(context, ann, "two")
    assert send_all(context, recipient) == {}
    pass_time(context, ann.id, webhook.id)
    assert send_all(context, recipient) == {"delivered": 2}


def test_what_happens_while_something_is_sent_is_sent_next(context: Context, ann: Account) -> None:
    make(context, ann)
    tell(context, ann, "one")

    class Slow(Recipient):
        def post(self, *request: Any) -> Answer:
            if not self.asked:
                tell(context, ann, "two")
            return super().post(*request)

    recipient = Slow()
    assert send_all(context, recipient) == {"delivered": 2}
    assert recipient.ids == ["one", "two"]


def test_it_ends_with_the_token_of_the_program_that_made_it(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann, token="t_" + "0" * 16), Recipient()
    tell(context, ann, "one")
    assert send_all(context, recipient) == {}
    assert context.store.webhook(ann.id, webhook.id) is None


def test_deleted_in_the_middle_of_a_request_nothing_of_it_comes_back(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann), Recipient()
    tell(context, ann, "one", "two")

    class Deleting(Recipient):
        def post(self, *request: Any) -> Answer:
            context.store.delete_webhook(ann.id, webhook.id)
            return recipient.post(*request)

    send_all(context, Deleting())
    assert recipient.ids == ["one"]
    with redis.Redis.from_url(context.settings.redis_url) as client:
        assert [key for key in client.keys("*") if webhook.id.encode() in key] == []
        assert client.zrange(keys.webhooks_due(keys.bucket_of(ann.id)), 0, -1) == []


def test_another_address_given_in_the_middle_of_a_request_is_not_confirmed_by_its_answer(
    context: Context, ann: Account
) -> None:
    """The attack: a test to one's own server that answers slowly, and then the victim's address."""
    webhook = make(context, ann, active=False)
    confirm(context, webhook)

    class Moving(Recipient):
        def post(self, *request: Any) -> Answer:
            assert context.store.change_webhook(webhook, url="https://victim.example/", state="unconfirmed")
            return Answer(204)

    send_all(context, Moving())
    assert now_is(context, webhook).state == "unconfirmed"


def test_a_minute_has_so_many_requests(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann), Recipient()
    limited = desk(context, recipient)
    limited = type(limited)(
        type(context.settings)(**{**vars(context.settings), "rate_limits": True}),
        context.store,
        context.links,
        limited.poster,
    )
    for _ in range(PER_MINUTE[0] - 1):
        context.store.hit("webhook", webhook.member, *PER_MINUTE)
    tell(context, ann, "one", "two")
    assert Sender(limited).drain() == {"delivered": 1}
    assert Sender(limited).drain() == {}, "it is due again when the minute is over"
    assert [one["id"] for one in context.store.webhook_queue(ann.id, webhook.id).waiting.values()] == ["two"]


def test_what_cannot_be_read_is_not_sent_and_holds_up_nothing(
    context: Context, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook, recipient = make(context, ann, ordered=True), Recipient()
    with redis.Redis.from_url(context.settings.redis_url) as client:
        client.hset(keys.webhook_queue(ann.id, webhook.id), "5-0", b"\xffrotten")
        client.hset(keys.webhook_queue(ann.id, webhook.id), "6-0", json.dumps([1]))
        client.zadd(keys.webhooks_due(keys.bucket_of(ann.id)), {"rotten": 0, f"{ann.id}:w_{'0' * 16}": 0})
    tell(context, ann, "one")
    # Both are noticed in the same millisecond: their records are equal, and neither may hide the other.
    moment = context.store.now() + 1_000
    monkeypatch.setattr(type(context.store), "now", lambda _: moment)
    assert send_all(context, recipient) == {"delivered": 1}
    assert [state for _, state, _ in attempts(context, webhook)] == ["delivered", "missed", "missed"]
    with redis.Redis.from_url(context.settings.redis_url) as client:
        assert client.zcard(keys.webhooks_due(keys.bucket_of(ann.id))) == 0


def test_more_than_a_queue_holds_waits_in_the_feed(
    context: Context, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.webhooks.turn.MOST_WAITING", 3)
    monkeypatch.setattr("service.store.accounts.webhooks.MOST_WAITING", 3)
    webhook, recipient = make(context, ann), Recipient([NO])
    names = [f"event {number}" for number in range(9)]
    tell(context, ann, *names)
    send_all(context, recipient)
    pass_time(context, ann.id, webhook.id)
    send_all(context, recipient)
    assert sorted(recipient.ids) == names


def test_dead_and_slow_ones_leave_places_to_the_others(context: Context) -> None:
    """The attack: webhooks of many accounts that never answer. None is waited for; somebody else's is served at once."""
    people = [account(context, f"P{number}") for number in range(PLACES + 4)]
    for one in people[:-1]:
        make(context, one, failures=1, url=f"https://{one.name.lower()}.example/")
    well = make(context, people[-1])
    for one in people:
        tell(context, one, f"for {one.name}")
    recipient = Recipient()
    hanging: list[Callable[[], None]] = []
    Sender(desk(context, recipient)).look(hanging.append)
    assert len(hanging) == 9, "eight of those that fail, and the one that does not"
    for turn in hanging:
        turn()
    assert f"for {people[-1].name}" in recipient.ids
    assert attempts(context, well) != []


def test_one_account_and_one_host_have_few_places(context: Context, ann: Account) -> None:
    for number in range(6):
        make(context, ann, url=f"https://h{number}.example/")
    for number in range(6):
        one = account(context, f"P{number}")
        make(context, one, url=VICTIM[number])
        tell(context, one, "turn")
    tell(context, ann, "turn", match=MATCH)
    hanging: list[Callable[[], None]] = []
    Sender(desk(context, Recipient())).look(hanging.append)
    assert len(hanging) == 3 + 4


def test_a_lost_index_of_what_is_due_loses_nothing(context: Context, ann: Account) -> None:
    webhook, recipient = make(context, ann), Recipient([NO])
    tell(context, ann, "one")
    send_all(context, recipient)
    pass_time(context, ann.id, webhook.id)
    with redis.Redis.from_url(context.settings.redis_url) as client:
        client.delete(keys.webhooks_due(keys.bucket_of(ann.id)))
    assert send_all(context, recipient) == {}
    assert context.store.sweep().webhooks == 1
    assert send_all(context, recipient) == {"delivered": 1}


def test_all_webhooks_of_an_account_can_be_taken_away(context: Context, ann: Account) -> None:
    for _ in range(2):
        make(context, ann)
    tell(context, ann, "one")
    context.store.delete_webhooks(ann.id)
    with redis.Redis.from_url(context.settings.redis_url) as client:
        assert [key for key in client.keys("*:w*") if not key.endswith((b":wdue", b":wheld"))] == []
    assert send_all(context, Recipient()) == {}


def test_one_that_cannot_be_read_is_looked_at_now_and_then_and_holds_up_no_other(
    context: Context, ann: Account
) -> None:
    rotten, well = make(context, ann), make(context, ann)
    with redis.Redis.from_url(context.settings.redis_url) as client:
        client.hset(keys.webhook(ann.id, rotten.id), "state", "odd")
    tell(context, ann, "one")
    sender = Sender(desk(context, Recipient()))
    turns: list[Callable[[], None]] = []
    assert sender.look(turns.append) == 1
    for turn in turns:
        turn()
    assert attempts(context, well) == [("one", "delivered", 204)]
    assert sender.look(turns.append) == 0
    assert [one.id for one in context.store.webhooks_of(ann.id)] == [well.id]


@pytest.mark.parametrize(
    "question", ["webhook", "webhook_queue", "feed", "take_events", "settle_event", "finish_webhook"]
)
def test_after_an_outage_of_the_store_a_webhook_waits_for_no_lease(
    context: Context, ann: Account, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    webhook, recipient = make(context, ann), Recipient()
    tell(context, ann, "one", "two")
    monkeypatch.setattr("workers.deliver.lanes.PAUSE", 0.0)
    sender = Sender(desk(context, recipient))
    with monkeypatch.context() as patched:
        patched.setattr(context.store, question, Away(1, getattr(context.store, question)))
        with suppress(StoreUnavailable):
            sender.look(lambda turn: turn())
    sender.look(lambda turn: turn())
    assert recipient.ids == ["one", "two"], "each once"
    assert attempts(context, webhook) == [("two", "delivered", 204), ("one", "delivered", 204)]
    with redis.Redis.from_url(context.settings.redis_url) as client:
        assert not client.hlen(keys.webhooks_held(keys.bucket_of(ann.id)))
