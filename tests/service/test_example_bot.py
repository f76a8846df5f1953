"""The example bot of the documentation plays whole matches, with nothing but the public API."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.cli.served import Served

EXAMPLE = Path(__file__).parents[2] / "docs" / "bots" / "bot.py"
SEATS = {"kontor": 2}
"""Others take long, and the published clients' bots play all games (``tests/clients``)."""


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program, as somebody would run it, with its dice fixed."""
    spec = importlib.util.spec_from_file_location("bot", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module.random, "choice", random.Random(3).choice)
    return module


def test_the_example_is_short() -> None:
    code = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert len(code) <= 70


@pytest.mark.parametrize("game", SEATS)
def test_the_example_plays_a_match_to_its_end(live: Served, example: Any, game: str) -> None:
    server = live.url

    def ask(token: str, path: str, body: Any) -> Any:
        answer = requests.post(server + path, json=body, headers={"Authorization": f"Bearer {token}"}, timeout=30)
        assert answer.status_code == 201, answer.text
        return answer.json()

    owner = live.token("Ada")
    bots = [
        ask(owner, "/v1/me/bots", {"name": f"Rolf {one}", "games": [game]})["account"] for one in "abcde"[: SEATS[game]]
    ]
    tokens = [ask(owner, f"/v1/me/bots/{bot}/tokens", {})["token"] for bot in bots]
    wish = {"rules": game, "seats": SEATS[game], "sit": False, "invite": bots, "grace_seconds": 0, "hold_seconds": 0}
    match = ask(owner, "/v1/matches", wish)["match"]
    seen = example.call(server, owner, "GET", f"/v1/matches/{match}")
    while seen["status"] != "closed":
        if sum(example.play_once(server, token) for token in tokens) == 0:
            path = f"/v1/matches/{match}?after={seen['n']}&wait=30"
            example.call(server, owner, "GET", path)  # a worker is at it
        seen = example.call(server, owner, "GET", f"/v1/matches/{match}")
    assert seen["outcome"] is not None, seen["over"]
    assert {seat["bot"] for seat in seen["seats"]} == {"owned"}
