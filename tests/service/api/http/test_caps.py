"""Somebody who wants to fill the store: tables without end, seats taken and given back, answers changed for ever."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
import redis
from flask import Flask

from service.api.app import equip
from service.api.http import idempotency
from service.context import Context
from service.matches import caps
from service.store import keys
from service.store.matches import acts
from service.store.store import Store
from tests.given.contexts import forget_answer, loaded, open_context
from tests.service.api.people.test_lists import pages
from tests.service.api.players import Player, Table, refused
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import FolderTransport

WISH = {"rules": "kontor", "grace_seconds": 0}


def test_a_person_has_a_limited_number_of_tables_waiting_for_players(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "MOST_TABLES", 2)
    first, _ = (ada.post("/v1/matches", WISH).get_json()["match"] for _ in range(2))
    problem = refused(ada.post("/v1/matches", WISH), 409, "too-many-matches")
    assert "2 of your matches wait for players" in problem["detail"]
    ada.delete(f"/v1/matches/{first}/seats/me")
    Table.resolve(Table(limited, first, (ada,)))
    assert ada.post("/v1/matches", WISH).status_code == 201


def test_the_repetition_of_the_last_creation_allowed_is_no_further_one(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "MOST_TABLES", 1)
    made = ada.post("/v1/matches", WISH, Idempotency_Key="k").get_json()["match"]
    forget_answer(limited, ada.account, "k")  # the answer was lost before it was stored
    assert ada.post("/v1/matches", WISH, Idempotency_Key="k").get_json()["match"] == made
    refused(ada.post("/v1/matches", WISH), 409, "too-many-matches")


def test_a_person_creates_a_limited_number_of_matches_a_day_even_if_each_is_cancelled(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "CREATIONS", (3, 3600))
    for _ in range(3):
        made = ada.post("/v1/matches", WISH).get_json()["match"]
        ada.delete(f"/v1/matches/{made}/seats/me")
        Table.resolve(Table(limited, made, (ada,)))
    answer = ada.post("/v1/matches", WISH)
    refused(answer, 429, "too-many-creations")
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_a_refused_request_is_no_creation(limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "CREATIONS", (1, 3600))
    for _ in range(3):
        refused(ada.post("/v1/matches", {**WISH, "options": {"preset": "nonsense"}}), 422, "invalid")
    assert ada.post("/v1/matches", WISH).status_code == 201


def test_a_request_beyond_a_cap_invites_nobody(limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: wishes that are refused anyway make accounts and spend the invitations of the sender."""
    monkeypatch.setattr(caps, "MOST_TABLES", 0)
    for _ in range(25):
        answer = ada.post("/v1/matches", {**WISH, "invite": ["stranger@players.example"]})
        refused(answer, 409, "too-many-matches")
    assert limited.store.account_by_mail("stranger@players.example") is None


def test_each_match_of_a_batch_counts_and_one_that_is_refused_stops_no_other(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "CREATIONS", (3, 3600))
    wishes = [WISH, {**WISH, "options": {"preset": "nonsense"}}, {**WISH, "title": "Second"}]
    malformed = refused(ada.post("/v1/matches/batch", {"matches": [WISH, {**WISH, "seats": "two"}]}), 422, "invalid")
    assert malformed["errors"][0]["pointer"] == "/matches/1/seats"
    refused(ada.post("/v1/matches/batch", {"matches": [WISH] * 11}), 422, "invalid")
    answer = ada.post("/v1/matches/batch", {"matches": wishes}, Idempotency_Key="k")
    assert answer.headers["RateLimit"].rpartition(", ")[2].startswith('"matches";r=1;t=')
    assert answer.headers["RateLimit-Policy"].endswith(', "matches";q=3;w=3600')
    made = answer.get_json()["results"]
    first, wrong, second = made
    assert [one["problem"] for one in (first, second)] == [None, None]
    assert first["created"]["entry"]["body"]["match"] == first["match"] != second["match"]
    assert (wrong["match"], wrong["problem"]["status"], wrong["problem"]["retry_after"]) == (None, 422, None)
    assert wrong["problem"]["errors"][0]["pointer"] == "/matches/1/options/preset"
    forget_answer(limited, ada.account, "k")  # the answer was lost before it was stored
    assert ada.post("/v1/matches/batch", {"matches": wishes}, Idempotency_Key="k").get_json()["results"] == made
    third, beyond = ada.post("/v1/matches/batch", {"matches": [WISH, WISH]}).get_json()["results"]
    assert third["problem"] is None
    assert (beyond["problem"]["type"], beyond["problem"]["errors"]) == ("/problems/too-many-creations", [])
    assert 0 < beyond["problem"]["retry_after"] <= 3600


