"""Wake-ups: tell the workers that something is due now, instead of letting the clock find it a moment later.

A wake-up carries no facts. It may be lost, duplicated or needless: a job drains everything due, and the clock wakes it
again as long as something waits. So a wake-up never fails its caller and never waits long.
"""

import hashlib
import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Literal

import redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from service.config.networks import is_this_machine, widening
from service.store.connection.one import client_of
from service.telemetry import logs, tracing

QueueName = Literal["resolve", "deliver", "replay", "think", "review", "puzzles"]

JOBS: dict[QueueName, str] = {
    "resolve": "workers.resolve.drain.drain",
    "deliver": "workers.deliver.job.deliver",
    "replay": "workers.jobs.replay.replay",
    "think": "workers.jobs.think.think",
    "review": "workers.jobs.coach.review",
    "puzzles": "workers.jobs.puzzles.seek",
}
"""The one job of each queue, by dotted name: the service never imports the workers."""
RECALL = "workers.jobs.recall.recall"
"""An additional job in the queue of replays: reads a sealed move for its player."""
ORDERS_BY_MAIL = "workers.jobs.recall.read_orders"
"""An additional job there: reads standing orders for a player who writes them by mail."""
HINT = "workers.jobs.coach.hint"
"""An additional job there: thinks for a player who practises against bots."""
JOB_TIMEOUT: dict[QueueName, int] = {**dict.fromkeys(JOBS, 120), "deliver": 300}
"""Seconds after which RQ interrupts a job. That says nothing about the match: the machine may have slept. Endless rules
are stopped much sooner, by their processor time."""
FAILURE_TTL = 86_400
"""Seconds RQ keeps the record of a failed job."""
ENOUGH_WAITING = 2
"""Waiting jobs that make one more pointless, because each of them drains everything."""
MOST_REPLAYS = 20
"""The most replays waiting for a worker: one more would wait too long."""
REPLAY_WAITS = 60
"""Seconds after which nobody waits any more for a replay that no worker has begun."""
MOST_THOUGHTS = 50
"""The most matches whose bots wait for a worker to think; the others ask again when the clock looks at them."""
REVIEW_WAITS = 600
"""Seconds after which nobody waits any more for a review that no worker has begun."""
SEARCH_WAITS = 86_400
"""Seconds after which a search for puzzles that no worker has begun is dropped: later matches have others."""
Asker = tuple[str, ...]
"""Marks of whoever asked for a job: a letter of :data:`PLACES`, and a digest if there are many of the kind."""
PLACES = {"a": 4, "p": 2, "n": 16, "s": 8, "v": 4}
"""The share of a queue's places, one in so many, for an account (a), for newcomers and visitors together (p), and of
these for one network (n), site (s) or provider (v): few accounts, and few networks, fill no queue for all."""
CLOCK_KEY = "siegelpost:clock"
"""The key in the queue's Redis that exists while a clock ticks."""
TICKING = "ticking"
TRACE: Literal["traceparent"] = "traceparent"
"""The member of a job's metadata with the W3C Trace Context of its cause."""
MATCH: Literal["match"] = "match"
"""The member of a delivery job's metadata with the match whose news is due."""
ASKER: Literal["asker"] = "asker"
"""The member of a job's metadata with the marks of the callers who asked for it."""
REQUEST: Literal["request"] = "request"
"""The member of a job's metadata with the request, or the job, that woke it."""
CLOCK_FADES = 10_000
"""Milliseconds after which a silent clock counts as stopped."""

log = logging.getLogger("siegelpost.wake")


def wake(queue_url: str, name: QueueName, match: str = "", trace: str = "") -> bool:
    """Put one job into the queue unless enough wait there; return whether it was put.

    :param match: the match that the job serves first, without searching and leasing.
    :param trace: the ``traceparent`` of the cause if that is over already; by default that of the current span.

    A queue that does not answer within half a second is ignored: the clock will find what is due.
    """
    args = (match,) if match and name == "resolve" else ()
    meta = _meta(trace or tracing.carried(), match if name == "deliver" else "")
    return _put(queue_url, name, JOBS[name], args, meta, most=ENOUGH_WAITING)


