"""``python -m tests.engine.fingerprint kontor@1 ...``: print a hash of all that happens in some matches of each game."""

import hashlib
import sys

from engine.registry import game
from tests.engine import laws
from tests.engine.ways import match_at, tables_of, ways_of


def fingerprint(rules: str) -> str:
    """Return the hash over states, events, views and lists of moves at a few tables."""
    one = game(rules)
    tables = tables_of(one)
    players = [laws.at_random, *ways_of(one).players]
    digest = hashlib.sha256()
    for number, table in enumerate([*tables[:3], *tables[-2:]]):
        match = match_at(one, table, number, players[number % len(players)])
        for step in match.steps:
            asked = one.moves(step.before, step.decision["seats"][0], step.decision["id"])
            digest.update(laws.text([step.after, step.events, one.view(step.after, None), asked]).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    for named in sys.argv[1:]:
        print(named, fingerprint(named))
