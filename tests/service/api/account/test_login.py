"""Logging in by mail: a code comes, is good once, and asking tells nothing about who is known."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.accounts.access import login
from service.accounts.access.login import code_in
from service.accounts.mail.mail_address import mailbox_of
from service.context import Context
from service.matches import caps
from service.store.connection.connect import Client, StoreUnavailable
from service.store.keys import recipient_of
from tests.given.contexts import account_of
from tests.service.api.browser import Browser
from tests.service.api.players import Player, new_player


def codes_of(context: Context, mail: str) -> list[str]:
    """Return the login codes on their way to an address, oldest first."""
    account = account_of(context, mail)
    waiting = context.store.notices(recipient_of(account.id, None)).pending
    return [code_in(context, notice) for notice in waiting if notice["kind"] == "login"]


def ask(visitor: Player, mail: str = "new@players.example", **members: str) -> TestResponse:
    return visitor.post("/v1/login", {"mail": mail, **members})


def test_a_stranger_logs_in_with_the_code_from_the_mail(visitor: Player, context: Context, app: Flask) -> None:
    answer = ask(visitor, name="Nora", language="de", zone="Europe/Berlin")
    assert answer.status_code == 202
    (code,) = codes_of(context, "new@players.example")
    assert account_of(context, "new@players.example").verified is False
    token = visitor.post("/v1/login/confirm", {"code": code}).get_json()["token"]
    me = visitor.get("/v1/me", Authorization=f"Bearer {token}").get_json()
    assert (me["name"], me["language"], me["zone"], me["verified"]) == ("Nora", "de", "Europe/Berlin", True)


def test_the_answer_is_the_same_for_known_and_unknown_addresses(visitor: Player, ada: Player, context: Context) -> None:
    known, unknown = ask(visitor, "ada@players.example"), ask(visitor, "nobody@players.example")
    assert (known.status_code, known.data) == (unknown.status_code, unknown.data)
    assert [name for name, _ in known.headers] == [name for name, _ in unknown.headers]


def test_asking_changes_nothing_of_a_known_account(visitor: Player, ada: Player, context: Context) -> None:
    ask(visitor, "ADA@players.example", name="Mallory", language="de")
    account = ada.stored(context)
    assert (account.name, account.language) == ("Ada", "en")
    assert len(codes_of(context, "ada@players.example")) == 1


def test_a_code_is_good_once_but_a_lost_answer_can_be_asked_for_again(
    visitor: Player, context: Context, app: Flask
) -> None:
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    first = visitor.post("/v1/login/confirm", {"code": code}, Idempotency_Key="login").get_json()
    again = visitor.post("/v1/login/confirm", {"code": code}, Idempotency_Key="login").get_json()
    account = account_of(context, "new@players.example")
    assert [one.id for one in context.store.tokens_of(account.id)] == [again["info"]["id"]] != [first["info"]["id"]]
    assert visitor.get("/v1/me", Authorization=f"Bearer {first['token']}").status_code == 401
    visitor.delete(f"/v1/me/tokens/{again['info']['id']}", Authorization=f"Bearer {again['token']}")
    used = visitor.post("/v1/login/confirm", {"code": code}, Idempotency_Key="login")
    assert (used.status_code, used.get_json()["type"]) == (422, "/problems/code-wrong")
    assert context.store.tokens_of(account.id) == []


def confirm(app: Flask, code: str, address: str, key: str | None = "login", **members: str) -> TestResponse:
    body, headers = {"code": code, **members}, {} if key is None else {"Idempotency-Key": key}
    return app.test_client().post(
        "/v1/login/confirm", json=body, headers=headers, environ_base={"REMOTE_ADDR": address}
    )


def good(visitor: Player, answers: list[TestResponse]) -> list[str]:
    """Return the tokens among these answers that open the account."""
    tokens = [one.get_json()["token"] for one in answers if one.status_code == 200]
    return [one for one in tokens if visitor.get("/v1/me", Authorization=f"Bearer {one}").status_code == 200]


def test_a_client_that_sends_its_code_ten_times_at_once_is_logged_in(
    visitor: Player, context: Context, app: Flask
) -> None:
    """The attack on patience: one of them was refused, though nobody else had used the code. All are answered, the last
    to come takes the place of the others."""
    for _ in range(5):
        ask(visitor)
        code = codes_of(context, NEW)[-1]
        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(lambda _, code=code: confirm(app, code, "203.0.113.5"), range(10)))
        assert [one.status_code for one in answers] == [200] * 10
        assert len(good(visitor, answers)) == 1
        made = account_of(context, NEW)
        (token,) = good(visitor, answers)
        assert visitor.delete("/v1/me/tokens/t_" + token[3:19], Authorization=f"Bearer {token}").status_code == 204
        assert context.store.tokens_of(made.id) == []


@pytest.mark.parametrize(
    "key", [lambda _: None, lambda number: f"k{number}", lambda _: "login"], ids=["no key", "a key each", "networks"]
)
def test_of_ten_who_use_one_code_at_once_one_gets_in(
    visitor: Player, context: Context, app: Flask, key: Callable[[int], str | None]
) -> None:
    """The attack: whoever shares a network with the reader sends the code again, and takes the login over."""
    ask(visitor)
    (code,) = codes_of(context, NEW)
    address = "203.0.113.{}" if key(0) == key(1) == "login" else "203.0.113.5"
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda one: confirm(app, code, address.format(one), key(one)), range(10)))
    assert sorted(one.status_code for one in answers) == [200, *[422] * 9]
    assert {one.get_json()["type"] for one in answers if one.status_code == 422} == {"/problems/code-wrong"}
    assert len(good(visitor, answers)) == 1


def test_who_uses_a_code_second_does_not_end_the_login_of_the_first(
    visitor: Player, context: Context, app: Flask
) -> None:
    """The attack: somebody who reads the mail, too, sends the code a second later and takes the login over."""
    ask(visitor)
    (code,) = codes_of(context, NEW)
    first = confirm(app, code, "203.0.113.5")
    assert confirm(app, code, "198.51.100.7").status_code == 422
    assert confirm(app, code, "203.0.113.5", name="another program").status_code == 422
    assert confirm(app, code, "203.0.113.5", key="another").status_code == 422
    assert confirm(app, code, "203.0.113.5", key=None).status_code == 422
    assert len(good(visitor, [first])) == 1


def test_a_login_whose_token_was_revoked_is_not_revived(visitor: Player, context: Context, app: Flask) -> None:
    ask(visitor)
    (code,) = codes_of(context, NEW)
    token = confirm(app, code, "203.0.113.5").get_json()["token"]
    visitor.delete(f"/v1/me/tokens/t_{token[3:19]}", Authorization=f"Bearer {token}")
    assert [confirm(app, code, "203.0.113.5").status_code for _ in range(3)] == [422] * 3


def test_a_code_is_not_lost_with_the_store_s_reply(
    visitor: Player, context: Context, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault: the code counted as used, but nothing was kept of who had used it."""
    ask(visitor, name="Nora")
    (code,) = codes_of(context, NEW)
    add_token = type(context.store).add_token

    def away(*_: Any, **__: Any) -> bool:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(type(context.store), "add_token", away)
    assert confirm(app, code, "203.0.113.5").status_code == 503
    monkeypatch.setattr(type(context.store), "add_token", add_token)
    assert len(good(visitor, [confirm(app, code, "203.0.113.5")])) == 1
    stored = account_of(context, NEW)
    assert (stored.name, stored.verified) == ("Nora", True)


