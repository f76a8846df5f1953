"""Deliveries by a process that keeps dying, to a mail server with every mood (campaign 8): no letter twice, none lost.

What nobody can know (the deliverer died, or the line broke, while the server took the letter) is called ambiguous, counted,
and for turn mails not tried again; invitations are, under the same Message-ID.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
import redis

from service.context import Context
from service.keys.signing import new_match_id
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.report import Watch
from tests.given.contexts import account
from tests.system.installation import Installation
from tests.system.players import DAY
from tests.system.post import Post
from tests.system.settled import was_settled
from workers.resolve.drain import drain_once

PARTS = ("state", "queue", "deliver-1", "clock")
MOODS = {"later": 0.1, "never": 0.03, "refuse": 0.1, "cut": 0.06, "drop": 0.05, "hang": 0.01}
STUCK = 10.0
"""Seconds without a new letter after which the deliverer is killed although it is not its turn: a hanging server. Longer than
a deliverer takes to start on a busy machine, or it would be killed again and again before its first letter."""


@dataclass
class Figures:
    """How the letters of a campaign ended; ``taken`` are copies in the mail server's hands."""

    kills: int
    letters: int
    taken: int
    ends: dict[str, int]
    attempts: dict[str, int]
    sent_again: int


@dataclass
class Letters:
    """Matches whose news has to be delivered: who must be told what."""

    context: Context
    expected: dict[str, set[str]]

    @classmethod
    def make(cls, context: Context, matches: int) -> Letters:
        """Start matches of two (two turn mails each) and invite somebody to as many private ones."""
        expected: dict[str, set[str]] = {}
        for number in range(matches):
            ann, ben, eve = (account(context, f"{name}{number}") for name in ("Ann", "Ben", "Eve"))
            match, private = new_match_id(), new_match_id()
            wish = creation.NewMatch(rules="kontor", grace=0, pace=check_pace(DAY))
            creation.create(context, ann, wish, match)
            lobby.join(context, match, ben, seat=None, invitation=None)
            creation.create(
                context, ann, creation.NewMatch(rules="kontor", visibility="private", invite=[eve.id]), private
            )
            for one in (f"{match}:{ann.id}", f"{match}:{ben.id}", f"{private}:{eve.id}"):
                expected[one] = set()
        drain_once(context)
        for recipient, ids in expected.items():
            ids.update(one["id"] for one in context.store.notices(recipient).pending if one["kind"] != "projection")
            assert any({"your-turn", "invited"} & set(one.split(".")) for one in ids), ids
        return cls(context, expected)

    def waiting(self) -> bool:
        """Return whether anything waits to be sent, now or later."""
        return any(one.out is not None for one in self.context.store.peek()[0])

    def records(self) -> dict[str, list[dict[str, Any]]]:
        """Return what each player can read about the attempts to write to him, oldest first."""
        found = self.context.store.deliveries_many(list(self.expected))
        return {recipient: records[::-1] for recipient, records in zip(self.expected, found, strict=True)}


def campaign(folder: Path, matches: int, kills: int, *, seed: int = 1) -> Figures:
    """Deliver everything although the deliverer is killed again and again; account for every letter."""
    post = Post(folder / "post", seed, **MOODS)
    with post, Installation(folder / "installation", PARTS, SMTP_URL=post.url) as installation:
        installation.kill("deliver-1")
        letters = Letters.make(installation.context, matches)
        step = max(1, len(letters.expected) // (kills + 1))
        while letters.waiting():
            # The time of leases and back-offs passes while nobody delivers.
            installation.let_leases_end()
            installation.start("deliver-1")
            _wait_for_letters(post, letters, step)
            installation.kill("deliver-1")
        return account_for(letters, post, installation.kills["deliver-1"])


def account_for(letters: Letters, post: Post, kills: int) -> Figures:
    """Compare what lies at the mail server with what players can read; fail for a letter lost or doubled."""
    copies, ends, attempts, again = post.copies(), Counter[str](), Counter[str](), 0
    with redis.Redis.from_url(letters.context.settings.redis_url) as client:
        for recipient, records in letters.records().items():
            ids = letters.expected[recipient]
            assert all(was_settled(client, recipient, one) for one in ids), "news that nothing became of"
            told = {one for record in records for one in record["notices"]}
            dropped = sum(len(record["dropped"]) for record in records)
            assert told <= ids and len(ids - told) <= dropped, f"{ids - told} are in no record"
            last, count = records[-1]["state"], copies.pop(records[-1]["mail"], 0)
            ambiguous = sum(record["state"] == "ambiguous" for record in records)
            ends[last] += 1
            attempts.update(record["state"] for record in records)
            resent = max(0, count - 1)
            again += resent
            if "invited" not in records[-1]["kinds"]:
                assert resent == 0, "a turn mail came twice"
                assert ambiguous <= 1, "a turn mail was tried again although it may have arrived"
            assert resent <= ambiguous, "a letter came twice that was not ambiguous"
            if last == "sent":
                assert count >= 1, "a letter that the server has acknowledged is not there"
            elif last == "dead":
                assert count <= ambiguous, "a letter that was given up is there"
    assert not copies, "letters that nobody knows of"
    return Figures(kills, len(letters.expected), len(post.letters()), dict(ends), dict(attempts), again)


def _wait_for_letters(post: Post, letters: Letters, more: int) -> None:
    """Return when so many more letters have come, all are dealt with, or nothing comes any more."""
    before = known = post.count()
    end = time.monotonic() + STUCK
    while known < before + more and time.monotonic() < end and letters.waiting():
        time.sleep(0.05)
        if (now := post.count()) != known:
            known, end = now, time.monotonic() + STUCK


def test_every_letter_is_accounted_for_although_deliverer_and_server_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch()
    found = campaign(tmp_path, matches=6, kills=4)
    with capsys.disabled():
        print(f"\noutbox, {watch.seconds:.0f} s: {found}")
    assert found.kills >= 4
    assert found.ends["sent"] > found.letters / 2
    assert found.attempts["ambiguous"] > 0


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_twenty_thousand_letters_and_five_hundred_deaths(tmp_path: Path) -> None:
    for part in parts("outbox"):
        with part:
            found = campaign(
                tmp_path / str(part.seed), matches=part.size("letters") // 3, kills=part.size("kills"), seed=part.seed
            )
            part.counts(**asdict(found))
