"""An account's stored data: to export, and to delete."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from service.account_export import exported
from service.accounts import bots, deletion, webhooks
from service.accounts.access import login
from service.api.account import me
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, address, caller, context
from service.api.http.problems import Problem
from service.api.http.session import close_session, cookie_name
from service.api.http.wakes import wake_soon
from service.api.schemas import responses
from service.matches.departure import depart

CODE = "Login-Code"
ASKED_TEXT = "A letter is on its way to your mail address. Its link is good for an hour."
KEPT_TEXT = (
    "Your account is deleted. What is left of it goes as soon as your matches are over. The logs of your matches stay, because "
    "all results are checked against them: they name an opaque id, your moves, and what you said to partners."
)

blp = Blueprint("my-data", __name__, "Everything stored about your account: export it, or have it deleted.")


@blp.route("/v1/me/export")
@blp.operation("exportMe", scope="account:read", too="webhook:manage")
@blp.response(200, responses.Export)
def export_me() -> Any:
    """Show everything that is stored about your account, as one document to keep.

    The logs of your matches, with all you have played, are linked; anything else about a match belongs to its
    players together. Secrets are not included (texts of tokens, keys of webhooks, login codes): they are not
    stored, or are worthless elsewhere. Counters of requests and mails, which expire by themselves, are left out.
    """
    mine, token, push = me.account(), caller().token, context().push
    assert token is not None
    found = exported(
        context().store,
        mine,
        links=context().links,
        bots=bots.bots_of(context(), mine.id),
        hooks=webhooks.webhooks_of(context(), token),
        pictures=context().settings.mail_pictures,
        push_key=None if push is None else push.newest.key_id,
        current=caller().token_id,
    )
    return found, {"Content-Disposition": 'attachment; filename="siegelpost-account.json"', "Cache-Control": "no-store"}


@blp.route("/v1/me/deletion", methods=["POST"])
@blp.operation("requestDeletion", scope="account:read", codes=("too-many-logins",))
@blp.response(202, responses.Notice)
def request_deletion() -> dict[str, str]:
    """Have a letter sent to your mail address whose button deletes your account.

    The link in it is valid for an hour, shows what goes and what stays, and deletes when its button is pressed. Nothing
    happens without it, so the right to read the account is enough: the letter itself proves whose the mailbox is.
    """
    deletion.request_deletion(context(), me.account())
    wake_soon("deliver")
    return {"message": ASKED_TEXT}


@blp.route("/v1/me", methods=["DELETE"])
@blp.operation(
    "deleteMe", scope="account:write", codes=("code-wrong", "too-many-logins", "invalid"), headers=("LOGIN_CODE",)
)
@blp.response(202, responses.Deleted)
def delete_me() -> Any:
    """Delete your account, for good.

    `Login-Code` is an unused code from a mail to you (`POST /v1/login`): a token alone deletes nothing. (A person deletes
    with the button of a letter instead: `POST /v1/me/deletion`.) When this
    answers, your name, address and preferences are gone, none of your tokens works any more (sent again, this gets
    401), and your bots and webhooks are being deleted too. You leave matches in the lobby and resign from running
    ones; if your seat signs with a key of its own, nobody can resign for you, and your silence plays on. Tables
    then say "Deleted account". What stays: the logs of your matches, with an opaque id, your moves, and what you
    said to partners, because all results are checked against them; and the titles that you gave to tables.
    """
    code = request.headers.get(CODE, "").strip()
    if not code:
        raise Problem("invalid", "", [{"header": CODE, "detail": "is missing: ask for a code with POST /v1/login"}])
    login.confirm_owner(context(), account_id(), code, address())
    depart(context(), account_id())
    wake_soon("resolve")
    told = {"message": KEPT_TEXT}
    if cookie_name() not in request.cookies:
        return told
    return told, {"Set-Cookie": close_session(Response()).headers.getlist("Set-Cookie")}


__all__ = ["blp"]
