"""Which corrections of the rules a match is played with: the one place that knows what a version stands for.

A correction that could change how a stored match goes on is a new version of the rules. A match is played to its end by the
version it began with, which stands in its state; the rule that was corrected asks here, by the correction's name. States of
version 1 say nothing, so their hashes are those they always had.
"""

from __future__ import annotations

from engine.contract import State
from engine.kontor.presets import Preset

NEWEST = 2
VERSIONS = range(1, NEWEST + 1)

SINCE: dict[str, int] = {
    "deadlock-sees-ships": 2,  # 1: a quay that a ship move would make room for keeps the match going
    "alone-before-reveal": 2,  # 2: in teams the card for being alone is sealed, never chosen after the reveal
    "unopened-never-pays": 2,  # 3: refusing to open a buying decision is never better than a legal answer
}
"""Since which version a correction applies, by its name. The numbers are those of ``RULES.md``, "Found in play"."""


def marker(version: int) -> dict[str, int]:
    """Return what a state says of its version: members to begin a match with."""
    return {} if version == 1 else {"version": version}


def version_of(state: State) -> int:
    """Return by which version of the rules a match is played."""
    version: int = state.get("version", 1)
    return version


def sealed_together(state: State, preset: Preset) -> bool:
    """Return whether the card for a passing opponent is sealed with the other one: in teams nobody may see cards first."""
    return applies("alone-before-reveal", state) and preset.seats > len(state["colours"])


def applies(name: str, state: State) -> bool:
    """Return whether a correction applies in a match."""
    return version_of(state) >= SINCE[name]
