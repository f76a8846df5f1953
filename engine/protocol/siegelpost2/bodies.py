"""What the entries of siegelpost/2 say that siegelpost/1 does not (protocol section 12.1), and its receipts (12.3)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engine.contract import Outcome
from engine.protocol import bodies
from engine.protocol.seal import Opening
from engine.protocol.siegelpost2.absence import Absence, Choice
from engine.protocol.siegelpost2.answers import HiddenAnswer
from engine.protocol.siegelpost2.beacon import Beacon
from engine.protocol.siegelpost2.extensions import Extensions
from engine.protocol.siegelpost2.operator_extensions import OperatorExtensions
from engine.protocol.siegelpost2.pauses import Pauses
from engine.protocol.siegelpost2.stopping import MayStop
from engine.protocol.siegelpost2.time_requests import TimeRequests
from engine.protocol.siegelpost2.vacations import Stops

NAME = "siegelpost/2"
"""The ``protocol`` of ``created`` and of every receipt."""
RESIGN = "resign"
"""What a receipt for resigning names in the place of a decision."""

SEATED = "seated"
"""What a receipt for revealing, and an extension of the time for it, name in the place of a decision."""

EntropyCustody = Literal["escrow", "client"]
"""Who holds what a seat adds to the seed until it is published: the resolver, in a box, or the player's device."""


class Created(bodies.Created):
    """A match was created.

    ``resolver`` is the key that boxes are sealed to, ``reveal_seconds`` how long seats that hold their entropy themselves have
    to send it, ``beacon`` the chain whose round is mixed in, ``absence`` what is done when somebody stays away, ``extensions``
    how often each seat may take more time, ``pauses`` who agrees on pauses, ``nights`` that deadlines keep out of nights,
    ``vacation`` that the clock stops for people on vacation, ``time_requests`` how the others grant more time,
    ``operator_extensions`` how often the operator may give some, ``operator`` that the log says so when its operator stops it.
    """

    absence: NotRequired[Absence]
    extensions: NotRequired[Extensions]
    nights: NotRequired[Literal["kept"]]
    operator: NotRequired[MayStop]
    operator_extensions: NotRequired[OperatorExtensions]
    pauses: NotRequired[Pauses]
    time_requests: NotRequired[TimeRequests]
    vacation: NotRequired[Stops]
    protocol: Literal["siegelpost/2"]
    resolver: str
    entropy: Literal["optional", "required"]
    reveal_seconds: int
    beacon: Beacon | None


class Joined(bodies.Joined):
    """Somebody took a seat; who gives entropy says who holds it. ``key`` is the public key that they sign with."""

    entropy_custody: NotRequired[EntropyCustody]
    key: NotRequired[str]


class Seated(TypedDict):
    """Nobody joins or leaves any more; commitments and players by seat, who has to reveal, and until when (RFC 3339).

    ``round`` is that of the beacon, ``None`` without one.
    """

    deadline: str | None
    entropies: list[str | None]
    players: list[str]
    reveal: list[int]
    round: int | None


Cause = Literal["outage", "parked", "restored"]
"""Why a match could not be run: the whole installation was away, or a step of this match failed; or what was done in that
time is lost, because the store was put back to a backup."""


class Lost(TypedDict):
    """A time in which the server could not run the match (RFC 3339)."""

    cause: Cause
    since: str
    until: str


class Extended(bodies.Extended):
    """The deadline of a decision was moved; ``lost`` are the times that this gives back, in order."""

    lost: list[Lost]


class Revealed(TypedDict):
    """All entropies (base64url) by seat."""

    entropies: list[str | None]


class SignedRound(TypedDict):
    """A round of the beacon and its signature (hex)."""

    round: int
    signature: str


class Started(bodies.Started):
    """The match was dealt."""

    beacon: SignedRound | None


class Closed(TypedDict):
    """The match is over; ``seats`` are those that did not reveal, if that is why; ``why``: what its operator said, ending it."""

    outcome: Outcome | None
    reason: str
    seed: str
    by: NotRequired[Literal["operator"]]
    seats: NotRequired[list[int]]
    why: NotRequired[str]


class Resigned(TypedDict):
    """A seat has resigned; ``received`` (RFC 3339) is when."""

    seat: int
    received: str
    signature: NotRequired[str]


class Rekeyed(TypedDict):
    """A seat signs with another key, signed by the old one, or with the consent of all other people: seat and signature."""

    seat: int
    key: str
    signature: NotRequired[str]
    consents: NotRequired[list[tuple[int, str | None]]]


class LockedSeat(bodies.LockedSeat):
    """The commitment of one seat, fixed; ``order_seq`` is the number of the act that set the orders that answered.

    The signatures are those of a seat with a key (section 12.9).
    """

    order_seq: NotRequired[int]
    signature: NotRequired[str]
    order_signature: NotRequired[str]


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
    signature: NotRequired[str]
    order: NotRequired[str]
    order_seq: NotRequired[int]
    order_signature: NotRequired[str]


class Answered(TypedDict):
    """What the proofs hid, and answers that had become impossible (``lapsed``)."""

    answers: list[HiddenAnswer]


class Receipt(TypedDict):
    """What the server signed for an act (protocol section 12.3)."""

    act: Literal[
        "commit",
        "replace",
        "withdraw",
        "open",
        "order",
        "reveal",
        "resign",
        "here",
        "vote",
        "extend",
        "pause",
        "request",
        "respond",
        "hand",
        "refused",
    ]
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
    absent: NotRequired[int]
    choice: NotRequired[Choice]
    player: NotRequired[str]
