"""Pages for people: where programmers go on, unsubscribe links, refusals. Not part of the API's document.

Links in mails are opened by scanners before any person sees them, so a GET shows a page with a button and does nothing;
the button's POST acts.
"""

import json
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from functools import cache, partial
from typing import Any

from flask import Blueprint, Flask, Response, render_template, request

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, habits, language_of
from service.accounts.mail import mail_preferences
from service.api.account.oauth import consent, endpoints
from service.api.http.blueprint import admit
from service.api.http.current import context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import KINDS, Problem
from service.api.http.session import refuse_strangers
from service.api.matches import pictures
from service.api.matches.log import head_log
from service.api.pages import (
    account_page,
    choice_page,
    clients,
    documentation,
    mail_page,
    mailbox,
    operator_pages,
    passkeys_page,
    puzzles_page,
    rules_pages,
    saying_page,
    sign_in,
    subscriptions_page,
    tokens_page,
    webhooks_page,
)
from service.config.legal import label, legal_links
from service.store.records import Account
from service.web import assets
from service.web import pages as web

PLAIN = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
PUBLIC = {"Cache-Control": "public, max-age=300"}

blp = Blueprint("pages", __name__)


def register(app: Flask) -> None:
    """Add the pages, which are no operations of the API."""
    for one in (
        blp,
        documentation.blp,
        clients.blp,
        rules_pages.blp,
        web.blp,
        assets.blp,
        mailbox.blp,
        mailbox.reply_blp,
        head_log.tiles,
    ):
        app.register_blueprint(one)
    for one in (
        sign_in.blp,
        choice_page.blp,
        pictures.letters_blp,
        saying_page.blp,
        subscriptions_page.blp,
        tokens_page.blp,
        passkeys_page.blp,
        mail_page.blp,
        account_page.blp,
        webhooks_page.blp,
        puzzles_page.blp,
        operator_pages.blp,
        endpoints.blp,
        consent.blp,
        consent.devices_blp,
    ):
        app.register_blueprint(one)


def page(template: str, status: int = 200, policy: str = PLAIN, **facts: Any) -> Response:
    """Return a page that loads nothing from elsewhere."""
    text = render_template(template, **facts)
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "same-origin"}
    return Response(text, status, headers, content_type="text/html; charset=utf-8")


@blp.get("/developers")
def front() -> Response:
    """Return the page that guides programs, and their authors."""
    return page("front.html", mailbox=context().settings.dev_mailbox is not None)


@blp.get("/unsubscribe/<link>")
def unsubscribe_page(link: str) -> Response:
    """Show buttons that stop mails; looking does nothing."""
    scope = mail_preferences.unsubscribe_scope(context(), link)
    if scope is None:
        return _not_ours()
    return account_page.page("unsubscribe.html", _language(scope), link=link, stops=scope[2])


@blp.post("/unsubscribe/<link>")
def unsubscribe(link: str) -> Response:
    """Stop mails about a match (also one-click, RFC 8058), or all of them."""
    admit(None, optional=True, remembered=True)
    everything = request.form.get("mails") == "all"
    scope = mail_preferences.unsubscribe_scope(context(), link)
    stopped = mail_preferences.unsubscribe(context(), link, everything)
    if scope is None or stopped is None:
        return _not_ours()
    wake_soon("deliver")
    return account_page.page("unsubscribed.html", _language(scope), stopped=stopped)


@blp.get("/unsubscribe/undo/<link>")
def undo_page(link: str) -> Response:
    """Show a button that resumes stopped mails; looking does nothing."""
    found = mail_preferences.undo_scope(context(), link)
    if found is None:
        return _not_ours("mails.undo_dead")
    return account_page.page(
        "unsubscribe_undo.html", language_of(found[0].language), link=link, stopped="match" if found[1] else "all"
    )


