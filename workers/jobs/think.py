"""The job that thinks for keen and sharp bots, and plays their moves.

It runs behind everything else in a resolving worker, holds no lease, and gives way to due matches between playouts, so no
round of people waits for it. It may run twice, be interrupted or get lost at no cost: a thought depends on view and derived
chance alone, and the clock asks again. A search that fails or takes too long is replaced by the steady bot's move.
"""

import logging
import time
from collections.abc import Container, Generator
from functools import partial
from typing import TypeVar, cast

from engine.contract import Move
from engine.kit.foresight import Level, deliberate
from engine.match.asking import decision_of
from engine.match.table import Standing
from engine.registry import OtherData, UnknownRules, game_of
from service.context import Context
from service.processes.wake import wake
from service.store.connection.connect import Unreadable
from service.store.records import Record
from workers.jobs.replay import LOOK_EVERY, give_way, job_about
from workers.resolve import bots
from workers.resolve.failures import TooMuchWork, limited, passes, where

MOST_CPU = 20.0
"""The most processor seconds for one thought; the dearest of the games here takes two."""

Thought = TypeVar("Thought")

log = logging.getLogger("siegelpost.think")


def think(match: str) -> None:
    """Think for the bots of a match; the RQ job."""
    with job_about(match, log, "a thought") as context:
        think_once(context, match)


def think_once(context: Context, match: str) -> int:
    """Answer every decision of a match about which a bot thinks; return how many were answered."""
    played, thought = 0, dict[tuple[str, int], Move]()
    try:
        while found := _next(context, match, thought):
            record, standing, seat = found
            thought[standing["id"], seat] = _move(context, record, standing, seat)
            # While it thought, the match may have moved on: it is asked again for what stands now.
            if (now := context.store.load(match, secrets=True)) is not None and (standing, seat) in _asked(
                context, now
            ):
                played += bots.send(context, now, standing, seat, thought[standing["id"], seat])
    except (Unreadable, OtherData, UnknownRules) as error:
        log.error("no bot can think: %s", type(error).__name__)
    if played:
        wake(context.settings.queue_url, "resolve", match)
    return played


def _next(context: Context, match: str, thought: Container[tuple[str, int]]) -> tuple[Record, Standing, int] | None:
    """Return the match with the next decision and seat that nothing was thought about, or None."""
    record = context.store.load(match, secrets=True)
    if record is None or record.parked is not None:
        return None
    asked = [(record, one, seat) for one, seat in _asked(context, record) if (one["id"], seat) not in thought]
    return asked[0] if asked else None


def _asked(context: Context, record: Record) -> list[tuple[Standing, int]]:
    waiting = bots.bots_to_play(context, record)
    return [(one, seat) for one, seat in waiting if bots.thinks(record.table, one, seat, record.now)]


def _move(context: Context, record: Record, standing: Standing, seat: int) -> Move:
    """Return the move that a bot comes to, or the steady bot's if the search fails."""
    try:
        return _thought(context, record, standing, seat)
    except (Exception, TooMuchWork) as error:
        if passes(error):
            raise
        # Only the kind of error is told: its text could hold a card.
        log.error("a thought failed: %s", where(error))
    return bots.at_once(context, record, standing, seat)


def _thought(context: Context, record: Record, standing: Standing, seat: int) -> Move:
    game, state = game_of(record.table), record.state
    assert state is not None
    moves, level = game.moves(state, seat, standing["id"]), cast("Level", record.table["seats"][seat]["bot"])
    chance = bots.chance_of(context, record.match, standing, seat)
    return finish(context, deliberate(game, level, state, seat, decision_of(standing), moves, chance))[0]


def finish(context: Context, thinking: Generator[None, None, Thought]) -> tuple[Thought, float]:
    """Think to the end, giving way to due matches; return the result and the processor seconds it took.

    :raises TooMuchWork: beyond :data:`MOST_CPU`.
    """
    used, looked = 0.0, time.monotonic()
    while True:
        before = time.process_time()
        try:
            limited(partial(next, thinking))
        except StopIteration as done:
            return cast("Thought", done.value), used + time.process_time() - before
        used += time.process_time() - before
        if used > MOST_CPU:
            raise TooMuchWork
        if time.monotonic() - looked >= LOOK_EVERY:
            give_way(context)
            looked = time.monotonic()
