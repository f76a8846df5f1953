"""The pages on which people let programs act for them: OAuth's authorization endpoint (RFC 6749, 9207), and the one for codes
(RFC 8628).

Anybody can make a link to the first, so it shows and does nothing until the person who has just signed in presses a button.
What is wrong with a request is told on the page and never sent to the address that the request names: nobody has registered
that address, and a service that sends browsers wherever a link says lends its name to every fraud (RFC 9700, 4.11).

On the other a person types the code that a program shows (RFC 8628, 3.3). A code in the address only fills the field: nothing
is looked up, and nothing granted, before the person has signed in, pressed a button, and seen who asks.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote, urlsplit

from flask import Blueprint, Response, redirect, request
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2.rfc6749 import errors
from werkzeug.wrappers import Response as Redirect

from service.accounts import AccountError
from service.accounts.access import grants
from service.accounts.access.grants import BadProgram, Target, checked_client, checked_target
from service.accounts.access.scopes import SCOPES
from service.accounts.access.tokens import has_room
from service.api.account.oauth.validator import AUTHORIZATION, encoded
from service.api.http.blueprint import admit
from service.api.http.current import address, context
from service.api.http.doors import names_of
from service.api.http.problems import KINDS
from service.api.pages.account_page import Visitor, is_ours, local, page, sender, spoken, stale, to_sign_in, visitor

blp = Blueprint("oauth-consent", __name__)
PARAMETERS = ("response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method")
"""The parameters that are read; RFC 6749 requires ignoring the rest."""
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
"""SHA-256 as base64url (RFC 7636, 4.2)."""
STATE = re.compile(r"[\x20-\x7e]{0,500}")


@dataclass(frozen=True)
class Asked:
    """A grantable request: the program, its scopes, and the address for the answer. ``query`` is the request itself."""

    client: str
    target: Target
    scopes: tuple[str, ...]
    state: str
    query: str

    @property
    def site(self) -> str | None:
        """The host, if the program's name is one: its owner gets the answer."""
        return urlsplit(self.client).hostname if "://" in self.client else None

    @property
    def digest(self) -> str:
        """A hash that distinguishes this request from every other."""
        return hashlib.sha256(self.query.encode()).hexdigest()


class Unfit(Exception):
    """An ungrantable request; the message is for the program's author."""


@blp.get("/oauth/authorize")
def ask() -> Response | Redirect:
    """Ask the signed-in person."""
    admit(None, optional=True, remembered=True)
    who = visitor()
    try:
        asked = _asked(request.args.items(multi=True))
    except Unfit as error:
        return _unfit(who, error)
    if who is None or not who.fresh:
        way = f"/oauth/authorize?{asked.query}"
        if local(way) != way:
            return _unfit(who, Unfit("the request is too long: shorten state, redirect_uri or client_id"))
        return to_sign_in(way)
    return page(
        "grant.html",
        who.language,
        sends_to=(asked.target.origin,),
        who=who,
        asked=asked,
        scopes=[f"scope.{one}" for one in asked.scopes],
        full=not has_room(context(), who.account.id),
        key=who.key("grant", asked.digest),
    )


@blp.post("/oauth/authorize")
def decide() -> Response | Redirect:
    """Send the person's decision to the program."""
    admit(None, optional=True, remembered=True)
    who = visitor()
    try:
        asked = _asked(request.args.items(multi=True))
    except Unfit as error:
        return _unfit(who, error)
    if who is None or not who.fresh or not is_ours(who, "grant", asked.digest):
        return stale(spoken() if who is None else who.language)
    if request.form.get("decision") != "allow":
        return _answer(asked, [("error", "access_denied")])
    if not has_room(context(), who.account.id):
        return page("notice.html", who.language, 409, title="grant.title", lead="grant.full", back="/account/tokens")
    try:
        headers, _, _ = AUTHORIZATION.create_authorization_response(
            f"/oauth/authorize?{asked.query}", "POST", None, {}, list(asked.scopes), {"user": who.account.id}
        )
    except AccountError as error:
        return _refused(who, KINDS[error.code].status)
    return _redirect(add_params_to_uri(headers["Location"], [("iss", context().settings.public_url)]))


