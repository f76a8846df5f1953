"""Webhooks, addresses to which events of an account are sent; web push, the browsers that show what their owner is asked; and
chats that get short messages: what happens to an account, or who is awaited at a table of its owner.
"""

from datetime import datetime
from typing import Any

from engine.protocol.log import timestamp
from service.account_export import attempt_info, browser_info, webhook_info
from service.accounts import browsers, chats, webhooks
from service.accounts.browsers import Browser
from service.accounts.chats import chat_info
from service.accounts.webhooks import shown_secret
from service.api.account import me
from service.api.http import etags, idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context, own_token
from service.api.http.problems import Problem
from service.api.matches.loading import load_visible
from service.api.schemas import requests, responses
from service.keys.signing import new_seed
from service.store.accounts.webhooks import Webhook

SCOPE = "webhook:manage"
READING = ("match:read",)
"""A scope required for everything but deleting: without it a token could redirect events that it may not read."""
PATH = "/v1/me/webhooks/<webhook:webhook>"

blp = Blueprint("webhooks", __name__, "Webhooks: what happens to you, sent to addresses of yours (Standard Webhooks).")


@blp.route("/v1/me/webhooks")
@blp.operation("listWebhooks", scope=SCOPE, too=READING, headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.WebhookList)
def list_webhooks() -> Any:
    """List your webhooks, the oldest first. A program sees only its own."""
    shown = [_shown(one) for one in webhooks.webhooks_of(context(), own_token())]
    return {"webhooks": shown}, etags.fresh(etags.tag_of(shown))


@blp.route("/v1/me/webhooks", methods=["POST"])
@blp.operation(
    "createWebhook",
    scope=SCOPE,
    too=READING,
    codes=("too-many-webhooks", "no-webhooks", "blocked"),
    idempotent="secret",
)
@blp.arguments(requests.WebhookRequest)
@blp.response(201, responses.WebhookSecret)
def create_webhook(body: dict[str, Any]) -> dict[str, Any]:
    """Make a webhook; its secret is shown only this once. It gets events as soon as it has answered a test.

    A webhook made by a program ends when you revoke what you have granted to that program. An account may have at most 10.
    """
    token = own_token()
    key = idempotency.key()
    seed = new_seed() if key is None else context().links.derive("webhook", token.id, key, idempotency.fingerprint())
    return _with_secret(webhooks.create(context(), token, f"w_{seed[:8].hex()}", **body))


@blp.route(PATH)
@blp.operation("getWebhook", scope=SCOPE, too=READING, codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.Webhook)
def get_webhook(webhook: str) -> Any:
    """Show a webhook, and the public key of its signatures."""
    shown = _shown(webhooks.webhook_of(context(), own_token(), webhook))
    return shown, etags.fresh(etags.tag_of(shown))


@blp.route(PATH, methods=["PUT"])
@blp.operation(
    "changeWebhook",
    scope=SCOPE,
    too=READING,
    codes=("not-found", "no-webhooks", "blocked"),
    headers=("IF_MATCH",),
    tagged=True,
)
@blp.arguments(requests.WebhookRequest)
@blp.response(200, responses.Webhook)
def change_webhook(body: dict[str, Any], webhook: str) -> Any:
    """Change what a webhook gets, and where. At a new address it has to answer a test again; its keys stay."""

    def allowed(before: Webhook) -> None:
        etags.require(etags.tag_of(_shown(before)))

    shown = _shown(webhooks.change(context(), own_token(), webhook, allowed, body))
    return shown, etags.fresh(etags.tag_of(shown))


@blp.route(PATH, methods=["DELETE"])
@blp.operation("deleteWebhook", scope=SCOPE, codes=("not-found",))
@blp.response(204)
def delete_webhook(webhook: str) -> None:
    """Delete a webhook, with what waits for it and the record of its attempts. At most one request may still be on its way."""
    webhooks.delete(context(), own_token(), webhook)


