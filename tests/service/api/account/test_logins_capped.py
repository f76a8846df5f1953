"""How many logins an account has: no more than a stated number, and the owner always gets in."""

import pytest

from service.accounts.access import tokens
from service.context import Context
from tests.service.api.players import Player


def code_for(context: Context, player: Player) -> str:
    """Return a login code of the player, as a mail brings it."""
    now = context.store.now()
    return context.links.make("login", {"account": player.account, "at": now, "nonce": "0"}, now + 60_000)


def log_in(context: Context, visitor: Player, player: Player) -> Player:
    answer = visitor.post("/v1/login/confirm", {"code": code_for(context, player)})
    assert answer.status_code == 200, answer.data
    return Player(visitor.app, answer.get_json()["token"], player.account)


def test_logging_in_again_and_again_does_not_fill_the_store(
    context: Context, ada: Player, visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a program that logs in at every start, for years; the tokens of logins had no cap."""
    monkeypatch.setitem(tokens.MOST_OF_KIND, "login", 3)
    last = [log_in(context, visitor, ada) for _ in range(6)]
    assert len(context.store.tokens_of(ada.account)) == 3
    assert [one.get("/v1/me").status_code for one in last] == [401, 401, 401, 200, 200, 200]


def test_a_login_in_use_or_with_tokens_of_its_own_outlasts_others(
    context: Context, ada: Player, visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(tokens.MOST_OF_KIND, "login", 3)
    parent = log_in(context, visitor, ada)
    made = parent.post("/v1/me/tokens", {"name": "bot", "scopes": ["match:read"]}).get_json()["token"]
    for _ in range(4):
        log_in(context, visitor, ada)
    assert Player(visitor.app, made, "").get("/v1/me/waiting").status_code == 200
    assert parent.get("/v1/me").status_code == 200


def test_an_owner_with_all_the_tokens_there_may_be_gets_in_and_can_revoke_them(
    context: Context, ada: Player, visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 3)
    for _ in range(2):
        assert ada.post("/v1/me/tokens", {"name": "x", "scopes": ["match:read"]}).status_code == 201
    assert ada.post("/v1/me/tokens", {"name": "x", "scopes": ["match:read"]}).status_code == 409
    again = log_in(context, visitor, ada)
    for one in again.sees("/v1/me/tokens")["tokens"]:
        if not one["current"]:
            assert again.delete(f"/v1/me/tokens/{one['id']}").status_code in (204, 404)  # made by one that is gone
    assert len(context.store.tokens_of(ada.account)) == 1
