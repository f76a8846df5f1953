"""What a round is made of: each part of the work alone, with the same records and the same results, in one process.

A part that takes longer alone than the aim leaves for all of a round bounds the rate, whatever is made of the rest.
"""

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from unittest.mock import patch

from engine.contract import Chance, Game, Move, State
from engine.protocol.canon import unb64
from engine.registry import game_of
from service.context import Context
from service.matches.absence.fair_hours import FairHours
from service.notifications.events import announce
from service.store.records import Record, Transition
from workers.resolve.step import step_due

Result = TypeVar("Result")


@dataclass(frozen=True)
class Parts:
    """Microseconds of this process' time that each part of a round takes by itself, the mean of a batch."""

    read: float
    boxes: float
    signatures: float
    rules: float
    step: float
    write: float
    announce: float


NAMES = {
    "read": "reading the records, one round trip",
    "step": "the step: all between reading and writing",
    "boxes": "... of which opening boxes, alone",
    "signatures": "... of which signing heads, alone",
    "rules": "... of which the rules, alone",
    "write": "packing and writing, one round trip",
    "announce": "telling the players' feeds",
}


def parts_of(context: Context, matches: Sequence[str]) -> Parts:
    """Step these matches, which have been answered, one part after the other, as a drain does; return what each took."""
    read, found = _timed(lambda: context.store.load_many(list(matches), secrets=True))
    records = [one for one in found if isinstance(one, Record) and one.due is not None and one.due <= one.now]
    with _resolved(game_of(records[0].table)) as calls:
        hours = FairHours(context.store, [one.table for one in records])
        step, transitions = _timed(lambda: [step_due(context, one, hours) for one in records])
    boxes, _ = _timed(lambda: [context.unseal(box) for one in records for box in one.boxes.values()])
    signatures, _ = _timed(lambda: [_signatures(context, one) for one in transitions])
    rules, _ = _timed(lambda: [call() for call in calls])
    write, written = _timed(lambda: context.store.transition_many(transitions))
    if not all(done is True for done in written):
        raise RuntimeError("a step was not written")
    told, _ = _timed(lambda: announce(context.store, context.settings.queue_url, transitions))
    share = 1e6 / len(records)
    return Parts(*(share * one for one in (read, boxes, signatures, rules, step, write, told)))


@contextmanager
def _resolved(rules: Game) -> Iterator[list[Callable[[], object]]]:
    """Collect what the rules are asked to resolve, so that it can be asked again; the draws as they were before."""
    calls: list[Callable[[], object]] = []
    resolve = type(rules).resolve

    def noted(self: Game, state: State, decision: str, answers: dict[int, Move], draws: Chance) -> object:
        calls.append(partial(resolve, self, state, decision, answers, copy.deepcopy(draws)))
        return resolve(self, state, decision, answers, draws)

    with patch.object(type(rules), "resolve", noted):
        yield calls


def _signatures(context: Context, transition: Transition) -> list[bytes]:
    signer, head = context.signers.of(transition.table), unb64(transition.head)
    return [signer.sign_head(transition.match, transition.n - place, head) for place in range(len(transition.lines))]


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result
