"""Logging in by mail: ask for a code, change the code into a token."""

from __future__ import annotations

from typing import Any

from service.account_export import token_info
from service.accounts.access import login
from service.api.http import idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import address, context
from service.api.http.wakes import wake_soon
from service.api.schemas import requests, responses

LOGIN_ANSWER = {
    "message": "If mail can be sent to this address, a login code is on its way. It is good for 15 minutes."
}
"""The same for every address, known or not."""

blp = Blueprint("login", __name__, "Logging in by mail.")


@blp.route("/v1/login", methods=["POST"])
@blp.operation("requestLogin", codes=("too-many-logins",))
@blp.arguments(requests.LoginRequest)
@blp.response(202, responses.Notice)
def request_login(body: dict[str, Any]) -> dict[str, Any]:
    """Send a login code to a mail address.

    The answer is the same whether the address is known or not. An address seen for the first time gets an account.
    If you are refused with `too-many-logins`, look into the mailbox: codes that came in the last quarter of an hour
    still work, and an account's owner may get one in spite of the refusal, so that strangers cannot use up
    anybody's codes.
    """
    login.request_login(
        context(), body["mail"], address(), name=body.get("name"), language=body["language"], zone=body["zone"]
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
    account, issued = login.confirm_login(context(), body["code"], address(), name=body["name"], attempt=attempt)
    return {"token": issued.text, "account": account.id, "info": token_info(issued.token, issued.token.id)}
