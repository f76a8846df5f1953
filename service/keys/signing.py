"""Keys: the server's signature, the resolver's sealed boxes, and links in mails.

Three keys with three readers. The signing key (Ed25519) is held by the API and the workers, because both write log
entries. The resolver's secret key (X25519) is held by workers only, so that neither the store nor the API can read a
sealed move later, not with all keys of the API, the whole store and everything the API remembers after the act (a test
tries). The link secret authenticates links and addresses that come back from mails.

Random values made for a request (a salt, a token's text) must be the same when it is repeated after a lost answer. So
they are stored encrypted, with a key derived from a secret that the sender presents each time and the service does not
keep: the text of a bearer token, a login code. The service alone, with its store and all its key files, cannot decrypt
them.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nacl.exceptions
import nacl.public
import nacl.secret
import nacl.signing

from engine.protocol.canon import NotCanonical, b64, be32, canonical, parse, tagged_hash, unb64
from engine.protocol.forms import uuid_of
from engine.protocol.seal import Opening, head_bytes, receipt_bytes
from engine.transparency.checkpoint import Checkpoint
from engine.transparency.note import ED25519, Note, Signature, VerifierKey


def keep(shown: str, place: str, secret: bytes) -> str:
    """Encrypt a secret with a key derived from what the sender has presented; return base64url text.

    :param shown: at least 128 random bits that the service itself does not keep.
    :param place: the context to which the secret belongs; it decrypts in no other.
    """
    return b64(_box(shown, place).encrypt(secret))


def take_back(shown: str, place: str, kept: str) -> bytes | None:
    """Return the secret, or None if it was kept for another sender or place."""
    try:
        return _box(shown, place).decrypt(unb64(kept))
    except (NotCanonical, nacl.exceptions.CryptoError, ValueError):
        return None


def _box(shown: str, place: str) -> nacl.secret.SecretBox:
    label = tagged_hash("siegelpost/kept/v1", place.encode())
    return nacl.secret.SecretBox(hmac.digest(shown.encode(), label, "sha256"))


BOX_PLAINTEXT = 4100
"""Bytes inside every sealed box: the length, the opening, zeros. One size, so sizes tell nothing (protocol 3)."""
BOX_BYTES = BOX_PLAINTEXT + 48
"""Bytes of a sealed box: libsodium adds 48."""


class KeyMissing(RuntimeError):
    """A key file this process needs is not configured or not readable; the message names the setting, never the key."""


class EscrowFailed(ValueError):
    """A sealed box that does not open or contains no opening: our fault, never the player's (protocol 3)."""


