"""The protocol's texts: canonical bytes of log entries, strict reading of them and of exported lines.

``--against FOLDER`` measures the same in another checkout that has its own ``.venv``, in turn; then each figure is a ratio, too.
Run as a program, this module is one of the two: it uses nothing but the engine it finds and the standard library.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.campaigns.bench.figures import Figure, Plan

GOLDEN = Path(__file__).parents[3] / "system" / "golden"
LOGS = ("tilsit", "packet-row", "anno-1701", "seafarers-sechs-inseln-6")
LINES = 200
"""Lines of each log that are read and written."""


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield processor time for each text, the mean of all games' entries."""
    from tests.campaigns.bench.against import in_turn

    yield from in_turn(Path(__file__), plan)


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
