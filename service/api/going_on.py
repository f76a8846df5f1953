"""What comes of an answer within a moment, for a page without scripts, which cannot look again by itself.

Whoever presses a button waits in the thread of the request, so only few may at once, and not for long; the others are told that
the workers are at it.
"""

from __future__ import annotations

import threading
import time

from service.api.current import context
from service.matches.settling import is_settled
from service.store.records import Record

PATIENCE = 1.5
"""Seconds that a page waits for the workers; they take a tenth of that when they have nothing else to do."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.2
"""Seconds between two looks."""
MOST = 8
"""Pages of one process that wait at a time."""

_places = threading.BoundedSemaphore(MOST)


def settled(record: Record) -> Record:
    """Return the match once nothing is due there any more, or as it is when patience ends or too many wait."""
    now = context().store.load(record.match) or record
    if is_settled(now) or not _places.acquire(blocking=False):
        return now
    try:
        ends, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        while not is_settled(now) and time.monotonic() < ends:
            time.sleep(min(pause, max(0.0, ends - time.monotonic())))
            pause = min(pause * 1.5, LONGEST_PAUSE)
            now = context().store.load(record.match) or now
        return now
    finally:
        _places.release()


__all__ = ["settled"]
