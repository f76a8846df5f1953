"""Answers to open decisions: what hides whether a seat or its orders gave one, until the match is over (section 12.5)."""

from __future__ import annotations

import hmac
from typing import Literal

from engine.contract import Json
from engine.protocol.canon import b64, canonical, tagged_hash

AnsweredBy = Literal["seat", "order", "fallback", "lapsed"]
"""The source of an answer; ``lapsed``: the seat's own answer had become impossible and was taken back."""

SignedOrder = tuple[str, int, str]
"""``[order, order_seq, order_signature]``: the signed act that put orders in force (section 12.9)."""

HiddenAnswer = tuple[str, int, AnsweredBy, int, str | None, str | SignedOrder | None]
"""``[decision, seat, by, seq, received, signed]``, as ``answered`` lists it: ``received`` is RFC 3339 or ``None``, ``signed``
the seat's signature, or its orders', where it brought a key.
"""

MOST_IN_ENTRY = 3_000
"""Maximum number of answers in one ``answered`` entry; signed ones with long names take 340 bytes each."""


def answer_salt(server_seed: bytes, decision: str, seat: int) -> bytes:
    """Return the salt of the proof of an answer to an open decision."""
    return hmac.digest(server_seed, f"siegelpost/answer-salt/v1\0{decision}\0{seat}".encode(), "sha256")


def answer_proof(server_seed: bytes, match: str, answer: HiddenAnswer) -> str:
    """Return ``sa1_...``: the commitment to who gave an answer, by which act, and when."""
    decision, seat, by, seq, received, _ = answer
    said = {"by": by, "decision": decision, "match": match, "received": received, "seat": seat, "seq": seq}
    return "sa1_" + b64(tagged_hash("siegelpost/answer/v1", answer_salt(server_seed, decision, seat), canonical(said)))


def as_row(answer: HiddenAnswer) -> list[Json]:
    """Return an answer as ``answered`` lists it."""
    *said, signed = answer
    return [*said, list(signed) if isinstance(signed, tuple) else signed]
