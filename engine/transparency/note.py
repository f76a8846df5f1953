"""Signed notes: text with signature lines of keys that have names (c2sp.org/signed-note). Checks; does not sign.

Cryptography comes from outside as a function, so that the engine needs none. Only Ed25519 is checked; signatures of types
that are not known here (ML-DSA-44 among them) are carried along and ignored, as the specification asks.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

CheckEd25519 = Callable[[bytes, bytes, bytes], bool]
"""``check(public_key, message, signature)``: whether an Ed25519 signature holds."""

ED25519, COSIGNATURE = 0x01, 0x04
"""Signature types: Ed25519 over the note's text, and the timestamped cosignature of a checkpoint."""
LONGEST_NOTE = 64 * 1024
MOST_SIGNATURES = 64
DASH = "\N{EM DASH} "


class BadNote(ValueError):
    """A malformed signed note or verifier key, or an invalid signature by a known key; the message says which."""


def b64(raw: bytes) -> str:
    """Return standard base64 with padding (RFC 4648, section 4), as used in notes, unlike the rest of the protocol."""
    return base64.b64encode(raw).decode("ascii")


def unb64(text: str) -> bytes:
    """Return the bytes of canonical standard base64; :raises BadNote: for anything else."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadNote("not base64") from error
    if b64(raw) != text:
        raise BadNote("base64 that is not canonical")
    return raw


def key_id(name: str, kind: int, public_key: bytes) -> bytes:
    """Return the four bytes that, with the name, identify the key and the type of its signatures."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public_key).digest()[:4]


@dataclass(frozen=True)
class VerifierKey:
    """A public key with its name and the type of its signatures; as text a *vkey*."""

    name: str
    kind: int
    public_key: bytes

    @property
    def id(self) -> bytes:
        """The key id, four bytes."""
        return key_id(self.name, self.kind, self.public_key)

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64(bytes([self.kind]) + self.public_key)}"

    @classmethod
    def parse(cls, text: str, kinds: Sequence[int] = (ED25519, COSIGNATURE)) -> VerifierKey:
        """Return the key of a vkey; :raises BadNote: when it is malformed, or not of a wanted type."""
        parts = text.split("+", 2)
        if len(parts) != 3:
            raise BadNote("a vkey is <name>+<key id in hexadecimal>+<base64>")
        name, identifier, material = parts
        check_name(name)
        raw = unb64(material)
        if len(raw) != 33 or raw[0] not in kinds:
            wanted = " or ".join(f"0x{kind:02x}" for kind in kinds)
            raise BadNote(f"the vkey of {name} is not an Ed25519 key of type {wanted}")
        key = cls(name, raw[0], raw[1:])
        if key.id.hex() != identifier:
            raise BadNote(f"the key id in the vkey of {name} is not that of its key")
        return key


def check_name(name: str) -> None:
    """Check the name of a key; :raises BadNote: when it is empty or has blanks, a plus or control characters."""
    if not name or "+" in name or any(one.isspace() or unicodedata.category(one)[0] in "ZC" for one in name):
        raise BadNote("the name of a key is not empty and has no blanks, plus signs or control characters")


@dataclass(frozen=True)
class Signature:
    """A signature line: the key's name, its id (4 bytes), and what it signed the note with."""

    name: str
    key_id: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"{DASH}{self.name} {b64(self.key_id + self.signature)}\n"

    @classmethod
    def parse(cls, line: str) -> Signature:
        """Return the signature of a line without its newline; :raises BadNote: when it is none."""
        name, blank, text = line.removeprefix(DASH).rpartition(" ")
        if not line.startswith(DASH) or not blank:
            raise BadNote("a signature line is an em dash, the key's name and base64, with a blank between each")
        check_name(name)
        raw = unb64(text)
        if len(raw) < 5:
            raise BadNote("a signature has at least five bytes")
        return cls(name, raw[:4], raw[4:])


@dataclass(frozen=True)
class Note:
    """A signed note: its text with the last newline, and its signatures in order."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(map(str, self.signatures))

    def by(self, key: VerifierKey) -> list[Signature]:
        """Return the signatures that claim to be of a key."""
        return [one for one in self.signatures if (one.name, one.key_id) == (key.name, key.id)]

    def signed_by(self, key: VerifierKey, check: CheckEd25519) -> bool:
        """Return whether a key of type Ed25519 signed the text; a signature of it that does not hold spoils the note.

        :raises BadNote: for such a signature.
        """
        found = self.by(key)
        for one in found:
            if not check(key.public_key, self.text.encode(), one.signature):
                raise BadNote(f"a signature of {key.name} does not hold")
        return bool(found)

    def with_signatures(self, more: Iterable[Signature]) -> Note:
        """Return the note with further signatures, each key once: the first stays."""
        known = {(one.name, one.key_id): one for one in (*more,)}
        kept = {(one.name, one.key_id): one for one in self.signatures}
        return Note(self.text, tuple({**known, **kept}[key] for key in {**kept, **known}))


def parse_note(raw: bytes | str) -> Note:
    """Return the signed note of its bytes; :raises BadNote: when they are none. No signature is checked."""
    try:
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        size = len(text.encode("utf-8"))
    except UnicodeError as error:
        raise BadNote("a note is UTF-8") from error
    if size > LONGEST_NOTE:
        raise BadNote(f"a note has at most {LONGEST_NOTE} bytes here")
    if any(one < " " and one != "\n" for one in text):
        raise BadNote("a note has no control characters but newlines")
    body, blank, signed = text.rpartition("\n\n")
    if not blank or not body or not signed.endswith("\n"):
        raise BadNote("a note is text, an empty line and signature lines, each ended by a newline")
    lines = signed[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise BadNote(f"a note has at most {MOST_SIGNATURES} signatures here")
    return Note(body + "\n", tuple(Signature.parse(line) for line in lines))
