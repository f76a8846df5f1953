"""What parts add up to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.campaigns.soak.records import Count, Record


@dataclass
class Sum:
    """Several parts as one: dates and seeds from the first to the last."""

    parts: int = 0
    seconds: float = 0.0
    dates: tuple[str, str] = ("", "")
    seeds: tuple[int, int] = (0, 0)
    counts: dict[str, Count] = field(default_factory=dict)
    most: dict[str, float] = field(default_factory=dict)
    least: dict[str, float] = field(default_factory=dict)


def added(records: Iterable[Record]) -> Sum:
    """Return the sum of parts."""
    found = Sum()
    for one in records:
        found.dates = (min(found.dates[0] or one.date, one.date), max(found.dates[1], one.date))
        lowest = min(found.seeds[0], one.first) if found.parts else one.first
        found.seeds = (lowest, max(found.seeds[1], one.last))
        found.parts += 1
        found.seconds += one.seconds
        for name, value in one.counts.items():
            found.counts[name] = _plus(found.counts.get(name), value)
        for name, figure in one.most.items():
            found.most[name] = max(found.most.get(name, figure), figure)
        for name, figure in one.least.items():
            found.least[name] = min(found.least.get(name, figure), figure)
    return found


def _plus(one: Count | None, other: Count) -> Count:
    if isinstance(other, dict):
        before = one if isinstance(one, dict) else {}
        return dict(Counter(before) + Counter(other))
    return other + (one if isinstance(one, int | float) else 0)
