"""A leak planted on purpose breaks the law of hidden facts: the states that are compared differ in everything hidden."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from engine.contract import Event, Game, Move, State, View
from engine.games.seafarers import GAME
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.seafarers.ways import WAYS

Leak = Callable[[State], object]
STEPS = 60


def match_of(preset: str) -> laws.Match:
    """Play a match of thirty turns with bots, who buy cards."""
    rng, turns = random.Random(5), 30
    options, seats = (
        {"preset": preset, "turn_limit": turns},
        6 if preset.endswith("6") or preset == "grosse-insel" else 5,
    )
    return laws.play(cast(Game, GAME), options, seats, laws.seed_of(5), laws.bot(rng), laws.in_any_order(rng))


class Leaking:
    """The game with a slip: one hidden fact in every view, or in an event of every step."""

    def __init__(self, leak: Leak, channel: str) -> None:
        self._leak, self._channel = leak, channel

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)

    def view(self, state: State, seat: int | None) -> View:
        seen = GAME.view(state, seat)
        return seen | {"title": repr(self._leak(state))} if self._channel == "view" else seen

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Draws
    ) -> tuple[State, list[Event]]:
        after, events = GAME.resolve(state, decision, answers, chance)
        return after, [*events, {"type": "leak", "fact": self._leak(after)}] if self._channel == "events" else events


LEAKS: dict[str, tuple[str, Leak]] = {
    "a hand": ("sechs-inseln-6", lambda state: state["hands"][2]),
    "the development cards that are held": ("sechs-inseln-6", lambda state: state["cards"]),
    "the next development card": ("sechs-inseln-6", lambda state: state["deck"][-1:]),
    "the next face-down hex": ("ozeanien-6", lambda state: state["tiles"][-1:]),
    "the next face-down chip": ("ozeanien-6", lambda state: state["stack"][-1:]),
    "the next chip of the bag": ("grosse-insel", lambda state: state["bag"][-1:]),
    "the harbour after the next": ("neue-welt-6", lambda state: state["tokens"][-2:-1]),
}


@pytest.mark.parametrize("channel", ["view", "events"])
@pytest.mark.parametrize("fact", LEAKS)
def test_a_hidden_fact_in_view_or_events_is_noticed(fact: str, channel: str) -> None:
    preset, leak = LEAKS[fact]
    game = Leaking(leak, channel)
    match = match_of(preset)
    steps = random.Random(2).sample(match.steps, STEPS)
    if channel == "events":
        steps = [replace(step, events=[*step.events, {"type": "leak", "fact": leak(step.after)}]) for step in steps]
    with pytest.raises(AssertionError):
        laws.hidden_facts_stay_hidden(replace(match, game=cast("Game", game)), steps, WAYS, random.Random(1))
