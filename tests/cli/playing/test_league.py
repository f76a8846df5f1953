"""``siegelpost league``: announced, entered, listed, left."""

from __future__ import annotations

import json

from tests.cli.playing.test_play import Player
from tests.cli.served import Served


def test_a_tournament_is_announced_entered_listed_and_left(live: Served, ada: Player, ben: Player) -> None:
    assert "There is no tournament." in ada.run("league")
    made = json.loads(ada.run("league", "new", "Winter league", "kontor", "--closes", "1h", "--rated", "--json"))
    assert (made["status"], made["rated"], made["pace"]["seconds"]) == ("open", True, 172_800)
    entered = ben.run("league", "enter", made["id"])
    assert "You are in it." in entered
    assert "Ben" in entered
    store = live.context.store
    assert set(store.tournament_secrets(made["id"])) == {"name", "listed", "seed", "0"}
    assert "Winter league" in ada.run("league", "list")
    assert "You are in it." not in ben.run("league", "leave", made["id"])
    assert json.loads(ada.run("league", "show", made["id"], "--json"))["entrants"] == 0
    assert "no such tournament" in ada.run("league", "enter", "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", code=1)


def test_a_league_in_seasons_is_announced(ada: Player) -> None:
    wish = ("--format", "seasons", "--rounds", "4", "--division-size", "4", "--moving", "2", "--most", "40")
    made = json.loads(ada.run("league", "new", "Seasons", "kontor", *wish, "--json"))
    assert [made[one] for one in ("format", "rounds", "division_size", "moving", "most")] == ["seasons", 4, 4, 2, 40]
    told = ada.run("league", "new", "Seasons", "kontor", *wish, "--moving", "3", code=1)
    assert "at most half of a division" in told
