"""Times as scores of the store's sorted sets."""

from __future__ import annotations

LATEST = 2**53


def time_of(score: bytes) -> int:
    """Return a time in ms; one that no clock shows is cut to what an integer of the store can say."""
    return int(max(-LATEST, min(LATEST, float(score))))
