"""Kill everything, lose nothing: real processes die by SIGKILL while players act at full speed (campaigns 1, 3, 4 together).

Players with mail act only when a letter asks them, so a turn mail that goes missing stops its match and the campaign with it.
"""

import contextlib
import random
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from service.context import Context
from service.store.connection.connect import StoreUnavailable
from service.store.records import Record
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.report import Watch
from tests.service.serve.watching import until
from tests.system.installation import ALL, Installation
from tests.system.players import Client, Match, Over, Tally
from tests.system.post import Post
from tests.system.verdict import Verdict, judge

PRESETS = ("goldsieber-basic", "goldsieber-pro", "tilsit")
DEATHS = (
    ("state",), ("resolve-1",), ("state",), ("api",), ("resolve-2",), ("clock",), ("state",), ("deliver-1",),
    ("resolve-1",), ("state",), ("api",), ("state",), ("resolve-2",), ("state",), ("clock",), ("deliver-1",),
)  # fmt: skip
"""In this order again and again; everything at once, and the queue, in between."""


@dataclass
class Figures:
    """What a kill campaign did and found."""

    kills: dict[str, int]
    acknowledged: int
    unknown: int
    repeated: int
    matches: int
    entries: int
    decisions: int
    turns: int
    letters_waited_for: int
    ambiguous_letters: int
    longest_wait_for_a_letter: float


class House(Protocol):
    """Where people play."""

    @property
    def url(self) -> str:
        """Where the API answers."""

    @property
    def context(self) -> Context:
        """A context on its store."""


class Table(threading.Thread):
    """Two clients who play one match after the other until the campaign is over."""

    letter_within = 240.0
    """Seconds: deliverers die and start again meanwhile, and starting takes long on a busy machine. What is lost never comes."""

    def __init__(self, number: int, installation: House, tally: Tally, post: Post | None, first_seed: int = 0) -> None:
        super().__init__(name=f"table-{number}")
        self.number, self.tally, self.post = number, tally, post
        self.first_seed = first_seed + 1_000 * number
        self.ambiguous = self.waited = 0
        self.longest_wait = 0.0
        self.store = installation.context.store
        self.clients = tuple(
            Client(installation.url, installation.context, f"{name}{number}", tally, mails=post is not None)
            for name in ("Ann", "Ben")
        )
        self.matches: list[Match] = []

    def run(self) -> None:
        """Play; whatever goes wrong is told to the campaign."""
        try:
            while not self.tally.over.is_set():
                self._one_match()
        except Over:
            pass
        except BaseException as error:
            self.tally.fail(f"{self.name}: {type(error).__name__}: {error}")

    def _one_match(self) -> None:
        seed = self.first_seed + len(self.matches)
        match = Match(
            self.clients, self.tally, seed, PRESETS[seed % 3],
            custody=("client", "escrow") if seed % 4 == 1 else ("escrow", "escrow"),
        )  # fmt: skip
        if self.post is not None:
            match.may_answer = self._wait_for_letter
        match.create()
        self.matches.append(match)
        match.play()

    def _wait_for_letter(self, match: Match, seat: int, decision: dict[str, Any]) -> None:
        """Wait until a letter asks for this answer; one that may have been lost in a killed process's hands is counted."""
        assert self.post is not None
        client, post, where = match.clients[seat], self.post, decision["id"]
        notice = f"{match.match}.{decision['n']}.{seat}.your-turn"

        def nobody_can_know() -> bool:
            with contextlib.suppress(StoreUnavailable):
                records = self.store.deliveries(f"{match.match}:{client.account}")
                return any(one["state"] == "ambiguous" and notice in one["notices"] for one in records)
            return False

        def told() -> bool:
            if self.tally.over.is_set():
                raise Over
            return post.asked(client.mail, match.match, where) or nobody_can_know()

        watch = Watch()
        until(told, f"a letter to seat {seat} about {where} of {match.match}", self.letter_within)
        self.longest_wait = max(self.longest_wait, watch.seconds)
        self.waited += 1
        self.ambiguous += not post.asked(client.mail, match.match, where)


