"""Signing keys of webhooks, after Standard Webhooks 1.0.0: HMAC-SHA256 (``v1``) and Ed25519 (``v1a``).

Each webhook has its own keys, so that one receiver's requests prove nothing to another. They are derived from the
installation's secret, the webhook and a number incremented by rotation; none of them is stored.
"""

from __future__ import annotations

import base64
import hmac

import nacl.signing

from service.keys.signing import KeyMissing, Links
from service.store.accounts.webhooks import Webhook

OVERLAP = 86_400
"""How many seconds the previous keys go on signing, unless the rotation says otherwise."""
LONGEST_OVERLAP = 7 * 86_400


def shown_secret(links: Links, webhook: Webhook) -> str:
    """Return its HMAC secret in the receivers' format: ``whsec_`` and base64."""
    return "whsec_" + _b64(_secret(links, webhook, webhook.generation))


def public_key(links: Links, webhook: Webhook, generation: int | None = None) -> str:
    """Return its Ed25519 public key in the receivers' format: ``whpk_`` and base64.

    Empty if the installation has given up the secret it was derived from: the webhook gets nothing until it has new
    keys.
    """
    number = webhook.generation if generation is None else generation
    if not _is_held(links, webhook, number):
        return ""
    return "whpk_" + _b64(bytes(_signing_key(links, webhook, number).verify_key))


def signed_headers(links: Links, webhook: Webhook, event: str, now: int, body: bytes) -> dict[str, str]:
    """Return the headers that authenticate a request; for a while after a rotation, with the old keys, too.

    :param event: its id, ``webhook-id``. :param now: milliseconds since 1970.
    :raises KeyMissing: when the installation has given up the secret that its present keys were made from.
    """
    seconds = now // 1000
    content = f"{event}.{seconds}.".encode() + body
    before = webhook.generation - 1
    overlaps = now < webhook.overlap_until and _is_held(links, webhook, before)
    generations = [webhook.generation] + ([before] if overlaps else [])
    signatures = []
    for number in generations:
        mac = hmac.digest(_secret(links, webhook, number), content, "sha256")
        signatures += [f"v1,{_b64(mac)}", f"v1a,{_b64(_signing_key(links, webhook, number).sign(content).signature)}"]
    return {"webhook-id": event, "webhook-timestamp": str(seconds), "webhook-signature": " ".join(signatures)}


def _secret(links: Links, webhook: Webhook, generation: int) -> bytes:
    return _root(links, webhook, generation).derive("webhook secret", webhook.account, webhook.id, str(generation))


def _signing_key(links: Links, webhook: Webhook, generation: int) -> nacl.signing.SigningKey:
    root = _root(links, webhook, generation)
    return nacl.signing.SigningKey(root.derive("webhook key", webhook.account, webhook.id, str(generation)))


def _is_held(links: Links, webhook: Webhook, generation: int) -> bool:
    try:
        _root(links, webhook, generation)
    except KeyMissing:
        return False
    return True


def _root(links: Links, webhook: Webhook, generation: int) -> Links:
    """Return the installation's secret for a generation: a new secret of the installation does not change receivers' keys."""
    present = generation == webhook.generation
    return links.named(webhook.link_secret if present else webhook.former_link_secret)


def _b64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


__all__ = ["LONGEST_OVERLAP", "OVERLAP", "public_key", "shown_secret", "signed_headers"]
