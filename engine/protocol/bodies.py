"""Bodies of log entries, by type, and of receipts (protocol sections 4, 7 and 12).

These are the shapes of honest entries. An export may come from anybody: the verifier reads it with these types, and a
missing member, or one of the wrong kind, refutes the entry when it is read.
"""

from typing import Literal, NotRequired, TypedDict

from engine.contract import Event, Json, Move, Outcome
from engine.protocol.acts import HiddenAnswer
from engine.protocol.agreements import (
    Absence,
    Choice,
    Extensions,
    MayStop,
    OperatorExtensions,
    Pauses,
    Stops,
    TimeRequests,
)
from engine.protocol.beacon import Beacon
from engine.protocol.seal import Opening

NAME = "siegelpost/1"
"""The ``protocol`` of ``created`` and of every receipt."""
RESIGN = "resign"
"""Replaces the decision id in a receipt for resigning."""
SEATED = "seated"
"""Replaces the decision id in a receipt for revealing, and in an extension of the time to reveal."""

AnsweredBy = Literal["seat", "order", "fallback"]
FaultKind = Literal["unopened", "illegal", "salt-reused", "escrow-failed"]
CustodyOfLock = Literal["escrow", "client", "mail", "absent"]
EntropyCustody = Literal["escrow", "client"]
"""The holder of a seat's share of the seed until it is published: the resolver, in a box, or the player's device."""
Cause = Literal["outage", "parked", "restored"]
"""The reason a match could not be run: an outage of the whole installation, a failed step of this match, or acts lost
when the store was restored from a backup."""


class Created(TypedDict):
    """A match was created.

    ``seed`` is the commitment to the server's seed, ``data`` the hash of the rule data, ``key`` the server's public key,
    ``custody`` whether everybody must keep the openings, ``hold_seconds`` for how long answers may be held back (absent: 0).
    ``resolver`` is the key that boxes are sealed to, ``reveal_seconds`` how long seats that hold their entropy themselves have
    to send it, ``beacon`` the chain whose round is mixed in, ``absence`` what is done when somebody stays away, ``extensions``
    how often each seat may take more time, ``pauses`` who agrees on pauses, ``nights`` that deadlines keep out of nights,
    ``rated`` that the result counts for ratings,
    ``vacation`` that the clock stops for people on vacation, ``time_requests`` how the others grant more time,
    ``operator_extensions`` how often the operator may give some, ``operator`` that the log says so when its operator stops it.
    """

    protocol: Literal["siegelpost/1"]
    match: str
    rules: str
    data: str
    options: dict[str, Json]
    seats: int
    seed: str
    custody: Literal["any", "client"]
    pace: dict[str, Json]
    key: str
    resolver: str
    entropy: Literal["optional", "required"]
    reveal_seconds: int
    beacon: Beacon | None
    absence: NotRequired[Absence]
    extensions: NotRequired[Extensions]
    hold_seconds: NotRequired[int]
    nights: NotRequired[Literal["kept"]]
    operator: NotRequired[MayStop]
    operator_extensions: NotRequired[OperatorExtensions]
    pauses: NotRequired[Pauses]
    rated: NotRequired[bool]
    time_requests: NotRequired[TimeRequests]
    vacation: NotRequired[Stops]


class Joined(TypedDict):
    """Somebody took a seat; ``key`` is the public key that they sign with.

    ``entropy`` is the commitment to what they add to the seed, ``entropy_custody`` says who holds it until it is published.
    """

    seat: int
    player: str
    entropy: NotRequired[str]
    entropy_custody: NotRequired[EntropyCustody]
    key: NotRequired[str]


class Left(TypedDict):
    """Somebody gave up a seat before the start."""

    seat: int


class Seated(TypedDict):
    """Nobody joins or leaves any more; commitments and players by seat, who has to reveal, and until when (RFC 3339).

    ``round`` is that of the beacon, ``None`` without one.
    """

    deadline: str | None
    entropies: list[str | None]
    players: list[str]
    reveal: list[int]
    round: int | None


class Revealed(TypedDict):
    """All entropies (base64url) by seat."""

    entropies: list[str | None]


class SignedRound(TypedDict):
    """A round of the beacon and its signature (hex)."""

    round: int
    signature: str


