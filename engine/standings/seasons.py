"""Seasons of a league: all in a division play each other at once; the best are promoted, the last relegated.

A season begins with all players in one order, the best first, which is cut into divisions. Its final standings give the order
of the next one; new entrants are added at the end. Only the first order is drawn: by rating, and equals by lot. A match that
is unfinished when the next season is paired counts for nobody, so playing slowly saves no points.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from engine.protocol.chance import Draws
from engine.standings.pairing import schedule
from engine.standings.ranking import standings
from engine.standings.results import Scored, Standing

METHOD = "divisions@2"
EARLIER = "divisions@1"
"""The same divisions, of whose matches whoever withdraws takes all along."""
MOST_MATCHES = 1_300
"""The most matches of a league in all its seasons: each reading of it reads the results of all."""


def largest_division(size: int) -> int:
    """Return the most players of a division, where divisions have ``size``: too small a rest joins the last one."""
    return size + (size + 1) // 2 - 1


def count_matches(players: int, size: int, rounds: int) -> int:
    """Return how many matches a league has with so many players, divisions of ``size`` and seasons."""
    return rounds * sum(len(one) * (len(one) - 1) // 2 for one in cut([""] * players, size))


def cut(order: Sequence[str], size: int) -> list[list[str]]:
    """Cut players, the best first, into divisions of ``size``; a rest of less than half of it joins the last one.

    >>> cut(["a", "b", "c", "d", "e", "f", "g", "h"], 3)
    [['a', 'b', 'c'], ['d', 'e', 'f'], ['g', 'h']]
    >>> cut(["a", "b", "c", "d"], 3)
    [['a', 'b', 'c', 'd']]
    """
    whole = max(1, (len(order) + size // 2) // size)
    ends = [*(place * size for place in range(1, whole)), len(order)]
    return [list(order[start:end]) for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def move(ranked: Sequence[Sequence[str]], moving: int) -> list[str]:
    """Return the players in the order of the next season.

    Between two divisions the last of the upper and the best of the lower one change places, ``moving`` of each, but at most
    half of either. The relegated stand in front of those who stayed, the promoted behind them: so a place that becomes
    free in a division belongs to the best of the relegated.

    :param ranked: the players of each division who are left, the best first.
    """
    counts = [min(moving, len(upper) // 2, len(lower) // 2) for upper, lower in pairwise(ranked)]
    order: list[str] = []
    for place, players in enumerate(ranked):
        up, down = [0, *counts][place], [*counts, 0][place]
        relegated = ranked[place - 1][len(ranked[place - 1]) - up :] if up else []
        promoted = ranked[place + 1][:down] if down else []
        order += [*relegated, *players[up : len(players) - down], *promoted]
    return order


def rank(
    divisions: Sequence[Sequence[str]],
    results: Iterable[Scored],
    gone: Collection[str],
    uncounted: Collection[str] = (),
) -> list[Standing]:
    """Return the standings of a season, division by division, as those of a league.

    :param results: those of the season's matches; :param uncounted: the players whose matches count for nobody.
    """
    scored = list(results)
    rows: list[Standing] = []
    for number, players in enumerate(divisions, start=1):
        ours = [one for one in scored if one["seats"] and one["seats"][0]["player"] in players]
        rows += [{**row, "division": number} for row in standings(players, ours, gone, uncounted)]
    return rows


def next_order(
    divisions: Sequence[Sequence[str]],
    results: Iterable[Scored],
    gone: Collection[str],
    uncounted: Collection[str],
    moving: int,
    entrants: Sequence[str],
) -> list[str]:
    """Return the players of the next season in order: who is still equal keeps the order of the last one.

    :param gone: the players who have withdrawn; :param uncounted: those whose matches count for nobody.
    :param entrants: those who begin at the bottom, in the order of their entries.
    """
    begun = {player: place for place, player in enumerate(player for one in divisions for player in one)}
    ranked: list[list[str]] = [[] for _ in divisions]
    for row in sorted(
        rank(divisions, results, gone, uncounted), key=lambda row: (row["place"] or 0, begun[row["player"]])
    ):
        if row["place"] is not None:
            ranked[row["division"] - 1].append(row["player"])
    return [*move(ranked, moving), *entrants]


def pair(divisions: Sequence[Sequence[str]], drawn_by: bytes, season: int) -> list[list[str]]:
    """Return the players of each table of a season, by seat: all pairs of each division, drawn onto its schedule."""
    draws = Draws(drawn_by)
    tables: list[list[str]] = []
    for number, players in enumerate(divisions, start=1):
        placed = draws.shuffle(f"season.{season}.{number}", players)
        tables += [[placed[place] for place in table] for table in schedule(len(players), 2, 1).tables]
    return tables
