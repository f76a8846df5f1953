"""Somebody else plays on, over HTTP: asked, ready, chosen; what each may see before and after."""

from typing import Any

import pytest
from flask import Flask

from engine.match.absence import case_of
from service.api.routes import description
from service.context import Context
from service.store.keys import recipient_of
from service.store.records import Record
from tests.service.api.players import Player, new_player, refused
from tests.service.hours import pass_hours
from workers.resolve.drain import drain_once


@pytest.fixture
def path(context: Context, ada: Player, ben: Player) -> str:
    """A private match in which nobody answers, and the others are asked after one miss."""
    wish = {"rules": "kontor", "visibility": "private", "absence": {"misses": 1}}
    made = ada.post("/v1/matches", wish).get_json()
    joined = ben.put(f"/v1/matches/{made['match']}/seats/me", {"invitation": made["invitation"]})
    assert joined.status_code == 200
    drain_once(context)
    return f"/v1/matches/{made['match']}"


def asked_about(seat: int) -> Any:
    """Return whether the others have been asked about a seat."""

    def so(record: Record) -> bool:
        return "polled" in (case_of(record.table, seat) or {})

    return so


def test_a_substitute_sees_the_seat_from_when_he_has_it_and_its_player_no_more(
    path: str, context: Context, ada: Player, ben: Player, cleo: Player
) -> None:
    refused(cleo.get(path), 403, "private")
    seats = ada.sees(path)["invitation"]
    assert cleo.sees(f"{path}?invitation={seats}")["absence"]["may_stand_in"] == [], (
        "the table's own asks nobody to play on"
    )
    link = ada.post(f"{path}/seats/me/substitutes", {}).get_json()["absence"]["requests"][0]["invitation"]
    assert cleo.sees(f"{path}?invitation={link}")["absence"]["may_stand_in"] == [0], "by a link"
    asked = ada.post(f"{path}/seats/me/substitutes", {"invite": cleo.account}).get_json()
    assert [(one["seat"], one["mailed"]) for one in asked["absence"]["requests"]] == [(0, True)]
    invitation = asked["absence"]["requests"][0]["invitation"]
    assert cleo.sees(path)["absence"]["may_stand_in"] == [0], "who is asked may look on"
    assert cleo.sees(path)["absence"]["requests"] == [], "and does not see whom others ask"
    assert cleo.sees(path)["view"] == ben.sees(path)["view"] or cleo.sees(path)["seat"] is None
    assert cleo.put(f"{path}/seats/0/substitute", {"invitation": invitation}).status_code == 200
    assert cleo.sees(path)["seat"] is None
    pass_hours(context, path.rpartition("/")[2], asked_about(0))
    [ready] = ben.sees(path)["absence"]["substitutes"]
    assert (ready["name"], ready["by"], ready["voters"], ready["mine"]["act"]) == ("Cleo", 0, [1], "vote")
    own = ada.sees(path)["view"]
    said = ben.put(f"{path}/seats/0/vote", {"choice": "person", "player": ready["player"]}).get_json()
    assert (said["receipt"]["choice"], said["receipt"]["player"]) == ("person", cleo.account)
    drain_once(context)
    assert (cleo.sees(path)["seat"], cleo.sees(path)["view"]) == (0, own)
    after = ada.sees(path)
    assert (after["seat"], after["absence"]["may_stand_in"]) == (None, [0])
    assert after["view"] != own, "nothing of the hand after he left"
    [change] = after["absence"]["taken_over"]
    assert (change["seat"], change["before"], change["name"]) == (0, "Ada", "Cleo")
    events = ben.sees(f"{path}/feed")["events"]
    moves = [one["text"] for one in events if one["decision"]]
    assert moves[0].startswith("Ada and Ben did not answer in time"), "not Cleo, who was not there yet"
    assert not any("Cleo" in text for text in moves)
    assert [one["text"] for one in events if "Cleo" in one["text"]] == ["Cleo plays on in the place of Ada."]
    refused(ada.put(f"{path}/seats/0/presence"), 403, "not-seated")
    # The attack: Ada, who knows that hand, plays on against it.
    asked = ben.post(f"{path}/seats/me/substitutes", {"invite": "ada@players.example"}).get_json()["absence"][
        "requests"
    ]
    assert ada.sees(path)["absence"]["may_stand_in"] == [0]
    refused(ada.put(f"{path}/seats/1/substitute", {"invitation": asked[0]["invitation"]}), 409, "already-seated")
    assert path.rpartition("/")[2] in [one["match"] for one in cleo.sees("/v1/matches?status=mine")["matches"]]


