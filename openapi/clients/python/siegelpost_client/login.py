"""Logging in with OAuth 2.1: a page in the browser (authorization code, PKCE), or a code typed on any device (RFC 8628).

No program is registered: ``client_id`` is what yours is called, or its address. The token is for :class:`Client`::

    asked = authorization("https://siegelpost.example", "https://app.example", "https://app.example/back", ["match:read"])
    # send the browser to asked.url, keep `asked` with its session; later, at the address where it comes back:
    token = client.send(asked.exchange(request.url))["access_token"]
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any, TypedDict, cast
from urllib.parse import parse_qs, urlencode, urlsplit

from siegelpost_client.async_operations import AsyncOperations
from siegelpost_client.operations import Operations
from siegelpost_client.sealing import b64
from siegelpost_client.wire import Ask, Pause, Refused, SiegelpostError

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
SLOWER = 5.0
"""Seconds that each ``slow_down`` adds to the pause (RFC 8628, section 3.5)."""
SHORTEST, LONGEST = 1.0, 60.0
"""Seconds between two questions, whatever the server says."""
ENDED = {
    "access_denied": "it was refused on the page",
    "expired_token": "the code was not used in time; start again",
    "invalid_grant": "the server does not know the code any more; start again",
}


class NotLoggedIn(SiegelpostError):
    """The person said no, or the login was not finished in time; ``error`` is OAuth's word for it."""

    def __init__(self, error: str, why: str) -> None:
        self.error = error
        super().__init__(f"not logged in: {why}")


class Token(TypedDict):
    """The token of a login; it lives for a year, or until it was not used for 60 days. There is no refresh token."""

    access_token: str
    token_type: str
    expires_in: int
    scope: str


class DeviceCode(TypedDict):
    """The page to show to the person and the code to type there, or one address with both."""

    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


@dataclass(frozen=True)
class Authorization:
    """A login that has begun: send the browser to ``url``, and keep the rest until it comes back."""

    url: str
    server: str
    client_id: str
    redirect_uri: str
    state: str
    verifier: str

    def exchange(self, back: str) -> Ask[Token]:
        """Return what changes the code in the address the browser came back to into a token.

        :raises NotLoggedIn: when it holds no code, or an answer to another login (RFC 9207).
        """
        found = {name: values[-1] for name, values in parse_qs(urlsplit(back).query).items()}
        if not secrets.compare_digest(found.get("state", "").encode(), self.state.encode()):
            raise NotLoggedIn("invalid_state", "this answer belongs to another login")
        if found.get("iss") != self.server:
            raise NotLoggedIn("invalid_issuer", "this answer comes from another server")
        if "code" not in found:
            error = found.get("error", "invalid_request")
            raise NotLoggedIn(error, ENDED.get(error) or found.get("error_description", error))
        form = {
            "grant_type": "authorization_code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "code": found["code"],
            "code_verifier": self.verifier,
        }
        return Ask("POST", "/oauth/token", form=form)


def authorization(server: str, client_id: str, redirect_uri: str, scopes: Sequence[str]) -> Authorization:
    """Return the beginning of a login in the browser; ``scopes``: what your program needs, such as ``match:play``."""
    server, state, verifier = server.rstrip("/"), secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    query = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": " ".join(scopes),
        "state": state,
        "code_challenge": b64(hashlib.sha256(verifier.encode()).digest()),
        "code_challenge_method": "S256",
    }
    url = f"{server}/oauth/authorize?{urlencode(query)}"
    return Authorization(url, server, client_id, redirect_uri, state, verifier)


def log_in(
    client: Operations,
    client_id: str,
    scopes: Sequence[str],
    show: Callable[[DeviceCode], None],
    *,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> str:
    """Let ``show`` tell a person the page and the code, wait until it was allowed there, and return the token.

    :raises NotLoggedIn: when it was refused or not allowed in time. :raises Refused: when the server gives out no codes.
    """
    steps, answer = _logging_in(client_id, scopes, show, clock), cast(Any, None)
    try:
        while True:
            step = steps.send(answer)
            if isinstance(step, Pause):
                sleep(step.seconds)
                answer = None
                continue
            try:
                answer = client.send(step)
            except Refused as refusal:
                answer = refusal
    except StopIteration as end:
        return str(end.value)


async def log_in_async(
    client: AsyncOperations,
    client_id: str,
    scopes: Sequence[str],
    show: Callable[[DeviceCode], None],
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> str:
    """Log in as :func:`log_in` does, for programs that run on ``asyncio``."""
    steps, answer = _logging_in(client_id, scopes, show, clock), cast(Any, None)
    try:
        while True:
            step = steps.send(answer)
            if isinstance(step, Pause):
                await sleep(step.seconds)
                answer = None
                continue
            try:
                answer = await client.send(step)
            except Refused as refusal:
                answer = refusal
    except StopIteration as end:
        return str(end.value)


def _logging_in(
    client_id: str, scopes: Sequence[str], show: Callable[[DeviceCode], None], clock: Callable[[], float]
) -> Generator[Ask[Any] | Pause, Any, str]:
    """Yield what to ask and how long to pause; return the token. What is sent in is what was answered, or the refusal."""
    begun = yield Ask("POST", "/oauth/device_authorization", form={"client_id": client_id, "scope": " ".join(scopes)})
    if isinstance(begun, Refused):
        raise begun
    show(begun)
    pause = _seconds(begun.get("interval"), 5.0)
    until = clock() + _seconds(begun.get("expires_in"), 900.0, most=3600.0)
    form = {"grant_type": GRANT, "client_id": client_id, "device_code": str(begun["device_code"])}
    while clock() < until:
        yield Pause(pause)
        answer = yield Ask("POST", "/oauth/token", form=form)
        if not isinstance(answer, Refused):
            return str(answer["access_token"])
        error = str(answer.problem.get("error"))
        if error == "slow_down":
            pause = min(pause + SLOWER, LONGEST)
        elif error in ENDED:
            raise NotLoggedIn(error, ENDED[error]) from answer
        elif error != "authorization_pending":
            raise answer
    raise NotLoggedIn("expired_token", ENDED["expired_token"])


def _seconds(value: Any, default: float, most: float = LONGEST) -> float:
    """Return a time that the server has named, within reason."""
    if not isinstance(value, int | float) or isnan(value):
        return default
    return min(max(float(value), SHORTEST), most)


__all__ = ["Authorization", "DeviceCode", "NotLoggedIn", "Token", "authorization", "log_in", "log_in_async"]
