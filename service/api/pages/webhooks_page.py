"""The pages of a person's webhooks and chats: where they lead, and their success; testing, deleting and making them."""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from engine.match.table import Table
from engine.registry import game_of
from service.accounts import AccountError, chats, webhooks
from service.accounts.webhooks import HOOKS, public_key, shown_secret
from service.api.http.current import context
from service.api.http.problems import KINDS
from service.api.pages.account_page import Visitor, book, page, sender, to_sign_in, visitor
from service.matches.seating.seats import title_of
from service.store.accounts.webhooks import Form, Webhook
from service.text.deleted_names import names_as_read

blp = Blueprint("webhooks-page", __name__)
Kept = Literal["webhooks", "chats"]
PATH = "/account/<any(webhooks, chats):kept>"
FORMS: dict[Kept, tuple[Form, ...]] = {"webhooks": HOOKS, "chats": ("chat", "table")}
WRONG = {
    "invalid": "wrong_url",
    "too-many-webhooks": "full",
    "too-many-chats": "full",
    "no-webhooks": "off",
    "no-chats": "off",
}


@dataclass(frozen=True)
class Line:
    """One webhook or chat as its owner reads it; ``facts`` in words."""

    id: str
    name: str
    facts: tuple[str, ...]
    test_key: str
    delete_key: str


@blp.get(PATH)
def show(kept: Kept) -> Response | Redirect:
    """List the webhooks, or the chats; ``?match=`` is the table that a new chat is for."""
    who = visitor()
    return to_sign_in(request.full_path.removesuffix("?")) if who is None or not who.fresh else _list(who, kept)


@blp.post(PATH)
def make(kept: Kept) -> Response | Redirect:
    """Make a webhook and show its secret this once, or make a chat, which gets a test."""
    who = sender(f"new {kept}")
    if isinstance(who, Response):
        return who
    url = request.form.get("url", "").strip()
    try:
        made = _webhook(who, url) if kept == "webhooks" else _chat(who, url)
    except AccountError as error:
        shown = url if kept == "webhooks" else ""  # the address of a chat is a secret
        return _list(who, kept, KINDS[error.code].status, wrong=WRONG.get(error.code, "too_many"), url=shown)
    if made.form != "webhook":
        return _list(who, kept, told="tested")
    links = context().links
    return page(
        "webhook.html", who.language, secret=shown_secret(links, made), public_key=public_key(links, made), url=made.url
    )


@blp.post(f"{PATH}/test")
def test(kept: Kept) -> Response | Redirect:
    """Have a webhook or a chat tested."""
    webhook = request.form.get("webhook", "")
    who = sender(f"test {kept}", webhook)
    if isinstance(who, Response):
        return who
    try:
        webhooks.test(context(), who.token, webhook)
    except AccountError as error:
        if error.code != "not-found":
            return _list(who, kept, KINDS[error.code].status, wrong=WRONG.get(error.code, "too_many"))
        return redirect(f"/account/{kept}", 303)
    return _list(who, kept, told="tested")


@blp.post(f"{PATH}/delete")
def delete(kept: Kept) -> Response | Redirect:
    """Delete a webhook or a chat."""
    webhook = request.form.get("webhook", "")
    who = sender(f"delete {kept}", webhook)
    if isinstance(who, Response):
        return who
    with suppress(AccountError):  # it is gone already
        chats.delete(context(), who.token, webhook)
    return redirect(f"/account/{kept}", 303)


def _webhook(who: Visitor, url: str) -> Webhook:
    wishes = {"url": url, "kinds": [], "matches": [], "ordered": False}
    return webhooks.create(context(), who.token, f"w_{secrets.token_hex(8)}", **wishes)


def _chat(who: Visitor, url: str) -> Webhook:
    """Make a chat of the account, or the channel of one of its tables."""
    match = request.form.get("match", "")
    if match in dict(_own_tables(who)):
        return chats.create_for_table(context(), who.token, match, url=url, name="")
    return chats.create(context(), who.token, f"c_{secrets.token_hex(8)}", url=url, name="", wanted=())


def _own_tables(who: Visitor) -> list[tuple[str, str]]:
    """Return the unfinished matches that the account has opened, each with its title and the other players."""
    store = context().store
    tables = store.tables_among(list(store.unfinished_of(who.account.id)))
    own = [one for one in tables if one["owner"] == who.account.id]
    return [(one["match"], _table_name(one, who)) for one in own]


def _table_name(table: Table, who: Visitor) -> str:
    title = title_of(table, game_of(table).rules, who.language)
    taken = [one for one in table["seats"] if one["player"] not in (None, who.account.id)]
    return f"{title} ({', '.join(names_as_read(taken, who.language))})" if taken else title


def _list(who: Visitor, kept: Kept, status: int = 200, *, wrong: str = "", told: str = "", url: str = "") -> Response:
    return page(
        "webhooks.html",
        who.language,
        status,
        who=who,
        kept=kept,
        lines=[_line(who, kept, one) for one in webhooks.webhooks_of(context(), who.token, FORMS[kept])],
        new=who.key(f"new {kept}"),
        wrong=wrong,
        told=told,
        url=url,
        services=", ".join(context().settings.chats),
        tables=_own_tables(who) if kept == "chats" else [],
        chosen=request.args.get("match", ""),
    )


def _line(who: Visitor, kept: Kept, webhook: Webhook) -> Line:
    say = book(who.language).say
    state = f"{webhook.state}_{webhook.reason}" if webhook.reason else webhook.state
    facts = [say(f"{kept}.{state}", why=webhook.why)]
    if webhook.state == "active" and webhook.failures:
        facts.append(say("webhooks.failing", n=webhook.failures))
    if webhook.token:
        facts.append(say("webhooks.of_program"))
    if webhook.form == "table":
        facts.append(say("chats.of_table", link=f"{context().settings.public_url}/table/{webhook.matches[0]}"))
    shown = webhook.name or webhook.service or urlsplit(webhook.url).netloc
    return Line(
        id=webhook.id,
        name=shown,
        facts=(webhook.url, " ".join(facts)),
        test_key=who.key(f"test {kept}", webhook.id),
        delete_key=who.key(f"delete {kept}", webhook.id),
    )
