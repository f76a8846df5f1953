"""Quotas: how many requests an account, or a network without one, may send. Responses say what is left (RateLimit draft).

Each process counts, and shares its count with the others in batches through the queue's Redis, which holds nothing that may
not be lost: most requests cost no round trip, and none costs a write to the store. With several processes the quota may be
exceeded by at most one batch for each of them and for each request under way; it is never smaller than told. A Redis that
does not answer is left alone for some seconds, so that an outage costs requests next to nothing; each process then grants
the quota by itself.

Logins are limited by the store (:mod:`service.accounts.access.login`).
"""

from __future__ import annotations

import hashlib
import logging
import math
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import NamedTuple

import redis
from flask import Response
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.api.http.problems import Problem

PREFIX = "siegelpost:rate:"
TIMEOUT = 0.1
"""Seconds: longer than an answer takes, short enough for a request that waits for it."""
LEFT_ALONE = 5.0
"""Seconds in which a Redis that did not answer is not asked again."""
ADD = """
local total = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {total, left}
"""

log = logging.getLogger("siegelpost.rates")


class Total(NamedTuple):
    """Requests that all processes counted in this window, and seconds until it ends."""

    requests: int
    left: float


class SharedCounts:
    """Counters with an end. Thread-safe."""

    def __init__(self, url: str) -> None:
        self._redis = redis.Redis.from_url(
            url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=Retry(NoBackoff(), 0), protocol=2
        )
        self._add = self._redis.register_script(ADD)
        self._away_until = 0.0

    def add(self, name: str, who: str, count: int, left: float) -> Total | None:
        """Add to a counter; ``None`` while the Redis is away.

        :param left: seconds until the window ends, if this counter is the first in it.
        """
        if time.monotonic() < self._away_until:
            return None
        key = f"{PREFIX}{name}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"
        try:
            total, ends = self._add(keys=[key], args=[count, max(1, int(left * 1000))])
        except (redis.RedisError, OSError) as error:
            self._away_until = time.monotonic() + LEFT_ALONE
            log.warning("quotas are counted per process for now: the queue's Redis: %s", type(error).__name__)
            return None
        return Total(int(total), int(ends) / 1000)

    def close(self) -> None:
        """Close all connections."""
        self._redis.close()
        self._redis.connection_pool.disconnect()


@dataclass(frozen=True)
class Quota:
    """``limit`` requests in ``window`` seconds."""

    name: str
    limit: int
    window: int

    @property
    def policy(self) -> str:
        """The ``RateLimit-Policy`` field."""
        return f'"{self.name}";q={self.limit};w={self.window}'

    @property
    def batch(self) -> int:
        """The number of requests that a process counts before it shares them."""
        return max(1, self.limit // 60)


PER_ACCOUNT = Quota("account", 1200, 60)
PER_ADDRESS = Quota("address", 600, 60)
PER_OPERATOR = Quota("operator", 300, 60)
PER_LETTER = Quota("letter", 30, 60)
"""Of the picture that one letter names."""
PER_READER = Quota("reader", 120, 60)
"""Of the pictures that all letters of an account name. Whoever was passed a letter has its link: these use up nothing else."""
UNCHANGED_EACH = 4
"""How many answers 304 count as one request."""
MOST_COUNTED = 50_000


@dataclass(frozen=True)
class Used:
    """The remainder of a quota, and the seconds until it is full again."""

    quota: Quota
    remaining: int
    reset: int
    exceeded: bool = False
    who: str = ""

    def write(self, response: Response) -> None:
        """Tell it in the answer."""
        response.headers["RateLimit-Policy"] = self.quota.policy
        response.headers["RateLimit"] = f'"{self.quota.name}";r={self.remaining};t={self.reset}'

    def problem(self) -> Problem:
        """Return the refusal of a request beyond the quota."""
        detail = f"{self.quota.limit} requests in {self.quota.window} seconds are allowed"
        return Problem("too-many-requests", detail, headers={"Retry-After": str(max(1, self.reset))})


@dataclass
class _Window:
    """One counter as this process knows it: the total when it was last shared, and requests counted here since."""

    ends: float
    shared: int = 0
    flying: int = 0
    fresh: int = 0
    unchanged: int = 0

    @property
    def count(self) -> int:
        return self.shared + self.flying + self.fresh


class Rates:
    """Counts requests in fixed windows. Thread-safe; forgets what is over.

    :param counts: what the processes share; without it, or while it is away, each counts by itself.
    """

    def __init__(self, counts: SharedCounts | None = None) -> None:
        self._counts = counts
        self._windows: OrderedDict[tuple[str, str], _Window] = OrderedDict()
        self._lock = threading.Lock()

    def hit(self, quota: Quota, who: str) -> Used:
        """Count one request; what is beyond the quota is not counted."""
        now = time.monotonic()
        with self._lock:
            window = self._window(quota, who, now)
            exceeded = window.count >= quota.limit
            if not exceeded:
                window.fresh += 1
            if self._to_share(window, quota, exceeded):
                sharing, window.fresh = window.fresh, 0
                window.flying += sharing
            else:
                sharing = 0
        if sharing:
            exceeded = self._share(window, quota, who, sharing, now)
        return Used(quota, max(0, quota.limit - window.count), max(0, math.ceil(window.ends - now)), exceeded, who)

    def unchanged(self, used: Used) -> Used:
        """Count a request that found nothing new (304) as a part of one: of four such, three are given back."""
        with self._lock:
            window = self._windows.get((used.quota.name, used.who))
            if window is None or used.exceeded:
                return used
            window.unchanged += 1
            if window.unchanged % UNCHANGED_EACH:
                window.fresh -= 1
            return replace(used, remaining=max(0, used.quota.limit - window.count))

    def _window(self, quota: Quota, who: str, now: float) -> _Window:
        key = (quota.name, who)
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            window = self._windows[key] = _Window(ends=now + quota.window)
            self._windows.move_to_end(key)
            while len(self._windows) > MOST_COUNTED:
                self._windows.popitem(last=False)  # the one that began first: a flood frees nobody who came after it
        return window

    def _to_share(self, window: _Window, quota: Quota, exceeded: bool) -> bool:
        full = window.fresh >= quota.batch or window.count >= quota.limit
        return self._counts is not None and window.fresh > 0 and full and not exceeded

    def _share(self, window: _Window, quota: Quota, who: str, count: int, now: float) -> bool:
        """Share what was counted here; return whether others had used up the quota before this request."""
        assert self._counts is not None
        total = self._counts.add(quota.name, who, count, window.ends - now)
        with self._lock:
            window.flying -= count
            if total is None:
                window.fresh += count
            else:
                window.shared, window.ends = max(window.shared, total.requests), now + total.left
        return total is not None and total.requests > quota.limit


__all__ = [
    "PER_ACCOUNT",
    "PER_ADDRESS",
    "PER_LETTER",
    "PER_OPERATOR",
    "PER_READER",
    "Quota",
    "Rates",
    "SharedCounts",
    "Total",
    "Used",
]
