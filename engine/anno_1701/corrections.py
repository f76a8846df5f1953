"""Which corrections of the rules apply to a match: the one place that knows what a version stands for.

The numbers are those of ``RULES.md``, "Found in play"; :mod:`engine.kit.corrections` explains how versions work.
"""

from __future__ import annotations

from engine.kit.corrections import Corrections

SINCE: dict[str, int] = {
    "interruption-ends-list": 2,  # 1: after an interruption the rest of the turn is the player's
    "marks-are-orders": 2,  # 2: only standing orders sign a move as theirs
    "spots-are-named": 2,  # 3: landscapes and centres may be named in trades and preferred
    "steps-without-gaps": 2,  # 4: entries of a turn list are numbered as they are played
}
"""The version from which a correction applies, by its name."""

CORRECTIONS = Corrections(SINCE)
NEWEST, VERSIONS = CORRECTIONS.newest, CORRECTIONS.versions
version_of, applies = CORRECTIONS.version_of, CORRECTIONS.applies
