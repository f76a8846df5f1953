"""News that a release left waiting are read, delivered to a real mail server, and recorded, by the present one."""

import json
from email.message import EmailMessage
from pathlib import Path

import pytest
import redis

from engine.protocol.canon import unb64
from service.context import Context
from service.notifications.facts import MatchFacts
from service.notifications.kinds import KINDS
from service.notifications.notices import about_match
from service.store import keys
from service.store.records import Notice
from tests.service.notifications.toys import step_of
from tests.system.stored import keep, release
from tests.workers.mail.post_office import PostOffice, subject_and_line, text_of
from tests.workers.mail.sending.delivering import hurry
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of


@pytest.fixture(params=release.RELEASES)
def context(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    """A restored store with the keys of its installation."""
    return release.restored(request.param, "running", redis_url, tmp_path, smtp_url=office.url)[0]


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
    for _ in range(2):  # what waits for company goes with the second
        hurry(context)
        deliver_once(context, transport_of(office.url))
    assert "cannot be read" not in caplog.text
    for recipient, news in before.items():
        account, match, channel = keys.parse_recipient(recipient)
        assert channel == keys.MAIL
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
        for letter in addressed(office, player.mail):
            assert letter["Message-ID"].startswith(f"<{match}.")
            assert " - " in subject_and_line(letter)
            assert "The table in short" in text_of(letter)
            asked += "It is your turn: " in text_of(letter)
    assert asked >= 1


def test_the_builder_makes_of_their_facts_what_the_release_made(context: Context, office: PostOffice) -> None:
    """So a step that one release computed, and the other again, tells nobody twice."""
    compared: set[str] = set()
    for notices in waiting(context).values():
        for stored in notices:
            kind, own = KINDS[stored["kind"]], dict(stored["facts"])
            for name in MatchFacts.__annotations__:
                own.pop(name)
            record = keep.load(context, stored["match"])
            if record.table["seats"][-1]["name"] not in stored["facts"]["names"]:
                continue  # from before everybody sat down, when the table had other people
            compared.add(stored["kind"])
            step = step_of(record)
            step.n, step.head = stored["facts"]["head"]["n"], unb64(stored["facts"]["head"]["head"])
            wait = stored["send_at"] - stored["at"]
            (made,) = about_match(
                kind, step, stored["account"], stored["seat"], own, at=stored["at"], wait=wait, n=stored["n"]
            )
            made.pop("event", None)  # on its way into the account's feed, and not stored with the notice
            assert json.dumps(made) == json.dumps(stored), "byte for byte"
    assert compared >= {"started", "your-turn", "resolved", "projection"}
