"""Who is looking at the table gets no letter for each question there; who leaves gets the one that is still worth sending."""

from pathlib import Path

import pytest
import redis

from service.context import Context
from service.notifications import digests
from service.notifications.digests import LONGEST, SHARE, WHILE_HERE, may_wait_until
from service.store import keys
from service.store.records import Account
from tests.given.contexts import open_context
from tests.workers.mail.match import ADA, HOUR, NOON, Match
from tests.workers.mail.post_office import PostOffice
from tests.workers.mail.sending.delivering import begin, commit, hurry, records, to
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    """A service whose letters are due at once."""
    return open_context(redis_url, tmp_path, smtp_url=office.url)


def deliver(context: Context) -> None:
    hurry(context)
    deliver_once(context, transport_of(context.settings.smtp_url))


def leave(context: Context, match: str, one: Account) -> None:
    """Close the page of a table, and let the minute pass."""
    with redis.Redis.from_url(context.settings.redis_url) as client:
        client.delete(keys.here(match, one.id))


def test_a_question_to_somebody_at_the_table_goes_when_he_has_left(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    context.store.note_here(match, ann.id, 60)
    for _ in range(3):
        deliver(context)
    assert (len(to(office, ann)), len(to(office, ben))) == (0, 1), "whoever is elsewhere gets his letter as ever"
    leave(context, match, ann)
    deliver(context)
    deliver(context)
    assert len(to(office, ann)) == 1
    assert [one["state"] for one in records(context, match, ann)] == ["sent"]


def test_what_is_answered_at_the_table_is_not_asked_by_letter(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    context.store.note_here(match, ann.id, 60)
    deliver(context)
    commit(context, match, 0)
    leave(context, match, ann)
    deliver(context)
    assert to(office, ann) == []
    (record,) = records(context, match, ann)
    assert (record["state"], {one["reason"] for one in record["dropped"]}) == ("dropped", {"answered", "already-seen"})


def test_a_letter_waits_only_so_long_for_who_stays_without_answering(
    context: Context, office: PostOffice, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(context, ann, ben)
    context.store.note_here(match, ann.id, 60)
    deliver(context)
    assert to(office, ann) == []
    monkeypatch.setattr(digests, "LONGEST", 0)
    deliver(context)
    assert len(to(office, ann)) == 1


def test_a_letter_that_waits_outlives_whoever_let_it_wait(
    context: Context, redis_url: str, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    context.store.note_here(match, ann.id, 60)
    deliver(context)
    with redis.Redis.from_url(redis_url) as client:
        recipient, bucket = f"{match}:{ann.id}", keys.bucket_of(match)
        due, now = client.zscore(keys.out(bucket), recipient), context.store.now()
    assert due is not None
    assert now < due <= now + digests.LOOK, "it is looked up again within the minute, by whatever process there is then"
    assert len(context.store.notices(recipient).pending) >= 1
    leave(context, match, ann)
    deliver(context)
    assert len(to(office, ann)) == 1


def test_who_wishes_it_gets_letters_while_at_the_table(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, WHILE_HERE: True})
    match = begin(context, ann, ben)
    context.store.note_here(match, ann.id, 60)
    deliver(context)
    assert len(to(office, ann)) == 1


def test_reminders_do_not_wait_and_questions_no_longer_than_a_part_of_their_time() -> None:
    match = Match().start()
    asked = match.news_for(ADA, "your-turn")
    assert may_wait_until(asked, ADA) == asked[0]["send_at"] + LONGEST
    assert may_wait_until([{**asked[0], "kind": "deadline-near"}], ADA) is None
    assert may_wait_until([], ADA) is None
    short = asked[0].copy()
    short["facts"] = {**short["facts"], "deadline": short["at"] + 300_000}
    assert may_wait_until([short], ADA) == asked[0]["send_at"] + 300_000 // SHARE
    over = match.later(HOUR).resign(1).news_for(ADA, "over")
    assert may_wait_until(over, ADA) == NOON + HOUR + 120_000 + LONGEST
