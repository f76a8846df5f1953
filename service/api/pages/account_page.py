"""Common parts of the pages about an account (who is signed in, in which language, forms that nobody else can send), and
the page behind the button of the letter that confirms an account's deletion.

A page that gives something away (consent, tokens) requires a login by a mailed code or a passkey in the last hours, in this very
browser: a link out of a forwarded mail, or a browser left open, is not enough.

A form carries a key that only the session it was shown to has, and only for what it was shown for. So besides not being
sent by other sites (:mod:`service.api.http.session`), it cannot be sent by somebody who has signed in with another account
meanwhile.

A page's language is the one it is asked for, else the one that this browser has read here before, else the browser's own.
The pages' modules keep it in a cookie (``service/web/static/frame/language.js``): the account's language, or what a visitor has
chosen. The cookie does not say whose it is, and pages without modules use it, too.

Looking at the page about deletion does nothing, and needs no login.
"""

import hmac
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

from babel.dates import format_date
from flask import Blueprint, Response, g, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Redirect

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, PhraseBook, book_of, habits, language_of
from engine.protocol.canon import b64
from service.accounts import deletion
from service.accounts.access.tokens import OWNER
from service.api.http.blueprint import admit
from service.api.http.current import context
from service.api.http.long_poll import wake_soon
from service.api.http.session import close_session, cookie_name, refuse_strangers, session_token
from service.calendar import LOCALES
from service.matches.departure import depart
from service.store.records import Account
from service.store.store import Token
from service.web import assets

COOKIE = "siegelpost-language"


def of_reader(*asked: str | None, otherwise: str = "en") -> Language:
    """Return the first of ``asked`` that is one of ours, else what the browser has read here before, else its own language;
    ``otherwise`` for one that speaks neither of ours."""
    wished = (*asked, request.cookies.get(COOKIE), request.accept_languages.best_match(LANGUAGES), otherwise)
    return language_of(next((one for one in wished if one in LANGUAGES), "en"))


FRESH = 12 * 3_600_000
"""Milliseconds after a login in which the browser may grant access."""
SOON = 15 * 60_000
"""Milliseconds after a login in which the browser may make something that outlives it (a passkey, a token of its own)."""
AGAIN = "again"
"""The parameter by which a page lets somebody sign in who did so a while ago."""
KEY = "key"
HOME = "/"
LOCAL = (
    "/oauth/authorize?",
    "/device",
    "/account/tokens",
    "/account/passkeys",
    "/account/webhooks",
    "/account/chats",
    "/account/mail",
    "/account/feeds",
)
"""Paths to which a login may lead besides home: these pages, with anything after them."""
OF_A_MATCH = re.compile(r"/(?:table|join|verify|tournament)/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The web table's pages about a match or a tournament, to which letters lead; visitors come back to them after signing in."""
LONGEST_WAY = 2_400
"""The most characters of a path: as a cookie, it must stay below the 4,096 bytes that browsers keep."""
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


@dataclass(frozen=True)
class Visitor:
    """A person signed in with this browser."""

    account: Account
    token: Token

    @property
    def language(self) -> Language:
        """The language of the account."""
        return language_of(self.account.language)

    @property
    def fresh(self) -> bool:
        """True if this browser was recently signed in with all rights.

        Another kind of token in the cookie does not count: a program may have made it for itself a moment ago.
        """
        whole = self.token.kind == "session" and set(OWNER) <= set(self.token.scopes)
        return whole and context().store.now() - self.token.created < FRESH

    @property
    def soon(self) -> bool:
        """True if this browser was signed in so lately that nobody can have found it open."""
        return self.fresh and context().store.now() - self.token.created < SOON

    def day(self, milliseconds: int) -> str:
        """Return the day of a moment, in the account's zone and language."""
        moment = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone(ZoneInfo(self.account.zone))
        return format_date(moment, "long", locale=LOCALES[self.language])

    def key(self, *about: str) -> str:
        """Return the key of a form about something."""
        return b64(context().links.derive("form", self.token.id, self.token.sha256, *about)[:16])


def visitor() -> Visitor | None:
    """Return the signed-in visitor, or ``None`` if nobody is signed in. The page's menu shows it."""
    token = session_token()
    account = None if token is None else context().store.account(token.account)
    found = None if token is None or account is None else Visitor(account, token)
    g.visitor = found
    return found


def to_sign_in(way: str) -> Redirect:
    """Return a redirect to the login, which then leads to ``way``."""
    return redirect(f"/sign-in?next={quote(way, safe='')}", 303)


def sign_in_again(way: str) -> str:
    """Return the address at which somebody who is signed in signs in again, which then leads to ``way``."""
    return f"/sign-in?next={quote(way, safe='')}&{AGAIN}"


def local(way: str) -> str:
    """Return a path if it leads to one of our pages, or else home.

    >>> local("/device?user_code=BCDF-GHJK"), local("//evil.example"), local("/device@evil.example")
    ('/device?user_code=BCDF-GHJK', '/', '/')
    >>> local("/tournament/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11?invitation=0.x")
    '/tournament/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11?invitation=0.x'
    """
    good = len(way) <= LONGEST_WAY and way.isascii() and way.isprintable() and not set(way) & set("\\ #")
    if not good:
        return HOME
    path = way.partition("?")[0]
    known = way.startswith(LOCAL) and path in {one.rstrip("?") for one in LOCAL}
    return way if known or OF_A_MATCH.fullmatch(path) else HOME


def is_ours(who: Visitor, *about: str) -> bool:
    """Return whether this request's form was shown to this visitor for this purpose.

    :raises Problem: bad-request, for one sent by another site.
    """
    refuse_strangers()
    return hmac.compare_digest(request.form.get(KEY, "").encode(), who.key(*about).encode())


def sender(*about: str) -> Visitor | Response:
    """Return the visitor who sent this request's form, or the page for a form that is too old.

    :raises Problem: bad-request, for one sent by another site; too-many-requests.
    """
    admit(None, optional=True, remembered=True)
    who = visitor()
    if who is None or not who.fresh or not is_ours(who, *about):
        return stale(spoken() if who is None else who.language)
    return who


def spoken() -> Language:
    """Return the language of the requested page or of the form's page, or else its reader's."""
    return of_reader(request.args.get("language"), _in_form("language"))


def _in_form(field: str) -> str:
    """Return a field of this request's form; empty if the form was too large and not read."""
    try:
        return request.form.get(field, "")
    except HTTPException:
        return ""


def page(
    template: str,
    language: Language,
    status: int = 200,
    *,
    sends_to: tuple[str, ...] = (),
    pictures: bool = False,
    scripts: bool = False,
    **facts: object,
) -> Response:
    """Return a page, without scripts unless it has one of ours.

    :param sends_to: other origins that its form may lead to.
    :param pictures: whether it may hold pictures inside itself.
    :param scripts: whether our own scripts may run in it.
    """
    text = render_template(
        template if "/" in template else f"account/{template}",
        language=language,
        say=book(language).say,
        KEY=KEY,
        asset=assets.url,
        signed_in=cookie_name() in request.cookies if "visitor" not in g else g.visitor is not None,
        reader=g.get("visitor"),
        other_languages=_others(language),
        **facts,
    )
    allowed = POLICY.replace("img-src 'self'", "img-src 'self' data:") if pictures else POLICY
    if scripts:
        allowed = allowed.replace("style-src", "script-src 'self'; style-src")
    policy = " ".join((allowed, *sends_to))
    # With "no-referrer" browsers do not say where a form comes from.
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "Vary": "Accept-Language, Cookie"}
    return Response(text, status, headers, content_type="text/html; charset=utf-8")


