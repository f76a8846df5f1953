"""Mails that keep the quiet hours: what can wait comes in the morning if it is still news; a reminder comes at night."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import redis
from hypothesis import given, settings
from hypothesis import strategies as st

from service.context import Context
from service.notifications.digests import letter_rests_until, quiet_until
from service.notifications.kind import Kind
from service.notifications.kinds import (
    ABSENCE_ASKED,
    DEADLINE_NEAR,
    INVITED,
    LOGIN,
    OPENING_NEEDED,
    RESOLVED,
    YOUR_TURN,
)
from service.store import keys
from service.store.records import Account, Notice
from tests.given.contexts import open_context
from tests.given.undrawn import draw_nothing
from tests.workers.mail.post_office import PostOffice
from tests.workers.mail.sending.delivering import begin, commit, hurry, records, to
from workers.deliver.job import deliver_once
from workers.mail.channel import LOOK_AT_NIGHT
from workers.mail.sending.transport import transport_of

HOUR = 3_600_000
NIGHT = int(datetime(2026, 3, 2, 23, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()) * 1000
MORNING = NIGHT + 8 * HOUR
WISH = {"quiet_mails": True, "quiet_from": 22, "quiet_to": 7}
READER = Account("p_" + "a" * 32, "ada@example.org", "Ada", zone="Europe/Berlin", verified=True, prefs=WISH)


def notice(kind: Kind[Any], hours_left: int | None = None) -> Notice:
    deadline = None if hours_left is None else MORNING + hours_left * HOUR
    return Notice(
        id=f"m.{kind.name}", kind=kind.name, account=READER.id, match="m", seat=0, n=1, at=NIGHT, send_at=NIGHT,
        facts={"deadline": deadline},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("news", "waits"),
    [
        ([notice(RESOLVED), notice(YOUR_TURN)], True),
        ([notice(YOUR_TURN, 4)], True),
        ([notice(YOUR_TURN, 3)], False),
        ([notice(RESOLVED), notice(YOUR_TURN, 3)], False),
        ([notice(RESOLVED), notice(DEADLINE_NEAR, 4)], False),
        ([notice(OPENING_NEEDED)], False),
        ([notice(ABSENCE_ASKED)], False),
        ([notice(INVITED)], False),
        ([notice(LOGIN)], False),
        ([], False),
    ],
)
def test_what_waits_for_the_morning(news: list[Notice], waits: bool) -> None:
    assert letter_rests_until(news, READER, NIGHT) == (MORNING if waits else None)
    assert letter_rests_until(news, READER, MORNING) is None


@pytest.mark.parametrize(
    "prefs",
    [
        {},
        {"quiet_from": 22, "quiet_to": 7},
        {**WISH, "quiet_mails": 1},
        {**WISH, "quiet_from": 7},
        {**WISH, "digest": "news", "digest_hour": 5},
        {**WISH, "vacations": [{"first": "2026-03-01", "last": "2026-03-05", "used": "2026-03-05"}]},
    ],
    ids=[
        "nothing said",
        "browsers only",
        "unreadable",
        "no quiet hours",
        "waits for the digest",
        "waits for the return",
    ],
)
def test_what_does_not_wait_for_the_morning(prefs: dict[str, Any]) -> None:
    assert letter_rests_until([notice(RESOLVED)], replace(READER, prefs=prefs), NIGHT) is None


@given(
    st.integers(NIGHT, NIGHT + 366 * 24 * HOUR),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"]),
    st.integers(0, 23),
    st.integers(1, 11),
)
@settings(max_examples=60)
def test_quiet_hours_end_within_half_a_day_also_when_the_clocks_change(
    now: int, zone: str, begin: int, length: int
) -> None:
    reader = replace(READER, zone=zone, prefs={**WISH, "quiet_from": begin, "quiet_to": (begin + length) % 24})
    until = quiet_until(reader, now)
    if until is None:
        return
    assert now < until <= now + (length + 1) * HOUR
    assert quiet_until(reader, until) is None
    assert quiet_until(reader, until - 1) == until


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> Context:
    draw_nothing(monkeypatch)
    return open_context(redis_url, tmp_path / "keys", smtp_url=office.url)


def deliver(context: Context) -> None:
    deliver_once(context, transport_of(context.settings.smtp_url))


def it_is_night(context: Context, one: Account) -> None:
    hour = context.store.now() // HOUR % 24
    night = {"quiet_mails": True, "quiet_from": hour, "quiet_to": (hour + 3) % 24}
    context.store.change_prefs(one.id, lambda now: {**now.prefs, **night})


def it_is_day(context: Context, one: Account) -> None:
    context.store.change_prefs(one.id, lambda now: {**now.prefs, "quiet_from": 0, "quiet_to": 0})


def due(context: Context, match: str, one: Account) -> float:
    with redis.Redis.from_url(context.settings.redis_url) as client:
        found = client.zscore(keys.out(keys.bucket_of(match)), keys.recipient_of(one.id, match))
    assert isinstance(found, float)
    return found


def test_at_night_a_letter_waits_and_the_others_get_theirs(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    it_is_night(context, ann)
    match = begin(context, ann, ben)
    hurry(context)
    deliver(context)
    assert (len(to(office, ann)), len(to(office, ben))) == (0, 1)
    assert records(context, match, ann) == []
    now = context.store.now()
    assert now + HOUR // 2 < due(context, match, ann) <= now + LOOK_AT_NIGHT

    it_is_day(context, ann)
    hurry(context)
    deliver(context)
    assert len(to(office, ann)) == 1
    assert [one["state"] for one in records(context, match, ann)] == ["sent"]


def test_a_reminder_comes_at_night_and_takes_along_what_waits(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    it_is_night(context, ann)
    match = begin(context, ann, ben)
    hurry(context)
    deliver(context)
    recipient = keys.recipient_of(ann.id, match)
    asked = next(one for one in context.store.notices(recipient).pending if one["kind"] == YOUR_TURN.name)
    now = context.store.now()
    reminder = Notice(**{**asked, "id": f"{match}.0.reminder", "kind": DEADLINE_NEAR.name, "at": now, "send_at": now})
    context.store.notify([reminder], recipient)
    deliver(context)
    assert len(to(office, ann)) == 1
    assert context.store.notices(recipient).pending == []


def test_what_is_answered_at_night_is_not_asked_in_the_morning(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    it_is_night(context, ann)
    match = begin(context, ann, ben)
    hurry(context)
    deliver(context)
    commit(context, match, 0)
    hurry(context)
    deliver(context)
    assert to(office, ann) == []
    (record,) = records(context, match, ann)
    assert (record["state"], {one["reason"] for one in record["dropped"]}) == ("dropped", {"answered", "already-seen"})


def test_a_letter_that_failed_in_the_evening_does_not_come_at_night(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    hurry(context)
    office.refuses[ann.mail] = "451 4.7.1 not now"
    deliver(context)
    assert [one["state"] for one in records(context, match, ann)] == ["retry"]
    office.refuses.clear()
    it_is_night(context, ann)
    hurry(context)
    deliver(context)
    assert to(office, ann) == []
    it_is_day(context, ann)
    hurry(context)
    deliver(context)
    assert len(to(office, ann)) == 1
