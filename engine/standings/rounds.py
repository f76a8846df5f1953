"""Rounds, as the formats that are played in rounds pair and count them. Players are the numbers that were drawn, from 1."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MOST_PLAYERS = 64
MOST_ROUNDS = 11
LEAST_ROUND_SECONDS, MOST_ROUND_SECONDS = 3_600, 180 * 86_400


class CannotPair(ValueError):
    """There is no pairing that the rules allow."""


class Game(NamedTuple):
    """A table of two: the players of the first and the second seat, and the points of the first: 2, 1 or 0."""

    first: int
    second: int
    points: int

    @property
    def by_player(self) -> Iterator[tuple[int, int, int]]:
        """Yield both players, with their opponent and points."""
        yield self.first, self.second, self.points
        yield self.second, self.first, 2 - self.points


class Played(NamedTuple):
    """A round: its games, and those who had none and count as winners."""

    games: Sequence[Game]
    byes: Sequence[int]


class Pairing(NamedTuple):
    """A round to be played: first and second seat of each table, and those who have none."""

    tables: Sequence[tuple[int, int]]
    byes: Sequence[int]


class Counts(NamedTuple):
    """Points by player, the points of their opponents, games won, and games."""

    points: Counter[int]
    strength: Counter[int]
    won: Counter[int]
    games: Counter[int]


def counts(played: Sequence[Played]) -> Counts:
    """Return the sums of the rounds so far; a bye is a win over somebody with as many points as oneself."""
    found = Counts(Counter(), Counter(), Counter(), Counter())
    for before in played:
        found.points.update(dict.fromkeys(before.byes, 2))
        for game in before.games:
            for one, _, got in game.by_player:
                found.points[one] += got
                found.won[one] += got == 2
                found.games[one] += 1
    for before in played:
        for one in before.byes:
            found.strength[one] += found.points[one]
        for game in before.games:
            for one, other, _ in game.by_player:
                found.strength[one] += found.points[other]
    return found
