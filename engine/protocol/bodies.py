"""What the entries of a log say, by type (protocol section 7).

These are the shapes of honest entries. An export may have been written by anybody: the verifier reads it with these types,
and a member that is missing or of another kind refutes the entry when it is read.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engine.contract import Event, Json, Move, Outcome

AnsweredBy = Literal["seat", "order", "fallback"]
FaultKind = Literal["unopened", "illegal", "salt-reused", "escrow-failed"]
CustodyOfLock = Literal["escrow", "client", "mail", "absent"]


class Created(TypedDict):
    """A match was created.

    ``seed`` is the commitment to the server's seed, ``data`` the hash of the rule data, ``key`` the server's public key,
    ``custody`` whether everybody must keep the openings, ``hold_seconds`` for how long answers may be held back (absent: 0).
    """

    match: str
    rules: str
    data: str
    options: dict[str, Json]
    seats: int
    seed: str
    custody: Literal["any", "client"]
    pace: dict[str, Json]
    key: str
    hold_seconds: NotRequired[int]


class Joined(TypedDict):
    """Somebody took a seat; ``entropy`` is the commitment to what they add to the seed."""

    seat: int
    player: str
    entropy: NotRequired[str]


class Left(TypedDict):
    """Somebody gave up a seat before the start."""

    seat: int


class Started(TypedDict):
    """The match was dealt. Entropies (base64url) and players are listed by seat; ``order`` is the order of play."""

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


class Extended(TypedDict):
    """The deadline of a decision was moved."""

    decision: str
    deadline: str
    by: Literal["server"]
    opening_deadline: NotRequired[str]


class LockedSeat(TypedDict):
    """The commitment of one seat, fixed. ``order`` is the commitment to the standing order that answered."""

    seat: int
    commitment: str
    seq: int
    custody: CustodyOfLock
    order: NotRequired[str]


class Locked(TypedDict):
    """A sealed decision was closed to changes."""

    decision: str
    seats: list[LockedSeat]


class Answer(TypedDict):
    """The move of one seat, who made it, and when it came (RFC 3339)."""

    seat: int
    move: Move
    by: AnsweredBy
    received: str | None


class Fault(TypedDict):
    """Why what a seat sealed did not count."""

    seat: int
    fault: FaultKind


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


Said = TypedDict("Said", {"channel": str, "from": int, "text": str, "to": list[int]})
"""Partners talked: ``text`` is the commitment to what was said."""

Disclosure = TypedDict("Disclosure", {"n": int, "channel": str, "from": int, "salt": str, "text": str})
"""One message opened: ``n`` is the number of its ``said`` entry."""


class Disclosed(TypedDict):
    """Everything that was said, opened."""

    messages: list[Disclosure]


class Closed(TypedDict):
    """The match is over. ``seed`` is the server's seed (base64url)."""

    outcome: Outcome | None
    reason: str
    seed: str


class Receipt(TypedDict):
    """What the server signed for an act (protocol section 4)."""

    act: Literal["commit", "replace", "withdraw", "open", "order"]
    match: str
    decision: str
    seat: int
    seq: int
    commitment: str | None
    custody: Literal["escrow", "client", "mail"]
    received: str
    n: int
    head: str
    key: str


class SignedReceipt(TypedDict):
    """A receipt with the server's signature (base64url) as the API gives it."""

    receipt: Receipt
    signature: str
    checkpoint: NotRequired[str | None]
