"""Faults that are planted on purpose, each where the service has a guard: seeds have to find every one of them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

import orjson

import service.matches.absence.absence
import service.matches.absence.extensions
import service.matches.changes
import service.store.matches.asks
import workers.resolve.absence
import workers.resolve.bots
import workers.resolve.phases
import workers.resolve.step
from engine.match.step import Step
from service.store.accounts.webhooks import Webhooks
from service.store.connection.one import Connections, packed
from service.store.connection.scripts import Command
from service.store.records import Act, Notice, Record, Transition
from tests.campaigns.simulation.features import COUNTS_AGAIN
from tests.campaigns.simulation.mix import rows_of, tell_mixed
from tests.campaigns.simulation.model import disk
from tests.campaigns.simulation.model.disk import Disk
from tests.campaigns.simulation.model.keyspace import Words
from tests.campaigns.simulation.model.server import SCRIPTS, TEXTS
from tests.campaigns.simulation.story import Broken, tell
from workers.resolve.openings import Resolution


@dataclass(frozen=True)
class Planted:
    """A fault, and what brings it to light.

    :ivar plant: takes the guard away.
    :ivar kinds: the faults of the world that it guards against.
    :ivar found: what is said when it is found, a part of it.
    :ivar mixed: features of a mixed match that it needs, empty: it needs none.
    """

    plant: Callable[[], AbstractContextManager[object]]
    kinds: tuple[str, ...]
    found: tuple[str, ...]
    odds: float = 0.1
    mixed: frozenset[str] = frozenset()

    def search(self, seeds: range) -> tuple[int, str]:
        """Return the first of these seeds that finds it, and how. :raises AssertionError: when none does."""
        for seed in seeds:
            if self.mixed and not any(self.mixed <= row.features for row in rows_of(seed)):
                continue
            try:
                with self.plant():
                    if self.mixed:
                        tell_mixed(seed)
                    else:
                        tell(seed, self.kinds, self.odds)
            except Broken as broken:
                assert any(one in str(broken) for one in self.found), broken
                return seed, str(broken)
        raise AssertionError(f"none of {seeds} finds it")


@contextmanager
def without(name: str, guard: str, instead: str) -> Iterator[None]:
    """Run a script of the store without one of its guards."""
    sha = next(sha for sha, known in SCRIPTS.items() if known == name)
    whole = TEXTS[sha]
    assert guard.encode() in whole, f"{name}.lua has no such guard any more"
    with mock.patch.dict(TEXTS, {sha: whole.replace(guard.encode(), instead.encode())}):
        yield


@contextmanager
def bots_answer_over_seals() -> Iterator[None]:
    """Have a bot asked although a move lies sealed in its seat; both who ask and who look what comes next."""

    def is_unanswered(act: Act | None) -> bool:
        return act is None or act.act != "replace"

    with (
        mock.patch.object(workers.resolve.bots, "is_unanswered", is_unanswered),
        mock.patch.object(workers.resolve.step, "is_unanswered", is_unanswered),
    ):
        yield


@contextmanager
def torn_steps() -> Iterator[None]:
    """Write the commands of a step into the file one by one, not as a transaction."""

    def apart(effects: list[Words]) -> bytes:
        return b"".join(whole([one]) for one in effects)

    whole = disk.unit
    with mock.patch.object(disk, "unit", apart):
        yield


@contextmanager
def seldom_synced() -> Iterator[None]:
    """Sync a write in three."""

    def sync(self: Disk) -> None:
        if self.chance.random() < 0.3:
            always(self)

    always = Disk.sync
    with mock.patch.object(Disk, "sync", sync):
        yield


@contextmanager
def replies_left() -> Iterator[None]:
    """Keep a connection whoever was interrupted on it."""

    def ask(self: Connections, commands: Sequence[Command]) -> list[Any]:
        connection = self._take()
        try:
            connection.send_packed_command([packed(commands)])
            return [self._reply(connection, command) for command in commands]
        finally:
            self._put_back(connection)

    with mock.patch.object(Connections, "ask", ask):
        yield


@contextmanager
def talk_taken_up_late() -> Iterator[None]:
    """Let a step know what was said before it only when it takes up messages: after what the others have decided."""

    def hear(resolution: Resolution) -> None:
        resolution.step.disclosures += disclosed(resolution.record)
        heard(resolution)

    disclosed, heard = workers.resolve.phases.disclosed, workers.resolve.phases.hear
    phases = tuple(replace(one, do=hear) if one.do is heard else one for one in workers.resolve.phases.PHASES)
    with (
        mock.patch.object(workers.resolve.step, "disclosed", lambda _: []),
        mock.patch.object(workers.resolve.phases, "PHASES", phases),
    ):
        yield


@contextmanager
def nothing_due_with(kind: str) -> Iterator[None]:
    """Let entries of this kind set nothing due: a worker looks at the match when it would have anyway."""

    def transition(step: Step, record: Record, notices: list[Notice], *, due: int) -> Transition:
        kept = record.due is not None and any(one["entry"]["type"] == kind for one in map(orjson.loads, step.lines))
        return written(step, record, notices, due=record.due if kept else due)

    written = service.matches.changes.transition
    with (
        mock.patch.object(service.matches.absence.absence, "transition", transition),
        mock.patch.object(service.matches.absence.extensions, "transition", transition),
    ):
        yield


LEASED = "redis.call('ZADD', KEYS[1], 'XX', ends, member)"
PLANTED = {
    "who is interrupted leaves a reply to the next one": Planted(
        replies_left, ("jobs interrupted", "wire slow"), odds=0.2,
        found=("ends in", "ended in", "parked", "unreadable", "has been due"),
    ),
    "a step is written although somebody acted since it was computed": Planted(
        lambda: without("transition", "or plan.av and tonumber(was[3] or 0) ~= plan.av or not same", ""),
        ("wire slow",), ("the log of", "no order explains"), odds=0.4,
    ),
    "an act replaces another than it says": Planted(
        lambda: without("act", "elseif act.replaces ~= (old and old.seq or 0) or (withdraw and not old)",
                        "elseif (withdraw and not old)"),
        ("wire deaf", "answers lost"), ("no order explains",),
    ),
    "an answer leaves before the write is synced": Planted(
        seldom_synced,
        ("power lost",), odds=0.03,
        found=("the log of", "no order explains", "are lost", "is not there", "does not end", "a request ends in"),
    ),
    "a step can be torn by a crash": Planted(
        torn_steps, ("power lost",), odds=0.04,
        found=("parked", "the sweep found", "the log of", "unreadable", "no order explains", "are lost", "put off"),
    ),
    "a hand-over leaves no mark": Planted(
        lambda: without("handing", "redis.call('HSET', KEYS[2], 'handing', cjson.encode({ids = ids, mail = ARGV[3], "
                        "attempt = tonumber(ARGV[4]), at = now}))", ""),
        ("process killed at a call",), ("twice",), odds=0.05,
    ),
    "what is due next is not noted": Planted(
        lambda: without("transition", "if due then redis.call('ZADD', KEYS[6], due, id) else", "if not due then"),
        ("wake-ups lost",), ("has been due", "the sweep found"),
    ),
    "a bot answers over what lies sealed in the seat that it takes": Planted(
        bots_answer_over_seals,
        ("wire slow",), ("no order explains",),
    ),
    "nobody ends what was not decided in time": Planted(
        lambda: mock.patch.object(workers.resolve.absence, "is_over", lambda *_: False),
        ("wire slow",), ("does not end", "has been due", "the log of"),
    ),
    "a dead worker's match stays leased": Planted(
        lambda: without("claim", LEASED, LEASED.replace("ends", "ends + (KEYS[4] and 0 or 600000)")),
        ("process killed at a call",), ("match", "the sweep found"),
    ),
    "a dead deliverer's letter stays leased": Planted(
        lambda: without("claim", LEASED, LEASED.replace("ends", "ends + (KEYS[4] and 3600000 or 0)")),
        ("process killed at a call",), ("news for", "the sweep found"),
    ),
    "an answer taken back is still one": Planted(
        lambda: without("act", "redis.pcall('ZADD', KEYS[8], 0, member)", "redis.pcall('ZREM', KEYS[8], member)"),
        (), ("does not show",),
    ),
    "who is asked beside decisions is not noted": Planted(
        lambda: mock.patch.object(service.store.matches.asks, "asks_everybody", lambda _: False),
        (), ("does not show",),
    ),
    "a match that the others end does not disclose what was said": Planted(
        talk_taken_up_late,
        (), ("is not disclosed",), mixed=frozenset({"messages"}),
    ),
    "who says that they are there is looked at no sooner, whatever their earlier vote decides": Planted(
        lambda: nothing_due_with("returned"),
        (), ("a decision about a seat",), mixed=frozenset({COUNTS_AGAIN}),
    ),
    "who takes more time is looked at no sooner, whatever their earlier vote decides": Planted(
        lambda: nothing_due_with("extended"),
        (), ("a decision about a seat",), mixed=frozenset({COUNTS_AGAIN, "more time taken"}),
    ),
    "a deleted account keeps its webhooks": Planted(
        lambda: mock.patch.object(Webhooks, "delete_webhooks", lambda *_: None),
        (), ("its account is deleted",), mixed=frozenset({"account deleted"}),
    ),
}  # fmt: skip
