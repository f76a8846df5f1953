"""Blocked accounts: they read, take their data along and leave, and do nothing at any table, by whatever way."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from service.accounts import AccountError, bots
from service.accounts.access import grants, tokens
from service.admin import accounts
from service.admin.operator import AdminError, Operator
from service.api.document.spec import generate
from service.bot_policy import Policy, policy_of
from service.choices.answering import Shut, choose, look
from service.context import Context
from service.ending import NOT_WHILE_BLOCKED
from service.keys.signing import KeyMissing, new_match_id
from service.matches import departure
from service.matches.departure import go_on_with_all, leave_lobbies
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Record
from tests.given.contexts import loaded
from tests.service.api.pages.test_choice_page import link_of
from tests.service.api.players import Player, Table, refused, timeless
from workers.resolve.drain import drain_once

WHY = "insults at three tables"


@pytest.fixture
def grace(context: Context) -> Operator:
    return Operator(context.store, "grace")


def logged_in(context: Context, player: Player) -> Player:
    """Return the player with a new login, made now."""
    text = tokens.new_text()
    tokens.sign_in(
        context,
        player.account,
        text,
        name="x",
        scopes=tokens.SCOPES,
        life=3_600_000,
        kind="login",
        since=context.store.now() + 1,
    )
    return Player(player.app, text, player.account)


def test_all_tokens_end_and_new_ones_only_read(context: Context, grace: Operator, table: Table, ada: Player) -> None:
    here = table.here()
    accounts.block(grace, ada.account, WHY)
    refused(ada.get("/v1/me"), 401, "token-wrong")

    again = logged_in(context, ada)
    assert again.get(table.path).status_code == 200
    assert again.get("/v1/me").status_code == 200
    assert again.get("/v1/me/export").status_code == 200
    for answer in (
        again.post(f"{table.path}/resign", {}),
        again.post("/v1/matches", {"rules": "kontor"}),
        again.put(f"{here}/commitment", {"move": {"type": "pass"}}),
        again.put(f"{here}/time-request", {"seconds": 60, "seq": 1}),
        again.put(f"{here}/time-response", {"requester": 1, "grant": True, "seq": 1}),
    ):
        told = refused(answer, 403, "blocked")
        assert WHY in told["detail"]


def test_a_token_made_by_another_one_can_do_no_more(context: Context, grace: Operator, ada: Player) -> None:
    accounts.block(grace, ada.account, WHY)
    again = logged_in(context, ada)
    for scopes in (["match:play"], ["match:read", "match:play"]):
        refused(again.post("/v1/me/tokens", {"name": "x", "scopes": scopes}), 403, "scope-missing")
    made = tokens.issue_token(context, ada.account, name="x", scopes=tokens.SCOPES)
    assert set(tokens.SCOPES) - set(made.token.scopes) == {"match:play", "match:create", "league:write"}


def test_the_buttons_of_letters_answer_nothing(context: Context, grace: Operator, table: Table, ada: Player) -> None:
    link = link_of(context, ada, table.match)
    accounts.block(grace, ada.account, WHY)
    for found in (look(context, link), choose(context, link, 1, "once")):
        assert isinstance(found, Shut)
        assert found.why == "blocked"
    page = ada.app.test_client().get(f"/choose/{link}")
    assert page.status_code == 403
    assert "blocked your account" in page.get_data(as_text=True)
    assert loaded(context, table.match).acts == {}


def test_the_others_are_told_nothing_and_play_on(
    context: Context, grace: Operator, table: Table, ada: Player, ben: Player
) -> None:
    before, here = table.seen_by(ben), table.here()
    accounts.block(grace, ada.account, WHY)
    leave_lobbies(context)
    after = table.seen_by(ben)
    assert timeless(after) == timeless(before)
    move = ben.sees(f"{here}/moves")["moves"][0]
    assert ben.put(f"{here}/commitment", {"move": move}).status_code == 200


def test_no_table_begins_with_somebody_blocked(context: Context, grace: Operator, ada: Player, ben: Player) -> None:
    theirs = ben.post("/v1/matches", {"rules": "kontor", "start": "by-owner"}).get_json()
    ada.put(f"/v1/matches/{theirs['match']}/seats/me", {"invitation": theirs["invitation"]})
    own = ada.post("/v1/matches", {"rules": "kontor"}).get_json()

    accounts.block(grace, ada.account, WHY)
    assert leave_lobbies(context) == 2
    drain_once(context)

    assert ada.account not in {one["player"] for one in loaded(context, theirs["match"]).table["seats"]}
    assert loaded(context, own["match"]).table["over"] == "cancelled"
    assert leave_lobbies(context) == 0


def test_bots_are_blocked_with_their_owner_and_take_no_challenge(
    context: Context, grace: Operator, ada: Player, ben: Player
) -> None:
    policy = Policy(open=True, games=["kontor"], most_matches=5, listed=True)
    bot = bots.create_bot(context, ada.stored(context), "p_" + "b" * 32, name="Robo", policy=policy)
    accounts.block(grace, ada.account, WHY)
    refused(ben.post("/v1/matches", {"rules": "kontor", "invite": [bot.id]}), 409, "bot-declines")
    assert context.store.listed_bots(None, 10) == []
    with pytest.raises(AccountError, match="blocked"):
        bots.create_bot(context, ada.stored(context), "p_" + "c" * 32, name="Robo 2", policy=policy)
    accounts.unblock(grace, ada.account)
    assert context.store.blocking(bot.id) is None


def test_a_blocked_account_puts_no_bot_on_the_list_again(context: Context, grace: Operator, ada: Player) -> None:
    policy = Policy(open=True, games=["kontor"], most_matches=5, listed=True)
    bot = bots.create_bot(context, ada.stored(context), "p_" + "b" * 32, name="Robo", policy=policy)
    accounts.block(grace, ada.account, WHY)
    with pytest.raises(AccountError, match="blocked"):
        bots.set_policy(context, ada.account, bot.id, policy)
    assert context.store.listed_bots(None, 10) == []
    assert policy_of(bots.set_policy(context, ada.account, bot.id, Policy(**{**policy, "listed": False}))) == {
        **policy,
        "listed": False,
    }


def test_a_bot_that_is_made_while_the_block_comes_is_blocked_too(
    context: Context, grace: Operator, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_bot = context.store.add_bot

    def blocked_meanwhile(*args: Any, **kwargs: Any) -> bool:
        accounts.block(grace, ada.account, WHY)
        return add_bot(*args, **kwargs)

    monkeypatch.setattr(context.store, "add_bot", blocked_meanwhile)
    policy = Policy(open=True, games=["kontor"], most_matches=5, listed=True)
    with pytest.raises(AccountError, match="blocked"):
        bots.create_bot(context, ada.stored(context), "p_" + "b" * 32, name="Robo", policy=policy)
    assert all(context.store.blocking(one) is not None for one in context.store.bots_of(ada.account))
    assert context.store.listed_bots(None, 10) == []


def test_a_blocked_account_deletes_itself(context: Context, grace: Operator, ada: Player) -> None:
    accounts.block(grace, ada.account, WHY)
    again = logged_in(context, ada)
    me = again.sees("/v1/me")
    assert me["blocked"] == {"since": me["blocked"]["since"], "why": WHY}, "and reads why, before anything is refused"
    assert again.sees("/v1/me/export")["me"]["blocked"] == me["blocked"]
    told = refused(again.ask("DELETE", "/v1/me"), 422, "invalid")  # it lacks nothing but the code of a mail
    assert told["errors"][0]["header"] == "Login-Code"


def test_unblocked_it_logs_in_anew_and_plays(context: Context, grace: Operator, table: Table, ada: Player) -> None:
    accounts.block(grace, ada.account, WHY)
    reading = logged_in(context, ada)
    accounts.unblock(grace, ada.account)
    refused(reading.get("/v1/me"), 401, "token-wrong")
    anew = logged_in(context, ada)
    assert anew.sees("/v1/me")["blocked"] is None
    assert anew.post(f"{table.path}/resign", {}).status_code == 202
    with pytest.raises(AdminError, match="not blocked"):
        accounts.unblock(grace, ada.account)


def test_a_login_that_was_on_its_way_when_the_block_came_is_none(
    context: Context, grace: Operator, ada: Player
) -> None:
    allowed = context.store.now()
    accounts.block(grace, ada.account, WHY)
    with pytest.raises(AccountError, match="signed out"):
        tokens.sign_in(
            context,
            ada.account,
            tokens.new_text(),
            name="x",
            scopes=tokens.SCOPES,
            life=3_600_000,
            kind="session",
            since=allowed,
        )


def test_a_block_needs_a_reason_and_a_new_one_keeps_the_moment(context: Context, grace: Operator, ada: Player) -> None:
    with pytest.raises(AdminError, match="give a reason"):
        accounts.block(grace, ada.account, " ")
    assert context.store.blocking(ada.account) is None
    accounts.block(grace, ada.account, "first")
    first = context.store.blocking(ada.account)
    accounts.block(grace, ada.account, "second")
    second = context.store.blocking(ada.account)
    assert first is not None
    assert second is not None
    assert (second.since, second.why) == (first.since, "second")


def test_erasing_an_account_with_a_running_match_resigns_it_and_keeps_the_log(
    context: Context, grace: Operator, table: Table, ada: Player, ben: Player
) -> None:
    before = context.store.lines(table.match)
    with pytest.raises(AdminError, match="give that id"):
        accounts.erase(grace, "ada@players.example", "", "she asked")
    assert context.store.account(ada.account) is not None

    told = accounts.erase(grace, "ada@players.example", ada.account, "she asked")

    assert told == {"account": ada.account, "unfinished_matches": 1}
    assert context.store.account_by_mail("ada@players.example") is None
    refused(ada.get("/v1/me"), 401, "token-wrong")
    go_on_with_all(context)
    drain_once(context)
    go_on_with_all(context)
    assert context.store.departing() == []
    assert table.seen_by(ben)["over"] == "resigned"
    lines = context.store.lines(table.match)
    assert lines[: len(before)] == before
    assert not any("ada@players.example" in part for one in context.store.audited(10) for part in (one.about, one.why))


def test_a_blocked_account_that_is_erased_leaves_no_block(context: Context, grace: Operator, ada: Player) -> None:
    accounts.block(grace, ada.account, WHY)
    accounts.erase(grace, ada.account, ada.account, "she asked")
    assert context.store.blocked() == {}


def test_a_table_that_was_just_made_goes(context: Context, grace: Operator, ada: Player) -> None:
    owner = ada.stored(context)
    match = new_match_id()
    creation.create(context, owner, NewMatch(rules="kontor"), match)
    accounts.block(grace, ada.account, WHY)
    leave_lobbies(context)
    drain_once(context)
    assert loaded(context, match).table["status"] == "closed"


def test_a_match_that_cannot_be_signed_for_holds_up_no_other_account(
    context: Context, grace: Operator, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {one.account: one.post("/v1/matches", {"rules": "kontor"}).get_json()["match"] for one in (ada, ben)}
    for one in (ada, ben):
        accounts.block(grace, one.account, WHY)
    leave = lobby.leave

    def broken(context: Context, match: str, account: Account) -> Record:
        if account.id == ada.account:
            raise KeyMissing("the key is not here")
        return leave(context, match, account)

    monkeypatch.setattr(lobby, "leave", broken)
    assert leave_lobbies(context) == 1
    assert loaded(context, own[ben.account]).table["request"] == "cancel"
    monkeypatch.undo()
    assert leave_lobbies(context) == 1
    assert loaded(context, own[ada.account]).table["request"] == "cancel"


def test_an_account_that_cannot_go_now_holds_up_no_other(
    context: Context, grace: Operator, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in (ada, ben):
        accounts.erase(grace, one.account, one.account, "they asked")
    go_on = departure.go_on

    def broken(context: Context, account: str) -> bool:
        if account == ada.account:
            raise KeyMissing("the key is not here")
        return go_on(context, account)

    monkeypatch.setattr(departure, "go_on", broken)
    assert go_on_with_all(context) == 1
    assert context.store.departing() == [ada.account]


def test_no_clock_stops_for_a_vacation_that_a_blocked_account_enters(
    context: Context, grace: Operator, ada: Player
) -> None:
    today = datetime.now(UTC).date()
    before = {"last": (today + timedelta(days=4)).isoformat()}
    assert ada.put(f"/v1/me/vacations/{today + timedelta(days=2)}", before).status_code == 200
    accounts.block(grace, ada.account, WHY)
    again = logged_in(context, ada)

    longer = {"last": (today + timedelta(days=20)).isoformat()}
    for first in (today, today + timedelta(days=2)):
        told = refused(again.put(f"/v1/me/vacations/{first}", longer), 403, "blocked")
        assert WHY in told["detail"]

    kept = again.sees("/v1/me/vacations")["vacations"]
    assert [(one["first"], one["last"]) for one in kept] == [((today + timedelta(days=2)).isoformat(), before["last"])]
    assert again.ask("DELETE", f"/v1/me/vacations/{today + timedelta(days=2)}").status_code == 200


def test_what_moves_the_deadlines_of_others_stays_and_what_is_its_own_changes(
    context: Context, grace: Operator, table: Table, ada: Player
) -> None:
    accounts.block(grace, ada.account, WHY)
    again = logged_in(context, ada)
    before = again.sees("/v1/me")
    wish = {"kinds": again.sees("/v1/me/notifications")["kinds"], "muted_matches": []}

    for answer in (
        again.ask("PATCH", "/v1/me", {"zone": "Asia/Tokyo"}),
        again.put("/v1/me/notifications", {**wish, "quiet_from": 12}),
    ):
        assert WHY in refused(answer, 403, "blocked")["detail"]

    assert again.sees("/v1/me") == before
    assert again.ask("PATCH", "/v1/me", {"language": "de", "zone": before["zone"]}).get_json()["language"] == "de"
    assert again.put("/v1/me/notifications", {**wish, "digest_hour": 20}).status_code == 200

    accounts.unblock(grace, ada.account)
    assert logged_in(context, ada).ask("PATCH", "/v1/me", {"zone": "Asia/Tokyo"}).status_code == 200


OWN = {
    "changeMe": "its name and language; not its zone",
    "changeMail": "where its letters go",
    "confirmMail": "where its letters go",
    "removeMail": "from where its answers count",
    "setNotifications": "what it is told; not its quiet hours",
    "createToken": "tokens made now cannot play",
    "revokeToken": "less than it had",
    "requestDeletion": "a letter to itself",
    "deleteMe": "it leaves for good",
    "createBot": "asks: refused",
    "setBotPolicy": "asks: only taken from the list",
    "takeBotAway": "less than it had",
    "createBotToken": "tokens made now cannot play",
    "revokeBotToken": "less than it had",
    "setVacation": "asks: refused",
    "endVacation": "gives others their clock back",
    "addBrowser": "what it is told",
    "keepGuest": "of guests: names an address for letters",
    "removeBrowser": "what it is told",
    "createWebhook": "asks: refused",
    "changeWebhook": "asks: not to another address",
    "testWebhook": "asks: refused",
    "replayWebhook": "its own events, to an address that has answered",
    "rotateWebhookSecret": "keys of its own",
    "deleteWebhook": "less than it had",
    "createChat": "asks: refused",
    "testChat": "asks: refused",
    "deleteChat": "less than it had",
}
"""Every operation that changes something and takes no scope that a blocked account lacks, and why that is right."""


def test_whatever_a_blocked_account_can_still_change_was_thought_of() -> None:
    able = set()
    for path in json.loads(generate())["paths"].values():
        for method in {"post", "put", "patch", "delete"} & path.keys():
            scopes = {scope for way in path[method].get("security", []) for scope in way.get("oauth", [])}
            if scopes and not scopes & set(NOT_WHILE_BLOCKED):
                able.add(path[method]["operationId"])
    assert able == set(OWN)


def test_it_has_nothing_sent_to_addresses_that_have_not_answered(
    context: Context, grace: Operator, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = {"url": "https://receiver.example/hook", "kinds": [], "matches": []}
    there = ada.post("/v1/me/webhooks", wish).get_json()["webhook"]["id"]
    accounts.block(grace, ada.account, WHY)
    again = logged_in(context, ada)

    for answer in (
        again.post("/v1/me/webhooks", wish),
        again.post(f"/v1/me/webhooks/{there}/test"),
        again.put(f"/v1/me/webhooks/{there}", {**wish, "url": "https://elsewhere.example/hook"}),
    ):
        assert WHY in refused(answer, 403, "blocked")["detail"]
    assert again.put(f"/v1/me/webhooks/{there}", {**wish, "name": "mine"}).status_code == 200
    assert again.ask("DELETE", f"/v1/me/webhooks/{there}").status_code == 204


def test_a_program_that_was_let_in_before_the_block_does_nothing_in_its_name(
    context: Context, grace: Operator, table: Table, ada: Player
) -> None:
    text = tokens.new_text()
    grants.issue(context, ada.account, "app.example", ["match:play", "account:write"], text, since=context.store.now())
    program = Player(ada.app, text, ada.account)
    assert program.get("/v1/me/waiting").status_code in (200, 403)

    accounts.block(grace, ada.account, WHY)

    refused(program.post(f"{table.path}/resign", {}), 401, "token-wrong")
    later = tokens.new_text()
    made = grants.issue(
        context, ada.account, "app.example", ["match:play", "account:write"], later, since=context.store.now() + 1
    )
    assert "match:play" not in made.token.scopes


def test_two_operators_who_block_at_once_block_it_once_and_both_are_in_the_book(context: Context, ada: Player) -> None:
    first, second = Operator(context.store, "grace"), Operator(context.store, "hopper")
    with ThreadPoolExecutor(2) as both:
        for one in [both.submit(accounts.block, who, ada.account, f"says {who.who}") for who in (first, second)]:
            one.result()

    refused(ada.get("/v1/me"), 401, "token-wrong")
    found = context.store.blocking(ada.account)
    assert found is not None and found.why in ("says grace", "says hopper")
    assert sorted(one.who for one in context.store.audited(10)) == ["grace", "hopper"]
    assert context.store.check_audit().fault is None
    accounts.unblock(first, ada.account)
    with pytest.raises(AdminError, match="not blocked"):
        accounts.unblock(second, ada.account)
