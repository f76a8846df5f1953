"""The page where a person types the code that a program shows, and decides (RFC 8628, 3.3).

A code in the address only fills the field: nothing is looked up, and nothing granted, before the person has signed in, pressed
a button, and seen who asks for what.
"""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Redirect

from service.accounts import AccountError
from service.accounts.access import grants
from service.accounts.access.tokens import has_room
from service.api.http.current import address, context
from service.api.http.problems import KINDS
from service.api.pages.account_page import page, sender, to_sign_in, visitor

blp = Blueprint("oauth-devices", __name__)


@blp.get("/device")
def form() -> Response | Redirect:
    """Ask for the code."""
    who, code = visitor(), _typed(request.args.get("user_code", ""))
    if who is None or not who.fresh:
        return to_sign_in(f"/device?user_code={quote(code)}" if code else "/device")
    return page("device.html", who.language, code=code, key=who.key("device"))


@blp.post("/device")
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


@blp.post("/device/decision")
def decide() -> Response | Redirect:
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
