"""The clock: wakes what is due, never early, soon after; lives through outages; ends when asked."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
import redis

from service.processes import wake
from service.processes.bell import CLOCK, ring
from service.store import keys
from service.store.connection.durability import LARGEST_INTSET
from service.store.matches.due import Peek
from service.store.store import Store
from tests.given.contexts import key_environment
from tests.servers import forked
from tests.servers.redis_server import RedisServer
from tests.service.serve.watching import until
from workers.clock.loop import AWAKE_EVERY, LONGEST, RUNG, SHORTEST, Clock, Steady, Tick, run


@pytest.fixture(scope="module", autouse=True)
def keys_of_its_processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, path in key_environment(tmp_path_factory.mktemp("keys")).items():
            patch.setenv(name, path)
        yield


class Woken(list[str]):
    """What was woken, in order."""

    def wake(self, queue: wake.QueueName) -> bool:
        self.append(queue)
        return True


@pytest.fixture
def store(redis_url: str) -> Iterator[Store]:
    store = Store.connect(redis_url)
    yield store
    store.close()


def test_with_nothing_due_nobody_is_woken_and_the_next_look_is_soon(store: Store) -> None:
    woken = Woken()

    assert Clock(store, woken.wake).look() == LONGEST / 1000
    assert woken == []


def test_each_kind_of_work_wakes_its_own_queue(store: Store, server: redis.Redis) -> None:
    woken = Woken()
    clock = Clock(store, woken.wake)

    server.zadd(keys.due(7), {"a match": store.now()})
    clock.look()
    server.zrem(keys.due(7), "a match")
    server.zadd(keys.out(63), {"a recipient": store.now()})
    clock.look()

    assert woken == ["resolve", "deliver"]


def test_the_sleep_ends_when_the_next_thing_is_due_and_nobody_is_woken_before(
    store: Store, server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = Woken()
    due = store.now() + 120
    server.zadd(keys.due(0), {"a match": due})
    peeks = [one._replace(now=due - 120) for one in store.peek()[0]]
    monkeypatch.setattr(store, "peek", lambda: (peeks, due - 120))

    pause = Clock(store, woken.wake).look()

    assert woken == []
    assert pause == 0.12
    time.sleep(pause)
    assert due <= store.now()


def test_what_is_due_is_due_by_the_clock_of_its_own_server() -> None:
    """One server of the cluster is a second ahead; what waits on another is not woken for that."""
    woken = Woken()
    ahead, behind = Peek(1, None, None, 2_000), Peek(2, 1_100, None, 1_000)
    peeks = SimpleNamespace(peek=lambda: ([ahead, behind], 2_000))

    assert Clock(peeks, woken.wake).look() == 0.1
    assert woken == []


def test_work_that_stays_due_is_asked_for_ever_more_patiently_and_new_work_at_once(
    store: Store, server: redis.Redis
) -> None:
    woken = Woken()
    clock = Clock(store, woken.wake)
    server.zadd(keys.due(0), {"a match": store.now()})

    pauses = [clock.look() for _ in range(6)]
    server.zadd(keys.due(0), {"a match": store.now() - 5_000})
    pauses.append(clock.look())

    assert pauses == [0.02, 0.04, 0.08, 0.16, 0.2, 0.2, SHORTEST / 1000]
    assert woken == ["resolve"] * 7


class Ticking:
    """A clock as a process of its own."""

    def __init__(self, redis_url: str, folder: Path) -> None:
        self._log = folder / "clock.log"
        self.process = begin({"REDIS_URL": redis_url, "QUEUE_URL": redis_url}, self._log)
        until(lambda: wake.clock_is_ticking(redis_url), "the clock ticks")

    @property
    def said(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(120)


def begin(environment: Mapping[str, str], log: Path) -> forked.Running:
    return forked.start([sys.executable, "-m", "workers.clock"], {**os.environ, **environment}, log)


def looked_again(server: redis.Redis, redis_url: str) -> None:
    """Wait until the clock has looked, and woken what it then saw, since now; its sweep reads all buckets once, too."""
    looks = server.info("commandstats")["cmdstat_zrange"]["calls"]

    def looked() -> bool:
        ring(redis_url, [CLOCK])
        return bool(server.info("commandstats")["cmdstat_zrange"]["calls"] > looks + 3 * 128)

    until(looked, "the clock looked again")


def test_a_ring_never_puts_off_what_is_due(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    got, slept = [RUNG, signal.SIGTERM], []

    def wait(signals: set[signal.Signals], seconds: float) -> SimpleNamespace:
        slept.append(seconds)
        return SimpleNamespace(si_signo=got[len(slept) - 1])

    monkeypatch.setattr(signal, "sigtimedwait", wait)
    clock = Clock(store, lambda queue: True)
    monkeypatch.setattr(clock, "look", lambda: 0.05)
    run(clock, lambda: None, Steady(store))
    assert slept[0] == 0.05
    assert slept[1] <= 0.05


def test_after_a_ring_the_worker_that_was_woken_gets_a_moment(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at once would find due still what that worker has only begun, and wake another for nothing."""
    got, slept = [RUNG, signal.SIGTERM], []

    def wait(signals: set[signal.Signals], seconds: float) -> SimpleNamespace:
        slept.append(seconds)
        return SimpleNamespace(si_signo=got[len(slept) - 1])

    moments = iter([100.0, 103.0])  # the look before is long over when it rings
    monkeypatch.setattr(signal, "sigtimedwait", wait)
    monkeypatch.setattr(
        "workers.clock.loop.time", SimpleNamespace(**{**vars(time), "monotonic": lambda: next(moments)})
    )
    clock = Clock(store, lambda queue: True)
    monkeypatch.setattr(clock, "look", lambda: LONGEST / 1000)
    run(clock, lambda: None, Steady(store))
    assert slept == [AWAKE_EVERY, SHORTEST / 1000]


