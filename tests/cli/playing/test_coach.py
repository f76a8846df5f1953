"""``siegelpost review`` and ``siegelpost hint``."""

import json
from dataclasses import replace
from typing import NoReturn

import pytest

from engine.kit import review
from engine.kit.foresight import foresight_of
from engine.kit.puzzles import choices
from engine.protocol.chance import Draws
from engine.registry import KONTOR
from engine.verifier import Refuted
from service.cli import coach
from service.store.installation.puzzles import StoredPuzzle
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


def test_the_puzzle_of_the_day_is_shown_and_answered_once(live: Served, ada: Player) -> None:
    assert "has no puzzle" in ada.run("puzzle", code=1)
    view = KONTOR.view(state := KONTOR.setup(KONTOR.options({}, 2), 2, Draws(b"puzzle")), 0)
    (decision,) = KONTOR.decisions(state)
    moves = choices(KONTOR.moves(state, 0, decision["id"]))[:3]
    posed = {
        "n": 3,
        "seat": 0,
        "seats": 2,
        "decision": decision,
        "view": view,
        "moves": moves,
        "values": [500, 700, 400],
    }
    match = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
    store, rules = live.context.store, KONTOR.rules
    options = KONTOR.options({}, 2)
    store.keep_puzzle(StoredPuzzle(match, rules.id, rules.data, options, "1", {**posed, "best": 1}), store.now())
    shown = ada.run("puzzle")
    assert "as player A saw" in shown and "  3. " in shown and match not in shown
    assert "2 is clearly better" in ada.run("puzzle", "--answer", "1")
    assert "You chose 1" in ada.run("puzzle", "--answer", "2"), "only the first answer counts"
    told = json.loads(ada.run("puzzle", "--json"))
    assert (told["answer"]["choice"], told["answer"]["shares"], told["answer"]["match"]) == (1, [500, 700, 400], match)
    assert "name the day" in ada.run("puzzle", "../me", code=2)
    assert "must be one of" in ada.run("puzzle", "--answer", "9", code=1)
