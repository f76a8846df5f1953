"""Counts that all processes of the API share, in the queue's Redis: it holds nothing that may not be lost.

Whoever counts is told the total of all. A Redis that does not answer is left alone for some seconds, so that an outage costs
requests next to nothing; each process counts by itself meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import time
from typing import NamedTuple

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

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
    """What all processes counted in this window, and in how many seconds it ends."""

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


__all__ = ["SharedCounts", "Total"]
