"""The page of a person's passkeys: listing them with their use, registering one for this browser, and removing them.

A passkey outlives the browser that registers it. So one is registered only soon after a sign-in (its challenge is valid for ten
minutes more): whoever finds a browser left open must sign in again first.

Guests do not come here: their sessions have too few rights (:attr:`service.api.pages.account_page.Visitor.fresh`).
"""

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from service.accounts import AccountError
from service.accounts.access.passkeys import (
    ALGORITHMS,
    MOST,
    NEW,
    Passkey,
    handle_of,
    make_challenge,
    passkeys_of,
    register_passkey,
    remove_passkey,
)
from service.api.http.current import context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import KINDS
from service.api.pages.account_page import Visitor, book, page, sender, sign_in_again, to_sign_in, visitor
from service.api.pages.sign_in import browser_name, passkey_answer, passkey_party

blp = Blueprint("passkeys-page", __name__)
PATH = "/account/passkeys"
WRONG = {"code-wrong": "passkeys.wrong", "too-many-logins": "passkeys.many"}
"""Texts of the page for refusals, by their code."""


@blp.get(PATH)
def show() -> Response | Redirect:
    """List the passkeys."""
    who = visitor()
    return to_sign_in(PATH) if who is None or not who.fresh else _list(who)


@blp.post(PATH)
def register() -> Response | Redirect:
    """Register the passkey that the browser's authenticator has just made."""
    who = sender("new-passkey")
    if isinstance(who, Response):
        return who
    name = browser_name(request.user_agent.string)
    try:
        register_passkey(context(), who.token, request.form.get("challenge", ""), passkey_answer(), name)
    except AccountError as error:
        shown = _list(who, KINDS[error.code].status, wrong=WRONG.get(error.code, "passkeys.known"))
        if error.retry_after is not None:
            shown.headers["Retry-After"] = str(error.retry_after)
        return shown
    wake_soon("deliver")
    return redirect(PATH, 303)


@blp.post(f"{PATH}/remove")
def remove() -> Response | Redirect:
    """Remove a passkey."""
    passkey = request.form.get("passkey", "")
    who = sender("remove-passkey", passkey)
    if isinstance(who, Response):
        return who
    remove_passkey(context(), who.account.id, passkey)
    wake_soon("deliver")
    return redirect(PATH, 303)


def _list(who: Visitor, status: int = 200, wrong: str = "") -> Response:
    known, party = passkeys_of(who.account), passkey_party()
    room = party is not None and len(known) < MOST
    more = room and who.soon
    return page(
        "passkeys.html",
        who.language,
        status,
        scripts=True,
        who=who,
        known=[(one, _facts(who, one), who.key("remove-passkey", one.id)) for one in known],
        full=len(known) >= MOST,
        party=party if more else None,
        again=sign_in_again(PATH) if room else "",
        challenge=make_challenge(context(), NEW, who.token.id) if more else "",
        handle=handle_of(who.account.id),
        algorithms=ALGORITHMS,
        new=who.key("new-passkey"),
        wrong=wrong,
    )


def _facts(who: Visitor, passkey: Passkey) -> str:
    say = book(who.language).say
    used = say("tokens.used", day=who.day(passkey.used)) if passkey.used else say("tokens.unused")
    return f"{say('tokens.made', day=who.day(passkey.created))}, {used}"
