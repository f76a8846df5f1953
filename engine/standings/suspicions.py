"""Results that look as if they were agreed on, found in the log of results. They prove nothing: friends play each other often,
and beginners give up early. Whoever looks at them decides, and may void a result, which everybody sees.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import Literal, NamedTuple

from engine.standings.results import Result

LEAST_RESIGNED, LEAST_LOST = 3, 5
"""The number of matches between the same people that it takes: early resignations, and losses to one account."""
MOSTLY = 80
"""The share of a player's results, in percent, that must be losses to the one account."""
SHORT = 30
"""The length of an early resignation's log at most, where fewer than five matches like it were played to their end."""


class Suspicion(NamedTuple):
    """A pattern between two players: its ``kind``, the matches that show it, and the first player's number of results."""

    kind: Literal["early-resignations", "one-sided"]
    players: tuple[str, str]
    matches: list[str]
    of: int


def suspicions(results: Sequence[Result]) -> list[Suspicion]:
    """Return the patterns in these results, those with most matches first.

    ``early-resignations``: one of two gave up early and lost to the other, whichever of them it was. ``one-sided``: nearly
    all results of the first player are losses to the second.
    """
    lengths: dict[tuple[str, int], list[int]] = defaultdict(list)
    for one in results:
        if one["reason"] == "finished":
            lengths[one["rules"], len(one["seats"])].append(one["n"])
    played = Counter(seat["player"] for one in results for seat in one["seats"])
    lost: dict[tuple[str, str], list[str]] = defaultdict(list)
    resigned: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in results:
        usual = lengths[one["rules"], len(one["seats"])]
        is_early = one["n"] <= (median(usual) / 2 if len(usual) >= LEAST_LOST else SHORT)
        for left, right in combinations(one["seats"], 2):
            if left["place"] == right["place"] or left["team"] == right["team"]:
                continue
            loser, winner = (left, right) if left["place"] > right["place"] else (right, left)
            lost[loser["player"], winner["player"]].append(one["match"])
            if is_early and loser["end"] == "resigned":
                first, second = sorted((loser["player"], winner["player"]))
                resigned[first, second].append(one["match"])
    found = [
        *(Suspicion("early-resignations", pair, matches, played[pair[0]])
          for pair, matches in resigned.items() if len(matches) >= LEAST_RESIGNED),
        *(Suspicion("one-sided", pair, matches, played[pair[0]])
          for pair, matches in lost.items()
          if len(matches) >= LEAST_LOST and 100 * len(matches) >= MOSTLY * played[pair[0]]),
    ]  # fmt: skip
    return sorted(found, key=lambda one: (-len(one.matches), one.kind, one.players))
