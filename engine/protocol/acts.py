"""Signed statements of acts, for seats with a key of their own (protocol section 12.9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NotRequired, TypedDict

from engine.protocol.agreements.absence import Choice
from engine.protocol.canon import b64, canonical, tagged_hash

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
