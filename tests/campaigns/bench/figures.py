"""How figures are taken and shown: repeats, medians, ranges, and the disk's fsync rate beside them."""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

REPEATS = 5

Result = TypeVar("Result")


@dataclass(frozen=True)
class Plan:
    """What a run was asked for: where its data go, how often and how long it measures, how much it stores and plays.

    ``compiled``: measure the rules of Seafarers compiled, too, which needs a C compiler. ``against``: another checkout,
    measured in turn with this one.
    """

    folder: Path
    repeats: int = REPEATS
    seconds: float = 2.0
    samples: int = 24
    matches: int = 100_000
    games: int = 2_000
    compiled: bool = False
    against: Path | None = None


@dataclass(frozen=True)
class Figure:
    """One measured quantity: the values of all repeats, in the unit named."""

    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __str__(self) -> str:
        spread = f"[{_short(min(self.values))} - {_short(max(self.values))}]" if len(self.values) > 1 else ""
        return f"{self.name:<62}{_short(self.median):>10} {self.unit:<10}{spread}"


def interleaved(measures: Sequence[Callable[[], Result]], repeats: int) -> list[list[Result]]:
    """Measure several things in turn, so that a noisy minute hits all of them alike; return each one's results."""
    results: list[list[Result]] = [[] for _ in measures]
    for _ in range(repeats):
        for place, measure in enumerate(measures):
            results[place].append(measure())
    return results


def ratio(name: str, one: Figure, other: Figure) -> Figure:
    """Return the ratio of two figures taken in the same run, repeat by repeat."""
    return Figure(name, "x", tuple(a / b for a, b in zip(one.values, other.values, strict=True)))


def fsync_rate(folder: Path | None = None, seconds: float = 0.5) -> float:
    """Return how many times a second 200 bytes can be appended durably here."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            os.write(file.fileno(), b"x" * 200)
            os.fdatasync(file.fileno())
            done += 1
        return done / (time.perf_counter() - start)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value below which ``percent`` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.2f}"
