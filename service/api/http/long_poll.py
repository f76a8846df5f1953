"""Waiting inside an act: ``Prefer: wait=<seconds>`` (RFC 7240).

An act that waits for its resolution occupies an idle thread, so only a few may wait at once, and the server has that many
threads to spare. When all places are taken the response comes at once, which a preference allows. Each look is one cheap read
of the log's end; looks get rarer the longer a request waits and the more of them there are. Requests that only read wait
without a thread (:mod:`service.api.http.holding`).

A worker is woken after the response was sent, or before a request waits for that worker's result.
"""

import re
import threading
import time
from typing import Any

from flask import after_this_request, current_app

from service.api.http.current import asked, context
from service.processes.bell import CLOCK, ring
from service.processes.wake import QueueName, wake
from service.telemetry import tracing

LONGEST = 30
MOST_WAITING = 128
"""Places per process."""
LOOKS = 200
"""How often per second all waiting requests of one process together may look into the store."""
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.2
WAIT = re.compile(r'(?:^|[,;\s])wait\s*=\s*"?([0-9]{1,6})"?\s*(?:$|[,;])', re.IGNORECASE)


def preferred() -> int:
    """Return the seconds that the caller would wait, from ``Prefer``, or 0."""
    said = asked().environ.get("HTTP_PREFER")  # a WSGI server has joined several fields by commas
    found = None if said is None else WAIT.search(said)
    return min(LONGEST, int(found.group(1))) if found else 0


class LongPolls:
    """The places for waiting requests of one process."""

    def __init__(self, places: int = MOST_WAITING) -> None:
        self._places = threading.BoundedSemaphore(places)
        self._waiting = 0
        self._lock = threading.Lock()
        self._ending = threading.Event()

    def close(self) -> None:
        """Let nobody wait any longer, because the server ends."""
        self._ending.set()

    def until_longer(self, match: str, n: int, deadline: float) -> bool:
        """Wait until the match's log is longer than ``n``; return ``False`` when the time is up, the server ends or no place
        is free.

        :param deadline: on the monotonic clock, in seconds.
        """
        if not self._places.acquire(blocking=False):
            return False
        try:
            self._count(1)
            pause = FIRST_PAUSE
            while not context().store.lines(match, after=n, limit=1):
                left = deadline - time.monotonic()
                if left <= 0 or self._ending.wait(min(max(pause, self._waiting / LOOKS), left)):
                    return False
                pause = min(pause * 1.5, LONGEST_PAUSE)
            return True
        finally:
            self._count(-1)
            self._places.release()

    def _count(self, change: int) -> None:
        with self._lock:
            self._waiting += change


def long_polls() -> LongPolls:
    """Return this app's places."""
    found: LongPolls = current_app.extensions["siegelpost-long-polls"]
    return found


def wake_soon(name: QueueName, match: str = "", *, at_once: bool = False) -> None:
    """Wake a queue's workers, and let the clock look when the next is due. A lost wake-up costs a moment.

    :param match: what is due, where it is known.
    :param at_once: the rest of this request waits for them.
    """
    queue_url = context().settings.queue_url
    if at_once:
        wake(queue_url, name, match)
        return

    trace = tracing.carried()  # the request is over when its answer has left

    def wake_all() -> None:
        wake(queue_url, name, match, trace)
        ring(queue_url, [CLOCK])

    @after_this_request
    def on_close(response: Any) -> Any:
        response.call_on_close(wake_all)
        return response
