"""Lists: pages by cursor, complete, without doubles, in a stable order."""

from typing import Any

import pytest

from service.context import Context
from tests.given.contexts import loaded
from tests.service.api.players import Player, Table, refused
from workers.resolve.drain import drain_once


def pages(player: Player, path: str | None, member: str) -> list[list[Any]]:
    """Follow the Link header to the end; return the items page by page."""
    found = []
    while path:
        answer = player.get(path)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        found.append(answer.get_json()[member])
        link = answer.headers.get("Link")
        assert link is None or link.endswith('; rel="next"')
        path = link.partition(">")[0].removeprefix("<") if link else None
    return found


@pytest.fixture
def seven(ada: Player) -> list[str]:
    return [ada.post("/v1/matches", {"rules": "kontor", "title": f"No {n}"}).get_json()["match"] for n in range(7)]


def test_open_matches_are_listed_oldest_first(ada: Player, visitor: Player, seven: list[str]) -> None:
    found = pages(visitor, "/v1/matches?limit=3", "matches")
    assert [len(page) for page in found] == [3, 3, 1]
    assert [one["match"] for page in found for one in page] == seven
    assert all(one["seat"] is None and one["status"] == "lobby" for page in found for one in page)


@pytest.mark.parametrize(("path", "member"), [("log", "entries"), ("feed", "events")])
def test_pages_of_a_private_table_lead_on_with_the_invitation(
    ada: Player, visitor: Player, path: str, member: str
) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private"}).get_json()
    query = f"limit=1&invitation={made['invitation']}"
    assert len(pages(visitor, f"/v1/matches/{made['match']}/{path}?{query}", member)) == made["n"] > 1


def test_my_matches_are_listed_once_each(ada: Player, ben: Player, seven: list[str]) -> None:
    for path in ("/v1/me/matches?limit=2", "/v1/matches?status=mine&limit=2"):
        found = [one["match"] for page in pages(ada, path, "matches") for one in page]
        assert found == sorted(seven)
    assert ben.sees("/v1/me/matches")["matches"] == []


def test_my_matches_can_be_chosen_by_status(ada: Player, ben: Player, table: Table, seven: list[str]) -> None:
    assert [one["match"] for one in ada.sees("/v1/me/matches?status=running")["matches"]] == [table.match]
    assert len([one for page in pages(ada, "/v1/me/matches?status=lobby&limit=2", "matches") for one in page]) == 7
    assert ada.sees("/v1/me/matches?status=closed")["matches"] == []


def test_private_and_running_matches_are_not_in_the_lobby(ada: Player, visitor: Player, table: Table) -> None:
    ada.post("/v1/matches", {"rules": "kontor", "visibility": "private"})
    assert visitor.sees("/v1/matches")["matches"] == []


def test_the_log_is_read_page_by_page_or_from_a_place(table: Table, ada: Player) -> None:
    whole = ada.sees(f"{table.path}/log")["entries"]
    assert [line["entry"]["n"] for line in whole] == list(range(1, len(whole) + 1))
    paged = [line for page in pages(ada, f"{table.path}/log?limit=2", "entries") for line in page]
    assert paged == whole
    assert ada.sees(f"{table.path}/log?after={len(whole) - 1}")["entries"] == whole[-1:]


def test_the_feed_tells_public_events_in_words_of_either_language(
    table: Table, ada: Player, ben: Player, visitor: Player
) -> None:
    for player in (ada, ben):
        player.put(f"{table.here()}/commitment", {"move": table.moves(player, table.standing()["id"])[0]})
    table.resolve()
    told = {language: visitor.sees(f"{table.path}/feed?language={language}")["events"] for language in ("en", "de")}
    public = [one["entry"]["body"]["events"] for one in visitor.sees(f"{table.path}/log")["entries"]
              if one["entry"]["type"] == "resolved"]  # fmt: skip
    assert [one["event"] for one in told["en"]] == [event for events in public for event in events]
    assert all("Ada" in one["text"] or "Ben" in one["text"] for one in told["en"] if one["event"]["type"] == "laid")
    assert [one["text"] for one in told["en"]] != [one["text"] for one in told["de"]]
    n = visitor.sees(f"{table.path}/feed")["n"]
    assert visitor.sees(f"{table.path}/feed?after={n}")["events"] == []
    paged = [one for page in pages(visitor, f"{table.path}/feed?limit=1", "events") for one in page]
    assert paged == told["en"]


