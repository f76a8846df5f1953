"""How Seafarers is played under the laws of every game, and what it hides."""

import random
from collections.abc import Collection, Sequence
from typing import TypeVar, cast

from engine.contract import Decision, Game, Move, State
from engine.games.seafarers import GAME
from engine.games.seafarers.rules import scoring
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.state import SeafarersState
from tests.engine import laws
from tests.engine.seafarers.table import BOOK

T = TypeVar("T")
LETTERS = "krimv"
HIDDEN_VICTORY = 5
"""Points that hidden victory cards can bring, so who is nearer to the goal might win in another state."""
TURNS = 40
"""Turns of a match under the laws: long enough for cities, ships and cards."""


def eager(rng: random.Random) -> laws.Answer:
    """Return a player who mostly builds when he can, so that the map fills."""

    def answer(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
        builds = [move for move in moves if move["type"] in ("settlement", "city", "road", "ship", "buy", "chip")]
        return rng.choice(builds if builds and rng.random() < 0.8 else moves)

    return answer


def twin(state: State, viewer: laws.Viewer, rng: random.Random) -> State:
    """Return another state that differs only in what the viewer may not see: hands, cards, deck, stacks, bag, tokens."""
    other = laws.copied(cast(SeafarersState, state))
    if other["outcome"] is None:
        seats = {seat for seat in range(other["seats"]) if seat != viewer}
        _swap_hands(other, seats, rng)
        _swap_cards(other, seats, rng)
    _shuffle_piles(other, rng)
    return cast(State, other)


def _swap_hands(state: SeafarersState, seats: Collection[int], rng: random.Random) -> None:
    """Deal the hands of seats anew, so that each keeps its number of cards."""
    hands = state["hands"]
    pool = [i for seat in seats for i in range(5) for _ in range(hands[seat][i])]
    rng.shuffle(pool)
    for seat in seats:
        drawn = [pool.pop() for _ in range(sum(hands[seat]))]
        hands[seat] = [drawn.count(i) for i in range(5)]


def _swap_cards(state: SeafarersState, seats: Collection[int], rng: random.Random, kept: int = 0) -> None:
    """Deal the development cards of seats anew from them and the deck; the active seat keeps those it just bought.

    ``kept`` cards on top of the deck stay where they are.
    """
    held = state["cards"]
    fresh = {seat: state["fresh"] if seat == state["active"] else [0] * 5 for seat in seats}
    pool = [i for seat in seats for i in range(5) for _ in range(held[seat][i] - fresh[seat][i])]
    below = len(state["deck"]) - kept
    pool += [LETTERS.index(letter) for letter in state["deck"][:below]]
    rng.shuffle(pool)
    for seat in seats:
        drawn = [pool.pop() for _ in range(sum(held[seat]) - sum(fresh[seat]))]
        held[seat] = [drawn.count(i) + fresh[seat][i] for i in range(5)]
    state["deck"] = "".join(LETTERS[i] for i in pool) + state["deck"][below:]


def _shuffle_piles(
    state: SeafarersState, rng: random.Random, *, tiles: int = 0, stack: int = 0, bag: int = 0, tokens: int = 1
) -> None:
    """Shuffle the face-down piles below so many on top, which stay; the harbour that is laid next lies open."""
    state["tiles"] = "".join(_shuffled(state["tiles"], rng, tiles))
    state["stack"] = _shuffled(state["stack"], rng, stack)
    state["bag"] = _shuffled(state["bag"], rng, bag)
    state["tokens"] = _shuffled(state["tokens"], rng, tokens)


def _shuffled(pile: Sequence[T], rng: random.Random, kept: int) -> list[T]:
    below = list(pile[: max(0, len(pile) - kept)])
    top = list(pile[len(below) :])
    rng.shuffle(below)
    return [*below, *top]


def twin_before(step: laws.Step, viewer: laws.Viewer, rng: random.Random) -> State | None:
    """Return another state for the one before a step: what the step shows to the viewer stays, and so do those who act in it.

    A theft from somebody else may take another card, and somebody else's purchase draw another one.
    """
    before = cast(SeafarersState, step.before)
    if cast(SeafarersState, step.after)["outcome"] is not None:
        return None
    other = laws.copied(before)
    shown = {viewer, before["active"], *step.answers}
    for move in step.answers.values():
        if move["type"] in ("monopoly", "list"):
            shown |= set(range(before["seats"]))
        if move["type"] == "deal":
            shown.add(move["seat"])
        if viewer in step.answers:
            shown.add(move.get("victim"))
    hidden = set(range(before["seats"])) - shown
    _swap_hands(other, hidden, rng)
    play = Play.judging(before, BOOK.scenarios[before["options"]["preset"]])
    nearest = max(scoring.public_points(play, seat) for seat in range(before["seats"]))
    if nearest + HIDDEN_VICTORY < before["options"]["goal"]:
        bought = sum(event["type"] == "bought" for event in step.events)
        _swap_cards(other, hidden, rng, kept=bought if viewer in step.answers else 0)
    _shuffle_piles(
        other,
        rng,
        tiles=_count(step, "discovered"),
        stack=_count(step, "discovered"),
        bag=_count(step, "chip"),
        tokens=1 + _count(step, "harbour"),
    )
    return cast(State, other)


def _count(step: laws.Step, kind: str) -> int:
    return sum(event["type"] == kind for event in step.events)


WAYS = laws.Ways(
    twin=twin,
    twin_before=twin_before,
    tables=[({"preset": one.id, "turn_limit": TURNS}, seats) for one in GAME.offered.values() for seats in one.seats],
    players=[eager, eager],
    forced_in_secret=frozenset({"start", "act", "special", "discard"}),
    complete=False,
    mutants=8,
)
