"""The browser's session: the text of a token in a cookie that no script can read.

Pages and the programs in them send it along by themselves, and so would a form on somebody else's website. Therefore:

- ``SameSite=Lax``: other sites' requests come without it, except for following a link, which changes nothing here.
- The API takes it only beside the header ``Siegelpost-Page``. Another site's program could send that header only if our answer
  to its preflight named it, which it does not (:mod:`service.api.http.doors`).
- Forms are taken only from our own pages (:func:`refuse_strangers`).

Scanners of mails open links before any person does, and some send a POST of their own. So the form behind a link that signs in
carries a text that its page has signed for this link (:func:`form_of`); without it nobody is signed in.

``__Host-`` keeps other hosts of the domain from setting it. Over plain http, as on one's own machine, browsers know no such
names.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, request

from service.accounts.access import tokens
from service.api.http.current import context
from service.api.http.problems import Problem
from service.store.store import Token

HEADER = "Siegelpost-Page"
FORM = "form-of-link"
PROOF = "proof"
"""What a form's proof of work is called in it (:mod:`service.accounts.access.work`)."""
STRANGER = "this form was sent by another website: open our page and send it from there"


def cookie_name() -> str:
    """Return what the cookie is called here."""
    return "__Host-siegelpost" if is_secure() else "siegelpost"


def open_session(response: Response, text: str, token: Token) -> Response:
    """Sign the browser in with a token until it expires; the session that the browser had ends."""
    before = session_token()
    if before is not None and before.kind == "session" and before.id != token.id:
        context().store.revoke_token(before.id)
    response.set_cookie(
        cookie_name(),
        text,
        expires=None if token.expires is None else token.expires / 1000,
        path="/",
        secure=is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def close_session(response: Response) -> Response:
    """Let the browser forget its token."""
    response.delete_cookie(cookie_name(), path="/", secure=is_secure(), httponly=True, samesite="Lax")
    return response


def bearer_of_page() -> str | None:
    """Return the token's text of a request that a program in one of our own pages sends, else ``None``."""
    if request.headers.get(HEADER) != "1" or _is_from_elsewhere():
        return None
    return request.cookies.get(cookie_name())


def session_token() -> Token | None:
    """Return the token that the browser is signed in with, ``None`` where it is signed in with none that is good."""
    text = request.cookies.get(cookie_name(), "")
    token_id = tokens.token_id(text)
    token = None if token_id is None else context().store.token(token_id)
    if token is None or not tokens.is_text_of(token, text):
        return None
    return None if token.expires is not None and token.expires <= context().store.now() else token


def refuse_strangers() -> None:
    """Refuse a form that one of our own pages has not sent; :raises Problem: bad-request."""
    if _is_from_elsewhere():
        raise Problem("bad-request", STRANGER)
    origin = request.headers.get("Origin")
    if origin is not None and _host_in(origin) != request.host.lower():
        raise Problem("bad-request", STRANGER)


def form_of(link: str) -> str:
    """Return the text that the form behind a link carries, as ``form``."""
    return context().links.make(FORM, {"link": link})


def is_from_form(link: str) -> bool:
    """Return whether a request comes from the form behind a link, not from a program that knows the link alone."""
    made = context().links.read(FORM, request.form.get("form", ""))
    return made is not None and made["link"] == link


def _is_from_elsewhere() -> bool:
    """Return whether the browser says that somebody else's page asks. All browsers since 2023 say so; programs do not."""
    return request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")


def _host_in(origin: str) -> str:
    """Return an origin's host and port, empty for what is no origin."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def is_secure() -> bool:
    return context().settings.public_url.startswith("https://")


__all__ = [
    "HEADER",
    "PROOF",
    "bearer_of_page",
    "close_session",
    "cookie_name",
    "form_of",
    "is_from_form",
    "open_session",
    "refuse_strangers",
    "session_token",
]
