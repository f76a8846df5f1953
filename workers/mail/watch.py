"""Ends what takes too long, with one thread for everything that is watched: a timer of its own, which is a thread, for each
answer of a mail server costs more than the answer."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

log = logging.getLogger("siegelpost.deliver")


class Watch:
    """Calls what is to be called when its time is over. Thread-safe; what it calls must not wait for anything."""

    def __init__(self) -> None:
        self._ends: dict[object, tuple[float, Callable[[], None]]] = {}
        self._changed = threading.Condition()
        self._looks_at = float("inf")
        self._thread: threading.Thread | None = None

    @contextmanager
    def within(self, seconds: float, end: Callable[[], None]) -> Iterator[None]:
        """Call ``end`` once, in another thread, unless the block ends in time; after the block it is never called."""
        key = self.after(seconds, end)
        try:
            yield
        finally:
            with self._changed:
                self._ends.pop(key, None)

    def after(self, seconds: float, then: Callable[[], None]) -> object:
        """Call something once, in so many seconds; return what names it here."""
        key, at = object(), time.monotonic() + seconds
        with self._changed:
            self._ends[key] = (at, then)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_for_ever, name="watch", daemon=True)
                self._thread.start()
            if at < self._looks_at:
                self._changed.notify()
        return key

    def _look_for_ever(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                for key in [one for one, (at, _) in self._ends.items() if at <= now]:
                    _, then = self._ends.pop(key)
                    try:
                        then()
                    except Exception as error:  # the others are watched all the same
                        log.error("what was to end something failed: %s", type(error).__name__)
                self._looks_at = min((at for at, _ in self._ends.values()), default=float("inf"))
                self._changed.wait(None if self._looks_at == float("inf") else max(0.0, self._looks_at - now))


__all__ = ["Watch"]
