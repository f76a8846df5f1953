"""What a start of ``siegelpost serve`` costs: time, processor time, and memory of all its processes a minute later."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.campaigns.bench.figures import Figure, Plan, interleaved, ratio
from tests.servers.ports import free_port

HERE = Path(sys.prefix).parent
SETTLED = 60.0
"""Seconds after the start at which everything is counted."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Started:
    """One start: seconds until all runs, seconds of processor time, megabytes (PSS: what is shared counts once)."""

    ready: float
    processor: float
    memory: float


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield the figures of this checkout, and of the other as ratios."""
    trees = [HERE, *([plan.against] if plan.against else [])]
    found = interleaved([partial(started, tree, plan.folder) for tree in trees], plan.repeats)
    units = {"ready": "s", "processor": "s", "memory": "MB"}
    ours, *other = [
        {name: Figure(name, unit, tuple(getattr(one, name) for one in starts)) for name, unit in units.items()}
        for starts in found
    ]
    for name, figure in ours.items():
        yield figure
        for theirs in other:
            yield ratio(f"... / {plan.against}", figure, theirs[name])


def started(tree: Path, folder: Path) -> Started:
    """Serve a new installation from a checkout, and end it."""
    with tempfile.TemporaryDirectory(dir=folder) as data:
        command = [str(tree / ".venv/bin/siegelpost"), "serve", "--data", data, "--port", str(free_port())]
        begun = time.monotonic()
        with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, text=True) as serving:
            assert serving.stdout is not None
            while "Ctrl-C" not in (line := serving.stdout.readline()):
                assert line, "serve has ended"
            ready = time.monotonic() - begun
            time.sleep(SETTLED)
            family = list(_family(serving.pid))
            found = Started(ready, sum(map(_processor, family)), sum(map(_memory, family)) / 1024)
            serving.send_signal(signal.SIGINT)
            serving.communicate()
    return found


def _family(pid: int) -> Iterator[int]:
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from _family(int(child))


def _processor(pid: int) -> float:
    """Return the seconds of a process, and of its children that have ended."""
    facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, facts[11:15])) / TICKS


def _memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
