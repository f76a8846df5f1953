"""Which corrections of the rules a match is played with: the one place that knows what a version stands for.

The numbers are those of ``RULES.md``, "Found in play"; how versions work is said in :mod:`engine.kit.corrections`.
"""

from __future__ import annotations

from engine.kit.corrections import Corrections

SINCE: dict[str, int] = {
    "traders-have-cards": 2  # 1: no more traders than goods cards are given away
}
"""Since which version a correction applies, by its name."""

CORRECTIONS = Corrections(SINCE)
NEWEST, VERSIONS = CORRECTIONS.newest, CORRECTIONS.versions
marker, applies = CORRECTIONS.marker, CORRECTIONS.applies
