"""An account's data: everything in one document, and nothing left after its owner has had it deleted, but the logs."""

import json
import re
import time
from collections.abc import Callable

import pytest
import redis
from flask import Flask

from service.accounts.access import scopes
from service.accounts.access.login import code_in
from service.accounts.access.tokens import issue_token, make_subscription
from service.context import Context
from service.matches import departure
from service.matches.errors import ActError
from service.store.accounts.operators import Blocking
from service.store.keys import recipient_of
from service.store.records import Record
from service.store.store import Store
from service.text.deleted_names import GONE
from service.text.names import BadName, checked
from tests.given.contexts import link_for, loaded
from tests.service.api.browser import Browser
from tests.service.api.players import Player, Table, new_player, refused
from workers.resolve.drain import drain_once

OF_MATCHES = re.compile(r"sp:\{\d\d\}:[maxl]:")


SOON = 48 * 3_600
"""Seconds: what is kept for repetitions of a request, and of used codes, goes by itself within this time."""


def code_for(context: Context, player: Player) -> str:
    """Have a code sent to the player's mail, and read it there."""
    mail = player.stored(context).mail
    assert player.post("/v1/login", {"mail": mail}).status_code == 202
    waiting = context.store.notices(recipient_of(player.account, None)).pending
    return code_in(context, [one for one in waiting if one["kind"] == "login"][-1])


def everything(redis_url: str, *words: str) -> list[str]:
    """The keys of the store, apart from matches and what expires soon, whose name or value has one of these words."""
    server = redis.Redis.from_url(redis_url, protocol=2, decode_responses=True, encoding_errors="replace")
    read: dict[str, Callable[[str], object]] = {
        "string": server.get,
        "hash": server.hgetall,
        "set": server.smembers,
        "zset": lambda key: server.zrange(key, 0, -1),
        "list": lambda key: server.lrange(key, 0, -1),
        "stream": server.xrange,
    }
    found = []
    for key in server.scan_iter("*"):
        if not OF_MATCHES.match(key) and not 0 < int(str(server.ttl(key))) <= SOON:
            told = f"{key} {read[str(server.type(key))](key)}"
            found += [told for word in words if word in told]
    return found


def names(record: Record) -> list[str]:
    return [one["name"] for one in record.table["seats"]]


def test_everything_that_is_stored_of_an_account_is_in_one_document(table: Table, ada: Player) -> None:
    ada.post("/v1/me/tokens", {"name": "my script", "scopes": ["match:read"]})
    ada.post("/v1/me/bots", {"name": "Rolf", "open": False, "games": [], "most_matches": 1})
    answer = ada.get("/v1/me/export")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="siegelpost-account.json"'
    found = answer.get_json()
    assert found["me"] == ada.sees("/v1/me")
    assert [one["name"] for one in found["tokens"]] == ["test", "my script"]
    assert [one["bot"]["name"] for one in found["bots"]] == ["Rolf"]
    (match,) = found["matches"]
    assert match["match"] == table.match and match["closed_at"] is None
    assert ada.get(match["log"]).status_code == ada.get(match["messages"]).status_code == 200
    assert {one["type"] for one in found["events"]} >= {"started", "your-turn"}
    assert {one["kind"] for one in found["letters_waiting"]} >= {"started", "your-turn"}
    assert ada.token is not None and ada.token not in json.dumps(found)
    assert set(found["about"]) == set(found), "what each part is"


def test_an_export_takes_every_scope_that_reads(app: Flask, context: Context, ada: Player, table: Table) -> None:
    """The attack: a program that may not read matches read in the export what is asked at them, and what was played."""
    reading = ("account:read", "webhook:manage", "match:read")
    for lacking in reading:
        scopes = tuple(one for one in reading if one != lacking)
        program = Player(app, issue_token(context, ada.account, name="x", scopes=scopes).text, "")
        refused(program.get("/v1/me/export"), 403, "scope-missing")


def test_what_is_easily_forgotten_is_exported_and_explained_in_the_owners_language(
    context: Context, ada: Player
) -> None:
    account = context.store.update_account(ada.account, language="de")
    assert account is not None
    make_subscription(context, account, "calendar")
    context.store.block(ada.account, Blocking(context.store.now(), "spam"))
    found = ada.sees("/v1/me/export")
    assert (found["subscriptions"], found["blocked"]["why"]) == (["calendar"], "spam")
    assert found["about"]["bots"] == "Bots, die in deinem Namen spielen."


