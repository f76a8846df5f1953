"""Guests: they play before anybody asks for an email address, keep the account with one, and leave nothing if they do not."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from service.accounts.access import guest_accounts, tokens
from service.accounts.access.guest_accounts import IDLE
from service.accounts.access.login import code_in
from service.context import Context
from service.matches import caps, departure
from service.matches.departure import depart
from service.store.keys import recipient_of
from service.store.store import Store
from tests.given.contexts import account_of
from tests.service.api.browser import Browser
from tests.service.api.players import Player, new_player, refused
from workers.resolve.drain import drain_once

MAIL = "dora@players.example"
BOTS = {"rules": "kontor", "bots": ["steady"], "visibility": "private", "grace_seconds": 0}
QUICK = {"kind": "duration", "seconds": 86_400}


def new_guest(app: Flask, **body: str) -> Player:
    answer = Player(app, None, "").post("/v1/guests", body)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    made = answer.get_json()
    return Player(app, made["token"], made["account"])


@pytest.fixture
def guest(app: Flask) -> Player:
    return new_guest(app)


def code(context: Context, mail: str = MAIL) -> str:
    """Return the code of the latest login letter to an address."""
    waiting = context.store.notices(recipient_of(account_of(context, mail).id, None)).pending
    return code_in(context, [one for one in waiting if one["kind"] == "login"][-1])


def keep(app: Flask, context: Context, guest: Player, mail: str = MAIL, **more: str) -> Player:
    """Name an address, and use the code that comes there."""
    assert guest.post("/v1/guests/keep", {"mail": mail, **more}).status_code == 202
    answer = Player(app, None, "").post("/v1/login/confirm", {"code": code(context, mail)})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    made = answer.get_json()
    return Player(app, made["token"], made["account"])


def test_a_guest_plays_against_bots_at_once(guest: Player, context: Context) -> None:
    assert guest.sees("/v1/me") | {"mail": "", "name": "Guest", "verified": False} == guest.sees("/v1/me")
    match = guest.post("/v1/matches", BOTS).get_json()["match"]
    drain_once(context)
    (asked,) = guest.sees("/v1/me/waiting")["waiting"]
    assert asked["match"] == match


@pytest.mark.parametrize(
    "wish",
    [{"bots": []}, {"visibility": "open"}, {"seats": 4, "options": {"preset": "goldsieber-teams"}}],
    ids=["without bots", "open", "a free seat"],
)
def test_a_guest_opens_no_table_for_others(guest: Player, wish: Mapping[str, Any]) -> None:
    refused(guest.post("/v1/matches", {**BOTS, **wish}), 403, "guest")


def test_a_guest_invites_nobody(guest: Player, ada: Player) -> None:
    refused(guest.post("/v1/matches", {**BOTS, "bots": [], "invite": [MAIL]}), 403, "guest")


def test_a_guest_has_nobody_written_to_who_could_play_on(guest: Player, context: Context) -> None:
    match = guest.post("/v1/matches", BOTS).get_json()["match"]
    refused(guest.post(f"/v1/matches/{match}/seats/me/substitutes", {"invite": MAIL}), 403, "guest")
    assert context.store.account_by_mail(MAIL) is None, "a refused request makes no account"


def test_a_guest_has_three_matches_at_a_time(app: Flask, limited: Context) -> None:
    guest = new_guest(app)
    for _ in range(3):
        assert guest.post("/v1/matches", BOTS).status_code == 201
    refused(guest.post("/v1/matches", BOTS), 409, "too-many-matches")


def test_a_guest_sits_down_by_a_link_where_moves_are_quick(guest: Player, ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "pace": QUICK}).get_json()
    seat = f"/v1/matches/{made['match']}/seats/me"
    refused(guest.put(seat, {}), 403, "guest")
    assert guest.put(seat, {"invitation": made["invitation"]}).status_code == 200


def test_whoever_was_removed_does_not_come_back_as_a_guest_with_the_same_link(
    app: Flask, guest: Player, ada: Player, context: Context
) -> None:
    """The attack: guests cost nothing, and the link of whoever was removed is still good."""
    made = ada.post("/v1/matches", {"rules": "packet-row", "seats": 4, "pace": QUICK}).get_json()
    path, link = f"/v1/matches/{made['match']}", {"invitation": made["invitation"]}
    eve = new_player(app, context, "Eve")
    assert eve.put(f"{path}/seats/1", link).status_code == 200
    assert ada.delete(f"{path}/seats/1?player={eve.account}").status_code == 204
    refused(guest.put(f"{path}/seats/me", link), 403, "guest")
    assert new_player(app, context, "Ben").put(f"{path}/seats/me", link).status_code == 200, "the link of all others"
    renewed = ada.post(f"{path}/invitation", {"replaces": made["invitation"]}).get_json()["invitation"]
    assert guest.put(f"{path}/seats/me", {"invitation": renewed}).status_code == 200


def test_a_browser_s_guest_comes_back_when_the_account_that_its_address_has_signs_out(
    app: Flask, ada: Player, context: Context
) -> None:
    """Else "keep" with the address of an account would lose the guest's tables: nothing but the browser leads to them."""
    browser = Browser(app)
    browser.post("/guest", {"name": "Dora", "zone": "UTC", "next": "/"})
    page = {"Siegelpost-Page": "1"}
    guest = browser.client.get("/v1/me", headers=page).get_json()
    assert guest["name"] == "Dora"
    shown = browser.client.post("/v1/guests/keep", json={"mail": ada.stored(context).mail}, headers=page)
    assert shown.status_code == 202
    link = f"/login/{code(context, ada.stored(context).mail)}"
    shown = browser.get(link)
    assert "playing here as a guest" in shown.get_data(as_text=True)
    assert browser.press(shown, link).status_code == 303
    assert browser.client.get("/v1/me", headers=page).get_json()["account"] == ada.account
    browser.post("/session/end")
    assert browser.client.get("/v1/me", headers=page).get_json() == guest
    browser.post("/session/end")
    assert browser.client.get("/v1/me", headers=page).status_code == 401


