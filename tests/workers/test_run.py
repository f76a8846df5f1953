"""The worker process: one queue, short jobs in its own process, an orderly end."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Callback, Queue, SimpleWorker, Worker
from rq.job import Job
from rq.registry import FailedJobRegistry, clean_registries
from rq.serializers import JSONSerializer

from service.config.settings import Settings
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.processes import wake
from service.processes.starting import Progress, Starting
from service.processes.wake import current_job_meta
from tests.given.contexts import account, loaded, open_context
from tests.servers import forked
from tests.servers.redis_server import RedisServer
from tests.service.serve.watching import until
from tests.store.wire import cost_of
from tests.workers import jobs
from workers import run

WAIT = Starting.wait


class Working:
    """A worker as a process of its own, with the keys of a context."""

    def __init__(self, context: Context, *arguments: str, program: Sequence[str] = ("-m", "workers.run")) -> None:
        settings = context.settings
        assert settings.link_secret is not None
        self.queue_url = settings.queue_url
        self._log = settings.link_secret.with_name(f"worker-{'-'.join(arguments)}.log")
        self.process = forked.start(
            [sys.executable, *program, *arguments],
            {
                **os.environ,
                "REDIS_URL": settings.redis_url,
                "QUEUE_URL": settings.queue_url,
                "SIEGELPOST_SIGNING_KEY": str(settings.signing_key),
                "SIEGELPOST_RESOLVER_PUBLIC": str(settings.resolver_public),
                "SIEGELPOST_RESOLVER_KEY": str(settings.resolver_key),
                "SIEGELPOST_LINK_SECRET": str(settings.link_secret),
                "SMTP_URL": settings.link_secret.with_name("mailbox").as_uri(),
            },
            self._log,
        )

    @property
    def said(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def listens(self, queue: redis.Redis, name: str) -> None:
        until(lambda: queue.scard(f"rq:workers:{name}") == 1 or self.process.poll() is not None, "the worker listens")

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(120)


@pytest.fixture
def queue(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url, protocol=2) as client:
        yield client


def test_a_wake_up_deals_a_match(context: Context, queue: redis.Redis) -> None:
    ann, match = account(context, "Ann"), new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor", bots=["random"]), match)
    worker = Working(context, "resolve", program=("-W", "error", "-m", "workers.run"))
    worker.listens(queue, "resolve")

    wake.wake(worker.queue_url, "resolve")

    until(lambda: loaded(context, match).table["status"] == "running", "the match is dealt")
    assert worker.end() == 0
    assert "ERROR" not in worker.said
    assert queue.keys("rq:job:*") == [], "finished jobs leave nothing behind"


def test_a_stop_lets_the_job_at_hand_finish(context: Context, queue: redis.Redis, tmp_path: Path) -> None:
    started, go_on, finished = (tmp_path / name for name in ("started", "go-on", "finished"))
    worker = Working(context, "resolve", program=("-m", "tests.workers.jobs"))
    worker.listens(queue, "resolve")
    jobs = Queue("resolve", connection=queue, serializer=JSONSerializer)
    jobs.enqueue("tests.workers.jobs.wait_for", str(started), str(go_on), str(finished))
    until(started.exists, "the job has begun")

    # Asked twice, as an impatient supervisor would; the job goes on until it is done.
    worker.process.send_signal(signal.SIGTERM)
    worker.process.send_signal(signal.SIGTERM)
    go_on.touch()

    assert worker.process.wait(120) == 0
    assert finished.exists()
    assert FailedJobRegistry(queue=jobs).count == 0


def test_an_idle_worker_stops_at_once_and_signs_off(context: Context, queue: redis.Redis) -> None:
    worker = Working(context, "resolve")
    worker.listens(queue, "resolve")

    assert worker.end(signal.SIGINT) == 0, worker.said
    assert Worker.count(connection=queue) == 0


def test_a_killed_workers_match_is_dealt_by_the_next(context: Context, queue: redis.Redis) -> None:
    ann, match = account(context, "Ann"), new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor", bots=["random"]), match)
    first = Working(context, "resolve")
    first.listens(queue, "resolve")
    first.process.kill()
    first.process.wait(120)

    # Given a job that was lost with it, the next wake-up does its work.
    second = Working(context, "resolve")
    until(lambda: wake.wake(second.queue_url, "resolve") or True, "woken")

    until(lambda: loaded(context, match).table["status"] == "running", "the match is dealt")
    second.end()


def test_it_works_on_json_and_on_one_queue(redis_url: str) -> None:
    worker = run.build("deliver", redis_url)

    assert worker.queue_names() == ["deliver"]
    assert worker.serializer is JSONSerializer
    assert worker.queues[0].serializer is JSONSerializer
    assert (worker.worker_ttl, worker.maintenance_interval, worker.job_monitoring_interval) == (30, 600, 5)
    worker.connection.close()
    worker.connection.connection_pool.disconnect()


@pytest.mark.parametrize("arguments", [[], ["resolve", "deliver"], ["other"]])
def test_anything_but_one_known_queue_is_refused(context: Context, arguments: list[str]) -> None:
    worker = Working(context, *arguments)

    assert worker.process.wait(120) == 2
    assert "name exactly one queue: resolve or deliver" in worker.said


def test_a_queue_out_of_reach_ends_it_for_the_supervisor_to_start_again(context: Context, tmp_path: Path) -> None:
    settings = replace(context.settings, queue_url=f"unix://{tmp_path}/nobody.sock")
    worker = Working(replace(context, settings=settings), "resolve")

    assert worker.process.wait(120) == 1
    assert "the queue does not answer" in worker.said


def of_hand(worker: run.SealWorker, function: str, *arguments: str, **meta: str) -> tuple[Job, Queue]:
    """Put a job into the queue and have the worker take it, as it does between two jobs."""
    worker.queues[0].enqueue(function, *arguments, meta=meta)
    taken = worker.dequeue_job_and_maintain_ttl(5)
    assert taken is not None
    return taken


@pytest.mark.parametrize("function", ["os.mkdir", "os.path.os.mkdir", "pathlib.os.mkdir", "workers.run.os.mkdir"])
@pytest.mark.parametrize("queue_name", ["resolve", "deliver"])
def test_whoever_can_write_to_the_queue_has_no_worker_call_what_is_not_one_of_our_jobs(
    redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, queue_name: wake.QueueName, function: str
) -> None:
    """The API can write there, and must not have the process that holds the resolver's key do what it wants."""
    worker = run.build(queue_name, redis_url)
    worker.register_birth()  # type: ignore[no-untyped-call]  # RQ has no types
    worker.execute_job(*of_hand(worker, function, str(tmp_path / "done")))
    assert not (tmp_path / "done").exists()
    assert "none of ours" in caplog.text
    worker.connection.close()


