"""Rounds of a knock-out: who loses is out. The bracket follows from the numbers that were drawn.

In the first round the lowest numbers have a bye, as many as are missing to a power of two; the two lowest can meet in the
final only. A match without a winner lets the lower number go on: it was drawn before anybody played. Whoever withdraws
goes no further: the opponent does unless the match was lost, and behind a match that is over a bye is left.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from engine.standings.rounds import CannotPair, Game, Pairing, Played

METHOD = "bracket@1"


def rounds_for(players: int) -> int:
    """Return how many rounds it takes until one is left."""
    return (players - 1).bit_length()


def decide(played: Played, out: Collection[int]) -> Played:
    """Return a round whose games have winners: at a tie those who are ``out`` lose, else the higher number does."""

    def won(game: Game) -> int:
        return 2 if (game.first in out, game.first) < (game.second in out, game.second) else 0

    games = [one if one.points != 1 else one._replace(points=won(one)) for one in played.games]
    return played._replace(games=games)


def pair(players: int, played: Sequence[Played], out: Collection[int]) -> Pairing:
    """Return the next round.

    :param played: the rounds before as they were decided when the next one was paired.
    :raises CannotPair: if fewer than two are left.
    """
    left = _bracket(players)
    for one in played:
        lost = {game.second if game.points else game.first for game in one.games}
        left = [next((number for number in pair if number not in lost), 0) for pair in _pairs(left)]
    left = [0 if one in out else one for one in left]
    if sum(one > 0 for one in left) < 2:
        raise CannotPair("fewer than two are left")
    first = Counter(game.first for one in played for game in one.games)
    tables = [sorted(pair, key=lambda one: (first[one], one)) for pair in _pairs(left) if all(pair)]
    byes = [max(pair) for pair in _pairs(left) if any(pair) and not all(pair)]
    return Pairing([(one, other) for one, other in tables], byes)


def _pairs(left: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(left[::2], left[1::2], strict=True))


def _bracket(players: int) -> list[int]:
    """Return the numbers in the order of the bracket, 0 for nobody: 1 and 2 in different halves, and so on.

    >>> _bracket(6)
    [1, 0, 4, 5, 2, 0, 3, 6]
    """
    order = [1]
    while len(order) < players:
        order = [number for one in order for number in (one, 2 * len(order) + 1 - one)]
    return [one if one <= players else 0 for one in order]
