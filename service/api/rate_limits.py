"""Quotas: how many requests an account, or a network without one, may send. Responses say what is left (RateLimit draft).

Each process counts, and shares its count with the others in batches (:mod:`service.api.shared_counts`): most requests cost
no round trip, none costs a write to the store. With several processes the quota is larger than told by a batch for each and
for each request on its way at most, never smaller; while the shared counts are away, each process grants it by itself.
Logins are limited by the store (:mod:`service.accounts.login_limits`).
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace

from flask import Response

from service.api.problems import Problem
from service.api.shared_counts import SharedCounts


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
        """How many requests a process counts before it shares them."""
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
    """What is left of a quota, and in how many seconds it is full again."""

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
    """What is known of one counter: the total when it was last shared, and what was counted here since."""

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


__all__ = ["PER_ACCOUNT", "PER_ADDRESS", "PER_LETTER", "PER_OPERATOR", "PER_READER", "Quota", "Rates", "Used"]