class Started(TypedDict):
    """The match was dealt. Entropies (base64url) and players are listed by seat; ``order`` is the order of play.

    ``beacon`` is the round mixed into the seed, ``None`` without one.
    """

    beacon: SignedRound | None
    entropies: list[str | None]
    seats: list[str | None]
    order: list[int]


class Opened(TypedDict):
    """A decision began to stand. ``deadline`` is RFC 3339, ``None`` for no end; a sealed one says until when it may be opened."""

    decision: str
    kind: str
    sealed: bool
    seats: list[int]
    deadline: str | None
    opening_deadline: NotRequired[str]


class Lost(TypedDict):
    """A time in which the server could not run the match (RFC 3339)."""

    cause: Cause
    since: str
    until: str


class Extended(TypedDict):
    """The deadline of a decision was moved by the server; ``lost`` are the times that this gives back, in order."""

    decision: str
    deadline: str
    by: Literal["server"]
    lost: list[Lost]
    opening_deadline: NotRequired[str]


class LockedSeat(TypedDict):
    """The commitment of one seat, fixed.

    ``order`` is the commitment to the standing orders that answered, ``order_seq`` the number of the act that set them. The
    signatures are those of a seat with a key (section 12.9).
    """

    seat: int
    commitment: str
    seq: int
    custody: CustodyOfLock
    order: NotRequired[str]
    order_seq: NotRequired[int]
    signature: NotRequired[str]
    order_signature: NotRequired[str]


class Locked(TypedDict):
    """A sealed decision was closed to changes; ``opening_deadline`` is the deadline for openings, if any are expected."""

    decision: str
    seats: list[LockedSeat]
    opening_deadline: NotRequired[str]


class Answer(TypedDict):
    """The move of one seat, who made it, and when it came (RFC 3339).

    The answer to an open decision has the number of its act, or, where the rules do not show orders, a proof of it.
    """

    seat: int
    move: Move
    by: AnsweredBy
    received: str | None
    seq: NotRequired[int]
    proof: NotRequired[str]
    signature: NotRequired[str]
    order: NotRequired[str]
    order_seq: NotRequired[int]
    order_signature: NotRequired[str]


class Fault(TypedDict):
    """The reason a sealed answer did not count, with its opening if that is the cause."""

    seat: int
    fault: FaultKind
    opening: NotRequired[Opening]


class Draw(TypedDict):
    """Numbers drawn under a label: ``values`` where they are public at once, else their ``count``."""

    label: str
    values: NotRequired[list[int]]
    count: NotRequired[int]


class Resolved(TypedDict):
    """A decision was resolved: the answers, and what followed. ``state`` is the salted hash of the state after it."""

    decision: str
    draws: list[Draw]
    events: list[Event]
    faults: list[Fault]
    moves: list[Answer]
    openings: list[Json]
    state: str


class Answered(TypedDict):
    """Answers disclosed from behind their proofs, and answers that had become impossible (``lapsed``)."""

    answers: list[HiddenAnswer]


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


Said = TypedDict("Said", {"channel": str, "from": int, "text": str, "to": list[int]})
"""Partners talked: ``text`` is the commitment to what was said."""

Disclosure = TypedDict("Disclosure", {"n": int, "channel": str, "from": int, "salt": str, "text": str})
"""One message opened: ``n`` is the number of its ``said`` entry."""


class Disclosed(TypedDict):
    """Everything that was said, opened."""

    messages: list[Disclosure]


class Closed(TypedDict):
    """The match is over. ``seed`` is the server's seed (base64url).

    ``seats`` are those that did not reveal, if that is why; ``why`` is what its operator said, ending it.
    """

    outcome: Outcome | None
    reason: str
    seed: str
    by: NotRequired[Literal["operator"]]
    seats: NotRequired[list[int]]
    why: NotRequired[str]


class Receipt(TypedDict):
    """The server's signed receipt for an act (protocol sections 4 and 12.3)."""

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
    protocol: Literal["siegelpost/1"]
    reason: NotRequired[str]
    absent: NotRequired[int]
    choice: NotRequired[Choice]
    player: NotRequired[str]


class SignedReceipt(TypedDict):
    """A receipt with the server's signature (base64url) as the API gives it."""

    receipt: Receipt
    signature: str
    checkpoint: NotRequired[str | None]
