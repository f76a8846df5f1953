"""Is a game fair? Many matches of its own bot against itself: who wins by side and by place, how they end, how long they are.

The matches are numbered and the same on every machine; only the seconds differ.
"""

import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from engine.games.anno_1701 import GAME
from engine.protocol.chance import Draws
from tests.campaigns.bench.figures import Figure, Plan, percentile

NAME = "anno-1701@1: bots"


@dataclass(frozen=True)
class Ended:
    """How one match ended. ``side`` won (empty: a draw), which ``began`` or not."""

    side: str
    began: bool
    reason: str
    turns: int


def run(plan: Plan) -> Iterator[Figure]:
    """Yield who wins how often over ``plan.games`` matches, with the range of chance (two standard errors)."""
    begun = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        ended = list(pool.map(play, range(plan.games), chunksize=max(1, plan.games // 64)))
    took = time.perf_counter() - begun
    decided = [one for one in ended if one.side]
    yield Figure(f"{NAME}, matches", "", (float(len(ended)),))
    for side in GAME.data.sides:
        yield _share(f"{NAME}, {side} wins (aim 45 to 55)", sum(one.side == side for one in decided), len(decided))
    yield _share(f"{NAME}, who begins wins (aim 45 to 55)", sum(one.began for one in decided), len(decided))
    for reason, count in Counter(one.reason for one in ended).most_common():
        yield _share(f"{NAME}, ended by {reason}", count, len(ended))
    turns = [one.turns for one in ended]
    yield Figure(f"{NAME}, turns of a match: median [10 - 90 %]", "turns",
                 (percentile(turns, 10), statistics.median(turns), percentile(turns, 90)))  # fmt: skip
    yield Figure(f"{NAME}, matches on {os.cpu_count()} cores", "matches/s", (len(ended) / took,))


def _share(name: str, count: int, of: int) -> Figure:
    """Return a share in percent between its two limits of two standard errors."""
    share = count / max(of, 1)
    error = 2 * (share * (1 - share) / max(of, 1)) ** 0.5
    return Figure(name, "%", tuple(100 * min(max(one, 0), 1) for one in (share - error, share, share + error)))


def play(number: int) -> Ended:
    """Play the match of a number, bot against bot, each from its own view."""
    whims, chance = random.Random(number), Draws(random.Random(number).randbytes(32))
    state = GAME.setup(GAME.options({}, 2), 2, chance)
    beginner = None
    while standing := GAME.decisions(state):
        decision = next(one for one in standing if not one["optional"])
        answers = {}
        for seat in decision["seats"]:
            moves = GAME.moves(state, seat, decision["id"])
            answers[seat] = GAME.bot(GAME.view(state, seat), decision, moves, Draws(whims.randbytes(32)))
        state, _ = GAME.resolve(state, decision["id"], answers, chance)
        beginner = state["active"] if beginner is None else beginner
    outcome = state["outcome"]
    winner = outcome["winners"][0] if len(outcome["winners"]) == 1 else None
    side = "" if winner is None else state["players"][winner]["side"]
    return Ended(side, winner == beginner, outcome["reason"], state["turn"])
