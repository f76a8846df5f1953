"""Tolerance of deadlines, one second, and the coarse times at which others see seals (protocol section 5).

The tolerance allows for the way from a player's device to the store. Code that compares an instant with a deadline asks
here; the store's script is given the tolerance with every act.
"""

from __future__ import annotations

from collections.abc import Mapping

TOLERANCE = 1_000
"""Time after the deadline in which an act still counts, in milliseconds."""

DAY = 86_400
CLOCK_CHANGE = 2 * 3_600_000
"""By how much the clocks of a time zone change at most, in milliseconds."""


def is_agreed_time(moved: int, seconds: int, pace: Mapping[str, object]) -> bool:
    """Return whether a deadline was moved by what was agreed on (section 12.13); ``moved`` in milliseconds.

    By a pace with a time zone whole days end at the same local hour, so they are longer or shorter where clocks change. Zones
    are not known here: what they can do is what is checked.
    """
    off = abs(moved - seconds * 1000)
    return off == 0 or (seconds >= DAY and off <= CLOCK_CHANGE and ("zone" in pace or "counted" in pace))


def too_late_from(deadline: int) -> int:
    """Return the first instant at which an answer no longer counts; both in milliseconds since the epoch."""
    return deadline + TOLERANCE


def coarse_step(opened: int, deadline: int | None) -> int:
    """Return how coarsely others see that a seat has committed, in milliseconds: a 48th of the time, 1 s to 15 min."""
    span = 0 if deadline is None else deadline - opened
    return max(1_000, min(15 * 60_000, span // 48))
