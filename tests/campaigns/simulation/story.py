"""A story: some hours of an installation under faults, then calm, and everything it promised is looked at."""

import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from unittest import mock

import orjson

import service.context
import service.store.installation.heartbeat
import workers.clock.head_log
import workers.clock.loop
import workers.deliver.job
from engine import registry
from service.store import keys
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.installed import watch
from tests.campaigns.simulation.installed.installation import Installation
from tests.campaigns.simulation.installed.jobs import through
from tests.campaigns.simulation.model.lua import LUA
from tests.campaigns.simulation.players.asked import check_asked
from tests.campaigns.simulation.players.people import RULES, People
from tests.campaigns.simulation.verdict import check_all, check_now
from tests.campaigns.simulation.world import Broken, Process, World, ruling
from tests.engine.fingers.siegelpost_fingers import Fingers

BUCKETS = 4
"""A smaller store than the product's: a look at every bucket is most of what an idle installation does."""
LETTER_LEASE = 300.0
BESIDE = {
    "pack_lines": "lines packed together", "archive": "archived", "grow_log": "log grown",
    "webhook_settle": "event settled", "end_leases": "leases ended",
}  # fmt: skip
"""Scripts whose effects a story counts."""
MINUTE = 60.0


@dataclass
class Told:
    """What a story was like."""

    seed: int
    hours: float = 0.0
    matches: int = 0
    decisions: int = 0
    letters: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    latest: float = 0.0
    """For how long something was due at most while all was well, in seconds."""
    trace: str = ""
    """A digest of all that was written: equal for equal seeds."""


class Story:
    """One seed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.unit = self._unit()
        """How many times as long everything is that people wait for: an hour of 1 is a day of 24."""
        self.faults = Faults(self.world)
        self.installation = Installation(self.world, self.faults)
        self.people = self._people()
        self.written: dict[tuple[str, int, str], float] = {}
        """When each step was written, by match and the log's length and head after it: a crash may have taken one back."""
        self.plans: list[tuple[str, dict[str, Any]]] = []
        """Every step that was written, by match; a crash may have taken one back that nobody was told of."""
        self.happened: Counter[str] = Counter()
        self.settled: set[str] = set()
        """The ids of all notices that were ever settled; a crash may have taken that back."""
        self.watch = watch.Watch(
            self.installation, self.faults, self.people.matches, watch.EVERY * min(self.unit, 6.0),
            self.unit * (workers.clock.loop.EVERY + workers.clock.loop.LONGEST / 1000),
        )  # fmt: skip
        self._trace = hashlib.sha256()

    def _unit(self) -> float:
        return self.world.chance.choice([1.0, 1.0, 6.0, 24.0])

    def _people(self) -> People:
        return People(self.installation, Process(self.world, "people"), self.unit)

    @property
    def bound(self) -> float:
        """Seconds within which everything due is done, once faults are over."""
        return self.watch.bound

    def run(self) -> Told:
        """Let it happen. :raises Broken: when a promise is broken."""
        world, chance = self.world, self.world.chance
        begun = world.now
        self.installation.server.seen = self._seen
        self.people.crowd.start(self._crowd)
        self.people.crowd.start(self.people.read_the_log)
        self._supervise()
        self.watch.look()
        for _ in range(chance.randrange(1, 5)):
            world.run(world.now + chance.uniform(0, 5 * MINUTE) * self.unit)
            self._burst(chance.uniform(1, 15) * MINUTE * min(self.unit, 4.0))
            self._calm()
        for _ in range(800):
            if check_now(self):
                break
            world.run(world.now + 5 * MINUTE * self.unit)
        world.run(world.now + LETTER_LEASE + self.bound)
        check_all(self)
        return self._told(begun)

    def _told(self, begun: float) -> Told:
        """Return what a story was like that is over."""
        world = self.world
        told = Told(world.seed, (world.now - begun) / 3600, len(self.people.matches))
        told.decisions = sum(bool(plan["erase"]) for _, plan in self.plans)
        told.letters = len(self.installation.office.taken)
        told.happened = self.faults.happened + self.people.happened + self.installation.server.happened
        told.happened += self.happened
        told.latest = round(self.watch.latest, 1)
        self._trace.update(repr(sorted(told.happened.items())).encode())
        told.trace = self._trace.hexdigest()[:16]
        return told

    def _crowd(self) -> None:
        world = self.world
        accounts = [self.people.arrive(number) for number in range(world.chance.randrange(2, 5))]
        for _ in range(world.chance.randrange(2, 7)):
            self.people.begin(*world.chance.sample(accounts, 2))
            world.pause(world.chance.uniform(0, 5 * MINUTE) * self.unit)
        self.people.all_here = True

    def _supervise(self) -> None:
        self.installation.keep()
        self.world.after(1.0 if self.faults.now else 5.0, self._supervise)

    def _burst(self, seconds: float) -> None:
        self.faults.begin()
        until = self.world.now + seconds
        while self.world.now < until:
            self.world.run(min(until, self.world.now + 5.0))
            self.faults.now_and_then(self.installation.server, self.installation.processes, self.unit)

    def _calm(self) -> None:
        """End the faults, and look whether all that is due is done within the time that is promised for it."""
        ahead = self.faults.mend(self.installation.server, self.installation.processes)
        while not self.installation.server.up:
            self.world.run(self.world.now + 1.0)
        if self.faults.happened["clock wrong"]:
            # A clock that began while the time was wrong cannot know which one is right: its operator says so.
            self.installation.look(lambda context: context.store.accept_time())
        self.world.run(self.world.now + ahead + self.bound)
        check_now(self)

    def _seen(self, name: str, names: list[bytes], arguments: list[bytes]) -> None:
        self._trace.update(name.encode() + names[0] + b"%d" % round(self.world.now * 1000))
        if name in ("transition", "act"):
            self.check_asked(names[0].decode().rpartition(":")[2])
        if name == "transition":
            self.saw_step(names, arguments)
        elif name in BESIDE:
            self.happened[BESIDE[name]] += 1
        elif name == "settle":
            self.settled.update(one.decode() for one in arguments[10::2])

    def check_asked(self, match: str) -> None:
        """Look whether everybody at a match would be shown what waits for them. :raises Broken: when not."""
        check_asked(self.installation.server.space, match)

    def saw_step(self, names: list[bytes], arguments: list[bytes]) -> None:
        """Remember a step that the server has written."""
        plan = orjson.loads(arguments[0])
        match = names[0].decode().rpartition(":")[2]
        self.plans.append((match, plan))
        if plan["last"] > plan["n"]:  # one without lines adds nothing to the log
            self.written[match, plan["last"], plan["head"]] = self.world.now