def asker_of(account: str | None, address: str, *, established: bool) -> Asker:
    """Return the marks of an account, or of a visitor without one; ``address`` is empty if unknown."""
    marks = [] if account is None else [("a", account)]
    if not established:
        marks.append(("p", ""))
        if address and not is_this_machine(address):  # where there may be a proxy
            marks += [(what[0] if what != "provider" else "v", network) for what, network in widening(address)]
    return tuple(f"{kind}{hashlib.sha256(who.encode()).hexdigest()[:12]}" for kind, who in marks)


def share_of(part: int, most: int) -> int:
    """Return the places of one share, at least one of a queue that has any."""
    return -(-most // part)


def ask_for_replay(queue_url: str, match: str, seat: int | None, asker: Asker) -> bool:
    """Have a worker replay a match for a viewer; return ``False`` if too many wait, or the queue is away."""
    return _put_behind(queue_url, JOBS["replay"], (match, seat), asker=asker)


def ask_for_recall(queue_url: str, match: str, decision: str, request: str) -> bool:
    """Have a worker read a sealed move for its player; return ``False`` if too many wait, or the queue is away.

    :param request: as :func:`service.matches.receipts.request_for` makes it.
    """
    return _put_behind(queue_url, RECALL, (match, decision, request), most=2 * MOST_REPLAYS)


def ask_for_orders_by_mail(queue_url: str, match: str, request: str) -> bool:
    """Have a worker read standing orders for a player writing by mail; return ``False`` if too many wait, or the queue
    is away.

    :param request: as :meth:`service.matches.orders.Request.sealed` makes it.
    """
    return _put_behind(queue_url, ORDERS_BY_MAIL, (match, request), most=2 * MOST_REPLAYS)


def ask_for_thought(queue_url: str, match: str, asker: Asker) -> bool:
    """Have a worker think for the bots of a match, once nobody else needs it; return ``False`` if too many wait."""
    return _put_behind(queue_url, JOBS["think"], (match,), "think", most=MOST_THOUGHTS, asker=asker)


def ask_for_review(queue_url: str, match: str, asker: Asker) -> bool:
    """Have a worker look back on a match, or go on with it, once nothing else waits; return ``False`` if too many do."""
    return _put_behind(queue_url, JOBS["review"], (match,), "review", ttl=REVIEW_WAITS, asker=asker)


def ask_for_puzzles(queue_url: str, match: str, start: int) -> bool:
    """Have a worker seek puzzles in a match from a place among its positions; return ``False`` if too many wait."""
    return _put_behind(queue_url, JOBS["puzzles"], (match, start), "puzzles", ttl=SEARCH_WAITS)


def ask_for_hint(queue_url: str, match: str, decision: str, seat: int, asker: Asker) -> bool:
    """Have a worker think for a player; return ``False`` if too many wait, or the queue is away."""
    return _put_behind(queue_url, HINT, (match, decision, seat), asker=asker)


def _put_behind(
    queue_url: str,
    job: str,
    args: tuple[object, ...],
    name: QueueName = "replay",
    *,
    most: int | None = None,
    ttl: int = REPLAY_WAITS,
    asker: Asker = (),
) -> bool:
    """Put a job into a low-priority queue, which runs when nothing is to be resolved; return whether there was room.

    :param most: the jobs that may wait there; by default :data:`MOST_REPLAYS`.
    :param ttl: seconds after which nobody waits for it any more.
    :param asker: whose shares of the queue it takes.
    """
    meta = _meta(tracing.carried(), asker=asker)
    return _put(queue_url, name, job, args, meta, most=MOST_REPLAYS if most is None else most, ttl=ttl, asker=asker)


def _put(
    queue_url: str,
    name: QueueName,
    job: str,
    args: tuple[object, ...],
    meta: dict[str, str] | None,
    *,
    most: int,
    ttl: int | None = None,
    asker: Asker = (),
) -> bool:
    """Put a job into a queue with fewer than ``most`` jobs, where its asker has a share left; return whether it was put."""
    queue = _queue(queue_url, name)
    try:
        waits = [one.split("-") for one in queue.get_job_ids()] if asker else []
        if not (has_share(waits, asker, most) if asker else queue.count < most):
            return False
        # By itself RQ puts a job in two round trips, and somebody waits for what the job does.
        with queue.connection.pipeline() as together:
            queue.enqueue_call(
                job,
                args=args,
                timeout=JOB_TIMEOUT[name],
                result_ttl=0,
                failure_ttl=FAILURE_TTL,
                ttl=ttl,
                meta=meta,
                job_id="-".join((*asker, secrets.token_hex(16))),
                pipeline=together,
            )
            together.execute()
    except (redis.RedisError, OSError) as error:
        log.debug("%s is not put: %s", job, type(error).__name__)
        return False
    return True


def has_share(taken: Sequence[Sequence[str]], asker: Asker, most: int) -> bool:
    """Return whether one more of ``most`` places is free, and one more of each mark's; :param taken: marks by place."""
    return len(taken) < most and all(
        sum(mark in marks for marks in taken) < share_of(PLACES[mark[0]], most) for mark in asker
    )


def waiting(queue_url: str, name: QueueName) -> int:
    """Return how many jobs wait in the queue; :raises redis.RedisError: when the queue does not answer."""
    return int(_queue(queue_url, name).count)


def listening(queue_url: str, name: QueueName) -> int:
    """Return how many workers listen to a queue; :raises redis.RedisError: when the queue does not answer.

    A worker that was killed stays on RQ's list until another one looks; its own key fades after a minute and a half.
    """
    queue = _queue(queue_url, name)
    known = Worker.all_keys(queue=queue)
    return int(queue.connection.exists(*known)) if known else 0


def clock_ticks(queue_url: str, trouble: str | None = None) -> None:
    """Record that a clock is alive, or why it stands still; the record expires. A queue that does not answer is ignored."""
    try:
        _queue(queue_url, "resolve").connection.set(CLOCK_KEY, trouble or TICKING, px=CLOCK_FADES)
    except (redis.RedisError, OSError) as error:
        log.debug("no note of the clock: %s", type(error).__name__)


def clock_is_ticking(queue_url: str) -> bool:
    """Return whether some clock was alive in the last ten seconds and all was well.

    :raises redis.RedisError: when the queue does not answer.
    """
    return clock_says(queue_url) == TICKING


def clock_says(queue_url: str) -> str | None:
    """Return ``ticking``, why the clock stands still, or ``None`` where none was alive in the last ten seconds.

    :raises redis.RedisError: when the queue does not answer.
    """
    found = _queue(queue_url, "resolve").connection.get(CLOCK_KEY)
    return found.decode("utf-8", "replace") if isinstance(found, bytes) else None


def _meta(trace: str, match: str = "", asker: Asker = ()) -> dict[str, str] | None:
    """Return the metadata for a job; workers that do not know a member ignore it."""
    found = {TRACE: trace, REQUEST: logs.request(), MATCH: match, ASKER: "-".join(asker)}
    return {name: one for name, one in found.items() if one} or None


def told(meta: Mapping[str, object], name: Literal["traceparent", "request", "match", "asker"]) -> str:
    """Return a member of the current job's metadata, or an empty string."""
    found = meta.get(name)
    return found if isinstance(found, str) else ""


@lru_cache(maxsize=8)
def _queue(queue_url: str, name: QueueName) -> Queue:
    connection = client_of(queue_url, socket_timeout=0.5, socket_connect_timeout=0.5)
    return Queue(name, connection=connection, serializer=JSONSerializer)


# Metadata of the current job, available to the code it runs.


_job_meta: ContextVar[Mapping[str, object]] = ContextVar("meta", default={})  # noqa: B039  nobody writes into it


@contextmanager
def current_job(meta: Mapping[str, object]) -> Iterator[None]:
    """Set the metadata of the current job for the duration of the block."""
    before = _job_meta.set(meta)
    try:
        yield
    finally:
        _job_meta.reset(before)


def current_job_meta() -> Mapping[str, object]:
    """Return the metadata of the current job; empty outside jobs."""
    return _job_meta.get()
