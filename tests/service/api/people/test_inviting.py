"""Inviting to a table after it was opened, and a new invitation that ends the one before; also by owners who mean no good."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.context import Context
from service.matches.seating import guests as service_guests
from service.matches.seating import inviting
from service.notifications.kinds import kind_of
from service.notifications.overtaking import Situation
from service.store.keys import recipient_of
from service.store.records import Notice
from tests.given.contexts import account_of, loaded, open_context
from tests.service.api.players import Player, new_player, refused
from workers.resolve.drain import drain_once

WISH = {"rules": "packet-row", "seats": 3, "grace_seconds": 0, "visibility": "private"}


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    opened = open_context(redis_url, tmp_path / "keys", rate_limits=True, invitations_per_sender=6)
    yield opened
    opened.store.close()


@pytest.fixture
def table(ada: Player) -> dict[str, Any]:
    made: dict[str, Any] = ada.post("/v1/matches", WISH).get_json()
    return made


def path(table: dict[str, Any]) -> str:
    return f"/v1/matches/{table['match']}"


def invite(owner: Player, table: dict[str, Any], *whom: str) -> Any:
    return owner.post(f"{path(table)}/invitations", {"invite": list(whom)})


def renew(owner: Player, table: dict[str, Any], replaces: str) -> Any:
    return owner.post(f"{path(table)}/invitation", {"replaces": replaces})


def letters(context: Context, table: dict[str, Any], mail: str) -> list[Notice]:
    """Return the invitations that wait to be sent to an address."""
    recipient = recipient_of(account_of(context, mail).id, table["match"])
    return [one for one in context.store.notices(recipient).pending if one["kind"] == "invited"]


def test_whoever_is_invited_later_gets_the_letter_that_others_got_at_once(
    ada: Player, context: Context, table: dict[str, Any]
) -> None:
    assert invite(ada, table, "cy@players.example").status_code == 200
    (letter,) = letters(context, table, "cy@players.example")
    assert (letter["facts"]["by"], letter["facts"]["invitation"]) == ("Ada", table["invitation"])
    assert not account_of(context, "cy@players.example").verified


def test_the_same_invitation_is_sent_once_however_often_it_is_asked_for(
    ada: Player, context: Context, table: dict[str, Any]
) -> None:
    for spelling in ("cy@players.example", "Cy@players.example"):
        assert invite(ada, table, spelling).status_code == 200
    assert len(letters(context, table, "cy@players.example")) == 1


def test_a_new_invitation_ends_the_old_one_in_links_and_in_letters_that_wait(
    ada: Player, ben: Player, context: Context, table: dict[str, Any]
) -> None:
    invite(ada, table, "cy@players.example")
    old, seen = table["invitation"], ada.get(path(table)).headers["ETag"]
    new = renew(ada, table, old).get_json()["invitation"]
    assert new != old
    assert ada.get(path(table), If_None_Match=seen).status_code == 200, "who knew the old one gets the new one"
    refused(ben.get(f"{path(table)}?invitation={old}"), 403, "private")
    refused(ben.put(f"{path(table)}/seats/me", {"invitation": old}), 403, "invitation-wrong")
    assert renew(ada, table, old).get_json()["invitation"] == new, "sent again, it changes nothing"
    assert invite(ada, table, "cy@players.example").status_code == 200
    told = letters(context, table, "cy@players.example")
    assert [one["facts"]["invitation"] for one in told] == [old, new]
    record = context.store.load(table["match"])
    assert [kind_of(one).overtaken(one, Situation(record)) for one in told] == ["superseded", None]
    assert ben.put(f"{path(table)}/seats/me", {"invitation": new}).status_code == 200
    assert ben.sees(path(table))["invitation"] == new


def test_only_the_owner_invites_and_only_before_the_match_begins(
    app: Flask, ada: Player, ben: Player, context: Context, table: dict[str, Any]
) -> None:
    ben.put(f"{path(table)}/seats/me", {"invitation": table["invitation"]})
    refused(invite(ben, table, "cy@players.example"), 403, "not-owner")
    refused(renew(ben, table, table["invitation"]), 403, "not-owner")
    cy = new_player(app, context, "Cy")
    cy.put(f"{path(table)}/seats/me", {"invitation": table["invitation"]})
    drain_once(context)
    refused(invite(ada, table, "dora@players.example"), 409, "not-in-lobby")
    refused(renew(ada, table, table["invitation"]), 409, "not-in-lobby")
    assert context.store.account_by_mail("dora@players.example") is None, "a refused request makes no account"


def test_an_owner_who_writes_to_strangers_is_stopped_by_the_limits_of_new_tables(
    ada: Player, context: Context, table: dict[str, Any]
) -> None:
    """Invitations when the table is opened, and later, from one table or many, and under new invitations, count together."""
    current, other = table["invitation"], ada.post("/v1/matches", {**WISH, "invite": ["a@strangers.example"]})
    for number in range(5):
        current = renew(ada, table, current).get_json()["invitation"]
        assert invite(ada, table if number % 2 else other.get_json(), "b@strangers.example").status_code == 200
    stopped = refused(invite(ada, table, "c@strangers.example"), 429, "too-many-invitations")
    assert stopped["detail"]
    assert context.store.account_by_mail("c@strangers.example") is None


def test_a_bot_that_sits_down_at_once_gets_no_letter_and_spends_no_invitation(ada: Player, context: Context) -> None:
    bot = ada.post("/v1/me/bots", {"name": "Rita", "games": ["packet-row"]}).get_json()["account"]
    for _ in range(4):
        assert ada.post("/v1/matches", {**WISH, "invite": [bot]}).status_code == 201
        assert invite(ada, ada.post("/v1/matches", WISH).get_json(), bot).status_code == 200
    people = [f"{letter}@strangers.example" for letter in "abcdef"]
    assert ada.post("/v1/matches", {**WISH, "seats": 5, "invite": [bot, *people]}).status_code == 201
    last = ada.post("/v1/matches", {**WISH, "invite": [bot, "g@strangers.example"]})
    refused(last, 429, "too-many-invitations")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"invite": []}, "/invite"),
        ({"invite": ["x@players.example"] * 17}, "/invite"),
        ({"invite": ["no address"]}, "/invite/0"),
        ({"invite": ["p_" + "0" * 32]}, "/invite/0"),
        ({}, "/invite"),
        ({"invite": ["x@players.example"], "text": "Buy!"}, "/text"),
    ],
    ids=str,
)
def test_what_cannot_be_invited_is_refused_by_name(
    ada: Player, table: dict[str, Any], body: dict[str, Any], pointer: str
) -> None:
    answer = ada.post(f"{path(table)}/invitations", body)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == pointer


def test_who_was_removed_or_sits_there_gets_no_letter(
    ada: Player, ben: Player, context: Context, table: dict[str, Any]
) -> None:
    ben.put(f"{path(table)}/seats/1", {"invitation": table["invitation"]})
    invite(ada, table, ben.account)
    ada.delete(f"{path(table)}/seats/1?player={ben.account}")
    invite(ada, table, ben.account)
    assert letters(context, table, ben.stored(context).mail) == []


def guests(owner: Player, table: dict[str, Any]) -> list[tuple[str | None, str, int]]:
    return [(one["mail"], one["state"], one["times"]) for one in owner.sees(path(table))["guests"]]


def test_the_owner_sees_whom_she_invited_and_what_became_of_it_and_nobody_else_does(
    ada: Player, ben: Player, context: Context, table: dict[str, Any]
) -> None:
    mail = ben.stored(context).mail
    invite(ada, table, mail, "cy@players.example", "dora@players.example")
    assert guests(ada, table) == [
        (one, "unanswered", 1) for one in (mail, "cy@players.example", "dora@players.example")
    ]
    seen = ada.get(path(table)).headers["ETag"]

    ben.put(f"{path(table)}/seats/me", {"invitation": table["invitation"]})
    inviting.decline(context, table["match"], account_of(context, "cy@players.example").id)
    context.store.update_account(account_of(context, "dora@players.example").id, bouncing=True)

    assert [state for _, state, _ in guests(ada, table)] == ["joined", "declined", "bounced"]
    assert ada.get(path(table), If_None_Match=seen).status_code == 200
    assert ben.sees(path(table))["guests"] == []


def test_who_sits_there_sees_how_many_have_not_answered_and_not_who(
    app: Flask, ada: Player, ben: Player, context: Context
) -> None:
    table = ada.post("/v1/matches", {**WISH, "visibility": "open", "start": "by-owner"}).get_json()

    def awaited(player: Player) -> int:
        found = player.sees(path(table))["guests_awaited"]
        assert isinstance(found, int)
        return found

    ben.put(f"{path(table)}/seats/me", {"invitation": table["invitation"]})
    assert (awaited(ada), awaited(ben)) == (0, 0)
    seen = ben.get(path(table)).headers["ETag"]
    invite(ada, table, "dora@players.example", "emil@players.example")
    assert (awaited(ada), awaited(ben)) == (2, 2)
    changed = ben.get(path(table), If_None_Match=seen)
    assert changed.status_code == 200 and b"dora@" not in changed.data and changed.get_json()["guests"] == []
    inviting.decline(context, table["match"], account_of(context, "dora@players.example").id)
    assert (awaited(ada), awaited(ben)) == (1, 1)
    context.store.update_account(account_of(context, "emil@players.example").id, bouncing=True)
    assert awaited(new_player(app, context, "Cy")) == 0, "whoever looks on is not told"
    assert awaited(ben) == 1, "what the owner is told of an address concerns nobody else"


def test_an_invited_account_declines_and_an_owner_takes_an_invitation_back(
    ada: Player, ben: Player, context: Context, table: dict[str, Any]
) -> None:
    there = f"{path(table)}/invitations"
    refused(ben.delete(f"{there}/me"), 404, "not-found")
    invite(ada, table, ben.account)
    assert ben.delete(f"{there}/me").status_code == ben.delete(f"{there}/{ben.account}").status_code == 204
    assert guests(ada, table) == [(None, "declined", 1)], (
        "the address of an account that was named by its id is told to nobody"
    )
    refused(ben.delete(f"{there}/{ada.account}"), 403, "not-owner")
    for _ in range(2):
        assert ada.delete(f"{there}/{ben.account}").status_code == 204
    assert [state for _, state, _ in guests(ada, table)] == ["withdrawn"]
    refused(ben.put(f"{path(table)}/seats/me", {"invitation": table["invitation"]}), 403, "invitation-wrong")
    record = context.store.load(table["match"])
    (letter,) = letters(context, table, ben.stored(context).mail)
    assert kind_of(letter).overtaken(letter, Situation(record)) == "superseded", "the letter that waits does not go"
    assert invite(ada, table, ben.account).status_code == 200
    assert [state for _, state, _ in guests(ada, table)] == ["declined"], (
        "inviting anew lifts it, and that was said before"
    )
    assert len(letters(context, table, ben.stored(context).mail)) == 1, "whoever has said no is not written to again"
    assert ben.put(f"{path(table)}/seats/me", {"invitation": table["invitation"]}).status_code == 200
    refused(ben.delete(f"{there}/me"), 409, "already-seated")


def test_the_same_invitation_goes_again_when_asked_for_thrice_at_most_and_an_hour_apart(
    ada: Player, context: Context, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def again() -> int:
        ada.post(f"{path(table)}/invitations", {"invite": ["cy@players.example"], "again": True})
        return len(letters(context, table, "cy@players.example"))

    assert [again(), again()] == [1, 1], "not within the hour"
    monkeypatch.setattr(service_guests, "BETWEEN", 0)
    assert [again(), again(), again()] == [2, 3, 3]
    assert guests(ada, table) == [("cy@players.example", "unanswered", 3)]


def test_whom_a_table_invited_when_it_was_opened_gets_no_second_letter_from_its_page(
    ada: Player, context: Context
) -> None:
    table = ada.post("/v1/matches", {**WISH, "invite": ["cy@players.example"], "invite_language": "de"}).get_json()
    invite(ada, table, "Cy@players.example")
    (letter,) = letters(context, table, "cy@players.example")
    assert letter["facts"]["language"] == account_of(context, "cy@players.example").language == "de"


def test_an_address_that_its_account_has_left_is_not_told(ada: Player, context: Context, table: dict[str, Any]) -> None:
    invite(ada, table, "cy@players.example")
    guest = account_of(context, "cy@players.example")
    digest = inviting.address_digest(context, "another@players.example")
    shown = service_guests.shown_guests(loaded(context, table["match"]).table, [guest], 0, lambda _: digest, str)
    assert [one.mail for one in shown] == [""]
    gone = service_guests.shown_guests(loaded(context, table["match"]).table, [None], 0, lambda _: digest, str)
    assert [(one.mail, one.became) for one in gone] == [("", "gone")]


def test_a_table_without_guests_takes_them(ada: Player, context: Context, table: dict[str, Any]) -> None:
    assert "guests" not in loaded(context, table["match"]).table and ada.sees(path(table))["guests"] == []
    invite(ada, table, "cy@players.example")
    assert len(guests(ada, table)) == 1


def as_shown(owner: Player, table: dict[str, Any]) -> list[tuple[str, str, int, bool]]:
    return [(one["mail"], one["state"], one["times"], one["again"]) for one in owner.sees(path(table))["guests"]]


def test_who_types_an_address_does_not_learn_whose_it_is(
    app: Flask, ada: Player, ben: Player, context: Context, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accounts are public at open tables, with their names. Attacked: by an owner who tries addresses against them."""
    typed = ["nobody@players.example", ben.stored(context).mail, new_player(app, context, "Cy").stored(context).mail]
    by_accounts = [ben.account, account_of(context, typed[2]).id]
    ada.post(f"{path(table)}/invitations", {"invite": [by_accounts[0]]})
    invite(ada, table, *typed)
    named = [one["guest"] for one in ada.sees(path(table))["guests"]]
    assert len(named) == 4 and named[0] == ben.account, "two for one person: none is left out"
    assert not {account_of(context, one).id for one in typed}.intersection(named[1:])
    for account in (by_accounts[1], account_of(context, typed[0]).id):
        refused(ada.delete(f"{path(table)}/invitations/{account}"), 404, "not-found")
    assert len(letters(context, table, typed[1])) == 1, "one letter to one person"
    monkeypatch.setattr(service_guests, "BETWEEN", 0)
    ben.delete(f"{path(table)}/invitations/me")
    assert as_shown(ada, table)[0][1:] == ("declined", 1, False)
    assert {shown[1:] for shown in as_shown(ada, table)[1:]} == {("unanswered", 1, True)}, (
        "all that were typed look alike"
    )
    assert ada.delete(f"{path(table)}/invitations/{named[2]}").status_code == 204
    assert [shown[1] for shown in as_shown(ada, table)] == ["declined", "unanswered", "withdrawn", "unanswered"]


