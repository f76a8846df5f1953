"""One message for one browser: encrypted for it (RFC 8291), signed with our key (RFC 8292), addressed (RFC 8030)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from py_vapid import Vapid02

from engine.protocol.canon import b64, tagged_hash, unb64
from service.accounts.browsers import Browser
from service.accounts.webhook_address import Target
from service.push_keys import PushKey

GOOD_FOR = 12 * 3_600
"""Seconds that the signature holds: at most a day may be between it and its end."""


@dataclass(frozen=True)
class Envelope:
    """What a push service learns of a message.

    :ivar about: what it is about: a later message about the same takes its place. It learns a digest only.
    :ivar urgent: whether a phone that saves its battery should be woken.
    :ivar life: for how many seconds it keeps the message for a browser that is off.
    """

    about: str
    urgent: bool
    life: int


def addressed(
    content: bytes, envelope: Envelope, browser: Browser, target: Target, key: PushKey, contact: str, now: int
) -> tuple[Mapping[str, str], bytes]:
    """Return the headers and the body of the request to a push service.

    :param target: where ``browser.endpoint`` leads.
    :param contact: a mail address of the operator, as ``SIEGELPOST_MAIL_FROM`` has it.
    :param now: in seconds since 1970.
    """
    body: bytes = http_ece.encrypt(
        content,
        private_key=generate_private_key(SECP256R1()),
        dh=unb64(browser.public_key),
        auth_secret=unb64(browser.secret),
        version="aes128gcm",
    )
    signer = Vapid02(key.private_key, conf={"no-strict": True})  # an operator's address need not look as it expects
    audience = f"{'https' if target.secure else 'http'}://{target.authority}"
    signed: dict[str, str] = signer.sign(
        {"aud": audience, "exp": now + GOOD_FOR, "sub": f"mailto:{parseaddr(contact)[1]}"}
    )
    return {
        **signed,
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(envelope.life),
        "Urgency": "high" if envelope.urgent else "normal",
        "Topic": b64(tagged_hash("siegelpost/push topic/v1", browser.id.encode(), envelope.about.encode())[:24]),
    }, body


__all__ = ["Envelope", "addressed"]
