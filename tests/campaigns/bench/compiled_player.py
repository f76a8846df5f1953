"""W1 in a process of its own: run by an interpreter that finds the engine with its rules compiled.

For each line read, a number of seconds, it plays whole matches until that much CPU time is used, and writes how many
decisions were asked, how many played, and how many seconds it took.
"""

import sys
from itertools import count

from engine.games.seafarers.rules import moves
from tests.campaigns.bench.sections.seafarers import BASE, play

if __name__ == "__main__":
    if (moves.__file__ or "").endswith(".py"):
        sys.exit(f"{moves.__file__} is not compiled")
    seeds = count(1)
    play(*BASE, 0, seeds)  # warm, before anything is measured
    for line in sys.stdin:
        counted = play(*BASE, float(line), seeds)
        print(counted.asked, counted.played, counted.seconds, flush=True)
