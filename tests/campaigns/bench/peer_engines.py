"""Engines of others at work: run by an interpreter that has them, and by nothing of this project.

The argument names the engine. For each line read, a number of seconds, it works until that much CPU time is used, and writes how
many decisions were asked, how many were played, which is the same here, and how many seconds it took. Choices are made at
random; except for catanatron, which lists its own, they are made off the clock.
"""

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

TURNS = 1000
PHASES = 40


def catanatron(seeds: Iterator[int]) -> Iterator[float]:
    """Yield the CPU seconds of each decision of matches of four, as catanatron's own ``Game.play`` goes through them."""
    cat: Any = importlib.import_module("catanatron")
    colours = [cat.Color.RED, cat.Color.BLUE, cat.Color.ORANGE, cat.Color.WHITE]
    while True:
        begun = time.process_time()
        game = cat.Game([cat.RandomPlayer(one) for one in colours], seed=next(seeds))
        while game.winning_color() is None and game.state.num_turns < TURNS:
            game.play_tick()
            ended = time.process_time()
            yield ended - begun
            begun = ended


def diplomacy(seeds: Iterator[int]) -> Iterator[float]:
    """Yield the CPU seconds of each phase of diplomacy that is adjudicated in memory, all seven powers at once."""
    game_of: Any = importlib.import_module("diplomacy").Game
    while True:
        whims, game = random.Random(next(seeds)), game_of()
        for _ in range(PHASES):
            if game.is_game_done:
                break
            possible = game.get_all_possible_orders()
            for power, places in game.get_orderable_locations().items():
                game.set_orders(power, [whims.choice(possible[one]) for one in places if possible[one]])
            begun = time.process_time()
            game.process()
            yield time.process_time() - begun


def open_spiel(seeds: Iterator[int]) -> Iterator[float]:
    """Yield the CPU seconds of each simultaneous decision of goofspiel: read from text, played, and written as text."""
    game: Any = importlib.import_module("pyspiel").load_game("goofspiel(num_cards=13,points_order=descending)")
    while True:
        whims, text = random.Random(next(seeds)), game.new_initial_state().serialize()
        while not (state := game.deserialize_state(text)).is_terminal():
            actions = [whims.choice(state.legal_actions(player)) for player in range(2)]
            begun = time.process_time()
            state = game.deserialize_state(text)
            state.apply_actions(actions)
            text = state.serialize()
            yield time.process_time() - begun


def pettingzoo(seeds: Iterator[int]) -> Iterator[float]:
    """Yield the CPU seconds of each parallel step of rock, paper, scissors, in memory."""
    module: Any = importlib.import_module("pettingzoo.classic.rps_v2")
    table = module.parallel_env(max_cycles=100)
    while True:
        seed = next(seeds)
        whims = random.Random(seed)
        table.reset(seed=seed)
        while table.agents:
            actions = {agent: whims.randrange(3) for agent in table.agents}
            begun = time.process_time()
            table.step(actions)
            yield time.process_time() - begun


ENGINES: dict[str, Callable[[Iterator[int]], Iterator[float]]] = {
    one.__name__: one for one in (catanatron, diplomacy, open_spiel, pettingzoo)
}


def work(decisions: Iterator[float], seconds: float) -> tuple[int, float]:
    """Return how many decisions were played, at least one, and how many CPU seconds they took."""
    played, used = 0, 0.0
    while not played or used < seconds:
        used += next(decisions)
        played += 1
    return played, used


if __name__ == "__main__":
    going_on = ENGINES[sys.argv[1]](iter(range(1, sys.maxsize)))
    work(going_on, 0.05)  # warm, before anything is measured
    for line in sys.stdin:
        taken, spent = work(going_on, float(line))
        print(taken, taken, spent, flush=True)
