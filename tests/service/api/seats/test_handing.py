"""Handing a seat over, over HTTP: to whom one may, what the others see and say, what is refused."""

from typing import Any

import pytest

from service.context import Context
from tests.service.api.players import Player, refused
from workers.resolve.drain import drain_once


@pytest.fixture
def path(context: Context, ada: Player, ben: Player) -> str:
    made = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    assert ben.put(f"/v1/matches/{made['match']}/seats/me").status_code == 200
    drain_once(context)
    return f"/v1/matches/{made['match']}"


def hand(by: Player, path: str, seq: int = 1, seat: str = "me", **body: Any) -> Any:
    return by.put(f"{path}/seats/{seat}/handing", {"choice": "bot", "seq": seq, **body})


def test_a_seat_is_handed_over_to_a_bot(path: str, context: Context, ada: Player, ben: Player, cleo: Player) -> None:
    before = ben.sees(path)["absence"]
    assert (before["handing"]["times"], before["handings"]) == (3, [])
    assert before["may_hand"] == {"seq": 1, "bot": True, "people": []}
    made = hand(ben, path).get_json()
    assert {name: made["receipt"][name] for name in ("act", "choice", "seat", "seq")} == {
        "act": "hand", "choice": "bot", "seat": 1, "seq": 1,
    }  # fmt: skip
    assert hand(ben, path).get_json() == made, "sent again, it asks no more"
    mine, theirs = ben.sees(path)["absence"], ada.sees(path)["absence"]
    assert (mine["may_hand"], mine["handings"][0]["mine"]["act"]) == (None, "here")
    [one] = theirs["handings"]
    assert (one["seat"], one["choice"], one["name"], one["choices"], one["voters"]) == (
        1,
        "bot",
        None,
        ["wait", "bot"],
        [0],
    )
    assert theirs["missed"] == [], "nobody is missed"
    assert cleo.sees(path)["absence"]["handings"][0]["mine"] is None
    [waits] = ada.sees("/v1/me/waiting")["handings"]
    assert (waits["seat"], waits["handing"]["seat"]) == (0, 1)
    assert ben.sees("/v1/me/waiting")["handings"] == []
    said = ada.put(f"{path}/seats/1/vote", {"choice": "bot"}).get_json()
    assert (said["receipt"]["act"], said["receipt"]["choice"]) == ("vote", "bot")
    drain_once(context)
    after = ben.sees(path)
    assert (after["seat"], after["absence"]["handings"], after["absence"]["may_stand_in"]) == (None, [], [1])
    assert ada.sees(path)["seats"][1]["bot"] == "steady"


def test_a_seat_is_handed_over_to_whom_its_player_has_named(
    path: str, context: Context, ada: Player, ben: Player, cleo: Player
) -> None:
    asked = ben.post(f"{path}/seats/me/substitutes", {"invite": cleo.account}).get_json()
    refused(hand(ben, path, choice="person", player=cleo.account), 422, "choice-not-offered")
    invitation = asked["absence"]["requests"][0]["invitation"]
    assert cleo.put(f"{path}/seats/1/substitute", {"invitation": invitation}).status_code == 200
    assert ben.sees(path)["absence"]["may_hand"]["people"] == [cleo.account]
    assert hand(ben, path, choice="person", player=cleo.account).status_code == 200
    assert ada.sees(path)["absence"]["handings"][0]["name"] == "Cleo"
    own = ben.sees(path)["view"]
    body = {"choice": "person", "player": cleo.account}
    assert ada.put(f"{path}/seats/1/vote", body).status_code == 200
    drain_once(context)
    assert (cleo.sees(path)["seat"], cleo.sees(path)["view"]) == (1, own)
    assert ben.sees(path)["seat"] is None
    refused(hand(ben, path, seq=2, seat="1"), 403, "not-seated")


def test_who_asked_takes_it_back(path: str, ada: Player, ben: Player) -> None:
    hand(ben, path)
    done = ben.put(f"{path}/seats/me/presence").get_json()
    assert done["receipt"]["act"] == "here"
    assert ada.sees(path)["absence"]["handings"] == []
    refused(ada.put(f"{path}/seats/1/vote", {"choice": "bot"}), 409, "not-missed")
    assert ben.sees(path)["absence"]["may_hand"]["seq"] == 2


@pytest.mark.parametrize(
    ("who", "seat", "body", "status", "code"),
    [
        ("ada", "1", {}, 403, "not-seated"),
        ("cleo", "me", {}, 403, "not-seated"),
        ("cleo", "1", {}, 403, "not-seated"),
        ("ben", "0", {}, 403, "not-seated"),
        ("ben", "me", {"choice": "win"}, 422, "invalid"),
        ("ben", "me", {"choice": "person"}, 422, "invalid"),
        ("ben", "me", {"player": "p_1"}, 422, "invalid"),
        ("ben", "me", {"choice": "person", "player": "p_1"}, 422, "choice-not-offered"),
        ("ben", "me", {"seq": 0}, 422, "invalid"),
        ("ben", "me", {"seq": 10**9}, 422, "invalid"),
        ("ben", "me", {"seq": 2}, 409, "no-handing"),
        ("ben", "me", {"signature": "A" * 86}, 422, "no-seat-key"),
        ("ben", "me", {"until": "2027-01-01T00:00:00.000Z"}, 422, "invalid"),
    ],
)
def test_what_is_refused(
    path: str, ada: Player, ben: Player, cleo: Player, who: str, seat: str, body: Any, status: int, code: str
) -> None:
    player = {"ada": ada, "ben": ben, "cleo": cleo}[who]
    before = ada.sees(path)["n"]
    refused(hand(player, path, **{"seat": seat, **body}), status, code)
    assert ada.sees(path)["n"] == before


@pytest.mark.parametrize("wish", [{"handing": False}, None])
def test_a_match_may_agree_that_nobody_hands_a_seat_over(context: Context, ada: Player, ben: Player, wish: Any) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "absence": wish}).get_json()
    ben.put(f"/v1/matches/{made['match']}/seats/me")
    drain_once(context)
    path = f"/v1/matches/{made['match']}"
    refused(hand(ben, path), 409, "no-handing")
    shown = ben.sees(path)["absence"]
    assert shown is None or (shown["handing"], shown["may_hand"]) == (None, None)
