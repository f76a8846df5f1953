"""Servers that die or freeze under the whole program at full play: what campaigns 15 and 16 share.

Every fault takes away a server that takes writes, and waits until another has its place; then the first comes back as a
replica, and the next fault follows when the players have gone on. A frozen server still believes that it is the one when it
thaws: what it takes then must be acknowledged to nobody.
"""

import random
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from redis.crc import key_slot

from service.store import keys
from tests.servers.redis_cluster import Cluster, Guarded, Process, move_slot
from tests.servers.redis_server import PATIENCE
from tests.service.serve.watching import until
from tests.system.installation import OnServers
from tests.system.players import Tally
from tests.system.trouble.test_kills import Table, closed
from tests.system.verdict import judge

CUT_OFF_FOR = 15.0
"""Seconds for which a server stays cut off at most while people play on."""
PARTS = ("queue", "api", "resolve-1", "clock")


@dataclass
class Figures:
    """What a campaign did and found. Times in seconds, from the fault to the election of another server."""

    failovers: int
    kills: int
    freezes: int
    cuts: int
    slots_moved: int
    acknowledged: int
    while_a_server_was_missing: int
    unknown: int
    repeated: int
    matches: int
    decisions: int
    election_median: float
    election_longest: float
    lost_or_doubled: int
    parked: int


class Faults:
    """What happens to the servers, one after the other."""

    def __init__(self, servers: Cluster | Guarded, tally: Tally, chance: random.Random) -> None:
        self.servers, self.tally, self.chance = servers, tally, chance
        self.kills = self.freezes = self.cuts = self.moved = self.meanwhile = 0
        self.elections: list[float] = []

    def kill(self) -> None:
        """End a server that takes writes by SIGKILL; it comes back with what it has on its disk."""
        victim = self._victim()
        self._replaced(victim, victim.kill)
        victim.begin()
        self._well()
        self.kills += 1

    def freeze(self) -> None:
        """Stop a server that takes writes as a machine stops that hangs, and let it go on when another has its place."""
        victim = self._victim()
        self._replaced(victim, lambda: victim.send(signal.SIGSTOP))
        victim.send(signal.SIGCONT)
        self._well()
        self.freezes += 1

    def cut(self) -> None:
        """Cut a server that takes writes off from all others; the program still reaches it, and it still takes writes."""
        victim = self._victim()
        assert victim.machine is not None
        everybody = (
            (*self.servers.servers, *self.servers.sentinels)
            if isinstance(self.servers, Guarded)
            else self.servers.nodes
        )
        others = [one.machine for one in everybody if one is not victim and one.machine is not None]
        machine = victim.machine
        self._replaced(victim, lambda: machine.cut(others))
        # Who has a match or an account on this part of a cluster waits until it has its replica again: perhaps everybody.
        self.tally.reaches(self.tally.acknowledged + 20, CUT_OFF_FOR)
        machine.join(others)
        self._well()
        self.cuts += 1

    def move(self) -> None:
        """Move the slot of a bucket to another server, key by key, while it is written to."""
        assert isinstance(self.servers, Cluster)
        slot = int(key_slot(keys.due(self.chance.randrange(keys.BUCKETS)).encode()))
        owner = self.servers.owner(slot)
        target = self.chance.choice([one for one in self.servers.primaries() if one is not owner])
        move_slot(slot, owner, target, self.servers.primaries())
        self.moved += 1

    def _victim(self) -> Process:
        if isinstance(self.servers, Guarded):
            return self.servers.primary()
        return self.chance.choice(self.servers.primaries())

    def _replaced(self, victim: Process, fault: Callable[[], None]) -> None:
        begun, before = time.monotonic(), self.tally.acknowledged
        fault()
        until(lambda: not self._takes_writes(victim), "another server has taken its place", PATIENCE)
        self.elections.append(time.monotonic() - begun)
        self.meanwhile += self.tally.acknowledged - before

    def _takes_writes(self, server: Process) -> bool:
        if isinstance(self.servers, Guarded):
            return self.servers.primary() is server
        return server in self.servers.primaries_without(server)

    def _well(self) -> None:
        until(self.servers.is_well, "all replicas are there again", PATIENCE)


def campaign(
    folder: Path, servers: Cluster | Guarded, faults: Sequence[str], *, acts_between: int, tables: int, seed: int = 1
) -> Figures:
    """Play on these servers while the faults happen; judge all matches; return what was found.

    :param faults: names of methods of :class:`Faults`.
    """
    tally, chance = Tally(), random.Random(seed)
    servers.start()
    with OnServers(servers, folder / "installation", PARTS, SIEGELPOST_REPLICAS="1") as installation:
        players = [Table(one, installation, tally, None) for one in range(tables)]
        happening = Faults(servers, tally, chance)
        for player in players:
            player.start()
        try:
            for fault in faults:
                tally.wait_for(tally.acknowledged + acts_between)
                getattr(happening, fault)()
                installation.look_after()
            tally.wait_for(tally.acknowledged + acts_between)
        finally:
            tally.over.set()
            for player in players:
                player.join()
        matches = [match for player in players for match in player.matches]
        tally.over.clear()
        store = installation.context.store
        for match in matches:
            if match.clients[0].get(match.path)["status"] != "closed":
                match.resign()
        until(lambda: all(closed(store.load(match.match)) for match in matches), "all matches are closed")
        verdict = judge(installation.context, matches, mails=False)
        assert verdict.wrong == [], verdict.wrong
        elections = sorted(happening.elections)
        return Figures(
            failovers=len(elections), kills=happening.kills, freezes=happening.freezes, cuts=happening.cuts,
            slots_moved=happening.moved,
            acknowledged=verdict.acknowledged, while_a_server_was_missing=happening.meanwhile, unknown=verdict.unknown,
            repeated=tally.repeated, matches=verdict.matches, decisions=verdict.resolved,
            election_median=round(elections[len(elections) // 2], 1), election_longest=round(elections[-1], 1),
            lost_or_doubled=len(verdict.wrong), parked=len(store.parked()),
        )  # fmt: skip