def test_the_process_wakes_in_time_and_never_early(
    redis_url: str, store: Store, server: redis.Redis, tmp_path: Path
) -> None:
    clock = Ticking(redis_url, tmp_path)
    lateness = []
    for number in range(8):
        due = store.now() + 60 + 37 * number
        server.zadd(keys.due(number), {"a match": due})
        ring(redis_url, [CLOCK])
        until(lambda: wake.waiting(redis_url, "resolve") > 0, "the queue was woken")
        lateness.append(store.now() - due)
        server.zrem(keys.due(number), "a match")
        looked_again(server, redis_url)
        server.delete("rq:queue:resolve")

    server.zadd(keys.due(9), {"a match": store.now()})
    until(lambda: wake.waiting(redis_url, "resolve") > 0, "it is found although nobody rang")
    clock.end()

    assert min(lateness) >= 0
    assert max(lateness) < 500


def test_waking_stops_when_two_jobs_wait(redis_url: str, store: Store, server: redis.Redis, tmp_path: Path) -> None:
    server.zadd(keys.due(1), {"a match": store.now()})
    clock = Ticking(redis_url, tmp_path)
    until(lambda: wake.waiting(redis_url, "resolve") == 2, "two jobs wait")
    looked_again(server, redis_url)

    assert wake.waiting(redis_url, "resolve") == 2
    clock.end()


def test_it_sweeps_at_the_start(redis_url: str, server: redis.Redis, tmp_path: Path) -> None:
    # Given an index entry of a match that does not exist.
    server.zadd(keys.due(1), {"01234567-89ab-4def-8123-456789abcdef": 10_000_000_000_000})

    clock = Ticking(redis_url, tmp_path)
    swept = until(lambda: re.search("Swept.*\n", clock.said), "it has swept")

    assert "matches_mended=1" in swept[0]
    assert server.zcard(keys.due(1)) == 0
    clock.end()


def test_it_ends_at_once_when_asked(redis_url: str, tmp_path: Path) -> None:
    clock = Ticking(redis_url, tmp_path)
    asked = time.monotonic()

    assert clock.end() == 0

    assert "stopped" in clock.said
    assert time.monotonic() - asked < 30


def test_it_lives_through_an_outage_of_the_store(tmp_path: Path) -> None:
    state = RedisServer(tmp_path)
    state.start()
    clock = Ticking(state.url, tmp_path)
    state.kill()
    until(lambda: "does not answer" in clock.said, "it says that the store is away")

    state.start()

    with redis.Redis.from_url(state.url, protocol=2) as client:
        client.zadd(keys.due(5), {"a match": 1})
    until(lambda: wake.waiting(state.url, "resolve") > 0, "the queue was woken")
    clock.end()
    assert "the store answers again" in clock.said
    state.remove()


def test_a_setting_of_the_store_that_wastes_memory_is_logged_once(
    store: Store, server: redis.Redis, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    server.config_set("set-max-intset-entries", 512)
    try:
        tick = Tick(store, redis_url, Steady(store))
        tick()
        tick()
    finally:
        server.config_set(*LARGEST_INTSET)
    said = [one.message for one in caplog.records if "set-max-intset-entries" in one.message]
    assert said == ["set-max-intset-entries is 512: set it to 16384, or long matches take more memory"]


def test_a_missing_key_is_named(redis_url: str, tmp_path: Path) -> None:
    log = tmp_path / "clock.log"
    clock = begin({"REDIS_URL": redis_url, "SIEGELPOST_SIGNING_KEY": "/nowhere/signing.key"}, log)

    assert clock.wait(120) == 2
    assert "SIEGELPOST_SIGNING_KEY names a file that cannot be read (No such file or directory)" in log.read_text()


def test_a_stop_during_the_first_moments_is_kept(redis_url: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "import workers.clock.loop as c, os, signal; "
         "signal.pthread_sigmask(signal.SIG_BLOCK, c.STOPPING);"
         "os.kill(os.getpid(), signal.SIGTERM); raise SystemExit(c.main())"],
        env={**os.environ, "REDIS_URL": redis_url},
    )  # fmt: skip

    assert process.wait(60) == 0


def test_a_clock_that_waits_for_the_end_of_a_start_ends_when_it_is_told_to(tmp_path: Path) -> None:
    """It has asked nothing of the store, which nobody could reach here; signals are blocked in a clock, and still heard."""
    environment = {
        "REDIS_URL": f"unix://{tmp_path}/none.sock",
        "SIEGELPOST_STARTING": str(tmp_path / "starting.json"),
        "SIEGELPOST_SUPERVISOR": "serve-1",
    }
    log = tmp_path / "clock.log"
    clock = begin(environment, log)
    try:
        blocked = 1 << (RUNG - 1)  # Linux shows as not blocked what a process waits for (sigtimedwait): not this one

        def takes_signals() -> bool:
            assert clock.poll() is None, log.read_text()
            [line] = [one for one in Path(f"/proc/{clock.pid}/status").read_text().splitlines() if one[:7] == "SigBlk:"]
            return bool(int(line.split()[1], 16) & blocked)

        until(takes_signals, "it blocks its signals")
        clock.send_signal(signal.SIGTERM)
        assert (clock.wait(120), log.read_text()) == (0, "")
    finally:
        clock.kill()
