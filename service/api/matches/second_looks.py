"""Matches whose stored form a request could not use: a worker looks at them, and parks them with the reason.

So the players are rightly told, long before the next deadline, that the operator can see the problem.
"""

import logging
import threading
import time
from collections import OrderedDict

from flask import current_app

from service.api.http.current import context
from service.store.connection.connect import Unreadable
from service.store.store import StoreUnavailable

AGAIN = 600.0
"""Seconds after which a worker is asked again: it may have found nothing wrong (with a damaged log line, say)."""
MOST = 1_000
EXTENSION = "siegelpost-second-looks"

log = logging.getLogger("siegelpost.api")


class SecondLooks:
    """A cache of the matches that this process has recently asked workers to look at. Thread-safe."""

    def __init__(self) -> None:
        self._asked = OrderedDict[str, float]()
        self._lock = threading.Lock()

    def is_new(self, match: str) -> bool:
        """Record a match; return whether it was new."""
        now = time.monotonic()
        with self._lock:
            if now - self._asked.get(match, -AGAIN) < AGAIN:
                return False
            self._asked.pop(match, None)
            self._asked[match] = now
            while len(self._asked) > MOST:
                self._asked.popitem(last=False)
            return True


def have_looked_at(match: str) -> None:
    """Have a worker look at a match. The answer to the request does not depend on it."""
    asked: SecondLooks = current_app.extensions[EXTENSION]
    if not asked.is_new(match):
        return
    try:
        context().store.look_soon(match)
    except (StoreUnavailable, Unreadable) as error:
        log.error("no worker could be asked to look at match %s: %s", match, error)
