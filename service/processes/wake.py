"""Wake-ups: tell the workers that something is due now, instead of letting the clock find it a moment later.

A wake-up carries no facts. It may be lost, come twice or come for nothing: a job drains what is due until nothing is due,
and the clock wakes it again as long as something waits. So a wake-up never fails its caller and never waits long.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from service.telemetry import logs, tracing

QueueName = Literal["resolve", "deliver", "replay"]

JOBS: dict[QueueName, str] = {
    "resolve": "workers.resolve.drain.drain",
    "deliver": "workers.deliver.job.deliver",
    "replay": "workers.jobs.replay.replay",
}
"""The one job of each queue, by dotted name: the service never imports the workers."""
RECALL = "workers.jobs.recall.recall"
"""Beside it, in the queue of replays: reads a sealed move for whoever sealed it."""
ORDERS_BY_MAIL = "workers.jobs.orders_by_mail.read_orders"
"""And one that reads standing orders for whoever said them by mail."""
JOB_TIMEOUT: dict[QueueName, int] = {"resolve": 120, "deliver": 300, "replay": 120}
"""Seconds after which RQ interrupts a job. It says nothing about the match at hand: the machine may have slept. Rules that
do not end are stopped much sooner, by the processor time they use."""
FAILURE_TTL = 86_400
"""Seconds RQ keeps the record of a failed job."""
ENOUGH_WAITING = 2
"""Jobs in the queue that make one more pointless: each of them drains everything."""
MOST_REPLAYS = 20
"""Replays that wait for a worker at most: whoever asks for one more would wait too long."""
REPLAY_WAITS = 60
"""Seconds after which nobody waits for a replay any more that no worker has begun."""
CLOCK_KEY = "siegelpost:clock"
"""In the queue's Redis: exists while a clock ticks."""
TICKING = "ticking"
TRACE: Literal["traceparent"] = "traceparent"
"""In the metadata of a job: the W3C Trace Context of what woke it."""
MATCH: Literal["match"] = "match"
"""In the metadata of a job that delivers: the match whose news is due."""
REQUEST: Literal["request"] = "request"
"""In the metadata of a job: the request that woke it, or the job that did."""
CLOCK_FADES = 10_000
"""Milliseconds after which a silent clock is taken for stopped."""

log = logging.getLogger("siegelpost.wake")


def wake(queue_url: str, name: QueueName, match: str = "", trace: str = "") -> bool:
    """Put one job into the queue unless enough wait there; return whether it was put.

    :param match: looked at first, before the job searches for what else is due; it saves the search and the lease.
    :param trace: the ``traceparent`` of what wakes it, where that is over already; else it is that of the span at hand.

    A queue that does not answer within half a second is ignored: the clock will find what is due.
    """
    args = (match,) if match and name == "resolve" else ()
    meta = _meta(trace or tracing.carried(), match if name == "deliver" else "")
    return _put(queue_url, name, JOBS[name], args, meta, most=ENOUGH_WAITING)


def ask_for_replay(queue_url: str, match: str, seat: int | None) -> bool:
    """Have a worker play a match again for a viewer; ``False``: too many others wait for that, or the queue is away."""
    return _put_behind(queue_url, JOBS["replay"], (match, seat))


def ask_for_recall(queue_url: str, match: str, decision: str, request: str) -> bool:
    """Have a worker read a sealed move for whoever sealed it; ``False``: too much else waits, or the queue is away.

    :param request: as :func:`service.matches.recall.request_for` makes it.
    """
    return _put_behind(queue_url, RECALL, (match, decision, request))


def ask_for_orders_by_mail(queue_url: str, match: str, request: str) -> bool:
    """Have a worker read standing orders for whoever said them by mail; ``False``: too much else waits, or the queue is away.

    :param request: as :meth:`service.matches.orders.Request.sealed` makes it.
    """
    return _put_behind(queue_url, ORDERS_BY_MAIL, (match, request))


def _put_behind(queue_url: str, job: str, args: tuple[object, ...]) -> bool:
    """Put a job into the queue of what waits until nothing is to be resolved; return whether there was room."""
    return _put(queue_url, "replay", job, args, _meta(tracing.carried()), most=MOST_REPLAYS, ttl=REPLAY_WAITS)


def _put(
    queue_url: str,
    name: QueueName,
    job: str,
    args: tuple[object, ...],
    meta: dict[str, str] | None,
    *,
    most: int,
    ttl: int | None = None,
) -> bool:
    """Put a job into a queue in which fewer than ``most`` wait; return whether it was put."""
    queue = _queue(queue_url, name)
    try:
        if queue.count >= most:
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
                pipeline=together,
            )
            together.execute()
    except (redis.RedisError, OSError) as error:
        log.debug("%s is not put: %s", job, type(error).__name__)
        return False
    return True


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
    """Note that a clock is alive, or why it stands still; the note fades by itself. A queue that does not answer is ignored."""
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


def _meta(trace: str, match: str = "") -> dict[str, str] | None:
    """Return what goes along with a job: workers that know nothing of it leave it."""
    found = {TRACE: trace, REQUEST: logs.request(), MATCH: match}
    return {name: one for name, one in found.items() if one} or None


def told(meta: Mapping[str, object], name: Literal["traceparent", "request", "match"]) -> str:
    """Return what goes along with a job under a name, empty where nothing does."""
    found = meta.get(name)
    return found if isinstance(found, str) else ""


@lru_cache(maxsize=8)
def _queue(queue_url: str, name: QueueName) -> Queue:
    connection = redis.Redis.from_url(
        queue_url, socket_timeout=0.5, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0), protocol=2
    )
    return Queue(name, connection=connection, serializer=JSONSerializer)


__all__ = [
    "JOBS",
    "MATCH",
    "ORDERS_BY_MAIL",
    "RECALL",
    "REQUEST",
    "TICKING",
    "TRACE",
    "QueueName",
    "ask_for_orders_by_mail",
    "ask_for_recall",
    "ask_for_replay",
    "clock_is_ticking",
    "clock_says",
    "clock_ticks",
    "listening",
    "told",
    "waiting",
    "wake",
]
