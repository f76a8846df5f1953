"""``siegelpost league``: announced, entered, listed, left."""

from __future__ import annotations

import json

import pytest

from service.keys.keyring import results_origin
from service.store.store import Store
from tests.cli.playing.test_play import Player
from tests.cli.served import Served
from workers.clock.results import ResultsWriter, look_at_tournaments


def test_a_tournament_is_announced_entered_listed_and_left(live: Served, ada: Player, ben: Player) -> None:
    assert "There is no tournament." in ada.run("league")
    made = json.loads(ada.run("league", "new", "Winter league", "kontor", "--closes", "1h", "--rated", "--json"))
    assert (made["status"], made["rated"], made["pace"]["seconds"]) == ("open", True, 172_800)
    entered = ben.run("league", "enter", made["id"])
    assert "You are in it." in entered
    assert "Ben" in entered
    store = live.context.store
    assert set(store.tournament_secrets(made["id"])) == {"name", "listed", "seed", "0"}
    listed = ada.run("league", "list")
    assert "Winter" in listed
    assert made["id"] in listed, "a narrow terminal does not cut what other commands ask for"
    assert "You are in it." not in ben.run("league", "leave", made["id"])
    assert json.loads(ada.run("league", "show", made["id"], "--json"))["entrants"] == 0
    assert "no such tournament" in ada.run("league", "enter", "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", code=1)


def test_a_league_in_seasons_is_announced(ada: Player) -> None:
    wish = ("--format", "seasons", "--rounds", "4", "--division-size", "4", "--moving", "2", "--most", "40")
    made = json.loads(ada.run("league", "new", "Seasons", "kontor", *wish, "--json"))
    assert [made[one] for one in ("format", "rounds", "division_size", "moving", "most")] == ["seasons", 4, 4, 2, 40]
    told = ada.run("league", "new", "Seasons", "kontor", *wish, "--moving", "3", code=1)
    assert "at most half of a division" in told


def test_a_team_is_founded_and_joined(ada: Player, ben: Player) -> None:
    wish = ("--format", "teams", "--boards", "2")
    made = json.loads(ada.run("league", "new", "Rivers", "kontor", *wish, "--json"))
    assert [made[one] for one in ("format", "boards", "most", "teams")] == ["teams", 2, 12, []]
    told = ada.run("league", "enter", made["id"], "--team", "Elbe")
    invitation = json.loads(ada.run("league", "show", made["id"], "--json"))["invitation"]
    assert f"Others join your team with --invitation {invitation}" in told
    joined = ben.run("league", "enter", made["id"], "--invitation", invitation)
    assert "Elbe" in joined
    assert "Ada, Ben" in joined
    assert invitation not in joined
    assert invitation not in ada.run("league", "renew-invitation", made["id"])
    removed = ada.run("league", "remove", made["id"], "Ben")
    assert "Elbe" in removed
    assert "Ben" not in removed
    assert "no such member" in ada.run("league", "remove", made["id"], "Ada", code=1)
    assert "captain of no team" in ben.run("league", "renew-invitation", made["id"], code=1)


def test_a_ladder_is_announced_challenged_and_answered(
    live: Served, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = ("--format", "ladder", "--reach", "2", "--at-once", "2", "--answer-time", "3d", "--again", "2d")
    made = json.loads(ada.run("league", "new", "Ladder", "kontor", *wish, "--closes", "1h", "--json"))
    assert [made[one] for one in ("reach", "at_once", "answer_seconds", "again_seconds")] == [2, 2, 259_200, 172_800]
    here, now, context = made["id"], Store.now, live.context
    for one in (ada, ben):
        one.run("league", "enter", here)
    assert "no ladder that is running" in ben.run("league", "challenge", here, "Ada", code=1)
    ResultsWriter(context.store, context.signers, results_origin(context.settings.origin)).batch()
    monkeypatch.setattr(Store, "now", lambda store: now(store) + 3_600_000)
    look_at_tournaments(context)
    top, low = [one["name"] for one in json.loads(ada.run("league", "show", here, "--json"))["standings"]]
    players = {"Ada": ada, "Ben": ben}
    assert f"Challenge 1: {low} against {top}" in players[low].run("league", "challenge", here, top)
    assert "1 to 2 places further up" in players[top].run("league", "challenge", here, low, code=1)
    assert "no such challenge" in players[low].run("league", "answer", here, "1", "--accept", code=1)
    found = json.loads(players[top].run("league", "answer", here, "1", "--decline", "--json"))
    assert [one["name"] for one in found["standings"]] == [low, top]
    assert "waits for no answer" in players[top].run("league", "answer", here, "1", "--accept", code=1)
