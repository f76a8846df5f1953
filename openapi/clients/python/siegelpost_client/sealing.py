"""Sealing on your own machine: canonical bytes, openings and commitments, entropy, boxes (protocol sections 1, 2, 3, 6, 12).

Whoever draws the salt alone knows the move until the seals are opened: a commitment hides it by 32 random bytes, and an opening
names match, seat, decision and log, so that it can be used nowhere else.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from nacl.public import PublicKey, SealedBox

if TYPE_CHECKING:
    from siegelpost_client.models import AnyMove, Opening, OrdersDocument

LARGEST = 2**53 - 1
"""The largest integer of the protocol's JSON."""
OPENING_BYTES = 4096
"""An opening's canonical bytes are no more."""
BOX_PLAINTEXT = 4100
"""Bytes inside a box: the length in four bytes, the text, zeros."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class NotCanonical(ValueError):
    """A value that the protocol's JSON does not have: a float, a huge integer, a lone surrogate."""


def canonical(value: object) -> bytes:
    """Return the one JSON text of a value (RFC 8785, integers only); :raises NotCanonical: when there is none.

    >>> canonical({"b": [1, None], "a": "ß"}).decode()
    '{"a":"ß","b":[1,null]}'
    """
    return _text(value).encode("utf-8")


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        if not -LARGEST <= value <= LARGEST:
            raise NotCanonical("integer beyond 2^53 - 1")
        return str(value)
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise NotCanonical("lone surrogate in text")
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{','.join(map(_text, value))}]"
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        members = cast("dict[str, object]", value)
        ordered = sorted(members, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_text(key)}:{_text(members[key])}" for key in ordered) + "}"
    raise NotCanonical(f"a {type(value).__name__} is not protocol JSON")


def b64(raw: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def unb64(text: str) -> bytes:
    """Return the bytes of base64url without padding; :raises NotCanonical: for any other text."""
    try:
        raw = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeError) as error:
        raise NotCanonical("not base64url") from error
    if b64(raw) != text:
        raise NotCanonical("base64url with padding or set spare bits")
    return raw


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """Return SHA-256 over the tag and the parts, each after its length in four bytes (protocol section 1)."""
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in (tag.encode(), *parts))).digest()


def new_opening(*, match: str, rules: str, decision: str, seat: int, head: str, move: AnyMove) -> Opening:
    """Return an opening of a move around a fresh salt.

    :param head: the log's head where the decision was opened (``Decision.head``).
    :raises NotCanonical: for a move that has no canonical bytes, or too many.
    """
    made: Opening = {
        "v": 1,
        "match": match,
        "rules": rules,
        "decision": decision,
        "seat": seat,
        "head": head,
        "salt": b64(secrets.token_bytes(32)),
        "move": move,
    }
    if len(canonical(made)) > OPENING_BYTES:
        raise NotCanonical(f"an opening has at most {OPENING_BYTES} bytes")
    return made


def commitment_of(opening: Opening) -> str:
    """Return the commitment ``sc1_...`` to an opening."""
    return "sc1_" + b64(tagged_hash("siegelpost/commit/v1", canonical(opening)))


def opens(opening: Opening, commitment: str) -> bool:
    """Return whether a commitment is that of an opening."""
    return hmac.compare_digest(commitment_of(opening).encode(), commitment.encode())


def entropy_commitment(match: str, seat: int, entropy: bytes) -> str:
    """Return the commitment ``se1_...`` to the 32 random bytes that a seat adds to the shuffle."""
    return "se1_" + b64(tagged_hash("siegelpost/entropy/v1", match.encode(), seat.to_bytes(4, "big"), entropy))


def order_commitment(document: OrdersDocument) -> str:
    """Return the commitment ``so1_...`` to standing orders and their salt."""
    return "so1_" + b64(tagged_hash("siegelpost/order/v1", canonical(document)))


def boxed(value: Mapping[str, object], resolver: str) -> str:
    """Return a box that only the resolver opens, always of one size.

    :param resolver: its X25519 public key, base64url (``resolver`` of the log's first entry).
    """
    text = canonical(dict(value))
    if len(text) > BOX_PLAINTEXT - 4:
        raise NotCanonical(f"{len(text)} bytes do not fit into a box: {BOX_PLAINTEXT - 4} do")
    plain = (len(text).to_bytes(4, "big") + text).ljust(BOX_PLAINTEXT, b"\0")
    return b64(SealedBox(PublicKey(unb64(resolver))).encrypt(plain))


def boxed_entropy(match: str, seat: int, entropy: bytes, resolver: str) -> str:
    """Return the box with a seat's entropy, for custody ``escrow`` (protocol section 12.2)."""
    return boxed({"entropy": b64(entropy), "match": match, "seat": seat}, resolver)


__all__ = [
    "NotCanonical",
    "b64",
    "boxed",
    "boxed_entropy",
    "canonical",
    "commitment_of",
    "entropy_commitment",
    "new_opening",
    "opens",
    "order_commitment",
    "tagged_hash",
    "unb64",
]
