"""Levels of bots: a search over the rules, with hidden cards redealt as far as the seat may know.

*Steady*, the calm one, is the game's own bot, which looks no further than its view. *Keen* and *sharp* try each move in
imagined worlds: all hidden cards are dealt anew, the steady bot plays on for every seat, and the position after some
decisions is judged. All moves are tried in the same worlds, and the more promising half goes on to more of them (sequential
halving; Karnin, Koren and Somekh 2013). The steady bot's own move is given up only for one that is better by more than a
standard error.

The number of playouts is fixed, so a choice depends on nothing but view and chance. A game offers :class:`Foresight` as a
member ``foresight`` beside those of :class:`engine.contract.Game`; a game without it has the steady bot alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Literal, cast, get_args

from engine.contract import Chance, Decision, Game, Move, State, View
from engine.protocol.chance import Draws

Level = Literal["steady", "keen", "sharp"]
"""The strength of a bot, the weakest first."""
LEVELS: tuple[Level, ...] = get_args(Level)
THINKING = LEVELS[1:]
"""The levels of bots that think ahead."""


@dataclass(frozen=True)
class Foresight:
    """A game's share in the search.

    ``redeal`` returns a state that looks the same to a seat and differs in nothing but what is hidden from it; what it
    returns may depend only on what the seat's view shows. For None it deals anew only what no seat may know, such as the
    order of piles. ``prospect`` judges a state for a seat, from 0 (lost) to 1000 (won). ``steps`` are the decisions played
    on before judging; ``playouts`` how many each level makes for one move, and a level without any is not offered.
    ``round`` is the number of the round being played. ``rank`` returns moves with the most promising to a seat first, from
    its own view; only the first :data:`MOST_RANKED` are tried. Without it :data:`MOST_MOVES` are drawn.
    """

    redeal: Callable[[State, int | None, Chance], State]
    prospect: Callable[[State, int], int]
    steps: int
    playouts: Mapping[Level, int]
    round: Callable[[State], int]
    rank: Callable[[View, Decision, list[Move]], list[Move]] | None = None


def foresight_of(game: Game) -> Foresight | None:
    """Return a game's part in the search, or None if it has the steady bot alone."""
    found: Foresight | None = getattr(game, "foresight", None)
    return found


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game's bots."""
    foresight = foresight_of(game)
    playouts = {} if foresight is None else foresight.playouts
    return tuple(one for one in LEVELS if one == LEVELS[0] or one in playouts)


def lead(ahead: int, scale: int) -> int:
    """Return a prospect for a lead; at ``scale`` it is 750.

    >>> lead(0, 10), lead(10, 10), lead(-10, 10)
    (500, 750, 250)
    """
    return 500 + 500 * ahead // (scale + abs(ahead))


MOST_MOVES = 24
"""The most moves tried in one decision."""
MOST_RANKED = 12
"""The most moves tried where a game ranks them."""


def deliberate(
    game: Game, level: Level, state: State, seat: int, decision: Decision, moves: list[Move], chance: Chance
) -> Generator[None, None, Move]:
    """Think about a decision; yield after each playout, and return the move.

    Of the state nothing is read but what the seat may know.
    """
    view = game.view(state, seat)
    usual = game.bot(view, decision, moves, chance)
    foresight = foresight_of(game)
    playouts = 0 if foresight is None else foresight.playouts.get(level, 0)
    if foresight is None or not playouts or len(moves) < 2:
        return usual
    others = [one for one in moves if one != usual]
    if foresight.rank is None:
        others = chance.shuffle("search/moves", others)[: MOST_MOVES - 1]
    else:
        others = foresight.rank(view, decision, others)[: MOST_RANKED - 1]
    seed = bytes(chance.below("search/worlds", 256, 32))
    worlds = Worlds(game, foresight, state, seat, decision, seed)
    best = yield from _best([usual, *others], worlds, playouts)
    return best


