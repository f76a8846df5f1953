"""Other people through the API: profiles, blocked accounts, and people to play with again."""

from typing import Any

import pytest
from flask import Flask

from service.accounts import people
from service.accounts.access.guest_accounts import open_guest
from service.context import Context
from service.matches.departure import depart
from service.store.keys import recipient_of
from tests.service.api.people.test_ratings import rated
from tests.service.api.players import Player, Table, new_player, refused
from workers.resolve.drain import drain_once


@pytest.fixture
def cleo(app: Flask, context: Context) -> Player:
    return new_player(app, context, "Cleo")


def ended(context: Context, one: Player, two: Player, **wishes: Any) -> str:
    """Let a match of two be resigned by the second, and filed; return it."""
    table = Table.begin(context, one, two, **wishes)
    two.post(f"{table.path}/resign", {})
    drain_once(context)
    context.store.sweep()
    return table.match


def test_a_profile_shows_what_is_public_and_nothing_else(
    context: Context, ada: Player, ben: Player, visitor: Player, monkeypatch: Any
) -> None:
    private = ended(context, ada, ben, visibility="private", title="Secret")
    public = ended(context, ada, ben, visibility="open", title="Sunday")
    running = Table.begin(context, ada, ben, visibility="open").match
    counted = rated(context, ada, ben)
    context.store.sweep()
    answer = visitor.get(f"/v1/players/{ada.account}")
    shown = answer.get_json()
    assert (shown["name"], shown["kind"], shown["hidden"], shown["played"]) == ("Ada", "person", False, 2)
    assert [(one["match"], one["won"], one["over"]) for one in shown["finished"]] == [
        (counted, True, "resigned"),
        (public, True, "resigned"),
    ]
    assert shown["finished"][1]["title"] == "Sunday" and shown["finished"][1]["players"] == 2
    (rating,) = shown["ratings"]
    assert (rating["game"], len(rating["course"]), rating["results"]) == ("kontor", 1, 1)
    assert len(shown["since"]) == 10 and shown["reliability"] is None
    text = answer.get_data(as_text=True)
    assert not any(one in text for one in ("@players", private, running, "Secret"))
    # What is unchanged costs no reading of matches.
    monkeypatch.setattr(context.store, "load_many", None)
    same = visitor.get(f"/v1/players/{ada.account}", If_None_Match=answer.headers["ETag"])
    assert (same.status_code, same.data) == (304, b"")


def test_whoever_hides_a_profile_shows_only_a_name(context: Context, ada: Player, ben: Player, visitor: Player) -> None:
    rated(context, ada, ben)
    context.store.sweep()
    before = visitor.get(f"/v1/players/{ada.account}").headers["ETag"]
    assert ada.ask("PATCH", "/v1/me", {"profile": "hidden"}).get_json()["profile"] == "hidden"
    assert ada.ask("PATCH", "/v1/me", {"name": "Ada L"}).get_json()["profile"] == "hidden"
    answer = visitor.get(f"/v1/players/{ada.account}", If_None_Match=before)
    shown = answer.get_json()
    assert (shown["name"], shown["hidden"]) == ("Ada L", True)
    assert [shown[one] for one in ("since", "played", "reliability")] == [None] * 3
    assert shown["ratings"] == shown["finished"] == []
    names = {one["player"]: one["name"] for one in visitor.sees("/v1/ratings/kontor")["ratings"]}
    assert names == {ada.account: None, ben.account: "Ben"}
    refused(ada.ask("PATCH", "/v1/me", {"profile": "secret"}), 422, "invalid")
    ada.ask("PATCH", "/v1/me", {"profile": "public"})
    assert visitor.sees(f"/v1/players/{ada.account}")["played"] == 1
    assert "profile_hidden" not in ada.stored(context).prefs


def test_guests_bots_and_people_who_are_gone(context: Context, ada: Player, ben: Player, visitor: Player) -> None:
    guest = open_guest(context, "192.0.2.7", name="Gast", language="de", zone="UTC", kind="session").token.account
    shown = visitor.sees(f"/v1/players/{guest}")
    assert (shown["name"], shown["kind"], shown["since"], shown["played"]) == ("Gast", "guest", None, None)
    bot = ada.post("/v1/me/bots", {"name": "Otto", "games": ["kontor"]}).get_json()["account"]
    shown = visitor.sees(f"/v1/players/{bot}")
    assert (shown["kind"], shown["owner"], shown["reliability"], shown["played"]) == ("bot", ada.account, None, 0)
    invited = context.store.create_account(mail="new@players.example", name="new")
    refused(visitor.get(f"/v1/players/{invited.id}"), 404, "not-found")  # nobody has used this address yet
    match = ended(context, ada, ben, visibility="open")
    depart(context, ben.account)
    refused(visitor.get(f"/v1/players/{ben.account}"), 404, "not-found")
    assert context.store.shown_of(ben.account, 9) == (0, [])
    assert visitor.sees(f"/v1/players/{ada.account}")["finished"][0]["match"] == match