def test_a_token_alone_deletes_nothing(app: Flask, context: Context, ada: Player, ben: Player) -> None:
    """Attacked: whoever has somebody's token, or a code for another account, wants the account gone."""
    refused(ada.delete("/v1/me"), 422, "invalid")
    refused(ada.delete("/v1/me", Login_Code=code_for(context, ben)), 422, "code-wrong")
    used = code_for(context, ada)
    assert ada.post("/v1/login/confirm", {"code": used, "name": "x"}).status_code == 200
    refused(ada.delete("/v1/me", Login_Code=used), 422, "code-wrong")
    weak = new_player(app, context, "Weak", scopes=("account:read", "match:play"))
    refused(weak.delete("/v1/me", Login_Code=code_for(context, weak)), 403, "scope-missing")
    assert ada.sees("/v1/me")["name"] == "Ada"


def test_nothing_is_left_of_a_deleted_account_but_the_logs(
    app: Flask, context: Context, table: Table, ada: Player, ben: Player, redis_url: str
) -> None:
    mail = ada.stored(context).mail
    bot = ada.post(
        "/v1/me/bots", {"name": "Rolf", "open": True, "games": ["kontor"], "most_matches": 5, "listed": True}
    ).get_json()
    with_bot = ben.post("/v1/matches", {"rules": "kontor", "invite": [bot["account"]]}).get_json()["match"]
    waiting = ada.post("/v1/matches", {"rules": "kontor", "title": "Come"}).get_json()["match"]
    link = link_for(context, ada.account, table.match)
    later = code_for(context, ada)
    before = table.context.store.lines(table.match)

    answer = ada.delete("/v1/me", Login_Code=code_for(context, ada))
    assert answer.status_code == 202 and "logs of your matches stay" in answer.get_json()["message"]
    refused(ada.get("/v1/me"), 401, "token-wrong")
    stranger = Player(app, None, "")
    refused(stranger.post("/v1/login/confirm", {"code": later, "name": "x"}), 422, "code-wrong")
    assert Browser(app).press_link(f"/enter/{link}").status_code != 303
    for _ in range(2):  # what is over only now is left behind the next time
        drain_once(context)
        departure.go_on_with_all(context)

    over, bots_table = loaded(context, table.match), loaded(context, with_bot)
    assert (over.table["status"], over.table["over"]) == ("closed", "resigned")
    assert names(over) == [GONE, "Ben"] and f"{GONE} (bot)" in names(bots_table)
    assert loaded(context, waiting).table["over"] == "cancelled"
    assert table.context.store.lines(table.match)[: len(before)] == before
    assert context.store.departing() == []
    left = everything(redis_url, ada.account, bot["account"], mail, "Rolf")
    assert left == []
    ben_sees = ben.sees(table.path)
    assert [one["name"] for one in ben_sees["seats"]] == [GONE, "Ben"]
    again = context.store.create_account(mail=mail, name="Ada")
    assert again.id != ada.account


STEPS = [
    "forget_departing_address",
    "revoke_token",
    "delete_webhooks",
    "bots_of",
    "unfinished_of",
    "matches_of",
    "transition",
    "forget_letters",
    "end_departure",
]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_whoever_dies_while_deleting_leaves_the_rest_to_the_clock(
    context: Context, table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch, step: str, when: str, redis_url: str
) -> None:
    """Attacked: the process dies before, or just after, each step."""
    mail, real = ada.stored(context).mail, getattr(Store, step)

    class Died(BaseException):
        pass

    def die(*args: object, **kwargs: object) -> object:
        if when == "after":
            real(*args, **kwargs)
        raise Died

    with monkeypatch.context() as dying, pytest.raises(Died):
        dying.setattr(Store, step, die)
        departure.depart(context, ada.account)
    assert context.store.account(ada.account) is None
    for _ in range(3):
        departure.go_on_with_all(context)
        drain_once(context)
    departure.go_on_with_all(context)
    assert context.store.departing() == []
    assert names(loaded(context, table.match)) == [GONE, "Ben"]
    assert everything(redis_url, ada.account, mail) == []
    assert departure.go_on_with_all(context) == 0


