"""Quotas: how many requests a token, or an address without one, may send. Told in every answer (draft RateLimit fields).

Counted per process, because counting in the store would cost a write per request: with several processes the quota is a
little larger than told, never smaller. Logins are limited by the store itself (:mod:`service.accounts`).
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass

from flask import Response

from service.api.problems import Problem


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


PER_TOKEN = Quota("token", 1200, 60)
PER_ADDRESS = Quota("address", 600, 60)
MOST_COUNTED = 50_000


@dataclass(frozen=True)
class Used:
    """What is left of a quota, and in how many seconds it is full again."""

    quota: Quota
    remaining: int
    reset: int
    exceeded: bool = False

    def write(self, response: Response) -> None:
        """Tell it in the answer."""
        response.headers["RateLimit-Policy"] = self.quota.policy
        response.headers["RateLimit"] = f'"{self.quota.name}";r={self.remaining};t={self.reset}'

    def problem(self) -> Problem:
        """Return the refusal of a request beyond the quota."""
        detail = f"{self.quota.limit} requests in {self.quota.window} seconds are allowed"
        return Problem("too-many-requests", detail, headers={"Retry-After": str(max(1, self.reset))})


class Rates:
    """Counts requests in fixed windows. Thread-safe; forgets what is over."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}
        self._lock = threading.Lock()

    def hit(self, quota: Quota, who: str) -> Used:
        """Count one request; what is beyond the quota is not counted."""
        now = time.monotonic()
        key = (quota.name, who)
        with self._lock:
            ends, count = self._counts.get(key, (0.0, 0))
            if now >= ends:
                self._forget(now)
                ends, count = now + quota.window, 0
            exceeded = count >= quota.limit
            if not exceeded:
                count += 1
                self._counts[key] = (ends, count)
        return Used(quota, quota.limit - count, math.ceil(ends - now), exceeded)

    def _forget(self, now: float) -> None:
        if len(self._counts) >= MOST_COUNTED:
            self._counts = {key: value for key, value in self._counts.items() if value[0] > now}
            if len(self._counts) >= MOST_COUNTED:
                self._counts.clear()  # a flood of addresses: better to forget all than to grow


__all__ = ["PER_ADDRESS", "PER_TOKEN", "Quota", "Rates", "Used"]
