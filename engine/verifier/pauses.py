"""Whether the people at the table wanted a pause, and got just its time back (protocol section 12.14)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocol.log import Entry, milliseconds
from engine.protocol.pauses import Paused, Pauses, Wished, wanted
from engine.verifier.refuted import Refuted

STANDS_STILL = (
    "opened",
    "locked",
    "resolved",
    "absent",
    "polled",
    "voted",
    "substituted",
    "extended",
    "requested",
    "responded",
    "handed",
    "kept",
    "paused",
)
"""What no pause has in it."""
GOES_ON = ("locked", "resolved", "absent")
"""What does not come between the wishes for a pause and the pause. What ``resolved`` opens does, if it brought somebody back."""


class PauseLog:
    """The pauses of one match."""

    def __init__(self, agreed: Pauses | None) -> None:
        self._agreed = agreed
        self._wishes: set[int] = set()
        self._said: dict[int, int] = {}
        self._rested = False
        self.since: int | None = None
        """Since when the match stands still (ms), ``None``: it runs."""
        self._until = 0

    def follows(self, kind: str, people: Sequence[int]) -> None:
        """Check that nothing goes on in a pause, or where enough people want one."""
        if self.since is not None and kind in STANDS_STILL:
            raise Refuted(f"the match is paused, but goes on with {kind}")
        if self.since is None and kind in GOES_ON and self._wanted(people):
            raise Refuted(f"the people at the table want a pause, but the match goes on with {kind}")

    def wished(self, body: Wished, people: Sequence[int]) -> int:
        """Check that a seat may say this; return the number of its word."""
        seat = body["seat"]
        if self._agreed is None:
            raise Refuted("this match has not agreed on pauses", member="/seat")
        if seat not in people or body["pause"] == (seat in self._wishes) or (body["pause"] and self._rested):
            raise Refuted(f"seat {seat} says about a pause what it cannot say now", member="/pause")
        (self._wishes.add if body["pause"] else self._wishes.discard)(seat)
        self._said[seat] = self._said.get(seat, 0) + 1
        return self._said[seat]

    def paused(self, body: Paused, entry: Entry, people: Sequence[int]) -> None:
        """Check that enough people want the pause, and that it is as long as was agreed."""
        if self._agreed is None or not self._wanted(people):
            raise Refuted("the match is paused, which not enough people at the table wanted")
        at, self._until = milliseconds(entry["at"]), milliseconds(body["until"])
        if self._until != at + self._agreed["seconds"] * 1000:
            raise Refuted("the pause is for another time than the match agreed on", member="/until")
        self.since = at

    def resumed(self, entry: Entry, people: Sequence[int]) -> int:
        """Check that the pause may end now; return how long it was (ms)."""
        at, since = milliseconds(entry["at"]), self.since
        if since is None:
            raise Refuted("the match goes on, but it was not paused")
        if at < self._until and self._wanted(people):
            raise Refuted("the pause ends before its time although enough people want it")
        self.since, self._rested = None, True
        self._wishes.clear()
        return at - since

    def resolved(self) -> None:
        """Note that a decision was resolved: there may be another pause."""
        self._rested = False

    def _wanted(self, people: Sequence[int]) -> bool:
        return self._agreed is not None and wanted(self._wishes, people, self._agreed["majority"])
