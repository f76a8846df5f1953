"""Puzzles: positions of finished matches in which one move is clearly better, shown as the seat saw them then.

A puzzle is a pure function of the match's steps and the seed of its review (:func:`engine.kit.review.review_seed`), so anybody
who has the log can find it again with the same release. The seed also says in which order positions are tried, so that an
operator cannot choose among them.

The search sees what the seat saw: hidden cards are dealt anew for each world, and all moves are tried in the same worlds
(:mod:`engine.kit.foresight`). A position that looks promising in :data:`TRIED` worlds is proved in :data:`PROVED` others, since
the best of several estimates is too high where it was found. One move is *clearly better* if there it leads each other one by
at least :data:`MARGIN`, and by :data:`ERRORS` standard errors.
"""

from collections.abc import Generator, Sequence
from itertools import islice, pairwise
from math import isqrt

from typing_extensions import TypedDict

from engine.contract import Decision, Game, Move, View
from engine.kit.foresight import Foresight, Worlds
from engine.kit.review import Step
from engine.protocol.canon import tagged_hash
from engine.protocol.chance import Draws

LEAST_MOVES, MOST_MOVES = 3, 12
TRIED = 12
"""Number of worlds that each move is tried in before a position is chosen as a puzzle or rejected."""
PROVED = 48
"""Number of further worlds that confirm a promising position; the shares shown to solvers come from these."""
MARGIN = 60
"""The least lead of the best move, in thousandths of a win."""
ERRORS = 3
"""The least lead of the best move, in standard errors of the difference."""
POSITIONS = 16
"""The most positions of one match that are tried."""


class Puzzle(TypedDict):
    """A position as the asked seat saw it, its choices, and what each of them is worth in thousandths of a win.

    ``n`` is the number of the log entry that answered the decision; ``best`` is a place in ``moves``.
    """

    n: int
    seat: int
    seats: int
    decision: Decision
    view: View
    moves: list[Move]
    values: list[int]
    best: int


def positions(game: Game, steps: Sequence[Step], seed: bytes) -> list[tuple[int, int]]:
    """Return the positions to try, in order: places in ``steps`` of the state that asks, and the asked seat."""
    found = [
        (place, seat)
        for place, (before, step) in enumerate(pairwise(steps))
        for seat in sorted(step.answers)
        if LEAST_MOVES <= len(choices(game.moves(before.state, seat, step.decision))) <= MOST_MOVES
    ]
    order: list[tuple[int, int]] = Draws(seed).shuffle("puzzles/positions", found)
    return list(islice(order, POSITIONS))


def choices(moves: Sequence[Move]) -> list[Move]:
    """Return the moves without those that only add something to another one.

    >>> choices([{"type": "play", "card": 3, "if_alone": 5}, {"type": "play", "card": 3}, {"type": "pass"}])
    [{'type': 'play', 'card': 3}, {'type': 'pass'}]
    """
    return [one for one in moves if not any(other.items() < one.items() for other in moves)]


def seek(
    game: Game, foresight: Foresight, seats: int, before: Step, step: Step, seat: int, seed: bytes
) -> Generator[None, None, Puzzle | None]:
    """Return the puzzle in a position, or None if no move is clearly better; yield after each playout."""
    (decision,) = (one for one in game.decisions(before.state) if one["id"] == step.decision)
    moves = choices(game.moves(before.state, seat, step.decision))
    chance = tagged_hash("siegelpost/puzzle/v1", seed, step.decision.encode(), b"%d" % seat)
    worlds = Worlds(game, foresight, before.state, seat, decision, chance)
    tried = yield from _judge(worlds, moves, range(TRIED))
    best = max(range(len(moves)), key=lambda place: sum(tried[place]))
    if not is_clear(tried, best, 0):
        return None
    proved = yield from _judge(worlds, moves, range(TRIED, TRIED + PROVED))
    if not is_clear(proved, best, ERRORS):
        return None
    return Puzzle(
        n=step.n,
        seat=seat,
        seats=seats,
        decision=decision,
        view=game.view(before.state, seat),
        moves=moves,
        values=[sum(one) // PROVED for one in proved],
        best=best,
    )


def _judge(worlds: Worlds, moves: Sequence[Move], numbers: range) -> Generator[None, None, list[list[int]]]:
    """Return the worth of each move in each of the worlds with these numbers."""
    judged: list[list[int]] = [[] for _ in moves]
    for number in numbers:
        for place, move in enumerate(moves):
            judged[place].append(worlds.playout(move, number))
            yield
    return judged


def is_clear(judged: Sequence[Sequence[int]], best: int, errors: int) -> bool:
    """Return whether a move leads each other one by the margin, and by so many standard errors."""
    return min(_leads(judged, best)) >= MARGIN and min(_leads(judged, best, errors)) >= 0


def _leads(judged: Sequence[Sequence[int]], best: int, errors: int = 0) -> list[int]:
    """Return by how much a move leads each other one, less so many standard errors of the difference.

    >>> _leads([[600, 600], [500, 500]], 0), _leads([[600, 500], [500, 500]], 0), _leads([[600, 500], [500, 500]], 0, 1)
    ([100], [50], [0])
    """
    leads = []
    for place, other in enumerate(judged):
        if place != best:
            gains = [one - two for one, two in zip(judged[best], other, strict=True)]
            number, total = len(gains), sum(gains)
            spread = number * sum(gain * gain for gain in gains) - total * total
            leads.append((total - isqrt(errors * errors * spread // max(1, number - 1))) // number)
    return leads
