"""Four players of catanatron that choose at random: run by an interpreter that has catanatron, and by nothing of this project.

For each line read, a number of seconds, it plays matches as catanatron's own ``Game.play`` does until that much CPU time is
used, and writes how many decisions were asked, how many were played, which is the same here, and how many seconds it took.
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

TURNS = 1000


def play(seconds: float, seed: int) -> tuple[int, int, float]:
    """Return the next seed, decisions and CPU seconds of whole matches; legal actions are listed at each decision."""
    cat: Any = importlib.import_module("catanatron")
    colours = [cat.Color.RED, cat.Color.BLUE, cat.Color.ORANGE, cat.Color.WHITE]
    decisions, begun = 0, time.process_time()
    while True:
        game = cat.Game([cat.RandomPlayer(one) for one in colours], seed=seed)
        seed += 1
        while game.winning_color() is None and game.state.num_turns < TURNS:
            game.play_tick()
            decisions += 1
        used = time.process_time() - begun
        if used >= seconds:
            return seed, decisions, used


if __name__ == "__main__":
    following = play(0.0, 1)[0]  # warm, before anything is measured
    for line in sys.stdin:
        following, taken, spent = play(float(line), following)
        print(taken, taken, spent, flush=True)
