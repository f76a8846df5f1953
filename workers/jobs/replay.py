"""The job that replays a match. For a running match it stores the views of one viewer, and nothing else.

The seed of a running match is a secret that the API never has, so a resolving worker does this; due matches take
precedence, before the job and while it runs. For a closed match, whose seed is published, it stores the states, once
for all viewers. A job may run twice or get lost, and is then requested again.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import redis
from rq.timeouts import BaseTimeoutException

from engine.contract import View
from engine.protocol.canon import unb64
from engine.protocol.log import BadLog
from engine.registry import OtherData, UnknownRules, game_of
from engine.verifier import Refuted
from engine.verifier.rules_replay import states
from service.context import Context
from service.processes.bell import ring
from service.processes.wake import waiting
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.matches.moments import STATES, Moments, moments
from service.store.records import Record
from service.telemetry.logs import about
from workers.resolve.drain import context_of_process, drain_once
from workers.resolve.failures import TooMuchWork, limited, passes, where

LOOK_EVERY = 0.05
"""Seconds between two looks for due matches during a job."""
MOST_CPU = 20.0
"""The most processor seconds for one replay; the longest matches take less than one."""

Done = TypeVar("Done")

log = logging.getLogger("siegelpost.replay")


@contextmanager
def job_about(match: str, log: logging.Logger, what: str) -> Iterator[Context]:
    """Yield the context of a job about a match; log a warning where RQ interrupts ``what`` it does."""
    with about(match=match):
        try:
            yield context_of_process()
        except BaseTimeoutException:
            log.warning("%s was stopped: the machine slept, or is far too busy", what)


def attempt(work: Callable[[], Done], log: logging.Logger, refusal: str, otherwise: Done) -> Done:
    """Return the result of work on a match that people may read as a whole, or ``otherwise`` if the match is at fault.

    The log says so, in the words of ``refusal``. A temporary failure is raised.
    """
    try:
        return work()
    except (BadLog, Refuted, OtherData, UnknownRules, Unreadable) as error:
        log.error("%s: %s", refusal, error)
    except (Exception, TooMuchWork) as error:
        if passes(error):
            raise
        # Only the kind of error is told: its text could hold a card.
        log.error("%s: %s", refusal, where(error))
    return otherwise


def replay(match: str, seat: int | None) -> None:
    """Replay a match for a seat, or for spectators (None), or a closed one for everybody (``STATES``); the RQ job."""
    with job_about(match, log, "a replay") as context:
        replay_once(context, match, seat)


def replay_once(context: Context, match: str, seat: int | None) -> None:
    """Replay a match and store the result, unless that was done since its last entry."""
    try:
        record = context.store.load(match, secrets=True)
    except Unreadable as error:
        log.error("%s", error)
        return
    known, asked = _known(context, match, seat), keys.replay_asked(match, seat)
    if record is not None and _may_see(record, seat) and (known is None or known.through < record.n):
        context.store.keep_replay(match, seat, _found(context, record, seat))
    else:
        context.store.withdraw_work(asked)
    ring(context.settings.queue_url, [asked])


def _may_see(record: Record, seat: int | None) -> bool:
    """Return whether a replay for this viewer is allowed: states only of a match whose seed is published."""
    status = record.table["status"]
    return status == "closed" if seat == STATES else status == "running" and record.seed is not None


def _known(context: Context, match: str, seat: int | None) -> Moments | None:
    try:
        return context.store.replay(match, seat)
    except Unreadable:
        return None


def _found(context: Context, record: Record, seat: int | None) -> Moments:
    def play_again() -> Moments:
        export = b"".join(context.store.lines(record.match, limit=record.n))
        return moments(_views(record, seat, export, partial(give_way, context)), record.n)

    return attempt(play_again, log, "the match cannot be played again", Moments(record.n, [], refused=True))


def _views(record: Record, seat: int | None, export: bytes, give_way: Callable[[], None]) -> Iterator[tuple[int, View]]:
    """Yield the viewer's view, or the state, after each entry that changed the game."""
    game, played = game_of(record.table), states(export, None if seat == STATES else unb64(record.seed or ""))
    used, looked = 0.0, time.monotonic()

    def step() -> tuple[int, View] | None:
        found = next(played, None)
        return None if found is None else (found[0], found[1] if seat == STATES else game.view(found[1], seat))

    while True:
        before = time.process_time()
        seen = limited(step)
        used += time.process_time() - before
        if seen is None:
            return
        if used > MOST_CPU:
            raise Refuted("it takes too long")
        yield seen
        if time.monotonic() - looked >= LOOK_EVERY:
            give_way()
            looked = time.monotonic()


def give_way(context: Context) -> None:
    """Resolve due matches first, so that no move waits for a replay or for a bot that thinks."""
    try:
        busy = waiting(context.settings.queue_url, "resolve") > 0
    except redis.RedisError:
        busy = False
    if busy:
        drain_once(context)
