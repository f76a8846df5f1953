"""Which corrections of the rules apply to a match: the one place that knows what a version stands for.

The numbers are those of ``RULES.md``, "Found in play"; :mod:`engine.kit.corrections` explains how versions work.
"""

from __future__ import annotations

from engine.kit.corrections import Corrections

SINCE: dict[str, int] = {
    "traders-have-cards": 2  # 1: no more traders than goods cards are given away
}
"""The version from which a correction applies, by its name."""

CORRECTIONS = Corrections(SINCE)
NEWEST, VERSIONS = CORRECTIONS.newest, CORRECTIONS.versions
marker, applies = CORRECTIONS.marker, CORRECTIONS.applies
