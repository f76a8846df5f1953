"""The keys that web push services know this installation by (VAPID, RFC 8292): P-256, 32 bytes as ``web-push`` writes them.

A browser subscribes under one key, and takes nothing that another has signed. So a key that has been replaced stays as long as
browsers subscribed under it, and an installation without one offers no push.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.protocol.canon import b64, tagged_hash
from service.keys.signing import KeyMissing

if TYPE_CHECKING:  # read where it is used: half of what a process imports to start would be this
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

PUSH = "SIEGELPOST_PUSH_KEY"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points P-256 has (FIPS 186-4): a secret key is a number from 1 to one less."""


class PushKey:
    """One key. :raises KeyMissing: for 32 bytes that are none (one in four thousand million)."""

    def __init__(self, secret: bytes) -> None:
        self._number = int.from_bytes(secret, "big")
        if not 0 < self._number < ORDER:
            raise KeyMissing(f"{PUSH} names a file with 32 bytes that are no key of P-256: make another")
        self.key_id = b64(tagged_hash("siegelpost/push key id/v1", secret)[:8])

    def __repr__(self) -> str:
        return f"PushKey({self.key_id})"

    @cached_property
    def private_key(self) -> EllipticCurvePrivateKey:
        """The private key, for signing."""
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

        return derive_private_key(self._number, SECP256R1())

    @cached_property
    def public_key(self) -> str:
        """The public half as browsers take it: base64url of an uncompressed point."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return b64(point)


class PushKeys:
    """The keys held here, the newest first."""

    def __init__(self, newest: bytes, *earlier: bytes) -> None:
        self.newest = PushKey(newest)
        self.held = (self.newest, *map(PushKey, earlier))

    def named(self, key: str) -> PushKey | None:
        """Return the key of this short name, ``None`` when it is not held here."""
        return next((one for one in self.held if one.key_id == key), None)


__all__ = ["PUSH", "PushKey", "PushKeys"]