@blp.post("/unsubscribe/undo/<link>")
def undo(link: str) -> Response:
    """Resume mails that a link has stopped."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    found = mail_preferences.undo(context(), link)
    if found is None:
        return _not_ours("mails.undo_dead")
    return account_page.page(
        "unsubscribed.html", language_of(found[0].language), stopped="undone_match" if found[1] else "undone_all"
    )


def _not_ours(lead: str = "mails.dead") -> Response:
    """Return the page for a forged, truncated or expired link, which says where to change mail settings instead."""
    language = account_page.spoken()
    return account_page.page(
        "notice.html", language, 404, title="login.dead_title", lead=lead, back="/account", said="mails.dead_on"
    )


def _language(scope: tuple[Account, str, mail_preferences.Stopped]) -> Language:
    """Return the language of the mail's recipient."""
    return language_of(scope[0].language)


@blp.app_context_processor
def _foot() -> dict[str, object]:
    """Let every page link to the operator's own, and to itself in other languages."""
    texts = context().settings.legal
    tongues = [(one, habits(one).name) for one in LANGUAGES]
    return {
        "legal_links": partial(legal_links, texts) if texts else None,
        "tongues": tongues,
        "languages": _languages(),
    }


@cache
def _languages() -> dict[Language, dict[str, object]]:
    """Return the languages as the modules read them: their names, locales, and where words are that no module holds."""
    found: dict[Language, dict[str, object]] = {}
    for one in LANGUAGES:
        words = [f"words/{one}-{part}.json" for part in ("first", "more")]
        found[one] = {"name": habits(one).name, "locale": habits(one).locale.replace("_", "-")}
        found[one] |= {"words": [*map(assets.url, words)]} if words[0] in assets.assets() else {}
    return found


@blp.app_template_filter("sentence")
def _sentence(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


@blp.get("/<any(imprint, privacy, terms):name>")
def legal(name: str) -> Response:
    """Show a page of the operator's own, in the reader's language if it is written in that."""
    texts = context().settings.legal.get(name)
    if texts is None:
        raise Problem("not-found", f"the operator of this installation has written no {name} page")
    spoken = web.language()
    spoken = spoken if spoken in texts else next(iter(texts))
    others = [(one, habits(one).name) for one in texts if one != spoken]
    shown = documentation.paper(texts[spoken])
    return web.page("legal.html", spoken=spoken, name=name, paper=shown, label=label(name, spoken), others=others)


@blp.get("/problems")
def problem_list() -> Response:
    """List all refusals."""
    return page("problems.html", kinds=KINDS)


@blp.get("/problems/<code>")
def problem_page(code: str) -> Response:
    """Show a refusal's meaning and remedy."""
    if code not in KINDS:
        raise Problem("not-found", "there is no such kind of problem: see /problems")
    return page("problems.html", kinds={code: KINDS[code]})


@blp.get("/.well-known/api-catalog")
def api_catalog() -> Response:
    """Say where the API and its description are (RFC 9727)."""
    base = context().settings.public_url
    entry = {
        "anchor": f"{base}/v1",
        "service-desc": [{"href": f"{base}/openapi.json", "type": "application/json"}],
        "service-doc": [{"href": f"{base}/docs", "type": "text/html"}],
        "status": [{"href": f"{base}/ready", "type": "application/json"}],
    }
    profile = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
    return Response(json.dumps({"linkset": [entry]}), headers=PUBLIC, content_type=profile)


@blp.get("/.well-known/security.txt")
def security_txt() -> Response:
    """Say where to report a vulnerability (RFC 9116)."""
    settings = context().settings
    expires = (datetime.now(UTC) + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [
        f"Contact: mailto:{parseaddr(settings.mail_from)[1]}",
        f"Expires: {expires}",
        "Preferred-Languages: en, de",
        f"Canonical: {settings.public_url}/.well-known/security.txt",
    ]
    return Response("\n".join(lines) + "\n", headers=PUBLIC, content_type="text/plain; charset=utf-8")
