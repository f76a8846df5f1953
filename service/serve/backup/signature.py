"""The signature of a backup by its installation's newest signing key, over everything else in the file.

Anybody who knows the public recipient can encrypt something that looks like a backup. So the signature is inside the
encryption, and it is checked before anything of the content is read. It is a skippable frame behind the compressed
content (RFC 8878, section 3.1.2): 8 bytes that say so, 32 of the public key, 64 of the signature. Programs that
decompress pass over it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import BinaryIO

from engine.protocol.canon import b64
from service.keys.signing import Signer, backup_bytes, verify_signature

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


__all__ = ["NotSigned", "sign", "signer_of"]
