"""An outage of the queue in the log: a line when it begins and one when it ends, not RQ's line or traceback for every try."""

from __future__ import annotations

import logging

import redis

UNREACHABLE = (redis.ConnectionError, redis.TimeoutError)


class OneLineAnOutage(logging.Filter):
    """A filter for RQ's logger. All other messages of RQ pass unchanged."""

    def __init__(self) -> None:
        super().__init__()
        self.away = False

    def filter(self, record: logging.LogRecord) -> bool:
        """Turn the first complaint of an outage into one plain line and drop the others."""
        arguments = record.args if isinstance(record.args, tuple) else ()
        found = (
            record.exc_info[1] if record.exc_info else next((a for a in arguments if isinstance(a, Exception)), None)
        )
        timed_out = "Redis connection timeout" in str(record.msg)
        if not isinstance(found, UNREACHABLE) and not timed_out:
            return True
        if not self.begins():
            return False
        record.msg, record.args = "the queue does not answer: %s", (type(found).__name__ if found else "TimeoutError",)
        record.exc_info = record.exc_text = None
        return True

    def begins(self) -> bool:
        """Note that the queue is away; return whether nobody has said so yet."""
        before, self.away = self.away, True
        return not before

    def over(self) -> bool:
        """Note that the queue answers; return whether that has changed."""
        before, self.away = self.away, False
        return before


__all__ = ["OneLineAnOutage"]
