"""``siegelpost review`` and ``siegelpost hint``."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NoReturn

import pytest

from engine.kit import review
from engine.kit.foresight import foresight_of
from engine.registry import KONTOR
from engine.verifier import Refuted
from service.cli import coach
from tests.cli.playing.test_play import Player, started, wait_for
from tests.cli.served import Served


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    found = foresight_of(KONTOR)
    assert found is not None
    monkeypatch.setattr(KONTOR, "foresight", replace(found, playouts={"keen": 4}, steps=2))
    monkeypatch.setattr(review, "PLAYOUTS", 2)


def test_a_hint_while_practising_and_a_review_that_is_computed_again(
    live: Served, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = json.loads(ada.run("new", "--rules", "kontor", "--bot", "steady", "--json"))["match"]
    started(ada, made)
    told = json.loads(ada.run("hint", made[:8], "--json"))
    assert (told["match"], told["level"]) == (made, "keen")
    assert f"{told['decision']}: {told['words']}" in ada.run("hint", made[:8])
    assert "Nobody can look back on this match" in ada.run("review", made[:8], code=1)
    ada.run("resign", made[:8], "--yes")
    wait_for(ada, made, "closed")
    shown = ada.run("review", made[:8], "--again")
    assert "every number is the same" in shown
    assert "Round 0: " in shown
    found = json.loads(ada.run("review", made[:8], "--json"))
    assert found["playouts"] == 2 and found["rounds"][0]["round"] == 0
    kept = live.context.store.review(made)
    assert kept is not None
    kept.parts[0]["chances"][0] += 1
    live.context.store.keep_review(made, kept)
    assert "comes out otherwise" in ada.run("review", made[:8], "--again", code=1)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(coach, "steps", refuted)
        assert "the match cannot be played again: a forged entry" in ada.run("review", made[:8], "--again", code=1)


def refuted(export: bytes) -> NoReturn:
    raise Refuted("a forged entry")