def _others(language: Language) -> list[tuple[Language, str, str]]:
    """Return the other languages, their names, and the page's address in each; none where that is not the page's to choose.

    Pages are in the account's language for a signed-in reader. Pages reached only by a form have no address.
    """
    if request.method != "GET" or cookie_name() in request.cookies or language != spoken():
        return []
    return [
        (one, habits(one).name, "?" + urlencode({**request.args, "language": one}))
        for one in LANGUAGES
        if one != language
    ]


def stale(language: Language) -> Response:
    """Return the page for a form that is no longer the visitor's."""
    return page("notice.html", language, 403, title="stale.title", lead="stale.lead", back="/account/tokens")


def book(language: Language) -> PhraseBook:
    """Return the phrases of these pages."""
    return book_of("service.api", language)


blp = Blueprint("deletion-page", __name__)
PATH = "/account/delete/<link>"


@blp.get(PATH)
def show(link: str) -> Response:
    """Show what will be deleted and what stays, and the button that deletes."""
    account = deletion.account_of_link(context(), link)
    if account is None:
        return _dead(link)
    return page("delete.html", language_of(account.language), account=account, link=link)


@blp.post(PATH)
def delete(link: str) -> Response:
    """Delete the account, for good, and sign this browser out if it was signed in with it."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    account = deletion.account_of_link(context(), link)
    if account is None:
        return _dead(link)
    who = visitor()
    depart(context(), account.id)
    wake_soon("resolve")
    here = who is not None and who.account.id == account.id
    if here:
        visitor()  # nobody is signed in any more: the menu says so
    answer = _done(language_of(account.language))
    return close_session(answer) if here else answer


def _dead(link: str) -> Response:
    """Return the page for a link that deletes nothing, or says that it has already deleted the account."""
    if deletion.has_deleted(context(), link):
        return _done(spoken())
    return page(
        "notice.html", spoken(), 404, title="login.dead_title", lead="deletion.dead", back="/account", said="mail.back"
    )


def _done(language: Language) -> Response:
    return page(
        "notice.html", language, title="deletion.done", lead="deletion.done_lead", back="/kept", said="deletion.kept"
    )