def test_an_address_of_somebody_who_sits_there_looks_like_any_other(
    ada: Player, ben: Player, context: Context, table: dict[str, Any]
) -> None:
    ben.put(f"{path(table)}/seats/1", {"invitation": table["invitation"]})
    mail = ben.stored(context).mail
    invite(ada, table, mail, "nobody@players.example")
    assert {shown[1:] for shown in as_shown(ada, table)} == {("unanswered", 1, False)}
    ada.delete(f"{path(table)}/seats/1?player={ben.account}")
    assert {shown[1:] for shown in as_shown(ada, table)} == {("unanswered", 1, False)}
    assert letters(context, table, mail) == []


def test_who_has_declined_is_not_written_to_again_whatever_the_owner_does(
    ada: Player, context: Context, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_guests, "BETWEEN", 0)
    mail, there = "cy@players.example", f"{path(table)}/invitations"
    invite(ada, table, mail)
    cy = account_of(context, mail)
    inviting.decline(context, table["match"], cy.id)
    assert as_shown(ada, table) == [(mail, "declined", 1, False)]
    ada.post(there, {"invite": [mail], "again": True})
    renew(ada, table, table["invitation"])
    ada.post(there, {"invite": [mail], "again": True})
    ada.delete(f"{there}/{ada.sees(path(table))['guests'][0]['guest']}")
    ada.post(there, {"invite": [mail, cy.id], "again": True})
    assert len(letters(context, table, mail)) == 1
    assert as_shown(ada, table)[0][:2] == (mail, "declined")
