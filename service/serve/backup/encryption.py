"""Backups are encrypted with age (age-encryption.org/v1) to public keys, so that the machine that takes one cannot read
it.

The format is the standard one: backups can also be decrypted with the ``age`` program, and keys made by ``age-keygen``
are accepted.

A backup is signed by its installation's newest signing key, over everything else in the file, because anybody who
knows the public recipient can encrypt something that looks like a backup. The signature is inside the encryption, and
is checked before anything of the content is read. It is a skippable frame behind the compressed
content (RFC 8878, section 3.1.2): 8 bytes that say so, 32 of the public key, 64 of the signature. Programs that
decompress pass over it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import pyrage
from pyrage.x25519 import Identity, Recipient

from engine.protocol.canon import NotCanonical, b64, unb64
from service.keys.signing import Signer, backup_bytes, verify_signature

PUBLIC_KEY = 32
TAKEN = (
    "X25519 keys are, as age-keygen makes them without options (age1 and 58 more characters); post-quantum keys "
    "(age1pq1...), those of plugins (age1NAME1...) and SSH keys are not"
)

TRUSTS = "# trusts: "
"""The beginning of a line in an identity file that names an installation's signing key; the ``age`` program ignores it."""


class BadKey(ValueError):
    """An unusable recipient or identity; the message names it and never shows a secret."""


class Undecryptable(ValueError):
    """A backup that none of the identities opens, or that is incomplete."""


def make_identity(path: Path, trusted: Sequence[str] = ()) -> str:
    """Write a new identity (the secret key) to a file that only its owner can read; return its recipient (the public key).

    :param trusted: keys of installations whose backups it may restore, as :func:`trusted_in` finds them.
    :raises FileExistsError: when there is such a file.
    """
    identity = Identity.generate()
    recipient = str(identity.to_public())
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"# public key: {recipient}\n{identity}\n")
        file.writelines(f"{TRUSTS}{one}\n" for one in trusted)
        file.flush()
        os.fsync(file.fileno())
    return recipient


def recipients_of(words: Sequence[str]) -> list[Recipient]:
    """Return public keys; :raises BadKey: when one is none, or there is none."""
    if not words:
        raise BadKey("no recipient: name the public key that 'siegelpost admin backup-key' or age-keygen printed")
    return [_recipient(word) for word in words]


def _recipient(word: str) -> Recipient:
    if word.upper().startswith("AGE-SECRET-KEY-"):
        raise BadKey("a recipient is the public key, which begins with age1: this one is secret and is not needed here")
    try:
        return Recipient.from_str(word)
    except pyrage.RecipientError as error:
        raise BadKey(f"{word[:80]!r} is no recipient that is taken here: {TAKEN}") from error


def identities_in(path: Path) -> list[Identity]:
    """Return the secret keys in a file of :func:`make_identity` or age-keygen; :raises BadKey: when it has none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadKey(f"{path} cannot be read as an identity file") from error
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    try:
        identities = [Identity.from_str(line) for line in found]
    except pyrage.IdentityError as error:
        raise BadKey(f"{path} holds something that is no identity taken here, AGE-SECRET-KEY-1...: {TAKEN}") from error
    if not identities:
        raise BadKey(f"{path} holds no identity: one begins with AGE-SECRET-KEY-1")
    return identities


def trusted_in(path: Path) -> list[str]:
    """Return the installations whose backups an identity file trusts, by their public signing keys."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(TRUSTS).strip() for line in lines if line.startswith(TRUSTS)]


def installation_key(word: str) -> str:
    """Return the public signing key (base64url) of an installation; :raises BadKey: when it is malformed."""
    try:
        whole = len(unb64(word)) == PUBLIC_KEY
    except (NotCanonical, UnicodeError):
        whole = False
    if not whole:
        raise BadKey(f"{word[:80]!r} is no installation's key: give the one that 'siegelpost admin backup' has shown")
    return word


def encrypt(plain: Path, encrypted: Path, recipients: Sequence[Recipient]) -> None:
    """Write a file encrypted; :raises OSError: when it cannot be written."""
    try:
        pyrage.encrypt_file(str(plain), str(encrypted), recipients)
    except pyrage.EncryptError as error:
        raise OSError(f"{encrypted}: {error}") from error


def decrypt(encrypted: Path, plain: Path, identities: Sequence[Identity]) -> None:
    """Decrypt a file; the result must be discarded when this fails.

    :raises Undecryptable: when it is for another key, was changed, or ends too early.
    """
    try:
        pyrage.decrypt_file(str(encrypted), str(plain), identities)
    except pyrage.DecryptError as error:
        raise Undecryptable(f"{encrypted} cannot be decrypted: {error}") from error


FRAME = bytes.fromhex("5a2a4d1860000000")
"""The magic number of a skippable frame, and the length of what is in it."""
PUBLIC, SIGNATURE = 32, 64
LENGTH = len(FRAME) + PUBLIC + SIGNATURE
PIECE = 1 << 20


class NotSigned(ValueError):
    """A backup without a valid signature."""


def sign(file: Path, signer: Signer) -> None:
    """Append the signature to a file's content; :raises OSError: when it cannot be written."""
    with file.open("r+b") as opened:
        signature = signer.sign_backup(_digest(opened, file.stat().st_size))
        opened.write(FRAME + signer.public_bytes + signature)


def signer_of(file: Path) -> str:
    """Return the public key (base64url) of the valid signature. The caller decides whether to trust it.

    :raises NotSigned: when none is there, or it is not one of this content.
    """
    size = file.stat().st_size - LENGTH
    with file.open("rb") as opened:
        digest = _digest(opened, max(size, 0))
        frame = opened.read()
    if size <= 0 or not frame.startswith(FRAME):
        raise NotSigned("it is not signed: no 'siegelpost admin backup' made it, or not all of it is there")
    public, signature = frame[len(FRAME) : -SIGNATURE], frame[-SIGNATURE:]
    if not verify_signature(public, backup_bytes(digest), signature):
        raise NotSigned(f"its signature by {b64(public)} does not hold: somebody has changed it")
    return b64(public)


def _digest(opened: BinaryIO, size: int) -> bytes:
    """Return the SHA-256 of the next bytes of a file, while reading them."""
    found = hashlib.sha256()
    while size and (piece := opened.read(min(PIECE, size))):
        found.update(piece)
        size -= len(piece)
    return found.digest()