def test_a_code_sent_again_many_times_at_once_leaves_one_token(visitor: Player, context: Context, app: Flask) -> None:
    ask(visitor)
    (code,) = codes_of(context, NEW)
    confirm(app, code, "203.0.113.5")
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: confirm(app, code, "203.0.113.5").status_code, range(8))) == {200}
    account = account_of(context, NEW)
    assert len(context.store.tokens_of(account.id)) == 1


def test_a_code_used_long_ago_is_refused(visitor: Player, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    visitor.post("/v1/login/confirm", {"code": code}, Idempotency_Key="login")
    monkeypatch.setattr("service.accounts.access.login.SECOND_USE", -1)
    assert visitor.post("/v1/login/confirm", {"code": code}, Idempotency_Key="login").status_code == 422


@pytest.mark.parametrize("change", [lambda code: code[:-1] + ("A" if code[-1] != "A" else "B"), lambda code: "A" * 60])
def test_a_forged_code_is_refused(visitor: Player, context: Context, change: Callable[[str], str]) -> None:
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    answer = visitor.post("/v1/login/confirm", {"code": change(code)})
    assert (answer.status_code, answer.get_json()["type"]) == (422, "/problems/code-wrong")


def test_an_unsubscribe_link_is_no_login_code(visitor: Player, context: Context, ada: Player) -> None:
    link = context.links.make("unsubscribe", {"account": ada.account, "match": "x"})
    assert visitor.post("/v1/login/confirm", {"code": link}).status_code == 422


def test_an_expired_code_is_refused(visitor: Player, context: Context, ada: Player) -> None:
    code = context.links.make("login", {"account": ada.account, "nonce": "n"}, context.store.now() - 1)
    assert visitor.post("/v1/login/confirm", {"code": code}).status_code == 422


@pytest.mark.parametrize(
    "mail",
    ["", "a", "@b.c", "a@", "a b@c.d", "a@b@c", "a\n@b.c", "ä@b.c", ".a@b.c", "a..b@c.d", "a@-b.c", "x" * 65 + "@b.c",
     "a@b.c\r\nBcc: x@y.z", '"a"@b.c', "a@[127.0.0.1]"],
)  # fmt: skip
def test_what_is_no_mail_address_is_refused(visitor: Player, mail: str) -> None:
    answer = ask(visitor, mail)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == "/mail"


def test_looking_at_a_login_link_does_nothing_and_its_button_logs_in(visitor: Player, context: Context) -> None:
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    account = account_of(context, "new@players.example")
    for method in ("GET", "HEAD", "OPTIONS"):
        assert visitor.ask(method, f"/login/{code}").status_code == 200
    assert context.store.tokens_of(account.id) == []
    answer = Browser(visitor.app).press_link(f"/login/{code}")
    assert (answer.status_code, answer.location) == (303, "/")
    assert "sp_" not in answer.get_data(as_text=True)
    assert [one.kind for one in context.store.tokens_of(account.id)] == ["session"]
    assert visitor.post("/login/" + "A" * 60).status_code == 404


@pytest.mark.parametrize("code", ["garbage", "A" * 60, "%00", "sp_x", "..%2f..%2fdevice"])
def test_a_link_that_is_none_of_ours_has_no_button(visitor: Player, code: str) -> None:
    """The fault: any text behind /login/ showed a button, and below it a command to type with that text."""
    page = visitor.get(f"/login/{code}")
    assert page.status_code == 404
    assert "<form" not in page.get_data(as_text=True)
    assert code not in page.get_data(as_text=True)


def test_a_link_too_old_has_no_button(visitor: Player, context: Context, ada: Player) -> None:
    code = context.links.make("login", {"account": ada.account, "nonce": "n"}, context.store.now() - 1)
    assert "<form" not in visitor.get(f"/login/{code}").get_data(as_text=True)


NEW = "new@players.example"


def token_of(visitor: Player, code: str) -> str:
    token: str = visitor.post("/v1/login/confirm", {"code": code}).get_json()["token"]
    return token


def ask_from(app: Flask, address: str, mail: str = NEW, **members: str) -> int:
    """Ask for a code as a network address does."""
    return app.test_client().post(
        "/v1/login", json={"mail": mail, **members}, environ_base={"REMOTE_ADDR": address}
    ).status_code  # fmt: skip


def sent_to(context: Context, mail: str) -> int:
    login.SENDING.submit(lambda: None).result(timeout=60)  # what refused requests have set off is done
    account = context.store.account_by_mail(mail)
    return 0 if account is None else len(codes_of(context, mail))


def test_a_strangers_request_renames_nobody(visitor: Player, context: Context, app: Flask) -> None:
    """The attack: an invited person has not logged in yet, and a stranger asks for a code for the address."""
    context.store.create_account(mail=NEW, name="Player", language="en", zone="UTC")
    ask(visitor, name="Fool", language="de", zone="Asia/Tokyo")
    stored = account_of(context, NEW)
    assert (stored.name, stored.language, stored.zone) == ("Player", "en", "UTC")
    ask(visitor, name="Nora", language="de", zone="Europe/Berlin")
    token = token_of(visitor, codes_of(context, NEW)[-1])
    me = visitor.get("/v1/me", Authorization=f"Bearer {token}").get_json()
    assert (me["name"], me["language"], me["zone"]) == ("Nora", "de", "Europe/Berlin")


def test_what_a_known_address_asks_for_is_forgotten(visitor: Player, context: Context, ada: Player) -> None:
    ask(visitor, "ada@players.example", name="Mallory", language="de")
    token_of(visitor, codes_of(context, "ada@players.example")[-1])
    account = ada.stored(context)
    assert (account.name, account.language) == ("Ada", "en")


def test_a_used_code_ends_all_others_of_the_account(visitor: Player, context: Context) -> None:
    """The attack: somebody reads the older of two mails later."""
    for _ in range(3):
        ask(visitor)
    first, second, third = codes_of(context, NEW)
    assert visitor.post("/v1/login/confirm", {"code": second}).status_code == 200
    for other in (first, third):
        answer = visitor.post("/v1/login/confirm", {"code": other})
        assert (answer.status_code, answer.get_json()["type"]) == (422, "/problems/code-wrong")
    account = account_of(context, NEW)
    assert len(context.store.tokens_of(account.id)) == 1
    ask(visitor)
    assert visitor.post("/v1/login/confirm", {"code": codes_of(context, NEW)[-1]}).status_code == 200


def test_of_two_codes_used_at_once_one_wins(visitor: Player, context: Context, app: Flask) -> None:
    for _ in range(8):
        ask(visitor)
    codes = codes_of(context, NEW)
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(lambda code: visitor.post("/v1/login/confirm", {"code": code}).status_code, codes)
        )  # fmt: skip
    assert sorted(found) == [200, *[422] * 7]


