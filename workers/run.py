"""One RQ worker on exactly one queue: ``python -m workers.run resolve`` or ``python -m workers.run deliver``.

RQ loses jobs of a killed worker that listens to two queues, so a worker has one. Its jobs are short and run in this
process (no fork per job); after many of them it ends, and its supervisor starts a fresh one. SIGTERM lets the current
job finish. Nothing is lost with a worker or with the whole queue: due work stays due in the store.

An outage of the queue causes one log line at its beginning and one at its end, not RQ's line or traceback for every
try.
"""

import contextlib
import importlib
import logging
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import redis
from redis.client import Pipeline
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.timeouts import JobTimeoutException
from rq.worker import WorkerStatus

from service.config.variables import BadSetting
from service.context import settings_to_start
from service.processes.starting import Starting, spare_the_program
from service.processes.wake import HINT, JOBS, ORDERS_BY_MAIL, RECALL, REQUEST, TRACE, QueueName, current_job, told
from service.store.connection.addresses import is_many
from service.store.connection.connect import StoreUnavailable
from service.store.connection.one import client_of
from service.telemetry import tracing
from service.telemetry.counts import ROLE
from service.telemetry.logs import about, set_up

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
        """Record that the queue is away; return whether this is the first report."""
        before, self.away = self.away, True
        return not before

    def over(self) -> bool:
        """Record that the queue answers; return whether that is a change."""
        before, self.away = self.away, False
        return before


WORKER_TTL = 30
"""Seconds until RQ considers a silent worker dead; it waits for a job at most 15 seconds less."""
TTL_WITH_SENTINELS = 17
"""The same where the queue's server may be replaced: a worker that waits at a dead machine notices it in time."""
LATE = 2
"""Seconds after the longest wait for a job until a silent queue counts as away."""
HEARTBEAT = 5
"""Seconds for which a worker need not repeat its heartbeat."""
MONITORING = 5
TURN = 0.0005
"""The interpreter's switch interval in seconds for a deliverer's threads. A letter in progress waits for the mail
server's replies several times, and with Python's default of 5 milliseconds each time until another letter is written.
"""
MAX_JOBS = 10_000
"""Jobs after which the process ends, so that leaks stay small."""
STOPPING = (signal.SIGTERM, signal.SIGINT)
WORKERS: dict[QueueName, list[QueueName]] = {
    "resolve": ["resolve", "replay", "think", "review", "puzzles"],
    "deliver": ["deliver"],
}
"""The queues of each kind of worker, in order of precedence."""

log = logging.getLogger("siegelpost.run")


outage = OneLineAnOutage()


@contextlib.contextmanager
def outlasting() -> Iterator[None]:
    """Go on after an outage of the queue, which holds no facts; RQ itself would end the process."""
    try:
        yield
    except UNREACHABLE as error:
        if outage.begins():
            log.error("the queue does not answer: %s", type(error).__name__)


KNOWN = {*JOBS.values(), RECALL, ORDERS_BY_MAIL, HINT}
"""The functions that a job may name. The queue must not be able to give orders: otherwise any process that can write to
it, such as the API, could have a worker call anything, and read the resolver's key."""


class UnknownJob(RuntimeError):
    """A job that names a function other than ours."""


class KnownJob(Job):
    """RQ's job, restricted to calling the functions in :data:`KNOWN`."""

    @property
    def func(self) -> Any:
        """The job's function; :raises UnknownJob: for any other than ours."""
        if self.func_name not in KNOWN or self.instance:
            raise UnknownJob("the queue holds a job that is none of ours: who else can write there?")
        return super().func

    @property
    def success_callback(self) -> None:
        """None: our jobs have no callbacks."""

    @property
    def failure_callback(self) -> None:
        """None: our jobs have no callbacks."""

    @property
    def stopped_callback(self) -> None:
        """None: our jobs have no callbacks."""


