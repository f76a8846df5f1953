"""What a request handler works with: the app's context, and the caller."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import cast

from flask import Flask, Request, current_app, g, request

from service.context import Context
from service.store.store import Token

EXTENSION = "siegelpost"


@dataclass(frozen=True)
class Caller:
    """The caller: the token, ``None`` for somebody without one. ``address`` is where the request came from.

    ``bearer`` is the token's text. It lives as long as the request and is kept, remembered and logged nowhere.
    """

    token: Token | None
    address: str
    bearer: str | None = field(default=None, repr=False)

    @property
    def account(self) -> str | None:
        """The account id of the token."""
        return None if self.token is None else self.token.account

    @property
    def token_id(self) -> str | None:
        """The id of the token, for the store's check that it is not revoked."""
        return None if self.token is None else self.token.id


def attach(app: Flask, context: Context) -> None:
    """Give the app its context."""
    app.extensions[EXTENSION] = context


def context() -> Context:
    """Return the context of the app that handles this request."""
    return cast(Context, current_app.extensions[EXTENSION])


def caller() -> Caller:
    """Return the caller; known from the moment a handler runs."""
    return cast(Caller, g.caller)


def account_id() -> str:
    """Return the account of a caller who had to bring a token."""
    account = caller().account
    assert account is not None
    return account


def request_id() -> str:
    """Return what this request is called in its answer and in the log; drawn when it is first asked for."""
    if "request_id" not in g:
        g.request_id = new_request_id()
    return cast(str, g.request_id)


def new_request_id() -> str:
    """Return a name for a request: 16 hexadecimal digits."""
    return secrets.token_hex(8)


def asked() -> Request:
    """Return the request itself, for who looks at it often: ``flask.request`` looks for it anew each time."""
    return cast(Request, request._get_current_object())  # type: ignore[attr-defined]  # the proxy's own, documented


def address() -> str:
    """Return the network address of the caller, behind the proxies that the settings trust."""
    environ = request.environ
    direct, forwarded = environ.get("REMOTE_ADDR") or "", environ.get("HTTP_X_FORWARDED_FOR", "")
    return context().settings.trusted_proxies.client(direct, forwarded)


__all__ = ["Caller", "account_id", "address", "asked", "attach", "caller", "context", "new_request_id", "request_id"]
