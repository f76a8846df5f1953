"""Matches that a request could not use as they are stored: a worker looks at them, and parks them with the reason.

So what players are told, that the operator sees it, is true long before the next deadline.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict

from flask import current_app

from service.api.http.current import context
from service.store.connection.connect import Unreadable
from service.store.store import StoreUnavailable

AGAIN = 600.0
"""Seconds after which a worker is asked again: it may find nothing wrong (of a spoilt line of a log, say)."""
MOST = 1_000
EXTENSION = "siegelpost-second-looks"

log = logging.getLogger("siegelpost.api")


class SecondLooks:
    """The matches that this process has lately asked workers to look at. Thread-safe."""

    def __init__(self) -> None:
        self._asked = OrderedDict[str, float]()
        self._lock = threading.Lock()

    def is_new(self, match: str) -> bool:
        """Note a match down; return whether it was not there."""
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
    """Ask for a worker's look at a match. The answer to the request does not depend on it."""
    asked: SecondLooks = current_app.extensions[EXTENSION]
    if not asked.is_new(match):
        return
    try:
        context().store.look_soon(match)
    except (StoreUnavailable, Unreadable) as error:
        log.error("no worker is asked to look at match %s: %s", match, error)


__all__ = ["EXTENSION", "SecondLooks", "have_looked_at"]
