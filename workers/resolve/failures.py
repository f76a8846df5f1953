"""Failures of a match's step: whether the match itself is at fault or only its surroundings, and parking it if it is.

Only a match whose own step fails is parked: under its own lease, with one line in the log for the operator. Anything that
may pass (the store away, a time limit, no memory, a file or a key that is missing) leaves it as it is: its lease ends, and
it is tried again.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

import redis
from rq.timeouts import BaseTimeoutException

from service.context import Context
from service.keys.signing import KeyMissing
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.keys import MATCH
from service.store.matches.due import Leased
from workers.version import running_version

Done = TypeVar("Done")

PASSING = (StoreUnavailable, redis.RedisError, BaseTimeoutException, MemoryError, OSError, KeyMissing)
CPU_SECONDS = 5.0
"""Processor time that one step may use; a long one takes a twentieth of it. Unlike the time on the wall it does not run
while the process is stopped or the machine is busy, so it tells rules that do not end from a machine that is not well."""
AGAIN = 0.5
UNINTERRUPTED = ("service/store/", "redis/", "rq/")
"""Code that is left to finish: interrupting it could leave an answer unread."""


class TooMuchWork(BaseException):
    """A step used up its processor time. Not an :class:`Exception`, so that no rules catch it."""


def passes(error: BaseException) -> bool:
    """Return whether a failure, or what it followed from, says nothing about the match."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, PASSING):
            return True
        seen.add(id(cause))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return False


def where(error: BaseException) -> str:
    """Return kind and place of an error, never its text: that could hold a move."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None and trace.tb_next.tb_frame.f_code is not _stop.__code__:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {place}"


def limited(work: Callable[[], Done], seconds: float = CPU_SECONDS) -> Done:
    """Do something; raise :class:`TooMuchWork` in it when it uses more processor time than this.

    Only in a process's main thread, where workers run their jobs; elsewhere nothing is limited.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(_: int, frame: FrameType | None) -> None:
    at = frame
    while at is not None and at.f_code is not limited.__code__:
        if any(part in at.f_code.co_filename for part in UNINTERRUPTED):
            return
        at = at.f_back
    raise TooMuchWork


log = logging.getLogger("siegelpost.drain")


def park(context: Context, match: str, reason: str, lease: Leased | None, *, for_operator: bool = False) -> None:
    """Park a match that cannot be stepped, unless the lease is lost meanwhile.

    Without a lease (``None``) nothing is parked: the next holder of the lease comes to the same result, or to a better one.
    """
    if lease is None:
        return
    if not MATCH.fullmatch(match):
        log.error("%r is due but is no match; it is taken out", match[:80])
        context.store.forget_due(match)
        return
    version = running_version()
    try:
        parked = context.store.park(match, reason, lease=lease.ends, version=version, for_operator=for_operator)
    except Unreadable as error:
        log.error("match %s failed (%s) and cannot be parked: %s", match, reason, error)
        return
    if parked is None:
        log.info("match %s failed (%s), but another worker has it, or somebody acted; it is tried again", match, reason)
    elif parked.attempts == 1:
        log.error("match %s is parked: %s; see 'siegelpost parked'", match, reason)
    else:
        log.warning("match %s is still parked after %d attempts: %s", match, parked.attempts, reason)


__all__ = ["TooMuchWork", "limited", "park", "passes", "where"]
