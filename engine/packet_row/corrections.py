"""Which corrections of the rules a match is played with: the one place that knows what a version stands for.

A correction that could change how a stored match goes on is a new version of the rules. A match is played to its end by the
version it began with, which stands in its state; the rule that was corrected asks here, by the correction's name. States of
version 1 say nothing, so their hashes are those they always had.

What changes no stored match applies to every version: a harbour programme no longer ends the round against ``wait`` ("Found in
play" 2), because what orders answer stands in the log as a move and is not asked again when the log is replayed.
"""

from __future__ import annotations

from engine.contract import State

NEWEST = 2
VERSIONS = range(1, NEWEST + 1)

SINCE: dict[str, int] = {
    "traders-have-cards": 2,  # 1: no more traders than goods cards are given away
}
"""Since which version a correction applies, by its name. The numbers are those of ``RULES.md``, "Found in play"."""


def marker(version: int) -> dict[str, int]:
    """Return what a state says of its version: members to begin a match with."""
    return {} if version == 1 else {"version": version}


def version_of(state: State) -> int:
    """Return by which version of the rules a match is played."""
    version: int = state.get("version", 1)
    return version


def applies(name: str, state: State) -> bool:
    """Return whether a correction applies in a match."""
    return version_of(state) >= SINCE[name]
