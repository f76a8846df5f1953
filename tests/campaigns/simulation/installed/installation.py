"""An installation: API processes, a clock, resolvers, deliverers, their supervisor; all the product's own code."""

from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, TypeVar

from rq.timeouts import BaseTimeoutException

import workers.clock.loop
from service.admin.operator import AdminError
from service.calendar import BadVacation
from service.config.settings import Settings
from service.context import Context
from service.keys.keyring import Signers
from service.keys.signing import Links, Resolver, Sealer, Signer, resolver_public
from service.matches.errors import ActError, MatchError
from service.matches.messages import TalkError
from service.processes.wake import JOBS, wake
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.store import Store
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.installed.beside import Beside
from tests.campaigns.simulation.installed.jobs import Jobs
from tests.campaigns.simulation.installed.post import Digests, Letters, PostOffice
from tests.campaigns.simulation.model.server import Server
from tests.campaigns.simulation.model.wire import wire
from tests.campaigns.simulation.world import Broken, Process, Waiter, World
from workers.clock.loop import Steady
from workers.deliver.job import BUDGET, Office
from workers.resolve.drain import drain_once

Answer = TypeVar("Answer")
QUEUE = "the queue"
REFUSALS = (ActError, MatchError, TalkError, BadVacation, AdminError, StoreUnavailable)
"""What a request may end in besides an answer."""
HOLD_OFF = 30_000
ANSWERS_WITHIN = 30.0
"""Seconds after which a player's program gives up waiting for the API."""


class Lost(Exception):
    """No answer came: the request may have had its effect, or may have it later, or not."""


