"""The smallest authenticator there is: one passkey of P-256, with real signatures, which says what a test tells it to."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

from engine.protocol.canon import b64, unb64

PRESENT, KEY = 0x01, 0x40


@dataclass
class Authenticator:
    """A device and its browser. ``origin`` is the page's that the browser has open, ``party`` whom it asks for."""

    origin: str = "http://localhost"
    party: str = "localhost"
    count: int = 0
    owner: str = ""
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))

    def make(
        self, challenge: str, owner: str, statement: tuple[str, dict[str, object]] = ("none", {})
    ) -> dict[str, str]:
        """Return the fields with which a browser answers that it has made a passkey."""
        self.owner = owner
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        made = bytes(16) + len(self.id).to_bytes(2) + self.id + encode_cbor(public)
        data = self._said(PRESENT | KEY) + made
        proof = encode_cbor({"fmt": statement[0], "attStmt": statement[1], "authData": data})
        return {"id": b64(self.id), "client": b64(self._client("create", challenge)), "proof": b64(proof)}

    def sign(self, challenge: str) -> dict[str, str]:
        """Return the fields with which a browser answers a challenge to sign in."""
        self.count += 1
        client, said = self._client("get", challenge), self._said(PRESENT)
        signature = self.key.sign(said + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return {
            "id": b64(self.id),
            "client": b64(client),
            "proof": b64(said),
            "signature": b64(signature),
            "owner": self.owner,
        }

    def _said(self, flags: int) -> bytes:
        return hashlib.sha256(self.party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, what: str, challenge: str) -> bytes:
        said = {"type": f"webauthn.{what}", "challenge": b64(unb64(challenge)), "origin": self.origin}
        return json.dumps(said).encode()
