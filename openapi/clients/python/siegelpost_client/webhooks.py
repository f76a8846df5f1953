"""Checking that a webhook comes from your Siegelpost and is new (Standard Webhooks 1.0.0)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, cast

from nacl.exceptions import CryptoError
from nacl.signing import VerifyKey

from siegelpost_client.wire import SiegelpostError

if TYPE_CHECKING:
    from siegelpost_client.models import WebhookEvent

TOLERANCE = 300.0
"""Seconds that the clocks of the two servers may differ."""


class Headers(Protocol):
    """Headers as any framework has them: a dictionary, Flask's and Django's ``request.headers``, those of ``http.server``."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Return pairs of name and value."""


class BadWebhook(SiegelpostError):
    """A request that the holder of the key did not send, or not a moment ago: answer it with 400."""


def check_webhook(
    headers: Headers, body: bytes, *keys: str, tolerance: float = TOLERANCE, now: float | None = None
) -> WebhookEvent:
    """Return the event of a webhook. Keep its ``id``: every event may come more than once.

    :param body: exactly as it came. :param keys: public keys (``whpk_``) or secrets (``whsec_``) of the webhook.
    :param now: the time that counts, in seconds; the clock's, if none is given.
    :raises BadWebhook: when no signature is by one of the keys, or it is too old or too far ahead.
    """
    given = {name.lower(): value for name, value in headers.items()}
    event, moment = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", moment):
        raise BadWebhook("the webhook has no time (webhook-timestamp)")
    if abs((time.time() if now is None else now) - int(moment)) > tolerance:
        raise BadWebhook("the webhook was signed too long ago, or one of the two clocks is wrong")
    signed = f"{event}.{moment}.".encode() + body
    signatures = [one.partition(",") for one in given.get("webhook-signature", "").split(" ")]
    if not any(_signs(key, version, text, signed) for key in keys for version, _, text in signatures):
        raise BadWebhook("no signature of the webhook is by this key")
    return cast("WebhookEvent", json.loads(body))


def _signs(key: str, version: str, text: str, signed: bytes) -> bool:
    kind, _, value = key.partition("_")
    try:
        raw, signature = base64.b64decode(value, validate=True), base64.b64decode(text, validate=True)
        if (kind, version) == ("whpk", "v1a"):
            VerifyKey(raw).verify(signed, signature)
            return True
    except (ValueError, CryptoError):
        return False
    return (kind, version) == ("whsec", "v1") and hmac.compare_digest(
        hmac.digest(raw, signed, hashlib.sha256), signature
    )


__all__ = ["BadWebhook", "check_webhook"]