@pytest.mark.parametrize(
    ("who", "method", "place", "body", "status", "code"),
    [
        ("ben", "post", "0/substitutes", {}, 409, "not-missed"),
        ("ben", "post", "7/substitutes", {}, 409, "not-missed"),
        ("ben", "post", "me/substitutes", {"invite": "nobody"}, 422, "invalid"),
        ("cleo", "post", "0/substitutes", {}, 403, "not-seated"),
        ("cleo", "put", "0/substitute", {}, 403, "invitation-wrong"),
        ("cleo", "put", "0/substitute", {"invitation": "none of ours"}, 403, "invitation-wrong"),
        ("cleo", "put", "0/substitute", {"more": 1}, 422, "invalid"),
        ("ben", "put", "0/substitute", {}, 409, "already-seated"),
        ("ben", "put", "0/vote", {"choice": "person"}, 422, "invalid"),
        ("ben", "put", "0/vote", {"choice": "bot", "player": "p_1"}, 422, "invalid"),
    ],
)
def test_what_is_refused(
    path: str, ben: Player, cleo: Player, who: str, method: str, place: str, body: Any, status: int, code: str
) -> None:
    before = ben.sees(path)["n"]
    player = {"ben": ben, "cleo": cleo}[who]
    refused(getattr(player, method)(f"{path}/seats/{place}", body), status, code)
    assert ben.sees(path)["n"] == before, "nothing was written"


def test_who_types_an_address_does_not_learn_whether_it_is_somebody_s_at_the_table(
    path: str, context: Context, ada: Player, ben: Player, cleo: Player
) -> None:
    there, invited = f"{path}/seats/me/substitutes", []
    refused(ada.post(there, {"invite": ben.account}), 409, "already-seated")
    for address in (ben.stored(context).mail, "nobody@players.example"):
        shown = ada.post(there, {"invite": address}).get_json()["absence"]["requests"]
        assert [(one["seat"], one["mailed"]) for one in shown] == [(0, True)]
        assert ada.post(there, {"invite": address}).get_json()["absence"]["requests"] == shown, "asked again"
        invited.append(shown[0]["invitation"])
    letters = context.store.notices(recipient_of(ben.account, path.rpartition("/")[2])).pending
    assert "substitute-asked" not in {one["kind"] for one in letters}
    for wish in (cleo.stored(context).mail, cleo.account):
        invited.append(ada.post(there, {"invite": wish}).get_json()["absence"]["requests"][0]["invitation"])
    assert len(set(invited)) == 4, "an account and its address are not told to be one"


def test_who_will_not_says_so(path: str, ben: Player, cleo: Player) -> None:
    ben.post(f"{path}/seats/me/substitutes", {"invite": cleo.account})
    assert cleo.delete(f"{path}/seats/1/substitute").status_code in (200, 403)
    assert ben.sees(path)["absence"]["requests"] == []


def test_an_invitation_lets_look_on_until_it_is_used(
    app: Flask, context: Context, path: str, ben: Player, cleo: Player
) -> None:
    made = ben.post(f"{path}/seats/me/substitutes", {}).get_json()
    invitation = made["absence"]["requests"][0]["invitation"]
    dora = new_player(app, context, "Dora")
    assert dora.get(f"{path}?invitation={invitation}").status_code == 200
    assert cleo.put(f"{path}/seats/1/substitute", {"invitation": invitation}).status_code == 200
    refused(dora.get(f"{path}?invitation={invitation}"), 403, "private")


def test_what_was_missed_is_said_where_the_rules_moved(path: str, context: Context, ben: Player) -> None:
    pass_hours(context, path.rpartition("/")[2], asked_about(0))
    told = [one["text"] for one in ben.sees(f"{path}/feed?language=de")["events"] if one["decision"]]
    assert told[0] == "Ada und Ben haben nicht rechtzeitig geantwortet; die Regeln haben gespielt. Ada passt. Du passt."


def test_a_stranger_who_stands_down_sees_no_private_table(path: str, ben: Player, cleo: Player) -> None:
    """The attack: nothing of this changes for a stranger, so it was answered with the match, as to somebody at the table."""
    invitation = ben.post(f"{path}/seats/me/substitutes").get_json()["absence"]["requests"][0]["invitation"]
    for query in ("", "?invitation=guessed"):
        refused(cleo.ask("DELETE", f"{path}/seats/0/substitute{query}"), 403, "private")
        refused(cleo.ask("DELETE", f"{path}/seats/1/substitute{query}"), 403, "private")
    declined = f"{path}/seats/1/substitute?invitation={invitation}"
    assert cleo.ask("DELETE", declined).status_code == 200, "whoever has the invitation declines it with a link"
    assert ben.sees(path)["absence"]["requests"] == []
    refused(cleo.ask("DELETE", declined), 403, "private")


def test_no_operation_answers_a_stranger_with_a_private_match(path: str, cleo: Player) -> None:
    """The class of the fault above: whatever needs no body is sent by somebody who knows the id, and nothing else."""
    asked = 0
    for template, operations in description().to_dict()["paths"].items():
        if not template.startswith("/v1/matches/{match}"):
            continue
        places = {"{match}": path.rpartition("/")[2], "{decision}": "r1.choose"}
        for seat in ("0", "1", "me"):
            address = template.replace("{seat}", seat)
            for name, value in places.items():
                address = address.replace(name, value)
            for method in sorted({"get", "put", "post", "delete"} & set(operations)):
                body: Any = None if method in ("get", "delete") else {}
                answer = cleo.ask(method.upper(), address, body)
                assert answer.status_code >= 400, (method, address)
                asked += 1
    assert asked > 60
