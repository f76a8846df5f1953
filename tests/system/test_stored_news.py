"""News that an earlier release left waiting are read, delivered to a real mail server, and recorded, by the present one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
import redis

from engine.protocol.canon import unb64
from service.context import Context
from service.notifications.facts import MatchFacts
from service.notifications.kinds import KINDS, PROJECTION
from service.notifications.notices import about_match
from service.quiet_hours import wishes_quiet_mails
from service.store import keys
from service.store.records import Notice
from tests.contexts import settings
from tests.notifications.toys import step_of
from tests.system.stored import keep
from tests.workers.mail.delivering import hurry
from tests.workers.mail.post_office import PostOffice, post_office, text_of
from workers.deliver import deliver_once
from workers.mail.mail_url import transport_of

FOLDER = Path(keep.__file__).parent
STORES = sorted(one.stem for one in FOLDER.glob("*.json"))


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as one:
        yield one


@pytest.fixture(params=STORES)
def context(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    """A restored store with the keys of its installation."""
    found = json.loads((FOLDER / f"{request.param}.json").read_text(encoding="utf-8"))
    with redis.Redis.from_url(redis_url) as client:
        keep.restore(client, found["store"])
    chosen = settings(redis_url, tmp_path / "keys", smtp_url=office.url)
    for name, text in found["keys"].items():
        (tmp_path / "keys" / name).write_text(text)
    return Context.open(chosen, resolver=True)


def waiting(context: Context) -> dict[str, list[Notice]]:
    """Return what waits, by recipient."""
    with redis.Redis.from_url(context.settings.redis_url) as client:
        found = [one.decode() for bucket in range(keys.BUCKETS) for one in client.zrange(keys.out(bucket), 0, -1)]
    return {one: context.store.notices(one).pending for one in found}


def addressed(office: PostOffice, mail: str) -> list[EmailMessage]:
    return [letter for letter in office.letters if mail in str(letter["To"])]


def test_all_of_them_are_told_or_dropped_for_a_reason_and_none_is_unreadable(
    context: Context, office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    before = waiting(context)
    assert {one["kind"] for news in before.values() for one in news} >= {"started", "your-turn", "resolved"}
    hurry(context)
    deliver_once(context, transport_of(office.url))
    assert "cannot be read" not in caplog.text
    for recipient, news in before.items():
        account, match, channel = keys.parse_recipient(recipient)
        assert channel == keys.MAIL, "earlier releases had no other"
        told = context.store.deliveries(recipient)
        kinds = {kind for record in told for kind in (*record["kinds"], *(one["kind"] for one in record["dropped"]))}
        assert kinds == {one["kind"] for one in news} - {"projection"}
        assert {record["state"] for record in told} <= {"sent", "dropped"}
        assert all("channel" not in record for record in told)
        assert match in context.store.matches_of(account)
    assert waiting(context) == {}


def test_their_letters_are_whole(context: Context, office: PostOffice) -> None:
    before = waiting(context)
    hurry(context)
    deliver_once(context, transport_of(office.url))
    asked = 0
    for recipient in before:
        account, match, _ = keys.parse_recipient(recipient)
        player = context.store.account(account)
        assert player is not None and match is not None
        assert not wishes_quiet_mails(player), "who has never heard of it gets letters at any hour"
        for letter in addressed(office, player.mail):
            assert letter["Message-ID"].startswith(f"<{match}.")
            assert " - " in letter["Subject"]
            assert "The table in short" in text_of(letter)
            asked += "It is your turn: " in text_of(letter)
    assert asked >= 1


def test_the_builder_makes_of_their_facts_what_the_earlier_release_made(context: Context, office: PostOffice) -> None:
    """So a step that one release computed, and the other again, tells nobody twice."""
    for notices in waiting(context).values():
        for stored in notices:
            kind, own = KINDS[stored["kind"]], dict(stored["facts"])
            for name in MatchFacts.__annotations__:
                own.pop(name)
            if kind is PROJECTION:
                own = {}  # earlier releases repeated the match's options and pace, which nobody reads
            step = step_of(keep.load(context, stored["match"]))
            step.n, step.head = stored["facts"]["head"]["n"], unb64(stored["facts"]["head"]["head"])
            wait = stored["send_at"] - stored["at"]
            (made,) = about_match(
                kind, step, stored["account"], stored["seat"], own, at=stored["at"], wait=wait, n=stored["n"]
            )
            assert made["id"] == stored["id"]
            if kind is not PROJECTION:
                made.pop("event", None)  # on its way into the account's feed, which earlier releases had not
                assert json.dumps(made) == json.dumps(stored), "byte for byte"
