"""Virtual time, chance from one seed, and processes that are greenlets: one of them runs at a time, and only waiting lets
another one run. So a story depends on its seed alone.
"""

from __future__ import annotations

import heapq
import random
import secrets
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]  # greenlet has no types

BEGINS = 1_770_000_000
"""When stories begin, in seconds since 1970."""


class Broken(AssertionError):
    """The service has broken a promise."""


class Missing(BaseException):
    """The model lacks something that was asked of it: no exception, because the service would take that for a refusal."""


class Killed(BaseException):
    """The process ends here, as by ``kill -9``: whatever it still tries to do has no effect."""


class Process:
    """A process of the installation: what runs in it ends or stands still together."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.alive = True
        self.owner = ""
        """Under which name it leases."""
        self.stopped = False
        self._held: list[tuple[greenlet, object]] = []
        self.dies: Callable[[], bool] = lambda: False
        """Asked at each turn of its talk with the store: whether it is killed there."""
        self._running: list[greenlet] = []

    def start(self, action: Callable[[], object]) -> None:
        """Do something in this process, beside what it does already."""

        def run(_: object = None) -> None:
            try:
                action()
            except Killed:
                pass
            except (Broken, Missing):
                raise
            except Exception as error:
                raise Broken(f"{self.name} ended in {type(error).__name__}: {error}") from error
            finally:
                self._running.remove(made)

        made = greenlet(run, parent=self.world.hub)
        made.__dict__["process"] = self
        self._running.append(made)
        self.world.after(0, lambda: self.resume(made))

    def resume(self, one: greenlet, value: object = None) -> None:
        """Let something of this process go on; if the process is stopped, when it goes on."""
        if self.stopped and self.alive:
            self._held.append((one, value))
        elif not one.dead and self.alive:
            one.switch(value)
        else:
            _end(one)

    def stop(self) -> None:
        """Let it stand still, as SIGSTOP does."""
        self.stopped = True

    def go_on(self) -> None:
        """Let it go on where it stood still."""
        self.stopped = False
        held, self._held = self._held, []
        for one, value in held:
            self.world.after(0, lambda one=one, value=value: self.resume(one, value))  # type: ignore[misc]

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.alive = False
        self.go_on()
        for one in list(self._running):
            if one is not getcurrent():
                self.world.after(0, lambda one=one: _end(one))  # type: ignore[misc]

    def check(self) -> None:
        """:raises Killed: when it has ended, or its end has come."""
        if self.alive and self.dies():
            self.kill()
        if not self.alive:
            raise Killed


def _end(one: greenlet) -> None:
    """End a greenlet; one that has not begun never will."""
    if one and not one.dead:
        one.throw(Killed)


class Waiter:
    """One thing that one greenlet waits for."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._one = getcurrent()
        self._process: Process = self._one.__dict__["process"]
        self._set = False

    def set(self, value: object) -> None:
        """Let it go on with this value; a second time changes nothing."""
        if not self._set:
            self._set = True
            self._world.after(0, lambda: self._process.resume(self._one, value))

    def wait(self, seconds: float | None = None) -> Any:
        """Return what was set, ``None`` after so many seconds."""
        if seconds is not None:
            self._world.after(seconds, lambda: self.set(None))
        return self._world.hub.switch()


class World:
    """One story: its time, its chance, and what happens next."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.now = float(BEGINS)
        """Seconds since 1970, as a clock that is right shows them."""
        self.hub = getcurrent()
        self._count = 0
        self._next: list[tuple[float, int, Callable[[], object]]] = []
        self._secrets = random.Random(f"secrets {seed}")

    @property
    def process(self) -> Process:
        """The process that runs now."""
        found: Process = getcurrent().__dict__["process"]
        return found

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        """Have something done so many seconds from now."""
        self._count += 1
        heapq.heappush(self._next, (self.now + max(0.0, seconds), self._count, action))

    def pause(self, seconds: float) -> None:
        """Let the running greenlet wait."""
        waiter = Waiter(self)
        waiter.wait(seconds)
        waiter._process.check()

    def run(self, until: float, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Let everything happen until then."""
        while self._next and self._next[0][0] <= until and goes_on():
            self.now, _, action = heapq.heappop(self._next)
            action()
        self.now = max(self.now, until) if goes_on() else self.now

    def end(self) -> None:
        """Forget what would have come, and end every process."""
        while self._next:
            self._next.clear()

    def draw(self, count: int = 32) -> bytes:
        """Return bytes for a secret; they are drawn apart, so that one more of them changes nothing else."""
        return self._secrets.randbytes(count)


@contextmanager
def ruling(world: World) -> Iterator[World]:
    """Have this process take its time and its secrets from a world."""

    def now() -> float:
        return world.now

    def sleep(seconds: float) -> None:
        world.pause(seconds)

    def text(count: int | None = None) -> str:
        return world.draw(count or 32).hex()

    with (
        mock.patch.object(time, "time", now),
        mock.patch.object(time, "monotonic", now),
        mock.patch.object(time, "sleep", sleep),
        mock.patch.object(secrets, "token_bytes", lambda count=32: world.draw(count)),
        mock.patch.object(secrets, "token_hex", text),
        mock.patch.object(secrets, "token_urlsafe", text),
        mock.patch.object(uuid, "uuid4", lambda: uuid.UUID(bytes=world.draw(16), version=4)),
    ):
        yield world
