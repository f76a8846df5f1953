"""Waiting for something that other processes do, by the bell: no longer than patience lasts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from service.bell import Listener

LOOK = 0.25
"""Seconds after which somebody who waits looks without having heard the bell."""
Found = TypeVar("Found")


class Patience:
    """Waits until something is there, by the bell; close it."""

    def __init__(self, queue_url: str, seconds: float) -> None:
        self._seconds = seconds
        self._rings = 0
        self._rung = threading.Condition()
        self._bell = Listener(queue_url, lambda _: self._ring(), self._ring)

    def until(self, look: Callable[[], Found | None]) -> Found | None:
        """Return what a look finds once it finds something; ``None``: patience has ended before."""
        ends = time.monotonic() + self._seconds
        while True:
            heard = self._rings
            found = look()
            if found is not None or time.monotonic() >= ends:
                return found
            with self._rung:
                if self._rings == heard:  # none since it was looked up
                    self._rung.wait(max(0.0, min(LOOK, ends - time.monotonic())))

    def close(self) -> None:
        """Stop listening."""
        self._bell.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _ring(self) -> None:
        with self._rung:
            self._rings += 1
            self._rung.notify_all()


__all__ = ["Patience"]
