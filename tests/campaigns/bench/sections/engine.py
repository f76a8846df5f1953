"""The engine alone: whole matches by chance and by the game's own bot, one ``resolve``, and what JSON costs beside it."""

import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.contract import BadOptions, Decision, Game, Move, State
from engine.protocol.chance import Draws
from engine.registry import GAMES, newest, superseded_by
from service.store.values import decode, encode
from tests.campaigns.bench.figures import Figure, Plan, interleaved, ratio

MATCHES, BOT_MATCHES = 40, 4
"""Matches of one repeat."""

ENOUGH = 17_000
"""Resolved decisions after which a repeat begins no other match: forty matches of Anno 1701, eight of Seafarers."""

MEASURED = {"seafarers": ("sechs-inseln-6", "grosse-insel")}
"""Which presets of a game are measured, where they are too many: one that is usual, and the largest."""

SPECIAL = ("tilsit", "goldsieber-pro")
"""Presets of Kontor that are measured with special cards too: bought and dealt."""

Choose = Callable[[Game, State, int, Decision, random.Random], Move]


@dataclass
class Played:
    """What some matches cost, in seconds; ``sizes`` are the states' sizes as JSON text, in bytes.

    ``reading`` is the way of a state through the store's JSON, ``plainly`` through the standard library's.
    """

    matches: int
    whole: float = 0.0
    resolving: list[float] = field(default_factory=list)
    reading: list[float] = field(default_factory=list)
    plainly: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def run(plan: Plan) -> Iterator[Figure]:
    """Yield the figures of all presets of all games."""
    for rules_id, options, seats in presets():
        name = f"{rules_id} {options.get('preset', '')}".strip() + ", special cards" * bool(
            options.get("special_cards")
        )
        by_chance, by_bot = interleaved(
            [
                partial(play, rules_id, options, seats, at_random, MATCHES),
                partial(play, rules_id, options, seats, by_its_bot, BOT_MATCHES),
            ],
            plan.repeats,
        )
        yield Figure(f"{name}: random matches", "matches/s", tuple(one.matches / one.whole for one in by_chance))
        yield Figure(f"{name}: matches of its own bot", "matches/s", tuple(one.matches / one.whole for one in by_bot))
        yield Figure(f"{name}: resolved decisions of a random match", "", tuple(_calls(one) for one in by_chance))
        text = Figure(
            f"{name}: the state's JSON, loads and dumps", "us", tuple(_mean(one.reading) for one in by_chance)
        )
        plain = Figure(
            f"{name}: the same by the standard library (baseline)", "us", tuple(_mean(one.plainly) for one in by_chance)
        )
        resolve = Figure(f"{name}: resolve", "us", tuple(_mean(one.resolving) for one in by_chance))
        both = zip(text.values, resolve.values, strict=True)
        through = Figure(f"{name}: resolve, JSON text in and out", "us", tuple(map(sum, both)))
        yield resolve
        yield through
        yield text
        yield plain
        yield ratio(f"{name}: resolve / the state's JSON by the standard library", resolve, plain)
        yield ratio(f"{name}: the state's JSON / the standard library", text, plain)
        yield Figure(f"{name}: resolve calls", "calls/s", tuple(1e6 / one for one in resolve.values))
        yield Figure(f"{name}: resolve calls, JSON in and out", "calls/s", tuple(1e6 / one for one in through.values))
        yield Figure(f"{name}: state, median", "bytes", tuple(statistics.median(one.sizes) for one in by_chance))
        yield Figure(f"{name}: state, largest", "bytes", tuple(float(max(one.sizes)) for one in by_chance))


def presets() -> list[tuple[str, dict[str, Any], int]]:
    """Return the newest rules of every game with its presets: (rules id, options, the smallest number of seats allowed)."""
    found = []
    for rules_id, game in GAMES.items():
        if superseded_by(rules_id) is not None:
            continue
        options = game.rules.presets or {"default": {}}
        names = MEASURED.get(rules_id.partition("@")[0], tuple(options))
        found += [(rules_id, options[name], least_seats(game, options[name])) for name in names]
    found += [(newest("kontor"), {"preset": name, "special_cards": True}, 2) for name in SPECIAL]
    return found


def least_seats(game: Game, options: dict[str, Any]) -> int:
    """Return the smallest number of seats that goes with the options."""
    for seats in game.rules.seats:
        try:
            game.options(options, seats)
        except BadOptions:
            continue
        return seats
    raise ValueError(f"{game.rules.id} has no number of seats for {options}")


def play(rules_id: str, options: dict[str, Any], seats: int, choose: Choose, matches: int) -> Played:
    """Play matches to their ends, the same ones every time; the time spent on JSON is no part of ``whole``."""
    game, played = GAMES[rules_id], Played(0)
    chosen = game.options(options, seats)
    for match in range(matches):
        if len(played.resolving) >= ENOUGH:
            break
        played.matches += 1
        begun, outside = time.perf_counter(), 0.0
        whims, chance = random.Random(match), Draws(random.Random(match).randbytes(32))
        state = game.setup(chosen, seats, chance)
        while standing := game.decisions(state):
            decision = next(one for one in standing if not one["optional"])
            answers = {seat: choose(game, state, seat, decision, whims) for seat in decision["seats"]}
            measured = time.perf_counter()
            json.loads(json.dumps(state))
            plainly = time.perf_counter()
            text = encode(state)
            again = decode(text)
            read = time.perf_counter()
            state, _ = game.resolve(again, decision["id"], answers, chance)
            played.resolving.append(time.perf_counter() - read)
            played.reading.append(read - plainly)
            played.plainly.append(plainly - measured)
            played.sizes.append(len(text))
            outside += read - measured
        played.whole += time.perf_counter() - begun - outside
    return played


def at_random(game: Game, state: State, seat: int, decision: Decision, whims: random.Random) -> Move:
    """Choose any of the listed moves."""
    return whims.choice(game.moves(state, seat, decision["id"]))


def by_its_bot(game: Game, state: State, seat: int, decision: Decision, whims: random.Random) -> Move:
    """Choose as the game's bot does, from the view alone."""
    moves = game.moves(state, seat, decision["id"])
    return game.bot(game.view(state, seat), decision, moves, Draws(whims.randbytes(32)))


def _mean(seconds: list[float]) -> float:
    return statistics.fmean(seconds) * 1e6


def _calls(played: Played) -> float:
    return len(played.resolving) / played.matches
