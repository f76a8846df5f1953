"""OAuth endpoints that programs call directly: tokens for codes (RFC 6749, 7636), device codes (RFC 8628), revocation (RFC
7009) and metadata (RFC 8414). Errors are those of the RFCs, not problem documents, because every OAuth library reads them.
"""

import json
from typing import Any

from flask import Blueprint, Response, request
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749 import errors

from engine.kit.text.phrases import LANGUAGES
from service.accounts import AccountError
from service.accounts.access import grants
from service.accounts.access.scopes import SCOPES
from service.api.account.oauth.validator import DEVICE, FORM, GRANT_TYPES, REVOCATION, TOKEN, encoded
from service.api.http.blueprint import admit
from service.api.http.current import address, context
from service.api.http.doors import METADATA_OF_RESOURCE

blp = Blueprint("oauth", __name__)
MOST_PARAMETERS = 50
"""Far more parameters than any of the RFCs needs: each costs time in several loops."""
JSON = {"Content-Type": "application/json", "Cache-Control": "no-store", "Pragma": "no-cache"}


@blp.post("/oauth/token")
def token() -> Response:
    """Exchange an authorization code, or a device code, for a token."""
    admit(None, optional=True, remembered=True)
    try:
        headers, body, status = TOKEN.create_token_response("/oauth/token", "POST", _form(), FORM)
    except errors.OAuth2Error as error:
        return _refused(error)
    return Response(body, status, {**JSON, **headers})


@blp.post("/oauth/revoke")
def revoke() -> Response:
    """Revoke a token of the requesting program. An unknown one counts as revoked."""
    admit(None, optional=True, remembered=True)
    try:
        headers, body, status = REVOCATION.create_revocation_response("/oauth/revoke", "POST", _form(), FORM)
    except errors.OAuth2Error as error:
        return _refused(error)
    return Response(body, status, {**JSON, **headers})


@blp.post("/oauth/device_authorization")
def device_authorization() -> Response:
    """Give a program a code to show, and one to poll with."""
    admit(None, optional=True, remembered=True)
    try:
        asked = Request("/oauth/device_authorization", "POST", _form(), FORM)
        DEVICE.validate_device_authorization_request(asked)
        shown = grants.show_code(context(), str(asked.client_id), asked.scopes or (), address())
    except (errors.OAuth2Error, errors.FatalClientError) as error:
        return _refused(error)
    except AccountError as error:
        text = json.dumps({"error": "slow_down", "error_description": error.message})
        return Response(text, 429, {**JSON, "Retry-After": str(error.retry_after or 60)})
    page = f"{context().settings.public_url}/device"
    answer = {
        "device_code": shown.device_code,
        "user_code": shown.user_code,
        "verification_uri": page,
        "verification_uri_complete": f"{page}?user_code={shown.user_code}",
        "expires_in": grants.DEVICE_LIFE // 1000,
        "interval": grants.PAUSE // 1000,
    }
    return Response(json.dumps(answer), 200, JSON)


@blp.get("/.well-known/oauth-authorization-server")
def metadata() -> Response:
    """Return the metadata of this authorization server (RFC 8414)."""
    base = context().settings.public_url
    about = {
        "issuer": base,
        "authorization_endpoint": f"{base}/oauth/authorize",
        "token_endpoint": f"{base}/oauth/token",
        "device_authorization_endpoint": f"{base}/oauth/device_authorization",
        "revocation_endpoint": f"{base}/oauth/revoke",
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(GRANT_TYPES),
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": f"{base}/docs",
        "ui_locales_supported": [*LANGUAGES],
    }
    return Response(
        json.dumps(about), headers={"Cache-Control": "public, max-age=300"}, content_type=JSON["Content-Type"]
    )


@blp.get(METADATA_OF_RESOURCE)
def resource_metadata() -> Response:
    """Return the authorization server for the API (RFC 9728), which is this one; refused requests point here."""
    base = context().settings.public_url
    about = {
        "resource": base,
        "authorization_servers": [base],
        "scopes_supported": list(SCOPES),
        "bearer_methods_supported": ["header"],
        "resource_name": "Siegelpost",
        "resource_documentation": f"{base}/docs",
    }
    return Response(
        json.dumps(about), headers={"Cache-Control": "public, max-age=300"}, content_type=JSON["Content-Type"]
    )


def _form() -> str:
    """Return the request's form.

    :raises errors.InvalidRequestError: for another body, very many parameters, or parameters in the address.
    """
    if request.mimetype != FORM["Content-Type"]:
        raise errors.InvalidRequestError("send the parameters as application/x-www-form-urlencoded")
    if request.args:
        raise errors.InvalidRequestError("send the parameters in the body, not in the address")
    parameters = list(request.form.items(multi=True))
    if len(parameters) > MOST_PARAMETERS:
        raise errors.InvalidRequestError(f"send at most {MOST_PARAMETERS} parameters")
    return encoded(parameters)


def _refused(error: Any) -> Response:
    return Response(error.json, error.status_code, {**JSON, **error.headers})
