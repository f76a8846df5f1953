"""People who stay away, over HTTP: who is missed sees it, who is asked votes, and requests are refused by name."""

from typing import Any

import pytest
from flask import Flask

from engine.match.absence import case_of
from service.context import Context
from service.store.records import Record
from tests.service.api.players import Player, new_player, refused
from tests.service.hours import pass_hours
from workers.resolve.drain import drain_once


@pytest.fixture
def path(context: Context, ada: Player, ben: Player) -> str:
    """A running match that lets nobody miss more than one answer, and in which nobody answers."""
    wish = {"rules": "kontor", "absence": {"misses": 1, "majority": "all"}}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    return f"/v1/matches/{match}"


def asked_about(seat: int) -> Any:
    """Return whether the others have been asked about a seat."""

    def so(record: Record) -> bool:
        return "polled" in (case_of(record.table, seat) or {})

    return so


def match_of(path: str) -> str:
    return path.rpartition("/")[2]


def test_a_new_match_asks_after_two_misses_unless_it_says_otherwise(ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    agreed = {"majority": "most", "misses": 2, "notice_seconds": 86_400, "substitutes": True}
    handing = {"seconds": 6 * 86_400, "times": 3}
    assert made["created"]["entry"]["body"]["absence"] == {**agreed, "handing": handing}
    assert made["absence"]["handing"] == handing
    assert made["absence"]["missed"] == []
    assert [made["absence"][name] for name in ("majority", "misses", "notice_seconds", "people")] == [*agreed.values()]
    nothing = ada.post("/v1/matches", {"rules": "kontor", "absence": None}).get_json()
    assert (nothing["absence"], "absence" in nothing["created"]["entry"]["body"]) == (None, False)


@pytest.mark.parametrize(
    "wish",
    [{"misses": 0}, {"misses": 21}, {"misses": True}, {"majority": "two"}, {"notice_seconds": 0}, {"more": 1}, 2],
)
def test_what_cannot_be_agreed_is_refused(ada: Player, wish: Any) -> None:
    refused(ada.post("/v1/matches", {"rules": "kontor", "absence": wish}), 422, "invalid")


def test_who_is_missed_says_so_and_has_a_receipt(path: str, context: Context, ada: Player, ben: Player) -> None:
    pass_hours(context, match_of(path), lambda record: case_of(record.table, 1) is not None)
    [mine] = [one for one in ben.sees(path)["absence"]["missed"] if one["seat"] == 1]
    assert (mine["mine"]["act"], mine["mine"]["seq"], mine["asked"]) == ("here", 1, False)
    assert [one["missed"] for one in ben.sees("/v1/me/waiting")["absences"]] == [mine]
    said = ben.put(f"{path}/seats/me/presence").get_json()
    assert ben.sees("/v1/me/waiting")["absences"] == []
    assert (said["receipt"]["act"], said["receipt"]["seat"]) == ("here", 1)
    assert ben.put(f"{path}/seats/1/presence").get_json()["receipt"] == said["receipt"]
    assert [one["seat"] for one in ben.sees(path)["absence"]["missed"]] == [0]


def test_who_is_asked_votes_and_the_match_ends(path: str, context: Context, ada: Player, ben: Player) -> None:
    pass_hours(context, match_of(path), asked_about(0))
    [missed] = [one for one in ben.sees(path)["absence"]["missed"] if one["seat"] == 0]
    assert (missed["voters"], missed["choices"], missed["mine"]["act"]) == ([1], ["wait", "bot", "win"], "vote")
    assert missed in [one["missed"] for one in ben.sees("/v1/me/waiting")["absences"]]
    given = ben.put(f"{path}/seats/0/vote", {"choice": "win"})
    assert (given.status_code, given.get_json()["receipt"]["choice"]) == (200, "win")
    drain_once(context)
    assert (ada.sees(path)["over"], ada.sees(path)["outcome"]["winners"]) == ("abandoned", [1])
    told = [one["type"] for one in ada.sees("/v1/me/events")["events"]]
    assert {"you-are-missed", "over"} <= set(told)


@pytest.mark.parametrize(
    ("who", "place", "body", "status", "code"),
    [
        ("ben", "0/vote", {}, 422, "invalid"),
        ("ben", "0/vote", {"choice": "lose"}, 422, "invalid"),
        ("ben", "me/vote", {"choice": "win"}, 422, "invalid"),
        ("ben", "0/vote", {"choice": "win", "signature": "A" * 86}, 422, "no-seat-key"),
        ("ben", "1/vote", {"choice": "win"}, 409, "not-missed"),
        ("ben", "7/vote", {"choice": "win"}, 409, "not-missed"),
        ("ada", "0/vote", {"choice": "wait"}, 409, "not-a-voter"),
        ("ada", "me/presence", {"signature": "A" * 86}, 422, "no-seat-key"),
        ("ada", "me/presence", {"choice": "win"}, 422, "invalid"),
    ],
)
def test_what_is_refused(
    path: str, context: Context, ada: Player, ben: Player, who: str, place: str, body: Any, status: int, code: str
) -> None:
    record = pass_hours(context, match_of(path), asked_about(0))
    refused({"ada": ada, "ben": ben}[who].put(f"{path}/seats/{place}", body), status, code)
    assert ada.sees(path)["n"] == record.n, "nothing was written"


def test_nobody_says_for_another_that_he_is_there(path: str, context: Context, ada: Player, ben: Player) -> None:
    before = pass_hours(context, match_of(path), asked_about(0))
    refused(ben.put(f"{path}/seats/0/presence"), 403, "not-seated")
    assert ada.sees(path)["n"] == before.n


def test_who_was_replaced_may_go_on_watching_a_private_match(
    app: Flask, context: Context, ada: Player, ben: Player
) -> None:
    wish = {"rules": "kontor", "visibility": "private", "absence": {"misses": 1}, "sit": False}
    made = new_player(app, context, "Cleo").post("/v1/matches", wish).get_json()
    path = f"/v1/matches/{made['match']}"
    for seat, player in enumerate((ada, ben)):
        assert player.put(f"{path}/seats/{seat}", {"invitation": made["invitation"]}).status_code == 200
    drain_once(context)
    pass_hours(context, made["match"], asked_about(0))
    assert ben.put(f"{path}/seats/0/vote", {"choice": "bot"}).status_code == 200
    drain_once(context)
    assert (ada.sees(path)["seat"], ada.sees(path)["seats"][0]["bot"]) == (None, "steady")
    refused(new_player(app, context, "Dora").get(path), 403, "private")
