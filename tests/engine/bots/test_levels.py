"""How strong bots are that think: matches against steady ones, and a sequential test of the share of wins (Wald 1945)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import log
from typing import Any

import pytest

from engine.contract import Decision, Game
from engine.kit.foresight import Level, choose
from engine.protocol.chance import Draws
from engine.registry import game
from tests.campaigns.soak.report import Watch, report
from tests.engine import laws

ERROR = 0.05
"""How often either verdict may be wrong."""


def share_won(one: Game, options: dict[str, Any], seats: int, level: Level, number: int) -> float:
    """Return the share of a win of a bot of this level in a match against steady bots; its seat goes round."""
    own, rng, chance = number % seats, random.Random(number), Draws(laws.seed_of(number))
    state = one.setup(one.options(options, seats), seats, chance)
    side = one.partners(state, own)
    while decisions := one.decisions(state):
        decision = _next(one, decisions)
        answers = {}
        for seat in decision["seats"]:
            moves, whims = one.moves(state, seat, decision["id"]), Draws(rng.randbytes(32))
            answers[seat] = choose(one, level if seat in side else "steady", state, seat, decision, moves, whims)
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


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("rules", "options", "seats", "level"),
    [
        ("kontor@1", {"preset": "tilsit"}, 2, "keen"),
        ("kontor@1", {"preset": "tilsit"}, 2, "sharp"),
        ("packet-row@1", {}, 4, "keen"),
        ("packet-row@1", {}, 4, "sharp"),
    ],
)
def test_it_wins_seven_of_ten_or_twice_its_share(rules: str, options: dict[str, Any], seats: int, level: Level) -> None:
    watch, least = Watch(), 0.7 if seats == 2 else 2 / seats
    shown = Sequential(least, least + 0.1)
    while shown.verdict is None:
        shown.add(share_won(game(rules), options, seats, level, shown.matches))
    report(f"{level} bot against steady ones: {rules}", watch.seconds, matches=shown.matches, won=shown.won)
    assert shown.verdict, f"{shown.won} of {shown.matches} won"
