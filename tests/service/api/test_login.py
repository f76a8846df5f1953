"""Logging in by mail: a code comes, is good once, and asking tells nothing about who is known."""

from __future__ import annotations

import pytest

from service.store.keys import recipient_of


def codes_of(context, mail):
    """Return the login codes on their way to an address, oldest first."""
    account = context.store.account_by_mail(mail)
    waiting = context.store.notices(recipient_of(account.id, None)).pending
    return [notice["facts"]["code"] for notice in waiting if notice["kind"] == "login"]


def ask(visitor, mail="new@players.example", **members):
    return visitor.post("/v1/login", {"mail": mail, **members})


def test_a_stranger_logs_in_with_the_code_from_the_mail(visitor, context, app):
    answer = ask(visitor, name="Nora", language="de", zone="Europe/Berlin")
    assert answer.status_code == 202
    (code,) = codes_of(context, "new@players.example")
    assert context.store.account_by_mail("new@players.example").verified is False
    token = visitor.post("/v1/login/confirm", {"code": code}).get_json()["token"]
    me = visitor.get("/v1/me", Authorization=f"Bearer {token}").get_json()
    assert (me["name"], me["language"], me["zone"], me["verified"]) == ("Nora", "de", "Europe/Berlin", True)


def test_the_answer_is_the_same_for_known_and_unknown_addresses(visitor, ada, context):
    known, unknown = ask(visitor, "ada@players.example"), ask(visitor, "nobody@players.example")
    assert (known.status_code, known.data) == (unknown.status_code, unknown.data)
    assert [name for name, _ in known.headers] == [name for name, _ in unknown.headers]


def test_asking_changes_nothing_of_a_known_account(visitor, ada, context):
    ask(visitor, "ADA@players.example", name="Mallory", language="de")
    account = context.store.account(ada.account)
    assert (account.name, account.language) == ("Ada", "en")
    assert len(codes_of(context, "ada@players.example")) == 1


def test_a_code_is_good_once_but_a_lost_answer_can_be_asked_for_again(visitor, context, app):
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    first = visitor.post("/v1/login/confirm", {"code": code}).get_json()
    again = visitor.post("/v1/login/confirm", {"code": code}).get_json()
    assert again["token"] == first["token"]
    account = context.store.account_by_mail("new@players.example")
    assert len(context.store.tokens_of(account.id)) == 1
    visitor.delete(f"/v1/me/tokens/{first['info']['id']}", Authorization=f"Bearer {first['token']}")
    used = visitor.post("/v1/login/confirm", {"code": code})
    assert (used.status_code, used.get_json()["type"]) == (422, "/problems/code-wrong")
    assert context.store.tokens_of(account.id) == []


def test_a_code_used_long_ago_is_refused(visitor, context, monkeypatch):
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    visitor.post("/v1/login/confirm", {"code": code})
    monkeypatch.setattr("service.accounts.SECOND_USE", -1)
    assert visitor.post("/v1/login/confirm", {"code": code}).status_code == 422


@pytest.mark.parametrize("change", [lambda code: code[:-1] + ("A" if code[-1] != "A" else "B"), lambda code: "A" * 60])
def test_a_forged_code_is_refused(visitor, context, change):
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    answer = visitor.post("/v1/login/confirm", {"code": change(code)})
    assert (answer.status_code, answer.get_json()["type"]) == (422, "/problems/code-wrong")


def test_an_unsubscribe_link_is_no_login_code(visitor, context, ada):
    link = context.links.make("unsubscribe", {"account": ada.account, "match": "x"})
    assert visitor.post("/v1/login/confirm", {"code": link}).status_code == 422


def test_an_expired_code_is_refused(visitor, context, ada):
    code = context.links.make("login", {"account": ada.account, "nonce": "n"}, context.store.now() - 1)
    assert visitor.post("/v1/login/confirm", {"code": code}).status_code == 422


@pytest.mark.parametrize(
    "mail",
    ["", "a", "@b.c", "a@", "a b@c.d", "a@b@c", "a\n@b.c", "ä@b.c", ".a@b.c", "a..b@c.d", "a@-b.c", "x" * 65 + "@b.c",
     "a@b.c\r\nBcc: x@y.z", '"a"@b.c', "a@[127.0.0.1]"],
)  # fmt: skip
def test_what_is_no_mail_address_is_refused(visitor, mail):
    answer = ask(visitor, mail)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == "/mail"


def test_looking_at_a_login_link_does_nothing_and_its_button_logs_in(visitor, context):
    ask(visitor)
    (code,) = codes_of(context, "new@players.example")
    account = context.store.account_by_mail("new@players.example")
    for method in ("GET", "HEAD", "OPTIONS"):
        assert visitor.ask(method, f"/login/{code}").status_code == 200
    assert context.store.tokens_of(account.id) == []
    page = visitor.post(f"/login/{code}")
    assert page.status_code == 200
    assert "sp_" in page.get_data(as_text=True)
    assert len(context.store.tokens_of(account.id)) == 1
    assert visitor.post("/login/" + "A" * 60).status_code == 422


def test_logins_are_limited_per_address_and_per_mail_and_fail_closed(limited, visitor):
    for number in range(5):
        assert ask(visitor, "one@players.example").status_code == 202, number
    refused = ask(visitor, "one@players.example")
    assert (refused.status_code, refused.get_json()["type"]) == (429, "/problems/too-many-logins")
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    for number in range(24):
        assert ask(visitor, f"p{number}@players.example").status_code == 202
    assert ask(visitor, "last@players.example").status_code == 429
