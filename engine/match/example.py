"""A few decisions of a game as played by bots, always the same: for the examples of a page of rules.

Pictures and sentences come from the game itself, so an example is never wrong about the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract import Decision, Event, Game, Json, State, View
from engine.protocol.chance import Draws

SEAT = 0
"""The seat whose view an example shows."""


@dataclass(frozen=True)
class Example:
    """The table as seat 0 sees it after the last decision, and what that seat saw happen in the narrated ones."""

    view: View
    seats: int
    events: tuple[Event, ...]


def play_example(
    game: Game, options: Mapping[str, Json], seats: int, *, seed: str, before: int, decisions: int
) -> Example:
    """Play a match from its beginning.

    :param options: as a preset gives them.
    :param seed: all chance comes from it.
    :param before: how many decisions go by before the example begins.
    :param decisions: how many decisions the example tells; it ends earlier where the match does.
    """
    chance = Draws(seed.encode())
    state = game.setup(game.options(dict(options), seats), seats, chance)
    told: list[Event] = []
    for number in range(before + decisions):
        asked = next((one for one in game.decisions(state) if not one["optional"]), None)
        if asked is None:
            break
        state, events = _resolve(game, state, asked, chance, f"{seed}/{number}")
        if number >= before:
            told += [one for one in events if SEAT in one.get("to", [SEAT])]
    return Example(game.view(state, SEAT), seats, tuple(told))


def _resolve(game: Game, state: State, asked: Decision, chance: Draws, seed: str) -> tuple[State, list[Event]]:
    answers = {}
    for seat in asked["seats"]:
        listed = game.moves(state, seat, asked["id"])
        answers[seat] = game.bot(game.view(state, seat), asked, listed, Draws(f"{seed}/{seat}".encode()))
    return game.resolve(state, asked["id"], answers, chance)


__all__ = ["SEAT", "Example", "play_example"]
