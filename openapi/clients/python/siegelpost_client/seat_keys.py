"""Seats that sign: a key that only the player's devices have, and what it signs (protocol section 12.9).

What such a seat has not signed the server cannot write into the log in its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nacl.signing import SigningKey

from siegelpost_client.sealing import b64, canonical, tagged_hash, unb64

ActKind = Literal["seal", "withdraw", "order", "resign", "key", "consent"]
PLACES: Mapping[ActKind, str] = {"order": "orders", "resign": "resign", "key": "key", "consent": "key"}
"""What stands for the decision in acts that belong to none."""


@dataclass(frozen=True)
class SeatKey:
    """A signing key of a seat: ``public`` and ``secret`` are 32 bytes, base64url. It prints without its secret."""

    public: str
    secret: str

    def __repr__(self) -> str:
        return f"SeatKey({self.public!r})"

    def sign(
        self, act: ActKind, *, match: str, seat: int, head: str, seq: int, commitment: str | None, decision: str = ""
    ) -> str:
        """Return the signature of an act, base64url.

        :param seat: who acts; for ``consent`` the seat whose key changes.
        :param head: the log's head after the decision was opened (``Decision.head``); for acts that belong to no decision, after
            the entry ``started``.
        :param commitment: what is sealed or ordered, :func:`key_commitment` of a new key, ``None`` for the rest.
        """
        said = {
            "act": act,
            "commitment": commitment,
            "decision": decision or PLACES[act],
            "head": head,
            "match": match,
            "seat": seat,
            "seq": seq,
        }
        digest = tagged_hash("siegelpost/act/v1", canonical(said))
        return b64(SigningKey(unb64(self.secret)).sign(digest).signature)


def new_seat_key() -> SeatKey:
    """Draw a key. Keep it before its public part is sent anywhere: without it the seat cannot act."""
    key = SigningKey.generate()
    return SeatKey(b64(bytes(key.verify_key)), b64(bytes(key)))


def key_commitment(public: str) -> str:
    """Return what stands for a new public key in the acts ``key`` and ``consent``."""
    return f"sk1_{public}"


__all__ = ["ActKind", "SeatKey", "key_commitment", "new_seat_key"]
