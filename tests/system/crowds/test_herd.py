"""A herd: the turn letters of many matches fall due in one moment, and people who log in meanwhile get their codes at once.

Real processes and a real mail server. Every letter comes once, with its picture or, where drawing lags behind, without.
"""

import os
import time
from pathlib import Path
from typing import Any

import pytest
import requests

from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from tests.campaigns.soak.report import Watch, report, scaled
from tests.given.contexts import account
from tests.service.serve.watching import until
from tests.system.installation import Installation
from tests.system.players import DAY
from tests.system.post import Post
from workers.resolve.drain import drain_once

PARTS = ("state", "queue", "api", "resolve-1", "deliver-1", "clock")
AT_WORK = ("deliver-1", "clock")
PEOPLE = 5
IN_TIME = 5.0
"""Seconds that a login letter may take, whatever else waits."""
PATIENCE = 1_800.0
PAUSE = 0.1
"""Seconds between two looks into the mail server's folder, which cost the installation time."""
MORE = 3.0
"""Seconds in which a letter that comes twice would have come."""


class Inbox:
    """What the mail server has taken: to whom, and when, by the clock that requests are timed with."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: set[str] = set()
        self._looked = 0.0
        self.came: list[tuple[float, str]] = []
        self.pictures = 0

    def look(self) -> int:
        """Read what is new, a few times a second at most; return how many letters there are."""
        if time.monotonic() < self._looked + PAUSE:
            return len(self.came)
        for file in os.scandir(self._folder):
            if file.name.endswith(".eml") and file.name not in self._known:
                self._known.add(file.name)
                text = Path(file.path).read_bytes()
                to = next(line for line in text.split(b"\n") if line.lower().startswith(b"to:"))
                self.came.append((file.stat().st_mtime, to.decode().strip().rpartition(" ")[2].strip("<>")))
                self.pictures += b"image/png" in text
        self._looked = time.monotonic()
        return len(self.came)

    def arrival(self, mail: str, after: float) -> float | None:
        """Return when the first letter to this address came after a moment."""
        self.look()
        return min((at for at, to in self.came if to == mail and at >= after), default=None)


def asked_at_once(context: Context, matches: int) -> list[str]:
    """Set up matches of one person against a bot, each waiting for the person's answer; return the people's addresses."""
    mails = []
    for number in range(matches):
        person = account(context, f"Herd{number}")
        wish = NewMatch(rules="kontor", pace=DAY, grace=0, bots=["steady"])
        creation.create(context, person, wish, new_match_id())
        mails.append(person.mail)
    while drain_once(context):
        pass
    return mails


def wait_for(inbox: Inbox, letters: int) -> None:
    until(lambda: inbox.look() >= letters, f"{letters} letters came", PATIENCE)


def logged_in(running: Installation, inbox: Inbox, mail: str) -> float:
    """Ask for a login code; return after how many seconds its letter was with the mail server."""
    begun = time.time()
    answer = requests.post(f"{running.url}/v1/login", json={"mail": mail}, timeout=60)
    assert answer.status_code == 202, answer.text
    until(lambda: inbox.arrival(mail, begun) is not None, f"the code for {mail} came")
    arrival = inbox.arrival(mail, begun)
    assert arrival is not None
    return arrival - begun


def herd(folder: Path, matches: int) -> dict[str, Any]:
    """Let the letters of so many matches fall due at once, log people in among them; return what was measured."""
    with Post(folder / "post") as post, Installation(folder / "herd", PARTS, SMTP_URL=post.url) as running:
        for name in AT_WORK:
            running.kill(name)
        mails = asked_at_once(running.context, matches)
        people = [account(running.context, f"Login{number}").mail for number in range(PEOPLE)]
        assert post.count() == 0
        inbox = Inbox(post.folder)
        begun = time.time()
        running.start(*AT_WORK)
        logins = []
        for number, mail in enumerate(people):
            wait_for(inbox, round((number + 0.5) / PEOPLE * matches))
            logins.append(logged_in(running, inbox, mail))
        wait_for(inbox, matches + PEOPLE)
        until(
            lambda: time.time() - max(at for at, _ in inbox.came) > MORE or inbox.look() > matches + PEOPLE, "no more"
        )
    assert sorted(to for _, to in inbox.came) == sorted(mails + people), "each letter once"
    turns = sorted(at for at, to in inbox.came if to not in people)
    return {
        "letters": matches, "with pictures": inbox.pictures, "seconds": round(turns[-1] - begun, 1),
        "letters a second": round(matches / (turns[-1] - turns[0]), 1),
        "login letters after, s": [round(one, 2) for one in logins],
    }  # fmt: skip


def test_codes_overtake_a_herd_of_turn_letters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = herd(tmp_path, 30)
    with capsys.disabled():
        print(f"\na herd: {found}")
    assert max(found["login letters after, s"]) <= IN_TIME, found


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_codes_overtake_a_large_herd_of_turn_letters(tmp_path: Path) -> None:
    watch = Watch()
    found = herd(tmp_path, scaled(2_000, 60))
    report("24: a herd of turn letters, and five logins among them", watch.seconds, **found)
    assert max(found["login letters after, s"]) <= IN_TIME, found
