"""Signing in with a browser: an email address, a code from the mail, a cookie; or a passkey. Looking at a page never does
anything.

Browsers are listed under a short name made from what they say of themselves, such as "Firefox, Android".
"""

import re
import secrets
from datetime import timedelta
from typing import Literal, cast
from urllib.parse import urlsplit

from babel.dates import format_timedelta
from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from engine.contract import Language
from service.accounts import AccountError
from service.accounts.access import login
from service.accounts.access.passkeys import (
    ENTER,
    Answer,
    RelyingParty,
    make_challenge,
    relying_party,
    sign_in_by_passkey,
)
from service.accounts.access.work import WorkNeeded
from service.accounts.mail.mail_address import MAIL
from service.api.http.blueprint import admit
from service.api.http.current import address, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import KINDS
from service.api.http.session import PROOF, cookie_name, form_of, is_from_form, open_session, refuse_strangers
from service.api.pages.account_page import AGAIN, local, page, spoken, visitor
from service.calendar import zones
from service.text.names import BadName, checked

UNITS: tuple[tuple[int, int, Literal["day", "hour", "minute"]], ...] = (
    (2 * 86_400, 86_400, "day"),
    (2 * 3_600, 3_600, "hour"),
    (0, 60, "minute"),
)
"""The units of waits: from how many seconds a unit is used, its length in seconds, and its name."""


