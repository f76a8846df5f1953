"""A browser as far as web push goes: it subscribes, and reads what its push service was given, by the RFCs alone."""

import json
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.protocol.canon import b64, unb64
from service.accounts.access.scopes import OWNER
from service.accounts.access.tokens import digest_of, new_text, token_id
from service.accounts.browsers import Browser, add_browser
from service.context import Context
from service.store.accounts.tokens import Token
from tests.workers.webhooks.receiver import Request

DAY = 86_400_000


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass
class Device:
    """A browser whose push service listens at ``endpoint``."""

    endpoint: str
    name: str = "Firefox"
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen bytes ok"

    @property
    def p256dh(self) -> str:
        return b64(_point(self.private.public_key()))

    def body(self) -> dict[str, str]:
        """Return what the page sends to the API."""
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": b64(self.auth), "name": self.name}

    def subscribe(self, context: Context, account: str) -> Browser:
        """Add it with a session of its own."""
        text, now = new_text(), context.store.now()
        session = Token(
            token_id(text) or "", account, digest_of(text), OWNER, self.name, now, expires=now + DAY, kind="session"
        )
        context.store.add_token(session)
        return add_browser(
            context, session, endpoint=self.endpoint, public_key=self.p256dh, secret=b64(self.auth), name=self.name
        )

    def read(self, request: Request) -> dict[str, Any]:
        """Decrypt a message (RFC 8188 and 8291)."""
        assert request.headers["content-encoding"] == "aes128gcm"
        body = request.body
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size, "it is one record"
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + _point(self.private.public_key()) + sender
        secret = _derived(shared, self.auth, info, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, record, None)
        text, mark = padded.rstrip(b"\0")[:-1], padded.rstrip(b"\0")[-1]
        assert mark == 2, "it is the last record"
        found: dict[str, Any] = json.loads(text)
        return found


def claims(request: Request) -> tuple[str, dict[str, Any]]:
    """Return the key and the claims of a request's signature (RFC 8292); fails where it does not hold."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    assert scheme.lower() == "vapid"
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    raw = unb64(signature)
    number = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(parts["k"]))
    public.verify(utils.encode_dss_signature(*number), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, body = signed.split(".")
    assert json.loads(unb64(head))["alg"] == "ES256"
    found: dict[str, Any] = json.loads(unb64(body))
    return parts["k"], found
