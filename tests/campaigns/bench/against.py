"""A measurement in this checkout and, with ``--against``, in another one, in turn, each in processes of its own Python.

What is measured is a program of this folder that uses only what both checkouts have; it writes microseconds by name, as JSON.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.campaigns.bench.figures import Figure, Plan, interleaved, ratio

HERE = Path(__file__).parents[3]


def in_turn(program: Path, plan: Plan) -> Iterator[Figure]:
    """Yield what the program measures here, and beside it what it measures there, and the ratio of both."""
    checkouts = [HERE, *([plan.against] if plan.against else [])]
    ours, *theirs = interleaved([partial(_run, program, one) for one in checkouts], plan.repeats)
    for name in ours[0]:
        figure = Figure(name, "us", tuple(one[name] for one in ours))
        yield figure
        for other in theirs:
            beside = Figure(f"{name}: there", "us", tuple(one[name] for one in other))
            yield beside
            yield ratio(f"{name}: here / there", figure, beside)


def _run(program: Path, checkout: Path) -> dict[str, float]:
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    command = [str(checkout / ".venv" / "bin" / "python"), "-P", str(program)]
    found = subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE)
    return {str(name): float(value) for name, value in json.loads(found.stdout).items()}
