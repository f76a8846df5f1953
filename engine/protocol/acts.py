"""Statements of acts signed by seats with a key of their own (protocol section 12.9), and hidden answers to open decisions.

An open decision hides whether a seat or its orders answered it, until the match is over (section 12.5).
"""

import hmac
from collections.abc import Callable
from typing import Literal, NotRequired, TypedDict

from engine.contract import Json
from engine.protocol.agreements import Choice
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


SignedActKind = Literal[
    "seal",
    "withdraw",
    "order",
    "resign",
    "key",
    "consent",
    "here",
    "vote",
    "extend",
    "pause",
    "request",
    "respond",
    "hand",
]
KEY = "key"
"""Replaces the decision id in a change of a seat's key."""
ORDERS = "orders"
"""Replaces the decision id in standing orders, which apply to all decisions of a seat."""

CheckSeatSignature = Callable[[bytes, bytes, bytes], bool]
"""``check(public_key, message, signature)``: whether an Ed25519 signature holds under a seat's public key."""


class SignedAct(TypedDict):
    """The act that a seat's signature is over. ``head`` is the one after ``opened``, or after ``started``.

    That of ``here`` is the one after ``absent``, that of ``vote`` the one after ``polled``, and there is its ``choice``, with
    the ``player`` of ``person``; about somebody who comes back it is the one after ``volunteered``. That of
    ``extend`` is the one after the ``opened`` of the decision that it is about; that of ``pause`` is the one after
    ``started``, and there is whether the seat wants a ``pause``. That of ``request`` is the one after the ``opened`` of the
    decision, and there are the ``seconds`` that it asks for; that of ``respond`` is the one after ``requested``, and there is
    whether the seat grants it (``grant``). That of ``hand`` is the one after ``started``, with ``choice`` and ``player`` as in
    ``vote``; ``here`` and ``vote`` about a seat that is handed over are over the one after ``handed``.
    """

    act: SignedActKind
    commitment: str | None
    decision: str
    head: str
    match: str
    seat: int
    seq: int
    choice: NotRequired[Choice]
    player: NotRequired[str]
    pause: NotRequired[bool]
    seconds: NotRequired[int]
    grant: NotRequired[bool]


def act_bytes(act: SignedAct) -> bytes:
    """Return the 32 bytes that the seat signs."""
    return tagged_hash("siegelpost/act/v1", canonical(act))


def key_commitment(public_key: bytes) -> str:
    """Return ``sk1_...``: a new public key in the place of a commitment."""
    return "sk1_" + b64(public_key)
