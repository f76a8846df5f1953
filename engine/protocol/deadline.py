"""Until when an answer counts: a second longer than the deadline says (protocol section 5).

The tolerance allows for the way from a player's device to the store. Code that compares an instant with a deadline asks
here; the store's script is given the tolerance with every act.
"""

from __future__ import annotations

TOLERANCE = 1_000
"""How long after the deadline an act still counts, in milliseconds."""


def too_late_from(deadline: int) -> int:
    """Return the first instant at which an answer no longer counts; both in milliseconds since the epoch."""
    return deadline + TOLERANCE