@blp.route(f"{PATH}/test", methods=["POST"])
@blp.operation(
    "testWebhook", scope=SCOPE, too=READING, codes=("not-found", "too-many-deliveries", "no-webhooks", "blocked")
)
@blp.response(202, responses.WebhookTest)
def test_webhook(webhook: str) -> dict[str, Any]:
    """Send a webhook a test, of the type `test`. If it answers with 2xx within 10 seconds, it is active from then on.

    A second or so later, the result is among its attempts. At most 20 an hour.
    """
    return {"event": webhooks.test(context(), own_token(), webhook)}


@blp.route(f"{PATH}/secret", methods=["POST"])
@blp.operation("rotateWebhookSecret", scope=SCOPE, too=READING, codes=("not-found",), idempotent="secret")
@blp.arguments(requests.RotationRequest)
@blp.response(200, responses.WebhookSecret)
def rotate_secret(body: dict[str, Any], webhook: str) -> dict[str, Any]:
    """Give a webhook new keys; the secret is shown only this once. Until the overlap ends, requests are signed with both."""
    if idempotency.is_done():
        return _with_secret(webhooks.webhook_of(context(), own_token(), webhook))
    return _with_secret(webhooks.rotate(context(), own_token(), webhook, body["overlap_seconds"]))


@blp.route(f"{PATH}/attempts")
@blp.operation(
    "listWebhookAttempts", scope=SCOPE, too=READING, codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True
)
@blp.response(200, responses.WebhookAttempts)
def list_attempts(webhook: str) -> Any:
    """List what became of the last 200 attempts to send something, newest first; kept for a month."""
    found = webhooks.webhook_of(context(), own_token(), webhook)
    shown = [attempt_info(one) for one in context().store.webhook_attempts(account_id(), found.id)]
    return {"attempts": shown}, etags.fresh(etags.tag_of(shown))


@blp.route(f"{PATH}/replay", methods=["POST"])
@blp.operation(
    "replayWebhook",
    scope=SCOPE,
    too=READING,
    codes=("not-found", "webhook-not-active", "too-many-deliveries", "no-webhooks"),
)
@blp.arguments(requests.ReplayRequest)
@blp.response(202, responses.Replay)
def replay(body: dict[str, Any], webhook: str) -> dict[str, Any]:
    """Have one event sent again, or all for this webhook since a moment, under their original ids. At most 60 times an hour."""
    if "event" in body:
        webhooks.send_again(context(), own_token(), webhook, body["event"])
        return {"event": body["event"], "since": None}
    since = _milliseconds(body["since"])
    webhooks.send_since(context(), own_token(), webhook, since)
    return {"event": None, "since": timestamp(since)}


def _milliseconds(moment: str) -> int:
    try:
        found = int(datetime.fromisoformat(moment).timestamp() * 1000)
    except (ValueError, OverflowError):
        found = -1
    if found < 0:
        raise Problem("invalid", "", [{"pointer": "/since", "detail": "must be a moment like 2026-03-01T08:00:00Z"}])
    return found


def _with_secret(webhook: Webhook) -> dict[str, Any]:
    return {"secret": shown_secret(context().links, webhook), "webhook": _shown(webhook)}


def _shown(webhook: Webhook) -> dict[str, Any]:
    return webhook_info(webhook, context().links, context().store.now())


browsers_blp = Blueprint(
    "browsers", __name__, "Web push: what you are asked, shown by your browsers (RFC 8030, 8291, 8292)."
)


