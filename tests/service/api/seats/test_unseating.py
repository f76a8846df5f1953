"""A stranger who takes seats to spoil a table: before the start its owner has them removed, for good."""

import threading
from pathlib import Path

import pytest
from flask import Flask

from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from tests.given.at_once import at_once
from tests.given.contexts import loaded
from tests.service.api.players import Player, new_player, refused
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import FolderTransport
from workers.resolve.drain import drain_once

WISH = {"rules": "packet-row", "seats": 4, "grace_seconds": 0, "start": "by-owner"}


@pytest.fixture
def path(ada: Player, eve: Player) -> str:
    """Ada's table, where Eve has sat down in seat 1."""
    made = f"/v1/matches/{ada.post('/v1/matches', WISH).get_json()['match']}"
    assert eve.put(f"{made}/seats/1", {}).status_code == 200
    return made


def seat(path: str, number: int | str, player: Player) -> str:
    """Return the path that removes that player from that seat."""
    return f"{path}/seats/{number}?player={player.account}"


def players(path: str, viewer: Player) -> list[str | None]:
    return [one["player"] for one in viewer.sees(path)["seats"]]


def test_the_owner_removes_a_stranger_who_cannot_sit_down_there_again(path: str, ada: Player, eve: Player) -> None:
    assert ada.delete(seat(path, 1, eve)).status_code == 204
    assert players(path, ada) == [ada.account, None, None, None]
    for again in ("me", "1", "3"):
        problem = refused(eve.put(f"{path}/seats/{again}", {}), 403, "removed-from-table")
        assert "owner" in problem["detail"]
    assert eve.sees("/v1/me/matches")["matches"] == []


def test_puppets_who_are_removed_leave_their_seats_to_the_guests(
    path: str, app: Flask, context: Context, ada: Player, ben: Player, eve: Player
) -> None:
    """The attack: all free seats are taken by one person under many names, as soon as they are free."""
    ada.delete(seat(path, 1, eve))
    for number in range(20):
        puppet = new_player(app, context, f"Puppet {number}")
        assert puppet.put(f"{path}/seats/1", {}).status_code == 200
        assert ada.delete(seat(path, 1, puppet)).status_code == 204
        refused(puppet.put(f"{path}/seats/1", {}), 403, "removed-from-table")
    assert ben.put(f"{path}/seats/1", {}).status_code == 200


def test_nobody_but_the_owner_removes_anybody(path: str, ada: Player, ben: Player, eve: Player) -> None:
    ben.put(f"{path}/seats/2", {})
    refused(eve.delete(seat(path, 2, ben)), 403, "not-owner")
    refused(eve.delete(seat(path, 0, ada)), 403, "not-owner")
    assert players(path, ada) == [ada.account, eve.account, ben.account, None]


def test_a_removal_says_whom(path: str, ada: Player, ben: Player, eve: Player) -> None:
    """Somebody else may have sat down since the owner looked: the seat alone does not name a person."""
    ben.put(f"{path}/seats/2", {})
    refused(ada.delete(f"{path}/seats/1"), 403, "not-seated")
    refused(ada.delete(seat(path, 2, eve)), 404, "not-found")
    refused(ada.delete(seat(path, 3, ben)), 404, "not-found")
    refused(ada.delete(f"{path}/seats/1?player=bot:steady"), 422, "invalid")
    assert players(path, ada) == [ada.account, eve.account, ben.account, None]


def test_a_removal_sent_again_removes_nobody_else(path: str, ada: Player, ben: Player, eve: Player) -> None:
    assert ada.delete(seat(path, 1, eve)).status_code == 204
    ben.put(f"{path}/seats/1", {})
    assert ada.delete(seat(path, 1, eve)).status_code == 204
    assert players(path, ada)[1] == ben.account


def test_a_player_who_names_herself_leaves(path: str, ada: Player, eve: Player) -> None:
    assert eve.delete(seat(path, 1, eve)).status_code == 204
    assert eve.put(f"{path}/seats/me", {}).status_code == 200, "who has left may come back"


def test_nobody_is_removed_once_the_match_begins(path: str, context: Context, ada: Player, eve: Player) -> None:
    for number in (2, 3):
        assert new_player(ada.app, context, f"Guest {number}").put(f"{path}/seats/{number}", {}).status_code == 200
    assert ada.post(f"{path}/start").status_code == 202
    refused(ada.delete(seat(path, 1, eve)), 409, "not-in-lobby")
    drain_once(context)
    refused(ada.delete(seat(path, 1, eve)), 409, "not-in-lobby")


def test_the_log_says_that_the_seat_was_left_and_no_more(
    path: str, context: Context, ada: Player, ben: Player, eve: Player
) -> None:
    ada.delete(seat(path, 1, eve))
    entry = ada.sees(f"{path}/log")["entries"][-1]["entry"]
    assert (entry["type"], entry["body"]) == ("left", {"seat": 1})
    for viewer in (ada, ben, eve):
        assert "barred" not in viewer.get(path).get_data(as_text=True)
    match = path.rpartition("/")[2]
    assert loaded(context, match).table["barred"] == [eve.account]
    public = context.signer.public_bytes
    export = b"".join(context.store.lines(match))
    report = verify(export, check_signature=lambda message, signature: verify_signature(public, message, signature))
    assert (report.verdict, report.entries, report.signatures) == ("INCOMPLETE", 4, True)


def test_whoever_is_removed_is_told(path: str, context: Context, ada: Player, eve: Player, tmp_path: Path) -> None:
    ada.delete(seat(path, 1, eve))
    mails = tmp_path / "mails"
    deliver_once(context, FolderTransport(mails))
    letters = [one.read_text() for one in mails.rglob("*.eml")]
    told = [one for one in letters if "eve@players.example" in one]
    assert len(told) == 1
    assert "removed" in told[0]
    assert not [one for one in letters if "ada@players.example" in one]


def test_who_is_removed_while_sitting_down_again_stays_removed(
    path: str, context: Context, ada: Player, eve: Player
) -> None:
    ready = threading.Barrier(2)

    def remove() -> None:
        ready.wait()
        for number in (1, 2, 3):
            ada.delete(seat(path, number, eve))

    def come_and_go() -> None:
        ready.wait()
        for number in (2, 3, 1, 2, 3):
            eve.delete(f"{path}/seats/me")
            eve.put(f"{path}/seats/{number}", {})

    at_once(remove, come_and_go)
    table = loaded(context, path.rpartition("/")[2]).table
    seated = [one["player"] for one in table["seats"]]
    assert (eve.account in seated) != (eve.account in table.get("barred", []))
