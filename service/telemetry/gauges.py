"""Gauges of the store and the queue, read on each scrape instead of being counted."""

import os
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import get_args

import redis
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.processes import wake
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.store import Store
from service.telemetry.counts import alive

PROCESSES = ("api", "clock", "deliver", "resolve")
"""Processes of every installation, shown as 0 where they do not run."""
SPARE = "How many more replicas may be lost before no write is acknowledged"
KEPT = 1.0
"""Seconds for which an answer is reused, so that the store is asked at most once a second."""


class Installation(Collector):
    """The gauges of an installation."""

    def __init__(
        self, store: Store, queue_url: str, counted: Sequence[Path] = (), folders: Mapping[str, Path] | None = None
    ) -> None:
        """:param counted: the folders in which this machine's processes count. ``folders``: whose disks are watched, by name."""
        self._store = store
        self._queue_url = queue_url
        self._counted = counted
        self._folders = folders or {}
        self._lock = threading.Lock()
        self._seen: list[Metric] = []
        self._until = 0.0

    def describe(self) -> Iterable[Metric]:
        """Return nothing: the names are known only after the store has answered."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Return the gauges; for a store or queue that does not answer, only that fact."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._seen = [*self._of_store(), *self._of_queue(), *self._of_machine()]
                self._until = time.monotonic() + KEPT
            return list(self._seen)

    def _of_store(self) -> list[Metric]:
        store = self._store
        try:
            dangers = store.check_durability()
            due, out, now = store.backlog()
            peeks, _ = store.peek()
            parked, waiting = store.parked_count(), store.waiting_count()
            failing, oldest = store.failing(now)
            halted = store.halted() is not None
            memory, fullest = store.memory()
            file, scheduled = store.file_size(), store.scheduled()
            unlogged, since = store.unlogged_since()
            spare = store.spare_replicas()
        except (StoreUnavailable, Unreadable):
            return [_gauge("siegelpost_store_up", "Whether the store answers", 0)]
        spares = [] if spare is None else [_gauge("siegelpost_store_spare_replicas", SPARE, spare)]
        return [
            *spares,
            _gauge("siegelpost_store_up", "Whether the store answers", 1),
            _gauge("siegelpost_store_durable", "Whether the store keeps what it acknowledges", int(not dangers)),
            _gauge("siegelpost_store_memory_bytes", "Memory the store uses", memory),
            _gauge("siegelpost_store_fullness", "Memory of the fullest server, of what it may use", fullest),
            _gauge("siegelpost_store_file_bytes", "Size of the append-only files", file),
            _gauge("siegelpost_matches", "Matches that something will be due in: running, or in the lobby", scheduled),
            _gauge("siegelpost_unlogged_matches", "Matches with entries that the log of all matches lacks", unlogged),
            _gauge("siegelpost_oldest_unlogged_seconds", "How long the first of them has waited", _age([since], now)),
            _gauge("siegelpost_parked_matches", "Matches that are parked", parked),
            _gauge("siegelpost_halted", "Whether the operator has halted the service", int(halted)),
            _gauge("siegelpost_letters_waiting", "Recipients with news on their way, due or not", waiting),
            _gauge("siegelpost_letters_failing", "Recipients whose letter failed and is tried again", failing),
            _gauge(
                "siegelpost_oldest_failing_letter_seconds", "How long the oldest of these has failed", oldest / 1000
            ),
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
            _by_work("siegelpost_workers", "Workers that were alive in the last minute and a half", workers),
        ]

    def _of_machine(self) -> list[Metric]:
        found: list[Metric] = []
        if self._counted:
            running = sum(map(alive, self._counted), start=Counter[str]())
            processes = GaugeMetricFamily(
                "siegelpost_processes", "Processes of this machine that run", labels=["process"]
            )
            for name in sorted({*PROCESSES, *running}):
                processes.add_metric([name], running[name])
            found.append(processes)
        free = GaugeMetricFamily(
            "siegelpost_disk_free_bytes", "What may be written to a folder's disk", labels=["folder"]
        )
        size = GaugeMetricFamily("siegelpost_disk_size_bytes", "Size of a folder's disk", labels=["folder"])
        for name, folder in self._folders.items():
            try:
                disk = os.statvfs(folder)
            except OSError:
                continue  # it is not there: what needs it says so
            free.add_metric([name], disk.f_bavail * disk.f_frsize)
            size.add_metric([name], disk.f_blocks * disk.f_frsize)
        return [*found, free, size]


def _age(due: Sequence[int | None], now: int) -> float:
    """Return the seconds since the earliest due time, or 0. Urgent letters are due since 0, and count as fresh."""
    return max(((now - at) / 1000 for at in due if at and at <= now), default=0.0)


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


def _by_work(name: str, what: str, values: dict[str, int] | dict[str, float] | dict[wake.QueueName, int]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=["work"])
    for work, value in values.items():
        family.add_metric([work], value)
    return family
