"""Checkpoints: a log's size and root as the text of a note (c2sp.org/tlog-checkpoint), and their cosignatures.

A cosignature says: as of this second, the largest tree of this log that I have seen, and found to contain all earlier ones,
has this root (c2sp.org/tlog-cosignature, ``cosignature/v1``).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.transparency.merkle import LARGEST_TREE
from engine.transparency.note import (
    COSIGNATURE,
    BadNote,
    CheckEd25519,
    Note,
    Signature,
    VerifierKey,
    b64,
    check_name,
    parse_note,
    unb64,
)

NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
LATEST = 2**63 - 1


@dataclass(frozen=True)
class Checkpoint:
    """The head of a log's tree: its origin, how many leaves, and the root hash (32 bytes)."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64(self.root)}\n"


@dataclass(frozen=True)
class Cosigned:
    """A witness's cosignature that holds: whose, and when (seconds since 1970, the witness's clock)."""

    key: VerifierKey
    time: int


def number(text: str) -> int:
    """Return a decimal number without leading zeros, up to the largest tree; :raises BadNote: for anything else."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST_TREE:
        raise BadNote("not a number from 0 to 2^63 - 1 without leading zeros")
    return int(text)


def check_origin(origin: str) -> None:
    """Check the name of a log; :raises BadNote: when no key can have it (the log's key has the log's name)."""
    check_name(origin)


def checkpoint_of(note: Note) -> Checkpoint:
    """Return what a note says of a log. Extension lines are let pass: they are signed, and nothing here reads them.

    :raises BadNote: when it is not the text of a checkpoint.
    """
    lines = note.text[:-1].split("\n")
    if len(lines) < 3 or not all(lines):
        raise BadNote("a checkpoint has at least three lines: origin, size, root; and none is empty")
    root = unb64(lines[2])
    if len(root) != 32:
        raise BadNote("the root of a checkpoint has 32 bytes")
    return Checkpoint(lines[0], number(lines[1]), root)


def signed_checkpoint(raw: bytes | str, key: VerifierKey, check: CheckEd25519) -> tuple[Note, Checkpoint]:
    """Return a checkpoint that the log signed; :raises BadNote: when it is none, or of another log."""
    note = parse_note(raw)
    found = checkpoint_of(note)
    if found.origin != key.name:
        raise BadNote(f"the checkpoint is of {found.origin}, not of {key.name}")
    if not note.signed_by(key, check):
        raise BadNote(f"the checkpoint is not signed by {key.name}")
    return note, found


def cosigned_message(text: str, time: int) -> bytes:
    """Return what a witness signs: a header, the time in seconds since 1970, and the checkpoint's text."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def cosignature(key: VerifierKey, time: int, signature: bytes) -> Signature:
    """Return the signature line of an Ed25519 cosignature (64 bytes) over :func:`cosigned_message`."""
    return Signature(key.name, key.id, time.to_bytes(8, "big") + signature)


def cosigned_by(note: Note, key: VerifierKey, check: CheckEd25519) -> Cosigned | None:
    """Return a witness's cosignature of a checkpoint, or None if there is none.

    :raises BadNote: when there is one that does not hold.
    """
    for one in note.by(key):
        time = int.from_bytes(one.signature[:8], "big")
        if len(one.signature) != 72 or key.kind != COSIGNATURE or not 0 < time <= LATEST:
            raise BadNote(f"a cosignature of {key.name} is not of the form of cosignature/v1")
        if not check(key.public_key, cosigned_message(note.text, time), one.signature[8:]):
            raise BadNote(f"a cosignature of {key.name} does not hold")
        return Cosigned(key, time)
    return None


def cosignatures(note: Note, keys: Iterable[VerifierKey], check: CheckEd25519) -> list[Cosigned]:
    """Return the cosignatures of those witnesses that made one; :raises BadNote: when one does not hold."""
    found = [cosigned_by(note, key, check) for key in keys]
    return [one for one in found if one is not None]
