"""Matches that an operator has set aside: kept as they are, read and written by nobody, until he takes them up again.

What cannot be read is parked by itself and tried again for ever. Set aside it is tried no more, everybody is told so, and what is
stored of it can be taken out byte for byte, to be looked at and repaired.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from service.store import keys
from service.store.connection.scripts import SET_ASIDE, Call
from service.store.errors import Unreadable
from service.store.matches.parking import Parking

REASON = "set aside: "
"""What the reason of a match begins with that is set aside; scripts know it, too."""
KEPT = {
    "match": keys.match,
    "acts": keys.acts,
    "secrets": keys.secrets,
    "seen": keys.seen,
    "lines": keys.lines,
    "leaves": keys.leaves,
}
"""The parts of a match in the store."""


class SetAside(Unreadable):
    """The operator has set this match aside; ``reason`` is what he said."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(f"match {match}", reason)
        self.reason = reason


class Kept(NamedTuple):
    """A part of a match as the server keeps it: ``stored`` is what ``DUMP`` returns and ``RESTORE`` takes, with a checksum."""

    part: str
    key: str
    stored: bytes


class SettingAside(Parking):
    """Setting matches aside, and taking them up again."""

    def set_aside(self, match: str, why: str) -> Literal["set aside", "unknown", "already"]:
        """Set a match aside, whatever is stored of it. Nothing of it is changed."""
        bucket = keys.bucket_of(match)
        names = [keys.match(match), keys.lines(match), keys.due(bucket), keys.parked(bucket)]
        done = int(self._run(Call(SET_ASIDE, names, [match, REASON + why, REASON])))
        return "unknown" if done == 0 else "already" if done < 0 else "set aside"

    def is_set_aside(self, match: str) -> bool:
        """Return whether a match is set aside, or was taken up again and has not gone on yet."""
        found = self.parked().get(match)
        return found is not None and found.reason.startswith(REASON)

    def kept_of(self, match: str) -> list[Kept]:
        """Return all that is stored of a match, as it is; nothing where there is none."""
        names = {part: key(match) for part, key in KEPT.items()}
        dumps = self._ask_many([("DUMP", name) for name in names.values()])
        return [Kept(part, key, dump) for (part, key), dump in zip(names.items(), dumps, strict=True) if dump]


__all__ = ["KEPT", "REASON", "Kept", "SetAside", "SettingAside"]
