"""Tokens that tokens make: never more than the one that makes them, shown once, and dead for good when revoked."""

import time
from itertools import product
from typing import Any

import pytest
from flask import Flask

from engine.protocol.canon import b64
from service import accounts
from service.accounts.access import tokens
from service.accounts.access.scopes import SCOPES
from service.context import Context
from service.store.store import Store, Token
from tests.given.at_once import at_once
from tests.given.contexts import forget_answer
from tests.service.api.players import Player, Table, new_player, refused

WIDE = {"name": "wide", "scopes": list(SCOPES)}
NARROW = {"name": "narrow", "scopes": ["account:write"]}
HOUR = 3_600_000


def made_by(player: Player, wish: dict[str, Any], **headers: str) -> tuple[Player, dict[str, Any]]:
    """Have a player's token make another one; return a player with that, and its facts."""
    answer = player.post("/v1/me/tokens", wish, **headers)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    shown = answer.get_json()
    return Player(player.app, shown["token"], player.account), shown["info"]


def is_good(player: Player) -> bool:
    """Return whether the player's token is accepted."""
    return player.get("/v1/matches").status_code == 200


# The Idempotency-Key gives nothing away


@pytest.mark.parametrize("forgotten", [False, True], ids=["at once", "after the 48 hours"])
def test_a_narrower_token_does_not_get_a_wider_ones_text_by_its_key(
    ada: Player, context: Context, forgotten: bool
) -> None:
    narrow, _ = made_by(ada, NARROW)
    wide, _ = made_by(ada, WIDE, Idempotency_Key="bot")
    if forgotten:
        forget_answer(context, ada.account, "bot")
    for wish in (NARROW, WIDE):
        answer = narrow.post("/v1/me/tokens", wish, Idempotency_Key="bot")
        assert str(wide.token) not in answer.get_data(as_text=True)
        if answer.status_code == 201:
            assert answer.get_json()["info"]["scopes"] == ["account:write"]


def test_the_key_of_one_token_is_not_that_of_another_with_the_same_scopes(ada: Player) -> None:
    twin, _ = made_by(ada, WIDE)
    made_by(ada, WIDE, Idempotency_Key="bot")
    refused(twin.post("/v1/me/tokens", WIDE, Idempotency_Key="bot"), 422, "key-reused")
    refused(ada.post("/v1/me/tokens", NARROW, Idempotency_Key="bot"), 422, "key-reused")


@pytest.mark.parametrize("cut_off", [False, True], ids=["answered", "cut off before its answer was stored"])
def test_a_revoked_token_does_not_come_back_when_its_request_is_sent_again(
    ada: Player, context: Context, cut_off: bool
) -> None:
    bot, info = made_by(ada, WIDE, Idempotency_Key="bot")
    assert ada.delete(f"/v1/me/tokens/{info['id']}").status_code == 204
    if cut_off:
        forget_answer(context, ada.account, "bot")
    for _ in range(2):
        refused(ada.post("/v1/me/tokens", WIDE, Idempotency_Key="bot"), 409, "token-shown")
    assert not is_good(bot)
    assert [one["current"] for one in ada.sees("/v1/me/tokens")["tokens"]] == [True]


def test_an_expired_token_does_not_come_back_either(ada: Player, context: Context) -> None:
    again = tokens.Again("bot", str(ada.token), done=False)
    expires = context.store.now() + 300

    def make() -> tokens.Issued:
        return tokens.issue_token(
            context, ada.account, name="brief", scopes=SCOPES, expires=expires + HOUR, again=again, parent=parent
        )

    (own,) = context.store.tokens_of(ada.account)
    parent = Token(**{**own.__dict__, "expires": expires})
    brief = make()
    until = time.monotonic() + 10
    while context.store.token(brief.token.id) is not None:
        assert time.monotonic() < until
    with pytest.raises(accounts.AccountError) as caught:
        make()
    assert caught.value.code == "token-shown"