def test_a_seat_that_signs_is_left_to_silence(
    context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can resign without the seat's key: the match goes on, without the name, and the account goes when it is over."""

    def unsigned(*_: object, **__: object) -> None:
        raise ActError("signature-needed", "this seat signs")

    table = Table.begin(context, ada, ben)
    monkeypatch.setattr("service.matches.seating.lobby.check_resigned", unsigned)
    departure.depart(context, ada.account)
    record = loaded(context, table.match)
    assert (record.table["status"], names(record)) == ("running", [GONE, "Ben"])
    assert context.store.departing() == [ada.account]
    assert context.store.unfinished_of(ada.account) == [table.match]
    monkeypatch.undo()
    ben.post(f"{table.path}/resign")
    drain_once(context)
    departure.go_on_with_all(context)
    assert context.store.departing() == []


@pytest.mark.parametrize("name", [GONE, "DELETED ACCOUNT", "Deleted account 2", "De1eted acc0unt", "gelöschtes  konto"])
def test_nobody_takes_the_name_of_deleted_accounts(name: str) -> None:
    with pytest.raises(BadName, match="deleted"):
        checked(name, "name")


def deletion_link(context: Context, player: Player) -> str:
    """Have the letter sent that confirms the deletion, and return where its button leads."""
    assert player.post("/v1/me/deletion").status_code == 202
    waiting = context.store.notices(recipient_of(player.account, None)).pending
    return f"/account/delete/{code_in(context, [one for one in waiting if one['kind'] == 'deletion-asked'][-1])}"


def test_the_button_of_a_letter_deletes_the_account_without_a_login(app: Flask, context: Context, ada: Player) -> None:
    link = deletion_link(context, ada)
    phone = Browser(app)
    seen = phone.get(link)
    assert seen.status_code == 200 and "ada@players.example" in seen.get_data(as_text=True)
    assert ada.get("/v1/me").status_code == 200, "looking, as scanners do, deletes nothing"
    assert phone.post(link, site="cross-site").status_code == 400, "nor does another site's form"
    for _ in range(2):
        done = phone.press(seen, link)
        assert (done.status_code, "Your account is deleted" in done.get_data(as_text=True)) == (200, True)
    assert ada.get("/v1/me").status_code == 401
    assert context.store.account(ada.account) is None


def test_the_letter_is_sent_to_whom_another_letter_signed_in(app: Flask, context: Context, ada: Player) -> None:
    """One letter is enough: it proves the mailbox itself. Who plays by a link alone has no right to change the account."""
    token = issue_token(context, ada.account, name="by a link in an email", scopes=scopes.PLAYING, kind="session")
    by_link = Player(app, token.text, ada.account)
    refused(by_link.ask("PATCH", "/v1/me", {"name": "Mallory"}), 403, "scope-missing")
    link = deletion_link(context, by_link)
    assert ada.sees("/v1/me")["name"] == "Ada", "nothing happens without the button"
    phone = Browser(app)
    phone.press(phone.get(link), link)
    assert context.store.account(ada.account) is None


def test_a_program_that_only_plays_has_no_letter_sent(app: Flask, context: Context) -> None:
    player = new_player(app, context, "Program", scopes=("match:read", "match:play"))
    refused(player.post("/v1/me/deletion"), 403, "scope-missing")


def test_the_browser_that_deletes_its_account_is_signed_out(app: Flask, context: Context, ada: Player) -> None:
    link = deletion_link(context, ada)
    browser = Browser(app).sign_in(context, ada)
    done = browser.press(browser.get(link), link)
    assert any(one.startswith("siegelpost=;") for one in done.headers.getlist("Set-Cookie"))
    assert "My account" not in done.get_data(as_text=True)


def test_the_letter_s_link_dies_with_its_hour_and_with_the_address(
    app: Flask, context: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = deletion_link(context, ada)
    cut = Browser(app).get(link[:-3])
    assert (cut.status_code, "Nothing was deleted" in cut.get_data(as_text=True)) == (404, True)
    context.store.change_mail(ada.account, lambda before: {"mail": "ada@elsewhere.example", "prefs": before.prefs})
    assert Browser(app).post(link).status_code == 404
    again = deletion_link(context, ada)
    late = time.time() + 3_601
    monkeypatch.setattr(time, "time", lambda: late)
    assert Browser(app).post(again).status_code == 404
    assert context.store.account(ada.account) is not None


def test_no_program_uses_up_the_letters_of_who_wants_to_go(limited: Context, ada: Player) -> None:
    """The attack: a stolen token asks for all letters of a day. Then there is one in an hour, and the last one's link is good."""
    refusals = [told for _ in range(8) if (told := ada.post("/v1/me/deletion")).status_code != 202]
    assert len(refusals) == 2, "five of a day, and the one of the hour"
    assert 0 < int(refusals[-1].headers["Retry-After"]) <= 3_600, "a link is good as long as that"
