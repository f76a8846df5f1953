"""The threads that answer requests: the one that became idle last works next.

A server has many threads, because some wait, and needs few at a time. Taken in turn, each would find its memory long gone from
the processor's caches, which makes a request a fifth dearer.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from queue import SimpleQueue
from typing import Protocol

log = logging.getLogger("waitress")


class Work(Protocol):
    """Something to do: a channel of waitress with a request."""

    def service(self) -> None:
        """Do the work."""

    def cancel(self) -> None:
        """Learn that the work will not be done."""


class Threads:
    """A pool of threads with the methods that waitress's servers call. Work waits in order if no thread is idle."""

    def __init__(self, count: int) -> None:
        self._lock = threading.Lock()
        self._queue: deque[Work] = deque()
        self._idle: list[SimpleQueue[Work | None]] = []
        self._closing = False
        self._threads = [
            threading.Thread(target=self._work, name=f"request-{number}", daemon=True) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def idle(self) -> int:
        """The number of threads that wait for work."""
        return len(self._idle)

    def add_task(self, work: Work) -> None:
        """Have work done by the thread that became idle last, or by the next idle one."""
        with self._lock:
            if not self._idle:
                self._queue.append(work)
                return
            mine = self._idle.pop()
        mine.put(work)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads that are idle, and the others when they are; return whether work was cancelled."""
        with self._lock:
            self._closing = True
            idle, self._idle = self._idle, []
        for mine in idle:
            mine.put(None)
        until = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        with self._lock:
            left, self._queue = (self._queue, deque()) if cancel_pending else (deque(), self._queue)
        for work in left:
            work.cancel()
        return bool(left)

    def _work(self) -> None:
        mine: SimpleQueue[Work | None] = SimpleQueue()
        while (work := self._next(mine)) is not None:
            try:
                work.service()
            except BaseException:
                log.exception("Exception when servicing %r", work)
            work = None  # an idle thread keeps no connection alive

    def _next(self, mine: SimpleQueue[Work | None]) -> Work | None:
        """Return the next work, once there is some, or ``None`` if there will be no more."""
        with self._lock:
            if self._closing:
                return None
            if self._queue:
                return self._queue.popleft()
            self._idle.append(mine)
        return mine.get()


__all__ = ["Threads"]