def read_key(path: Path | None, setting: str) -> bytes:
    """Return the 32 bytes of a key file; :raises KeyMissing: when it is missing or malformed."""
    if path is None:
        raise KeyMissing(f"{setting} is not set: name the file with the key")
    try:
        key = unb64(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise KeyMissing(f"{setting} names a file that cannot be read ({error.strerror}): {path}") from None
    except (NotCanonical, UnicodeError):
        raise KeyMissing(f"{setting} names a file that cannot be read as base64url: {path.name}") from None
    if len(key) != 32:
        raise KeyMissing(f"{setting} names a file that does not hold 32 bytes: {path.name}")
    return key


def read_keys(newest: Path | None, earlier: Sequence[Path], setting: str) -> tuple[bytes, ...]:
    """Return the keys of these files, the newest first, each once.

    :raises KeyMissing: when one cannot be read.
    """
    return tuple(dict.fromkeys(read_key(path, setting) for path in (newest, *earlier)))


def key_id(public_key: bytes) -> str:
    """Return the short name of a public key as used in receipts."""
    return b64(hashlib.sha256(public_key).digest()[:8])


class Signer:
    """Signs receipts and log heads."""

    def __init__(self, seed: bytes) -> None:
        self._key = nacl.signing.SigningKey(seed)
        self.public_bytes = bytes(self._key.verify_key)
        self.public_key = b64(self.public_bytes)
        self.key_id = key_id(self.public_bytes)

    def __repr__(self) -> str:
        return f"Signer({self.key_id})"

    def sign_receipt(self, receipt: dict[str, Any]) -> str:
        """Return the signature of a receipt as base64url; the same receipt gives the same bytes."""
        return b64(self._key.sign(receipt_bytes(receipt)).signature)

    def sign_head(self, match: str, n: int, head: bytes) -> bytes:
        """Return the signature of a log head, 64 bytes."""
        return self._key.sign(head_bytes(match, n, head)).signature

    def sign_backup(self, digest: bytes) -> bytes:
        """Return the signature of a backup, 64 bytes.

        :param digest: the SHA-256 of its content.
        """
        return self._key.sign(backup_bytes(digest)).signature

    def log_key(self, origin: str) -> VerifierKey:
        """Return the public key as a verifier key, named after the log whose checkpoints it signs."""
        return VerifierKey(origin, ED25519, self.public_bytes)

    def sign_checkpoint(self, checkpoint: Checkpoint) -> Note:
        """Return a checkpoint of our log as a note.

        The signed text has several lines, so it can never be one of the 32-byte hashes that this key signs elsewhere.
        """
        text, key = str(checkpoint), self.log_key(checkpoint.origin)
        return Note(text, (Signature(key.name, key.id, self._key.sign(text.encode()).signature),))


def backup_bytes(digest: bytes) -> bytes:
    """Return the bytes to sign for a backup whose content has this SHA-256, distinct from anything else the key signs."""
    return tagged_hash("siegelpost/backup/v1", digest)


def verify_signature(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether an Ed25519 signature is valid."""
    try:
        nacl.signing.VerifyKey(public_key).verify(message, signature)
    except (nacl.exceptions.BadSignatureError, ValueError, TypeError):
        return False
    return True


class Sealer:
    """Seals openings to the resolver; cannot open them again."""

    def __init__(self, public_key: bytes) -> None:
        self.public_key = b64(public_key)
        self._box = nacl.public.SealedBox(nacl.public.PublicKey(public_key))

    def seal(self, opening: Opening | dict[str, Any]) -> str:
        """Return the sealed box as base64url text, always of one size; :raises ValueError: beyond 4096 bytes."""
        return self.seal_bytes(canonical(opening))

    def seal_bytes(self, text: bytes) -> str:
        """Return the sealed box of canonical bytes; :raises ValueError: beyond 4096 bytes."""
        if len(text) > BOX_PLAINTEXT - 4:
            raise ValueError(f"{len(text)} bytes do not fit into a box: {BOX_PLAINTEXT - 4} do")
        plain = be32(len(text)) + text
        return b64(self._box.encrypt(plain.ljust(BOX_PLAINTEXT, b"\0")))


class Resolver:
    """Opens sealed boxes. Only workers hold one.

    :param earlier: secret keys from before a rotation, which still open what was sealed to them.
    """

    def __init__(self, secret_key: bytes, *earlier: bytes) -> None:
        self._boxes = [nacl.public.SealedBox(nacl.public.PrivateKey(one)) for one in (secret_key, *earlier)]
        self._secret = secret_key
        self.public_keys = tuple(b64(resolver_public(one)) for one in (secret_key, *earlier))

    def __repr__(self) -> str:
        return "Resolver(...)"

    def derive(self, purpose: str, *parts: str) -> bytes:
        """Return 32 bytes that only workers can compute: for bots' random choices, and the instants of held-back answers."""
        return _derive(self._secret, "siegelpost/derive/resolver/v1", purpose, *parts)

    def unseal(self, box: str) -> bytes:
        """Return the canonical bytes of the opening; :raises EscrowFailed: for anything else."""
        plain = self._decrypted(box)
        length = int.from_bytes(plain[:4], "big")
        if len(plain) != BOX_PLAINTEXT or length > BOX_PLAINTEXT - 4 or plain[4 + length :].strip(b"\0"):
            raise EscrowFailed("the box does not hold an opening")
        return plain[4 : 4 + length]

    def _decrypted(self, box: str) -> bytes:
        for one in self._boxes:
            try:
                return one.decrypt(unb64(box))
            except nacl.exceptions.CryptoError:
                continue
            except (NotCanonical, ValueError, TypeError) as error:
                raise EscrowFailed("the box does not open") from error
        raise EscrowFailed("the box does not open")


class Links:
    """Tokens in mails: single-purpose, authenticated, optionally expiring. They contain no secrets in clear text.

    A token is base64url of ``JCS({"d": payload, "x": expiry in ms or null}) ‖ 16 bytes of HMAC`` bound to its purpose.

    :param earlier: secrets from before a rotation: tokens made with them are still read, but no new ones are made.
    """

    def __init__(self, secret: bytes, *earlier: bytes) -> None:
        self._secret = secret
        self.earlier = tuple(Links(one) for one in earlier)

    @property
    def key_id(self) -> str:
        """The short name of the secret with which links are made; it reveals nothing about it."""
        return b64(self.derive("key id")[:8])

    def all(self) -> tuple[Links, ...]:
        """Return each secret separately, the newest first."""
        return (Links(self._secret), *self.earlier)

    def named(self, name: str) -> Links:
        """Return the secret with this short name. :raises KeyMissing: when it is missing here."""
        for one in self.all():
            if one.key_id == name:
                return one
        raise KeyMissing(f"SIEGELPOST_LINK_SECRET names no file with the secret {name}: put it back from your backup")

    def __repr__(self) -> str:
        return "Links(...)"

    def make(self, purpose: str, payload: dict[str, Any], expires: int | None = None) -> str:
        """Return a token for the purpose; ``expires`` in milliseconds since 1970."""
        text = canonical({"d": payload, "x": expires})
        return b64(text + self._mac(purpose, text))

    def read(self, purpose: str, token: str, *, even_old: bool = False) -> dict[str, Any] | None:
        """Return the payload, or None for a token that is forged, for another purpose, or expired.

        :param even_old: whether to read an expired one, too, to name its subject.
        """
        try:
            raw = unb64(token)
            text, mac = raw[:-16], raw[-16:]
            if not any(hmac.compare_digest(mac, one._mac(purpose, text)) for one in self.all()):
                return None
            value = parse(text)
        except (NotCanonical, UnicodeError):
            return None
        if not even_old and value["x"] is not None and time.time() * 1000 > value["x"]:
            return None
        payload: dict[str, Any] = value["d"]
        return payload

    def hide(self, purpose: str, text: str) -> str:
        """Encrypt a text against readers of the store; every process with the secret can decrypt it."""
        return b64(self._box(purpose).encrypt(text.encode()))

    def reveal(self, purpose: str, hidden: str) -> str:
        """Decrypt a text hidden for the purpose; :raises ValueError: for anything else."""
        for one in self.all():
            try:
                return one._box(purpose).decrypt(unb64(hidden)).decode()
            except nacl.exceptions.CryptoError:
                continue
            except NotCanonical as error:
                raise ValueError("this was not encrypted with this installation's secret") from error
        raise ValueError("this was not encrypted with this installation's secret, or not for this purpose")

    def _box(self, purpose: str) -> nacl.secret.SecretBox:
        return nacl.secret.SecretBox(self.derive("hide", purpose))

    def derive(self, purpose: str, *parts: str) -> bytes:
        """Return 32 bytes that only this installation can compute: for names that must be the same on a retry.

        The API holds the secret, so values that it must not know (a move, a salt) or issue twice (a token) cannot come
        from here.
        """
        return _derive(self._secret, "siegelpost/derive/v1", purpose, *parts)

    def was_derived(self, mac: bytes, purpose: str, *parts: str) -> bool:
        """Return whether these are the first bytes derived from a secret of this installation, the present or an
        earlier one."""
        return any(hmac.compare_digest(mac, one.derive(purpose, *parts)[: len(mac)]) for one in self.all())

    def _mac(self, purpose: str, text: bytes) -> bytes:
        return hmac.digest(self._secret, tagged_hash("siegelpost/link/v1", purpose.encode(), text), "sha256")[:16]


def _derive(secret: bytes, tag: str, purpose: str, *parts: str) -> bytes:
    text = tagged_hash(tag, purpose.encode(), *(part.encode() for part in parts))
    return hmac.digest(secret, text, "sha256")


def new_seed() -> bytes:
    """Return 32 bytes from the system's generator: server seeds, salts."""
    return secrets.token_bytes(32)


def resolver_public(secret_key: bytes) -> bytes:
    """Return the public half of a resolver's secret key."""
    return bytes(nacl.public.PrivateKey(secret_key).public_key)


def new_match_id(*, derived: bytes | None = None) -> str:
    """Return a lower-case UUID (version 4 form); from ``derived`` bytes where a retry must name the same match."""
    return uuid_of(derived or secrets.token_bytes(16))
