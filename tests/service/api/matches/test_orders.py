"""Standing orders through the API: set, shown by receipt only, replaced, ended, refused by name."""

from dataclasses import replace

import pytest

from engine import registry
from engine.protocol.canon import b64
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.service.api.players import Player, Table, refused
from workers.resolve.drain import drain_once


@pytest.fixture
def path(context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    match = new_match_id()
    accounts = [one.stored(context) for one in (ada, ben)]
    creation.create(context, accounts[0], NewMatch(rules="fingers@1", grace=0), match)
    lobby.join(context, match, accounts[1], seat=1, invitation=None)
    drain_once(context)
    return f"/v1/matches/{match}/orders"


def test_orders_are_acknowledged_and_only_the_owner_gets_the_document(path: str, ada: Player, ben: Player) -> None:
    given = ada.put(path, {"orders": {"claim": "take"}}).get_json()
    assert len(given.pop("padding")) > 100
    assert given.pop("checkpoint") is None  # the log of all matches has none yet
    assert given["receipt"]["act"] == "order"
    assert given["document"]["order"] == {"claim": "take"}
    shown = ada.get(path)
    assert shown.get_json() == {**given, "document": None}
    assert ada.get(path, **{"If-None-Match": shown.headers["ETag"]}).status_code == 304
    refused(ben.get(path), 404, "not-found")
    match = path.removesuffix("/orders")
    assert [one.sees(match)["orders_seq"] for one in (ada, ben, replace(ben, token=None))] == [1, 0, 0]


def test_orders_are_tried_against_the_present_table_and_nothing_is_set(path: str, ada: Player, ben: Player) -> None:
    tried = ada.post(f"{path}/check?language=de", {"orders": {"claim": "take"}}).get_json()
    assert (tried["legal"], tried["answers"]) == (True, [])  # what is asked now is sealed
    wrong = ada.post(f"{path}/check", {"orders": {"claim": "grab"}}).get_json()
    assert (wrong["legal"], wrong["pointer"].startswith("/orders"), bool(wrong["message"])) == (False, True, True)
    deep: object = 1
    for _ in range(50):
        deep = [deep]
    refused(ada.post(f"{path}/check", {"orders": {"claim": deep}}), 400, "bad-json")
    refused(ada.get(path), 404, "not-found")
    stranger = Player(ada.app, None, "")
    refused(stranger.post(f"{path}/check", {"orders": {"claim": "take"}}), 401, "token-missing")


def test_orders_tried_say_what_they_would_answer_now(ada: Player, ben: Player, context: Context) -> None:
    table = Table.begin(context, ada, ben)
    for player in (ada, ben):
        moves = table.moves(player, "r1.choose")
        laid = next(one for one in moves if one["type"] == "play")
        player.put(f"{table.path}/decisions/r1.choose/commitment", {"move": laid})
    table.resolve()
    while table.standing()["kind"] != "place":
        standing = table.standing()
        player = table.players[standing["seats"][0]]
        move = {"move": table.moves(player, standing["id"])[0]}
        assert player.put(f"{table.path}/decisions/{standing['id']}/move", move).status_code == 200
        table.resolve()
    standing = table.standing()
    player, other = table.players[standing["seats"][0]], table.players[1 - standing["seats"][0]]
    field = table.moves(player, standing["id"])[0]["at"]
    plan = {"orders": {"plans": [{"place": [field]}]}}
    (answer,) = player.post(f"{table.path}/orders/check", plan).get_json()["answers"]
    assert (answer["decision"], answer["move"]) == (standing["id"], {"type": "place", "at": field})
    assert answer["words"]
    assert other.post(f"{table.path}/orders/check", plan).get_json()["answers"] == []
    assert table.standing()["id"] == standing["id"]


def test_orders_of_another_seat_show_nowhere(path: str, context: Context, ada: Player, ben: Player) -> None:
    match = path.rpartition("/")[0]
    before = [ben.get(one).data for one in (match + "/view", match + "/log", match + "/decisions/r1.show/moves")]
    given = ada.put(path, {"orders": {"claim": "take"}}).get_json()
    after = [ben.get(one).data for one in (match + "/view", match + "/log", match + "/decisions/r1.show/moves")]
    assert before == after
    assert given["document"]["salt"].encode() not in b"".join(context.store.lines(match.rpartition("/")[2]))


def test_orders_are_replaced_by_number_and_ended(path: str, ada: Player) -> None:
    ada.put(path, {"orders": {"claim": "take"}})
    refused(ada.put(path, {"orders": {"claim": "leave"}}), 409, "conflict")
    assert ada.put(path, {"orders": {"claim": "leave"}, "replaces": 1}).get_json()["receipt"]["seq"] == 2
    ended = ada.delete(f"{path}?replaces=2").get_json()
    assert (ended["receipt"]["commitment"], ended["document"]) == (None, None)


def test_what_can_never_match_is_refused_by_name(path: str, ada: Player) -> None:
    problem = refused(ada.put(path, {"orders": {"show": 9}}), 422, "illegal-move")
    assert problem["errors"][0]["pointer"] == "/orders/show"


def test_a_game_without_orders_says_so(path: str, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fingers, "rules", replace(Fingers.rules, orders=None))
    refused(ada.put(path, {"orders": {}}), 422, "no-orders")


def test_a_document_that_does_not_fit_into_its_box_is_refused(
    path: str, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fingers, "check_orders", lambda *_: None)
    refused(ada.put(path, {"orders": {"note": b64(bytes(4096))}}), 422, "malformed")
