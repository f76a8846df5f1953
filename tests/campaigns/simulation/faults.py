"""Which faults a story has, and when: bursts of some kinds, drawn from its seed, with calm between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rq.timeouts import JobTimeoutException

from tests.campaigns.simulation.model.server import Death
from tests.campaigns.simulation.model.wire import Trouble

if TYPE_CHECKING:
    from tests.campaigns.simulation.model.server import Server
    from tests.campaigns.simulation.world import Process, World

KINDS = (
    "wire lost", "wire part", "wire deaf", "wire slow", "server killed", "power lost", "disk full", "memory full",
    "server stalls", "process killed at a call", "process killed", "process stopped", "clock ahead", "clock back", "clock wrong",
    "wake-ups lost", "answers lost", "mail refused", "mail hangs", "mail unclear", "jobs interrupted", "archive away",
    "receivers refuse", "receivers hang",
)  # fmt: skip
MOST = {"process killed at a call": 0.05, "server killed": 0.03, "power lost": 0.03}
"""How likely a fault is each time at most: where everybody dies at once hardly anything is left to go wrong."""
LONGEST_STALL = 400.0
"""Seconds that a process stands still at most."""


@dataclass
class Faults:
    """What goes wrong now. Nothing does while :attr:`now` is empty."""

    world: World
    kinds: list[str] = field(default_factory=list)
    """What this story has."""
    now: dict[str, float] = field(default_factory=dict)
    """What this burst has, with how likely it is each time."""
    happened: Counter[str] = field(default_factory=Counter)
    odds: tuple[float, ...] = (0.003, 0.01, 0.03, 0.1)

    def __post_init__(self) -> None:
        chance = self.world.chance
        self.kinds = chance.sample(KINDS, chance.choice([0, 2, 3, 4, 5, 6, 8]))

    def begin(self) -> None:
        """Begin a burst."""
        chance = self.world.chance
        some = chance.sample(self.kinds, chance.randrange(1, len(self.kinds) + 1)) if self.kinds else []
        self.now = {kind: min(chance.choice(self.odds), MOST.get(kind, 1.0)) for kind in some}

    def end(self) -> None:
        """End it."""
        self.now = {}

    def strikes(self, kind: str) -> bool:
        """Return whether a fault happens here."""
        likely = self.now.get(kind)
        if likely is None or self.world.chance.random() >= likely:
            return False
        self.happened[kind] += 1
        return True

    def of_wire(self, *, job: bool = False) -> Trouble | None:
        """Return what happens to a request on its way to the store; ``job``: RQ may interrupt who waits for the answer."""
        if not self.now:
            return None
        interrupted = JobTimeoutException() if job and self.strikes("jobs interrupted") else None
        slow = self.world.chance.uniform(0.1, 9.0) if self.strikes("wire slow") else 0.0
        return Trouble(
            self.strikes("wire lost"), self.strikes("wire part"), self.strikes("wire deaf"), slow, interrupted
        )

    def of_server(self) -> Death | None:
        """Return how the server dies in this turn, if it does."""
        chance = self.world.chance
        for kind in ("server killed", "power lost"):
            if self.strikes(kind):
                moment = chance.choice(["before", "between", "written", "written", "synced"])
                return Death(moment, kind == "power lost", chance.choice([0.2, 0.5, 2.0, 10.0, 90.0]))  # type: ignore[arg-type]
        return None

    def of_process(self) -> bool:
        """Return whether a process is killed at this point of its talk with the store."""
        return bool(self.now) and self.strikes("process killed at a call")

    def now_and_then(self, server: Server, processes: list[Process], unit: float) -> None:
        """Do what befalls an installation at any moment; asked every few seconds of a burst."""
        chance = self.world.chance

        def later(seconds: float, what: str, value: object) -> None:
            self.world.after(seconds, lambda: setattr(server, what, value))

        if self.strikes("server stalls"):
            server.stopped_until = self.world.now + chance.uniform(0.2, 15)
        if self.strikes("process killed"):
            chance.choice(processes).kill()
        if self.strikes("process stopped"):
            process = chance.choice(processes)
            process.stop()
            self.world.after(chance.choice([1, 20, 40, LONGEST_STALL]), process.go_on)
        if self.strikes("disk full"):
            server.disk.full = True
            self.world.after(chance.choice([5, 60, 60 * unit]), lambda: setattr(server.disk, "full", False))
        if self.strikes("memory full"):
            server.memory_full = True
            later(chance.choice([5, 60, 60 * unit]), "memory_full", False)
        if server.skew == 0:
            ahead = {"clock ahead": (1, 50), "clock back": (-50, -1), "clock wrong": (-7_200, 7_200)}
            for kind, (low, high) in ahead.items():
                if self.strikes(kind):
                    server.skew = chance.uniform(low, high)
                    later(chance.choice([10, 100]), "skew", 0.0)

    def mend(self, server: Server, processes: list[Process]) -> float:
        """End the burst and everything that it began; return for how many seconds time is behind what it was."""
        self.end()
        ahead, server.skew = max(0.0, server.skew), 0.0
        server.stopped_until, server.disk.full, server.memory_full = 0.0, False, False
        for one in processes:
            one.go_on()
        return ahead
