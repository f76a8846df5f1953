"""Corrections of a game's rules: the version of the rules from which each applies.

A correction that could change how a stored match goes on makes a new version of the rules. A match is played to its end by
the version it began with, which its state names; the rule that was corrected asks for the correction by name. States of
version 1 name no version, so their hashes are the same as ever.
"""

from __future__ import annotations

from collections.abc import Mapping


class Corrections:
    """The corrections of one game: the version that brought each, by the correction's name.

    >>> made = Corrections({"ships-count": 2})
    >>> made.applies("ships-count", {}), made.applies("ships-count", {"version": 2})
    (False, True)
    """

    def __init__(self, since: Mapping[str, int]) -> None:
        self.since = dict(since)
        self.newest = max(since.values(), default=1)
        self.versions = range(1, self.newest + 1)

    def marker(self, version: int) -> dict[str, int]:
        """Return the members that name the version in the state of a new match."""
        return {} if version == 1 else {"version": version}

    def version_of(self, state: Mapping[str, object]) -> int:
        """Return by which version of the rules a match is played.

        :raises TypeError: the state names a version that is no integer; no state of ours does.
        """
        version = state.get("version", 1)
        if not isinstance(version, int):
            raise TypeError(f"a state's version is an integer, not {type(version).__name__}")
        return version

    def applies(self, name: str, state: Mapping[str, object]) -> bool:
        """Return whether a correction applies in a match."""
        return self.version_of(state) >= self.since[name]


__all__ = ["Corrections"]