def test_a_guest_is_asked_for_an_address_where_moves_take_days(guest: Player, ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    refused(guest.put(f"/v1/matches/{made['match']}/seats/me", {"invitation": made["invitation"]}), 403, "guest")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/me/webhooks", {"url": "https://example.org/hook"}),
        ("POST", "/v1/me/bots", {"name": "Robby"}),
        ("PATCH", "/v1/me", {"name": "Somebody"}),
        ("PUT", "/v1/me/mail", {"mail": MAIL}),
    ],
)
def test_a_guest_changes_nothing_but_the_table(guest: Player, method: str, path: str, body: dict[str, Any]) -> None:
    refused(guest.ask(method, path, body), 403, "scope-missing")


def test_a_kept_guest_is_an_ordinary_account_with_all_its_matches(app: Flask, guest: Player, context: Context) -> None:
    match = guest.post("/v1/matches", BOTS).get_json()["match"]
    kept = keep(app, context, guest, name="Dora")
    me = kept.sees("/v1/me")
    assert (kept.account, me["mail"], me["name"], me["verified"]) == (guest.account, MAIL, "Dora", True)
    assert [one["match"] for one in kept.sees("/v1/matches?status=mine")["matches"]] == [match]
    assert kept.post("/v1/matches", {"rules": "kontor"}).status_code == 201, "what guests may not do"
    assert guest.get("/v1/me").status_code == 401, "who typed the address need not be who reads it"
    refused(kept.post("/v1/guests/keep", {"mail": MAIL}), 409, "not-a-guest")


def test_the_code_sent_again_after_a_lost_answer_keeps_the_guest_as_well(
    app: Flask, guest: Player, context: Context
) -> None:
    guest.post("/v1/guests/keep", {"mail": MAIL})
    text, nobody = code(context), Player(app, None, "")
    for _ in range(2):
        answer = nobody.post("/v1/login/confirm", {"code": text}, Idempotency_Key="once")
        assert (answer.status_code, answer.get_json()["account"]) == (200, guest.account)


def test_an_address_that_has_an_account_is_logged_in_to_and_takes_nothing_over(
    app: Flask, guest: Player, ada: Player, context: Context
) -> None:
    mail = ada.stored(context).mail
    assert keep(app, context, guest, mail).account == ada.account
    assert guest.sees("/v1/me")["mail"] == "", "the guest goes on as one"


