"""A week of three matches: how many letters a day somebody gets, with and without digest.

The workers' clock is the test's own, so hours pass at once; what is due, judged, set aside and put together is the program's own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.registry import game_of, newest
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts
from service.matches.seating import creation, lobby
from service.notifications.digests import for_digest, postponed
from service.notifications.kinds import DEADLINE_NEAR, YOUR_TURN
from service.notifications.planning import plan
from service.store.outbox import Outgoing
from service.store.records import Account, Notice, Record
from tests.given.contexts import account, loaded, open_context
from workers.mail.channel import judge
from workers.resolve.step import step_due

HOUR = 3_600_000
ZONE = "Europe/Berlin"
PACE = {"kind": "duration", "seconds": 2 * 86_400}
VISITS = {"Ann": 20, "Ben": 8}
"""At which local hour each of them looks at all tables."""


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path / "keys")


@dataclass
class Letter:
    """A letter: whose, when (ms), what it tells; whether it is a digest."""

    to: str
    at: int
    news: list[Notice]
    digest: bool


@dataclass
class Week:
    """Three matches of two people; ``now`` is the workers' clock (ms)."""

    context: Context
    now: int
    players: list[Account] = field(default_factory=list)
    matches: list[str] = field(default_factory=list)
    queues: dict[tuple[str, str], list[Notice]] = field(default_factory=lambda: defaultdict(list))
    letters: list[Letter] = field(default_factory=list)
    acted: dict[tuple[str, str, int], int] = field(default_factory=dict)

    def begin(self, digest: str) -> Week:
        made = [account(self.context, name, zone=ZONE) for name in VISITS]
        self.players = [replace(one, prefs={"digest": digest}) for one in made]
        for rules in ("kontor", "packet-row", "anno-1701"):
            match = new_match_id()
            wish = creation.NewMatch(rules=newest(rules), seats=2, grace=0, pace=PACE, hold=0)
            creation.create(self.context, self.players[0], wish, match)
            lobby.join(self.context, match, self.players[1], seat=None, invitation=None)
            self.matches.append(match)
        return self

    def record(self, match: str) -> Record:
        found = self.context.store.load(match, secrets=True)
        assert found is not None
        # The store has its own time: the acts of this week were received when the test says.
        acted = {place: replace(act, received=self.acted[match, *place]) for place, act in found.acts.items()}
        return replace(found, now=self.now, acts=acted)

    def work(self) -> None:
        """Do all that is due, and deliver."""
        for match in self.matches:
            for _ in range(50):
                record = self.record(match)
                if record.due is None or record.due > self.now:
                    break
                step = step_due(self.context, record)
                assert self.context.store.transition(step)
                for notice in step.notices:
                    if notice["kind"] != "projection":
                        self.queues[notice["account"], notice["match"]].append(notice)
        for key in sorted(self.queues, key=lambda one: one[1] == ""):
            self.deliver(*key)

    def deliver(self, who: str, match: str) -> None:
        """Do with a queue what the deliverer does with it; the digest's is that of no match."""
        waiting = self.queues[who, match]
        if not any(one["send_at"] <= self.now for one in waiting):
            return
        reader = next(one for one in self.players if one.id == who)
        records = {one: self.record(one) for one in self.matches}
        made = plan(
            Outgoing(list(waiting), None, 0),
            lambda one, situation: judge(one, replace(situation, record=records[one["match"]]), account=reader),
            None,
            None,
            self.now,
        )
        told = [*made.bundle, *made.silent, *(one for one, _ in made.dropped)]
        waiting[:] = [one for one in waiting if one not in told]
        at = postponed(made.bundle, reader, self.now) if match else None
        if at is not None:
            self.queues[who, ""] += [for_digest(one, at) for one in made.bundle]
        elif made.bundle:
            self.letters.append(Letter(reader.name, self.now, made.bundle, not match))

    def visit(self, player: Account) -> None:
        """Answer everything that is asked of a player, as it comes to mind first."""
        for match in self.matches:
            for _ in range(20):
                record = self.record(match)
                seat = [one["player"] for one in record.table["seats"]].index(player.id)
                asked = [one for one in record.table["standing"] if seat in one["seats"] and not one["optional"]]
                asked = [one for one in asked if one["phase"] == "open" and (one["id"], seat) not in record.acts]
                if record.table["status"] != "running" or not asked:
                    break
                one = asked[0]
                assert record.state is not None
                move = game_of(record.table).moves(record.state, seat, one["id"])[0]
                act = acts.commit if one["sealed"] else acts.answer
                act(self.context, record, seat, acts.SeatAct(one["id"], move=move))
                self.acted[match, one["id"], seat] = self.now
                self.work()

    def pass_days(self, days: int) -> None:
        until = self.now + days * 24 * HOUR
        while self.now < until:
            self.work()
            here = datetime.fromtimestamp(self.now / 1000, ZoneInfo(ZONE)).hour
            for player in self.players:
                if VISITS[player.name] == here:
                    self.visit(player)
            self.now += HOUR

    def by_day(self, name: str) -> list[int]:
        """Return how many letters a player got on each day that had one."""
        days = Counter(
            datetime.fromtimestamp(one.at / 1000, ZoneInfo(ZONE)).date() for one in self.letters if one.to == name
        )
        return [days[one] for one in sorted(days)]


@pytest.mark.parametrize(("digest", "most"), [("off", 99), ("all", 3)])
def test_three_matches_stay_within_three_letters_a_day_with_a_digest(
    context: Context, capsys: pytest.CaptureFixture[str], digest: str, most: int
) -> None:
    week = Week(context, context.store.now() + 1_000).begin(digest)

    week.pass_days(7)

    for name in VISITS:
        days = week.by_day(name)
        with capsys.disabled():
            print(f"\ndigest {digest}: letters to {name} by day: {days}", end="")
        assert max(days) <= most
    assert any(one.digest for one in week.letters) is (digest != "off")
    for kind in (YOUR_TURN.name, DEADLINE_NEAR.name):
        asked = Counter(
            (one.to, notice["match"], notice.get("decision"))
            for one in week.letters
            for notice in one.news
            if notice["kind"] == kind
        )
        assert max(asked.values(), default=0) <= 1, f"a decision is in one letter of the kind {kind}"
    assert all(loaded(context, match).n > 10 for match in week.matches), "the matches go on"
