"""OAuth by oauthlib: our answers to its questions (is a program, an address, a code or a scope valid), and storage for what
it makes.

oauthlib handles the order of the checks, PKCE and the errors of the RFCs; only what they leave open is decided here. All
programs are public (they cannot keep a secret), PKCE by S256 is required, and there are no refresh tokens.

oauthlib looks for parameters named twice in some places only, so that is checked here for all of them. Its log has codes and
tokens at the level "debug", so that level is shut off.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from oauthlib.common import Request
from oauthlib.oauth2 import (
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    RequestValidator,
    RevocationEndpoint,
    TokenEndpoint,
)
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from service.accounts import AccountError
from service.accounts.access import grants
from service.accounts.access.grants import APP_TOKEN_LIFE, BadProgram, checked_client, checked_target
from service.accounts.access.scopes import SCOPES
from service.accounts.access.tokens import is_text_of, new_text, token_id
from service.api.http.current import context
from service.api.http.doors import names_of
from service.store.accounts.tokens import Grant, Polled

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
GRANT_TYPES = ("authorization_code", DEVICE_GRANT)
_OF_POLLING = {
    "approved": "authorized",
    "pending": "authorization_pending",
    "slow": "slow_down",
    "expired": "expired_token",
    "denied": "access_denied",
}
"""The words expected by oauthlib (``DeviceCodeGrant.DEVICE_CODE_...``, missing in its types): errors of RFC 8628, 3.5."""


@dataclass(frozen=True)
class Program:
    """A program, as oauthlib wants clients to be."""

    client_id: str


class Validator(RequestValidator):
    """Our side of oauthlib, over the context of the request that is handled."""

    def validate_client_id(self, client_id: str, request: Request, *_: Any, **__: Any) -> bool:
        """Accept any program whose name may be shown."""
        return self.authenticate_client_id(client_id, request)

    def client_authentication_required(self, request: Request, *_: Any, **__: Any) -> bool:
        """Return False: no program has a secret."""
        return False

    def authenticate_client_id(self, client_id: str, request: Request, *_: Any, **__: Any) -> bool:
        """Accept any program whose name may be shown."""
        try:
            checked_client(client_id or "", device=request.response_type is None)
        except BadProgram:
            return False
        request.client = Program(client_id)
        return True

    def validate_redirect_uri(self, client_id: str, redirect_uri: str, request: Request, *_: Any, **__: Any) -> bool:
        """Accept an address to which answers may be sent."""
        try:
            checked_target(redirect_uri, client_id, names_of(context().settings))
        except BadProgram:
            return False
        return True

    def get_default_redirect_uri(self, client_id: str, request: Request, *_: Any, **__: Any) -> str:
        """Return no default: the address is always given."""
        return ""

    def validate_response_type(
        self, client_id: str, response_type: str, client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        """Accept only codes as answers."""
        return response_type == "code"

    def get_default_scopes(self, client_id: str, request: Request, *_: Any, **__: Any) -> list[str]:
        """Return no default: programs always name scopes."""
        return []

    def validate_scopes(
        self, client_id: str, scopes: Sequence[str], client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        """Accept one or more of our scopes."""
        return bool(scopes) and set(scopes) <= set(SCOPES)

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        """Return True: every program proves that it finishes its own request."""
        return True

    def save_authorization_code(self, client_id: str, code: Any, request: Request, *_: Any, **__: Any) -> None:
        """Store the grant."""
        grants.keep_grant(
            context(),
            code["code"],
            account=str(request.user),
            client=client_id,
            redirect=str(request.redirect_uri),
            scopes=request.scopes or (),
            challenge=str(request.code_challenge),
        )

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        """Accept the two supported grant types."""
        return grant_type in GRANT_TYPES

    def validate_code(self, client_id: str, code: str, client: Any, request: Request, *_: Any, **__: Any) -> bool:
        """Accept a code of this program; a used one passes until the proof, so that only its owner can revoke its token."""
        grant = grants.grant_of(context(), code)
        if grant is None or grant.client != client_id:
            return False
        request.user, request.scopes = grant, list(grant.scopes)
        return True

    def get_code_challenge(self, code: str, request: Request) -> str:
        """Return the hash that the verifier must match."""
        return _granted(request).challenge

    def get_code_challenge_method(self, code: str, request: Request) -> str:
        """Return S256, the only method ever stored."""
        return "S256"

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        """Accept only the address to which the code was sent."""
        return redirect_uri == _granted(request).redirect

    def validate_device_code(
        self, client_id: str, device_code: str, request: Request, *_: Any, **__: Any
    ) -> str | None:
        """Return the progress of the person's decision."""
        found = grants.poll(context(), device_code, client_id)
        request.user, request.scopes = found, list(found.scopes)
        return _OF_POLLING.get(found.outcome)

    def save_token(self, token: Mapping[str, object], request: Request, *_: Any, **__: Any) -> None:
        """Store the token, and use up the code. :raises errors.InvalidGrantError: for a code that was used before."""
        try:
            made, text = request.user, str(token["access_token"])
            if isinstance(made, Polled):
                grants.issue(context(), made.account, str(request.client_id), made.scopes, text, since=made.decided)
            elif grants.use_grant(context(), str(request.code), _granted(request), text) is None:
                raise errors.InvalidGrantError("this code was used before; the token that it made is revoked")
        except AccountError as error:
            raise errors.InvalidGrantError(error.message) from error

    def invalidate_authorization_code(self, client_id: str, code: str, request: Request, *_: Any, **__: Any) -> None:
        """Do nothing: storing the token used up the code."""

    def revoke_token(self, token: str, token_type_hint: str, request: Request, *_: Any, **__: Any) -> None:
        """Revoke a token of this program. :raises errors.UnauthorizedClientError: for another program's."""
        known = context().store.token(token_id(token) or "")
        if known is None or not is_text_of(known, token):
            return
        if known.kind != "app" or known.client != request.client_id:
            raise errors.UnauthorizedClientError("this token was not made for this client_id")
        context().store.revoke_token(known.id)


