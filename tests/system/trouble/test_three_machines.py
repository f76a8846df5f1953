"""Matches on three machines: one dies and stays dead, comes back and dies again, then another (campaign 32;
docs/three-machines.md)."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import pytest
import requests

from service.context import Context
from service.store.connection.durability import NO_SPARE
from service.telemetry.gauges import Installation
from tests.campaigns.soak.report import Watch, report, scaled
from tests.deploy.files import ROOT
from tests.service.serve.watching import until
from tests.system.players import Tally
from tests.system.trouble.test_kills import Table, closed
from tests.system.trouble.three_machines import PARTS, PASSWORD, PORTS, Machine, Remote, ThreeMachines, three_machines
from tests.system.verdict import judge

BACK_WITHIN = 20.0
"""Seconds from a machine's death to the full rate of acts."""
WINDOW = 5.0
"""Seconds over which a rate is measured."""
FULL = 0.8
"""Of the pace before: the measurement of so few tables on a busy machine is no better."""


@dataclass
class Figures:
    """What became of the acts. Rates in acts a second, shares of a processor as :class:`Shares` says; ``back``: seconds from
    the death to the begin of the full rate."""

    before: float
    share_before: float
    after: float
    share_after: float
    back: float
    acknowledged: int
    matches: int
    lost_or_doubled: int


PROBE = """
import time
while True:
    began, worked = time.perf_counter(), time.process_time()
    while time.process_time() < worked + 0.01:
        pass
    print(0.01 / (time.perf_counter() - began), flush=True)
    time.sleep(0.2)
"""


class Shares:
    """The share of a processor that a process of the same priority gets while it wants one: other work on this machine takes
    the rest, and comes and goes."""

    def __init__(self) -> None:
        self._found: list[tuple[float, float]] = []
        self._probe = subprocess.Popen([sys.executable, "-c", PROBE], stdout=subprocess.PIPE, text=True)
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def __enter__(self) -> Shares:
        return self

    def __exit__(self, *_: object) -> None:
        self._probe.kill()
        self._thread.join()
        self._probe.communicate()  # closes its output, too

    def _read(self) -> None:
        assert self._probe.stdout is not None
        for line in self._probe.stdout:
            self._found.append((time.monotonic(), float(line)))

    def between(self, begin: float, end: float) -> float:
        """Return the share in a time; without a measurement in it, which says that there was little, that of the next."""
        found = [share for at, share in self._found if begin <= at <= end]
        return fmean(found or [next((share for at, share in self._found if at > end), 1.0)])


class Players:
    """Tables at some machines."""

    def __init__(self, machines: list[Machine], tables: int, first: int = 0) -> None:
        self.tally = Tally()
        self.tables = [Table(first + one, machines[one % len(machines)], self.tally, None) for one in range(tables)]
        for table in self.tables:
            table.start()

    def __enter__(self) -> Players:
        return self

    def __exit__(self, *_: object) -> None:
        self.tally.over.set()

    def rate(self, seconds: float) -> list[tuple[float, int]]:
        """Return how many acts were acknowledged, twice a second, with the time."""
        found, end = [], time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            found.append((now, self.tally.acknowledged))
            self.tally.reaches(1_000_000_000, 0.5)
        return found

    def stop(self, context: Context) -> tuple[int, int, list[str]]:
        """End all matches; return how many acts were acknowledged, in how many matches, and what is wrong."""
        self.tally.over.set()
        for table in self.tables:
            table.join()
        assert not self.tally.failures, self.tally.failures
        self.tally.over.clear()
        matches = [match for table in self.tables for match in table.matches]
        for match in matches:
            if match.clients[0].get(match.path)["status"] != "closed":
                match.resign()
        until(lambda: all(closed(context.store.load(match.match)) for match in matches), "all matches are closed")
        verdict = judge(context, matches, mails=False)
        return verdict.acknowledged, verdict.matches, verdict.wrong


class Window(NamedTuple):
    """Some seconds of play."""

    at: float
    rate: float
    share: float

    @property
    def pace(self) -> float:
        """Acts for each second of a processor that somebody could have had."""
        return self.rate / self.share

    def is_as(self, usual: Window) -> bool:
        """Return whether as much is played as then, or as much as the machine lets anybody play now."""
        return self.rate >= FULL * usual.rate or self.pace >= FULL * usual.pace


def windows(samples: list[tuple[float, int]], shares: Shares) -> list[Window]:
    """Return the windows, with the time at which each begins."""
    found = []
    for at, count in samples:
        later = next(((end, more) for end, more in samples if end >= at + WINDOW), None)
        if later is not None:
            found.append(Window(at, (later[1] - count) / (later[0] - at), shares.between(at, later[0])))
    return found


