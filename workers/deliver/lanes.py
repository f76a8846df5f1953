"""Choose the mails that may start now: quick letters, letters held up by a slow server, and logins, which are urgent.

A letter takes a place until it has been with the mail server for a while; then it counts as slow, frees its place for
the next one and only counts against the connections. Only a few letters per mail domain may be slow at once, so that a
slow server holds up only its own mail; the same applies to a channel whose readers choose the servers. Some connections
are reserved for logins. Thread-safe; independent of mail itself.

Knowledge that only this process has is written to the store again and again until the store is back, so that an outage does
not lose it.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from service.store.connection.connect import StoreUnavailable

QUICK = 8
"""How many letters are written and handed over at once while none is slow."""
MOST = 32
"""The most connections, including those to slow servers."""
FOR_LOGINS = 4
"""Connections reserved for logins."""
SLOW = 2.0
"""Seconds with the mail server after which a letter is slow."""
SLOW_PER_DOMAIN = 4
"""The most slow letters per domain; further letters to it are put off."""
SLOW_PER_CHANNEL = 8
"""The most slow letters of a channel whose readers choose the hosts, and can choose any number of names."""
FIRST_DELAY, STEP = 10_000, 200
"""How long the first letter to a crowded domain is put off, and how much longer each further one (ms), so that they
return one by one."""


@dataclass
class _Place:
    domain: str = ""
    channel: str = ""
    handed: float | None = None


@dataclass
class Lanes:
    """The letters in progress of one process. ``clock`` in seconds."""

    clock: Callable[[], float] = time.monotonic
    _places: dict[str, _Place] = field(default_factory=dict)
    _put_off: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, recipient: str) -> None:
        """Take a place for a recipient's letter."""
        with self._lock:
            self._places[recipient] = _Place()

    def leave(self, recipient: str) -> None:
        """Give the place back."""
        with self._lock:
            self._places.pop(recipient, None)

    def room(self) -> tuple[int, int]:
        """Return how many letters may start now, and how many more of them may be logins."""
        with self._lock:
            used = len(self._places)
            quick = QUICK - (used - sum(self._is_slow(one) for one in self._places.values()))
        anybody = max(0, min(quick, MOST - FOR_LOGINS - used))
        return anybody, max(0, min(FOR_LOGINS, MOST - used - anybody))

    def busy(self) -> int:
        """Return how many letters are in progress."""
        with self._lock:
            return len(self._places)

    def all_slow(self) -> bool:
        """Return whether all letters in progress wait for slow servers."""
        with self._lock:
            return all(self._is_slow(one) for one in self._places.values())

    def delay(self, domain: str, channel: str = "") -> int | None:
        """Return how long a letter to this domain must be put off (ms), or None if not at all.

        :param channel: the channel of the domain if its readers choose the hosts; empty for mail.
        """
        with self._lock:
            slow = [one for one in self._places.values() if self._is_slow(one)]
            crowded = {domain: sum(one.domain == domain for one in slow) >= SLOW_PER_DOMAIN}
            if channel:
                crowded[f"all of {channel}"] = sum(one.channel == channel for one in slow) >= SLOW_PER_CHANNEL
            for name, is_so in crowded.items():
                if is_so:
                    self._put_off[name] += 1
                    return FIRST_DELAY + STEP * (self._put_off[name] - 1)
                self._put_off.pop(name, None)
            return None

    @contextmanager
    def handing(self, recipient: str, domain: str, channel: str = "") -> Iterator[None]:
        """Mark the letter as being with the mail server for the duration of the block; ``channel`` as for
        :meth:`delay`."""
        with self._lock:
            place = self._places.setdefault(recipient, _Place())
            place.domain, place.channel, place.handed = domain, channel, self.clock()
        try:
            yield
        finally:
            with self._lock:
                place.handed = None

    def _is_slow(self, place: _Place) -> bool:
        return place.handed is not None and self.clock() - place.handed > SLOW


PAUSE = 0.5
"""Seconds between two tries."""


def retry_until_back(tell: Callable[[], object], patience: float) -> None:
    """Write something to the store, retrying while it is away.

    :param patience: seconds for which to try; less than the lease.
    :raises StoreUnavailable: when it stays away for longer.
    """
    end = time.monotonic() + patience
    while True:
        try:
            tell()
            return
        except StoreUnavailable:
            if time.monotonic() >= end:
                raise
            time.sleep(PAUSE)
