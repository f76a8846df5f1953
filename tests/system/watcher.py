"""What must hold all the time, in every campaign: no healthy match is put aside, every passed deadline is resolved in time.

A thread looks at the store twice a second while a campaign runs, with a connection of its own. While nobody could resolve
anything (the store, the clock or all resolvers are down) lateness does not count; it is counted from the end of that on.
At the end the matches themselves are asked for their deadlines: one that no index knows of would never be due.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice

import redis
from redis.exceptions import RedisClusterException

from engine.match.pauses import pause_of
from engine.protocol.log import too_late_from
from service.store import keys
from service.store.matches.parking import WITHOUT_DATA
from service.store.store import Store, StoreUnavailable
from tests.servers.redis_cluster import client_of
from workers.resolve.drain import LEASE

WITHIN = LEASE + 30_000
"""Milliseconds after which what is due must be done: a worker may die holding a lease, and machines under test are busy."""
EVERY = 0.5
"""Seconds between two looks."""
MOST = 1_000
"""So many matches are read at the end, of however many there are."""


class Watcher:
    """Looks until :meth:`stop`. ``wrong`` says what was seen that must not be, once each; ``looks`` counts successful looks."""

    def __init__(self, redis_url: str, works: Callable[[], bool], within: int = WITHIN) -> None:
        """Watch a store. ``works`` says whether there is anybody now who can do what is due."""
        self.wrong: list[str] = []
        self.looks = 0
        self._works = works
        self._within = within
        self._since = 0
        self._away = False
        self._expected: set[str] = set()
        self._store = Store.connect(redis_url, timeout=2.0)
        self._server = client_of(redis_url)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._over.set()
        self._thread.join()
        with suppress(StoreUnavailable, redis.RedisError, RedisClusterException):
            self.look()
            self._read_matches()
        self._store.close()
        self._server.close()

    def expect(self, match: str) -> None:
        """Say that a match was damaged on purpose: it may be put aside."""
        self._expected.add(match)

    def look(self) -> None:
        """Look once."""
        now = self._store.now()
        if self._away or not self._works():
            self._since, self._away = now, False
        for match, entry in self._store.parked().items():
            if match not in self._expected and not entry.reason.startswith(WITHOUT_DATA):
                self._note(f"match {match} is parked: {entry.reason}")
        for match, due in self._due(now):
            late = now - max(due, self._since)
            if late > self._within and match not in self._expected:
                self._note(f"match {match} has been due for {late // 1000} s")
        self.looks += 1

    def _read_matches(self) -> None:
        """Compare the deadlines that stand with the clock."""
        if not self._works():
            return
        now, aside = self._store.now(), {*self._store.parked(), *self._expected}
        for match in islice((one for one in self._matches() if one not in aside), MOST):
            record = self._store.load(match)
            if record is None or record.table["status"] != "running" or pause_of(record.table) is not None:
                continue
            for one in record.table["standing"]:
                end = one["opening_ends"] if one["phase"] == "opening" else one["deadline"]
                if end is not None and now - max(too_late_from(end), self._since) > self._within:
                    self._note(f"match {match} has let the deadline of {one['id']} pass, and nobody sees it")

    def _matches(self) -> Iterator[str]:
        for key in self._server.scan_iter(match="*:m:*", count=1_000):
            name = key.decode().rpartition(":")[2]
            if keys.MATCH.fullmatch(name) and key.decode() == keys.match(name):
                yield name

    def _due(self, now: int) -> Iterator[tuple[str, int]]:
        """Yield what is due, leased or not, with its own time."""
        with self._server.pipeline(transaction=False) as pipeline:
            for bucket in range(keys.BUCKETS):
                pipeline.zrangebyscore(keys.due(bucket), "-inf", now + LEASE)
            matches = [one.decode() for found in pipeline.execute() for one in found]
            for match in matches:
                pipeline.hget(keys.match(match), "due")
            for match, due in zip(matches, pipeline.execute(), strict=True):
                if due and int(due) <= now:
                    yield match, int(due)

    def _run(self) -> None:
        while not self._over.wait(EVERY):
            try:
                self.look()
            except (StoreUnavailable, redis.RedisError, RedisClusterException):
                self._away = True

    def _note(self, fault: str) -> None:
        match = fault.split()[1]
        if not any(match in one for one in self.wrong):
            self.wrong.append(fault)


@contextmanager
def watched(redis_url: str, works: Callable[[], bool] = lambda: False, within: int = WITHIN) -> Iterator[Watcher]:
    """Watch a store; at the end nothing may have been wrong."""
    watcher = Watcher(redis_url, works, within)
    watcher.start()
    try:
        yield watcher
    finally:
        watcher.stop()
    assert watcher.wrong == [], watcher.wrong
