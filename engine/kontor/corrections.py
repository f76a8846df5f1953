"""Which corrections of the rules apply to a match: the one place that knows what a version stands for.

The numbers are those of ``RULES.md``, "Found in play"; :mod:`engine.kit.corrections` explains how versions work.
"""

from __future__ import annotations

from engine.kit.corrections import Corrections
from engine.kontor.presets import Preset
from engine.kontor.types.state import KontorState

SINCE: dict[str, int] = {
    "deadlock-sees-ships": 2,  # 1: a quay that a ship move would make room for keeps the match going
    "alone-before-reveal": 2,  # 2: in teams the card for being alone is sealed, never chosen after the reveal
    "unopened-never-pays": 2,  # 3: refusing to open a buying decision is never better than a legal answer
}
"""The version from which a correction applies, by its name."""

CORRECTIONS = Corrections(SINCE)
NEWEST, VERSIONS = CORRECTIONS.newest, CORRECTIONS.versions
marker, applies = CORRECTIONS.marker, CORRECTIONS.applies


def sealed_together(state: KontorState, preset: Preset) -> bool:
    """Return whether the card for a passing opponent is sealed with the first: in teams nobody may see cards before."""
    return applies("alone-before-reveal", state) and preset.seats > len(state["colours"])
