"""The campaigns whose long forms are run in parts, and what the parts are to reach together: ``goals.toml`` beside this."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path


@dataclass(frozen=True)
class Campaign:
    """A row of ``goals.toml``, which says what its members are."""

    name: str
    title: str
    number: str
    goal: Mapping[str, int]
    a_seed: Mapping[str, int]
    a_part: int

    def seeds_for(self, amounts: Mapping[str, float]) -> int:
        """Return how many seeds reach about so much of everything."""
        return max(ceil(amount / self.a_seed[what]) for what, amount in amounts.items())

    def missing(self, done: Mapping[str, float]) -> int:
        """Return how many seeds are still to be run when so much is done."""
        return self.seeds_for({what: max(0, wanted - done.get(what, 0)) for what, wanted in self.goal.items()})


@cache
def campaigns() -> dict[str, Campaign]:
    """Return every campaign by its name, in the order of the file."""
    rows = tomllib.loads(Path(__file__).with_name("goals.toml").read_text(encoding="utf-8"))
    return {name: Campaign(name, **row) for name, row in rows.items()}
