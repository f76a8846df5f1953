"""The job queue and the bell of the world: both may lose what they are given, and neither knows facts."""

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any
from unittest import mock

import service.processes.bell
import service.processes.wake
import workers.clock.loop
from service.processes.wake import JOBS
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.world import Waiter, World


class Jobs:
    """What waits, by queue; who listens."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world, self.faults = world, faults
        self.waiting: dict[str, list[tuple[Any, ...]]] = {name: [] for name in JOBS.values()}
        self._idle: dict[str, list[Waiter]] = {name: [] for name in JOBS.values()}
        self._asleep: list[Waiter] = []

    def put(self, job: str, args: tuple[Any, ...]) -> None:
        """Put a job; now and then it gets lost, or comes twice."""
        if self.faults.strikes("wake-ups lost"):
            return
        self.waiting[job] += [args] * (2 if self.faults.now and self.world.chance.random() < 0.05 else 1)
        for one in self._idle[job]:
            one.set("a job")
        self._idle[job].clear()

    def take(self, job: str) -> tuple[Any, ...]:
        """Wait for a job and return its arguments."""
        while not self.waiting[job]:
            waiter = Waiter(self.world)
            self._idle[job].append(waiter)
            waiter.wait()
            self.world.process.check()
        return self.waiting[job].pop(0)

    def ring(self) -> None:
        """Wake the clocks."""
        if not self.faults.strikes("wake-ups lost"):
            for one in self._asleep:
                one.set("rung")
            self._asleep.clear()

    def rest(self, seconds: float) -> None:
        """Wait for the bell, for so many seconds at most."""
        waiter = Waiter(self.world)
        self._asleep.append(waiter)
        waiter.wait(seconds)
        self.world.process.check()

    def sleep(self, signals: set[int], seconds: float) -> Any:
        """Sleep as a clock does, in :func:`signal.sigtimedwait`: until it is rung, if it listens for that."""
        waiter = Waiter(self.world)
        if signal.SIGUSR1 in signals:
            self._asleep.append(waiter)
        rung = waiter.wait(max(seconds, 0.000_001))
        self.world.process.check()
        return mock.Mock(si_signo=signal.SIGUSR1) if rung else None


class _Queue:
    """As much of RQ's queue as the service asks of it."""

    def __init__(self, jobs: Jobs, name: str) -> None:
        self._jobs, self._job = jobs, JOBS[name]  # type: ignore[index]
        self.connection = _Connection()

    @property
    def count(self) -> int:
        return len(self._jobs.waiting[self._job])

    def enqueue_call(self, job: str, args: tuple[Any, ...] = (), **_: object) -> None:
        self._jobs.put(job, args)


class _Connection:
    """Of the queue's connection, what puts several commands together: here each is carried out when it is given."""

    def pipeline(self) -> AbstractContextManager[mock.Mock]:
        return nullcontext(mock.Mock())


class _Bell:
    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def publish(self, channel: str, names: str) -> None:
        self._jobs.ring()


@contextmanager
def through(jobs: Jobs) -> Iterator[None]:
    """Have the service put its jobs here, and ring here."""
    queue: Callable[[str, str], _Queue] = lambda _, name: _Queue(jobs, name)  # noqa: E731
    with (
        mock.patch.object(service.processes.wake, "_queue", queue),
        mock.patch.object(service.processes.bell, "_connection", lambda _: _Bell(jobs)),
        mock.patch.object(workers.clock.loop, "clock_ticks", lambda *_: None),
        mock.patch.object(signal, "sigtimedwait", jobs.sleep),
    ):
        yield
