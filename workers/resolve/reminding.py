"""Reminders to players whose answers are still missing."""

from __future__ import annotations

from engine.match.table import Standing

REMIND_AT = 80
"""Percent of a decision's time after which who has not answered is reminded."""
SHORTEST_REMINDED = 3_600_000
"""What is shorter than this (milliseconds) has no reminder: it would come with the mail that asks."""


def reminder_of(standing: Standing) -> int | None:
    """Return when the reminder for the present deadline is due, ``None`` if there is none (any more)."""
    deadline = standing["deadline"] if standing["asked"] else None
    since = max(standing["opened"], standing.get("stopped_until", 0))  # nobody is reminded while the clock stands
    if deadline is None or standing["reminded"] == deadline or deadline - since < SHORTEST_REMINDED:
        return None
    return since + (deadline - since) * REMIND_AT // 100