def test_blocked_people_neither_invite_nor_sit_down_nor_speak(
    context: Context, ada: Player, ben: Player, cleo: Player
) -> None:
    match = cleo.post("/v1/matches", {"rules": "packet-row", "seats": 4}).get_json()["match"]
    together = f"/v1/matches/{match}"  # a third person's table, where both may sit
    for one in (ada, ben):
        one.put(f"{together}/seats/me")
    ben.post(f"{together}/talk", {"text": "before"})
    bot = ada.post("/v1/me/bots", {"name": "Otto", "games": ["kontor"]}).get_json()["account"]
    assert ada.put(f"/v1/me/blocks/{ben.account}").status_code == 204
    assert ada.put(f"/v1/me/blocks/{ben.account}").status_code == 204
    (blocked,) = ada.sees("/v1/me/blocks")["blocks"]
    assert (blocked["player"], blocked["name"]) == (ben.account, "Ben")
    # They speak to others, not to the one who has blocked them, in letters neither.
    ben.post(f"{together}/talk", {"text": "after"})
    assert ada.sees(f"{together}/talk")["remarks"] == []
    assert [one["text"] for one in cleo.sees(f"{together}/talk")["remarks"]] == ["before", "after"]
    # They sit down neither with a link nor without; the other way round is free.
    own = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    refused(ben.put(f"/v1/matches/{own['match']}/seats/me"), 403, "removed-from-table")
    refused(
        ben.put(f"/v1/matches/{own['match']}/seats/me", {"invitation": own["invitation"]}), 403, "removed-from-table"
    )
    theirs = ben.post("/v1/matches", {"rules": "kontor", "invite": [ada.account, cleo.account]}).get_json()
    waiting = context.store.notices_many([recipient_of(one.account, theirs["match"]) for one in (ada, cleo)])
    assert [[one["kind"] for one in found.pending] for found in waiting] == [[], ["invited"]]
    # To the one who invites it looks like any other invitation.
    assert {one["state"] for one in ben.sees(f"/v1/matches/{theirs['match']}")["guests"]} == {"unanswered"}
    refused(ben.post("/v1/matches", {"rules": "kontor", "invite": [bot]}), 409, "bot-declines")
    assert ada.sees("/v1/me/export")["blocks"] == [{"player": ben.account, "since": blocked["since"]}]
    assert ada.delete(f"/v1/me/blocks/{ben.account}").status_code == 204
    assert ada.sees("/v1/me/blocks") == {"blocks": []}
    assert len(ada.sees(f"{together}/talk")["remarks"]) == 2
    assert ben.put(f"/v1/matches/{own['match']}/seats/me").status_code == 200


def test_who_can_be_blocked(context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(ada.put(f"/v1/me/blocks/{ada.account}"), 422, "invalid")
    refused(ada.put(f"/v1/me/blocks/p_{'0' * 32}"), 404, "not-found")
    monkeypatch.setattr(people, "MOST_BLOCKED", 1)
    ada.put(f"/v1/me/blocks/{ben.account}")
    other = context.store.create_account(mail="", name="Dora").id
    refused(ada.put(f"/v1/me/blocks/{other}"), 422, "invalid")
    assert ada.put(f"/v1/me/blocks/{ben.account}").status_code == 204
    depart(context, ben.account)
    assert [one["name"] for one in ada.sees("/v1/me/blocks")["blocks"]] == [None]
    depart(context, ada.account)
    assert context.store.blocks_of(ada.account) == {}


def test_contacts_are_people_one_has_played_with(context: Context, ada: Player, ben: Player, cleo: Player) -> None:
    assert ada.sees("/v1/me/contacts") == {"contacts": []}
    ended(context, ada, ben, visibility="private")
    ended(context, ada, ben)
    Table.begin(context, cleo, ada)
    ada.post("/v1/matches", {"rules": "kontor", "invite": ["new@players.example"]})
    latest, earlier = ada.sees("/v1/me/contacts")["contacts"]
    assert (latest["player"], latest["name"], latest["matches"]) == (cleo.account, "Cleo", 1)
    assert (earlier["player"], earlier["name"], earlier["matches"]) == (ben.account, "Ben", 2)
    ada.put(f"/v1/me/blocks/{cleo.account}")
    assert [one["name"] for one in ada.sees("/v1/me/contacts")["contacts"]] == ["Ben"]
    assert [one["name"] for one in cleo.sees("/v1/me/contacts")["contacts"]] == ["Ada"]  # nobody is told
    depart(context, ben.account)
    assert ada.sees("/v1/me/contacts") == {"contacts": []}