def test_two_guests_who_name_one_address_do_not_both_get_it(app: Flask, context: Context) -> None:
    first, second = new_guest(app), new_guest(app)
    second.post("/v1/guests/keep", {"mail": MAIL})
    later = code(context)
    assert keep(app, context, first).account == first.account
    refused(Player(app, None, "").post("/v1/login/confirm", {"code": later}), 422, "code-wrong")
    assert second.sees("/v1/me")["mail"] == ""


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Let something happen once, between a guest's taking an address and its record's naming it."""

    def happens(what: Callable[[], object]) -> None:
        claim, left = Store.claim_mail, [what]

        def claimed(store: Store, account: str, mail: str) -> object:
            found = claim(store, account, mail)
            for one in [left.pop()] if left else []:
                one()
            return found

        monkeypatch.setattr(Store, "claim_mail", claimed)

    return happens


def test_codes_of_two_addresses_used_at_once_give_the_guest_to_one_of_them(
    app: Flask, guest: Player, context: Context, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    guest.post("/v1/guests/keep", {"mail": MAIL})
    text, waiting = code(context), account_of(context, MAIL).id
    meanwhile(lambda: keep(app, context, guest, "ben@players.example"))
    answer = Player(app, None, "").post("/v1/login/confirm", {"code": text})
    assert (answer.status_code, answer.get_json()["account"]) == (200, waiting)
    assert account_of(context, MAIL).id == waiting, "the address leads to who was signed in"
    assert account_of(context, "ben@players.example").id == guest.account


def test_an_address_is_not_lost_with_a_guest_that_goes_while_it_is_kept(
    app: Flask, guest: Player, context: Context, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    guest.post("/v1/guests/keep", {"mail": MAIL})
    text, waiting = code(context), account_of(context, MAIL).id
    meanwhile(lambda: depart(context, guest.account))
    answer = Player(app, None, "").post("/v1/login/confirm", {"code": text})
    assert (answer.status_code, answer.get_json()["account"]) == (200, waiting)
    assert account_of(context, MAIL).id == waiting, "the next code leads to the same account"


def test_the_answer_does_not_tell_whether_an_address_is_known(guest: Player, ada: Player, context: Context) -> None:
    answers = [guest.post("/v1/guests/keep", {"mail": mail}).get_data() for mail in (MAIL, ada.stored(context).mail)]
    assert answers[0] == answers[1]


@pytest.fixture
def later(context: Context, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let so many milliseconds pass, as the store's clock has it."""

    def pass_by(milliseconds: int) -> None:
        now = Store.now(context.store) + milliseconds
        monkeypatch.setattr(Store, "now", lambda _: now)

    return pass_by


def test_a_guest_who_rests_for_two_days_goes(guest: Player, context: Context, later: Callable[[int], None]) -> None:
    guest.post("/v1/matches", BOTS)
    later(IDLE - 60_000)
    assert guest_accounts.idle_guests(context) == []
    later(120_000)
    assert guest_accounts.idle_guests(context) == [guest.account]
    depart(context, guest.account)
    drain_once(context)
    departure.go_on_with_all(context)
    assert context.store.account(guest.account) is None
    assert guest_accounts.idle_guests(context) == []
    assert context.store.guests(until=context.store.now()) == []


