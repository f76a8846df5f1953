"""The smallest authenticator there is: one passkey, with real signatures, which says what a test tells it to."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

from engine.protocol.canon import b64, unb64

PRESENT, VERIFIED, KEY = 0x01, 0x04, 0x40
Key = EllipticCurvePrivateKey | Ed25519PrivateKey | RSAPrivateKey


def public_of(key: Key) -> dict[int, object]:
    """Return the public half of a key (COSE)."""
    if isinstance(key, Ed25519PrivateKey):
        return {1: 1, 3: -8, -1: 6, -2: key.public_key().public_bytes_raw()}
    if isinstance(key, RSAPrivateKey):
        numbers = key.public_key().public_numbers()
        return {1: 3, 3: -257, -1: numbers.n.to_bytes(key.key_size // 8), -2: numbers.e.to_bytes(3)}
    point = key.public_key().public_numbers()
    return {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}


def signed(key: Key, text: bytes) -> bytes:
    """Return a key's signature."""
    if isinstance(key, Ed25519PrivateKey):
        return key.sign(text)
    return key.sign(text, PKCS1v15(), SHA256()) if isinstance(key, RSAPrivateKey) else key.sign(text, ECDSA(SHA256()))


@dataclass
class Authenticator:
    """A device and its browser. ``origin`` is the page's that the browser has open, ``party`` whom it asks for, ``verified``
    whether the device has asked its owner for a finger or a code."""

    origin: str = "http://localhost"
    party: str = "localhost"
    count: int = 0
    verified: bool = True
    owner: str = ""
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: Key = field(default_factory=lambda: generate_private_key(SECP256R1()))

    def make(
        self, challenge: str, owner: str, statement: tuple[str, dict[str, object]] = ("none", {})
    ) -> dict[str, str]:
        """Return the fields with which a browser answers that it has made a passkey."""
        self.owner = owner
        made = bytes(16) + len(self.id).to_bytes(2) + self.id + encode_cbor(public_of(self.key))
        data = self._said(KEY) + made
        proof = encode_cbor({"fmt": statement[0], "attStmt": statement[1], "authData": data})
        return {"id": b64(self.id), "client": b64(self._client("create", challenge)), "proof": b64(proof)}

    def sign(self, challenge: str) -> dict[str, str]:
        """Return the fields with which a browser answers a challenge to sign in."""
        self.count += 1
        client, said = self._client("get", challenge), self._said()
        signature = signed(self.key, said + hashlib.sha256(client).digest())
        return {
            "id": b64(self.id),
            "client": b64(client),
            "proof": b64(said),
            "signature": b64(signature),
            "owner": self.owner,
        }

    def _said(self, more: int = 0) -> bytes:
        flags = PRESENT | more | (VERIFIED if self.verified else 0)
        return hashlib.sha256(self.party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, what: str, challenge: str) -> bytes:
        said = {"type": f"webauthn.{what}", "challenge": b64(unb64(challenge)), "origin": self.origin}
        return json.dumps(said).encode()
