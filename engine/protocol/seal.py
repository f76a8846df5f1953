"""Commitments, openings and receipts: the bytes of a sealed move (protocol sections 2 to 4).

A commitment is binding and hiding because its opening carries a 32-byte random salt, and it cannot be copied to another
seat, decision, match or branch of history because the opening names all of them.
"""

import hmac
from collections.abc import Mapping
from typing import TypedDict, cast

from engine.contract import Move
from engine.protocol.canon import IDENTIFIER, NotCanonical, b64, canonical, parse, tagged_hash, unb64

OPENING_BYTES = 4096
OPENING_DEPTH = 8
FAULTS_ALLOWED = 1
"""How many commitments a seat may fail to open properly: one more costs it its client custody (protocol section 5)."""
OPENING_MEMBERS = frozenset({"v", "match", "rules", "decision", "seat", "head", "salt", "move"})


class Opening(TypedDict):
    """Contents of a commitment. ``head`` is the log head of the entry that opened the decision."""

    v: int
    match: str
    rules: str
    decision: str
    seat: int
    head: str
    salt: str
    move: Move


class MalformedOpening(ValueError):
    """An opening that does not have the protocol's form; ``pointer`` names the member."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


def commitment(opening: Opening) -> str:
    """Return ``sc1_...`` of an opening."""
    return commitment_of(canonical(opening, depth=OPENING_DEPTH))


def commitment_of(text: bytes) -> str:
    """Return ``sc1_...`` of an opening's canonical bytes."""
    return "sc1_" + b64(tagged_hash("siegelpost/commit/v1", text))


def matches(opening: Opening, claimed: str) -> bool:
    """Return whether the opening hashes to the claimed commitment; compares in constant time."""
    try:
        return commits_to(claimed, canonical(opening, depth=OPENING_DEPTH))
    except NotCanonical:
        return False


def commits_to(claimed: str, text: bytes) -> bool:
    """Return whether a claimed commitment is that of an opening's canonical bytes; compares in constant time."""
    return hmac.compare_digest(commitment_of(text).encode(), claimed.encode(errors="replace"))


def check_commitment(text: object) -> str:
    """Return the commitment if it has the form ``sc1_`` and 32 bytes of canonical base64url.

    :raises NotCanonical: otherwise.
    """
    if not isinstance(text, str) or not text.startswith("sc1_") or len(text) != 47:
        raise NotCanonical("a commitment is 'sc1_' and 43 characters of base64url")
    if len(unb64(text[4:])) != 32:
        raise NotCanonical("a commitment holds 32 bytes")
    return text


def parse_opening(text: bytes | str) -> Opening:
    """Return the opening of a received JSON text.

    :raises MalformedOpening: for anything that is not exactly the protocol's form, with a pointer.
    """
    try:
        value: object = parse(text, depth=OPENING_DEPTH, limit=OPENING_BYTES)
    except NotCanonical as error:
        raise MalformedOpening("", str(error)) from error
    return check_opening(value)


def check_opening(value: object) -> Opening:
    """Return the value as an opening, or raise :class:`MalformedOpening`. Looks at form only, not at the rules."""
    opening_bytes(value)
    return cast(Opening, value)


def opening_bytes(value: object) -> bytes:
    """Return the canonical bytes of an opening; :raises MalformedOpening: as :func:`check_opening` does."""
    if not isinstance(value, dict) or set(value) != OPENING_MEMBERS:
        raise MalformedOpening("", "an opening is an object with exactly " + ", ".join(sorted(OPENING_MEMBERS)))
    opening = cast("dict[str, object]", value)
    if type(opening["v"]) is not int or opening["v"] != 1:
        raise MalformedOpening("/v", "v is the integer 1")
    if type(opening["seat"]) is not int or opening["seat"] < 0:
        raise MalformedOpening("/seat", "seat is an integer from 0")
    if not isinstance(opening["match"], str):
        raise MalformedOpening("/match", "match is a text")
    for name in ("rules", "decision"):
        text = opening[name]
        if not isinstance(text, str) or not IDENTIFIER.fullmatch(text):
            raise MalformedOpening(f"/{name}", f"{name} is 1 to 64 of [a-z0-9._/@-]")
    for name in ("head", "salt"):
        _check_32_bytes(name, opening[name])
    if not isinstance(opening["move"], dict):
        raise MalformedOpening("/move", "a move is an object")
    try:
        written = canonical(value, depth=OPENING_DEPTH)
    except NotCanonical as error:
        raise MalformedOpening("/move", str(error)) from error
    if len(written) > OPENING_BYTES:
        raise MalformedOpening("", f"an opening has at most {OPENING_BYTES} bytes")
    return written


def _check_32_bytes(name: str, text: object) -> None:
    try:
        if isinstance(text, str) and len(unb64(text)) == 32:
            return
    except NotCanonical as error:
        raise MalformedOpening(f"/{name}", str(error)) from error
    raise MalformedOpening(f"/{name}", f"{name} is 32 bytes of base64url")


def order_commitment(order: object, salt: bytes) -> str:
    """Return ``so1_...`` of a standing order."""
    return "so1_" + b64(tagged_hash("siegelpost/order/v1", canonical({"order": order, "salt": b64(salt)})))


def absent_salt(server_seed: bytes, decision: str, seat: int) -> bytes:
    """Return the salt of the opening that the server makes around the rules' fallback for a silent seat (section 10)."""
    return hmac.digest(server_seed, f"siegelpost/absent-salt/v1\0{decision}\0{seat}".encode(), "sha256")


def receipt_bytes(receipt: Mapping[str, object]) -> bytes:
    """Return the bytes of a receipt that are signed."""
    return tagged_hash("siegelpost/receipt/v1", canonical(receipt))


def head_bytes(match: str, n: int, head: bytes) -> bytes:
    """Return the bytes that are signed for a log head."""
    return tagged_hash("siegelpost/head/v1", match.encode(), n.to_bytes(8, "big"), head)
