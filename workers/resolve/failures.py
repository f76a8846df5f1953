"""Failures of a match's step: telling whether the match itself or its environment is at fault, and parking it in the
first case.

A match is parked only if its own step fails: under its lease, with one line in the operator's log. After a temporary
failure (the store away, a time limit, no memory, a missing file or key) it is left as it is: its lease ends, and it is
tried again.
"""

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
from service.telemetry.sources import running_version

Done = TypeVar("Done")

PASSING = (StoreUnavailable, redis.RedisError, BaseTimeoutException, MemoryError, OSError, KeyMissing)
CPU_SECONDS = 5.0
"""The most processor seconds for one step; a long one takes a twentieth. Unlike wall time it does not pass while the
process is stopped or the machine is busy, so it distinguishes rules that never end from a troubled machine."""
AGAIN = 0.5
UNINTERRUPTED = ("service/store/", "redis/", "rq/")
"""Code that must not be interrupted, which could leave an answer unread."""


class TooMuchWork(BaseException):
    """A step exceeded its processor time. Not an :class:`Exception`, so that no rules catch it."""


def passes(error: BaseException) -> bool:
    """Return whether a failure, or its cause, is temporary and not the match's fault."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, PASSING):
            return True
        seen.add(id(cause))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return False


def where(error: BaseException) -> str:
    """Return kind and place of an error, never its text, which might contain a move."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None and trace.tb_next.tb_frame.f_code is not _stop.__code__:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {place}"


def limited(work: Callable[[], Done], seconds: float = CPU_SECONDS) -> Done:
    """Call a function; raise :class:`TooMuchWork` inside it when it exceeds this much processor time.

    This works only in a process's main thread, where workers run their jobs; elsewhere there is no limit.
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
    """Park a match that cannot be stepped, unless the lease was lost meanwhile.

    Without a lease (``None``) nothing is parked: the next lease holder comes to the same result, or a better one.
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
