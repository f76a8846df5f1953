"""What is stored of one letter may rot: its reader's other letters and everybody else's go out all the same."""

from pathlib import Path

import pytest
import redis

from service.context import Context
from service.notifications.delivery import State
from service.store import keys
from service.store.records import Account
from tests.given.contexts import open_context
from tests.workers.mail.post_office import PostOffice
from tests.workers.mail.sending.delivering import begin, hurry, login, records, to
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=3_600_000)


def deliver(context: Context) -> dict[State, int]:
    """Let time pass and deliver."""
    hurry(context)
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


@pytest.mark.parametrize("rot", ['{"id": "rot"', "7", '{"id": "rot"}', '{"id": "rot", "facts": {"text": "secret'])
def test_an_unreadable_notice_is_settled_and_the_readers_letter_goes_out(
    context: Context, office: PostOffice, ann: Account, ben: Account, server: redis.Redis,
    caplog: pytest.LogCaptureFixture, rot: str,
) -> None:  # fmt: skip
    match = begin(context, ann, ben)
    recipient = f"{match}:{ann.id}"
    server.hset(keys.queue(recipient), "rot", rot)

    assert deliver(context) == {"sent": 2}

    assert len(to(office, ann)) == len(to(office, ben)) == 1
    assert not server.exists(keys.queue(recipient)), "it is done with"
    assert deliver(context) == {}
    assert recipient in caplog.text and "secret" not in caplog.text


def test_news_of_which_nothing_can_be_read_are_settled_alone(
    context: Context, office: PostOffice, ann: Account, server: redis.Redis
) -> None:
    recipient = keys.recipient_of(ann.id, None)
    context.store.notify([login(context, ann, "123456")], recipient)
    server.hset(keys.queue(recipient), "rot", "{")
    assert deliver(context) == {"sent": 1}
    context.store.notify([login(context, ann, "654321")], recipient)
    (name,) = server.hkeys(keys.queue(recipient))
    server.hset(keys.queue(recipient), name, "{")
    assert deliver(context) == {}
    assert not server.exists(keys.queue(recipient))


@pytest.mark.parametrize("damage", ["half a step", "unreadable"])
def test_letters_about_a_match_that_cannot_be_read_wait_and_all_others_go_out(
    context: Context, office: PostOffice, ann: Account, ben: Account, server: redis.Redis, damage: str
) -> None:
    lost, other = begin(context, ann, ben), begin(context, ann, ben)
    table = server.hget(keys.match(lost), "table")
    if damage == "unreadable":
        server.hset(keys.match(lost), "table", "[]")
    else:
        server.hincrby(keys.match(lost), "av", 7)

    before = context.store.now()
    assert deliver(context) == {"sent": 2}
    assert all(letter["Message-ID"].startswith(f"<{other}.") for letter in (*to(office, ann), *to(office, ben)))
    assert context.store.notices(f"{lost}:{ann.id}").pending, "nothing is dropped"
    assert context.store.notices(f"{lost}:{ann.id}").attempts == 0, "and none of its attempts is used up"
    (again,) = {one.out for one in context.store.peek()[0] if one.out is not None}
    assert again >= before + 600_000, "they are not tried again and again"

    if damage == "unreadable":
        server.hset(keys.match(lost), "table", table)
    else:
        server.hincrby(keys.match(lost), "av", -7)
        server.hdel(keys.parked(keys.bucket_of(lost)), lost)
    assert deliver(context) == {"sent": 2}
    assert len(to(office, ann)) == 2


@pytest.mark.parametrize("rot", ["7", "{}", '{"state": "sent"}', '{"resend": true}', "\x00"])
def test_a_corrupt_record_of_an_earlier_letter_stops_no_later_one(
    context: Context, office: PostOffice, ann: Account, ben: Account, server: redis.Redis, rot: str
) -> None:
    match = begin(context, ann, ben)
    server.lpush(keys.deliveries(f"{match}:{ann.id}"), rot)
    assert deliver(context) == {"sent": 2}
    assert records(context, match, ann)[0]["state"] == "sent"
