"""Campaign 8: a mail server that is slow, breaks off, refuses; deliverers killed in the act. None twice, none silently lost."""

import itertools
import re
import signal
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
import redis
from aiosmtpd.smtp import SMTP

from service.context import Context
from tests.campaigns.soak.parts import parts
from tests.given.contexts import account, open_context
from tests.servers import forked
from tests.system.watcher import watched
from tests.workers.mail.post_office import PostOffice, break_off, post_office
from tests.workers.mail.sending.delivering import begin, deliverer, hurry, records


@dataclass(frozen=True)
class Figures:
    """What a campaign saw. ``missing`` are ambiguous letters that did not arrive: the price of never sending twice."""

    letters: int
    kills: int
    breaks: int
    sent: int
    ambiguous: int
    missing: int
    seconds: int


class Mischief:
    """Kills the deliverer at every fifth letter, breaks the line at every seventh, refuses or dawdles in between."""

    def __init__(self, office: PostOffice) -> None:
        self.turns = itertools.count(1)
        self.breaks = 0
        self.child: forked.Running | None = None
        self.office = office
        office.at_data = self

    def __call__(self, server: SMTP) -> None:
        """Decide about one letter that has just been taken."""
        turn = next(self.turns)
        if turn % 5 == 0:
            assert self.child is not None
            self.child.send_signal(signal.SIGKILL)
            self.child.wait()
        elif turn % 7 == 0:
            self.breaks += 1
            break_off(server)
        elif turn % 3 == 0:
            time.sleep(0.02)
        self.office.rcpt_answer = "451 4.7.1 busy" if turn % 11 == 0 else None


def campaign(redis_url: str, folder: Path, matches: int) -> Figures:
    """Start matches and deliver their first turn mails against all odds; check every letter's fate.

    :raises AssertionError: when a letter came twice, or is missing without being called ambiguous.
    """
    started = time.monotonic()
    with post_office() as office, watched(redis_url):
        context = open_context(redis_url, folder, smtp_url=office.url, hold_off=3_600_000)
        players = [account(context, name) for name in ("Ann", "Ben")]
        played = [begin(context, *players) for _ in range(matches)]
        mischief, kills = Mischief(office), 0
        for _ in range(10 * matches):
            office.rcpt_answer = None
            hurry(context)
            mischief.child = deliverer(context)
            code = mischief.child.wait(120)
            assert code in (0, -signal.SIGKILL)
            kills += code != 0
            if code == 0 and all(_settled(context, match, one.id) for match in played for one in players):
                break
        arrived = [str(letter["Message-ID"]) for letter in office.letters]
        assert len(arrived) == len(set(arrived)), "a letter came twice"
        ends = Counter[str]()
        missing = 0
        for match, one in itertools.product(played, players):
            states = [record["state"] for record in records(context, match, one) if record["state"] != "retry"]
            assert states in (["sent"], ["ambiguous"])
            came = any(re.match(rf"<{match}\.\d+\.{players.index(one)}\.", name) for name in arrived)
            assert came or states == ["ambiguous"], "a letter is missing and nothing says so"
            ends[states[0]] += 1
            missing += not came
    took = round(time.monotonic() - started)
    return Figures(2 * matches, kills, mischief.breaks, ends["sent"], ends["ambiguous"], missing, took)


def _settled(context: Context, match: str, player: str) -> bool:
    return not context.store.notices(f"{match}:{player}").pending


def test_deliverers_killed_again_and_again_lose_nothing_and_double_nothing(redis_url: str, tmp_path: Path) -> None:
    figures = campaign(redis_url, tmp_path, matches=12)  # a deliverer that dies takes up to four letters with it
    assert figures.kills >= 3
    assert figures.sent + figures.ambiguous == 24


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_five_hundred_kills(redis_url: str, tmp_path: Path) -> None:
    for part in parts("hand-over"):
        with part, redis.Redis.from_url(redis_url) as client:
            client.flushall()
            found = campaign(redis_url, tmp_path / str(part.seed), matches=part.size("letters") // 2)
            part.counts(**asdict(found))
            assert found.kills >= part.size("kills") // 2
