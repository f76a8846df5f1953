"""A start with many matches, after a ``kill -9`` of every process: when the first answer comes, beside what loading takes.

``siegelpost serve`` as an operator starts it. The matches are copies, as in ``many``; the state server tells in its log how long
it has loaded, which is the baseline. Time runs from the start of ``serve``. The first answer is one that is read from the store;
that the service is still starting was said long before. Acts are taken when the clock runs, too: after an outage its first beat
gives the lost time back.
"""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import redis

from tests.campaigns.bench.figures import Figure, Plan
from tests.campaigns.bench.installation import Installation, answers, until
from tests.campaigns.bench.sections import many
from tests.servers.ports import free_port

DAY = 86_400
STARTS = 3
"""The first one is after an orderly end, the others after a ``kill -9``."""
PATIENCE = 1_800.0
LOOK = 0.15
"""Seconds between two questions: asked more often, a start of minutes would use up the quota of this address."""
LOADED = re.compile(r"DB loaded from append only file: ([0-9.]+) seconds")


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield when the first answer came, how long the store loaded, and the difference."""
    folder = plan.folder / "restart"
    _fill(folder, plan.matches)
    told, whole, ticking, loading = [], [], [], []
    for _ in range(STARTS):
        begun, first, clock = _start_and_kill(folder)
        told.append(begun)
        whole.append(first)
        ticking.append(clock)
        loads = LOADED.findall((folder / "log" / "state.log").read_text(encoding="utf-8", errors="replace"))
        loading.append(float(loads[-1]))
    yield f"{plan.matches:,} copies of a match, {STARTS} starts, all but the first after a kill -9 of every process"
    yield Figure("from the start to the word that it is starting", "s", tuple(told))
    yield Figure("from the start to the first answer", "s", tuple(whole))
    yield Figure("from the start to the clock's first beat: acts are taken", "s", tuple(ticking))
    yield Figure("... of which the state server loads (baseline)", "s", tuple(loading))
    beside = tuple(one - other for one, other in zip(whole, loading, strict=True))
    yield Figure("... beside that (aim 2 s)", "s", beside)


def _fill(folder: Path, matches: int) -> None:
    with Installation(folder, hold_off=DAY) as running:
        client = redis.Redis.from_url(running.environment["REDIS_URL"], protocol=2)
        match, _ = many._half_played(running.context)
        client.config_set("appendonly", "no")
        many.copies(client, match, matches)
        client.config_set("appendonly", "yes")
        until(
            lambda: client.info("persistence")["aof_base_size"] > 0 and _is_written(client), "all is written", PATIENCE
        )
        client.close()


def _is_written(client: redis.Redis) -> bool:
    facts = client.info("persistence")
    return not facts["aof_rewrite_in_progress"] and not facts["aof_rewrite_scheduled"]


def _start_and_kill(folder: Path) -> tuple[float, float, float]:
    """Start everything, wait until the clock ticks, kill every process.

    :return: seconds until it says that it is starting, until the first answer, and until the clock ticks.
    """
    port, begun = free_port(), time.monotonic()
    program = str(Path(sys.executable).with_name("siegelpost"))
    command = [program, "serve", "--data", str(folder), "--port", str(port), "--no-demo"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as serving:
        try:
            return (
                _seconds_until(lambda: answers(port, "/health"), "it says something", serving, begun),
                _seconds_until(lambda: answers(port, "/v1/meta"), "the first answer came", serving, begun),
                _seconds_until(lambda: _ticks(port), "the clock ticks", serving, begun),
            )
        finally:
            for one in _with_children(serving.pid) if serving.returncode is None else ():
                os.kill(one, signal.SIGKILL)


def _seconds_until(happened: Callable[[], bool], what: str, serving: subprocess.Popen[bytes], begun: float) -> float:
    until(lambda: serving.poll() is not None or happened(), what, PATIENCE, LOOK)
    if serving.returncode is not None:
        raise RuntimeError(f"serve has ended with {serving.returncode}")
    return time.monotonic() - begun


def _ticks(port: int) -> bool:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=2)) as connection:
        try:
            connection.request("GET", "/ready")
            return bool(json.load(connection.getresponse()).get("clock") == "ticking")
        except (OSError, http.client.HTTPException, ValueError):
            return False


def _with_children(process: int) -> list[int]:
    threads = Path(f"/proc/{process}/task").iterdir()
    children = [int(one) for task in threads for one in (task / "children").read_text(encoding="ascii").split()]
    return [process, *(one for child in children for one in _with_children(child))]