def test_nor_as_what_follows_a_job_that_was_lost(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    worker, called = run.build("resolve", redis_url), list[object]()
    monkeypatch.setattr(jobs, "wait_for", lambda *what: called.append(what))
    ours = Callback("tests.workers.jobs.wait_for")
    lost = worker.queues[0].enqueue(
        wake.JOBS["resolve"], on_success=ours, on_failure=ours, on_stopped=ours, meta={"why": "lost"}
    )
    worker.connection.zadd("rq:wip:resolve", {f"{lost.id}:1": 1.0})
    clean_registries(worker.queues[0])
    fetched = worker.queues[0].fetch_job(lost.id)
    assert fetched is not None
    assert (fetched.success_callback, fetched.failure_callback, fetched.stopped_callback) == (None, None, None)
    assert called == []
    worker.connection.close()


@pytest.fixture
def in_this_process(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[run.SealWorker]:
    of_tests = {"tests.workers.jobs.wait_for", "builtins.len", "signal.raise_signal"}
    monkeypatch.setattr(run, "KNOWN", {*run.KNOWN, *of_tests}, raising=False)
    worker = run.build("deliver", redis_url)
    worker.register_birth()  # type: ignore[no-untyped-call]  # RQ has no types
    before = signal.getsignal(signal.SIGALRM)
    yield worker
    signal.signal(signal.SIGALRM, before)
    worker.connection.close()


def test_a_job_is_forgotten_as_it_begins_and_takes_two_round_trips(
    in_this_process: run.SealWorker, queue: redis.Redis, redis_session: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[object] = []

    def look(*_: str) -> None:
        left.extend([*queue.keys("rq:job:*"), queue.llen("rq:queue:deliver:intermediate"), dict(current_job_meta())])

    monkeypatch.setattr(jobs, "wait_for", look)
    in_this_process.execute_job(*of_hand(in_this_process, "tests.workers.jobs.wait_for", match="some match"))
    assert left == [0, {"match": "some match"}]
    assert current_job_meta() == {}
    assert queue.hget(in_this_process.key, "state") == b"idle"

    monkeypatch.setattr(jobs, "wait_for", lambda: None)
    taken = of_hand(in_this_process, "tests.workers.jobs.wait_for")
    assert cost_of(redis_session, lambda: in_this_process.execute_job(*taken)).round_trips == 2


def test_a_job_that_fails_is_logged_and_kept(in_this_process: run.SealWorker, caplog: pytest.LogCaptureFixture) -> None:
    job, jobs_of = of_hand(in_this_process, "tests.workers.jobs.wait_for", "too few arguments")

    in_this_process.execute_job(job, jobs_of)

    assert "TypeError" in caplog.text
    failed = FailedJobRegistry(queue=jobs_of)
    assert failed.get_job_ids() == [job.id]
    kept = Job.fetch(job.id, connection=in_this_process.connection, serializer=JSONSerializer)
    assert kept.get_status() == "failed"
    assert list(kept.args) == ["too few arguments"]
    in_this_process.execute_job(*of_hand(in_this_process, "builtins.len", "goes on"))
    assert failed.count == 1


def test_a_job_that_takes_too_long_is_interrupted(in_this_process: run.SealWorker) -> None:
    job, jobs_of = of_hand(in_this_process, "signal.raise_signal", signal.SIGALRM)  # type: ignore[arg-type]

    in_this_process.execute_job(job, jobs_of)

    assert FailedJobRegistry(queue=jobs_of).get_job_ids() == [job.id]


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[RedisServer, RedisServer]]:
    """State and queue of their own, which may be killed."""
    made = []
    for name in ("state", "queue"):
        (tmp_path / name).mkdir()
        made.append(RedisServer(tmp_path / name))
        made[-1].start()
    yield made[0], made[1]
    for one in made:
        one.remove()


def test_an_outage_of_the_store_is_one_line_and_one_when_it_is_over(
    servers: tuple[RedisServer, RedisServer], tmp_path: Path
) -> None:
    state, queue = servers
    context = open_context(state.url, tmp_path / "keys", queue_url=queue.url)
    ann, match = account(context, "Ann"), new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor", bots=["random"]), match)
    with redis.Redis.from_url(queue.url, protocol=2) as client:
        queues: tuple[tuple[wake.QueueName, Callable[[], object]], ...] = (
            ("resolve", lambda: context.store.load(match)),
            ("deliver", lambda: True),
        )
        for name, done in queues:
            worker = Working(context, name)
            worker.listens(client, name)
            state.kill()
            for _ in range(3):
                assert wake.wake(queue.url, name)
                until(lambda: wake.waiting(queue.url, name) == 0, "the job ran")  # noqa: B023
            state.start()
            assert wake.wake(queue.url, name)
            until(lambda: bool(done()), "it works again")  # noqa: B023
            until(lambda: client.hget(client.keys("rq:worker:*")[0], "state") == b"idle", "the job is done")
            worker.end()
            said = worker.said
            lines = [line for line in said.splitlines() if "worker for" not in line]
            assert "Traceback" not in said
            assert [line.partition(": ")[0] for line in lines if "answer" in line] == [
                "WARNING siegelpost.store", "INFO siegelpost.store",
            ], said  # fmt: skip


def test_an_outage_of_the_queue_is_one_line_and_one_when_it_is_over(
    servers: tuple[RedisServer, RedisServer], tmp_path: Path
) -> None:
    state, queue = servers
    context = open_context(state.url, tmp_path / "keys", queue_url=queue.url)
    worker = Working(context, "resolve")
    with redis.Redis.from_url(queue.url, protocol=2) as client:
        worker.listens(client, "resolve")
    queue.kill()
    until(lambda: "does not answer" in worker.said, "it says that the queue is away")
    queue.start()
    with redis.Redis.from_url(queue.url, protocol=2) as client:
        until(
            lambda: worker.process.poll() is not None or client.scard("rq:workers:resolve") == 1, "it is back, or ends"
        )
    worker.end()
    assert worker.said.count("the queue does not answer") == 1
    assert "Traceback" not in worker.said and "could not connect" not in worker.said


def test_a_worker_begins_when_its_supervisor_says_that_the_start_is_over(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then it asks nobody anything: it has imported what it needs, and waits."""
    starting = Starting(tmp_path / "starting.json", "serve-1")
    settings = replace(context.settings, starting=starting.file, supervisor=starting.supervisor)
    done: list[str] = []

    def pause(_: float) -> None:
        done.append("waits")
        starting.tell(Progress(over=len(done) == 3))

    def build(*_: object) -> None:
        done.append("connects")
        raise redis.ConnectionError

    for name in ("set_up", "ROLE", "tracing"):  # what is there for a whole process
        monkeypatch.setattr(run, name, MagicMock())
    monkeypatch.setattr(Settings, "from_environment", lambda _: settings)
    monkeypatch.setattr(Starting, "wait", lambda self: Starting.under(settings) == self and WAIT(self, pause))
    monkeypatch.setattr(run, "build", build)
    kept = {number: signal.getsignal(number) for number in run.STOPPING}
    try:
        assert run.main(["resolve"]) == 1
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    assert done == ["waits", "waits", "waits", "connects"]


def test_a_worker_says_once_in_a_while_that_it_is_alive(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    # Not `time.monotonic` itself: threads of earlier tests wait by it, and one that looked now would wait for hours.
    monkeypatch.setattr("workers.run.time", SimpleNamespace(monotonic=lambda: clock[0]))
    worker = run.build("deliver", redis_url)
    worker.register_birth()  # type: ignore[no-untyped-call]  # RQ has no types
    heard = MagicMock(wraps=worker.connection.hset)
    monkeypatch.setattr(worker.connection, "hset", heard)

    for clock[0] in (101.0, 102.0, 101.0 + run.HEARTBEAT, 102.0 + run.HEARTBEAT):
        worker.heartbeat()

    assert heard.call_count == 2
    assert worker.connection.ttl(worker.key) > run.WORKER_TTL


def test_a_queue_that_falls_silent_ends_no_worker(
    in_this_process: run.SealWorker, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine has died, and no connection says so: the job is done, and the next is waited for elsewhere."""
    done: list[str] = []
    monkeypatch.setattr(jobs, "wait_for", lambda: done.append("done"))
    job, jobs_of = of_hand(in_this_process, "tests.workers.jobs.wait_for")
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, and never answers
        port, once = silent.getsockname()[1], Retry(NoBackoff(), 0)
        in_this_process.connection = redis.Redis(port=port, socket_timeout=0.1, protocol=2, retry=once)
        in_this_process.execute_job(job, jobs_of)
        assert done == ["done"]
        waits = iter([redis.TimeoutError("no answer"), redis.TimeoutError("no answer"), None])

        def wait(*_: object) -> None:
            if (found := next(waits)) is not None:
                raise found

        monkeypatch.setattr(SimpleWorker, "dequeue_job_and_maintain_ttl", wait)
        assert in_this_process.dequeue_job_and_maintain_ttl(1) is None
        in_this_process.connection.close()
    in_this_process.connection = redis.Redis.from_url(redis_url)
    assert next(waits, "over") == "over"