def test_a_tokens_text_is_shown_again_for_a_minute_and_then_no_more(
    ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (ada.post("/v1/me/tokens", WIDE, Idempotency_Key="bot") for _ in range(2))
    assert first.get_json() == second.get_json()
    monkeypatch.setattr(tokens, "SECOND_USE", -1)
    refused(ada.post("/v1/me/tokens", WIDE, Idempotency_Key="bot"), 409, "token-shown")
    assert is_good(Player(ada.app, first.get_json()["token"], ada.account))


def test_a_request_cut_off_before_its_answer_was_stored_leads_to_one_token(ada: Player, context: Context) -> None:
    first, _ = made_by(ada, WIDE, Idempotency_Key="cut")
    forget_answer(context, ada.account, "cut")
    again, _ = made_by(ada, WIDE, Idempotency_Key="cut")
    assert again.token == first.token
    assert len(ada.sees("/v1/me/tokens")["tokens"]) == 2


def test_five_at_once_make_one_token(ada: Player) -> None:
    texts: list[str] = []
    at_once(*(lambda: texts.append(str(made_by(ada, WIDE, Idempotency_Key="rush")[0].token)) for _ in range(5)))
    assert len(texts) == 5
    assert len(set(texts)) == 1
    assert len(ada.sees("/v1/me/tokens")["tokens"]) == 2


def test_all_the_services_keys_together_do_not_reveal_a_token(ada: Player, visitor: Player, context: Context) -> None:
    bot, _ = made_by(ada, WIDE, Idempotency_Key="bot")
    code = context.links.make(
        "login", {"account": ada.account, "at": context.store.now(), "nonce": "n"}, context.store.now() + HOUR
    )
    login = visitor.post("/v1/login/confirm", {"code": code}).get_json()["token"]
    derived = {b64(context.links.derive(*parts)) for parts in (("token", ada.account, "bot"), ("login-token", code))}
    assert {str(bot.token)[20:], login[20:]} & derived == set()


# What a token makes goes no further than itself


def test_a_token_makes_none_that_outlives_it(ada: Player) -> None:
    brief, info = made_by(ada, {**WIDE, "expires_in": 60})
    for wish in (WIDE, {**WIDE, "expires_in": 86_400}):
        _, child = made_by(brief, wish)
        assert child["expires_at"] == info["expires_at"]
    _, sooner = made_by(ada, {**WIDE, "expires_in": 61})
    assert sooner["expires_at"] > info["expires_at"]


def test_what_a_token_has_made_is_revoked_with_it_down_to_the_last(ada: Player) -> None:
    child, info = made_by(ada, WIDE)
    grandchild, _ = made_by(child, WIDE)
    last, _ = made_by(grandchild, NARROW)
    other, _ = made_by(ada, WIDE)
    assert is_good(grandchild), "this process remembers it now"
    assert ada.delete(f"/v1/me/tokens/{info['id']}").status_code == 204
    for dead in (child, grandchild, last):
        assert dead.get("/v1/me").status_code == 401
    assert is_good(other)
    assert is_good(ada)


def test_a_token_revoked_while_it_makes_another_makes_none(
    ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    child, info = made_by(ada, WIDE)
    add_token = type(context.store).add_token

    def too_late(self: Store, token: Token, *, most: int | None = None) -> bool:
        context.store.revoke_token(info["id"])
        return bool(add_token(self, token, most=most))

    monkeypatch.setattr(type(context.store), "add_token", too_late)
    assert child.post("/v1/me/tokens", WIDE).status_code in (401, 409)
    monkeypatch.undo()
    assert len(context.store.tokens_of(ada.account)) == 1


def test_a_weaker_token_revokes_none_that_it_could_not_have_made(ada: Player) -> None:
    weak, own = made_by(ada, {**NARROW, "expires_in": 3_600})
    (login,) = (one for one in ada.sees("/v1/me/tokens")["tokens"] if one["current"])
    _, longer = made_by(ada, NARROW)
    _, wider = made_by(ada, {"name": "wider", "scopes": ["account:write", "match:read"], "expires_in": 60})
    _, lesser = made_by(ada, {**NARROW, "expires_in": 60})
    for stronger in (login, longer, wider):
        refused(weak.delete(f"/v1/me/tokens/{stronger['id']}"), 403, "token-stronger")
    assert weak.delete(f"/v1/me/tokens/{lesser['id']}").status_code == 204
    assert weak.delete(f"/v1/me/tokens/{own['id']}").status_code == 204
    assert not is_good(weak)


def test_the_owner_revokes_everything_with_the_token_of_a_login(ada: Player, visitor: Player, context: Context) -> None:
    made_by(ada, WIDE)
    code = context.links.make(
        "login", {"account": ada.account, "at": context.store.now(), "nonce": "n"}, context.store.now() + HOUR
    )
    token = visitor.post("/v1/login/confirm", {"code": code}).get_json()["token"]
    owner = Player(ada.app, token, ada.account)
    for one in owner.sees("/v1/me/tokens")["tokens"]:
        if not one["current"]:
            assert owner.delete(f"/v1/me/tokens/{one['id']}").status_code in (204, 404), "gone with another"
    assert [one["current"] for one in owner.sees("/v1/me/tokens")["tokens"]] == [True]


@pytest.mark.parametrize("scope", SCOPES)
def test_every_token_may_end_itself_and_only_itself_without_the_scope(
    app: Flask, context: Context, ada: Player, scope: str
) -> None:
    player = new_player(app, context, f"One {scope[0]}{scope[-1]}", (scope,))
    (own,) = context.store.tokens_of(player.account)
    _, other = made_by(ada, WIDE)
    assert player.delete(f"/v1/me/tokens/{other['id']}").status_code == (404 if scope == "account:write" else 403)
    assert player.delete(f"/v1/me/tokens/{own.id}").status_code == 204
    assert context.store.token(own.id) is None


def test_which_tokens_may_revoke_which() -> None:
    def token(scopes: tuple[str, ...], expires: int | None, parent: str | None = "t_x") -> Token:
        number = f"t_{len(scopes)}{expires}{parent}"
        return Token(number, "p", "", scopes, "", 0, expires=expires, parent=parent)

    some, more = SCOPES[4:], SCOPES[3:]
    for mine, other in product((10, None), repeat=2):
        may = mine is None or other is not None
        assert tokens.may_revoke(token(more, mine), token(some, other)) is may
        assert tokens.may_revoke(token(some, mine), token(more, other)) is False
        assert tokens.may_revoke(token(SCOPES, mine, None), token(SCOPES, other)) is True


# Stored answers go only to who might still ask


def test_a_stored_answer_is_not_given_to_a_token_revoked_elsewhere(
    conferring: Table, ada: Player, context: Context
) -> None:
    other, info = made_by(ada, WIDE)
    (channel,) = conferring.seen_by(ada)["channels"]
    wish = {"channel": channel["id"], "text": "Leave it to me."}
    path = f"{conferring.path}/messages"
    assert other.post(path, wish, Idempotency_Key="m").status_code == 202
    context.store.revoke_token(info["id"])  # as another process would: this one still remembers the token
    refused(other.post(path, wish, Idempotency_Key="m"), 401, "token-wrong")


def test_a_stored_answer_is_not_given_to_a_narrower_token(ada: Player) -> None:
    wish = {"rules": "kontor", "visibility": "private"}
    first = ada.post("/v1/matches", wish, Idempotency_Key="m")
    narrow, _ = made_by(ada, {"name": "narrow", "scopes": ["match:create"]})
    refused(narrow.post("/v1/matches", wish, Idempotency_Key="m"), 403, "scope-missing")
    wide, _ = made_by(ada, WIDE)
    assert wide.post("/v1/matches", wish, Idempotency_Key="m").data == first.data


# Tokens without end


def test_tokens_that_have_expired_are_not_listed_for_ever(ada: Player, context: Context) -> None:
    """The attack: fifty tokens of a minute, every minute: each left its id in a list that every look at it reads."""
    now = context.store.now()
    for number in range(60):
        tokens.issue_token(context, ada.account, name=f"{number}", scopes=["match:read"], expires=now - 1)
    made, _ = made_by(ada, NARROW)
    listed = {one["id"] for one in ada.sees("/v1/me/tokens")["tokens"]}
    assert len(listed) == 2
    assert set(context.store.token_ids_of(ada.account)) == listed
    assert is_good(Player(made.app, ada.token, ada.account))


def test_an_account_makes_a_limited_number_of_tokens_a_day_even_if_each_is_revoked(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: every revocation is noted in all buckets, so making and revoking costs the store 64 writes each."""
    monkeypatch.setattr(tokens, "TOKENS_MADE", (3, 3600))
    for _ in range(3):
        _, info = made_by(ada, NARROW)
        assert ada.delete(f"/v1/me/tokens/{info['id']}").status_code == 204
    answer = ada.post("/v1/me/tokens", NARROW)
    refused(answer, 409, "too-many-tokens")
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_a_lost_answer_asked_for_again_is_no_further_token(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "TOKENS_MADE", (1, 3600))
    made = [made_by(ada, NARROW, Idempotency_Key="bot")[0].token for _ in range(3)]
    assert len(set(made)) == 1