def middle(found: list[Window]) -> Window:
    """Return the window with the median pace."""
    return sorted(found, key=lambda one: one.pace)[len(found) // 2]


def one_dies(three: ThreeMachines, players: Players, shares: Shares, seconds: float) -> Figures:
    """Let the machine die that has everything, while people play at the others; measure when they play as before."""
    victim, other, _ = three.machines
    players.tally.wait_for(20)
    usual = middle(windows(players.rate(seconds), shares))
    victim.die()
    died = time.monotonic()
    samples = players.rate(BACK_WITHIN + 2 * seconds)
    found = windows(samples, shares)
    full = [one.at - died for one in found if one.is_as(usual)]
    ready = requests.get(f"{other.url}/ready", timeout=120)
    told = ready.json()
    assert (ready.status_code, told["status"], told.get("store")) == (HTTPStatus.OK, "degraded", NO_SPARE), told
    gauges = Installation(three.context.store, three.settings["QUEUE_URL"]).collect()
    shown = {one.name: sample.value for one in gauges for sample in one.samples}
    assert (shown["siegelpost_store_durable"], shown["siegelpost_store_spare_replicas"]) == (1, 0), "the alarm says so"
    acknowledged, matches, wrong = players.stop(three.context)
    assert wrong == [], wrong
    after = middle([one for one in found if one.at >= died + BACK_WITHIN])
    return Figures(
        round(usual.rate, 1), round(usual.share, 3), round(after.rate, 1), round(after.share, 3),
        round(full[0], 1) if full else float("inf"), acknowledged, matches, len(wrong),
    )  # fmt: skip


def comes_back(three: ThreeMachines, victim: Machine) -> tuple[float, int, list[str]]:
    """Let the dead machine come back, and people play there, too; return the seconds until all is as before its death, how many
    acts were acknowledged then, and what is wrong."""
    began = time.monotonic()
    victim.come_back()
    until(lambda: _is_whole(victim), "the machine that came back says that all is well", 120)
    returned = time.monotonic() - began
    assert (victim.role(), three.context.store.spare_replicas()) == ("slave", 1)
    with Players(three.machines, 6, first=70) as players:
        players.tally.wait_for(60)
        acknowledged, _, wrong = players.stop(three.context)
    return round(returned, 1), acknowledged, wrong


def _is_whole(machine: Machine) -> bool:
    ready = requests.get(f"{machine.url}/ready", timeout=120)
    return ready.status_code == HTTPStatus.OK and ready.json()["status"] == "ready"


def another_dies(three: ThreeMachines, primary: Machine, last: Machine, players: Players) -> tuple[int, int, list[str]]:
    """Let the primary die, too, so that one replica is left, and go on with it alone as the page says."""
    players.tally.wait_for(20)
    primary.die()
    until(lambda: _is_unready(last), "the last machine says that nothing is written", 60)
    held = players.tally.acknowledged
    assert not players.tally.reaches(held + 1, WINDOW), "nothing is acknowledged that one machine alone has"
    alone(three, last)
    players.tally.wait_for(held + 20)
    return players.stop(three.context)


def _is_unready(machine: Machine) -> bool:
    return requests.get(f"{machine.url}/ready", timeout=120).status_code == HTTPStatus.SERVICE_UNAVAILABLE


def alone(three: ThreeMachines, last: Machine) -> None:
    """Do what the page says to go on with one machine."""
    page = (ROOT / "docs" / "three-machines.md").read_text(encoding="utf-8")
    [edit] = re.findall(r"sed -i '([^']+)' /var/lib/siegelpost-state/state.conf", page)
    with three.looking_after:
        three.looked_after.remove(last)
    last.kill(*PARTS)
    for name in PORTS:
        server = last.running.pop(name)
        server.kill()
        server.wait(120)
    for name in ("state", "queue"):
        last.edit(name, edit)
        last.serve(name)
    urls = {
        name: f"redis://siegelpost:{PASSWORD}@{last.host}:{PORTS[server]}/0"
        for name, server in (("REDIS_URL", "state"), ("QUEUE_URL", "queue"))
    }
    assert all(f"{name}=redis://siegelpost:PASSWORD@" in page for name in urls) and "SIEGELPOST_REPLICAS=0" in page
    three.context.store.close()
    three.context = Context.open(
        replace(three.context.settings, redis_url=urls["REDIS_URL"], queue_url=urls["QUEUE_URL"], replicas=0),
        resolver=True,
    )
    last.go_on_with(Remote(urls["QUEUE_URL"]), replicas="0")
    last.start(*PARTS)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_machines_die_again_and_again(tmp_path: Path) -> None:
    for number in range(scaled(20, 1)):
        watch = Watch()
        with three_machines(tmp_path / str(number)) as three:
            with Players(three.machines[1:], 16) as players, Shares() as shares:
                found = one_dies(three, players, shares, seconds=30.0)
            returned, acknowledged_back, wrong_back = comes_back(three, three.machines[0])
            three.machines[0].die()
            primary = until(partial(three.primary, three.machines[1:]), "one of the two is the primary")
            last = next(one for one in three.machines[1:] if one is not primary)
            with Players([last], 4, first=50) as players:
                acknowledged, matches, wrong = another_dies(three, primary, last, players)
        report(
            "32: three machines, one dies and stays dead, comes back and dies again, then another", watch.seconds,
            **asdict(found), returned=returned, acknowledged_back=acknowledged_back,
            acknowledged_then=acknowledged, matches_then=matches, wrong_then=len(wrong),
        )  # fmt: skip
        assert (found.lost_or_doubled, wrong_back, wrong) == (0, [], [])
        assert found.back <= BACK_WITHIN
        after, usual = Window(0, found.after, found.share_after), Window(0, found.before, found.share_before)
        assert after.is_as(usual), "it goes on at that rate"