def choose(
    game: Game, level: Level, state: State, seat: int, decision: Decision, moves: list[Move], chance: Chance
) -> Move:
    """Return the move that :func:`deliberate` comes to."""
    thinking = deliberate(game, level, state, seat, decision, moves, chance)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return cast("Move", done.value)


def _best(moves: list[Move], worlds: Worlds, playouts: int) -> Generator[None, None, Move]:
    """Return the best of the moves; the first one, the usual, is given up only for a clearly better one."""
    judged: list[list[int]] = [[] for _ in moves]
    left = list(range(len(moves)))
    rounds = (len(moves) - 1).bit_length()
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(left)))):
            for number in left:
                judged[number].append(worlds.playout(moves[number], len(judged[number])))
                yield
        left.sort(key=lambda number: -sum(judged[number]))
        left = left[: (len(left) + 1) // 2]
        if 0 not in left:
            left.append(0)
    return moves[max(left, key=lambda number: _margin(judged[number], judged[0]))]


def _margin(values: list[int], usual: list[int]) -> int:
    """Return by how much a move is better than the usual one in the same worlds, less the standard error of that.

    >>> _margin([600, 600], [500, 500]), _margin([600, 400], [500, 500]), _margin([700, 600], [500, 500])
    (100, -71, 115)
    """
    number = len(values)
    gains = [one - other for one, other in zip(values, usual, strict=True)]
    total = sum(gains)
    spread = number * sum(gain * gain for gain in gains) - total * total
    return (total - isqrt(spread // number)) // number


class Worlds:
    """The imagined worlds of one decision. They are kept, because all moves are tried in the same ones."""

    def __init__(
        self, game: Game, foresight: Foresight, state: State, seat: int, decision: Decision, seed: bytes
    ) -> None:
        self.game, self.foresight, self.seat, self.decision = game, foresight, seat, decision
        self._state, self._seed = state, seed
        self._worlds: list[tuple[State, dict[int, Move]]] = []

    def playout(self, move: Move, number: int) -> int:
        """Return the seat's prospect in a world after a move and some decisions of steady bots."""
        game, chance = self.game, Draws(self._seed + b"play/%d" % number)
        state, answers = self._world(number)
        state, _ = game.resolve(state, self.decision["id"], {**answers, self.seat: move}, chance)
        for _ in range(self.foresight.steps):
            after = play_on(game, state, chance)
            if after is None:
                break
            state = after
        return self._judge(state)

    def _world(self, number: int) -> tuple[State, dict[int, Move]]:
        """Return a world by its number, with what the other seats of a sealed decision answer in it."""
        if number == len(self._worlds):
            chance = Draws(self._seed + b"world/%d" % number)
            state = self.foresight.redeal(self._state, self.seat, chance)
            others = [seat for seat in self.decision["seats"] if seat != self.seat]
            answers = {seat: _answer(self.game, state, seat, self.decision, chance) for seat in others}
            self._worlds.append((state, answers))
        return self._worlds[number]

    def _judge(self, state: State) -> int:
        outcome = self.game.outcome(state)
        if outcome is None:
            return self.foresight.prospect(state, self.seat)
        if self.seat not in outcome["winners"]:
            return 0
        return 1000 * len(self.game.partners(state, self.seat)) // len(outcome["winners"])


def play_on(game: Game, state: State, chance: Chance) -> State | None:
    """Return the state after steady bots have answered the next decision, or None if there is none."""
    standing, replies = game.decisions(state), game.rules.bots_reply
    # First what bots reply to, then what is waited for.
    asked = [one for one in standing if one["optional"] and one["kind"] in replies]
    asked += [one for one in standing if not one["optional"]]
    if not asked:
        return None
    answers = {seat: _answer(game, state, seat, asked[0], chance) for seat in asked[0]["seats"]}
    return game.resolve(state, asked[0]["id"], answers, chance)[0]


def _answer(game: Game, state: State, seat: int, decision: Decision, chance: Chance) -> Move:
    moves = game.moves(state, seat, decision["id"])
    if len(moves) == 1:
        return moves[0]
    return game.bot(game.view(state, seat), decision, moves, chance)
