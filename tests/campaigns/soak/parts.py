"""A long form in parts: each takes the next seeds, and what came of it is written down when it ends. A run that is broken off
loses the part it was in; the next run goes on where the sum stands.

    for part in parts("raw-bytes"):
        with part:
            found = campaign(part.size("requests"), seed=part.seed)
            part.counts(requests=found.requests)
            assert found.wrong == []
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from types import TracebackType

import pytest

from tests.campaigns.soak import records
from tests.campaigns.soak.goals import Campaign, campaigns
from tests.campaigns.soak.records import Count, Record
from tests.campaigns.soak.report import machine
from tests.campaigns.soak.sums import added
from tests.campaigns.soak.version import program

BROKEN_OFF = (KeyboardInterrupt, SystemExit, pytest.exit.Exception)
"""What comes from outside. A failure need not be an ``Exception``: ``pytest.fail`` raises none."""


class Part:
    """So many seeds of a campaign. Left by an exception, it is written down as failed."""

    def __init__(self, campaign: Campaign, seeds: range, scale: float, file: Path) -> None:
        self.seeds = seeds
        self._campaign, self._scale, self._file = campaign, scale, file
        self._counts: dict[str, Count] = {}
        self._most: dict[str, float] = {}
        self._least: dict[str, float] = {}
        self._began, self._program = 0.0, ""

    @property
    def seed(self) -> int:
        """The first seed: that of a campaign which takes one for the whole part."""
        return self.seeds[0]

    def size(self, what: str) -> int:
        """Return how many of something this part is to make."""
        return self._campaign.a_seed[what] * len(self.seeds)

    def counts(self, **found: Count) -> None:
        """Note what adds up over parts."""
        self._counts |= found

    def most(self, **found: float) -> None:
        """Note figures of which the greatest over all parts counts."""
        self._most |= found

    def least(self, **found: float) -> None:
        """Note figures of which the smallest over all parts counts."""
        self._least |= found

    def __enter__(self) -> Part:
        self._began, self._program = time.monotonic(), program()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, BROKEN_OFF):
            return  # nothing is known about these seeds
        # Whoever edits meanwhile has tested neither the one nor the other.
        programs = " then ".join(dict.fromkeys((self._program, program())))
        record = Record(
            campaign=self._campaign.name, program=programs, date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ"),
            first=self.seeds[0], last=self.seeds[-1], scale=self._scale, seconds=round(time.monotonic() - self._began, 1),
            machine=machine(), counts=self._counts, most=self._most, least=self._least,
            failed="" if error is None else " ".join(f"{type(error).__name__}: {error}".split())[:300],
        )  # fmt: skip
        records.append(record, self._file)


def parts(name: str, file: Path = records.FILE, environment: Mapping[str, str] = os.environ) -> Iterator[Part]:
    """Yield the parts of this run, at least one: ``SOAK_SCALE`` of the goal, but no more than is missing of it.

    None begins after ``SOAK_SECONDS``, if that is set.
    """
    campaign, began = campaigns()[name], time.monotonic()
    scale, seconds = float(environment.get("SOAK_SCALE", "1")), float(environment.get("SOAK_SECONDS", "inf"))
    done = added(records.distinct(records.passed(records.read(file), name))).counts
    missing = campaign.missing({what: value for what, value in done.items() if isinstance(value, int | float)})
    wanted = ceil(campaign.seeds_for(campaign.goal) * scale)
    left = max(1, min(missing, wanted))
    while left > 0:
        seeds = records.free_seeds(records.read(file), name, min(left, campaign.a_part))
        yield Part(campaign, seeds, scale, file)
        left -= len(seeds)
        if time.monotonic() - began > seconds:
            return
