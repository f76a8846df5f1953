"""Tournaments through the API: announced, entered, drawn by the clock, played, scored, and computed again by anybody."""

from __future__ import annotations

import csv
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from icalendar import Calendar

from engine.protocol.canon import b64, canonical
from engine.protocol.log import milliseconds, timestamp
from engine.standings import swiss
from engine.standings.ratings import Rating
from engine.standings.results import written
from engine.standings.rounds import Pairing
from engine.transparency.checkpoint import Checkpoint
from engine.transparency.merkle import tree_root
from service.admin.accounts import block
from service.admin.house import set_limit
from service.admin.matches import void_result
from service.admin.operator import Operator
from service.cli.verifying.ratings import verify_ratings
from service.config import operator_caps
from service.context import Context
from service.keys.keyring import results_origin
from service.matches import caps, tournaments
from service.matches.departure import depart
from service.matches.errors import MatchError
from service.matches.seating import lobby
from service.store import keys
from service.store.store import Store
from tests.service.api.players import Player, new_player, refused
from workers.clock.results import ResultsWriter, look_at_tournaments
from workers.resolve.drain import drain_once

HOUR = 3_600_000
NOW = Store.now


@pytest.fixture
def an_hour_ago(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """People announce and enter an hour ago; undo it and entries have closed."""
    monkeypatch.setattr(Store, "now", lambda store: NOW(store) - HOUR)
    return monkeypatch


def wish(context: Context, **changes: Any) -> dict[str, Any]:
    closes = timestamp(context.store.now() + HOUR // 2)
    return {"name": "Hansa cup", "rules": "kontor", "closes_at": closes, "absence": None, **changes}


def announced(context: Context, organiser: Player, **changes: Any) -> str:
    answer = organiser.post("/v1/tournaments", wish(context, **changes))
    assert answer.status_code == 201, answer.get_data(as_text=True)
    where: str = answer.headers["Location"]
    return where


def entered(app: Flask, context: Context, path: str, *names: str) -> list[Player]:
    players = [new_player(app, context, name) for name in names]
    for number, player in enumerate(players):
        given = {"entropy": b64(bytes([number]) * 32)} if number % 2 else {}
        answer = player.put(f"{path}/entry", given)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        assert answer.get_json()["entered"] is True
    return players


def work(context: Context) -> None:
    """Do what the clock and the workers do until nothing is due."""
    look_at_tournaments(context)
    drain_once(context)
    writer = ResultsWriter(context.store, context.signers, results_origin(context.settings.origin))
    while writer.batch():
        look_at_tournaments(context)


def standings(reader: Player, path: str) -> list[tuple[str, int | None, int]]:
    return [(one["name"], one["place"], one["points"]) for one in reader.sees(path)["standings"]]


def resign(context: Context, table: dict[str, Any], loser: str) -> None:
    found = context.store.account(loser)
    assert found is not None
    lobby.resign(context, table["match"], found)


def verified(visitor: Player, path: str, folder: Path) -> str:
    said, log, page = visitor.sees("/v1/meta")["results"], folder / "results", folder / "page.json"
    log.write_bytes(visitor.get(said["export"]).data)
    page.write_text(json.dumps(visitor.sees(path)))
    told = CliRunner().invoke(verify_ratings, [str(log), "--key", said["vkey"], "--published", str(page)])
    return told.output


def test_a_tournament_takes_only_ratings_within_its_bounds(context: Context, ada: Player, ben: Player) -> None:
    context.store.keep_ratings("kontor", {ben.account: (Rating(30_000_000, 2_000_000, 9), [])}, size=0)
    where = announced(context, ada, least_rating=1500, most_rating=1700)
    assert ada.put(f"{where}/entry", {}).get_json()["least_rating"] == 1500  # nobody has rated her: 1500
    assert (
        refused(ben.put(f"{where}/entry", {}), 403, "not-admitted")["detail"]
        == "it is for ratings from 1500 to 1700, and yours is 1800"
    )


def test_a_tournament_takes_only_people_who_answer_in_time(context: Context, ada: Player, ben: Player) -> None:
    where = announced(context, ada, least_reliability={"percent": 80, "newcomers": False})
    assert (
        refused(ada.put(f"{where}/entry", {}), 403, "not-admitted")["detail"]
        == "it is for people who answer 80 % in time"
    )
    open_to_newcomers = announced(context, ada, least_reliability={"percent": 80})
    assert ben.put(f"{open_to_newcomers}/entry", {}).status_code == 200


def test_bounds_that_no_rating_meets_are_refused(context: Context, ada: Player) -> None:
    answer = ada.post("/v1/tournaments", wish(context, least_rating=1600, most_rating=1500))
    assert answer.get_json()["errors"][0]["pointer"] == "/most_rating"


def test_a_league_from_its_announcement_to_its_end(
    app: Flask, context: Context, ada: Player, visitor: Player, tmp_path: Path, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada, rated=True)
    assert visitor.sees("/v1/tournaments")["tournaments"][0]["status"] == "open"
    players = entered(app, context, path, "Cleo", "Dora", "Emil", "Finn", "Gus")
    assert players[0].put(f"{path}/entry", {}).get_json()["entrants"] == 5
    assert players[4].delete(f"{path}/entry").get_json()["entered"] is False
    an_hour_ago.undo()
    assert refused(players[4].put(f"{path}/entry", {}), 409, "entries-closed")
    work(context)
    shown = visitor.sees(path)
    assert (shown["status"], len(shown["tables"]), shown["fewest"], shown["most_meetings"]) == ("running", 6, 1, 1)
    order = [one.account for one in players]
    for table in shown["tables"]:
        match = visitor.sees(f"/v1/matches/{table['match']}")
        assert match["tournament"] == shown["id"]
        assert (match["status"], match["rated"], [one["player"] for one in match["seats"]]) == (
            "running",
            True,
            table["players"],
        )
        resign(context, table, max(table["players"], key=order.index))
    work(context)
    assert visitor.sees(path)["status"] == "over"
    assert standings(visitor, path) == [("Cleo", 1, 6), ("Dora", 2, 4), ("Emil", 3, 2), ("Finn", 4, 0)]
    told = verified(visitor, path, tmp_path)
    assert told.startswith("PASS: 1 tournaments, 1 drawn, 6 of their matches; 6 results, 0 voided, 4 players")
    lines = list(csv.reader(visitor.get(f"{path}/standings.csv").get_data(as_text=True).splitlines()))
    assert lines[0][:4] == ["place", "player", "name", "points"]
    assert lines[1][:4] == ["1", players[0].account, "Cleo", "6"]

    # A result that the operator voids counts no more in the tournament, either.
    first = next(one for one in shown["tables"] if players[0].account in one["players"])
    void_result(Operator(context.store, "console"), first["match"], "two accounts of one person")
    work(context)
    assert standings(visitor, path)[0] in [("Dora", 1, 4), ("Cleo", 1, 4)]
    assert "1 voided" in verified(visitor, path, tmp_path)


@pytest.mark.parametrize("is_rated", [False, True])
def test_the_log_of_a_match_convicts_an_operator_of_another_result_in_a_tournament(
    app: Flask,
    context: Context,
    ada: Player,
    visitor: Player,
    tmp_path: Path,
    an_hour_ago: pytest.MonkeyPatch,
    is_rated: bool,
) -> None:
    path = announced(context, ada, rated=is_rated)
    entered(app, context, path, "Cleo", "Dora", "Emil")
    an_hour_ago.undo()
    work(context)
    first, second, _ = visitor.sees(path)["tables"]
    for table in (first, second):
        resign(context, table, table["players"][0])
        drain_once(context)
    # The one that ended first is noted last, with a later time.
    waiting = context.store.waiting_results()
    an_hour_ago.setattr(Store, "waiting_results", lambda store: waiting[::-1])
    ResultsWriter(context.store, context.signers, results_origin(context.settings.origin)).batch()
    an_hour_ago.undo()
    work(context)
    said = visitor.sees("/v1/meta")["results"]
    honest = visitor.get(said["export"]).data
    (tmp_path / "match").write_bytes(b"".join(context.store.lines(first["match"])))

    def told(log: list[bytes]) -> str:
        note = context.signer.sign_checkpoint(Checkpoint(said["origin"], len(log), tree_root(log)))
        (tmp_path / "log").write_bytes(f"{note}\n".encode() + b"".join(one + b"\n" for one in log))
        key = str(context.signer.log_key(said["origin"]))
        files = [str(tmp_path / "log"), "--key", key, "--match", str(tmp_path / "match")]
        return CliRunner().invoke(verify_ratings, files).output

    log = [line for line in honest.splitlines() if line.startswith(b"{")]
    assert told(log).startswith("PASS")
    (ours,) = [one for one in log if b'"scored"' in one and first["match"].encode() in one]
    lie = json.loads(ours)
    for seat in lie["seats"]:
        seat["place"] = 3 - seat["place"]
    assert "FAIL" in told([written(lie) if one == ours else one for one in log])
    assert "has no result of it" in told([one for one in log if one != ours])
    (terms,) = [one for one in log if b'"opened"' in one]
    for name, other in (("pace", {"kind": "duration", "seconds": 60}), ("options", {"preset": "goldsieber"})):
        announced_so = canonical({**json.loads(terms), name: other})
        assert f"was played with other {name} than" in told([announced_so if one == terms else one for one in log])


def test_larger_tables_and_somebody_who_drops_out(
    app: Flask, context: Context, ada: Player, visitor: Player, tmp_path: Path, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada, rules="packet-row", seats=3, tables=1)
    players = entered(app, context, path, "Cleo", "Dora", "Emil", "Finn")
    an_hour_ago.undo()
    work(context)
    tables = visitor.sees(path)["tables"]
    assert [len(one["players"]) for one in tables] == [3, 3, 3, 3]
    out = players[3].account
    resign(context, next(one for one in tables if out in one["players"]), out)
    work(context)
    assert ("Finn", 3, 0) in standings(visitor, path)  # whom he has not met has as many points
    assert players[3].delete(f"{path}/entry").get_json()["entered"] is False
    assert players[3].delete(f"{path}/entry").status_code == 200
    assert standings(visitor, path)[-1] == ("Finn", None, 0)
    assert visitor.sees(path)["status"] == "running"
    for table in visitor.sees(path)["tables"]:
        if table["reason"] is None:
            resign(context, table, next(one for one in table["players"] if one != out))
    work(context)
    assert visitor.sees(path)["status"] == "over"
    assert verified(visitor, path, tmp_path).startswith("PASS: 1 tournaments, 1 drawn")
    assert refused(players[0].delete(f"{path}/entry"), 409, "entries-closed")


def test_too_few_entrants_and_accounts_that_are_gone(
    app: Flask, context: Context, ada: Player, visitor: Player, tmp_path: Path, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada)
    _, gone = entered(app, context, path, "Cleo", "Dora")
    an_hour_ago.undo()
    depart(context, gone.account)
    work(context)
    assert visitor.sees(path)["status"] == "cancelled"
    assert standings(visitor, path) == [("Cleo", 1, 0)]
    assert verified(visitor, path, tmp_path).startswith("PASS: 1 tournaments, 0 drawn")
    work(context)


def test_a_crash_anywhere_leaves_nothing_that_is_not_done_again(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada)
    entered(app, context, path, "Cleo", "Dora", "Emil")
    an_hour_ago.undo()
    tournament = path.rpartition("/")[2]
    made = 0

    def torn(*given: Any) -> Any:
        nonlocal made
        made += 1
        if made == 2:
            raise MatchError("busy", "crashed")
        return make_table(*given)

    make_table = tournaments.make_table
    an_hour_ago.setattr(tournaments, "make_table", torn)
    look_at_tournaments(context)
    assert (visitor.sees(path)["status"], made) == ("running", 2)
    table = visitor.sees(path)["tables"][0]
    drain_once(context)
    resign(context, table, table["players"][0])
    drain_once(context)
    tournaments.advance(context, tournament)
    tournaments.advance(context, tournament)
    for one in visitor.sees(path)["tables"]:
        assert len([seat for seat in visitor.sees(f"/v1/matches/{one['match']}")["seats"] if seat["player"]]) == 2
    work(context)
    work(context)
    assert [one["reason"] for one in visitor.sees(path)["tables"]] == ["resigned", None, None]


def test_a_table_of_a_tournament_waits_for_nobody_else(
    app: Flask, context: Context, ada: Player, ben: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada)
    entered(app, context, path, "Cleo", "Dora")
    an_hour_ago.undo()
    an_hour_ago.setattr(tournaments, "change_match", lambda context, match, change: None)
    look_at_tournaments(context)
    (table,) = ada.sees(path)["tables"]
    assert refused(ben.put(f"/v1/matches/{table['match']}/seats/me", {}), 409, "not-in-lobby")


def test_a_table_of_a_tournament_has_no_owner_whose_blocks_decide(
    app: Flask, context: Context, ada: Player, ben: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    """The attack: whoever the lot has put on the first seat keeps others from playing on for the opponent."""
    path = announced(context, ada, absence={})
    players = {one.account: one for one in entered(app, context, path, "Cleo", "Dora")}
    an_hour_ago.undo()
    work(context)
    (table,) = ada.sees(path)["tables"]
    here = f"/v1/matches/{table['match']}"
    first, second = (players[one] for one in table["players"])
    assert ada.sees(here)["owner"] is None
    assert first.put(f"/v1/me/blocks/{ben.account}").status_code == 204
    asked = second.post(f"{here}/seats/1/substitutes", {"invite": ben.account}).get_json()
    invitation = asked["absence"]["requests"][0]["invitation"]
    taken = ben.put(f"{here}/seats/1/substitute", {"invitation": invitation})
    assert taken.status_code == 200, taken.get_data(as_text=True)


def test_who_hides_a_profile_is_named_to_the_other_entrants_only(
    app: Flask, context: Context, ada: Player, visitor: Player
) -> None:
    path = announced(context, ada)
    cleo, dora = entered(app, context, path, "Cleo", "Dora")
    assert cleo.ask("PATCH", "/v1/me", {"profile": "hidden"}).status_code == 200

    def shown(reader: Player) -> set[str | None]:
        return {one["name"] for one in reader.sees(path)["standings"]}

    assert shown(visitor) == shown(ada) == {None, "Dora"}
    assert shown(cleo) == shown(dora) == {"Cleo", "Dora"}
    assert "Cleo" not in visitor.get(f"{path}/standings.csv").get_data(as_text=True)
    assert "Cleo" not in dora.get(f"{path}/standings.csv").get_data(as_text=True), "it is the same for everybody"
    dora.delete(f"{path}/entry")
    assert shown(dora) == {None}


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"closes_at": "2020-01-01T00:00:00.000Z"}, "/closes_at"),
        ({"closes_at": "tomorrow"}, "/closes_at"),
        ({"rules": "halma"}, "/rules"),
        ({"seats": 6}, "/seats"),
        ({"seats": 3, "most": 2}, "/most"),
        ({"pace": {"kind": "duration", "seconds": 0}}, "/pace"),
        ({"options": {"nonsense": 1}}, "/options"),
        ({"name": ""}, "/name"),
        ({"tables": 7}, "/tables"),
        ({"format": "gauntlet"}, "/format"),
        ({"format": "swiss", "rounds": 12}, "/rounds"),
        ({"format": "knockout", "round_seconds": 60}, "/round_seconds"),
        ({"format": "knockout", "rules": "packet-row", "seats": 3}, "/seats"),
        ({"most": 17}, "/most"),
        ({"format": "seasons", "moving": 4, "division_size": 7}, "/moving"),
        ({"format": "seasons", "division_size": 2}, "/division_size"),
        ({"format": "seasons", "division_size": 8, "most": 64, "rounds": 11}, "/rounds"),
        ({"format": "seasons", "rules": "packet-row", "seats": 3}, "/seats"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(
    context: Context, ada: Player, changes: dict[str, Any], pointer: str
) -> None:
    answer = ada.post("/v1/tournaments", wish(context, **changes))
    assert refused(answer, 422, "invalid")
    assert answer.get_json()["errors"][0]["pointer"].startswith(pointer)


def test_who_may_announce_and_enter(app: Flask, context: Context, ada: Player, ben: Player, visitor: Player) -> None:
    narrow = new_player(app, context, "Hal", scopes=("match:play",))
    assert refused(narrow.post("/v1/tournaments", wish(context)), 403, "scope-missing")
    assert refused(visitor.put("/v1/tournaments/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11/entry", {}), 401, "token-missing")
    assert refused(ada.get("/v1/tournaments/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"), 404, "not-found")
    asked = wish(context, most=2)
    path = ada.post("/v1/tournaments", asked, Idempotency_Key="one").headers["Location"]
    guest = Player(app, visitor.post("/v1/guests", {}).get_json()["token"], "")
    assert refused(guest.put(f"{path}/entry", {}), 403, "guest")
    made = ada.post("/v1/me/bots", {"name": "Rolf", "games": ["kontor"]}).get_json()["account"]
    bot = Player(app, ada.post(f"/v1/me/bots/{made}/tokens", {}).get_json()["token"], made)
    assert refused(bot.put(f"{path}/entry", {}), 409, "bot-declines")
    assert narrow.put(f"{path}/entry", {}).status_code == 200
    assert ben.put(f"{path}/entry", {}).status_code == 200
    assert refused(ada.put(f"{path}/entry", {}), 409, "full")
    assert len(ada.sees("/v1/tournaments?limit=1")["tournaments"]) == 1
    assert ada.sees("/v1/tournaments?limit=1")["next"] is not None


def test_secrets_stay_in_the_store_until_the_draw(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada)
    entered(app, context, path, "Cleo", "Dora")
    tournament = path.rpartition("/")[2]
    secrets = context.store.tournament_secrets(tournament)
    work(context)
    shown = visitor.get("/v1/results").get_data(as_text=True) + visitor.get(path).get_data(as_text=True)
    assert secrets["seed"] not in shown
    assert secrets["1"] not in shown
    assert context.store._ask(("LLEN", keys.tournament_entries(tournament))) == 3
    an_hour_ago.undo()
    work(context)
    shown = visitor.get("/v1/results").get_data(as_text=True)
    assert secrets["seed"] in shown
    assert secrets["1"] in shown


def test_what_one_account_may_announce_in_a_day(
    app: Flask, context: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    object.__setattr__(context.settings, "rate_limits", True)
    monkeypatch.setattr(operator_caps, "ESTABLISHED_AFTER", 0)
    for _ in range(5):
        announced(context, ada)
    assert refused(ada.post("/v1/tournaments", wish(context)), 429, "too-many-creations")
    # Nor can one account take, day by day, all tournaments that an installation can hold.
    monkeypatch.setattr(tournaments, "ANNOUNCED", (50, 86_400))
    monkeypatch.setattr(tournaments, "ANNOUNCED_AHEAD", (5, 60 * 86_400), raising=False)
    assert refused(ada.post("/v1/tournaments", wish(context)), 429, "too-many-creations")


@pytest.fixture
def counting(context: Context) -> None:
    """The same installation, with quotas."""
    object.__setattr__(context.settings, "rate_limits", True)


def test_a_dozen_accounts_cannot_take_all_places_for_tournaments(
    app: Flask, context: Context, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: 13 new accounts announced 20 tournaments each, up to 60 days ahead, which was the newcomers' half."""
    monkeypatch.setattr(tournaments, "MOST_RUNNING", 60)
    monkeypatch.setattr(tournaments, "FAIR", 10)
    monkeypatch.setattr(tournaments, "ANNOUNCED", (100, 86_400))
    player = new_player(app, context, "Eve")
    for _ in range(tournaments.ANNOUNCED_BY_NEWCOMER):
        announced(context, player)
    assert refused(player.post("/v1/tournaments", wish(context)), 429, "too-many-creations")
    # Nor can accounts of a week: each may have a share of what is still free, so the places of the last ones are small.
    monkeypatch.setattr(operator_caps, "ESTABLISHED_AFTER", 0)
    had = []
    for number in range(6):
        player = new_player(app, context, f"Mallory{number}")
        count = 0
        while player.post("/v1/tournaments", wish(context)).status_code == 201:
            count += 1
        had.append(count)
    assert had == [5, 4, 4, 4, 3, 3]


def test_the_newcomers_of_one_network_leave_places_to_those_of_others(
    app: Flask, context: Context, ada: Player, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a domain of one's own has as many email addresses as wanted, and so as many new accounts."""
    monkeypatch.setitem(tournaments.NEWCOMERS_OF, "network", (2, 86_400))
    announced(context, new_player(app, context, "Eve"))
    announced(context, new_player(app, context, "Mallory"))
    assert refused(ada.post("/v1/tournaments", wish(context)), 429, "too-many-creations")
    head = {"Authorization": f"Bearer {ada.token}"}
    elsewhere = app.test_client().post(
        "/v1/tournaments", json=wish(context), headers=head, environ_base={"REMOTE_ADDR": "192.0.2.77"}
    )
    assert elsewhere.status_code == 201
    monkeypatch.setattr(operator_caps, "ESTABLISHED_AFTER", 0)
    announced(context, ada)


def test_newcomers_leave_room_for_tournaments_of_others(
    context: Context, ada: Player, ben: Player, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST_RUNNING", 2)
    announced(context, ada)
    assert refused(ben.post("/v1/tournaments", wish(context)), 429, "too-many-creations")
    monkeypatch.setattr(operator_caps, "ESTABLISHED_AFTER", 0)
    announced(context, ben)
    assert refused(ada.post("/v1/tournaments", wish(context)), 429, "too-many-creations")


def test_who_enters_has_room_for_all_matches_that_begin_at_once(
    context: Context, ada: Player, ben: Player, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: thirty entries a day, of up to fifteen matches each, all in time for one moment."""
    monkeypatch.setattr(caps, "MOST_UNFINISHED", 20)
    one, two = announced(context, ada), announced(context, ada, rules="packet-row", seats=4)
    assert ben.put(f"{one}/entry", {}).status_code == 200  # 15 matches
    assert ben.put(f"{one}/entry", {}).status_code == 200
    told = refused(ben.put(f"{two}/entry", {}), 409, "too-many-matches")  # 6 more
    assert "20 unfinished matches are allowed, and this tournament may bring 6," in told["detail"]
    created = [ben.post("/v1/matches", {"rules": "kontor"}) for _ in range(6)]
    assert [answer.status_code for answer in created] == [201] * 5 + [409]
    assert ben.delete(f"{one}/entry").status_code == 200
    assert ben.put(f"{two}/entry", {}).status_code == 200
    assert refused(ben.put(f"{one}/entry", {}), 409, "too-many-matches")
    # The operator may allow one account more.
    set_limit(Operator(context.store, "console"), "unfinished", 26, ben.account)
    assert ben.put(f"{one}/entry", {}).status_code == 200


def test_places_are_free_again_once_the_matches_are_there(
    app: Flask, context: Context, ada: Player, counting: None, an_hour_ago: pytest.MonkeyPatch
) -> None:
    an_hour_ago.setattr(caps, "MOST_UNFINISHED", 16)
    path = announced(context, ada)
    cleo, _ = entered(app, context, path, "Cleo", "Dora")
    an_hour_ago.undo()
    an_hour_ago.setattr(caps, "MOST_UNFINISHED", 16)
    work(context)
    (table,) = ada.sees(path)["tables"]
    assert context.store.unfinished_of(cleo.account) == [table["match"]]
    assert [cleo.post("/v1/matches", {"rules": "kontor"}).status_code for _ in range(16)] == [201] * 15 + [409]


def test_entrants_create_the_matches_of_a_tournament_together(
    context: Context, ada: Player, ben: Player, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "CREATIONS", (15, 86_400))
    one, two = (announced(context, ada) for _ in range(2))
    assert ben.put(f"{one}/entry", {}).status_code == 200  # half of 15 matches
    told = refused(ben.put(f"{two}/entry", {}), 429, "too-many-creations")
    assert "15 matches a day are allowed, and this tournament counts as 8" in told["detail"]
    assert ben.delete(f"{one}/entry").status_code == 200
    assert refused(ben.put(f"{one}/entry", {}), 429, "too-many-creations")
    # So do all accounts, of which newcomers have half, here from many networks.
    monkeypatch.setattr(operator_caps, "widening", lambda _: [])
    set_limit(Operator(context.store, "console"), "creations-of-all", 31)
    assert ada.put(f"{one}/entry", {}).status_code == 200
    monkeypatch.setattr(caps, "CREATIONS", (100, 86_400))
    told = refused(ada.put(f"{two}/entry", {}), 429, "too-many-creations")
    assert "new players together" in told["detail"]


@pytest.mark.parametrize(("terms", "most"), [({"format": "swiss", "rounds": 7}, 7), ({"format": "knockout"}, 4)])
def test_who_enters_a_tournament_in_rounds_has_room_for_a_table_of_each(
    app: Flask,
    context: Context,
    ada: Player,
    counting: None,
    an_hour_ago: pytest.MonkeyPatch,
    terms: dict[str, Any],
    most: int,
) -> None:
    """The attack: never finish, so that every round brings another match; or fill the list between two rounds."""
    an_hour_ago.setattr(caps, "MOST_UNFINISHED", most + 1)
    path = announced(context, ada, **terms)
    cleo, dora = entered(app, context, path, "Cleo", "Dora")
    created = [cleo.post("/v1/matches", {"rules": "kontor"}) for _ in range(2)]
    assert [answer.status_code for answer in created] == [201, 409], "none is left but one"
    told = refused(cleo.put(f"{announced(context, ada, **terms)}/entry", {}), 409, "too-many-matches")
    assert f"may bring {most}," in told["detail"]
    an_hour_ago.undo()
    an_hour_ago.setattr(caps, "MOST_UNFINISHED", most + 1)
    work(context)
    refused(cleo.post("/v1/matches", {"rules": "kontor"}), 409, "too-many-matches")
    assert dora.delete(f"{path}/entry").status_code == 200
    (table,) = ada.sees(path)["tables"]
    resign(context, table, dora.account)
    work(context)
    assert ada.sees(path)["status"] == "over"
    free = most + 1 - context.store.count_unfinished(cleo.account)
    created = [cleo.post("/v1/matches", {"rules": "kontor"}) for _ in range(free + 1)]
    assert [answer.status_code for answer in created] == [201] * free + [409]
    assert free >= most - 1


def test_a_round_ends_when_its_time_is_over(
    app: Flask, context: Context, ada: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada, format="knockout", round_seconds=3600)
    entered(app, context, path, "Cleo", "Dora", "Emil")
    an_hour_ago.undo()
    work(context)
    ends, tournament = milliseconds(ada.sees(path)["round_ends_at"]), path.rpartition("/")[2]
    an_hour_ago.setattr(Store, "now", lambda store: ends - 5_000)
    context.store.look_at_tournament(tournament, 0)
    look_at_tournaments(context)
    assert (context.store.due_tournaments(ends - 1), context.store.due_tournaments(ends)) == ([], [tournament])


def test_nobody_uses_up_the_entries_of_a_tournament_by_coming_and_going(
    context: Context, ada: Player, ben: Player, counting: None
) -> None:
    """The attack: with ten entries a day one account uses up all 256 while entries are open, and a few dozen do at once."""
    path = announced(context, ada, most=2)
    for _ in range(tournaments.MOST_ENTERED_BY_ONE):
        assert ben.put(f"{path}/entry", {}).status_code == 200
        assert ben.delete(f"{path}/entry").status_code == 200
    assert refused(ben.put(f"{path}/entry", {}), 429, "too-many-changes")
    assert tournaments.MOST_ENTERED_BY_ONE * 80 < tournaments.MOST_ENTERED


def test_a_second_writer_of_the_log_never_turns_a_tournament_s_entries_around(
    app: Flask, context: Context, ada: Player, visitor: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada)
    entered(app, context, path, "Cleo", "Dora")
    grow, quicker = Store.grow_results, [False]
    monkeypatch.setattr(
        Store, "grow_results", lambda *given, **named: quicker.pop() if quicker else grow(*given, **named)
    )
    work(context)
    work(context)
    assert verified(visitor, path, tmp_path).startswith("PASS: 1 tournaments")


def test_a_tournament_that_cannot_be_read_holds_up_no_result_of_another(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    paths = [announced(context, ada, rated=True) for _ in range(2)]
    for path, names in zip(paths, (("Cleo", "Dora"), ("Emil", "Finn")), strict=True):
        entered(app, context, path, *names)
    an_hour_ago.undo()
    work(context)
    tables = [visitor.sees(path)["tables"][0] for path in paths]
    for table in tables:
        resign(context, table, table["players"][0])
        drain_once(context)
    first = keys.tournament_entries(paths[0].rpartition("/")[2])
    whole = context.store._ask(("LINDEX", first, 0))
    context.store._ask(("LSET", first, 0, b"rotten"))
    work(context)
    assert [visitor.sees(path)["status"] for path in paths[1:]] == ["over"]
    assert [one.field for one in context.store.waiting_results()] == [tables[0]["match"]]
    context.store._ask(("LSET", first, 0, whole))
    work(context)
    assert context.store.waiting_results() == []
    assert visitor.sees("/v1/ratings/kontor")["players"] == 4


def play_round(context: Context, shown: dict[str, Any], order: list[str], *, but: int = 0) -> None:
    """Have the weaker resign at every table of the present round, except at the last ``but``."""
    drain_once(context)
    tables = [one for one in shown["tables"] if one["round"] == shown["round"]]
    for table in tables[: len(tables) - but]:
        resign(context, table, max(table["players"], key=order.index))


def test_a_swiss_tournament_from_its_announcement_to_its_end(
    app: Flask,
    context: Context,
    ada: Player,
    visitor: Player,
    tmp_path: Path,
    an_hour_ago: pytest.MonkeyPatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = announced(context, ada, format="swiss", rounds=3, round_seconds=3600, rated=True)
    players = entered(app, context, path, "Cleo", "Dora", "Emil", "Finn", "Gus")
    order = [one.account for one in players]
    an_hour_ago.undo()
    work(context)
    first = visitor.sees(path)
    assert (first["status"], first["format"], first["round"], first["rounds"]) == ("running", "swiss", 1, 3)
    assert (len(first["tables"]), len(first["byes"]), first["round_seconds"]) == (2, 1, 3600)
    play_round(context, first, order, but=1)
    work(context)
    assert visitor.sees(path)["round"] == 1, "it waits for the last table"
    (late,) = [one for one in visitor.sees(path)["tables"] if one["reason"] is None]

    monkeypatch.setattr(Store, "now", lambda store: NOW(store) + HOUR)
    context.store.look_at_tournament(first["id"], 0)
    work(context)
    second = visitor.sees(path)
    assert (second["round"], len(second["tables"])) == (2, 4)
    assert {one["player"]: one["points"] for one in second["standings"]}[late["players"][0]] >= 1
    resign(context, late, max(late["players"], key=order.index))
    play_round(context, second, order)
    work(context)
    third = visitor.sees(path)
    assert (third["round"], third["status"]) == (3, "running")
    assert players[4].delete(f"{path}/entry").get_json()["entered"] is False
    play_round(context, third, order)
    work(context)
    over = visitor.sees(path)
    assert (over["status"], over["round_ends_at"]) == ("over", None)
    assert [standings(visitor, path)[place][:2] for place in (0, -1)] == [("Cleo", 1), ("Gus", None)]
    assert len({frozenset(one["players"]) for one in over["tables"]}) == len(over["tables"])
    assert verified(visitor, path, tmp_path).startswith("PASS: 1 tournaments, 1 drawn, 6 of their matches")
    monkeypatch.setattr(swiss, "installed", lambda: "")
    told = verified(visitor, path, tmp_path)
    assert told.startswith("INCOMPLETE: 3 rounds of Swiss tournaments are NOT paired again")
    answer = ada.post("/v1/tournaments", wish(context, format="swiss"))
    assert refused(answer, 422, "invalid")
    assert answer.get_json()["errors"][0]["pointer"] == "/format"


def test_a_knock_out_whose_last_table_nobody_finishes(
    app: Flask,
    context: Context,
    ada: Player,
    visitor: Player,
    tmp_path: Path,
    an_hour_ago: pytest.MonkeyPatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = announced(context, ada, format="knockout", round_seconds=3600)
    players = entered(app, context, path, "Cleo", "Dora", "Emil", "Finn", "Gus")
    order = [one.account for one in players]
    an_hour_ago.undo()
    work(context)
    shown = visitor.sees(path)
    assert (shown["rounds"], len(shown["tables"]), len(shown["byes"])) == (3, 1, 3)
    while visitor.sees(path)["round"] < 3:
        play_round(context, visitor.sees(path), order)
        work(context)
    final = visitor.sees(path)
    (table,) = [one for one in final["tables"] if one["round"] == 3]
    monkeypatch.setattr(Store, "now", lambda store: NOW(store) + HOUR)
    context.store.look_at_tournament(final["id"], 0)
    work(context)
    over = visitor.sees(path)
    assert over["status"] == "over"
    assert {one["player"] for one in over["standings"][:2]} == set(table["players"])
    assert [one["place"] for one in over["standings"]] == [1, 2, 3, 3, 5]
    assert verified(visitor, path, tmp_path).startswith("PASS")
    # What becomes of the table afterwards changes nothing.
    resign(context, table, over["standings"][0]["player"])
    work(context)
    assert visitor.sees(path)["standings"] == over["standings"]
    assert verified(visitor, path, tmp_path).startswith("PASS")


def test_a_round_that_was_paired_just_before_a_crash_gets_its_tables(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada, format="knockout")
    entered(app, context, path, "Cleo", "Dora", "Emil")
    an_hour_ago.undo()
    an_hour_ago.setattr(tournaments, "make_table", lambda *given: 1 / 0)
    look_at_tournaments(context)
    an_hour_ago.undo()
    an_hour_ago.setattr(Store, "now", lambda store: NOW(store) + 31 * 24 * HOUR)
    work(context)
    (table,) = [one for one in visitor.sees(path)["tables"] if one["round"] == 1]
    assert visitor.sees(f"/v1/matches/{table['match']}")["status"] == "running"


def events(reader: Player, path: str, language: str = "en") -> list[Any]:
    answer = reader.get(f"{path}/calendar.ics?language={language}")
    assert answer.content_type == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.data).walk("VEVENT")
    assert len({str(one["UID"]) for one in found}) == len(found)
    return found


def dates(reader: Player, path: str, language: str = "en") -> list[tuple[str, str]]:
    return [(str(one["SUMMARY"]), str(one["STATUS"])) for one in events(reader, path, language)]


def test_the_dates_of_a_tournament_are_a_calendar(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada, format="knockout", round_seconds=7200)
    players = entered(app, context, path, "Cleo", "Dora", "Emil")
    assert dates(visitor, path) == [
        ("Hansa cup: entries close", "CONFIRMED"),
        ("Hansa cup: round 1 of 2", "TENTATIVE"),
        ("Hansa cup: round 2 of 2", "TENTATIVE"),
    ]
    an_hour_ago.undo()
    work(context)
    assert dates(visitor, path, "de")[1:] == [
        ("Hansa cup: Runde 1 von 2", "CONFIRMED"),
        ("Hansa cup: Runde 2 von 2", "TENTATIVE"),
    ]
    first, second = events(visitor, path)[1:]
    assert second["DTSTART"].dt == first["DTEND"].dt == first["DTSTART"].dt + timedelta(hours=2)
    order = [one.account for one in players]
    while visitor.sees(path)["status"] != "over":
        play_round(context, visitor.sees(path), order)
        work(context)
        work(context)
    assert [status for _, status in dates(visitor, path)] == ["CONFIRMED"] * 4
    first, second = events(visitor, path)[1:3]
    assert first["DTEND"].dt == second["DTSTART"].dt < first["DTSTART"].dt + timedelta(hours=2), "it was over sooner"
    league = announced(context, ada)
    assert dates(visitor, league) == [("Hansa cup: entries close", "CONFIRMED")]
    seasons = announced(context, ada, format="seasons", rounds=2)
    assert [summary for summary, _ in dates(visitor, seasons, "de")[1:]] == [
        "Hansa cup: Saison 1 von 2",
        "Hansa cup: Saison 2 von 2",
    ]
    assert refused(visitor.get("/v1/tournaments/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11/calendar.ics"), 404, "not-found")


def test_a_round_on_which_the_library_breaks_holds_up_no_other_tournament(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    def breaks(*_args: object) -> Pairing:
        raise ZeroDivisionError

    paths = [announced(context, ada, format=one) for one in ("swiss", "league")]
    for path, names in zip(paths, (("Cleo", "Dora"), ("Emil", "Finn")), strict=True):
        entered(app, context, path, *names)
    an_hour_ago.undo()
    an_hour_ago.setattr(swiss, "pair", breaks)
    work(context)
    assert [visitor.sees(path)["round"] for path in paths] == [0, 1]


def test_a_swiss_tournament_waits_where_nothing_can_pair_it_and_holds_up_no_other(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    paths = [announced(context, ada, format=one) for one in ("swiss", "league")]
    for path, names in zip(paths, (("Cleo", "Dora"), ("Emil", "Finn")), strict=True):
        entered(app, context, path, *names)
    an_hour_ago.undo()
    an_hour_ago.setattr(swiss, "installed", lambda: "")
    work(context)
    assert [(visitor.sees(path)["status"], visitor.sees(path)["round"]) for path in paths] == [
        ("running", 0),
        ("running", 1),
    ]
    an_hour_ago.undo()
    context.store.look_at_tournament(paths[0].rpartition("/")[2], 0)
    work(context)
    assert visitor.sees(paths[0])["round"] == 1


def test_a_league_in_seasons_from_its_announcement_to_its_end(
    app: Flask,
    context: Context,
    ada: Player,
    visitor: Player,
    tmp_path: Path,
    an_hour_ago: pytest.MonkeyPatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rated = announced(context, ada, rated=True)
    names = ("Cleo", "Dora", "Emil", "Finn", "Gus", "Hal", "Ida")
    players = entered(app, context, rated, *names[:2])
    path = announced(context, ada, format="seasons", rounds=3, round_seconds=3600, division_size=3, rated=True)
    for one in players:
        assert one.put(f"{path}/entry", {}).status_code == 200
    players += entered(app, context, path, *names[2:])
    order = [one.account for one in players]
    an_hour_ago.undo()
    context.store.look_at_tournament(path.rpartition("/")[2], context.store.now() + HOUR)
    work(context)
    (table,) = visitor.sees(rated)["tables"]
    resign(context, table, players[1].account)  # so Cleo is the strongest, and Dora the weakest
    work(context)
    context.store.look_at_tournament(path.rpartition("/")[2], 0)
    work(context)

    def divisions() -> list[list[str]]:
        rows = visitor.sees(path)["standings"]
        return [
            [one["name"] for one in rows if one["division"] == number]
            for number in sorted({one["division"] for one in rows})
        ]

    first = visitor.sees(path)
    assert (first["status"], first["round"], first["rounds"], first["division_size"]) == ("running", 1, 3, 3)
    assert (len(first["tables"]), [len(one) for one in divisions()]) == (3 + 6, [3, 4])
    assert ("Cleo" in divisions()[0], "Dora" in divisions()[1]) == (True, True)

    # The first season: the strongest of each division win, and one table of the upper one stays open.
    weakest = {name: place for place, name in enumerate(names)}
    upper, lower = (sorted(one, key=weakest.__getitem__) for one in divisions())
    drain_once(context)
    late = next(one for one in first["tables"] if {order[weakest[name]] for name in upper[:2]} == set(one["players"]))
    for table in first["tables"]:
        if table is not late:
            resign(context, table, max(table["players"], key=order.index))
    work(context)
    assert visitor.sees(path)["round"] == 1, "it waits for the last table"
    joining = new_player(app, context, "Jo")
    answer = joining.put(f"{path}/entry", {"entropy": b64(bytes(32))})
    assert (answer.status_code, answer.get_json()["entered"], answer.get_json()["entrants"]) == (200, True, 8)
    assert divisions()[0] == ["Jo"], "she begins with the next season"
    assert players[weakest[lower[1]]].delete(f"{path}/entry").get_json()["entered"] is False

    monkeypatch.setattr(Store, "now", lambda store: NOW(store) + HOUR)
    context.store.look_at_tournament(first["id"], 0)
    work(context)
    second = visitor.sees(path)
    assert (second["round"], second["rounds"], second["entrants"]) == (2, 3, 7)
    assert {*divisions()[0]} == {*upper[:2], lower[0]}, "the best goes up, the last down"
    assert {*divisions()[1]} == {upper[2], *lower[2:], "Jo"}
    context.store.relay_all()
    told = [one.event for one in context.store.feed(joining.account, None, 50).events]
    assert [(one["round"], one["division"]) for one in told if one["type"] == "tournament-round"] == [(2, 2)]
    assert [one["name"] for one in second["former"]] == [lower[1]], "the season before names who has left"
    resign(context, late, late["players"][0])
    work(context)
    assert {one["points"] for one in visitor.sees(path)["standings"]} == {0}, "what is late counts for nobody"
    for _ in range(2):
        shown = visitor.sees(path)
        drain_once(context)
        for table in shown["tables"]:
            if table["round"] == shown["round"]:
                resign(context, table, table["players"][0])
        work(context)
    over = visitor.sees(path)
    assert (over["status"], over["round"]) == ("over", 3)
    assert {one["round"] for one in over["tables"]} == {2, 3}
    assert refused(joining.delete(f"{path}/entry"), 409, "entries-closed")
    assert verified(visitor, path, tmp_path).startswith("PASS: 2 tournaments, 2 drawn")
    head, *lines = csv.reader(visitor.get(f"{path}/standings.csv").get_data(as_text=True).splitlines())
    assert (head[-1], lines[0][-1], lines[-1][-1]) == ("division", "1", "2")


def test_a_league_in_seasons_waits_for_its_entries_to_be_in_the_log(
    app: Flask, context: Context, ada: Player, visitor: Player, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada, format="seasons", rounds=1, division_size=3)
    entered(app, context, path, "Cleo", "Dora")
    an_hour_ago.undo()
    look_at_tournaments(context)
    assert visitor.sees(path)["status"] == "open"
    work(context)
    assert visitor.sees(path)["status"] == "running"


@pytest.mark.parametrize("terms", [{"format": "seasons", "rounds": 2, "division_size": 3}, {"format": "knockout"}])
def test_a_match_that_ended_in_time_counts_though_the_clock_comes_late(
    app: Flask,
    context: Context,
    ada: Player,
    an_hour_ago: pytest.MonkeyPatch,
    monkeypatch: pytest.MonkeyPatch,
    terms: dict[str, Any],
) -> None:
    """The attack: whoever has lost keeps the clock from its work over the end of the round, or waits for its next restart."""
    path = announced(context, ada, round_seconds=3600, **terms)
    entered(app, context, path, "Cleo", "Dora", "Emil", "Finn")
    an_hour_ago.undo()
    work(context)
    tournament = path.rpartition("/")[2]
    tables = tournaments.load(context.store, tournament).log.tables
    drain_once(context)
    for table in tables:
        found = context.store.account(table["players"][0])
        assert found is not None
        lobby.resign(context, table["match"], found)
    drain_once(context)
    monkeypatch.setattr(Store, "now", lambda store: NOW(store) + HOUR)
    context.store.look_at_tournament(tournament, 0)
    look_at_tournaments(context)
    log = tournaments.load(context.store, tournament).log
    assert log.round == 2
    assert {one["match"] for one in tables} == set(log.scored)
    if log.divisions is None:
        assert {*log.tables[-1]["players"]} == {one["players"][1] for one in tables}, "the winners meet"
    work(context)
    assert not context.store.waiting_results()


def test_blocked_accounts_are_paired_no_more(
    app: Flask, context: Context, ada: Player, visitor: Player, tmp_path: Path, an_hour_ago: pytest.MonkeyPatch
) -> None:
    path = announced(context, ada, format="swiss", rounds=2, rated=True)
    players = entered(app, context, path, "Cleo", "Dora", "Emil", "Finn")
    order = [one.account for one in players]
    an_hour_ago.undo()
    work(context)
    block(Operator(context.store, "console"), order[3], "plays with two accounts")
    shown = visitor.sees(path)
    assert None not in [one["place"] for one in shown["standings"]]
    play_round(context, shown, order)
    work(context)
    second = visitor.sees(path)
    assert second["round"] == 2
    assert [order[3] in one["players"] for one in second["tables"] if one["round"] == 2] == [False]
    assert ("Finn", None, 0) in standings(visitor, path)
    play_round(context, second, order)
    work(context)
    assert verified(visitor, path, tmp_path).startswith("PASS")