def test_ten_matches_are_created_filled_started_and_followed_in_two_requests(limited: Context, ada: Player) -> None:
    """So a hundred take no more than twenty."""
    quotas = ada.sees("/v1/meta")["match_quotas"]
    assert (quotas["created"], quotas["seconds"], quotas["waiting"]) == (100, 86_400, 20)
    wanted = {"name": "Rolf", "games": ["kontor"], "most_matches": 20}
    bot = ada.post("/v1/me/bots", wanted).get_json()["account"]
    wish = {**WISH, "hold_seconds": 0, "invite": [bot]}
    made = ada.post("/v1/matches/batch", {"matches": [wish] * 10}).get_json()["results"]
    matches = {one["match"] for one in made}
    assert len(matches) == 10 and None not in matches
    for match in matches:
        Table.resolve(Table(limited, match, (ada,)))
    told = ada.sees("/v1/me/events")["events"]
    assert {one["match"] for one in told if one["type"] == "your-turn"} == matches


def test_a_full_table_that_has_not_started_yet_waits_for_no_players(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred matches are created faster than the workers start them."""
    monkeypatch.setattr(caps, "MOST_TABLES", 2)
    bot = ada.post("/v1/me/bots", {"name": "Rolf", "games": ["kontor"]}).get_json()["account"]
    made = ada.post("/v1/matches/batch", {"matches": [{**WISH, "invite": [bot]}] * 5}).get_json()["results"]
    assert [one["problem"] for one in made] == [None] * 5
    assert [ada.post("/v1/matches", WISH).status_code for _ in range(3)] == [201, 201, 409]


def test_all_players_together_create_a_limited_number_of_matches_a_day(
    app: Flask, ada: Player, ben: Player, redis_url: str, tmp_path: Path
) -> None:
    few = open_context(redis_url, tmp_path / "few", rate_limits=True, matches=1)
    equip(app, few)
    assert ada.post("/v1/matches", WISH).status_code == 201
    refused(ben.post("/v1/matches", WISH), 429, "too-many-creations")
    few.store.close()


def test_a_person_sits_in_a_limited_number_of_matches_that_are_not_over(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "MOST_UNFINISHED", 2)
    tables = [ada.post("/v1/matches", WISH).get_json() for _ in range(2)]
    refused(ada.post("/v1/matches", WISH), 409, "too-many-matches")
    for one in tables:
        assert ben.put(f"/v1/matches/{one['match']}/seats/me", {}).status_code == 200
    refused(ben.post("/v1/matches", WISH), 409, "too-many-matches")


def test_coming_and_going_does_not_grow_a_strangers_log_for_ever(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "SEATS_TAKEN", (3, 3600))
    match = ada.post("/v1/matches", {**WISH, "start": "by-owner"}).get_json()["match"]
    for _ in range(3):
        assert ben.put(f"/v1/matches/{match}/seats/me", {}).status_code == 200
        assert ben.delete(f"/v1/matches/{match}/seats/me").status_code == 204
    answer = ben.put(f"/v1/matches/{match}/seats/me", {})
    refused(answer, 429, "too-many-changes")
    assert int(answer.headers["Retry-After"]) > 0
    assert loaded(limited, match).n == 2 + 2 * 3


def test_leaving_a_seat_removes_the_match_from_the_account(
    ada: Player, ben: Player, context: Context, tmp_path: Path
) -> None:
    match = ada.post("/v1/matches", {**WISH, "start": "by-owner"}).get_json()["match"]
    ben.put(f"/v1/matches/{match}/seats/me", {})
    ben.delete(f"/v1/matches/{match}/seats/me")
    deliver_once(context, FolderTransport(tmp_path / "mails"))  # a late repair of the list
    assert ben.sees("/v1/me/matches")["matches"] == []
    assert context.store.count_unfinished(ben.account) == 0
    assert [one["match"] for one in ada.sees("/v1/me/matches")["matches"]] == [match]


def test_a_table_where_very_many_have_come_and_gone_takes_nobody_new(
    ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.matches.seating.lobby.LOBBY_ENTRIES", 4)
    match = ada.post("/v1/matches", {**WISH, "start": "by-owner"}).get_json()["match"]
    ben.put(f"/v1/matches/{match}/seats/me", {})
    assert ben.delete(f"/v1/matches/{match}/seats/me").status_code == 204
    refused(ben.put(f"/v1/matches/{match}/seats/me", {}), 429, "too-many-changes")


def test_nobody_changes_a_sealed_answer_for_ever(table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_COMMITMENTS", 4)
    here, moves = table.here(), table.moves(ada, table.standing()["id"])
    for seq in range(4):
        answer = ada.put(f"{here}/commitment", {"move": moves[seq % 2], "replaces": seq, "wait": True})
        assert answer.status_code == 200, answer.data
    before = table.context.store._ask(("SCARD", keys.seen(table.match)))
    problem = refused(
        ada.put(f"{here}/commitment", {"move": moves[2], "replaces": 4, "wait": True}), 409, "too-many-acts"
    )
    assert problem["act"]["seq"] == 4
    assert table.context.store._ask(("SCARD", keys.seen(table.match))) == before
    assert ada.delete(f"{here}/commitment?replaces=4").status_code == 200
    refused(ada.put(f"{here}/commitment", {"move": moves[2], "replaces": 5}), 409, "too-many-acts")


def test_a_repetition_of_the_last_change_allowed_gets_its_receipt(
    table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "MOST_COMMITMENTS", 1)
    here, move = table.here(), table.moves(ada, table.standing()["id"])[0]
    first, again = (ada.put(f"{here}/commitment", {"move": move}).get_json() for _ in range(2))
    assert first["receipt"] == again["receipt"]


@pytest.fixture
def finished(ada: Player, ben: Player, context: Context) -> list[str]:
    """Return matches of Ada and Ben that they have resigned, the latest last, filed as over."""
    found = []
    for _ in range(5):
        made = Table.begin(context, ada, ben)
        ben.post(f"{made.path}/resign", {})
        made.resolve()
        found.append(made.match)
    assert context.store.sweep().filed == 10
    return found


def test_what_is_over_costs_the_lists_of_what_runs_nothing(
    finished: list[str], table: Table, ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    load_many = type(context.store).load_many

    def note(store: Store, ids: Sequence[str], **more: Any) -> list[Any]:
        asked.extend(ids)
        return load_many(store, ids, **more)

    monkeypatch.setattr(type(context.store), "load_many", note)
    assert {one["match"] for one in ada.sees("/v1/me/waiting")["waiting"]} == {table.match}
    assert [one["match"] for one in ada.sees("/v1/me/matches?status=running")["matches"]] == [table.match]
    assert set(asked) == {table.match}


def test_finished_matches_are_listed_after_the_others_the_latest_first(
    finished: list[str], table: Table, ada: Player
) -> None:
    found = [one["match"] for page in pages(ada, "/v1/me/matches?limit=2", "matches") for one in page]
    assert found == [table.match, *reversed(finished)]
    over = [one["match"] for page in pages(ada, "/v1/me/matches?limit=2&status=closed", "matches") for one in page]
    assert over == list(reversed(finished))


def test_a_match_that_ended_a_moment_ago_is_listed_as_over_before_it_is_filed(
    table: Table, ada: Player, ben: Player
) -> None:
    ben.post(f"{table.path}/resign", {})
    table.resolve()
    assert [one["match"] for one in ada.sees("/v1/me/matches?status=closed")["matches"]] == [table.match]
    assert ada.sees("/v1/me/matches?status=running")["matches"] == []


def test_a_refused_request_invites_nobody(limited: Context, ada: Player) -> None:
    """The attack: wishes that are refused spend everybody's invitations and leave accounts of strangers behind."""
    for wrong in ({"rules": "nonsense"}, {"rules": "kontor@99"}, {**WISH, "seats": 8}, {**WISH, "options": {"x": 1}}):
        answer = ada.post("/v1/matches", {**wrong, "invite": [f"{n}@players.example" for n in range(10)]})
        assert answer.status_code == 422
    assert limited.store.account_by_mail("0@players.example") is None
    assert ada.post("/v1/matches", {**WISH, "invite": ["eve@players.example"]}).status_code == 201


@pytest.mark.parametrize("sit", [True, False])
def test_bots_alone_play_no_match(ada: Player, sit: bool) -> None:
    """The attack: each request made a whole match of Seafarers, 1,569 entries and 840 kB, which no cap of running ones holds."""
    wish = {"rules": "seafarers", "seats": 5, "bots": ["steady"] * 5, "sit": sit}
    refused(ada.post("/v1/matches", wish), 422, "invalid")
    assert ada.post("/v1/matches", {**wish, "bots": ["steady"] * 4}).status_code == 201


def test_taking_ones_seat_again_is_no_further_change(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "SEATS_TAKEN", (2, 3600))
    match = ada.post("/v1/matches", {**WISH, "start": "by-owner"}).get_json()["match"]
    assert [ben.put(f"/v1/matches/{match}/seats/me", {}).status_code for _ in range(4)] == [200] * 4


def test_an_account_keeps_a_limited_number_of_answers_under_its_keys_for_long(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: the same resignation again under ever new keys, each of which keeps a copy of the match for two days."""
    monkeypatch.setattr(idempotency, "KEPT_A_DAY", (3, 3600))
    path = f"{Table.begin(limited, ada, ben).path}/resign"
    answers = [ada.post(path, {}, Idempotency_Key=f"k{number}") for number in range(4)]
    assert [one.status_code for one in answers] == [202] * 4, "a program that uses them up locks nobody out"
    assert [ada.post(path, {}, Idempotency_Key=f"k{number}").data for number in range(4)] == [
        one.data for one in answers
    ]
    assert ben.post(path, {}, Idempotency_Key="k4").status_code == 202, "others have their own"
    with redis.Redis.from_url(limited.settings.redis_url) as server:
        lives = sorted(cast(int, server.pttl(one)) for one in server.scan_iter("*:i:*", count=1_000))
    assert lives[0] <= idempotency.KEPT_BEYOND < lives[1] and len(lives) == 5


def test_what_is_refused_keeps_nothing_and_counts_nothing(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "KEPT_A_DAY", (1, 3600))
    path = f"{Table.begin(limited, ada, ben).path}/resign"
    refused(ada.post(path, {"x": 1}, Idempotency_Key="k"), 422, "invalid")
    assert ada.post(path, {}, Idempotency_Key="k").status_code == 202
    with redis.Redis.from_url(limited.settings.redis_url) as server:
        (kept,) = server.scan_iter("*:i:*", count=1_000)
        assert cast(int, server.pttl(kept)) > idempotency.KEPT_BEYOND
