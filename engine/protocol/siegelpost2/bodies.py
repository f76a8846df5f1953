"""What the entries of siegelpost/2 say that siegelpost/1 does not (protocol section 12.1), and its receipts (12.3)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engine.protocol import bodies
from engine.protocol.seal import Opening
from engine.protocol.siegelpost2.answers import HiddenAnswer

NAME = "siegelpost/2"
"""The ``protocol`` of ``created`` and of every receipt."""
RESIGN = "resign"
"""What a receipt for resigning names in the place of a decision."""


class Resigned(TypedDict):
    """A seat has resigned; ``received`` (RFC 3339) is when."""

    seat: int
    received: str


class LockedSeat(bodies.LockedSeat):
    """The commitment of one seat, fixed; ``order_seq`` is the number of the act that set the orders that answered."""

    order_seq: NotRequired[int]


class Locked(TypedDict):
    """A sealed decision was closed to changes; until ``opening_deadline`` openings are awaited, if any are."""

    decision: str
    seats: list[LockedSeat]
    opening_deadline: NotRequired[str]


class Fault(bodies.Fault):
    """Why what a seat sealed did not count, with what it opened if that is why."""

    opening: NotRequired[Opening]


class Answer(bodies.Answer):
    """The answer to an open decision: with the number of its act, or, where the rules do not show orders, a proof of it."""

    seq: NotRequired[int]
    proof: NotRequired[str]


class Answered(TypedDict):
    """What the proofs hid: ``[decision, seat, by, seq, received]``, and answers that had become impossible (``lapsed``)."""

    answers: list[HiddenAnswer]


class Receipt(TypedDict):
    """What the server signed for an act (protocol section 12.3)."""

    act: Literal["commit", "replace", "withdraw", "open", "order", "resign", "refused"]
    match: str
    decision: str
    seat: int
    seq: int
    commitment: str | None
    custody: Literal["escrow", "client", "mail"] | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/2"]
    reason: NotRequired[str]
