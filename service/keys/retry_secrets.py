"""Secrets kept for a request that is sent again, so that only its sender can get them back.

What a request makes at random (a salt, a token's text) has to come out the same when its answer was lost and it is sent
again. So it is kept, but under a key made from a secret that the sender shows each time and the service does not keep:
the text of a bearer token, a login code. The service alone, with its store and all its key files, cannot open it.
"""

from __future__ import annotations

import hmac

import nacl.exceptions
import nacl.secret

from engine.protocol.canon import NotCanonical, b64, tagged_hash, unb64


def keep(shown: str, place: str, secret: bytes) -> str:
    """Return the secret under a key of what the sender has shown, as base64url text.

    :param shown: at least 128 random bits that the service itself does not keep.
    :param place: what the secret belongs to; it opens nowhere else.
    """
    return b64(_box(shown, place).encrypt(secret))


def take_back(shown: str, place: str, kept: str) -> bytes | None:
    """Return the secret, or ``None`` where this sender or this place is not the one it was kept for."""
    try:
        return _box(shown, place).decrypt(unb64(kept))
    except (NotCanonical, nacl.exceptions.CryptoError, ValueError):
        return None


def _box(shown: str, place: str) -> nacl.secret.SecretBox:
    label = tagged_hash("siegelpost/kept/v1", place.encode())
    return nacl.secret.SecretBox(hmac.digest(shown.encode(), label, "sha256"))


__all__ = ["keep", "take_back"]
