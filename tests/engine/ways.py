"""What every registered game tells the laws of how it is played, and random matches made of it.

A game's own part is ``tests/engine/<game>/ways.py`` with one object ``WAYS``; that of a game in somebody else's package is a
module ``ways`` there.
"""

import importlib
import importlib.util
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from engine.contract import BadOptions, Game
from engine.kit.foresight import foresight_of
from engine.registry import GAMES, game, newest
from tests.engine import laws

Table = tuple[dict[str, Any], int]
WITH_FORESIGHT = [rules for rules in sorted({newest(one) for one in GAMES}) if foresight_of(game(rules)) is not None]
"""The newest rules of each game that bots can think ahead in, whether it offers such bots or not."""


def folder_of(game: Game) -> str:
    """Return the folder below ``engine/games/`` that a game of ours comes from."""
    return type(game).__module__.split(".")[2]


def ways_of(game: Game) -> laws.Ways:
    """Return what a game tells the laws; a game without it hides nothing that anybody could check, so that is an error."""
    top = type(game).__module__.partition(".")[0]
    return _ways_in(f"tests.engine.{folder_of(game)}" if top == "engine" else top)


@cache
def _ways_in(package: str) -> laws.Ways:
    name = f"{package}.ways"
    if importlib.util.find_spec(package) is None or importlib.util.find_spec(name) is None:
        raise LookupError(
            f"{package} does not say what it hides: write {name.replace('.', '/')}.py with WAYS (laws.Ways)"
        )
    ways = importlib.import_module(name).WAYS
    assert isinstance(ways, laws.Ways)
    return ways


def tables_of(game: Game) -> Sequence[Table]:
    """Return the tables a game is held to the laws at."""
    return ways_of(game).tables or every_table(game)


def every_table(game: Game) -> Sequence[Table]:
    """Return every preset, or the default options where there are none, with every number of seats that it allows."""
    presets: Sequence[dict[str, Any]] = [{"preset": name} for name in game.rules.presets] or [{}]
    return [(options, seats) for options in presets for seats in game.rules.seats if _fits(game, options, seats)]


def _fits(game: Game, options: dict[str, Any], seats: int) -> bool:
    try:
        game.options(options, seats)
    except BadOptions:
        return False
    return True


def name_of(table: Table) -> str:
    """Return a table in one word, for the name of a test."""
    options, seats = table
    said = [str(value) if key == "preset" else f"{key}={value}" for key, value in options.items()]
    return "-".join([*said, str(seats)])


def match_at(game: Game, table: Table, number: int, player: Any = laws.at_random) -> laws.Match:
    """Return a match at a table, played by ``player``; the number decides everything else."""
    rng = random.Random(number)
    options, seats = table
    return laws.play(game, options, seats, laws.seed_of(number), player(rng), laws.in_any_order(rng))


@st.composite
def matches(draw: st.DrawFn, game: Game) -> laws.Match:
    """Draw a match at any table of a game, played in any of its ways."""
    ways = ways_of(game)
    table = draw(st.sampled_from(list(tables_of(game))))
    player = draw(st.sampled_from([laws.at_random, laws.at_random, laws.mostly_silent, laws.bot, *ways.players]))
    return match_at(game, table, draw(st.integers(0, 2**32)), player)
