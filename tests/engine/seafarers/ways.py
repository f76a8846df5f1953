"""How Seafarers is played under the laws of every game, and what it hides."""

from __future__ import annotations

import copy
import random
from collections.abc import Collection
from typing import Any, cast

from engine.contract import Decision, Game, Move, State
from engine.seafarers.rules import scoring
from engine.seafarers.rules.play import Play
from engine.seafarers.types.state import SeafarersState
from tests.engine import laws
from tests.engine.seafarers.table import BOOK

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
    other = copy.deepcopy(cast(SeafarersState, state))
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


def _swap_cards(state: SeafarersState, seats: Collection[int], rng: random.Random) -> None:
    """Deal the development cards of seats anew from them and the deck; the active seat keeps those it just bought."""
    held = state["cards"]
    fresh = {seat: state["fresh"] if seat == state["active"] else [0] * 5 for seat in seats}
    pool = [i for seat in seats for i in range(5) for _ in range(held[seat][i] - fresh[seat][i])]
    pool += [LETTERS.index(letter) for letter in state["deck"]]
    rng.shuffle(pool)
    for seat in seats:
        drawn = [pool.pop() for _ in range(sum(held[seat]) - sum(fresh[seat]))]
        held[seat] = [drawn.count(i) + fresh[seat][i] for i in range(5)]
    state["deck"] = "".join(LETTERS[i] for i in pool)


def _shuffle_piles(state: SeafarersState, rng: random.Random) -> None:
    tiles = list(state["tiles"])
    below = state["tokens"][:-1]
    for pile in (tiles, state["stack"], state["bag"], below):
        rng.shuffle(cast("list[Any]", pile))
    state["tiles"] = "".join(tiles)
    state["tokens"] = [*below, *state["tokens"][-1:]]


def twin_before(step: laws.Step, viewer: laws.Viewer, rng: random.Random) -> State | None:
    """Return another state for the one before a step: what the step shows to the viewer stays, and so do those who act in it."""
    before = cast(SeafarersState, step.before)
    if cast(SeafarersState, step.after)["outcome"] is not None:
        return None
    other = copy.deepcopy(before)
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
        deck = other["deck"]
        _swap_cards(other, hidden, rng)
        if [sorted(other["deck"])] != [sorted(deck)]:
            return None  # the buyer would draw another card
        other["deck"] = deck
    return cast(State, other)


WAYS = laws.Ways(
    twin=twin,
    twin_before=twin_before,
    tables=[
        ({"preset": one.id, "turn_limit": TURNS}, seats)
        for one in BOOK.scenarios.values()
        for seats in (one.seats if not one.hidden else one.seats[-1:])
    ],
    players=[eager, eager],
    forced_in_secret=frozenset({"start", "act", "special", "discard"}),
    complete=False,
    mutants=8,
)
