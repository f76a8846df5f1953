"""One letter a day: what waits for it, until when, and that nothing is told twice or lost on the way."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from service.accounts.mail.mail_preferences import unsubscribe
from service.context import Context
from service.notifications.digests import next_digest, postponed, wish_of
from service.notifications.kind import Kind
from service.notifications.kinds import (
    DEADLINE_NEAR,
    INVITED,
    KEY_ASKED,
    LOGIN,
    OVER,
    PAUSE,
    RESOLVED,
    SAID,
    SUBSTITUTED,
    YOUR_TURN,
)
from service.notifications.planning import Plan
from service.store.keys import DIGEST, recipient_of
from service.store.records import Account, Notice
from tests.given.contexts import account, loaded, open_context
from tests.given.undrawn import draw_nothing
from tests.workers.mail.post_office import PostOffice, post_office, text_of
from tests.workers.mail.sending.delivering import begin, commit, hurry, records, to
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of

HOUR = 3_600_000
BERLIN = ZoneInfo("Europe/Berlin")
NOW = int(datetime(2026, 3, 2, 12, tzinfo=BERLIN).timestamp()) * 1000
READER = Account("p_" + "a" * 32, "ada@example.org", "Ada", zone="Europe/Berlin", verified=True)


def notice(kind: Kind[Any], hours_left: int | None = None, **facts: Any) -> Notice:
    deadline = None if hours_left is None else NOW + hours_left * HOUR
    return Notice(
        id=f"m.{kind.name}", kind=kind.name, account=READER.id, match="m", seat=0, n=1, at=NOW, send_at=NOW,
        facts={"deadline": deadline, **facts},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "news", "waits"),
    [
        ("off", [notice(RESOLVED)], False),
        ("news", [notice(RESOLVED), notice(OVER), notice(SAID)], True),
        ("news", [notice(RESOLVED), notice(YOUR_TURN, 96)], False),
        ("all", [notice(RESOLVED), notice(YOUR_TURN, 96)], True),
        ("all", [notice(YOUR_TURN, 18)], True),
        ("all", [notice(YOUR_TURN, 17)], False),
        ("all", [notice(YOUR_TURN)], True),
        ("all", [notice(RESOLVED), notice(DEADLINE_NEAR, 96)], False),
        ("all", [notice(KEY_ASKED)], False),
        ("all", [notice(INVITED)], False),
        ("all", [notice(LOGIN)], False),
        ("news", [notice(PAUSE, what="paused"), notice(SUBSTITUTED, about=1)], True),
        ("news", [notice(PAUSE, what="resumed")], False),  # it asks what has stood since before the pause
        ("news", [notice(SUBSTITUTED, about=0)], False),  # it asks whoever takes the seat what waits there
        ("all", [], False),
        ("nonsense", [notice(RESOLVED)], False),
    ],
)
def test_what_waits(mode: str, news: list[Notice], waits: bool) -> None:
    reader = replace(READER, prefs={"digest": mode, "digest_hour": 18})
    at = NOW + 6 * HOUR
    assert postponed(news, reader, NOW) == (at if waits else None)
    assert postponed(news, replace(reader, verified=False), NOW) is None


@pytest.mark.parametrize(
    ("news", "waits"),
    [
        ([notice(RESOLVED), notice(OVER)], True),
        ([notice(YOUR_TURN)], True),
        ([notice(YOUR_TURN, 3 * 24 + 4)], False),
        ([notice(YOUR_TURN, 4 * 24)], True),
        ([notice(DEADLINE_NEAR, 4 * 24)], False),
        ([notice(LOGIN)], False),
    ],
)
@pytest.mark.parametrize("mode", ["off", "all"])
def test_in_a_vacation_news_wait_for_the_morning_after_its_last_day(mode: str, news: list[Notice], waits: bool) -> None:
    rows = [{"first": "2026-03-02", "last": "2026-03-05", "used": "2026-03-05"}]
    away = replace(READER, prefs={"digest": mode, "vacations": rows})
    morning = int(datetime(2026, 3, 6, 8, tzinfo=BERLIN).timestamp()) * 1000
    assert postponed(news, away, NOW) == (morning if waits else None)
    assert postponed([notice(RESOLVED)], away, morning) == (None if mode == "off" else morning + 10 * HOUR), (
        "it is over"
    )


@pytest.mark.parametrize("stored", [{}, {"digest_hour": 24}, {"digest_hour": "7"}, {"digest": 3, "digest_hour": None}])
def test_a_wish_that_cannot_be_read_is_the_usual_one(stored: dict[str, Any]) -> None:
    wish = wish_of(replace(READER, prefs=stored))
    assert (wish.mode, wish.hour) == ("off", 18)


@pytest.mark.parametrize(
    ("now", "hour", "zone", "then"),
    [
        ("2026-03-02 12:00", 18, "Europe/Berlin", "2026-03-02T18:00:00+01:00"),
        ("2026-03-02 18:00", 18, "Europe/Berlin", "2026-03-03T18:00:00+01:00"),
        ("2026-03-28 20:00", 2, "Europe/Berlin", "2026-03-29T03:00:00+02:00"),
        ("2026-10-24 20:00", 2, "Europe/Berlin", "2026-10-25T02:00:00+02:00"),
        ("2026-10-24 20:00", 18, "Europe/Berlin", "2026-10-25T18:00:00+01:00"),
        ("2026-12-31 23:30", 0, "Pacific/Kiritimati", "2027-01-01T00:00:00+14:00"),
        ("2026-03-02 12:00", 18, "No/Such", "2026-03-02T18:00:00+00:00"),
    ],
)
def test_the_hour_is_local(now: str, hour: int, zone: str, then: str) -> None:
    here = ZoneInfo(zone if zone != "No/Such" else "UTC")
    start = datetime.fromisoformat(now).replace(tzinfo=here)
    found = next_digest(int(start.timestamp() * 1000), hour, zone)
    assert datetime.fromtimestamp(found / 1000, here).isoformat() == then


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as opened:
        yield opened


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> Context:
    draw_nothing(monkeypatch)
    return open_context(redis_url, tmp_path / "keys", smtp_url=office.url)


def digest_of(context: Context, one: Account) -> str:
    return recipient_of(one.id, None, DIGEST)


def wishing(context: Context, name: str, mode: str) -> Account:
    """Create a player whose digest comes in one to two hours."""
    made, soon = account(context, name), datetime.now(UTC).hour + 2
    changed = context.store.change_prefs(made.id, lambda now: {**now.prefs, "digest": mode, "digest_hour": soon % 24})
    assert changed is not None
    return changed


def deliver(context: Context) -> dict[str, int]:
    return {
        str(state): count for state, count in deliver_once(context, transport_of(context.settings.smtp_url)).items()
    }


def test_two_matches_come_in_one_letter_and_what_is_answered_by_then_in_none(
    context: Context, office: PostOffice
) -> None:
    ann, ben = wishing(context, "Ann", "all"), account(context, "Ben")
    matches = [begin(context, ann, ben, extensions={"times": 3}) for _ in range(3)]
    hurry(context)
    assert deliver(context) == {"sent": 3}, "three to Ben, who wants no digest"
    assert to(office, ann) == []
    assert all(records(context, match, ann) == [] for match in matches)
    held = context.store.notices(digest_of(context, ann)).pending
    assert {one["match"] for one in held} == set(matches)
    assert len({one["send_at"] for one in held}) == 1
    record = loaded(context, matches[0])
    commit(context, matches[0], next(n for n, one in enumerate(record.table["seats"]) if one["player"] == ann.id))

    hurry(context, digest_of(context, ann))
    assert deliver(context) == {"sent": 1}

    (letter,) = to(office, ann)
    text = text_of(letter)
    assert all(f"/table/{match}" in text for match in matches[1:])
    assert "2 questions" in str(letter["Subject"])
    assert text.count("your turn: Choose a card or pass") == 2
    assert text.count("I need more time") == 2 and "or take more time for it" in " ".join(text.split())
    assert context.store.notices(digest_of(context, ann)).pending == []
    (sent,) = context.store.deliveries(digest_of(context, ann))
    assert (sent["state"], sent["channel"]) == ("sent", DIGEST)
    assert {one["reason"] for one in sent["dropped"]} == {"answered", "already-seen"}

    link = str(letter["List-Unsubscribe"]).strip("<>").rpartition("/")[2]
    assert unsubscribe(context, link) == "all"


def test_a_letter_set_aside_twice_waits_once(
    context: Context, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = wishing(context, "Ann", "all"), account(context, "Ben")
    match = begin(context, ann, ben)
    hurry(context)

    class Killed(BaseException):
        """The process dies."""

    def die(_: Plan) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(Plan, "set_aside", die)  # when it is in both queues
        deliver_once(context, transport_of(context.settings.smtp_url))
    both = [context.store.notices(one).pending for one in (digest_of(context, ann), recipient_of(ann.id, match))]
    assert {one["id"] for one in both[0]} <= {one["id"] for one in both[1]}
    hurry(context, recipient_of(ann.id, match))  # its lease, too
    deliver_once(context, transport_of(context.settings.smtp_url))
    assert context.store.notices(recipient_of(ann.id, match)).pending == []
    assert context.store.notices(digest_of(context, ann)).pending == both[0]
    assert to(office, ann) == []