def again_in(seconds: int, language: Language) -> str:
    """Return a wait in its largest fitting unit, rounded up.

    >>> again_in(61, "en"), again_in(7_000, "de"), again_in(86_000, "de"), again_in(1_100_000, "en")
    ('in 2 minutes', 'in 117 Minuten', 'in 24 Stunden', 'in 13 days')
    """
    unit, name = next((unit, name) for least, unit, name in UNITS if seconds >= least)
    whole = timedelta(seconds=max(1, -(-seconds // unit)) * unit)
    return format_timedelta(whole, name, threshold=10**6, add_direction=True, locale=language)


BROWSERS = (
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Marks in the ``User-Agent``, the most specific first: most browsers also name those they resemble."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
UNKNOWN = "Browser"


def browser_name(agent: str) -> str:
    """Return the name, without anything that tells one such browser from another.

    >>> browser_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    >>> browser_name("curl/8.5.0"), browser_name("")
    ('Browser', 'Browser')
    """
    browser = _first(BROWSERS, agent) or UNKNOWN
    system = _first(SYSTEMS, agent)
    return f"{browser}, {system}" if system else browser


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in known if sign in agent), "")


blp = Blueprint("sign-in", __name__)
CODE = re.compile(r"[A-Za-z0-9_-]{20,400}")
WAY_LIFE = 900
"""Seconds for which a browser remembers where a login leads: as long as the code is valid."""
FORM = "form"
"""The field by which a browser may repeat its form, also from the reopened page: after a lost answer people tap the
link again."""
LONGEST_NAME = 40


@blp.get("/sign-in")
def form() -> Response | Redirect:
    """Ask for the email address."""
    way, who = local(request.args.get("next", "")), visitor()
    if who is not None and who.fresh and AGAIN not in request.args:
        return redirect(way, 303)
    return _form(spoken() if who is None else who.language, way, again=who is not None)


@blp.post("/sign-in")
def ask() -> Response:
    """Send a code, and ask for it. The answer is the same for known and unknown addresses."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    mail, way, language = request.form.get("mail", "").strip(), local(request.form.get("next", "")), spoken()
    told, zone = request.form.get("name", "").strip(), request.form.get("zone", "")
    if not MAIL.fullmatch(mail):
        return _form(language, way, 422, wrong="sign_in.wrong_mail")
    try:
        name = _name(told)
    except BadName:
        return _form(language, way, 422, wrong="sign_in.wrong_name", mail=mail, name=told[:LONGEST_NAME])
    known = zone if zone in zones() else "UTC"
    try:
        proof = request.form.get(PROOF, "")
        login.request_login(context(), mail, address(), name=name, language=language, zone=known, proof=proof)
    except WorkNeeded:
        raise
    except AccountError as error:
        shown = _full("code.html", error, wrong="sign_in.too_many", way=way)
        return _remember(shown, way)
    wake_soon("deliver")
    return _remember(page("code.html", language, way=way, mail=mail), way)


def _form(
    language: Language,
    way: str,
    status: int = 200,
    *,
    again: bool = False,
    wrong: str = "",
    mail: str = "",
    name: str = "",
) -> Response:
    """Return the form that asks for the address, whose script fills in the browser's time zone, and the one for passkeys."""
    browser, party = request.cookies.get(_passkey_cookie()) or secrets.token_urlsafe(16), passkey_party()
    shown = page(
        "sign_in.html",
        language,
        status,
        scripts=True,
        way=way,
        again=again,
        wrong=wrong,
        mail=mail,
        name=name,
        party=party,
        challenge="" if party is None else make_challenge(context(), ENTER, browser),
    )
    if party is not None:
        shown.set_cookie(_passkey_cookie(), browser, path="/", secure=_secure(), httponly=True, samesite="Lax")
    return shown


def passkey_party() -> RelyingParty | None:
    """Return this installation as authenticators know it, or None where the requested page can use no passkeys."""
    here = relying_party(context().settings.public_url)
    return here if here is not None and urlsplit(here.origin).netloc == request.host.lower() else None


def passkey_answer() -> Answer:
    """Return an authenticator's answer, from this request's form (``account/passkey.js``)."""
    return Answer(*(request.form.get(one, "") for one in ("id", "client", "proof", "signature", "owner")))


@blp.post("/sign-in/passkey")
def enter() -> Response | Redirect:
    """Sign in with a passkey."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    way, browser = local(request.form.get("next", "")), request.cookies.get(_passkey_cookie(), "")
    name = browser_name(request.user_agent.string)
    try:
        issued = sign_in_by_passkey(
            context(), request.form.get("challenge", ""), browser, passkey_answer(), address(), name=name
        )
    except AccountError as error:
        if error.code == "too-many-logins":
            return too_many_tried(error)
        wrong = "sign_in.passkey_blocked" if error.code == "blocked" else "sign_in.passkey_wrong"
        return _form(spoken(), way, KINDS[error.code].status, wrong=wrong)
    return open_session(cast(Response, redirect(way, 303)), issued.text, issued.token)


def _name(told: str) -> str | None:
    """Return a newcomer's requested name, if any; :raises BadName: for one that the API would refuse as well."""
    if len(told) > LONGEST_NAME:
        raise BadName(f"must have from 1 to {LONGEST_NAME} characters")
    return checked(told, "name") if told else None


def _full(
    template: str, error: AccountError, *, wrong: str = "", way: str = "", title: str = "", lead: str = ""
) -> Response:
    """Return the page for a visitor who asks too often, with the waiting time."""
    seconds = error.retry_after or 60
    status, language = KINDS[error.code].status, spoken()
    when = again_in(seconds, language)
    shown = page(template, language, status, when=when, wrong=wrong, way=way, title=title, lead=lead)
    shown.headers["Retry-After"] = str(seconds)
    return shown


@blp.post("/sign-in/code")
def confirm() -> Response | Redirect:
    """Sign in with the code, or with the link it came in."""
    refuse_strangers()
    way = local(request.form.get("next", ""))
    typed = request.form.get("code", "").strip().rstrip("/").rpartition("/")[2]
    try:
        return _sign_in(typed, way)
    except AccountError as error:
        if error.code == "too-many-logins":
            return _full("code.html", error, wrong="sign_in.too_many_tried", way=way)
        return page("code.html", spoken(), 422, way=way, wrong="sign_in.wrong_code")


@blp.get("/login/<code>")
def login_page(code: str) -> Response:
    """Show a button that signs in; looking does nothing. An invalid link has no button."""
    owner = login.owner_of_code(context(), code)
    if owner is None:
        return _dead_link(404)
    account = context().store.account(owner)
    if account is None:
        return _dead_link(410, "login.gone")
    who = visitor()
    other = None if who is None or who.account.id == owner else who.account
    # A newcomer's link makes the guest that account.
    guest = other is not None and other.is_guest and account.verified
    return page("login.html", spoken(), code=code, other=other, guest=guest, form=form_of(code))


@blp.post("/login/<code>")
def log_in(code: str) -> Response | Redirect:
    """Sign in with the code of a mail's link, and continue where the browser was when it asked for it.

    A request not made by the button of the link's page gets that page.
    """
    refuse_strangers()
    if not is_from_form(code):
        return login_page(code)
    try:
        return _sign_in(code, _remembered_way())
    except AccountError as error:
        if error.code == "too-many-logins":
            return too_many_tried(error)
        owner = login.owner_of_code(context(), code)
        if owner is None:
            return _dead_link(KINDS[error.code].status)
        if context().store.account(owner) is None:
            return _dead_link(410, "login.gone")
        return _dead_link(KINDS[error.code].status, "login.used")


def _sign_in(code: str, way: str) -> Response:
    """Return the answer that signs in; :raises AccountError: code-wrong, too-many-logins."""
    admit(None, optional=True, remembered=True)
    if not CODE.fullmatch(code):
        raise AccountError("code-wrong", "this is not a code")
    name = browser_name(request.user_agent.string)
    _, issued = login.confirm_login(context(), code, address(), name=name, kind="session", attempt=FORM)
    answer = cast(Response, redirect(way, 303))
    answer.delete_cookie(_way_cookie(), path="/", secure=_secure(), httponly=True, samesite="Lax")
    return open_session(answer, issued.text, issued.token)


def _remember(response: Response, way: str) -> Response:
    """Let the browser remember where to continue, signed so that only we can have set it."""
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


def _passkey_cookie() -> str:
    """The cookie that tells one browser from another, so that a challenge is answered where it was shown."""
    return f"{cookie_name()}-passkey"


def _secure() -> bool:
    return context().settings.public_url.startswith("https://")


def too_many_tried(error: AccountError) -> Response:
    """Return the page for a network from which too many links were tried; the reader's own link may be valid."""
    return _full("notice.html", error, title="login.many_title", lead="sign_in.too_many_tried")


def _dead_link(status: int, lead: str = "login.dead") -> Response:
    """Return the page for an invalid link, which also tells visitors who are signed in already."""
    who = visitor()
    return page(
        "notice.html",
        spoken(),
        status,
        title="login.dead_title",
        lead=lead,
        back="/sign-in",
        said="login.again",
        here="" if who is None else who.account.name,
    )
