"""Tolerance of deadlines, one second, and the coarse times at which others see seals (protocol section 5).

The tolerance allows for the way from a player's device to the store. Code that compares an instant with a deadline asks
here; the store's script is given the tolerance with every act.
"""

from __future__ import annotations

TOLERANCE = 1_000
"""Time after the deadline in which an act still counts, in milliseconds."""


def too_late_from(deadline: int) -> int:
    """Return the first instant at which an answer no longer counts; both in milliseconds since the epoch."""
    return deadline + TOLERANCE


def coarse_step(opened: int, deadline: int | None) -> int:
    """Return how coarsely others see that a seat has committed, in milliseconds: a 48th of the time, 1 s to 15 min."""
    span = 0 if deadline is None else deadline - opened
    return max(1_000, min(15 * 60_000, span // 48))