class Installation:
    """Everything that runs, around one server of the store."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world, self.faults = world, faults
        self.server = Server(world, dies=faults.of_server)
        self.jobs = Jobs(world, faults)
        self.office = PostOffice(world, faults)
        self.beside = Beside(world, faults, self.jobs)
        self.processes: list[Process] = []
        self._lives = 0
        self._calls: dict[str, list[Waiter]] = {}
        self._apis: dict[str, Context] = {}
        self._kinds: dict[str, Callable[[Process, Context], None]] = {
            "api-1": self._api, "api-2": self._api, "clock": self._clock, "resolve-1": self._resolve,
            "resolve-2": self._resolve, "deliver-1": self._deliver, "deliver-2": self._deliver,
        }  # fmt: skip
        for name in self._kinds:
            self._start(name)

    def call(self, action: Callable[[Context], Answer]) -> Answer:
        """Do something as a request to the API; whatever it raises comes back.

        :raises Lost: when there is no answer.
        """
        world = self.world
        ready = sorted(self._apis)
        if not ready:
            world.pause(1.0)
            raise Lost
        name = world.chance.choice(ready)
        context, waiter = self._apis[name], Waiter(world)
        process = next(one for one in self.processes if one.name == name)

        def answer() -> None:
            try:
                told: tuple[bool, Any] = (True, action(context))
            except REFUSALS as error:
                told = (False, error)
            except Unreadable as error:
                away = "the archive cannot be read" in str(error)
                told = (False, Lost() if away else Broken(f"a request finds something unreadable: {error}"))
            except Exception as error:
                told = (False, Broken(f"a request ends in {type(error).__name__}: {error}"))
            if not self.faults.strikes("answers lost"):
                waiter.set(told)

        self._calls[name].append(waiter)
        process.start(answer)
        told = waiter.wait(ANSWERS_WITHIN)
        if told is None or isinstance(told, Lost):
            raise Lost
        well, found = told
        if not well:
            raise found
        return found  # type: ignore[no-any-return]

    @property
    def is_complete(self) -> bool:
        """Whether all of its processes run, and none stands still."""
        return len(self.processes) == len(self._kinds) and all(one.alive and not one.stopped for one in self.processes)

    def look(self, action: Callable[[Context], Answer]) -> Answer:
        """Do something behind the scenes, and let the world go on until it is done. For checks, in calm."""
        found: list[Answer] = []
        process = Process(self.world, "a look")
        process.start(lambda: found.append(action(self._context(process, "look"))))
        self.world.run(self.world.now + 60, lambda: not found)
        assert found, "the store does not answer in calm"
        return found[0]

    def keep(self) -> None:
        """Start again what has ended, as the supervisor does; it knows whose leases are nobody's now."""
        for process in [one for one in self.processes if not one.alive]:
            self.processes.remove(process)
            self._apis.pop(process.name, None)
            for waiter in self._calls.pop(process.name, []):
                waiter.set(Lost())
            self.world.after(self.world.chance.uniform(0.1, 2.0), partial(self._start, process.name, process.owner))

    def _start(self, name: str, before: str = "") -> None:
        self._lives += 1
        process = Process(self.world, name)
        process.owner = f"sim-{name}-{self._lives}:1"
        process.dies = self.faults.of_process
        self.processes.append(process)
        supervisor = f"sim-{name}-{self._lives}"
        context = self._context(process, supervisor, job=name.startswith("resolve"))

        def run() -> None:
            if before and self.world.chance.random() < 0.5:
                with suppress(StoreUnavailable):  # the leases end by themselves
                    # The supervisor does this, not the worker: no job's time can be up meanwhile.
                    self._context(process, supervisor).store.end_leases(before)
            self._kinds[name](process, context)

        process.start(run)

    def _context(self, process: Process, supervisor: str, job: bool = False) -> Context:
        """Return the context of a process; ``job``: RQ may interrupt whoever waits in it for the store."""
        trouble = partial(self.faults.of_wire, job=job)
        client = wire(self.world, process, self.server, trouble)
        settings = Settings(
            redis_url=QUEUE,
            queue_url=QUEUE,
            hold_off=HOLD_OFF,
            rate_limits=False,
            supervisor=supervisor,
            webhooks="any",
        )
        return Context(
            settings,
            self.beside.furnish(Store(client, 2.0 if process.name.startswith("api") else None)),
            Signers(Signer(b"s" * 32)),
            Sealer(resolver_public(b"r" * 32)),
            Links(b"l" * 32),
            Resolver(b"r" * 32),
        )

    def _api(self, process: Process, context: Context) -> None:
        self._calls[process.name] = []
        self._apis[process.name] = context

    def _clock(self, process: Process, context: Context) -> None:
        store = context.store
        steady = Steady(store, lambda: self.world.now * 1000)
        process.start(lambda: workers.clock.loop.sweep_for_ever(store, steady))
        self.beside.start(process, context)
        clock = workers.clock.loop.Clock(store, lambda queue: wake(QUEUE, queue))
        workers.clock.loop.run(clock, workers.clock.loop.Tick(store, QUEUE, steady), steady)

    def _resolve(self, process: Process, context: Context) -> None:
        while True:
            args = self.jobs.take(JOBS["resolve"])
            try:
                drain_once(context, *args)
            except StoreUnavailable:
                self.world.pause(0.1)
            except BaseTimeoutException:
                pass  # as workers.resolve.drain.drain has it

    def _deliver(self, process: Process, context: Context) -> None:
        office = Office(context, {"mail": Letters(context, self.office), "digest": Digests(context, self.office)})
        office._pool = _Places(process)  # type: ignore[assignment]
        office._changed = _Changed(self.world)  # type: ignore[assignment]
        while True:
            self.jobs.take(JOBS["deliver"])
            try:
                office.run(BUDGET)
            except StoreUnavailable:
                self.world.pause(0.1)


class _Places:
    """The threads of a deliverer."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def submit(self, action: Callable[..., object], *args: Any) -> None:
        self._process.start(lambda: action(*args))


class _Changed(nullcontext[None]):
    """The condition on which a deliverer waits for its threads."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def wait(self, seconds: float) -> None:
        self._world.pause(seconds)

    def notify_all(self) -> None:
        """Who waits looks by itself."""
