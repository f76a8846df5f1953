"""``python -m checks.any_expressions``: fail when too many expressions of the engine have no type (``Any``).

mypy's strict mode lets ``Any`` pass wherever it comes from JSON, and an ``Any`` spreads: a misspelt member of a state would
raise nothing before a match stumbles over it. So the share is counted, and what is worst is named.
"""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

PACKAGE = "engine"
MOST_PERCENT = 1.0
NAMED = 5
"""How many of the worst modules are named."""


@dataclass(frozen=True)
class Count:
    """Number of expressions in a module, and how many of them are of type ``Any``."""

    module: str
    untyped: int
    expressions: int


def counts(report: str) -> list[Count]:
    """Return the modules of mypy's report, the one with the most ``Any`` first.

    >>> counts("  Name  Anys  Exprs  Coverage\\n  a.b  3  40  92.50%\\n  Total  3  40  92.50%")
    [Count(module='a.b', untyped=3, expressions=40)]
    """
    rows = [line.split() for line in report.splitlines()]
    found = [Count(row[0], int(row[1]), int(row[2])) for row in rows if len(row) == 4 and row[1].isdigit()]
    return sorted((one for one in found if one.module != "Total"), key=lambda one: -one.untyped)


def percent(found: Sequence[Count]) -> float:
    """Return how many of a hundred expressions are of type ``Any``."""
    return 100 * sum(one.untyped for one in found) / max(1, sum(one.expressions for one in found))


def main() -> int:
    """Count; return 1 when the share is too great, else 0."""
    with TemporaryDirectory() as folder:
        asked = subprocess.run(  # noqa: S603  our own tool with fixed arguments
            [sys.executable, "-m", "mypy", "--any-exprs-report", folder, "--package", PACKAGE],
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        report = Path(folder) / "any-exprs.txt"
        if asked.returncode or not report.is_file():
            sys.stderr.write(asked.stdout + asked.stderr)
            return 1
        found = counts(report.read_text(encoding="utf-8"))
    share = percent(found)
    sys.stdout.write(f"{PACKAGE}: {share:.2f} % of expressions are Any (at most {MOST_PERCENT:g} %)\n")
    if share < MOST_PERCENT:
        return 0
    for one in found[:NAMED]:
        sys.stderr.write(f"  {one.module}: {one.untyped} of {one.expressions}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