class SealWorker(SimpleWorker):
    """RQ's worker without a fork, which never interrupts a job to stop and logs nothing while its servers are away."""

    _beaten = float("-inf")

    @property
    def connection_timeout(self) -> int:
        """Seconds without an answer after which the queue is away: a dead machine closes no connection."""
        return self.dequeue_timeout + LATE

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """Wait for a job. A silent queue is asked again, perhaps at another machine; RQ itself would end the process."""
        while True:
            with outlasting():
                return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Tell RQ that this worker is alive, and log when the queue has come back.

        RQ would do so five times per job, in two round trips each, while a user waits for the job's effect.
        """
        if pipeline is None and not outage.away and time.monotonic() - self._beaten < HEARTBEAT:
            return
        super().heartbeat(timeout, pipeline)
        self._beaten = time.monotonic()
        if outage.over():
            log.info("the queue answers again")

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:
        """Tell RQ this worker's state if it has changed."""
        if state != self.get_state():
            super().set_state(state, pipeline)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run a job that the queue forgot as it began.

        RQ itself would keep records of it, in twenty round trips, so that a job whose worker was killed can be found.
        Our jobs carry no facts, the clock wakes another one, and a user waits for the job's effect.
        """
        with outlasting(), self.connection.pipeline(transaction=False) as together:
            self.set_state(WorkerStatus.BUSY, together)
            together.expire(self.key, self.get_heartbeat_ttl(job))
            together.lrem(queue.intermediate_queue_key, 1, job.id)
            together.delete(job.key)
            together.execute()
        with outlasting():
            self.perform_job(job, queue)
        with outlasting(), self.connection.pipeline(transaction=False) as together:
            self.set_state(WorkerStatus.IDLE, together)
            self.heartbeat(pipeline=together)
            together.execute()

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Run a job; its log lines name it and the request that woke it, and its span continues that request's trace.

        RQ keeps failed jobs for the operator to see.
        """
        facts = {"messaging.system": "rq", "messaging.destination.name": job.origin, "job": job.id}
        request = told(job.meta, REQUEST)
        ids = {"job": job.id, **({"request": request} if request else {})}
        with about(**ids), tracing.span(job.origin, "consumer", parent=told(job.meta, TRACE), facts=facts):
            try:
                limit = self.death_penalty_class(
                    job.timeout or Queue.DEFAULT_TIMEOUT, JobTimeoutException, job_id=job.id
                )
                with limit, current_job(job.meta):
                    job.func(*job.args, **job.kwargs)
            except Exception as error:
                self.handle_exception(job, type(error), error, error.__traceback__)
                job.ended_at = datetime.now(UTC)
                job.save()
                self.handle_job_failure(job, queue, exc_string="".join(traceback.format_exception(error)))
                return False
        return True

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Log why a job failed, except for an outage of the store, which its connection has already logged in one line."""
        if not isinstance(exc_info[1], StoreUnavailable):
            super().handle_exception(job, *exc_info)

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Finish the current job, or stop at once when idle; RQ's own handler would talk to Redis in the middle of a
        job."""
        # The wish is noted first: whatever code the signal interrupts (logging does) may swallow the exception.
        self._stop_requested = True
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested


def build(queue: QueueName, queue_url: str) -> SealWorker:
    """Return a worker for the queue, and for lower-priority ones, connected to the queue's own Redis."""
    connection = client_of(queue_url)
    return SealWorker(
        WORKERS[queue],
        connection=connection,
        serializer=JSONSerializer,
        job_class=KnownJob,
        worker_ttl=TTL_WITH_SENTINELS if is_many(queue_url) else WORKER_TTL,
        job_monitoring_interval=MONITORING,
        default_result_ttl=0,
        log_job_description=False,
    )


def main(arguments: list[str]) -> int:
    """Run until told to stop; return 0, 2 for wrong use, 1 when the queue is out of reach."""
    set_up(os.environ)
    # Not on import: in a copy of the template this module is there twice, and each filter would report every outage.
    logging.getLogger("rq.worker").addFilter(outage)
    names = tuple(WORKERS)
    if len(arguments) != 1 or arguments[0] not in names:
        log.error("name exactly one queue: %s", " or ".join(names))
        return 2
    queue: QueueName = "resolve" if arguments[0] == "resolve" else "deliver"
    ROLE.be(queue)
    tracing.set_up(os.environ, queue)
    for number in STOPPING:
        signal.signal(number, lambda *_: sys.exit(0))  # a plain, silent end until there is a worker
    try:
        settings = settings_to_start(os.environ, resolves=queue == "resolve", sends=queue == "deliver")
    except BadSetting as error:
        log.error("%s", error)
        return 2
    # The games are imported before the first job comes, not while somebody waits for it.
    for one in WORKERS[queue]:
        importlib.import_module(JOBS[one].rpartition(".")[0])
    if (starting := Starting.under(settings)) is not None:
        starting.wait()
    try:
        worker = build(queue, settings.queue_url)
        for number in STOPPING:
            signal.signal(number, worker.request_stop)  # RQ sets the same, but only after it has registered
        log.info("worker for %s", queue)
        spare_the_program()
        if queue == "deliver":
            sys.setswitchinterval(TURN)
        try:
            worker.work(max_jobs=MAX_JOBS, logging_level="WARNING")
        except StopRequested:
            worker.teardown()  # type: ignore[no-untyped-call]  # RQ has no types
    except redis.RedisError as error:
        if outage.begins():  # a thread of RQ may notice it later still
            log.error("the queue does not answer: %s", type(error).__name__)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
