"""Logging in by mail: requesting a code, exchanging it for a token. Or playing as a guest first, and naming an address
later."""

from typing import Any

from service.account_export import token_info
from service.accounts.access import guest_accounts, login
from service.api.account.me import account
from service.api.http import idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import address, asked, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import Problem
from service.api.schemas import requests, responses

LOGIN_ANSWER = {
    "message": "If mail can be sent to this address, a login code is on its way. It is good for 15 minutes."
}
"""The answer for every address, known or not."""

PROOF = "Proof-Of-Work"

blp = Blueprint("login", __name__, "Logging in by mail, or playing as a guest first.")


def proof() -> str:
    """Return the request's proof of work, or an empty string."""
    return asked().headers.get(PROOF, "")


@blp.route("/v1/login", methods=["POST"])
@blp.operation("requestLogin", codes=("too-many-logins", "work-needed"), headers=("PROOF_OF_WORK",))
@blp.arguments(requests.LoginRequest)
@blp.response(202, responses.Notice)
def request_login(body: dict[str, Any]) -> dict[str, Any]:
    """Send a login code to an email address.

    The answer is the same whether the address is known or not. An address seen for the first time gets an account.
    If you are refused with `too-many-logins`, look into the mailbox: codes that came in the last quarter of an hour
    still work, and an account's owner may get one in spite of the refusal, so that strangers cannot use up
    anybody's codes.
    """
    login.request_login(
        context(),
        body["mail"],
        address(),
        name=body.get("name"),
        language=body["language"],
        zone=body["zone"],
        proof=proof(),
    )
    wake_soon("deliver")
    return LOGIN_ANSWER


@blp.route("/v1/login/confirm", methods=["POST"])
@blp.operation("confirmLogin", codes=("code-wrong", "too-many-logins"), headers=("IDEMPOTENCY_KEY",))
@blp.arguments(requests.CodeRequest)
@blp.response(200, responses.NewToken)
def confirm_login(body: dict[str, Any]) -> dict[str, Any]:
    """Exchange a login code for a token with all scopes, valid for a year.

    A code works once, and ends all others of the account. If it is sent again within a minute (after a lost
    answer), from the same network and with the same `name` and `Idempotency-Key`, it gives another token and
    revokes the first one; anybody else is refused, and so is everybody without such a key.
    """
    attempt = idempotency.key()
    owner, issued = login.confirm_login(context(), body["code"], address(), name=body["name"], attempt=attempt)
    return {"token": issued.text, "account": owner.id, "info": token_info(issued.token, issued.token.id)}


@blp.route("/v1/guests", methods=["POST"])
@blp.operation("openGuest", codes=("too-many-guests", "work-needed"), headers=("PROOF_OF_WORK",))
@blp.arguments(requests.GuestRequest)
@blp.response(201, responses.NewToken)
def open_guest(body: dict[str, Any]) -> dict[str, Any]:
    """Open a guest account, to play before anybody is asked for an email address.

    A guest plays private matches against bots, three at a time, and sits down by an invitation where a move takes a day or
    less; what it may not do is refused with `guest`. Nothing but this token leads to the account, and it is deleted when
    nobody has used it for two days, unless `POST /v1/guests/keep` gave it an address.
    """
    issued = guest_accounts.open_guest(
        context(),
        address(),
        name=body.get("name"),
        language=body["language"],
        zone=body["zone"],
        kind="login",
        proof=proof(),
    )
    return {"token": issued.text, "account": issued.token.account, "info": token_info(issued.token, issued.token.id)}


@blp.route("/v1/guests/keep", methods=["POST"])
@blp.operation(
    "keepGuest",
    scope="account:read",
    codes=("too-many-logins", "work-needed", "not-a-guest"),
    headers=("PROOF_OF_WORK",),
)
@blp.arguments(requests.KeepRequest)
@blp.response(202, responses.Notice)
def keep_guest(body: dict[str, Any]) -> dict[str, Any]:
    """Send a login code that makes your guest account an ordinary one, with all its matches.

    Exchange it as any login code (`POST /v1/login/confirm`), for a new token: those of the guest end then. If the address has
    an account already, the code logs in to that one, and the guest account stays as it is.
    """
    guest = account()
    if not guest.is_guest:
        raise Problem("not-a-guest", "this account already has an email address")
    login.request_login(
        context(),
        body["mail"],
        address(),
        name=body.get("name"),
        language=body["language"],
        zone=body["zone"],
        guest=guest.id,
        proof=proof(),
    )
    wake_soon("deliver")
    return LOGIN_ANSWER
