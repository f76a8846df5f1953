"""Browsers that show what is asked: added, listed without their addresses, ended one by one, gone with the account."""

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engine.protocol.canon import b64, unb64
from service.accounts.access import grants
from service.accounts.access.tokens import SCOPES, make_subscription, new_text
from service.accounts.browsers import add_browser, browser_id, told_browsers
from service.admin.accounts import export, show
from service.admin.operator import Operator
from service.api.app import equip
from service.context import Context
from tests.given.contexts import open_context
from tests.service.api.browser import Browser, forms
from tests.service.api.players import Player
from tests.workers.push.browser import Device

PATH = "/v1/me/browsers"
ENDPOINT = "https://push.example.net/send/dGhlIGRldmljZQ"


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    folder = tmp_path / "keys"
    folder.mkdir()
    (folder / "push.key").write_text(b64(bytes(range(32))))
    opened = open_context(redis_url, folder, push_key=folder / "push.key", rate_limits=True)
    yield opened
    opened.store.close()


def body(**changes: Any) -> dict[str, Any]:
    return {**Device(ENDPOINT, "Firefox on the phone").body(), **changes}


def test_a_browser_is_added_listed_and_ended(ada: Player) -> None:
    key = ada.sees(PATH)["public_key"]
    assert (len(unb64(key)), unb64(key)[0]) == (65, 4), "an uncompressed point, as browsers want it"
    made = ada.post(PATH, body())
    assert made.status_code == 201
    shown = made.get_json()
    assert shown["id"] == browser_id(ENDPOINT)
    assert (shown["name"], shown["service"], shown["current"]) == ("Firefox on the phone", "push.example.net", True)
    listed = ada.get(PATH)
    assert listed.get_json()["browsers"] == [shown]
    assert ENDPOINT not in listed.text and "dGhlIGRldmljZQ" not in listed.text
    again = ada.post(PATH, body(name="the phone")).get_json()
    assert [one["name"] for one in ada.sees(PATH)["browsers"]] == ["the phone"] and again["id"] == shown["id"]
    assert ada.delete(f"{PATH}/{shown['id']}").status_code == 204
    assert ada.delete(f"{PATH}/{shown['id']}").status_code == 404
    assert ada.sees(PATH)["browsers"] == []


def test_an_operator_who_looks_reads_no_secret_of_a_browser_or_a_feed(context: Context, ada: Player) -> None:
    sent = body()
    assert ada.post(PATH, sent).status_code == 201
    make_subscription(context, ada.stored(context), "calendar")
    serial = ada.stored(context).prefs["subscriptions"]["calendar"]
    grace = Operator(context.store, "grace")
    seen, given = show(grace, ada.account, "ticket 7"), export(grace, ada.account, "ticket 7", pictures="attached")
    for told in (json.dumps(seen), json.dumps(given)):
        for secret in (ENDPOINT, sent["auth"], sent["p256dh"], serial):
            assert secret not in told
    assert [one["service"] for one in seen["prefs"]["browsers"]] == ["push.example.net"]
    assert seen["prefs"]["subscriptions"] == ["calendar"]
    assert given["operator"]["account"]["prefs"] == seen["prefs"]


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": "http://push.example.net/send"},
        {"endpoint": "https://127.0.0.1/send"},
        {"endpoint": "https://[::ffff:10.0.0.1]/send"},
        {"endpoint": "https://169.254.169.254/latest/meta-data"},
        {"endpoint": "https://localhost/send"},
        {"endpoint": "https://0x7f.1/send"},
        {"endpoint": "https://push.example.net:22/send"},
        {"endpoint": "https://me:secret@push.example.net/send"},
        {"endpoint": "https://push.example.net/" + "x" * 1000},
        {"endpoint": "javascript:alert(1)"},
        {"p256dh": b64(b"\4" + bytes(64))},
        {"p256dh": b64(b"\4" + b"x" * 64)},
        {"p256dh": b64(bytes(65))},
        {"p256dh": b64(b"\4" * 33)},
        {"p256dh": base64.b64encode(b"\4" + bytes(64)).decode()},
        {"p256dh": "ü"},
        {"auth": b64(bytes(15))},
        {"auth": b64(bytes(17))},
        {"auth": ""},
        {"name": ""},
        {"name": "Fire\u202efox"},
        {"expirationTime": None},
    ],
    ids=lambda changes: next(iter(changes)),
)  # fmt: skip
def test_what_no_browser_has_is_refused_with_the_field_and_the_remedy(ada: Player, changes: dict[str, Any]) -> None:
    refused = ada.post(PATH, body(**changes))
    assert refused.status_code == 422
    (error,) = refused.get_json()["errors"]
    assert error["pointer"] == f"/{next(iter(changes))}" and error["detail"]
    assert ada.sees(PATH)["browsers"] == []


def test_so_many_a_day(ada: Player) -> None:
    answers = [ada.post(PATH, body(endpoint=f"https://push.example.net/{number}")) for number in range(31)]
    assert [one.status_code for one in answers] == [201] * 30 + [429]
    assert answers[-1].get_json()["type"].endswith("/too-many-browsers") and "Retry-After" in answers[-1].headers
    assert len(ada.sees(PATH)["browsers"]) == 8


def test_a_browser_of_somebody_else_is_out_of_reach(ada: Player, ben: Player) -> None:
    made = ada.post(PATH, body()).get_json()["id"]
    assert ben.sees(PATH)["browsers"] == []
    assert ben.delete(f"{PATH}/{made}").status_code == 404
    assert len(ada.sees(PATH)["browsers"]) == 1


