"""The protocol's texts: canonical bytes of log entries, strict reading of them and of exported lines.

``--against FOLDER`` measures the same in another checkout that has its own ``.venv``, in turn; then each figure is a ratio, too.
Run as a program, this module is one of the two: it uses nothing but the engine it finds and the standard library.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.bench.figures import Figure, Plan

GOLDEN = Path(__file__).parents[1] / "system" / "golden"
LOGS = ("tilsit", "packet-row", "anno-1701", "seafarers-sechs-inseln-6")
LINES = 200
"""Lines of each log that are read and written."""


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield processor time for each text, the mean of all games' entries."""
    from tests.bench.figures import Figure, interleaved, ratio

    checkouts = [Path.cwd(), *([plan.against] if plan.against else [])]
    ours, *theirs = interleaved([lambda one=one: _in(one) for one in checkouts], plan.repeats)
    for name in ours[0]:
        figure = Figure(f"{name}: processor time", "us", tuple(one[name] for one in ours))
        yield figure
        for other in theirs:
            beside = Figure(f"{name}: there", "us", tuple(one[name] for one in other))
            yield beside
            yield ratio(f"{name}: here / there", figure, beside)


def _in(checkout: Path) -> dict[str, float]:
    """Measure in a process of the checkout's own Python; return microseconds by name."""
    command = [checkout / ".venv" / "bin" / "python", "-P", __file__]
    found = subprocess.run(command, cwd=checkout, env={"PYTHONPATH": str(checkout)}, check=True, capture_output=True)
    return {str(name): float(value) for name, value in json.loads(found.stdout).items()}


def measure() -> dict[str, float]:
    """Return microseconds of processor time by what is done, the least of five rounds through all texts."""
    from engine.protocol.canon import canonical, parse
    from engine.protocol.log import read_export

    logs = [b"".join((GOLDEN / f"{name}.jsonl").read_bytes().splitlines(keepends=True)[:LINES]) for name in LOGS]
    lines = [line for log in logs for line in log.splitlines()]
    entries = [json.loads(line)["entry"] for line in lines]
    texts = [canonical(entry) for entry in entries]
    spaced = [json.dumps(entry).encode() for entry in entries]

    def all_of(work: Callable[[object], object], values: list[object]) -> Callable[[], None]:
        def do() -> None:
            for value in values:
                work(value)

        return do

    works: dict[str, Callable[[], object]] = {
        "canonical text of a log entry": all_of(canonical, entries),
        "strict reading of it": all_of(parse, list(texts)),  # type: ignore[arg-type]
        "strict reading of an entry with blanks": all_of(parse, list(spaced)),  # type: ignore[arg-type]
        "reading a line of an export": lambda: [list(read_export(log)) for log in logs],
    }
    return {name: min(_time(work) for _ in range(5)) * 1e6 / len(lines) for name, work in works.items()}


def _time(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()))