def _asked(parameters: Any) -> Asked:
    """Return the parsed request. :raises Unfit: for one that cannot be granted."""
    try:
        query = encoded((name, value) for name, value in parameters if name in PARAMETERS)
        # oauthlib says which parameter is wrong; what would be right, we say.
        known = dict(request.args)
        client = checked_client(known.get("client_id", ""))
        target = checked_target(known.get("redirect_uri", ""), client, names_of(context().settings))
        if known.get("response_type") != "code":
            raise Unfit("response_type must be code")
        scopes, _ = AUTHORIZATION.validate_authorization_request(f"/oauth/authorize?{query}", "GET", None, {})
    except BadProgram as error:
        raise Unfit(str(error)) from error
    except errors.InvalidScopeError as error:
        raise Unfit(f"scope must be one or some of: {' '.join(SCOPES)}") from error
    except errors.OAuth2Error as error:
        raise Unfit(f"{error.error}: {error.description or 'see the documentation at /docs'}") from error
    if known.get("code_challenge_method") != "S256" or not CHALLENGE.fullmatch(known.get("code_challenge", "")):
        raise Unfit("code_challenge must be the SHA-256 of the verifier as base64url, and code_challenge_method S256")
    if not STATE.fullmatch(known.get("state", "")):
        raise Unfit("state must be at most 500 visible ASCII characters")
    if known.get("response_mode", "query") != "query":
        raise Unfit("response_mode must be query, or left out")
    return Asked(client, target, tuple(one for one in SCOPES if one in scopes), known.get("state", ""), query)


def _answer(asked: Asked, said: list[tuple[str, str]]) -> Redirect:
    state = [("state", asked.state)] if asked.state else []
    uri = add_params_to_uri(asked.target.uri, [*said, *state, ("iss", context().settings.public_url)])
    return _redirect(uri)


def _redirect(uri: str) -> Redirect:
    answer = redirect(uri, 303)
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


def _unfit(who: Visitor | None, error: Unfit) -> Response:
    language = spoken() if who is None else who.language
    return page("unfit.html", language, 400, detail=str(error)[:300])


def _refused(who: Visitor, status: int) -> Response:
    return page("notice.html", who.language, status, title="grant.not_possible", lead="device.too_many", back=None)


devices_blp = Blueprint("oauth-devices", __name__)


@devices_blp.get("/device")
def device_form() -> Response | Redirect:
    """Show the form that asks for the code a program displays."""
    who, code = visitor(), _typed(request.args.get("user_code", ""))
    if who is None or not who.fresh:
        return to_sign_in(f"/device?user_code={quote(code)}" if code else "/device")
    return page("device.html", who.language, code=code, key=who.key("device"))


@devices_blp.post("/device")
def look_up() -> Response | Redirect:
    """Show who asks for what under the code."""
    code = _typed(request.form.get("user_code", ""))
    who = sender("device")
    if isinstance(who, Response):
        return who
    try:
        device = grants.device_by_user_code(context(), code, who.account.id, address())
    except AccountError as error:
        status = KINDS[error.code].status
        return page("device.html", who.language, status, code="", key=who.key("device"), wrong="device.too_many")
    if device is None:
        return page("device.html", who.language, 404, code="", key=who.key("device"), wrong="device.unknown")
    return page(
        "device_grant.html",
        who.language,
        who=who,
        device=device,
        code=code,
        scopes=[f"scope.{one}" for one in device.scopes],
        full=not has_room(context(), who.account.id),
        key=who.key("device", device.device),
    )


@devices_blp.post("/device/decision")
def decide_device() -> Response | Redirect:
    """Record the person's decision; the program learns it at its next poll."""
    device = request.form.get("device", "")
    who = sender("device", device)
    if isinstance(who, Response):
        return who
    decision: Literal["approved", "denied"] = "approved" if request.form.get("decision") == "allow" else "denied"
    if decision == "approved" and not has_room(context(), who.account.id):
        return page("notice.html", who.language, 409, title="grant.title", lead="grant.full", back="/account/tokens")
    if not grants.decide(context(), device, decision, who.account.id):
        return page("device.html", who.language, 404, code="", key=who.key("device"), wrong="device.unknown")
    said = "allowed" if decision == "approved" else "refused"
    return page("notice.html", who.language, title=f"device.{said}", lead=f"device.{said}_lead", back=None)


def _typed(text: str) -> str:
    """Normalize a typed code to the form in which programs show codes."""
    letters = "".join(one for one in text[:40].upper() if one in grants.USER_CODE_LETTERS)
    return f"{letters[:4]}-{letters[4:8]}" if len(letters) == grants.USER_CODE_LENGTH else letters
