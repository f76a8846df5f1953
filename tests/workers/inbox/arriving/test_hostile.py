"""Ten thousand hostile mails: none breaks anything, none changes a match, none is answered to anybody but the player."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from service.accounts.mail.mail_address import STATUS
from service.store.store import Store
from tests.campaigns.soak.report import Watch, report, scaled
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import HOST, correspondence
from tests.workers.inbox.hostile import hostile_mail
from tests.workers.mail.post_office import text_of
from workers.inbox.arrive import take
from workers.inbox.mime import status_in
from workers.mail.reply_address import read_address

REPORTS = 8
"""Every so many mails are read as delivery reports, too: reading is most of what a mail costs here."""


@contextmanager
def read_once(store: Store) -> Iterator[None]:
    """Let the match and the account be read once: nothing may change them meanwhile, and what writes is the real store.

    Two round trips a mail are four fifths of the time of this test.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(store, "load", cache(store.load))
        patched.setattr(store, "account", cache(store.account))
        yield


def attack(redis_url: str, folder: Path, mails: int, caplog: pytest.LogCaptureFixture) -> dict[str, int]:
    """Send so many mails to Ben's address, none of them from Ben; return how often the entrance said what."""
    with correspondence(redis_url, folder) as post:
        post.begin("kontor")
        dice = random.Random(7)
        ann, ben = post.players
        address = read_address(str(post.last_to(ben)["Reply-To"]), HOST)
        assert address is not None
        before = (post.record, len(post.office.letters))
        said: dict[str, int] = {}
        with read_once(post.context.store):
            for number in range(mails):
                raw = hostile_mail(dice).replace(b"ben@players.example", b"ken@players.example")
                if number % REPORTS == 0:
                    assert (status := status_in(raw)) is None or STATUS.fullmatch(status)
                answer = take(post.desk, raw, dice.choice(("", "eve@evil.example", ann.mail, "<>")), address)
                said[answer[:3]] = said.get(answer[:3], 0) + 1

        after = (post.record, len(post.office.letters))
        assert (after[0].n, after[0].acts, after[0].head, after[1]) == (
            before[0].n, before[0].acts, before[0].head, before[1]
        )  # fmt: skip
        assert not [one for one in caplog.records if one.levelname == "ERROR"], "nothing broke unforeseen"
        assert post.answer(ben, "1")[0] == 250
        assert "Sealed" in text_of(post.last_to(ben))
        return said


def from_the_player(redis_url: str, folder: Path, mails: int) -> None:
    """Send mails that the player's own mail program has damaged: the match changes by whole choices or not at all."""
    with correspondence(redis_url, folder) as post:
        post.begin("kontor")
        dice = random.Random(11)
        ann = post.players[0]
        address = read_address(str(post.last_to(ann)["Reply-To"]), HOST)
        assert address is not None
        assert post.record.state is not None
        for number in range(mails):
            raw = (
                b"From: ann@players.example\r\nMessage-ID: <%d@x>\r\n" % number
                + hostile_mail(dice).partition(b"\r\n")[2]
            )
            take(post.desk, raw, ann.mail, address)
            [*acts] = post.record.acts.values()
            assert all(act.seat == address.seat for act in acts)
        assert {str(one["To"]) for one in post.office.letters} == {f"{one.name} <{one.mail}>" for one in post.players}


def test_hostile_mails_change_nothing(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    draw_nothing(monkeypatch)
    said = attack(redis_url, tmp_path, 10_000, caplog)
    assert set(said) <= {"250", "550", "554"}
    assert said["550"] > 1_000


def test_damaged_mails_of_the_player_act_wholly_or_not_at_all(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    from_the_player(redis_url, tmp_path, 150)


@pytest.mark.soak
def test_a_hundred_thousand_hostile_mails_change_nothing(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    draw_nothing(monkeypatch)
    mails, watch = scaled(100_000), Watch()
    said = attack(redis_url, tmp_path, mails, caplog)
    report("hostile mails", watch.seconds, mails=mails, **said)
