"""``python -m tests.engine.seafarers.digests FIRST LAST``: a digest of random matches of every scenario, one a line.

Two engines that print the same have listed the same moves, told the same events and ended in the same states.
"""

import hashlib
import sys
from typing import cast

from engine.games.seafarers.rules import moves
from tests.engine import laws
from tests.engine.seafarers.test_laws import TABLES, match_of


def digest(match: laws.Match) -> str:
    """Return a digest of all events and the last state."""
    told = hashlib.sha256(laws.text(match.end).encode())
    for step in match.steps:
        told.update(laws.text(step.events).encode())
    return told.hexdigest()


if __name__ == "__main__":
    print(f"{moves.__file__}")
    for one in TABLES:
        options, seats = cast(tuple[dict[str, object], int], one.values)
        for number in range(int(sys.argv[1]), int(sys.argv[2])):
            print(one.id, number, digest(match_of({**options, "turn_limit": 100}, seats, number)))
