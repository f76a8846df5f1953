"""Rounds in batches: one worker's drain on its store, with everything answered before; game by game.

The drain of the service itself, in this process, with the store on its disk; no web server, queue or mail takes part. A round
is a step that was written: answers opened, resolved, what follows opened, events and news noted. The baseline is a small
durable write from this process. Beside it, each part of a round alone (:mod:`tests.campaigns.bench.parts`).
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from engine.registry import game_of
from service.context import Context
from service.matches import acts
from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan, ratio
from tests.campaigns.bench.installation import Installation
from tests.campaigns.bench.parts import NAMES, Parts, parts_of
from tests.campaigns.bench.sections.letters import KINDS
from workers.resolve.drain import BATCH, drain_once

DAY = 86_400
WRITES = 200
AIM = 4_000


@dataclass(frozen=True)
class Taken:
    """Microseconds of a round: by the wall, of this process, of the state server."""

    wall: float
    worker: float
    store: float


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield the cost of a round and the rate of one worker, for every game."""
    with Installation(plan.folder / "rounds", hold_off=DAY) as running:
        whims = random.Random(1)
        for kind in KINDS:
            matches = [tables.begin(running.context, 0, kind)[0].match for _ in range(min(BATCH, plan.samples))]
            drain_once(running.context)
            write = partial(running.context.store.note_match, "p_" + "0" * 32)
            taken: list[Taken] = []
            writes: list[float] = []
            parts: list[Parts] = []
            for _ in range(plan.repeats):
                writes.append(_write(write))
                answered = sum(_answer(running.context, match, whims) for match in matches)
                taken.append(_round(running, answered))
                if sum(_answer(running.context, match, whims) for match in matches):
                    parts.append(parts_of(running.context, matches))
            yield from _figures(kind.game, taken, writes)
            for part, words in NAMES.items():
                yield Figure(f"{kind.game}: {words}", "us/round", tuple(getattr(one, part) for one in parts))
    yield f"aim: {AIM:,} rounds a second, {1e6 / AIM:.0f} us of the worker for each"


def _answer(context: Context, match: str, whims: random.Random) -> bool:
    """Have everybody answer what the table waits for; return whether it waits for something."""
    record = context.store.load(match)
    assert record is not None
    standing = next((one for one in record.table["standing"] if not one["optional"]), None)
    if record.state is None or standing is None:
        return False
    for seat in standing["seats"]:
        move = whims.choice(game_of(record.table).moves(record.state, seat, standing["id"]))
        if standing["sealed"]:
            acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=move))
        else:
            acts.answer(context, record, seat, acts.SeatAct(standing["id"], move=move))
    return True


def _round(running: Installation, answered: int) -> Taken:
    wall, own, server = time.perf_counter(), time.process_time(), running.cpu("state")
    written = drain_once(running.context)
    if written < answered:
        raise RuntimeError(f"{answered} matches were answered, and {written} steps written")
    share = 1e6 / max(1, written)
    return Taken(
        (time.perf_counter() - wall) * share, (time.process_time() - own) * share,
        (running.cpu("state") - server) * share,
    )  # fmt: skip


def _write(write: partial[None]) -> float:
    begun = time.process_time()
    for number in range(WRITES):
        write(f"{number}")
    return (time.process_time() - begun) * 1e6 / WRITES


def _figures(name: str, taken: list[Taken], writes: list[float]) -> Iterator[Figure]:
    yield Figure(f"{name}: rounds of one worker", "/s", tuple(1e6 / one.wall for one in taken))
    worker = Figure(f"{name}: processor time of the worker", "us/round", tuple(one.worker for one in taken))
    yield worker
    yield Figure(f"{name}: processor time of the state server", "us/round", tuple(one.store for one in taken))
    bare = Figure(f"{name}: a small durable write, processor time (baseline)", "us", tuple(writes))
    yield bare
    yield ratio(f"{name}: a round / a small write, processor time", worker, bare)
