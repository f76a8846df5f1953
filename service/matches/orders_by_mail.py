"""Standing orders on their way back to whoever said them by mail: for "PLAN" in answer to a letter of the match.

The process that reads mails can seal orders and open none, so a worker does. It opens only a document all of which came by mail:
mail servers have seen that in clear text, so nothing is shown that was hidden from them. What was set at the table, or by a
program, is never shown by mail. The request carries the address to which the mail came, which is signed for one seat, and
a secret made for this request, sealed to the resolver; the document comes back locked by that secret.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Literal

from engine.kit.plan_sentences import SpeaksOrders
from engine.match.table import Table
from engine.protocol.canon import NotCanonical, canonical, parse, unb64
from engine.protocol.seal import order_commitment
from engine.registry import game_of
from service.matches.seat_keys import has_key
from service.retry_secrets import keep, take_back
from service.signing import EscrowFailed, Resolver, Sealer
from service.store.records import Act

HOST = "mail"
"""What stands for the host in the address of a request: whoever takes mails there knows it, and nobody else needs it."""


WhyNot = Literal["no-orders", "signature-needed", "client-custody"]
"""The game has no sentences for them; the seat signs, which a mail cannot; no server may know what is sealed."""


@dataclass(frozen=True)
class Request:
    """Who asks for orders: the address that the mail came to, and the secret that locks the document."""

    address: str
    secret: str

    @property
    def name(self) -> str:
        """Under which the store keeps what comes back: it gives the secret away to nobody."""
        return "o_" + hashlib.sha256(b"orders-by-mail " + self.secret.encode()).hexdigest()[:32]

    def sealed(self, sealer: Sealer) -> str:
        """Return the request as only a resolving worker can read it."""
        return sealer.seal_bytes(canonical({"address": self.address, "secret": self.secret}))

    @classmethod
    def read(cls, resolver: Resolver, sealed: str) -> Request | None:
        """Return a request that :meth:`sealed` made; ``None``: it is none of ours."""
        try:
            found = parse(resolver.unseal(sealed))
        except (EscrowFailed, NotCanonical):
            return None
        if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in ("address", "secret")):
            return None
        return cls(found["address"], found["secret"])


def why_not(table: Table, seat: int) -> WhyNot | None:
    """Return why a seat's standing orders cannot be written by mail; ``None``: they can."""
    if not isinstance(game_of(table), SpeaksOrders):
        return "no-orders"
    if has_key(table, seat):
        return "signature-needed"
    return "client-custody" if table["custody"] == "client" else None


def locked(request: Request, match: str, act: Act, document: bytes) -> str:
    """Return a document as only who asked can read it; an empty one says that it cannot be opened."""
    return keep(request.secret, _place(match, act), document)


def unlocked(request: Request, match: str, act: Act, kept: str) -> dict[str, Any] | None:
    """Return the orders again; ``None``: they were locked for somebody else or another act, or cannot be opened."""
    text = take_back(request.secret, _place(match, act), kept)
    if not text:
        return None
    found = parse(text)
    document: dict[str, Any] = found["order"]
    return document if order_commitment(document, unb64(found["salt"])) == act.commitment else None


def _place(match: str, act: Act) -> str:
    return f"orders by mail {match} {act.seat} {act.seq} {act.commitment}"


__all__ = ["HOST", "Request", "WhyNot", "locked", "unlocked", "why_not"]
