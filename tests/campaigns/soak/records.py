"""What is kept of every part of a long form: a line of JSON in ``parts.jsonl`` beside this, never changed afterwards."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

FILE = Path(__file__).with_name("parts.jsonl")
FIRST = 1_000
"""The first seed of all long forms; short forms have smaller ones."""

Count = int | float | dict[str, int]


@dataclass(frozen=True)
class Record:
    """One part: seeds from ``first`` to ``last``, and what came of it.

    ``counts`` add up over parts, of ``most`` the greatest counts, of ``least`` the smallest. ``failed`` says what failed.
    """

    campaign: str
    program: str
    date: str
    first: int
    last: int
    scale: float
    seconds: float
    machine: str
    counts: dict[str, Count] = field(default_factory=dict)
    most: dict[str, float] = field(default_factory=dict)
    least: dict[str, float] = field(default_factory=dict)
    failed: str = ""


def read(file: Path = FILE) -> list[Record]:
    """Return all parts, oldest first."""
    if not file.exists():
        return []
    return [Record(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def append(record: Record, file: Path = FILE) -> None:
    """Keep a part: in one write, so that two runs at once do not mix their lines."""
    line = json.dumps({name: value for name, value in asdict(record).items() if value not in ({}, "")})
    with file.open("a", encoding="utf-8") as kept:
        kept.write(line + "\n")


def passed(records: Iterable[Record], campaign: str) -> list[Record]:
    """Return the parts of a campaign in which nothing failed."""
    return [one for one in records if one.campaign == campaign and not one.failed]


def distinct(records: Iterable[Record]) -> list[Record]:
    """Return the parts that took seeds of their own; two branches may have run the same."""
    found: list[Record] = []
    for one in records:
        if all(one.last < part.first or part.last < one.first for part in found):
            found.append(one)
    return found


def free_seeds(records: Iterable[Record], campaign: str, wanted: int) -> range:
    """Return the first seeds that no part has passed: at most so many, in one piece. Those of a failure come again."""
    first = FIRST
    for one in sorted(passed(records, campaign), key=lambda one: one.first):
        if one.first > first:
            return range(first, min(first + wanted, one.first))
        first = max(first, one.last + 1)
    return range(first, first + wanted)


def open_failures(records: list[Record]) -> list[Record]:
    """Return the parts that failed and whose seeds have not all passed since."""
    found = []
    for place, one in enumerate(records):
        later = passed(records[place + 1 :], one.campaign)
        seeds = set(range(one.first, one.last + 1)).difference(*(range(part.first, part.last + 1) for part in later))
        if one.failed and seeds:
            found.append(one)
    return found