def test_strangers_cannot_use_up_somebodys_codes(limited: Context, app: Flask, visitor: Player) -> None:
    """The attack: one stranger, then many, ask for codes for somebody else until no more are given."""
    assert [ask_from(app, "203.0.113.1") for _ in range(12)] == [202] * 11 + [429]
    assert ask_from(app, "198.51.100.7") == 202  # the owner, elsewhere
    for number in range(40):
        ask_from(app, f"192.0.2.{number}")
    assert ask_from(app, "198.51.100.8") == 429
    assert sent_to(limited, NEW) == 31  # 30 and one in ten minutes: the newest is good for longer than that
    assert visitor.post("/v1/login/confirm", {"code": codes_of(limited, NEW)[-1]}).status_code == 200


def test_an_owner_gets_a_code_whatever_strangers_have_asked_for(limited: Context, app: Flask) -> None:
    """The attack again, against somebody who has logged in before, with aliases of the mailbox and from his own network."""
    limited.store.create_account(mail=NEW, name="Nora", verified=True)
    for number in range(40):
        ask_from(app, f"192.0.2.{number}", f"new+{number}@players.example")
    assert sent_to(limited, NEW) == 0
    assert ask_from(app, "192.0.2.99") == 429  # what is said is the same for everybody
    assert sent_to(limited, NEW) == 1
    assert ask_from(app, "192.0.2.99") == 429
    assert sent_to(limited, NEW) == 1  # and no more than one in ten minutes


