"""The browser's session: the text of a token in a cookie that no script can read.

Pages and the programs in them send it along by themselves, and so would a form on somebody else's website. Therefore:

- ``SameSite=Lax``: other sites' requests come without it, except for following a link, which changes nothing here.
- The API takes it only beside the header ``Siegelpost-Page``. Another site's program could send that header only if our answer
  to its preflight named it, which it does not (:mod:`service.api.http.doors`).
- Forms are taken only from our own pages (:func:`refuse_strangers`).

Scanners of mails open links before any person does, and some send a POST of their own. So the form behind a link that signs in
carries a text that its page has signed for this link (:func:`form_of`); without it nobody is signed in. Some of them run
scripts as well, and anybody can have a browser open a link to an account of their own. So such a form is sent by a script only in
a browser that was signed in with this account before (:func:`is_known_here`).

A guest has nothing but the browser's token. So signing in with another account lays the guest's aside, and signing out brings it
back.

``__Host-`` keeps other hosts of the domain from setting it. Over plain http, as on one's own machine, browsers know no such
names.
"""

from hmac import compare_digest
from urllib.parse import urlsplit

from flask import Response, request

from service.accounts.access import tokens
from service.api.http.current import context
from service.api.http.problems import Problem
from service.store.store import Token

HEADER = "Siegelpost-Page"
FORM = "form-of-link"
PROOF = "proof"
"""The field of a form for its proof of work (:mod:`service.accounts.access.work`)."""
LAST = "last-here"
REMEMBERED = 400 * 86_400
"""Seconds, the longest time that browsers keep a cookie."""
STRANGER = "this form was sent by another website: open our page and send it from there"


def cookie_name() -> str:
    """Return the session cookie's name, which depends on whether the site uses TLS."""
    return "__Host-siegelpost" if is_secure() else "siegelpost"


def open_session(response: Response, text: str, token: Token) -> Response:
    """Sign the browser in with a token until it expires, replacing any earlier session."""
    before = session_token()
    if before is not None and before.kind == "session" and before.id != token.id:
        account = context().store.account(before.account)
        if account is not None and account.is_guest and account.id != token.account:
            _set(response, f"{cookie_name()}-guest", request.cookies[cookie_name()], before.expires)
        else:
            context().store.revoke_token(before.id)
    _set(response, cookie_name(), text, token.expires)
    _set(response, f"{cookie_name()}-last", _last(token.account), context().store.now() + REMEMBERED * 1000)
    return response


def close_session(response: Response) -> Response:
    """Remove the browser's token and the memory of its account; a guest whose token was laid aside is signed in again."""
    guest = session_token("-guest")
    for suffix in ("-last", "-guest", *([] if guest else [""])):
        name = f"{cookie_name()}{suffix}"
        response.delete_cookie(name, path="/", secure=is_secure(), httponly=True, samesite="Lax")
    if guest is not None:
        _set(response, cookie_name(), request.cookies[f"{cookie_name()}-guest"], guest.expires)
    return response


def is_known_here(account: str) -> bool:
    """Return whether this was the last account signed in with this browser, without signing out."""
    return compare_digest(request.cookies.get(f"{cookie_name()}-last", "").encode(), _last(account).encode())


def _last(account: str) -> str:
    return context().links.derive(LAST, account)[:12].hex()


def _set(response: Response, name: str, value: str, expires: int | None) -> None:
    until = None if expires is None else expires / 1000
    response.set_cookie(name, value, expires=until, path="/", secure=is_secure(), httponly=True, samesite="Lax")


def bearer_of_page() -> str | None:
    """Return the text of the session's token for a request by a program in our own pages, else None."""
    if request.headers.get(HEADER) != "1" or _is_from_elsewhere():
        return None
    return request.cookies.get(cookie_name())


def session_token(laid_aside: str = "") -> Token | None:
    """Return the token with which the browser is signed in, or None if there is no valid one.

    :param laid_aside: ``-guest``: that of the guest who comes back when the account signs out.
    """
    text = request.cookies.get(f"{cookie_name()}{laid_aside}", "")
    token_id = tokens.token_id(text)
    token = None if token_id is None else context().store.token(token_id)
    if token is None or not tokens.is_text_of(token, text):
        return None
    return None if token.expires is not None and token.expires <= context().store.now() else token


def refuse_strangers() -> None:
    """Refuse forms not sent by our own pages; :raises Problem: bad-request."""
    if _is_from_elsewhere():
        raise Problem("bad-request", STRANGER)
    origin = request.headers.get("Origin")
    if origin is not None and _host_in(origin) != request.host.lower():
        raise Problem("bad-request", STRANGER)


def form_of(link: str) -> str:
    """Return the text in a link's form, as its field ``form``."""
    return context().links.make(FORM, {"link": link})


def is_from_form(link: str) -> bool:
    """Return whether a request comes from a link's form, and not from a program that knows only the link."""
    made = context().links.read(FORM, request.form.get("form", ""))
    return made is not None and made["link"] == link


def _is_from_elsewhere() -> bool:
    """Return whether the browser says that another site's page sent the request. All browsers since 2023 say so;
    programs do not."""
    return request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")


def _host_in(origin: str) -> str:
    """Return an origin's host and port, or an empty string for anything else."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def is_secure() -> bool:
    """Return whether browsers reach the service by TLS, as ``SIEGELPOST_PUBLIC_URL`` says."""
    return context().settings.public_url.startswith("https://")
