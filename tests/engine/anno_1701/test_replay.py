"""Whole matches through the match machine and the offline verifier: dice, shuffles and orders are proved afterwards."""

import json
from collections.abc import Callable

import pytest

from engine import registry
from engine.contract import Json
from engine.games.anno_1701 import GAME
from engine.verifier.replay import verify
from tests.engine.playing import Server


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, GAME.rules.id, GAME)


def ordered(**given: Json) -> Server:
    """A match in which seat 1 has standing orders that leave everything to the defaults."""
    return Server(orders={1: {}}, **given)


def entries(export: bytes) -> list[dict[str, Json]]:
    return [json.loads(line)["entry"] for line in export.splitlines()]


@pytest.mark.parametrize("server", [Server, ordered])
@pytest.mark.parametrize("silence", [0.0, 0.3])
def test_a_match_is_replayed_and_proved(server: Callable[..., Server], silence: float) -> None:
    played = server(rules=GAME.rules.id, options={"turn_limit": 14}, seed=5, silence=silence, bot=True).play()
    found = verify(played.export, check_signature=played.check_signature, receipts=played.receipts)
    assert (found.verdict, found.reason) == ("PASS", "")


def test_the_log_says_which_reactions_orders_made_and_hides_what_is_hidden() -> None:
    played = ordered(rules=GAME.rules.id, options={"turn_limit": 30}, seed=6, bot=True).play()
    resolved = [one["body"] for one in entries(played.export) if one["type"] == "resolved"]
    assert any(move["by"] == "order" for body in resolved for move in body["moves"])
    drawn = {draw["label"].split("/")[0]: draw for body in resolved for draw in body["draws"]}
    assert {"number", "event", "voyage", "search"} <= set(drawn)
    assert all("values" not in draw for label, draw in drawn.items() if label in ("voyage", "search"))
    assert all("to" not in event for body in resolved for event in body["events"])
