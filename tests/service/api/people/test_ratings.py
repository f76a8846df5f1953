"""Ratings through the API: what everybody sees, what a player sees, what an operator voids, and what deletion leaves."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from engine.standings.results import parse_entry
from engine.transparency.checkpoint import signed_checkpoint
from engine.transparency.note import VerifierKey
from engine.transparency.tiles import unbundle
from service.admin.accounts import suspicions
from service.admin.matches import void_result
from service.admin.operator import AdminError, Operator
from service.cli.verifying.ratings import verify_ratings
from service.context import Context
from service.keys.keyring import results_origin
from service.keys.signing import verify_signature
from service.matches.departure import depart
from service.store.store import Store
from tests.service.api.players import Player, new_player, refused
from workers.clock.results import ResultsWriter
from workers.resolve.drain import drain_once

WISH = {"rules": "kontor", "grace_seconds": 0, "rated": True}


def rated(context: Context, winner: Player, loser: Player) -> str:
    """Let a rated match of two be resigned by the second, and rated."""
    path = f"/v1/matches/{winner.post('/v1/matches', WISH).get_json()['match']}"
    assert loser.put(f"{path}/seats/me").get_json()["rated"] is True
    drain_once(context)
    loser.post(f"{path}/resign", {})
    drain_once(context)
    write(context)
    return path.rpartition("/")[2]


def write(context: Context) -> None:
    ResultsWriter(context.store, context.signers, results_origin(context.settings.origin)).batch()


def test_everybody_sees_ratings_and_can_compute_them_again(
    context: Context, ada: Player, ben: Player, visitor: Player, tmp_path: Path
) -> None:
    assert refused(visitor.get("/v1/results"), 404, "not-logged")
    assert visitor.sees("/v1/ratings/kontor")["ratings"] == []
    first = rated(context, ada, ben)
    rated(context, ada, ben)
    page = visitor.sees("/v1/ratings/kontor?limit=1")
    (best,) = page["ratings"]
    assert (page["players"], best["rank"], best["player"], best["name"]) == (2, 1, ada.account, "Ada")
    assert (best["results"], best["provisional"], best["rating"] > 1658) == (2, True, True)
    (other,) = visitor.sees(f"/v1/ratings/kontor?limit=1&cursor={page['next']}")["ratings"]
    assert (other["rank"], other["player"]) == (2, ben.account)
    refused(visitor.get("/v1/ratings/halma"), 404, "not-found")
    refused(visitor.get("/v1/ratings/kontor?cursor=WyJhIl0"), 422, "invalid")
    (own,) = ben.sees("/v1/me/ratings")["ratings"]
    assert [one["entry"] for one in own["course"]] == [1, 2]
    assert own["course"][-1] == {"entry": 2, "rating": own["rating"], "plus_minus": own["plus_minus"]}
    refused(visitor.get("/v1/me/ratings"), 401, "token-missing")

    said = visitor.sees("/v1/meta")["results"]
    log, options = tmp_path / "results", ["--key", said["vkey"]]
    log.write_bytes(visitor.get(said["export"]).data)
    for number, path in enumerate(("ratings/kontor", "ratings/kontor/distribution", f"players/{ada.account}")):
        page = tmp_path / f"{number}.json"
        page.write_text(json.dumps(visitor.sees(f"/v1/{path}")))
        options += ["--published", str(page)]
    told = CliRunner().invoke(verify_ratings, [str(log), *options])
    assert told.output == f"PASS: 2 results, 0 voided, 2 players, {said['origin']} at 3\n"
    key = VerifierKey.parse(said["vkey"])
    signed_checkpoint(visitor.get(said["checkpoint"]).data, key, verify_signature)
    bundle = visitor.get(f"{said['tiles']}/entries/000.p/3").data
    assert parse_entry(unbundle(bundle)[1])["match"] == first  # type: ignore[typeddict-item]
    assert len(visitor.get(f"{said['tiles']}/0/000.p/3").data) == 3 * 32
    assert visitor.get(f"{said['tiles']}/0/000.p/4").status_code == 404


def test_an_operator_voids_a_result_and_everybody_can_read_why(
    context: Context, ada: Player, ben: Player, visitor: Player
) -> None:
    match, by = rated(context, ada, ben), Operator(context.store, "grace")
    for wrong, why, code in ((match, " ", "invalid"), (match.replace(match[:4], "0000"), "ticket 7", "not-found")):
        with pytest.raises(AdminError) as refusal:
            void_result(by, wrong, why)
        assert refusal.value.code == code
    void_result(by, match, "two accounts of one person")
    write(context)
    assert visitor.sees("/v1/ratings/kontor")["ratings"] == []
    assert ada.sees("/v1/me/ratings") == {"ratings": []}
    *_, last, _ = visitor.get("/v1/results").data.split(b"\n")
    assert b'"why":"two accounts of one person"' in last
    with pytest.raises(AdminError, match="is void already"):
        void_result(by, match, "again")
    assert [one.what for one in context.store.audited(9)] == ["void result"] * 3


def test_an_export_of_a_long_log_counts_though_it_is_read_while_it_is_sent(
    limited: Context, ada: Player, ben: Player, visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated(limited, ada, ben)
    clock, left = [0.0], []

    def slowly(*_: object) -> Iterator[bytes]:
        for _entry in range(3):
            clock[0] += 1.0
            yield b"{}"

    monkeypatch.setattr(time, "thread_time", lambda: clock[0])
    monkeypatch.setattr(Store, "all_results", slowly)
    for _ in range(2):
        answer = visitor.get("/v1/results")
        assert answer.get_data(as_text=True).endswith("\n{}\n{}\n{}\n")
        left.append(int(answer.headers["RateLimit"].partition(";r=")[2].partition(";")[0]))
    assert left[0] - left[1] == 3_000


def test_a_deleted_account_leaves_its_id_and_no_name(
    context: Context, ada: Player, ben: Player, visitor: Player
) -> None:
    rated(context, ada, ben)
    depart(context, ben.account)
    shown = {one["player"]: one["name"] for one in visitor.sees("/v1/ratings/kontor")["ratings"]}
    assert shown == {ada.account: "Ada", ben.account: None}
    results = visitor.get("/v1/results").data
    assert ben.account.encode() in results and b'"Ben"' not in results


def test_before_a_rated_table_fills_everybody_sees_what_is_at_stake(
    context: Context, ada: Player, ben: Player, visitor: Player
) -> None:
    rated(context, ada, ben)
    path = f"/v1/matches/{ada.post('/v1/matches', WISH).get_json()['match']}"
    own, other = visitor.sees(f"{path}/what-if")["seats"]
    assert (own["player"], other["player"], other["rating"]) == (ada.account, None, 1500)
    assert own["last"] < own["drawn"] < own["rating"] < own["first"]
    foreseen = ben.sees(f"{path}/what-if")["seats"][1]
    assert (foreseen["player"], foreseen["rating"] < 1500) == (ben.account, True)
    ben.put(f"{path}/seats/me")
    drain_once(context)
    assert visitor.sees(f"{path}/what-if") == ben.sees(f"{path}/what-if")
    ada.post(f"{path}/resign", {})
    drain_once(context)
    write(context)
    assert visitor.sees(f"{path}/what-if") == {"seats": []}
    (now,) = [one for one in visitor.sees("/v1/ratings/kontor")["ratings"] if one["player"] == ben.account]
    assert now["rating"] == foreseen["first"]
    teams = {"rules": "kontor", "seats": 4, "options": {"preset": "goldsieber-teams"}, "rated": True}
    path = f"/v1/matches/{ada.post('/v1/matches', teams).get_json()['match']}"
    four = visitor.sees(f"{path}/what-if")["seats"]
    assert len({one["first"] for one in four[1:]}) == 2  # Ada's partner, and the two others
    unrated = ada.post("/v1/matches", {"rules": "kontor"}).get_json()["match"]
    assert visitor.sees(f"/v1/matches/{unrated}/what-if") == {"seats": []}


def test_the_distribution_counts_everybody_once(context: Context, ada: Player, ben: Player, visitor: Player) -> None:
    assert visitor.sees("/v1/ratings/kontor/distribution") == {"game": "kontor", "players": 0, "bands": []}
    refused(visitor.get("/v1/ratings/halma/distribution"), 404, "not-found")
    rated(context, ada, ben)
    answer = visitor.get("/v1/ratings/kontor/distribution")
    shown = answer.get_json()
    bands = [one["at_least"] for one in shown["bands"]]
    assert bands == list(range(bands[0], bands[-1] + 1, 100))
    assert [one["players"] for one in shown["bands"]][:: len(bands) - 1] == [1, 1] and shown["players"] == 2
    best = visitor.sees("/v1/ratings/kontor")["ratings"][0]
    assert bands[-1] <= 60 * (best["mu"] - 3 * best["sigma"]) / 1_000_000 < bands[-1] + 100
    assert visitor.get("/v1/ratings/kontor/distribution", If_None_Match=answer.headers["ETag"]).status_code == 304


def test_the_operator_sees_what_looks_agreed_on(context: Context, app: Flask, ada: Player, ben: Player) -> None:
    twin = new_player(app, context, "Ada+2")
    matches = [rated(context, ada, ben) for _ in range(3)]
    once, voided = rated(context, ada, twin), rated(context, ben, ada)
    context.store.note_network("ada@players.example", "one")
    context.store.note_network("ben@players.example", "one")
    by = Operator(context.store, "grace")
    void_result(by, voided, "ticket 7")
    write(context)
    found = {one["kind"]: one for one in suspicions(by)["suspicions"]}
    assert found.keys() == {"early-resignations", "same-mailbox", "same-network"}
    assert sorted(found["early-resignations"]["matches"]) == sorted(matches)
    assert {one["name"] for one in found["same-network"]["players"]} == {"Ada", "Ben"}
    assert (found["same-mailbox"]["matches"], found["same-mailbox"]["count"]) == ([once], 1)
    assert "@" not in json.dumps(found)
    depart(context, ben.account)
    kinds = {one["kind"]: [of["name"] for of in one["players"]] for one in suspicions(by)["suspicions"]}
    assert None in kinds["early-resignations"] and "same-network" not in kinds
    assert context.store.audited(1)[0].what == "suspicions"
