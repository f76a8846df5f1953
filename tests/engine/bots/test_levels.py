"""How strong bots are that think: matches against weaker ones, and a sequential test of the share of wins (Wald 1945)."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import log
from typing import Any

import pytest

from engine.contract import Decision, Game
from engine.kit.foresight import THINKING, Level, choose, foresight_of
from engine.protocol.chance import Draws
from engine.registry import game
from tests.campaigns.soak.report import Watch, report
from tests.engine import laws

ERROR = 0.05
"""How often either verdict may be wrong."""


def share_won(one: Game, options: dict[str, Any], seats: int, levels: tuple[Level, Level], number: int) -> float:
    """Return the share of a win of a bot of the first level in a match against bots of the second; its seat goes round."""
    own, rng, chance = number % seats, random.Random(number), Draws(laws.seed_of(number))
    state = one.setup(one.options(options, seats), seats, chance)
    side = one.partners(state, own)
    while decisions := one.decisions(state):
        decision = _next(one, decisions)
        answers = {}
        for seat in decision["seats"]:
            moves, whims = one.moves(state, seat, decision["id"]), Draws(rng.randbytes(32))
            answers[seat] = choose(one, levels[seat not in side], state, seat, decision, moves, whims)
        state, _ = one.resolve(state, decision["id"], answers, chance)
    outcome = one.outcome(state)
    assert outcome is not None
    return len(set(side) & set(outcome["winners"])) / len(outcome["winners"])


def _next(one: Game, decisions: list[Decision]) -> Decision:
    asked = [other for other in decisions if other["optional"] and other["kind"] in one.rules.bots_reply]
    return next(iter([*asked, *(other for other in decisions if not other["optional"])]))


@dataclass
class Sequential:
    """A test of whether a share of wins is at least ``more`` rather than at most ``less``."""

    less: float
    more: float
    matches: int = 0
    won: float = 0.0

    def add(self, share: float) -> None:
        """Count a match."""
        self.matches += 1
        self.won += share

    @property
    def verdict(self) -> bool | None:
        """Whether the share is shown to be high, or low; None while neither is."""
        odds = self.won * log(self.more / self.less)
        odds += (self.matches - self.won) * log((1 - self.more) / (1 - self.less))
        bound = log((1 - ERROR) / ERROR)
        return None if abs(odds) < bound else odds > 0


def test_a_sequential_test_tells_a_winner_from_its_like() -> None:
    better, like = Sequential(0.6, 0.8), Sequential(0.6, 0.8)
    while better.verdict is None:
        better.add(1)
    while like.verdict is None:
        like.add(0.5)
    assert (better.verdict, better.matches, like.verdict, like.matches) == (True, 11, False, 15)


TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("kontor@1", {"preset": "tilsit"}, 2),
    ("packet-row@1", {}, 4),
    ("anno-1701@1", {}, 2),
]


TRIED: dict[str, dict[Level, int]] = {"anno-1701@1": {"keen": 16, "sharp": 400}}
"""Playouts of levels that are not offered; a sharp bot's dearest move takes about two seconds of one core."""


def run(campaign: str, table: tuple[str, dict[str, Any], int], levels: tuple[Level, Level], least: float) -> Sequential:
    """Play matches until it is shown whether the first level wins at most this share against the second, or a tenth more."""
    watch, shown = Watch(), Sequential(least, least + 0.1)
    rules, options, seats = table
    one, found = game(rules), foresight_of(game(rules))
    assert found is not None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(one, "foresight", replace(found, playouts={**found.playouts, **TRIED.get(rules, {})}))
        while shown.verdict is None:
            shown.add(share_won(one, options, seats, levels, shown.matches))
    report(f"{campaign}: {rules}", watch.seconds, matches=shown.matches, won=shown.won)
    return shown


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
def test_it_wins_seven_of_ten_or_twice_its_share(table: tuple[str, dict[str, Any], int], level: Level) -> None:
    least = 0.7 if table[2] == 2 else 2 / table[2]
    shown = run(f"{level} bot against steady ones", table, (level, "steady"), least)
    assert shown.verdict, f"{shown.won} of {shown.matches} won"


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
def test_sharp_wins_more_than_its_share_against_keen(table: tuple[str, dict[str, Any], int]) -> None:
    shown = run("sharp bot against keen ones", table, ("sharp", "keen"), 1 / table[2])
    assert shown.verdict, f"{shown.won} of {shown.matches} won"
