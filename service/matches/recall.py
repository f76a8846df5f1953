"""A sealed move on its way back to its player, for a move sealed by letter or on another device.

The API cannot read sealed moves, so a worker does. It shows a move only to the holder of a token of the seat's account:
the request contains the token's text, sealed to the resolver, and the move comes back encrypted with that text. So
neither the queue nor the store has anything readable without it, and the service does not store such texts
(:mod:`service.keys.signing`).
"""

from __future__ import annotations

from engine.match.asking import standing_of
from engine.protocol.canon import NotCanonical, canonical, parse
from service.keys.signing import EscrowFailed, Resolver, Sealer, keep, take_back
from service.store.records import Act, Record


def to_recall(record: Record, seat: int, decision: str) -> Act | None:
    """Return a seat's act whose sealed move a worker can read, or None (there is none, or only its player can open it)."""
    standing, act = standing_of(record.table, decision), record.acts.get((decision, seat))
    if standing is None or act is None or not standing["sealed"] or standing["phase"] != "open":
        return None
    return None if act.commitment is None or act.custody == "client" else act


def request_for(sealer: Sealer, bearer: str) -> str:
    """Return a request that identifies the requester to a worker, and to nobody else."""
    return sealer.seal_bytes(canonical({"bearer": bearer}))


def bearer_in(resolver: Resolver, request: str) -> str | None:
    """Return the token's text from a request, or None if :func:`request_for` did not make it."""
    try:
        found = parse(resolver.unseal(request))
    except (EscrowFailed, NotCanonical):
        return None
    return found["bearer"] if isinstance(found, dict) and isinstance(found.get("bearer"), str) else None


def locked(bearer: str, match: str, act: Act, opening: bytes) -> str:
    """Return an opening that only the holder of the token can decrypt."""
    return keep(bearer, _place(match, act), opening)


def unlocked(bearer: str, match: str, act: Act, kept: str) -> bytes | None:
    """Return the decrypted opening, or None if it belongs to another token or act."""
    return take_back(bearer, _place(match, act), kept)


def _place(match: str, act: Act) -> str:
    return f"recall {match} {act.decision} {act.seat} {act.seq} {act.commitment}"


__all__ = ["bearer_in", "locked", "request_for", "to_recall", "unlocked"]