def campaign(folder: Path, kills: int, acts: int, *, tables: int = 6, by_mail: int = 2, seed: int = 1) -> Figures:
    """Kill so many processes while at least so many acts are acknowledged; judge all matches; return what happened."""
    tally, chance = Tally(), random.Random(seed)
    with Post(folder / "post") as post, Installation(folder / "installation", SMTP_URL=post.url) as installation:
        players = [
            Table(one, installation, tally, post if one < by_mail else None, 100_000 * (seed - 1))
            for one in range(tables)
        ]
        for player in players:
            player.start()
        try:
            for number, names in enumerate(deaths(kills)):
                tally.wait_for(acts * number // (kills - len(ALL)) + chance.randrange(5))
                die(installation, names)
            tally.wait_for(acts)
        finally:
            tally.over.set()
            for player in players:
                player.join()
        matches = [match for player in players for match in player.matches]
        finish(installation, tally, matches)
        verdict = judge(installation.context, matches)
        assert verdict.wrong == []
        assert installation.context.store.parked() == {}
        assert installation.context.store.sweep().matches_mended == 0
        return figures(installation, tally, verdict, players)


def deaths(kills: int) -> Iterator[tuple[str, ...]]:
    """Yield what dies next, until so many processes have died: one, now and then the queue, once in forty all at once."""
    done = 0
    while done < kills:
        for number, names in enumerate(DEATHS):
            chosen = ALL if number == 10 else ("queue",) if number == 13 and done > kills / 2 else names
            yield chosen
            done += len(chosen)
            if done >= kills:
                return


def die(installation: Installation, names: tuple[str, ...]) -> None:
    """Kill and start again. The time after which a dead worker's matches and letters are free is not waited for."""
    installation.kill(*names)
    if "state" in names:
        installation.begin("state")
    if any(name.startswith(("resolve", "deliver")) for name in names):
        installation.let_leases_end()
    for name in names:
        if name != "state":
            installation.begin(name)
    installation.look_after()


def finish(installation: Installation, tally: Tally, matches: list[Match]) -> None:
    """Let all matches end and all news be dealt with; then everything can be proved."""
    tally.over.clear()
    installation.ready("api")
    store = installation.context.store
    for match in matches:
        if match.clients[0].get(match.path)["status"] != "closed":
            match.resign()
    until(lambda: all(closed(store.load(match.match)) for match in matches), "all matches are closed")
    installation.kill("deliver-1")
    installation.let_leases_end()
    installation.start("deliver-1")
    until(lambda: all(peek.out is None for peek in store.peek()[0]), "all news is dealt with")


def closed(record: Record | None) -> bool:
    """Return whether a match is over."""
    return record is not None and record.table["status"] == "closed"


def figures(installation: Installation, tally: Tally, verdict: Verdict, players: list[Table]) -> Figures:
    """Count what happened."""
    return Figures(
        kills=installation.kills, acknowledged=verdict.acknowledged, unknown=verdict.unknown, repeated=tally.repeated,
        matches=verdict.matches, entries=verdict.entries, decisions=verdict.resolved, turns=verdict.turns,
        letters_waited_for=sum(one.waited for one in players), ambiguous_letters=sum(one.ambiguous for one in players),
        longest_wait_for_a_letter=round(max(one.longest_wait for one in players), 1),
    )  # fmt: skip


def test_nine_deaths_under_two_hundred_acts_lose_nothing_and_double_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch()
    found = campaign(tmp_path, kills=10, acts=200)
    with capsys.disabled():
        print(f"\nkill -9 under load, {watch.seconds:.0f} s: {found}")
    assert sum(found.kills.values()) >= 9
    assert found.acknowledged >= 200
    assert found.letters_waited_for > 2


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_thousand_deaths_under_a_million_acts(tmp_path: Path) -> None:
    for part in parts("everything-killed"):
        with part:
            found = campaign(
                tmp_path / str(part.seed), kills=part.size("kills"), acts=part.size("acts"), tables=8, seed=part.seed
            )
            figures = asdict(found)
            part.most(seconds_for_a_letter=figures.pop("longest_wait_for_a_letter"))
            died: dict[str, int] = figures.pop("kills")
            part.counts(kills=sum(died.values()), acts=figures.pop("acknowledged"), died=died, **figures)