def _granted(request: Request) -> Grant:
    """Return the grant behind a request's code, as found by :meth:`Validator.validate_code`."""
    assert isinstance(request.user, Grant)
    return request.user


logging.getLogger("oauthlib").setLevel(logging.WARNING)

Parameters = list[tuple[str, str]]

VALIDATOR = Validator()
# The types of oauthlib (types-oauthlib) take a kind of token for its name, and do not know device codes yet.
_BEARER: Any = BearerToken(VALIDATOR, token_generator=lambda _: new_text(), expires_in=APP_TOKEN_LIFE // 1000)
_CODE = AuthorizationCodeGrant(VALIDATOR, refresh_token=False)
DEVICE: Any = DeviceCodeGrant(VALIDATOR, refresh_token=False)
AUTHORIZATION = AuthorizationEndpoint("code", _BEARER, {"code": _CODE})
TOKEN = TokenEndpoint("authorization_code", _BEARER, {"authorization_code": _CODE, DEVICE_GRANT: DEVICE})
REVOCATION = RevocationEndpoint(VALIDATOR, supported_token_types=("access_token",))
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
"""The headers passed to oauthlib: no others matter to it."""


def encoded(parameters: Iterable[tuple[str, str]]) -> str:
    """Return parameters as a query or a form. :raises errors.InvalidRequestError: for duplicate or empty ones."""
    kept = [(name, value) for name, value in parameters if value]  # RFC 6749, 3.1: without a value is as if left out
    twice = sorted(name for name, times in Counter(name for name, _ in kept).items() if times > 1)
    if twice:
        raise errors.InvalidRequestError(f"{', '.join(twice)[:100]}: give it once")
    return urlencode(kept)
