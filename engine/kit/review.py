"""Looking back on a finished match: the moves of a keen bot, the chances of each seat, and the rounds that decided.

A review is a pure function of the match's steps and a seed that its published log gives (:func:`review_seed`), so anybody
can compute it again with the same release. It is made of parts that do not depend on each other, so that a worker can stop
between them and go on later.

*Chances* are measured after the deal and after each round: steady bots play the match to its end :data:`PLAYOUTS` times, all
hands open, with what nobody could know at that time (such as the order of piles) dealt anew. A chance is the share of wins.
*Advice* is the move to which a keen bot comes from a seat's own view, for each answer where the seat had a choice. The
*moments* are the rounds in which the chances moved most.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import cast, final

from typing_extensions import TypedDict

from engine.contract import Game, Move, State
from engine.kit.foresight import Foresight, Level, deliberate, play_on
from engine.protocol.canon import tagged_hash
from engine.protocol.chance import Draws

COACH: Level = "keen"
"""The level of the bot that gives advice."""
PLAYOUTS = 40
"""Matches played to their end for each value of the curve."""
MOMENTS = 3
"""The most rounds named as those that decided."""
LONGEST = 5_000
"""Decisions after which a playout is judged as it stands; the longest matches have some hundred."""


@dataclass(frozen=True)
class Step:
    """A state of a finished match, with the log entry ``n`` that led to it and, but for the deal, the answers in it."""

    n: int
    state: State
    decision: str = ""
    answers: Mapping[int, Move] = field(default_factory=dict)


@final
class Chances(TypedDict):
    """The chances of each seat, in thousandths, when a round (0: the deal) was over."""

    n: int
    round: int
    chances: list[int]


@final
class Advice(TypedDict):
    """A seat's move in a decision, and the coach's."""

    n: int
    round: int
    decision: str
    kind: str
    seat: int
    played: Move
    advised: Move


class Review(TypedDict):
    """A whole review; ``moments`` are places in ``rounds``, ascending."""

    level: Level
    playouts: int
    rounds: list[Chances]
    advice: list[Advice]
    moments: list[int]


Part = Chances | Advice
Thought = Callable[[], Generator[None, None, Part]]
"""A part to be computed: it yields after each playout."""


def review_seed(match: str, server_seed: bytes) -> bytes:
    """Return the seed of a match's review, from the server's seed that its log publishes at the end."""
    return tagged_hash("siegelpost/review/v1", match.encode(), server_seed)


def thoughts(game: Game, foresight: Foresight, seats: int, steps: Sequence[Step], seed: bytes) -> Iterator[Thought]:
    """Yield the parts of a review in the order of the match; each can be computed without the others."""
    for place, step in enumerate(steps):
        played = foresight.round(steps[place - 1].state) if place else 0
        if place:
            for known, thinking in _choices(game, steps[place - 1].state, step, played, seed):
                yield partial(_advice, known, thinking)
        if place in (0, len(steps) - 1) or foresight.round(step.state) != played:
            yield partial(_chances, game, foresight, seats, step, played, seed + b"/chances/%d/" % step.n)


def _choices(
    game: Game, before: State, step: Step, played: int, seed: bytes
) -> Iterator[tuple[Advice, Callable[[], Generator[None, None, Move]]]]:
    """Yield each answer of a step for which there was a choice, with the coach's thinking about it."""
    (decision,) = (one for one in game.decisions(before) if one["id"] == step.decision)
    for seat, move in sorted(step.answers.items()):
        moves = game.moves(before, seat, step.decision)
        if len(moves) > 1:
            known = Advice(
                n=step.n,
                round=played,
                decision=step.decision,
                kind=decision["kind"],
                seat=seat,
                played=move,
                advised=move,
            )
            chance = Draws(seed + f"/advice/{step.decision}/{seat}".encode())
            yield known, partial(deliberate, game, COACH, before, seat, decision, moves, chance)


def think_through(thinking: Generator[None, None, Part]) -> Part:
    """Compute a part without a pause."""
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return cast("Part", done.value)


def gather(parts: Sequence[Part]) -> Review:
    """Return the review made of all its parts."""
    rounds = [part for part in parts if "chances" in part]
    advice = [part for part in parts if "advised" in part]
    swings = [
        max(abs(after - before) for before, after in zip(one["chances"], other["chances"], strict=True))
        for one, other in pairwise(rounds)
    ]
    largest = sorted(range(len(swings)), key=lambda place: -swings[place])[:MOMENTS]
    moments = sorted(place + 1 for place in largest if swings[place])
    return {"level": COACH, "playouts": PLAYOUTS, "rounds": rounds, "advice": advice, "moments": moments}


def _advice(known: Advice, thinking: Callable[[], Generator[None, None, Move]]) -> Generator[None, None, Advice]:
    move = yield from thinking()
    return {**known, "advised": move}


def _chances(
    game: Game, foresight: Foresight, seats: int, step: Step, played: int, seed: bytes
) -> Generator[None, None, Chances]:
    won = [0] * seats
    for number in range(PLAYOUTS):
        chance = Draws(seed + b"play/%d" % number)
        state: State | None = foresight.redeal(step.state, None, Draws(seed + b"deal/%d" % number))
        end = step.state
        for _ in range(LONGEST):
            if state is None:
                break
            end, state = state, play_on(game, state, chance)
        won = [one + _share(game, foresight, end, seat) for seat, one in enumerate(won)]
        yield
    return {"n": step.n, "round": played, "chances": [one // PLAYOUTS for one in won]}


def _share(game: Game, foresight: Foresight, state: State, seat: int) -> int:
    """Return a seat's share of the win in thousandths, or its prospect while the match goes on."""
    outcome, side = game.outcome(state), game.partners(state, seat)
    if outcome is None:
        return foresight.prospect(state, seat)
    return 1000 * len(set(side) & set(outcome["winners"])) // len(outcome["winners"])
