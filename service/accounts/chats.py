"""Chats that get short messages about an account's matches, or about whose turn it is at a table; see ``docs/chats.md``.

A chat is a webhook whose address is at a chat service (:mod:`service.accounts.chat_services`). It shares the webhooks' queue,
their retries and their rule for switching off. Like them it ends with its account, or with the grant to the program that made
it. Its address is stored encrypted and never shown.

An account's own chats get events of its feed. The channel of a table belongs to the account that opened the table. It gets
one kind of event only, which steps write just for accounts with such a channel.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from engine.kit.text.phrases import ENGLISH, book_of
from engine.protocol.log import timestamp
from service.accounts import AccountError, webhooks
from service.accounts.access.work import count
from service.accounts.chat_services import BadChat, Service, checked_chat
from service.accounts.webhooks import Target
from service.context import Context
from service.keys.signing import Links
from service.notifications.kinds import TABLE_AWAITS
from service.store.accounts.tokens import Token
from service.store.accounts.webhooks import Form, Webhook
from service.store.records import TABLE_CHATS, Account

MOST, MOST_TABLES = 5, 20
"""Chats of an account, and tables of its own with a channel."""
MADE = (20, 86_400)
"""The most chats that an account makes, and channels, per seconds."""
PURPOSE = "chat"
TABLES: tuple[Form, ...] = ("table",)


def kinds() -> tuple[str, ...]:
    """Return the kinds of news that a chat may get: those that have a sentence for chats."""
    return tuple(name for name, _ in book_of("service", ENGLISH).below("chat.kinds"))


def create(context: Context, token: Token, chat: str, *, url: str, name: str, wanted: Sequence[str]) -> Webhook:
    """Make a chat with this id and send it a test; making it again changes nothing.

    :param wanted: kinds of news; empty: all of :func:`kinds`.
    :raises AccountError: ``invalid``, ``too-many-chats``, ``no-chats``, ``blocked``.
    """
    found = _checked(context, url)
    return _make(context, token, chat, url, found, MOST, name=name, kinds=tuple(sorted(set(wanted or kinds()))))


def create_for_table(context: Context, token: Token, match: str, *, url: str, name: str) -> Webhook:
    """Give a table its channel, in place of the one that it had, and send it a test; the same once more changes nothing.

    :raises AccountError: as :func:`create`, ``no-webhooks``; then the channel that it had stays as it was.
    """
    chat, store = table_chat(match), context.store
    found, going = _checked(context, url), set(store.unfinished_of(token.account))
    seen = {one.id for one in webhooks.webhooks_of(context, token, TABLES)}
    for one in store.webhooks_of(token.account):
        ended = one.token and store.token(one.token) is None
        if one.form == "table" and (ended or not going.intersection(one.matches)):
            store.delete_webhook(token.account, one.id)
        elif one.id == chat and chat not in seen:
            raise AccountError("too-many-chats", "the table has a channel already: delete that first")
    wishes: dict[str, Any] = {"name": name, "kinds": (TABLE_AWAITS.name,), "matches": (match,)}
    return _make(context, token, chat, url, found, MOST_TABLES, **wishes)


def delete(context: Context, token: Token, chat: str) -> None:
    """Delete a chat, or take a table's channel away. :raises AccountError: ``not-found``."""
    found = webhooks.webhook_of(context, token, chat)
    context.store.delete_webhook(found.account, found.id)
    if found.form == "table":
        _mark(context, token.account)


def table_chat(match: str) -> str:
    """Return the id of a table's channel."""
    return f"t_{hashlib.sha256(match.encode()).hexdigest()[:16]}"


def revealed(links: Links, chat: Webhook) -> str:
    """Return a chat's address. :raises ValueError: when it was hidden with a secret that has been given up."""
    return links.reveal(f"{PURPOSE} {chat.account} {chat.id}", chat.hidden)


def chat_info(chat: Webhook) -> dict[str, Any]:
    """Return a chat as its owner sees it, without its address."""
    return {
        "id": chat.id,
        "service": chat.service,
        "host": chat.url.removeprefix("https://").rstrip("/"),
        "name": chat.name,
        "kinds": list(chat.kinds),
        "match": chat.matches[0] if chat.form == "table" else None,
        "state": chat.state,
        "reason": chat.reason or None,
        "why": chat.why or None,
        "created_at": timestamp(chat.created),
        "failing_since": timestamp(chat.failing_since) if chat.failing_since else None,
        "ends_with": chat.token or None,
    }


def _checked(context: Context, url: str) -> tuple[Service, Target]:
    allowed = context.settings.chats
    if not allowed:
        raise AccountError("no-chats", "the operator has switched messages to chats off")
    try:
        return checked_chat(url, allowed, context.settings.webhooks)
    except BadChat as error:
        raise AccountError("invalid", str(error), "/url") from None


def _make(
    context: Context, token: Token, chat: str, url: str, found: tuple[Service, Target], most: int, **wishes: Any
) -> Webhook:
    before = context.store.webhook(token.account, chat)
    same = before is not None and (before.form == "chat" or _leads_to(context, before, url))
    if not same:
        count(context, "chats-made", token.account, MADE, "too-many-chats")
    service, target = found
    place = {
        "url": f"https://{target.authority}/",
        "service": service.name,
        "hidden": _hidden(context, token, chat, url),
    }
    if before is None or same:
        made = webhooks.keep(context, token, chat, most, "too-many-chats", **place, **wishes)
    else:
        made = webhooks.move(context, token, before, **place, **wishes)
    if made.form == "table":
        _mark(context, token.account)  # before the test: if that is refused, a later one makes the channel active
    if made.state == "unconfirmed":
        webhooks.test(context, token, chat)
    return made


def _leads_to(context: Context, chat: Webhook, url: str) -> bool:
    """Return whether a chat leads to this address and has not been switched off."""
    try:
        return chat.state != "disabled" and revealed(context.links, chat) == url
    except ValueError:
        return False


def _hidden(context: Context, token: Token, chat: str, url: str) -> str:
    return context.links.hide(f"{PURPOSE} {token.account} {chat}", url)


def _mark(context: Context, account: str) -> None:
    """Note with the account's preferences which of its tables have a channel: steps of these tables look there."""

    def changed(now: Account) -> dict[str, Any]:
        tables = [one.matches[0] for one in context.store.webhooks_of(account) if one.form == "table"]
        rest = {name: value for name, value in now.prefs.items() if name != TABLE_CHATS}
        return {**rest, TABLE_CHATS: tables} if tables else rest

    context.store.change_prefs(account, changed)