def test_a_token_that_may_only_play_adds_none(ada: Player) -> None:
    """Letters are forwarded: who has come by one must not have the account's news sent to a browser of their own."""
    playing = ada.post("/v1/me/tokens", {"name": "p", "scopes": [one for one in SCOPES if one[:5] == "match"]})
    guest = Player(ada.app, playing.get_json()["token"], ada.account)
    assert [guest.post(PATH, body()).status_code, guest.get(PATH).status_code] == [403, 403]


def test_it_is_in_the_export_and_goes_with_the_account(ada: Player, context: Context) -> None:
    ada.post(PATH, body())
    exported = ada.sees("/v1/me/export")
    assert [one["name"] for one in exported["browsers"]] == ["Firefox on the phone"]
    assert ENDPOINT not in str(exported)
    context.store.begin_departure(ada.account)
    assert context.store.prefs_of([ada.account]) == [{}]


def test_quiet_hours_are_chosen_and_kept_when_other_things_change(ada: Player) -> None:
    shown = ada.sees("/v1/me/notifications")
    assert ada.put("/v1/me/notifications", {}).get_json() == shown, "what is left out stays as it is"
    assert (shown["quiet_from"], shown["quiet_to"]) == (22, 7)
    wish: dict[str, Any] = {"kinds": {}, "muted_matches": []}
    ada.put("/v1/me/notifications", {**wish, "quiet_from": 23, "quiet_to": 6})
    changed = ada.put("/v1/me/notifications", wish).get_json()
    assert (changed["quiet_from"], changed["quiet_to"]) == (23, 6)
    assert (shown["quiet_mails"], changed["quiet_mails"]) == (False, False), (
        "who has said nothing gets mails at any hour"
    )
    assert ada.put("/v1/me/notifications", {"quiet_mails": True}).get_json() == {**changed, "quiet_mails": True}
    assert ada.put("/v1/me/notifications", wish).get_json()["quiet_mails"] is True
    assert ada.put("/v1/me/notifications", {"quiet_mails": "yes"}).status_code == 422
    assert ada.put("/v1/me/notifications", {**wish, "quiet_to": 24}).status_code == 422


def test_without_a_key_there_is_no_push_and_the_rest_goes_on(context: Context, ada: Player) -> None:
    equip(ada.app, replace(context, push=None))
    assert ada.sees(PATH)["public_key"] is None
    refused = ada.post(PATH, body())
    assert (refused.status_code, refused.get_json()["type"].rpartition("/")[2]) == (403, "no-push")


def program(app: Flask, context: Context, player: Player, *scopes: str) -> Player:
    """Grant a program access to the player's account."""
    text = new_text()
    grants.issue(context, player.account, "app.example", scopes, text, since=context.store.now())
    return Player(app, text, "")


def test_a_program_that_may_not_read_matches_adds_no_browser(app: Flask, context: Context, ada: Player) -> None:
    """The attack: with `account:write` alone, a program had what is asked at the tables sent to a server of its own."""
    answer = program(app, context, ada, "account:write").post(PATH, body())
    assert (answer.status_code, answer.get_json()["type"]) == (403, "/problems/scope-missing")
    assert ada.sees(PATH)["browsers"] == []


def test_a_browser_that_a_program_added_ends_with_its_grant(app: Flask, context: Context, ada: Player) -> None:
    """The attack: the program's address was told everything long after its access was revoked."""
    granted = program(app, context, ada, "account:write", "account:read", "match:read")
    of_its_own = granted.post("/v1/me/tokens", {"name": "x", "scopes": ["account:write", "match:read"]}).get_json()
    endpoints = [f"{ENDPOINT}{number}" for number in range(3)]
    adding = (granted, Player(app, of_its_own["token"], ""), ada)
    for one, endpoint in zip(adding, endpoints, strict=True):
        assert one.post(PATH, body(endpoint=endpoint)).status_code == 201
    assert len(ada.sees(PATH)["browsers"]) == len(told_browsers(context, ada.stored(context))) == 3
    (app_token,) = [one for one in context.store.tokens_of(ada.account) if one.kind == "app"]
    assert ada.delete(f"/v1/me/tokens/{app_token.id}").status_code == 204
    left = [browser_id(endpoints[2])]
    assert [one["id"] for one in ada.sees(PATH)["browsers"]] == left
    assert [one.id for one in told_browsers(context, ada.stored(context))] == left


@pytest.mark.parametrize("way", ["page", "api", "itself"])
def test_a_browser_signed_out_from_elsewhere_is_told_nothing_any_more(
    app: Flask, context: Context, ada: Player, way: str
) -> None:
    """The attack: the session of a lost laptop was revoked, and its screen went on showing whose turn it is."""
    lost = Browser(app).sign_in(context, ada)
    (session,) = [one for one in context.store.tokens_of(ada.account) if one.kind == "session"]
    assert ada.post(PATH, body(endpoint=f"{ENDPOINT}2", name="kept")).status_code == 201
    add_browser(context, session, endpoint=ENDPOINT, public_key=body()["p256dh"], secret=body()["auth"], name="lost")
    if way == "page":
        elsewhere = Browser(app).sign_in(context, ada)
        page = elsewhere.get("/account/tokens")
        form = next(one for one in forms(page) if one.hidden.get("token") == session.id)
        assert elsewhere.post(form.action, form.hidden).status_code == 303
    elif way == "api":
        assert ada.delete(f"/v1/me/tokens/{session.id}").status_code == 204
    else:
        assert lost.post("/session/end").status_code == 303
    assert context.store.token(session.id) is None
    assert [one["name"] for one in ada.sees(PATH)["browsers"]] == ["kept"]
