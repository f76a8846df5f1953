"""Signing in with a browser: a mail address, a code from the mail, a cookie. Looking at a page never does anything."""

from __future__ import annotations

import re
from typing import cast

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from service.accounts import login
from service.accounts.errors import AccountError
from service.accounts.mail_address import MAIL
from service.api.account_page import local, page, spoken, visitor
from service.api.blueprint import admit
from service.api.current import address, context
from service.api.problems import KINDS
from service.api.session import cookie_name, open_session, refuse_strangers
from service.api.wakes import wake_soon

blp = Blueprint("sign-in", __name__)
CODE = re.compile(r"[A-Za-z0-9_-]{20,400}")
WAY_LIFE = 900
"""How long a browser remembers where a login shall lead (seconds): as long as the code is good."""
FORM = "form"
"""A browser may send its form again, also from the page opened anew: after a lost answer people tap the link once more."""
NAME = "Browser"
"""What the token of a browser is called in the account's list."""


@blp.get("/sign-in")
def form() -> Response | Redirect:
    """Ask for the mail address."""
    way, who = local(request.args.get("next", "")), visitor()
    if who is not None and who.fresh:
        return redirect(way, 303)
    return page("sign_in.html", spoken() if who is None else who.language, way=way, again=who is not None)


@blp.post("/sign-in")
def ask() -> Response:
    """Send a code, and ask for it. The answer is the same for known and unknown addresses."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    mail, way, language = request.form.get("mail", "").strip(), local(request.form.get("next", "")), spoken()
    if not MAIL.fullmatch(mail):
        return page("sign_in.html", language, 422, way=way, wrong="sign_in.wrong_mail")
    try:
        login.request_login(context(), mail, address(), name=None, language=language, zone="UTC")
    except AccountError as error:
        shown = page("code.html", language, KINDS[error.code].status, way=way, wrong="sign_in.too_many")
        shown.headers["Retry-After"] = str(error.retry_after or 60)
        return _remember(shown, way)
    wake_soon("deliver")
    return _remember(page("code.html", language, way=way, mail=mail), way)


@blp.post("/sign-in/code")
def confirm() -> Response | Redirect:
    """Sign in with the code, or with the link it came in."""
    refuse_strangers()
    way = local(request.form.get("next", ""))
    typed = request.form.get("code", "").strip().rstrip("/").rpartition("/")[2]
    return _sign_in(typed, way) or page("code.html", spoken(), 422, way=way, wrong="sign_in.wrong_code")


@blp.get("/login/<code>")
def login_page(code: str) -> Response:
    """Show a button that signs in; looking does nothing. A link that is none of ours has no button."""
    if not login.is_code(context(), code):
        return _dead_link(404)
    return page("login.html", spoken(), code=code)


@blp.post("/login/<code>")
def log_in(code: str) -> Response | Redirect:
    """Sign in with the code of a mail's link, and go on where the browser was when it asked for it."""
    refuse_strangers()
    return _sign_in(code, _remembered_way()) or _dead_link(KINDS["code-wrong"].status)


def _sign_in(code: str, way: str) -> Response | None:
    """Return the answer that signs in; ``None``: the code is not good, or too many were tried."""
    admit(None, optional=True, remembered=True)
    if not CODE.fullmatch(code):
        return None
    try:
        _, issued = login.confirm_login(context(), code, address(), name=NAME, kind="session", attempt=FORM)
    except AccountError:
        return None
    answer = cast(Response, redirect(way, 303))
    answer.delete_cookie(_way_cookie(), path="/", secure=_secure(), httponly=True, samesite="Lax")
    return open_session(answer, issued.text, issued.token)


def _remember(response: Response, way: str) -> Response:
    """Let the browser remember the way; signed, so that only we can have said it."""
    until = context().store.now() + WAY_LIFE * 1000
    response.set_cookie(
        _way_cookie(),
        context().links.make("way", {"to": way}, until),
        max_age=WAY_LIFE,
        path="/",
        secure=_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def _remembered_way() -> str:
    found = context().links.read("way", request.cookies.get(_way_cookie(), ""))
    return local("" if found is None else str(found["to"]))


def _way_cookie() -> str:
    return f"{cookie_name()}-way"


def _secure() -> bool:
    return context().settings.public_url.startswith("https://")


def _dead_link(status: int) -> Response:
    return page(
        "notice.html",
        spoken(),
        status,
        title="login.dead_title",
        lead="login.dead",
        back="/sign-in",
        said="login.again",
    )


__all__ = ["blp"]