def test_a_guest_who_plays_stays(
    guest: Player, context: Context, later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    later(IDLE + 60_000)
    assert guest_accounts.idle_guests(context) == [guest.account]
    (token,) = context.store.tokens_of(guest.account)
    monkeypatch.setattr(Store, "tokens_of", lambda *_: [replace(token, used=context.store.now() - 60_000)])
    assert guest_accounts.idle_guests(context) == []


def test_a_kept_account_does_not_go_with_the_guests(
    app: Flask, guest: Player, context: Context, later: Callable[[int], None]
) -> None:
    keep(app, context, guest)
    later(IDLE + 60_000)
    assert guest_accounts.idle_guests(context) == []
    assert context.store.guests(until=context.store.now()) == []


def test_a_guest_who_is_kept_just_then_does_not_go(
    app: Flask, guest: Player, context: Context, later: Callable[[int], None]
) -> None:
    later(IDLE + 60_000)
    (idle,) = guest_accounts.idle_guests(context)
    kept = keep(app, context, guest)
    depart(context, idle, unkept=True)
    assert kept.sees("/v1/me")["mail"] == MAIL


def test_one_network_opens_a_limited_number_of_guest_accounts(
    app: Flask, limited: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(guest_accounts.PER, "network", (2, 3_600))
    for _ in range(2):
        new_guest(app)
    problem = refused(Player(app, None, "").post("/v1/guests", {}), 429, "too-many-guests")
    assert "time" in problem["detail"]


def test_one_network_does_not_fill_the_places_of_all_guests_hour_by_hour(
    app: Flask, limited: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(guest_accounts.RESTING_PER, "network", (1, IDLE // 1_000))
    new_guest(app)
    refused(Player(app, None, "").post("/v1/guests", {}), 429, "too-many-guests")


def test_all_together_there_are_a_limited_number(app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_accounts, "cap", lambda *_: 1)
    new_guest(app)
    refused(Player(app, None, "").post("/v1/guests", {}), 429, "too-many-guests")


@pytest.mark.parametrize("game", ["kontor", "packet-row", "anno-1701", "seafarers"])
def test_play_now_is_one_press_to_a_running_table(app: Flask, context: Context, game: str) -> None:
    browser = Browser(app)
    answer = browser.post(f"/play/{game}")
    assert answer.status_code == 303
    drain_once(context)
    shown = browser.client.get(
        answer.headers["Location"].replace("/table/", "/v1/matches/"),
        headers={"Siegelpost-Page": "1", "Sec-Fetch-Site": "same-origin"},
    ).get_json()
    assert (shown["status"], shown["seat"] is not None) == ("running", True)


def test_play_now_again_stays_with_the_same_guest(app: Flask, context: Context) -> None:
    browser = Browser(app)
    ways = {browser.post("/play/kontor").headers["Location"] for _ in range(2)}
    assert len(ways) == 2
    assert len(context.store.guests(until=context.store.now())) == 1


def test_play_now_needs_what_it_takes_to_open_a_table(app: Flask, context: Context, ada: Player) -> None:
    reader = tokens.issue_token(context, ada.account, name="reader", scopes=("match:read",))
    browser = Browser(app)
    browser.client.set_cookie("siegelpost", reader.text)
    assert browser.post("/play/kontor").headers["Location"] == "/"
    assert ada.sees("/v1/matches?status=mine")["matches"] == []


def test_a_guest_for_whom_there_is_no_table_now_stays_the_same_guest(
    app: Flask, limited: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "CREATIONS_OF_GUEST", 0)
    browser = Browser(app)
    assert [browser.post("/play/kontor").headers["Location"] for _ in range(2)] == ["/", "/"]
    assert len(limited.store.guests(until=limited.store.now())) == 1


def test_who_is_signed_in_becomes_no_guest_by_a_page_left_open(app: Flask, context: Context, ada: Player) -> None:
    way = "/join/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
    for browser in (Browser(app).sign_in(context, ada), Browser(app)):
        browser.post("/play/kontor")
        before = browser.client.get_cookie("siegelpost")
        answer = browser.post("/guest", {"next": way, "name": "Dora"})
        assert (answer.status_code, answer.headers["Location"]) == (303, way)
        assert browser.client.get_cookie("siegelpost") == before, "the only way to the account's matches"


def test_play_now_is_taken_from_our_own_pages_only(app: Flask, context: Context) -> None:
    assert Browser(app).post("/play/kontor", site="cross-site").status_code == 400
    assert context.store.guests(until=context.store.now()) == []


def test_there_is_no_such_game(app: Flask) -> None:
    assert Browser(app).post("/play/halma").status_code == 404


def test_an_invitation_lets_a_visitor_sit_down_as_a_guest(app: Flask, ada: Player, context: Context) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "pace": QUICK}).get_json()
    way = f"/join/{made['match']}?invitation={made['invitation']}"
    browser = Browser(app)
    answer = browser.post("/guest", {"next": way, "name": "Dora"})
    assert (answer.status_code, answer.headers["Location"]) == (303, way)
    me = browser.client.get("/v1/me", headers={"Siegelpost-Page": "1", "Sec-Fetch-Site": "same-origin"}).get_json()
    assert (me["name"], me["mail"]) == ("Dora", "")


@pytest.mark.parametrize("name", ["", "Operator", "x" * 41])
def test_a_guest_with_a_name_that_will_not_do_is_led_to_sign_in(app: Flask, context: Context, name: str) -> None:
    way = "/join/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
    answer = Browser(app).post("/guest", {"next": way, "name": name})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/sign-in?next={way}")
    assert context.store.guests(until=context.store.now()) == []


def test_a_guest_opens_ten_tables_a_day(app: Flask, limited: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "MOST_OF_GUEST", 100)
    guest = new_guest(app)
    for _ in range(10):
        assert guest.post("/v1/matches", BOTS).status_code == 201
    problem = refused(guest.post("/v1/matches", BOTS), 429, "too-many-creations")
    assert "10 matches a day" in problem["detail"]
