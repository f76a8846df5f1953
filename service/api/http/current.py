"""The context of a request handler: the app's context, and the caller."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Request, current_app, g, request

from service.context import Context
from service.store.store import Token

EXTENSION = "siegelpost"


@dataclass(frozen=True)
class Caller:
    """The caller: the token, ``None`` for somebody without one. ``address`` is where the request came from.

    ``bearer`` is the token's text. It exists only during the request, and is not stored, cached or logged.
    """

    token: Token | None
    address: str
    bearer: str | None = field(default=None, repr=False)

    @property
    def account(self) -> str | None:
        """The account id of the token."""
        return None if self.token is None else self.token.account

    @property
    def counted_as(self) -> str | None:
        """The name under which requests with a token are counted: the account, for all its own tokens together.

        Each granted program has its own count, so that it cannot lock out the owner, who may want to revoke the grant.
        """
        if self.token is None:
            return None
        return f"{self.token.account} granted" if self.token.kind == "app" else self.token.account

    @property
    def token_id(self) -> str | None:
        """The id of the token, for the store's check that it is not revoked."""
        return None if self.token is None else self.token.id


def attach(app: Flask, context: Context) -> None:
    """Give the app its context."""
    app.extensions[EXTENSION] = context


def context() -> Context:
    """Return the context of the app that handles this request."""
    found: Context = application().extensions[EXTENSION]
    return found


def caller() -> Caller:
    """Return the caller; known as soon as a handler runs."""
    found: Caller = notes().caller
    return found


def account_id() -> str:
    """Return the account of a caller with a required token."""
    account = caller().account
    assert account is not None
    return account


def own_token() -> Token:
    """Return the token of a caller with a required one."""
    token = caller().token
    assert token is not None
    return token


def request_id() -> str:
    """Return this request's id for the answer and the log; drawn on first use."""
    kept = notes()
    if "request_id" not in kept:
        kept.request_id = new_request_id()
    found: str = kept.request_id
    return found


def new_request_id() -> str:
    """Return a name for a request: 16 hexadecimal digits."""
    return secrets.token_hex(8)


def asked() -> Request:
    """Return the request itself: each use of ``flask.request`` would look it up again, slowly."""
    found: Request = request._get_current_object()  # type: ignore[attr-defined]  # the proxy's own, documented
    return found


def application() -> Flask:
    """Return the app itself, for the same reason."""
    found: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return found


def notes() -> Any:
    """Return Flask's ``g`` itself."""
    return g._get_current_object()


def address() -> str:
    """Return the network address of the caller, behind the proxies that the settings trust."""
    environ = asked().environ
    direct, forwarded = environ.get("REMOTE_ADDR") or "", environ.get("HTTP_X_FORWARDED_FOR")
    return context().settings.trusted_proxies.client(direct, forwarded)