def test_an_owner_is_served_at_a_known_address_although_others_use_up_the_network(limited: Context, app: Flask) -> None:
    assert ask_from(app, "203.0.113.5") == 202
    code = codes_of(limited, NEW)[-1]
    confirm = {"json": {"code": code}, "environ_base": {"REMOTE_ADDR": "203.0.113.5"}}
    assert app.test_client().post("/v1/login/confirm", **confirm).status_code == 200
    for number in range(40):
        ask_from(app, "203.0.113.5", f"x{number}@players.example")
    before = sent_to(limited, NEW)
    assert [ask_from(app, "203.0.113.5") for _ in range(3)] == [429] * 3
    assert sent_to(limited, NEW) == before + 3
    assert ask_from(app, "203.0.113.6") == 202


def test_aliases_of_a_mailbox_share_its_budget(limited: Context, app: Flask) -> None:
    """The attack: a mailbox is flooded by addresses that all lead to it."""
    asked = [f"victim+{number}@players.example" for number in range(40)]
    found = [ask_from(app, f"192.0.2.{number}", mail) for number, mail in enumerate(asked)]
    assert found.count(202) == 31
    dots = ["ad.a@gmail.com", "a.da@googlemail.com", "ada+1@GMAIL.com"]
    assert len({mailbox_of(mail) for mail in dots}) == 1


def test_what_is_said_and_when_does_not_tell_who_has_an_account(limited: Context, app: Flask) -> None:
    """The attack: ask for a known and an unknown address until both are refused, and compare."""
    limited.store.create_account(mail="known@players.example", name="Known", verified=True)
    found = {}
    for mail in ("known@players.example", "unknown@players.example"):
        answers = [
            app.test_client().post(
                "/v1/login", json={"mail": mail}, environ_base={"REMOTE_ADDR": f"2001:db8:{len(mail)}:{number % 9}::1"}
            )
            for number in range(36)
        ]
        found[mail] = [(one.status_code, one.data, "Retry-After" in one.headers) for one in answers]
    assert found["known@players.example"] == found["unknown@players.example"]
    assert found["known@players.example"][-1][0] == 429


