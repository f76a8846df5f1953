"""What comes of an answer within a moment: where it was the last one that was awaited, the workers go on at once.

The letter that answers the mail waits for that as long as a person does who looks, so that it can ask what is asked next.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType

from service.bell import Listener
from service.context import Context
from service.matches.settling import is_settled
from service.store.records import Record

PATIENCE = 2.0
"""Seconds after which the answer goes out without what comes of it; that goes by a letter of its own then."""
LOOK = 0.25
"""Seconds after which somebody who waits looks without having heard the bell."""


class Aftermath:
    """Waits for matches to go on, by the bell; close it."""

    def __init__(self, context: Context, patience: float = PATIENCE) -> None:
        self._context, self._patience = context, patience
        self._rings = 0
        self._rung = threading.Condition()
        self._bell = Listener(context.settings.queue_url, lambda _: self._ring(), self._ring)

    def __call__(self, record: Record) -> Record:
        """Return the match once nothing is due there any more, or as it is when patience ends."""
        ends = time.monotonic() + self._patience
        while True:
            heard = self._rings
            now = self._context.store.load(record.match)
            if now is None or is_settled(now) or time.monotonic() >= ends:
                return now or record
            with self._rung:
                if self._rings == heard:  # none since it was looked up
                    self._rung.wait(min(LOOK, ends - time.monotonic()))

    def close(self) -> None:
        """Stop listening."""
        self._bell.close()

    def __enter__(self) -> Aftermath:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _ring(self) -> None:
        with self._rung:
            self._rings += 1
            self._rung.notify_all()


__all__ = ["Aftermath"]
