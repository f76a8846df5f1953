"""What a clock does beside looking at the time, where an installation has it: the log of all matches, webhooks, the archive.

And what must hold of the log: every entry of every match is in it once, in its order, and whoever was shown a checkpoint was
shown the beginning of what the log is at the end.
"""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

import orjson

from engine.protocol.canon import unb64
from engine.transparency.checkpoint import Checkpoint, checkpoint_of
from engine.transparency.merkle import Edge, Leaf, leaf_hash
from engine.transparency.note import parse_note
from service.context import Context
from service.store.archive.reading import Archiving
from service.store.connection.connect import StoreUnavailable
from service.store.store import Store
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.installed.archive import ModelArchive
from tests.campaigns.simulation.installed.hooks import Receivers
from tests.campaigns.simulation.installed.jobs import Jobs
from tests.campaigns.simulation.world import Broken, Process, World
from workers.clock.head_log import HeadLogWriter, write_for_ever
from workers.webhooks.post import Poster
from workers.webhooks.sender import EVERY, IDLE, Sender
from workers.webhooks.turn import Desk

ORIGIN = "siegelpost.example/log"


@dataclass
class Beside:
    """What this installation has of all that."""

    world: World
    faults: Faults
    jobs: Jobs
    shown: list[Checkpoint] = field(default_factory=list)
    """The checkpoints that readers were shown."""

    def __post_init__(self) -> None:
        chance = random.Random(f"beside {self.world.seed}")
        self.has_log = chance.random() < 0.5
        self.archive = ModelArchive(self.world, self.faults) if self.has_log and chance.random() < 0.6 else None
        self.archive_after = chance.choice([0, 60_000, 1_200_000])
        self.receivers = Receivers(self.world, self.faults) if chance.random() < 0.3 else None

    def furnish(self, store: Store) -> Store:
        """Let a process know the archive."""
        archiving = None if self.archive is None else Archiving(self.archive, self.archive_after)
        return store.use_archive(archiving)

    def start(self, process: Process, context: Context) -> None:
        """Begin all that in the process of a clock."""
        if self.has_log:
            writer = HeadLogWriter(context.store, context.signers, ORIGIN)
            rung: Any = _Rung(self.jobs)
            process.start(lambda: write_for_ever(writer, rung, self.world.pause))
        if self.receivers is not None:
            poster = cast(Poster, self.receivers)
            desk = Desk(context.settings, context.store, context.links, poster, lambda: self.world.now)
            process.start(lambda: self._send(process, Sender(desk)))

    def read(self, context: Context) -> None:
        """Read what is published of the log, as anybody may."""
        published = context.store.log_head().published
        if published:
            self.shown.append(checkpoint_of(parse_note(published)))

    def check(self, context: Context, matches: Sequence[str], departed: Mapping[str, float]) -> int:
        """Look at it; return how many checkpoints were shown. :raises Broken: for the first promise that was broken."""
        if self.has_log:
            self._check_log(context, matches)
        if self.receivers is not None:
            self.receivers.check(context, departed)
        return len(self.shown)

    def _check_log(self, context: Context, matches: Sequence[str]) -> None:
        store = context.store
        head = store.log_head()
        leaves = store.log_leaves(0, head.size)
        self.read(context)
        edge, roots = Edge(), {0: Edge().root}
        for leaf in leaves:
            edge.append(leaf_hash(leaf.entry))
            roots[edge.size] = edge.root
        for one in self.shown:
            if roots.get(one.size) != one.root:
                raise Broken(f"a checkpoint of {one.size} leaves was shown that the log has never had")
        if checkpoint_of(parse_note(head.note)).root != edge.root:
            raise Broken("the checkpoint is not that of the leaves")
        for match in matches:
            found = [leaves[place] for place in store.leaf_indices(match)]
            heads = [Leaf(match, n, unb64(orjson.loads(line)["head"])) for n, line in enumerate(store.lines(match), 1)]
            if found != heads:
                raise Broken(f"the log of all matches has {len(found)} entries of {match}, which has {len(heads)}")

    def _send(self, process: Process, sender: Sender) -> None:
        """Send to webhooks for ever, as :func:`workers.webhooks.sender.send_for_ever` does with threads."""
        while True:
            with suppress(StoreUnavailable):
                sender.look(process.start)
            self.world.pause(EVERY)
            if not sender._busy:
                self.jobs.rest(IDLE)


class _Rung:
    """The event that the bell sets for the writer of the log."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def clear(self) -> None:
        """A ring while nobody waits is not kept: the next look comes soon."""

    def wait(self, seconds: float) -> None:
        """Wait for a ring."""
        self._jobs.rest(seconds)
