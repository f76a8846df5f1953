"""Which corrections of the rules a match is played with: the one place that knows what a version stands for.

A correction that could change how a stored match goes on is a new version of the rules. A match is played to its end by the
version it began with, which stands in its state; the rule that was corrected asks here, by the correction's name. States of
version 1 say nothing, so their hashes are those they always had.
"""

from __future__ import annotations

from engine.contract import State

NEWEST = 2
VERSIONS = range(1, NEWEST + 1)

SINCE: dict[str, int] = {
    "interruption-ends-list": 2,  # 1: after an interruption the rest of the turn is the player's
    "marks-are-orders": 2,  # 2: only standing orders sign a move as theirs
    "spots-are-named": 2,  # 3: who trades with the other names pits and centres, where he likes
    "steps-without-gaps": 2,  # 4: entries of a turn list are numbered as they are played
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
