"""How things stand in the store and the queue, asked when somebody looks: nobody counts it, so it cannot be counted wrongly."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from typing import get_args

import redis
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service import wake
from service.store.connect import StoreUnavailable, Unreadable
from service.store.store import Store

KEPT = 1.0
"""Seconds an answer is used again: however many look, the store is asked once a second at most."""


class Installation(Collector):
    """The gauges of an installation."""

    def __init__(self, store: Store, queue_url: str) -> None:
        self._store = store
        self._queue_url = queue_url
        self._lock = threading.Lock()
        self._seen: list[Metric] = []
        self._until = 0.0

    def describe(self) -> Iterable[Metric]:
        """Return nothing: the names are known once the store has answered."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Return the gauges; of a store or queue that does not answer only that."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._seen = [*self._of_store(), *self._of_queue()]
                self._until = time.monotonic() + KEPT
            return list(self._seen)

    def _of_store(self) -> list[Metric]:
        store = self._store
        try:
            dangers = store.check_durability()
            due, out, now = store.backlog()
            peeks, _ = store.peek()
            parked = store.parked_count()
            halted = store.halted() is not None
            memory = store.memory()
        except (StoreUnavailable, Unreadable):
            return [_gauge("siegelpost_store_up", "Whether the store answers", 0)]
        return [
            _gauge("siegelpost_store_up", "Whether the store answers", 1),
            _gauge("siegelpost_store_durable", "Whether the store keeps what it acknowledges", int(not dangers)),
            _gauge("siegelpost_store_memory_bytes", "Memory the store uses", memory),
            _gauge("siegelpost_parked_matches", "Matches that are parked", parked),
            _gauge("siegelpost_halted", "Whether the operator has halted the service", int(halted)),
            _by_work("siegelpost_backlog", "What is due and leased by nobody", {"resolve": due, "deliver": out}),
            _by_work(
                "siegelpost_oldest_due_seconds",
                "How long the oldest of it has been due",
                {"resolve": _age([one.due for one in peeks], now), "deliver": _age([one.out for one in peeks], now)},
            ),
        ]

    def _of_queue(self) -> list[Metric]:
        try:
            clock = wake.clock_is_ticking(self._queue_url)
            jobs = {name: wake.waiting(self._queue_url, name) for name in get_args(wake.QueueName)}
            workers = {name: wake.listening(self._queue_url, name) for name in get_args(wake.QueueName)}
        except redis.RedisError:
            return [_gauge("siegelpost_queue_up", "Whether the queue answers", 0)]
        return [
            _gauge("siegelpost_queue_up", "Whether the queue answers", 1),
            _gauge("siegelpost_clock_ticking", "Whether a clock was alive in the last ten seconds", int(clock)),
            _by_work("siegelpost_queued_jobs", "Jobs in the queue", jobs),
            _by_work("siegelpost_workers", "Workers that have registered", workers),
        ]


def _age(due: Sequence[int | None], now: int) -> float:
    """Return the seconds since the earliest time, 0 where nothing is due. Urgent letters are due since 0: they count as fresh."""
    return max(((now - at) / 1000 for at in due if at and at <= now), default=0.0)


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


def _by_work(name: str, what: str, values: dict[str, int] | dict[str, float] | dict[wake.QueueName, int]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=["work"])
    for work, value in values.items():
        family.add_metric([work], value)
    return family


__all__ = ["Installation"]