@browsers_blp.route("/v1/me/browsers")
@browsers_blp.operation("listBrowsers", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@browsers_blp.response(200, responses.BrowserList)
def list_browsers() -> Any:
    """List the browsers that show what you are asked, and the key under which others subscribe."""
    push = context().push
    shown = {
        "public_key": None if push is None else push.newest.public_key,
        "browsers": [_shown_browser(one) for one in browsers.told_browsers(context(), me.account())],
    }
    return shown, etags.fresh(etags.tag_of(shown))


@browsers_blp.route("/v1/me/browsers", methods=["POST"])
@browsers_blp.operation("addBrowser", scope="account:write", too=READING, codes=("no-push", "too-many-browsers"))
@browsers_blp.arguments(requests.BrowserRequest)
@browsers_blp.response(201, responses.Browser)
def add_browser(body: dict[str, Any]) -> dict[str, Any]:
    """Have a browser show what you are asked: questions and reminders, with the same switches as mails, not in quiet hours.

    Sending the same `endpoint` again updates its entry. An account may have at most 8; one more replaces the oldest. What a
    program adds ends with its grant, and a browser signed out from elsewhere is told nothing any more.
    """
    token = own_token()
    made = browsers.add_browser(
        context(), token, endpoint=body["endpoint"], public_key=body["p256dh"], secret=body["auth"], name=body["name"]
    )
    return _shown_browser(made)


@browsers_blp.route("/v1/me/browsers/<browser:browser>", methods=["DELETE"])
@browsers_blp.operation("removeBrowser", scope="account:write", codes=("not-found",))
@browsers_blp.response(204)
def remove_browser(browser: str) -> None:
    """Stop telling a browser anything. At most one message may still be on its way."""
    if not browsers.remove_browser(context(), account_id(), browser):
        raise Problem("not-found", "you have no such browser")


def _shown_browser(browser: Browser) -> dict[str, Any]:
    push = context().push
    return browser_info(browser, None if push is None else push.newest.key_id)


CHAT_SCOPE, CHAT_READING = "account:write", "match:read"
CHATS_PATH = "/v1/me/chats/<chat:chat>"

chats_blp = Blueprint(
    "chats", __name__, "Chats: what happens to you, as short messages to Discord, Slack, Matrix, Telegram and others."
)


@chats_blp.route("/v1/me/chats")
@chats_blp.operation("listChats", scope=CHAT_SCOPE, too=(CHAT_READING,), headers=("IF_NONE_MATCH",), tagged=True)
@chats_blp.response(200, responses.ChatList)
def list_chats() -> Any:
    """List your chats and the channels of your tables, the oldest first, and the services that you may use."""
    found = webhooks.webhooks_of(context(), own_token(), ("chat", "table"))
    shown = {"chats": [chat_info(one) for one in found], "services": list(context().settings.chats)}
    return shown, etags.fresh(etags.tag_of(shown))


@chats_blp.route("/v1/me/chats", methods=["POST"])
@chats_blp.operation(
    "createChat",
    scope=CHAT_SCOPE,
    too=(CHAT_READING,),
    codes=("too-many-chats", "too-many-deliveries", "no-chats", "no-webhooks", "blocked", "not-found", "not-owner"),
    idempotent="derived",
)
@chats_blp.arguments(requests.ChatRequest)
@chats_blp.response(201, responses.Chat)
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


@chats_blp.route(CHATS_PATH, methods=["DELETE"])
@chats_blp.operation("deleteChat", scope=CHAT_SCOPE, codes=("not-found",))
@chats_blp.response(204)
def delete_chat(chat: str) -> None:
    """Delete a chat. At most one message may still be on its way to it."""
    chats.delete(context(), own_token(), chat)


@chats_blp.route(f"{CHATS_PATH}/test", methods=["POST"])
@chats_blp.operation(
    "testChat",
    scope=CHAT_SCOPE,
    too=(CHAT_READING,),
    codes=("not-found", "too-many-deliveries", "no-webhooks", "blocked"),
)
@chats_blp.response(202, responses.WebhookTest)
def test_chat(chat: str) -> dict[str, Any]:
    """Send a chat a test. If its service takes it, the chat is active from then on. At most 20 an hour."""
    return {"event": webhooks.test(context(), own_token(), chat)}


@chats_blp.route(f"{CHATS_PATH}/attempts")
@chats_blp.operation(
    "listChatAttempts",
    scope=CHAT_SCOPE,
    too=(CHAT_READING,),
    codes=("not-found",),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@chats_blp.response(200, responses.WebhookAttempts)
def list_chat_attempts(chat: str) -> Any:
    """List what became of the last 200 attempts to write to a chat, newest first; kept for a month."""
    found = webhooks.webhook_of(context(), own_token(), chat)
    shown = [attempt_info(one) for one in context().store.webhook_attempts(account_id(), found.id)]
    return {"attempts": shown}, etags.fresh(etags.tag_of(shown))
