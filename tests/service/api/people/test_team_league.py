"""A league of teams through the API: founded, joined by invitation, played board against board, and computed again."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.admin.matches import rename_tournament
from service.admin.operator import AdminError, Operator
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.departure import depart
from service.store import keys
from tests.service.api.people.test_tournaments import an_hour_ago, announced, counting, resign, verified, wish, work
from tests.service.api.players import Player, new_player, refused
from workers.resolve.drain import drain_once

__all__ = ["an_hour_ago", "counting"]
FORMAT: dict[str, Any] = {"format": "teams", "boards": 2, "round_seconds": 86_400, "most": 12}


def founded(founder: Player, where: str, name: str) -> str:
    """Found a team; return the invitation to it."""
    invitation: str = founder.put(f"{where}/entry", {"team_name": name}).get_json()["invitation"]
    return invitation


def team(app: Flask, context: Context, where: str, name: str, *members: str) -> list[Player]:
    players = [new_player(app, context, one) for one in members]
    invitation = founded(players[0], where, name)
    for one in players[1:]:
        shown = one.put(f"{where}/entry", {"invitation": invitation}).get_json()
        assert (shown["entered"], shown["invitation"]) == (True, None)
    return players


def names(shown: dict[str, Any]) -> list[tuple[str, int | None, int, int]]:
    return [(one["name"], one["place"], one["points"], one["strength"]) for one in shown["teams"]]


def test_a_league_of_teams_from_its_announcement_to_its_end(
    app: Flask, context: Context, visitor: Player, an_hour_ago: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where = announced(context, new_player(app, context, "Olga"), **FORMAT)
    elbe = team(app, context, where, "Elbe", "Ada", "Ben", "Cleo")
    weser = team(app, context, where, "Weser", "Dora", "Emil")
    shown = visitor.sees(where)
    assert [(one["name"], len(one["members"]), one["place"]) for one in shown["teams"]] == [
        ("Elbe", 3, None),
        ("Weser", 2, None),
    ]
    assert (shown["entrants"], shown["rounds"], shown["invitation"]) == (2, 1, None)
    an_hour_ago.undo()
    work(context)
    shown = visitor.sees(where)
    (encounter,) = shown["encounters"]
    by_number = {one["team"]: one["name"] for one in shown["teams"]}
    assert {by_number[one] for one in encounter["teams"]} == {"Elbe", "Weser"}
    ours = [by_number[one] for one in encounter["teams"]].index("Elbe")
    sides = [[board["players"][side] for board in encounter["boards"]] for side in (ours, 1 - ours)]
    assert sides == [[one.account for one in elbe[:2]], [one.account for one in weser]]
    tables = {one["match"]: one["players"] for one in shown["tables"]}
    first, second = (tables[board["match"]] for board in encounter["boards"])
    assert first == encounter["boards"][0]["players"]
    assert second == encounter["boards"][1]["players"][::-1]
    context.store.relay_all()
    told = [one.event for one in context.store.feed(weser[1].account, None, 50).events]
    assert [(one["round"], one["board"]) for one in told if one["type"] == "tournament-round"] == [(1, 2)]
    for board, loser in zip(encounter["boards"], (weser[0], elbe[1]), strict=True):
        resign(context, {"match": board["match"]}, loser.account)
    work(context)
    work(context)
    shown = visitor.sees(where)
    assert shown["status"] == "over"
    assert sorted(names(shown)) == [("Elbe", 1, 1, 2), ("Weser", 1, 1, 2)]
    assert shown["encounters"][0]["points"] == [2, 2]
    output = verified(visitor, where, tmp_path)
    assert "PASS" in output
    assert "differs" not in output
    rows = list(csv.DictReader(visitor.get(f"{where}/standings.csv").get_data(as_text=True).splitlines()))
    assert sorted((one["name"], one["place"], one["strength"]) for one in rows) == [
        ("Elbe", "1", "2"),
        ("Weser", "1", "2"),
    ]


def test_what_is_wrong_with_a_team_is_told(app: Flask, context: Context, ada: Player, ben: Player) -> None:
    where = announced(context, ada, **FORMAT)
    cleo = new_player(app, context, "Cleo")
    assert refused(ben.put(f"{where}/entry", {}), 422, "invalid")["errors"][0]["pointer"] == "/team_name"
    both = {"team_name": "Elbe", "invitation": "0.x"}
    assert refused(ben.put(f"{where}/entry", both), 422, "invalid")["errors"][0]["pointer"] == "/team_name"
    refused(ben.put(f"{where}/entry", {"invitation": "0.AAAAAAAAAAAAAAAAAAAAAA"}), 403, "not-admitted")
    invitation = founded(ben, where, "Elbe")
    other = announced(context, ada, **FORMAT)
    founded(ben, other, "Elbe")
    refused(cleo.put(f"{other}/entry", {"invitation": invitation}), 403, "not-admitted")
    assert cleo.put(f"{where}/entry", {"invitation": invitation}).get_json()["invitation"] is None
    assert ada.sees(where)["invitation"] is None  # the organiser gets none
    ben.delete(f"{where}/entry")
    assert cleo.sees(where)["invitation"] == invitation  # the next one is captain
    cleo.delete(f"{where}/entry")
    refused(ben.put(f"{where}/entry", {"invitation": invitation}), 403, "not-admitted")
    league = announced(context, ada)
    assert (
        refused(ben.put(f"{league}/entry", {"team_name": "Elbe"}), 422, "invalid")["errors"][0]["pointer"]
        == "/team_name"
    )
    assert refused(ada.post("/v1/tournaments", wish(context, **{**FORMAT, "most": 13})), 422, "invalid")


@pytest.mark.parametrize("name", ["elbe", "EIbe", "Siegelpost", "Admin team", "#3", "Elbе"])
def test_a_name_that_looks_like_another_team_or_the_installation_is_refused(
    app: Flask, context: Context, ada: Player, ben: Player, name: str
) -> None:
    where = announced(context, ada, **FORMAT)
    founded(ada, where, "Elbe")
    found = refused(ben.put(f"{where}/entry", {"team_name": name}), 422, "invalid")
    assert found["errors"][0]["pointer"] == "/team_name"
    ada.delete(f"{where}/entry")
    if name == "elbe":
        founded(ben, where, name)  # the other team is gone


def test_full_teams_and_full_leagues_take_nobody_more(app: Flask, context: Context, ada: Player) -> None:
    where = announced(context, ada, **{**FORMAT, "most": 2})
    elbe = team(app, context, where, "Elbe", *(f"Member {one}" for one in "ABCDEFGH"))
    weser = founded(ada, where, "Weser")
    oder = founded(new_player(app, context, "Finn"), where, "Oder")
    assert new_player(app, context, "Gesa").put(f"{where}/entry", {"invitation": weser}).status_code == 200
    late = new_player(app, context, "Late")
    assert (
        "team"
        in refused(late.put(f"{where}/entry", {"invitation": elbe[0].sees(where)["invitation"]}), 409, "full")["detail"]
    )
    assert "tournament" in refused(late.put(f"{where}/entry", {"team_name": "Saale"}), 409, "full")["detail"]
    assert "tournament" in refused(late.put(f"{where}/entry", {"invitation": oder}), 409, "full")["detail"]
    assert late.sees(where)["entrants"] == 2


def test_the_name_of_a_team_goes_with_the_account_of_its_founder(
    app: Flask, context: Context, ada: Player, visitor: Player
) -> None:
    where = announced(context, ada, **FORMAT)
    founder, member = team(app, context, where, "Elbe", "Ben", "Cleo")
    tournament = where.rpartition("/")[2]
    assert founder.get("/v1/me/export").get_json()["tournaments"] == [{"tournament": tournament, "team": "Elbe"}]
    assert member.get("/v1/me/export").get_json()["tournaments"] == [{"tournament": tournament, "team": None}]
    found = context.store.account(founder.account)
    assert found is not None
    depart(context, found.id)
    assert context.store._ask(("EXISTS", keys.account_tournaments(founder.account))) == 0
    assert [one["name"] for one in visitor.sees(where)["teams"]] == [None]


def test_who_drops_out_is_followed_by_a_reserve_in_the_next_round(
    app: Flask, context: Context, visitor: Player, an_hour_ago: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    olga = new_player(app, context, "Olga")
    where = announced(context, olga, **FORMAT)
    elbe = team(app, context, where, "Elbe", "Ada", "Ben", "Cleo")
    team(app, context, where, "Weser", "Dora", "Emil")
    team(app, context, where, "Oder", "Finn", "Gesa")
    an_hour_ago.undo()
    work(context)
    number = next(one["team"] for one in visitor.sees(where)["teams"] if one["name"] == "Elbe")
    elbe[0].delete(f"{where}/entry")
    seen = []
    for _ in range(3):
        work(context)
        drain_once(context)
        shown = visitor.sees(where)
        for one in shown["encounters"]:
            if one["round"] == shown["round"]:
                if number in one["teams"]:
                    seen.append([board["players"][one["teams"].index(number)] for board in one["boards"]])
                for board in one["boards"]:
                    resign(context, board, board["players"][0])
        work(context)
    work(context)
    assert seen[-1] == [elbe[1].account, elbe[2].account]
    shown = visitor.sees(where)
    assert shown["status"] == "over"
    row = next(one for one in shown["standings"] if one["player"] == elbe[0].account)
    assert (row["place"], row["team"]) == (None, number)
    assert "PASS" in verified(visitor, where, tmp_path)


def test_members_of_a_team_that_is_not_drawn_have_their_places_back(
    app: Flask, context: Context, counting: None, an_hour_ago: pytest.MonkeyPatch
) -> None:
    olga = new_player(app, context, "Olga")
    where = announced(context, olga, **FORMAT)
    elbe = team(app, context, where, "Elbe", "Ada", "Ben")
    team(app, context, where, "Weser", "Dora", "Emil")
    (late,) = team(app, context, where, "Oder", "Finn")
    an_hour_ago.undo()
    work(context)
    kept = [context.store._ask(("ZCARD", keys.account_places(one.account))) for one in (elbe[0], late)]
    assert kept == [1, 0]


def test_the_first_to_enter_rounds_keeps_places_until_the_last_one_may_have_begun(
    app: Flask, context: Context, counting: None, an_hour_ago: pytest.MonkeyPatch
) -> None:
    olga = new_player(app, context, "Olga")
    for terms, rounds in ((FORMAT, 11), ({"format": "knockout", "round_seconds": 86_400, "most": 16}, 4)):
        where = announced(context, olga, **terms)
        player = new_player(app, context, f"Ada {rounds}")
        assert player.put(f"{where}/entry", {"team_name": "Elbe"} if rounds == 11 else {}).status_code == 200
        _, until = context.store._ask(("ZRANGE", keys.account_places(player.account), 0, -1, "WITHSCORES"))
        assert float(until) >= context.store.now() + rounds * 86_400_000


def test_every_member_is_told_at_once_of_the_board_or_why_there_is_none(
    app: Flask, context: Context, an_hour_ago: pytest.MonkeyPatch
) -> None:
    where = announced(context, new_player(app, context, "Olga"), **FORMAT)
    drawn = [
        team(app, context, where, "Elbe", "Ada", "Ben", "Cleo"),
        team(app, context, where, "Weser", "Dora", "Emil", "Finn"),
        team(app, context, where, "Oder", "Gesa", "Hans", "Ida"),
    ]
    (alone,) = team(app, context, where, "Saale", "Jan")
    an_hour_ago.undo()
    work(context)
    boards = []
    for members in drawn:
        told = [of_kind(one.sees("/v1/me/events"), "tournament-round") for one in members]
        assert [len(one) for one in told] == [1, 1, 1]
        boards.append([one[0]["board"] for one in told])
    assert sorted(boards, key=str) == [[1, 2, None], [1, 2, None], [None, None, None]]
    (left_out,) = of_kind(alone.sees("/v1/me/events"), "tournament-round")
    assert (left_out["board"], left_out["matches"]) == (None, [])


def of_kind(page: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for one in page["events"] if one["type"] == kind]


def test_an_operator_renames_a_tournament_with_its_tables_and_a_team(
    app: Flask, context: Context, visitor: Player, an_hour_ago: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where = announced(context, new_player(app, context, "Olga"), **FORMAT)
    team(app, context, where, "Elbe", "Ada", "Ben")
    team(app, context, where, "Insult", "Dora", "Emil")
    an_hour_ago.undo()
    work(context)
    shown, grace, tournament = visitor.sees(where), Operator(context.store, "console"), where.rpartition("/")[2]
    number = next(one["team"] for one in shown["teams"] if one["name"] == "Insult")
    first, second = (one["match"] for one in shown["tables"])
    resign(context, {"match": first}, shown["tables"][0]["players"][0])
    drain_once(context)
    rename_tournament(grace, tournament, "Weser", "ticket 7", team=number)
    rename_tournament(grace, tournament, "Hansa  cup", "ticket 7")
    shown = visitor.sees(where)
    assert (shown["name"], sorted(one["name"] for one in shown["teams"])) == ("Hansa cup", ["Elbe", "Weser"])
    assert [visitor.sees(f"/v1/matches/{one}")["title"] for one in (first, second)] == ["Hansa cup"] * 2
    assert "Hansa cup" in [one["name"] for one in visitor.sees("/v1/tournaments")["tournaments"]]
    for wrong in ("", "x" * 61, "see www.example.org", " Cup"):
        with pytest.raises(AdminError) as refusal:
            rename_tournament(grace, tournament, wrong, "ticket 7")
        assert (refusal.value.code, refusal.value.pointer) == ("invalid", "/name")
    for missing, group in ((new_match_id(), None), ("x", None), (tournament, 1)):
        with pytest.raises(AdminError) as refusal:
            rename_tournament(grace, missing, "Cup", "ticket 7", team=group)
        assert refusal.value.code == "not-found"
    resign(context, {"match": second}, shown["tables"][1]["players"][0])
    work(context)
    work(context)
    assert visitor.sees(where)["status"] == "over"
    assert "PASS" in verified(visitor, where, tmp_path)


def test_a_captain_ends_a_link_and_removes_a_member(
    app: Flask, context: Context, an_hour_ago: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where = announced(context, new_player(app, context, "Olga"), **FORMAT)
    ada, ben, cleo, dora, emil = (new_player(app, context, one) for one in ("Ada", "Ben", "Cleo", "Dora", "Emil"))
    leaked, theirs = founded(ada, where, "Elbe"), founded(dora, where, "Weser")
    renewed = ada.post(f"{where}/invitation", {}).get_json()["invitation"]
    assert renewed != leaked
    assert refused(ben.put(f"{where}/entry", {"invitation": leaked}), 403, "not-admitted")
    assert ben.put(f"{where}/entry", {"invitation": renewed}).get_json()["entered"] is True
    assert ben.put(f"{where}/entry", {"invitation": leaked}).status_code == 200, "a retry of somebody inside"
    for player in (ben, cleo):
        assert refused(player.post(f"{where}/invitation", {}), 404, "not-found")
        assert refused(player.delete(f"{where}/members/{ada.account}"), 404, "not-found")
    for other in (ada.account, dora.account, cleo.account):
        assert refused(ada.delete(f"{where}/members/{other}"), 404, "not-found")
    shown = ada.delete(f"{where}/members/{ben.account}").get_json()
    assert [one["members"] for one in shown["teams"]] == [[ada.account], [dora.account]]
    assert shown["invitation"] not in (leaked, renewed)
    assert ada.delete(f"{where}/members/{ben.account}").get_json()["invitation"] == shown["invitation"]
    assert refused(ben.put(f"{where}/entry", {"invitation": renewed}), 403, "not-admitted")
    context.store.relay_all()
    (event,) = [one.event for one in context.store.feed(ben.account, None, 50).events]
    assert (event["type"], event["tournament"]) == ("removed-from-team", where.rpartition("/")[2])
    assert ben.put(f"{where}/entry", {"invitation": theirs}).status_code == 200
    assert emil.put(f"{where}/entry", {"invitation": shown["invitation"]}).status_code == 200
    an_hour_ago.undo()
    work(context)
    assert refused(ada.post(f"{where}/invitation", {}), 409, "entries-closed")
    assert refused(ada.delete(f"{where}/members/{emil.account}"), 409, "entries-closed")
    assert verified(ada, where, tmp_path).startswith("PASS")


def test_whoever_is_in_a_team_is_not_told_to_have_entered_another(
    app: Flask, context: Context, an_hour_ago: pytest.MonkeyPatch
) -> None:
    where = announced(context, new_player(app, context, "Olga"), **FORMAT)
    ada, ben = new_player(app, context, "Ada"), new_player(app, context, "Ben")
    own, other = founded(ada, where, "Elbe"), founded(ben, where, "Weser")
    for body in ({"invitation": own}, {"team_name": "Elbe"}, {}):
        assert ada.put(f"{where}/entry", body).status_code == 200, body
    for body, pointer in (({"invitation": other}, "/invitation"), ({"team_name": "Oder"}, "/team_name")):
        answer = ada.put(f"{where}/entry", body)
        assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, pointer)