def test_the_export_is_the_stored_bytes(table: Table, ada: Player, visitor: Player, context: Context) -> None:
    stored = context.store.lines(table.match)
    assert visitor.get(f"{table.path}/log.jsonl").data == b"".join(stored)
    assert ada.get(f"{table.path}/log.jsonl?after=2").data == b"".join(stored[2:])
    assert ada.get(f"{table.path}/log.jsonl?after=9999").data == b""


def test_heads_can_be_followed(table: Table, visitor: Player, ada: Player, context: Context) -> None:
    """The store leaves the present millisecond out, so the newest head may come a moment later."""
    while context.store.now() <= loaded(context, table.match).at + 5:
        pass
    first = visitor.sees("/v1/heads?limit=1")
    rest = visitor.sees(f"/v1/heads?cursor={first['cursor']}")
    seen = first["heads"] + rest["heads"]
    assert seen[-1]["head"] == ada.sees(table.path)["head"]
    later = visitor.sees(f"/v1/heads?cursor={rest['cursor']}")
    assert (later["heads"], later["cursor"]) == ([], rest["cursor"])


@pytest.mark.parametrize("cursor", ["x", "W10", "WyJhIl0=", "WzEsMl0", "a" * 401, "%00"])
def test_a_cursor_of_another_list_is_refused(ada: Player, cursor: str) -> None:
    for path in ("/v1/matches", "/v1/heads", "/v1/me/matches"):
        answer = ada.get(f"{path}?cursor={cursor}")
        assert answer.status_code == 422
        assert answer.get_json()["errors"][0]["parameter"] == "cursor"


def test_public_matches_being_played_are_listed_latest_first_as_spectators_see_them(
    context: Context, ada: Player, ben: Player, visitor: Player, seven: list[str]
) -> None:
    played = [Table.begin(context, ada, ben).match for _ in range(3)]
    Table.begin(context, ada, ben, visibility="private")
    path = "/v1/matches?status=running&limit=2"
    found = [one for page in pages(visitor, path, "matches") for one in page]
    assert sorted(one["match"] for one in found) == sorted(played)
    made = [one["created_at"] for one in found]
    assert made == sorted(made, reverse=True)
    for one in found:
        assert (one["status"], one["visibility"], one["seat"]) == ("running", "open", None)
        seen = visitor.sees(f"/v1/matches/{one['match']}")
        assert one == {name: seen[name] for name in one}, "no more than the table shows to everybody"
    assert [one["match"] for page in pages(visitor, "/v1/matches?limit=3", "matches") for one in page] == seven
    for one, other in (("open", "running"), ("running", "open")):
        cursor = visitor.sees(f"/v1/matches?status={one}&limit=1")["next"]
        refused(visitor.get(f"/v1/matches?status={other}&cursor={cursor}"), 422, "invalid")
    ada.post(f"/v1/matches/{found[0]['match']}/resign", {})
    drain_once(context)
    assert len(visitor.sees("/v1/matches?status=running")["matches"]) == 2


def test_in_the_lobby_a_seat_tells_its_players_language_until_the_match_begins(
    context: Context, ada: Player, ben: Player, visitor: Player
) -> None:
    ada.ask("PATCH", "/v1/me", {"language": "de"})
    wish = {"rules": "kontor", "grace_seconds": 0}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    (shown,) = visitor.sees("/v1/matches")["matches"]
    assert [one["language"] for one in shown["seats"]] == ["de", None]
    ben.put(f"/v1/matches/{match}/seats/me")
    drain_once(context)
    assert {one["language"] for one in visitor.sees(f"/v1/matches/{match}")["seats"]} == {None}
