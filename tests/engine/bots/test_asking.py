"""How often people are asked for nothing: at the pace of mails only in their own turn, where hidden cards decide it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import game, newest
from tests.campaigns.soak.report import Watch, report, scaled
from tests.engine.bots.asking import Asked, played, presets, row

FORCED: dict[str, set[str]] = {
    "seafarers": {"start", "act"},
    "packet-row": {"ask", "harbour", "last"},
    "kontor": set(),
    "anno-1701": set(),
}
"""Kinds of questions that may have one possible answer, as only hidden cards tell, and the answer falls to the one asked."""


@pytest.mark.parametrize(
    ("name", "options", "seats"),
    [
        ("seafarers", {"preset": "sechs-inseln-6", "turn_limit": 16}, 6),
        ("packet-row", {"hidden_hands": True}, 3),
        ("kontor", {"preset": "goldsieber-basic"}, 2),
        ("anno-1701", {}, 2),
    ],
)
def test_at_the_pace_of_mails_nobody_is_asked_what_is_answered_by_default(
    name: str, options: dict[str, Any], seats: int
) -> None:
    rules = game(newest(name))
    asked = played(rules, options, seats, 1, default=True)
    assert set(asked.forced) <= FORCED[name]
    assert not set(asked.kinds) & set(rules.rules.unasked)
    if rules.rules.unasked:
        before = played(rules, options, seats, 1, default=False)
        assert set(before.kinds) >= set(rules.rules.unasked)
        assert asked.questions < before.questions


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("default", [False, True], ids=["all asked", "by default"])
def test_forty_matches_of_every_preset(default: bool) -> None:
    for rules, preset, options, seats in presets():
        watch = Watch()
        parts = (played(rules, options, seats, seed, default=default) for seed in range(scaled(40)))
        asked = sum(parts, Asked())
        assert not default or set(asked.forced) <= FORCED[rules.rules.id.partition("@")[0]]
        said = "by default" if default else "all asked"
        report(f"questions, {said}: {rules.rules.id} {preset}, {seats} seats", watch.seconds, **row(asked))
