"""The job that seeks puzzles in a finished public match (:mod:`engine.kit.puzzles`).

It runs behind everything else in a resolving worker, one position at a time: between two of them it queues itself again, so
that reviews and bots come first. If it is lost, the match has no puzzles, and nobody misses them.
"""

import logging
from functools import partial
from itertools import islice

from engine.kit.foresight import foresight_of
from engine.kit.puzzles import POSITIONS, positions
from engine.kit.puzzles import seek as seek_in
from engine.registry import game_of
from service.commit import RELEASE
from service.context import Context
from service.matches.puzzles import may_be_sought
from service.processes.wake import ask_for_puzzles
from service.store.installation.puzzles import MOST_WAITING, StoredPuzzle
from workers.jobs.coach import replayed
from workers.jobs.replay import attempt, job_about
from workers.jobs.think import finish
from workers.resolve.failures import limited

log = logging.getLogger("siegelpost.puzzles")


def seek(match: str, start: int) -> None:
    """Seek a puzzle in a match at a place among its positions, and go on with the next; the RQ job."""
    with job_about(match, log, "a search for puzzles") as context:
        if seek_once(context, match, start):
            ask_for_puzzles(context.settings.queue_url, match, start + 1)


def seek_once(context: Context, match: str, start: int) -> bool:
    """Seek a puzzle at one position; return whether there are others to look at."""
    if not 0 <= start < POSITIONS or context.store.puzzles_waiting() >= MOST_WAITING:
        return False
    return attempt(partial(_sought, context, match, start), log, "nobody can seek puzzles in the match", False)


def _sought(context: Context, match: str, start: int) -> bool:
    record = context.store.load(match)
    if record is None or not may_be_sought(record.table):
        return False
    game, table = game_of(record.table), record.table
    foresight = foresight_of(game)
    if foresight is None:
        return False
    played, seed = replayed(context, record)
    seats = len(table["seats"])
    order = limited(lambda: positions(game, played, seed))
    for place, seat in islice(order, start, start + 1):
        found, _ = finish(context, seek_in(game, foresight, seats, played[place], played[place + 1], seat, seed))
        if found is not None:
            kept = StoredPuzzle(record.match, table["rules"], table["data"], table["options"], RELEASE, found)
            context.store.keep_puzzle(kept, record.now)
    return start + 1 < len(order)