Teller = TypeVar("Teller", bound=Story)


@contextmanager
def on_stage(told_by: Callable[[World], Teller], seed: int) -> Iterator[Teller]:
    """Set the stage for a story: virtual time, the toy game, a store of few buckets, a clock as slow as its people."""
    logging.disable(logging.CRITICAL)
    LUA.stumbled.clear()
    with ExitStack() as stack:
        replaced = stack.enter_context
        replaced(mock.patch.object(keys, "BUCKETS", BUCKETS))
        replaced(mock.patch.object(workers.clock.loop, "BUCKETS", BUCKETS))
        replaced(mock.patch.dict(registry.GAMES, {RULES: Fingers()}))
        story = told_by(replaced(ruling(World(seed))))
        unit = story.unit
        replaced(mock.patch.object(workers.clock.loop, "LONGEST", round(workers.clock.loop.LONGEST * unit)))
        replaced(mock.patch.object(workers.clock.loop, "AWAKE_EVERY", workers.clock.loop.AWAKE_EVERY * unit))
        replaced(mock.patch.object(workers.clock.loop, "REST_EVERY", workers.clock.loop.REST_EVERY * unit))
        replaced(mock.patch.object(workers.clock.loop, "SWEEP_EVERY", workers.clock.loop.SWEEP_EVERY * unit))
        replaced(mock.patch.object(workers.clock.loop, "TICK_EVERY", workers.clock.loop.TICK_EVERY * unit))
        replaced(mock.patch.object(workers.clock.head_log, "QUIET", workers.clock.head_log.QUIET * unit))
        replaced(mock.patch.object(workers.clock.loop, "EVERY", workers.clock.loop.EVERY * unit))
        replaced(
            mock.patch.object(
                service.store.installation.heartbeat,
                "TRUSTED_FOR",
                round(service.store.installation.heartbeat.TRUSTED_FOR * unit),
            )
        )
        # Where processes are greenlets their name says which of them claims something.
        replaced(mock.patch.object(service.context, "lease_owner", lambda supervisor, _: f"{supervisor}:1"))
        replaced(through(story.installation.jobs))
        try:
            yield story
        finally:
            logging.disable(logging.NOTSET)


@contextmanager
def staged(seed: int, kinds: Sequence[str] = (), odds: float = 0.1) -> Iterator[Story]:
    """Set the stage for a story of the toy game, with faults of these ``kinds`` only, if there are any."""
    with on_stage(Story, seed) as story:
        if kinds:
            story.faults.kinds, story.faults.odds = list(kinds), (odds,)
        yield story


def tell(seed: int, kinds: Sequence[str] = (), odds: float = 0.1) -> Told:
    """Run a seed, of its faults only these ``kinds`` if there are any, each as likely as ``odds``.

    :raises Broken: when it breaks a promise.
    """
    with staged(seed, kinds, odds) as story:
        return story.run()


__all__ = ["Broken", "Story", "Told", "on_stage", "staged", "tell"]
