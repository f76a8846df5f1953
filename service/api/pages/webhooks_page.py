"""The page of a person's webhooks: addresses and success; testing, deleting and making them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from service.accounts import AccountError, webhooks
from service.accounts.webhooks import public_key, shown_secret
from service.api.http.current import context
from service.api.http.problems import KINDS
from service.api.pages.account_page import Visitor, book, page, sender, to_sign_in, visitor
from service.store import keys
from service.store.accounts.webhooks import Webhook

blp = Blueprint("webhooks-page", __name__)
PATH = "/account/webhooks"
WRONG = {"invalid": "webhooks.wrong_url", "too-many-webhooks": "webhooks.full", "no-webhooks": "webhooks.off"}


@dataclass(frozen=True)
class Line:
    """One webhook as its owner reads it; ``facts`` in words."""

    id: str
    name: str
    facts: tuple[str, ...]
    test_key: str
    delete_key: str


@blp.get(PATH)
def show() -> Response | Redirect:
    """List the webhooks."""
    who = visitor()
    return to_sign_in(PATH) if who is None or not who.fresh else _list(who)


@blp.post(PATH)
def make() -> Response | Redirect:
    """Make a webhook, and show its secret this once."""
    who = sender("new webhook")
    if isinstance(who, Response):
        return who
    url = request.form.get("url", "").strip()
    try:
        made = webhooks.create(
            context(), who.token, f"w_{secrets.token_hex(8)}", url=url, kinds=[], matches=[], ordered=False
        )
    except AccountError as error:
        return _list(who, KINDS[error.code].status, wrong=WRONG[error.code], url=url)
    links = context().links
    return page(
        "webhook.html", who.language, secret=shown_secret(links, made), public_key=public_key(links, made), url=made.url
    )


@blp.post(f"{PATH}/test")
def test() -> Response | Redirect:
    """Have a webhook tested."""
    webhook = request.form.get("webhook", "")
    who = sender("test webhook", webhook)
    if isinstance(who, Response):
        return who
    try:
        webhooks.test(context(), who.token, webhook)
    except AccountError as error:
        if error.code != "not-found":
            return _list(who, KINDS[error.code].status, wrong=WRONG.get(error.code, "webhooks.too_many"))
        return redirect(PATH, 303)
    return _list(who, told="webhooks.tested")


@blp.post(f"{PATH}/delete")
def delete() -> Response | Redirect:
    """Delete a webhook."""
    webhook = request.form.get("webhook", "")
    who = sender("delete webhook", webhook)
    if isinstance(who, Response):
        return who
    if keys.WEBHOOK.fullmatch(webhook):
        context().store.delete_webhook(who.account.id, webhook)
    return redirect(PATH, 303)


def _list(who: Visitor, status: int = 200, *, wrong: str = "", told: str = "", url: str = "") -> Response:
    lines = [_line(who, one) for one in webhooks.webhooks_of(context(), who.token)]
    return page(
        "webhooks.html",
        who.language,
        status,
        who=who,
        lines=lines,
        new=who.key("new webhook"),
        wrong=wrong,
        told=told,
        url=url,
    )


def _line(who: Visitor, webhook: Webhook) -> Line:
    say = book(who.language).say
    state = f"{webhook.state}_{webhook.reason}" if webhook.reason else webhook.state
    facts = [say(f"webhooks.{state}", why=webhook.why)]
    if webhook.state == "active" and webhook.failures:
        facts.append(say("webhooks.failing", n=webhook.failures))
    if webhook.token:
        facts.append(say("webhooks.of_program"))
    return Line(
        id=webhook.id,
        name=webhook.name or urlsplit(webhook.url).netloc,
        facts=(webhook.url, " ".join(facts)),
        test_key=who.key("test webhook", webhook.id),
        delete_key=who.key("delete webhook", webhook.id),
    )
