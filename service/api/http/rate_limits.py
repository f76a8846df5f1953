"""Quotas: how much of a processor an account, or a network without one, may use. Responses say what is left (RateLimit draft).

A request counts with the milliseconds that it took of a processor, measured when its answer is ready; at least as many as it
costs others to be read and written, which is what it counts until then. What children draw for it is added, and what an
answer costs that is made while it is sent.

Each process counts, and shares its count with the others in batches through the queue's Redis, which holds nothing that may
not be lost: most requests cost no round trip, and none costs a write to the store. With several processes the quota may be
exceeded by at most one batch for each of them, and by what requests under way take; it is never smaller than told. A Redis that
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import NamedTuple

import redis
from flask import Response

from service.api.http.current import application, context, notes
from service.api.http.holding import is_look_again
from service.api.http.problems import Problem
from service.store.connection.one import client_of

PREFIX = "siegelpost:rate:"
TIMEOUT = 0.1
"""Seconds: longer than an answer takes, short enough for a request that waits for it."""
LEFT_ALONE = 5.0
"""Seconds during which an unresponsive Redis is not asked again."""
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
    """The total of all processes in this window, and seconds until it ends."""

    cost: int
    left: float


class SharedCounts:
    """Counters with an end. Thread-safe."""

    def __init__(self, url: str) -> None:
        self._redis = client_of(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        self._add = self._redis.register_script(ADD)
        self._away_until = 0.0

    def add(self, name: str, who: str, count: int, left: float) -> Total | None:
        """Add to a counter; return None while the Redis is away.

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
    """``limit`` milliseconds of a processor in ``window`` seconds."""

    name: str
    limit: int
    window: int

    @property
    def policy(self) -> str:
        """The ``RateLimit-Policy`` field."""
        return f'"{self.name}";q={self.limit};w={self.window};qu="{UNIT}"'

    @property
    def batch(self) -> int:
        """The cost that a process accumulates before sharing it."""
        return max(1, self.limit // 60)


UNIT = "cpu-ms"
PER_ACCOUNT = Quota("account", 12_000, 60)
PER_ADDRESS = Quota("address", 6_000, 60)
PER_OPERATOR = Quota("operator", 12_000, 60)
PER_LETTER = Quota("letter", 3_000, 60)
"""The quota for the picture in one letter."""
PER_READER = Quota("reader", 12_000, 60)
"""The quota for the pictures in all letters of an account. People to whom a letter was forwarded have its link, but can
use up nothing else."""
LEAST, LEAST_OF_PAGE, LEAST_UNCHANGED = 5, 1, 1
"""The least cost of a request (ms): for the API, for a page or one of its files, and for an answer without news."""
MOST_COUNTED = 50_000


@dataclass(frozen=True)
class Used:
    """The remainder of a quota, and the seconds until it is full again. ``cost``: the request's cost so far."""

    quota: Quota
    remaining: int
    reset: int
    exceeded: bool = False
    cost: int = 0
    window: _Window | None = None

    def problem(self) -> Problem:
        """Return the refusal of a request beyond the quota."""
        detail = f"requests that take {self.quota.limit} ms of a processor in {self.quota.window} seconds are allowed"
        return Problem("too-many-requests", detail, headers={"Retry-After": str(max(1, self.reset))})


@dataclass
class _Window:
    """A process's view of one counter: the last shared total, and the count here since then."""

    ends: float
    shared: int = 0
    flying: int = 0
    fresh: int = 0

    @property
    def count(self) -> int:
        return self.shared + self.flying + self.fresh


class Rates:
    """Counts what requests cost in fixed windows. Thread-safe; forgets what is over.

    :param counts: what the processes share; without it, or while it is away, each counts by itself.
    """

    def __init__(self, counts: SharedCounts | None = None) -> None:
        self._counts = counts
        self._windows: OrderedDict[tuple[str, str], _Window] = OrderedDict()
        self._lock = threading.Lock()

    def hit(self, quota: Quota, who: str, cost: int = 1) -> Used:
        """Count one request; requests beyond an exhausted quota are not counted."""
        now = time.monotonic()
        with self._lock:
            window = self._window(quota, who, now)
            exceeded = window.count >= quota.limit
            if not exceeded:
                window.fresh += cost
            sharing = 0
            if self._counts is not None and (abs(window.fresh) >= quota.batch or window.count >= quota.limit):
                sharing, window.fresh = window.fresh, 0
                window.flying += sharing
        if sharing:
            exceeded = self._share(window, quota, who, sharing, 0 if exceeded else cost, now) or exceeded
        return self._used(quota, window, exceeded, cost, now)

    def settle(self, used: Used, cost: int) -> Used:
        """Count a request's actual cost. Other processes learn it with the next request."""
        if used.window is None or used.exceeded:
            return used
        with self._lock:
            used.window.fresh += cost - used.cost
        return self._used(used.quota, used.window, False, cost, time.monotonic())

    def _used(self, quota: Quota, window: _Window, exceeded: bool, cost: int, now: float) -> Used:
        left, reset = max(0, quota.limit - window.count), max(0, math.ceil(window.ends - now))
        return Used(quota, left, reset, exceeded, cost, window)

    def _window(self, quota: Quota, who: str, now: float) -> _Window:
        key = (quota.name, who)
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            window = self._windows[key] = _Window(ends=now + quota.window)
            self._windows.move_to_end(key)
            while len(self._windows) > MOST_COUNTED:
                self._windows.popitem(last=False)  # the one that began first: a flood frees nobody who came after it
        return window

    def _share(self, window: _Window, quota: Quota, who: str, sharing: int, cost: int, now: float) -> bool:
        """Share the local count; return whether the quota was used up before the present request and its ``cost``."""
        assert self._counts is not None
        total = self._counts.add(quota.name, who, sharing, window.ends - now)
        with self._lock:
            window.flying -= sharing
            if total is None:
                window.fresh += sharing
            else:
                window.shared = total.cost if sharing < 0 else max(window.shared, total.cost)
                window.ends = now + total.left
        return total is not None and total.cost - cost >= quota.limit


def begin() -> None:
    """Record the processor time of this thread before the request that it answers now."""
    notes().cpu = time.thread_time()


def admit(quota: Quota, who: str, least: int = LEAST) -> None:
    """Count the current request; :raises Problem: too-many-requests, except for one that has waited since."""
    rates: Rates | None = application().extensions["siegelpost-rates"]
    if rates is None:
        return
    kept, again = notes(), is_look_again()
    counted: dict[tuple[str, str], Used] = kept.setdefault("used", {})
    if (quota.name, who) in counted:  # a page's form that is an operation, too: its cost counts once
        return
    used = counted[quota.name, who] = rates.hit(quota, who, 0 if again else least)
    if used.exceeded and not again:
        raise used.problem()


def charge(milliseconds: float) -> None:
    """Charge the current request for work by others; a negative amount if it was counted elsewhere."""
    kept = notes()
    kept.charged = kept.get("charged", 0.0) + milliseconds


def tell(name: str, limit: int, window: int, remaining: int, reset: int) -> None:
    """Have the answer tell what is left of another limit, too, which others count: so many in a window of seconds."""
    notes().told = f', "{name}";q={limit};w={window}', f', "{name}";r={remaining};t={reset}'


def settle(response: Response | None = None) -> dict[str, str]:
    """Count the request's actual cost; return the headers that tell the rest of its quota."""
    kept = notes()
    used: dict[tuple[str, str], Used] = kept.pop("used", {})
    rates: Rates | None = application().extensions["siegelpost-rates"]
    if not used or rates is None:
        return {}
    cost = math.ceil((time.thread_time() - kept.cpu) * 1000 + kept.get("charged", 0.0))
    if cost > LEAST:
        cost = -(-cost // LEAST) * LEAST  # no finer than others could tell by the time that an answer takes
    is_unchanged = response is not None and response.status_code == HTTPStatus.NOT_MODIFIED
    counted = [
        rates.settle(one, max(cost, min(one.cost, LEAST_UNCHANGED) if is_unchanged else one.cost))
        for one in used.values()
    ]
    if response is not None and response.is_streamed:
        response.response = _metered(response.iter_encoded(), rates, counted)
    settled = counted[-1]
    quota, (policy, left) = settled.quota, kept.get("told", ("", ""))
    return {
        "RateLimit-Policy": quota.policy + policy,
        "RateLimit": f'"{quota.name}";r={settled.remaining};t={settled.reset}{left}',
    }


def _metered(pieces: Iterator[bytes], rates: Rates, counted: Sequence[Used]) -> Iterator[bytes]:
    """Count the cost of making a streamed answer, which is known only after its headers are sent."""
    spent = 0.0
    try:
        while True:
            began = time.thread_time()
            try:
                piece = next(pieces)
            except StopIteration:
                return
            finally:
                spent += time.thread_time() - began
            yield piece
    finally:
        more = -(-math.ceil(spent * 1000) // LEAST) * LEAST
        for one in counted:
            rates.settle(one, one.cost + more)


def count(name: str, who: str, limit: tuple[int, int], code: str = "too-many-requests") -> None:
    """Count one more of what has a limit of its own per seconds; :raises Problem: with this code, if it is exceeded."""
    if not context().settings.rate_limits:
        return
    allowance = context().store.hit(name, who, *limit)
    if not allowance.allowed:
        raise Problem(code, "", headers={"Retry-After": str(allowance.reset)})


@contextmanager
def counted(name: str, who: str, limit: tuple[int, int], code: str = "too-many-requests") -> Iterator[None]:
    """Count as :func:`count` does, unless the block is refused: asking while a queue is full costs nothing."""
    count(name, who, limit, code)
    try:
        yield
    except Problem:
        if context().settings.rate_limits:
            context().store.hit(name, who, *limit, count=-1)
        raise
