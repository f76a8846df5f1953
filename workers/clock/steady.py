"""Check that the store's time passes steadily: before each beat, the clock compares it with a steady clock of its own.

The steady clock keeps running while a machine sleeps, and never jumps. If the store's time jumps against it by more
than a minute, nobody must lose a turn: there is no beat, so nothing is locked and no act is accepted, until the time is
right again or the operator accepts it (``siegelpost resume --accept-time``). Smaller forward jumps are given back like
outages.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.protocol.log import timestamp
from service.store.connection.connect import Away, Unreadable
from service.store.installation.heartbeat import Beat
from service.store.keys import BUCKETS

EVERY = 10.0
"""Seconds between two beats while all is well."""
AGAIN = 1.0
"""Seconds until the next try while something is wrong."""

log = logging.getLogger("siegelpost.clock")


class Beats(Protocol):
    """Access to the store's heartbeat."""

    def beat(self, expected: Sequence[int | None]) -> list[Beat | Unreadable | Away]:
        """Beat in every bucket, given the expected time there (ms)."""


def steady_milliseconds() -> float:
    """Return milliseconds of a clock that never jumps, counting those in which the machine slept."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) * 1000


@dataclass
class Steady:
    """The beats of one clock. ``trouble`` is a sentence that explains why there are none, or None while all is well."""

    store: Beats
    steady: Callable[[], float] = steady_milliseconds
    trouble: str | None = None
    _next: float = 0
    _offsets: list[float | None] = field(default_factory=lambda: [None] * BUCKETS)
    """The difference between the store's time and the steady clock at the last beat, by bucket."""

    def beat_if_time(self) -> None:
        """Beat if a beat is due.

        :raises StoreUnavailable: when the store does not answer.
        """
        now = self.steady()
        if now < self._next:
            return
        expected = [None if offset is None else round(now + offset) for offset in self._offsets]
        found = self.store.beat(expected)
        for bucket, one in enumerate(found):
            if isinstance(one, Beat) and one.kind in ("beat", "outage"):
                self._offsets[bucket] = one.now - now
        self._tell([one for one in found if isinstance(one, Beat)], expected)
        well = self.trouble is None and not any(isinstance(one, Away) for one in found)
        self._next = now + 1000 * (EVERY if well else AGAIN)

    def _tell(self, beats: Sequence[Beat], expected: Sequence[int | None]) -> None:
        outage = next((one for one in beats if one.kind == "outage" and one.last is not None), None)
        if outage is not None and outage.last is not None:
            seconds = (outage.now - outage.last) / 1000
            log.warning("outage of %.0f s, since %s: running decisions get it back", seconds, timestamp(outage.last))
        before, self.trouble = self.trouble, _trouble(beats, expected)
        if self.trouble is not None and self.trouble.split(":")[0] != (before or "").split(":")[0]:
            log.error("the clock stands still: %s", self.trouble)
        elif before is not None and self.trouble is None:
            log.info("the clock goes on")


def _trouble(beats: Sequence[Beat], expected: Sequence[int | None]) -> str | None:
    for bucket, one in enumerate(beats):
        if one.kind == "halted":
            return "the operator has halted the service"
        wanted = expected[bucket] if one.kind == "jumped" else one.last
        if one.kind in ("jumped", "back") and wanted is not None:
            return (
                f"the store's time has jumped: it says {timestamp(one.now)}, and by the last beat it should be "
                f"{timestamp(wanted)} or later; if it is wrong now, put it right; if it is right and was wrong before, "
                "say 'siegelpost resume --accept-time'"
            )
    return None


__all__ = ["Steady", "steady_milliseconds"]
