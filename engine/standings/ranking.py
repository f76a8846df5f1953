"""Ranking of a tournament's players by points and tie-breaks."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from engine.standings.results import Scored, Standing


def standings(
    players: Sequence[str], results: Iterable[Scored], gone: Collection[str], uncounted: Collection[str] = ()
) -> list[Standing]:
    """Return the standings of these players, the best first, then those who are out.

    Ranked by points, then by points against those with equally many, strength, opponents beaten. Who is equal in all of
    them shares a place, listed by id.

    :param gone: the players without a place; :param uncounted: those whose seats count for nobody.
    """
    pairs: list[tuple[str, str, int]] = []
    played = Counter[str]()
    for result in results:
        seats = [one for one in result["seats"] if one["player"] not in uncounted]
        played.update(one["player"] for one in seats)
        pairs += [
            (one["player"], other["player"], 1 + (one["place"] < other["place"]) - (one["place"] > other["place"]))
            for one in seats
            for other in seats
            if one["team"] != other["team"]
        ]
    points, direct, won = tallied(pairs)
    strength = Counter[str]()
    for player, other, got in pairs:
        strength[player] += got * points[other]
    return ranked(players, gone, points=points, direct=direct, strength=strength, won=won, played=played)


def tallied(pairs: Sequence[tuple[str, str, int]]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return points, points against those with equally many, and wins.

    :param pairs: who got how many points against whom; two are a win.
    """
    points, direct, won = Counter[str](), Counter[str](), Counter[str]()
    for player, _, got in pairs:
        points[player] += got
        won[player] += got == 2
    for player, other, got in pairs:
        direct[player] += got if points[player] == points[other] else 0
    return points, direct, won


def ranked(
    players: Sequence[str],
    gone: Collection[str],
    *,
    points: Counter[str],
    direct: Counter[str],
    strength: Counter[str],
    won: Counter[str],
    played: Counter[str],
    breaks_ties: bool = True,
) -> list[Standing]:
    """Return the standings of players with these points and tie-breaks, the best first, then those who are out.

    :param breaks_ties: whether more than the points decides.
    """
    ranks = {one: (points[one], *((direct[one], strength[one], won[one]) if breaks_ties else ())) for one in players}
    staying = [one for one in players if one not in gone]
    return [
        Standing(
            player=one,
            place=None if one in gone else 1 + sum(ranks[other] > ranks[one] for other in staying),
            points=points[one],
            direct=direct[one],
            strength=strength[one],
            won=won[one],
            played=played[one],
        )
        for one in sorted(players, key=lambda one: (one in gone, *(-number for number in ranks[one]), one))
    ]