def trips_of(app: Flask, monkeypatch: pytest.MonkeyPatch, mail: str, address: str) -> tuple[int, int]:
    """Return what the store was asked for while somebody waited for an answer."""
    asked = []
    for name in ("_ask", "_ask_many", "_run", "_run_many"):
        kept = getattr(Client, name)

        def counted(
            self: Client, *parts: Any, name: str = name, kept: Callable[..., Any] = kept, **options: Any
        ) -> Any:
            if threading.current_thread() is threading.main_thread():
                asked.append(name)
            return kept(self, *parts, **options)

        monkeypatch.setattr(Client, name, counted)
    status = ask_from(app, address, mail)
    monkeypatch.undo()
    return status, len(asked)


def test_how_long_an_answer_takes_does_not_tell_who_has_an_account(
    limited: Context, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: time the answers, with a budget left and without; a known address took more ways to the store."""
    for number in range(2):
        limited.store.create_account(mail=f"known{number}@players.example", name="Known", verified=True)
    ask_from(app, "203.0.113.9", "other@players.example")  # the scripts are loaded
    known = trips_of(app, monkeypatch, "known0@players.example", "203.0.113.7")
    assert known == trips_of(app, monkeypatch, "unknown0@players.example", "203.0.113.7")
    for number in range(40):
        ask_from(app, "203.0.113.7", f"x{number}@players.example")
    known = trips_of(app, monkeypatch, "known1@players.example", "203.0.113.7")
    assert known == trips_of(app, monkeypatch, "unknown1@players.example", "203.0.113.7")
    assert known[0] == 429
    assert sent_to(limited, "known1@players.example") == 1


def test_what_an_owner_gets_beyond_the_budgets_does_not_use_them_up(limited: Context, app: Flask) -> None:
    """The attack: whose budgets shrink although the answer was no has an account."""
    left = {}
    for mail in ("known@players.example", "unknown@players.example"):
        if mail.startswith("known"):
            limited.store.create_account(mail=mail, name="Known", verified=True)
        source = f"203.0.113.{len(mail)}"
        for number in range(40):
            ask_from(app, source, f"{number}{mail}")
        assert ask_from(app, source, mail) == 429
        sent_to(limited, mail)
        left[mail] = [ask_from(app, f"198.51.{len(mail)}.{number}", mail) for number in range(33)]
    assert left["known@players.example"] == left["unknown@players.example"]


def test_a_site_of_many_networks_has_a_budget_too(limited: Context, app: Flask) -> None:
    """The attack: whoever has a /48, which is had for nothing, has 65,536 networks."""
    found = [ask_from(app, f"2001:db8:7:{number:x}::1", f"s{number}@players.example") for number in range(130)]
    assert found == [202] * 120 + [429] * 10
    assert ask_from(app, "2001:db8:8::1", "elsewhere@players.example") == 202


def test_a_provider_of_many_sites_has_a_budget_too(
    limited: Context, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: each request makes an account of 1.5 kB that stays for a month, and a /32 has 65,536 sites to ask from."""
    monkeypatch.setattr(login, "PER_PROVIDER", (3, 3600))
    found = [ask_from(app, f"2001:db8:{number:x}::1", f"s{number}@players.example") for number in range(1, 6)]
    assert found == [202] * 3 + [429] * 2
    assert ask_from(app, "2001:db9:1::1", "elsewhere@players.example") == 202


def test_invitations_do_not_tell_who_has_an_account(
    limited: Context, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: addresses that cost an invitation are new, those that do not are known."""
    monkeypatch.setattr(caps, "MOST_TABLES", 100)
    for number in range(25):
        limited.store.create_account(mail=f"known{number}@players.example", name="Known", verified=True)
    refused_at = {}
    for kind in ("known", "unknown"):
        asking = new_player(app, limited, kind.title())
        wish = {"rules": "kontor", "visibility": "private"}
        answers = [
            asking.post("/v1/matches", {**wish, "invite": [f"{kind}{number}@players.example"]}).status_code
            for number in range(22)
        ]
        refused_at[kind] = answers
    assert refused_at["known"] == refused_at["unknown"]
    assert refused_at["known"][-1] == 429


def test_a_wider_network_does_not_widen_the_budget(limited: Context, app: Flask) -> None:
    """The attack: somebody has 2^64 addresses."""
    found = [ask_from(app, f"2001:db8::{number:x}", f"p{number}@players.example") for number in range(1, 35)]
    assert found == [202] * 30 + [429] * 4
    assert ask_from(app, "::ffff:192.0.2.1", "q@players.example") == 202
