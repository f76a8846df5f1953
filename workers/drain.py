"""The job that resolves: takes what is due by lease, steps it in batches, until nothing is due or its time is up.

A job carries no arguments and no truth. It may run twice, at once, or get lost: leases keep workers apart, the guard on the
log head makes a second resolution vanish, and the clock wakes another drain.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from functools import lru_cache

from engine.registry import OtherData
from service.config import Settings
from service.context import Context
from service.store.due import WITHOUT_DATA, Peek
from service.store.records import Record, Transition
from service.wake import wake
from workers import bots
from workers.resolve import bots_to_play, step_due

LEASE = 30_000
"""How long a claimed match stays with a worker that does not report back, in milliseconds."""
BATCH = 64
BUDGET = 10_000
"""A drain stops after so long (milliseconds) and leaves the rest to the next one, well before RQ's job timeout: a timeout
would interrupt a healthy match as if its rules were hanging."""
TRIES = 8

log = logging.getLogger("siegelpost.drain")


@lru_cache(maxsize=1)
def context_of_process() -> Context:
    """Return this worker process's context, opened once."""
    return Context.open(Settings.from_environment(os.environ), resolver=True)


def drain(match: str = "") -> int:
    """Resolve everything that is due, this match first; the RQ job. Returns how many steps were written."""
    return drain_once(context_of_process(), match)


def drain_once(context: Context, match: str = "") -> int:
    """Resolve everything that is due, within the time budget; return how many steps were written.

    :param match: somebody waits for it, so it is stepped at once, without a lease: when another worker steps it as well,
        the guard on the log head lets only one of the two through.
    """
    written = _settle(context, [match], if_due=True) if match else 0
    begun: int | None = None
    while True:
        peeks, now = context.store.peek()
        begun = now if begun is None else begun
        claimed = _claim(context, peeks, now)
        written += _settle(context, claimed)
        if not claimed or now - begun > BUDGET:
            return written


def _claim(context: Context, peeks: Sequence[Peek], now: int) -> list[str]:
    """Lease one batch, from every due bucket its share, the longest overdue first.

    No more than a batch: after an outage thousands are due, and what is claimed waits for us, whatever our time is.
    """
    ready = sorted((one.due, one.bucket) for one in peeks if one.due is not None and one.due <= now)
    claimed: list[str] = []
    for number, (_, bucket) in enumerate(ready):
        share = -(-(BATCH - len(claimed)) // (len(ready) - number))
        if share > 0:
            claimed += context.store.claim_due(bucket, LEASE, share, context.lease_owner)
    return claimed


def _settle(context: Context, matches: list[str], *, if_due: bool = False) -> int:
    """Step these matches until each is written, forgotten or parked; with ``if_due`` only those that are due."""
    written = 0
    for _ in range(TRIES):
        records = [one for one in context.store.load_many(matches, secrets=True) if one is not None]
        if if_due:
            records = [one for one in records if one.due is not None and one.due <= one.now]
        transitions = [one for one in (_plan(context, record) for record in records) if one is not None]
        if not transitions:
            return written
        stale, urgent = [], False
        for transition, done in zip(transitions, context.store.transition_many(transitions), strict=True):
            if done:
                written += bool(transition.lines)
                # Where news are not held off, the deliverer need not wait for the clock's next look.
                urgent |= any(notice["send_at"] <= notice["at"] for notice in transition.notices)
            else:
                stale.append(transition.match)
        if urgent:
            wake(context.settings.queue_url, "deliver")
        if not stale:
            return written
        matches = stale
    log.warning("%d matches kept changing while they were resolved; the lease brings them back", len(matches))
    return written


def _plan(context: Context, record: Record) -> Transition | None:
    """Return the match's step, its bots having played first; ``None`` for a match that had to be parked."""
    try:
        if bots_to_play(record) and bots.play(context, record):
            fresh = context.store.load(record.match, secrets=True)
            record = fresh if fresh is not None else record
        return step_due(context, record)
    except OtherData as error:
        log.error("match %s waits: %s", record.match, error)
        context.store.park(record.match, f"{WITHOUT_DATA} {error.rules} {error.data}")
        return None
    except Exception as error:
        # One broken match must not stop the others, and its secrets must not reach the log: only the kind of error does.
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        line = f"{where.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{where.tb_lineno}" if where else "?"
        log.error("match %s is parked: %s at %s", record.match, type(error).__name__, line)
        context.store.park(record.match, f"{type(error).__name__} at {line}")
        return None
