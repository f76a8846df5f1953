"""Moves get through while a crowd sends, reads and waits, idles and wants pictures: p95 at most five times the quiet one."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import percentile
from tests.campaigns.bench.installation import Installation
from tests.campaigns.bench.load import Load, drive
from tests.campaigns.soak.report import Watch, report, scaled
from tests.system.crowds import crowd

AT_ONCE = 4
"""People who seal at the same time."""
TIMES = 5
MOST_CHANGES = 100
"""How often one may answer a decision, and so how often a person can take part in a measurement."""
FASTEST = 2000
"""More seals than a second brings on two processors."""
DAY = 86_400


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Installation]:
    """An installation as `serve` starts it, with tables whose people seal and replace."""
    with Installation(tmp_path / "crowd", hold_off=DAY) as one:
        one.environment["SIEGELPOST_RATE_LIMITS"] = (
            "off"  # everybody here has one address, and some of them tell the truth
        )
        yield one


def sitting(running: Installation, seconds: float) -> list[tables.Sitting]:
    """Return as many people as can seal for so long without changing their minds more often than is allowed."""
    matches = max(32, round(seconds * FASTEST / MOST_CHANGES / 2))
    people = [person for _ in range(matches) for person in tables.begin(running.context, 3_600_000)]
    return tables.dealt(running.context, people)


def sealing(running: Installation, people: list[tables.Sitting], seconds: float) -> Load:
    shares = [cycle(people[first::AT_ONCE]) for first in range(AT_ONCE)]
    load = drive(running.port, [partial(lambda share: next(share).commitment(), share) for share in shares], seconds)
    assert set(load.statuses) == {200}
    return load


@contextmanager
def besieged(plan: crowd.Plan, folder: Path, saw: dict[str, int]) -> Iterator[None]:
    """Have the crowd there; ``saw`` is filled with what it saw."""
    file = folder / "plan.json"
    crowd.write(plan, file)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.system.crowds.crowd", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout
    try:
        assert process.stdout.readline() == "there\n"
        yield
        process.stdin.close()
        saw.update(json.loads(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def plan_of(running: Installation, people: list[tables.Sitting], *, pause: float) -> crowd.Plan:
    """Return the crowd of the issue."""
    match = f"/v1/matches/{people[0].match}"
    polls = cycle((f"/v1/matches/{one.match}?after=100000&wait=30", one.token) for one in people)
    return crowd.Plan(
        port=running.port, slow_bodies=200, slow_readers=200, idle=500,
        pictures=40, large="/openapi.json", picture=f"{match}/picture.png",
        body_to=f"{match}/decisions/{people[0].decision}/commitment",
        polls=[next(polls) for _ in range(200)], pause=pause,
    )  # fmt: skip


def campaign(running: Installation, folder: Path, *, calm: float, siege: float) -> dict[str, Any]:
    """Measure moves for so many seconds in quiet, then amid the crowd, then in quiet again."""
    people = sitting(running, 1.0 + siege + 2 * calm)
    running.start("api")
    sealing(running, people, 1.0)
    quiet = sealing(running, people, calm)
    saw: dict[str, int] = {}
    with besieged(plan_of(running, people, pause=2.0), folder, saw):
        amid = sealing(running, people, siege)
    after = sealing(running, people, calm)
    p95 = percentile(quiet.latencies + after.latencies, 95)
    return {
        "quiet p95, ms": round(p95 * 1000, 1), "p95 in the crowd, ms": round(percentile(amid.latencies, 95) * 1000, 1),
        "slowest, ms": round(max(amid.latencies) * 1000, 1), "moves a second": round(amid.rate), "in quiet": round(quiet.rate),
        "ratio": round(percentile(amid.latencies, 95) / p95, 2), "saw": dict(sorted(saw.items())),
    }  # fmt: skip


def test_moves_get_through_a_crowd(running: Installation, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How fast they get through is asked in the long form: for so short a time on a busy machine it says nothing."""
    found = campaign(running, tmp_path, calm=0.2, siege=4.0)
    with capsys.disabled():
        print(f"\na crowd: {found}")
    saw = found["saw"]
    assert isinstance(saw, dict)
    assert found["moves a second"] > 0, found
    pictures = {name for name in saw if name.startswith("picture: ")}
    assert "picture: 429" in pictures <= {"picture: 200", "picture: 429"}, saw
    assert saw["slow reader: sent"] >= 200 and "poll: 500" not in saw and "hung up" not in saw, saw


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_moves_get_through_a_crowd_for_long(running: Installation, tmp_path: Path) -> None:
    watch = Watch()
    seconds = scaled(120, 5)
    found = campaign(running, tmp_path, calm=seconds, siege=2 * seconds)
    report("16: a crowd of slow clients", watch.seconds, **found)
    assert found["ratio"] <= TIMES, found
    saw = found["saw"]
    assert isinstance(saw, dict)
    assert saw.get("slow body: 408", 0) >= 200, saw
