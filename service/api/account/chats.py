"""Chats that get short messages: what happens to an account, or who is awaited at a table of its owner."""

from __future__ import annotations

from typing import Any

from service.account_export import attempt_info
from service.accounts import chats, webhooks
from service.accounts.chats import chat_info
from service.api.http import etags, idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context, own_token
from service.api.http.problems import Problem
from service.api.matches.loading import load_visible
from service.api.schemas import requests, responses
from service.keys.signing import new_seed

SCOPE, READING = "account:write", "match:read"
PATH = "/v1/me/chats/<chat:chat>"

blp = Blueprint(
    "chats", __name__, "Chats: what happens to you, as short messages to Discord, Slack, Matrix, Telegram and others."
)


@blp.route("/v1/me/chats")
@blp.operation("listChats", scope=SCOPE, too=(READING,), headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.ChatList)
def list_chats() -> Any:
    """List your chats and the channels of your tables, the oldest first, and the services that you may use."""
    found = webhooks.webhooks_of(context(), own_token(), ("chat", "table"))
    shown = {"chats": [chat_info(one) for one in found], "services": list(context().settings.chats)}
    return shown, etags.fresh(etags.tag_of(shown))


@blp.route("/v1/me/chats", methods=["POST"])
@blp.operation(
    "createChat",
    scope=SCOPE,
    too=(READING,),
    codes=("too-many-chats", "too-many-deliveries", "no-chats", "no-webhooks", "blocked", "not-found", "not-owner"),
    idempotent="derived",
)
@blp.arguments(requests.ChatRequest)
@blp.response(201, responses.Chat)
def create_chat(body: dict[str, Any]) -> dict[str, Any]:
    """Have what happens to you written to a chat; it gets a test at once, and the rest as soon as it has taken that.

    With `match` it is the channel of a table that you have opened, in place of the one it had: it gets who is awaited until
    when, and nothing else. The address is a secret, so it is never shown again. A chat made by a program ends with what you
    have granted to that program. An account may have 5 chats, and channels for 20 tables.
    """
    token, key, match = own_token(), idempotency.key(), body["match"]
    if match is not None:
        if load_visible(match).table["owner"] != account_id():
            raise Problem("not-owner", "only the owner of the match can give its table a channel")
        return chat_info(chats.create_for_table(context(), token, match, url=body["url"], name=body["name"]))
    seed = new_seed() if key is None else context().links.derive("chat", token.id, key, idempotency.fingerprint())
    wishes = {"url": body["url"], "name": body["name"], "wanted": body["kinds"]}
    return chat_info(chats.create(context(), token, f"c_{seed[:8].hex()}", **wishes))


@blp.route(PATH, methods=["DELETE"])
@blp.operation("deleteChat", scope=SCOPE, codes=("not-found",))
@blp.response(204)
def delete_chat(chat: str) -> None:
    """Write no more to a chat. At most one message may still be on its way."""
    chats.delete(context(), own_token(), chat)


@blp.route(f"{PATH}/test", methods=["POST"])
@blp.operation(
    "testChat", scope=SCOPE, too=(READING,), codes=("not-found", "too-many-deliveries", "no-webhooks", "blocked")
)
@blp.response(202, responses.WebhookTest)
def test_chat(chat: str) -> dict[str, Any]:
    """Send a chat a test. If its service takes it, the chat is active from then on. At most 20 an hour."""
    return {"event": webhooks.test(context(), own_token(), chat)}


@blp.route(f"{PATH}/attempts")
@blp.operation(
    "listChatAttempts", scope=SCOPE, too=(READING,), codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True
)
@blp.response(200, responses.WebhookAttempts)
def list_chat_attempts(chat: str) -> Any:
    """List what became of the last 200 attempts to write to a chat, newest first; kept for a month."""
    found = webhooks.webhook_of(context(), own_token(), chat)
    shown = [attempt_info(one) for one in context().store.webhook_attempts(account_id(), found.id)]
    return {"attempts": shown}, etags.fresh(etags.tag_of(shown))
