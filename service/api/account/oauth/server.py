"""oauthlib's endpoints with our validator, and requests in the one form that they read.

oauthlib looks for parameters named twice in some places only, so that is checked here for all of them. Its log has codes and
tokens at the level "debug", so that level is shut off.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from oauthlib.oauth2 import (
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    RevocationEndpoint,
    TokenEndpoint,
)
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from service.accounts.access.grants import APP_TOKEN_LIFE
from service.accounts.access.tokens import new_text
from service.api.account.oauth.validator import DEVICE_GRANT, Validator

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


__all__ = ["AUTHORIZATION", "DEVICE", "FORM", "REVOCATION", "TOKEN", "VALIDATOR", "Parameters", "encoded"]
