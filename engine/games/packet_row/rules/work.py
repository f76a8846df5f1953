"""Work counted in steps, so that the cost of anything players write is bounded ("Found in play" 3).

Steps rather than seconds: the same document in the same state costs the same on every machine, so whether it is accepted and
what it answers are functions of document and state alone. A step is the work of about a microsecond or two.
"""

from __future__ import annotations

MOST_FOR_CHECK = 25_000
"""Steps that :mod:`engine.games.packet_row.orders.check` may take for one document."""

MOST_FOR_ANSWER = 10_000
"""Steps that :mod:`engine.games.packet_row.orders.consult` may take for one answer; if a document takes more, its owner
is asked."""


class TooMuchWork(Exception):
    """The allowed steps are used up."""


class Work:
    """Counts steps; ``most`` is how many are allowed (``None``: any number), ``at`` points to the rule being read."""

    __slots__ = ("at", "most", "steps")

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.steps = 0
        self.at = ""

    def spend(self, steps: int = 1) -> None:
        """Count steps before they are taken; :raises TooMuchWork: if they are more than allowed."""
        self.steps += steps
        if self.most is not None and self.steps > self.most:
            raise TooMuchWork
