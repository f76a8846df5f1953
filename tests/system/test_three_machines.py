"""Matches on three machines, of which one dies and stays dead, and then another (campaign 32; docs/three-machines.md)."""

from __future__ import annotations

import re
import time
from dataclasses import asdict, dataclass, replace
from functools import partial
from http import HTTPStatus
from pathlib import Path

import pytest
import requests

from service.context import Context
from service.store.connection.durability import NO_SPARE
from service.telemetry.gauges import Installation
from tests.deploy.files import ROOT
from tests.embedded.watching import until
from tests.soak.report import Watch, report, scaled
from tests.system.players import Tally
from tests.system.test_kills import Table, closed
from tests.system.three_machines import PARTS, PASSWORD, PORTS, Machine, Remote, ThreeMachines, three_machines
from tests.system.verdict import judge

BACK_WITHIN = 20.0
"""Seconds from a machine's death to the full rate of acts."""
WINDOW = 5.0
"""Seconds over which a rate is measured."""
FULL = 0.8
"""Of the rate before: the measurement of so few tables on a busy machine is no better."""


@dataclass
class Figures:
    """What became of the acts. Rates in acts a second; ``back``: seconds from the death to the begin of the full rate."""

    before: float
    after: float
    back: float
    acknowledged: int
    matches: int
    lost_or_doubled: int


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


def windows(samples: list[tuple[float, int]]) -> list[tuple[float, float]]:
    """Return the rate of each window, with the time at which it begins."""
    found = []
    for at, count in samples:
        later = next(((end, more) for end, more in samples if end >= at + WINDOW), None)
        if later is not None:
            found.append((at, (later[1] - count) / (later[0] - at)))
    return found


def one_dies(three: ThreeMachines, players: Players, seconds: float) -> Figures:
    """Let the machine die that has everything, while people play at the others; measure when they play as before."""
    victim, other, _ = three.machines
    players.tally.wait_for(20)
    before = sorted(rate for _, rate in windows(players.rate(seconds)))
    usual = before[len(before) // 2]
    victim.die()
    died = time.monotonic()
    samples = players.rate(BACK_WITHIN + 2 * seconds)
    full = [(at - died, rate) for at, rate in windows(samples) if rate >= FULL * usual]
    ready = requests.get(f"{other.url}/ready", timeout=10)
    assert (ready.status_code, ready.json()["status"], ready.json()["store"]) == (HTTPStatus.OK, "degraded", NO_SPARE)
    gauges = Installation(three.context.store, three.settings["QUEUE_URL"]).collect()
    shown = {one.name: sample.value for one in gauges for sample in one.samples}
    assert (shown["siegelpost_store_durable"], shown["siegelpost_store_spare_replicas"]) == (1, 0), "the alarm says so"
    acknowledged, matches, wrong = players.stop(three.context)
    assert wrong == [], wrong
    after = sorted(rate for _, rate in windows([one for one in samples if one[0] >= died + BACK_WITHIN]))
    return Figures(
        round(usual, 1), round(after[len(after) // 2], 1), round(full[0][0], 1) if full else float("inf"),
        acknowledged, matches, len(wrong),
    )  # fmt: skip


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
    return requests.get(f"{machine.url}/ready", timeout=30).status_code == HTTPStatus.SERVICE_UNAVAILABLE


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
        server.wait(30)
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
            with Players(three.machines[1:], 16) as players:
                found = one_dies(three, players, seconds=30.0)
            primary = until(partial(three.primary, three.machines[1:]), "one of the two is the primary")
            last = next(one for one in three.machines[1:] if one is not primary)
            with Players([last], 4, first=50) as players:
                acknowledged, matches, wrong = another_dies(three, primary, last, players)
        report(
            "32: three machines, one dies and stays dead, then another", watch.seconds,
            **asdict(found), acknowledged_then=acknowledged, matches_then=matches, wrong_then=len(wrong),
        )  # fmt: skip
        assert (found.lost_or_doubled, wrong) == (0, [])
        assert found.back <= BACK_WITHIN and found.after >= FULL * found.before
