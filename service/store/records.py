"""Records of the store as plain typed values, independent of Redis.

A step is written only if the match is still as it was when the step was computed: its *basis*. The length of the log and
the number of acts show that nothing was added since, but not that it is the same history: in a failover a worker may read
from a server that was replaced without knowing it, and write to its successor. Both may have equally many, but different,
entries and acts.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from engine.match.table import Table
from engine.standings.results import Result, Scored
from service.store.values import encode


@dataclass(frozen=True)
class Basis:
    """The basis of a computed step: the log's head, and the SHA-1 of each stored act and message, by field.

    The store computes the same digests to compare. SHA-1 only tells two histories apart here; it proves nothing.
    """

    head: str
    acts: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> bytes:
        """A SHA-1 that identifies the basis: equal bases have equal digests."""
        return hashlib.sha1(encode(self.plan()).encode(), usedforsecurity=False).digest()

    def plan(self) -> dict[str, object]:
        """Return the basis as an argument of the script ``transition``: values that must be in the second and third of
        its keys."""
        read = [
            [key, field, read] for key, fields in ((2, self.acts), (3, self.said)) for field, read in fields.items()
        ]
        return {"head": self.head, "acts": len(self.acts), "read": read}


def basis_of(head: str, acts: Mapping[str, str], said: Mapping[str, str]) -> Basis:
    """Return the basis for computing a step.

    :param acts: the match's stored acts, by field.
    :param said: the stored messages that wait for a worker, likewise.
    """
    return Basis(head, *({field: _sum(value) for field, value in fields.items()} for fields in (acts, said)))


def _sum(stored: str) -> str:
    return hashlib.sha1(stored.encode(), usedforsecurity=False).hexdigest()


ActKind = Literal["commit", "replace", "withdraw", "open", "refused", "order"]
Custody = Literal["escrow", "client", "mail"]

BROWSERS = "browsers"
"""The preference with the account's browsers that show its news (:mod:`service.accounts.browsers`)."""
PASSKEYS = "passkeys"
"""The preference with the account's passkeys (:mod:`service.accounts.access.passkeys`)."""
TABLE_CHATS = "table_chats"
"""The preference with the matches of the account whose tables have a channel (:mod:`service.accounts.chats`)."""
SUBSCRIPTIONS = "subscriptions"
"""The preference with the addresses of calendar and news feed (:mod:`service.accounts.access.tokens`)."""
ENDED = "ended"
"""The preference with the time (ms) when everything that could act for the account was last invalidated; written
afterwards."""
OTHER_MAILS = "other_mails"
"""The preference with the account's addresses besides ``mail`` (:mod:`service.accounts.mail.mail_change`)."""
GUEST = "guest"
"""The preference that marks a guest account (:mod:`service.accounts.access.guest_accounts`)."""
PROFILE_HIDDEN = "profile_hidden"
"""The preference of accounts whose profile shows no more than their name."""


@dataclass(frozen=True)
class Act:
    """The last accepted act of a seat in a decision. Times are milliseconds since 1970 on the store's clock.

    ``first`` is when the seat first committed to this decision (the sticky bit); ``n`` and ``head`` are the log's last
    entry when the act was stored; ``commitment`` is ``None`` after a withdrawal; ``opened``: a client's opening has
    arrived; ``wait`` asks not to close early. ``committed`` is when the current commitment arrived, also after its
    opening. ``signature`` is by the seat's own key, if it brought one. For orders, ``beside`` is the decision with
    whose answer they were given by mail; ``mailed``: all of them came by mail, so that a letter may show them.
    """

    decision: str
    seat: int
    act: ActKind
    seq: int
    commitment: str | None
    custody: Custody
    received: int
    first: int
    n: int
    head: str
    wait: bool = False
    opened: bool = False
    committed: int = 0
    signature: str | None = None
    beside: str | None = None
    mailed: bool = False


@dataclass(frozen=True)
class Message:
    """A message from a seat to its partners. Times in milliseconds.

    ``n`` is the log entry with its commitment, ``to`` its recipients there; ``n`` is ``None`` while it waits for a
    worker. ``refused``: the channel had closed by the time a worker took it. ``seq`` orders a match's messages. ``at``
    is when it was sent; once it is in the log, the log's time. ``player`` is the account that had the seat and sent it.
    """

    id: str
    seat: int
    channel: str
    text: str
    salt: str
    seq: int
    at: int
    n: int | None = None
    to: list[int] = field(default_factory=list)
    refused: bool = False
    player: str = ""


@dataclass(frozen=True)
class MessageRequest:
    """A request to send a message to partners.

    ``n`` is the length of the log in whose state the channel is open; ``id`` identifies repetitions. ``token`` is
    checked for revocation in the same script.
    """

    match: str
    id: str
    seat: int
    channel: str
    text: str
    salt: str
    n: int
    token: str | None = None
    player: str = ""


@dataclass(frozen=True)
class Outage:
    """A period, in milliseconds of the store's clock, in which the installation did not run, or which is lost because
    the store was restored from a backup."""

    since: int
    until: int
    cause: Literal["outage", "restored"] = "outage"


@dataclass(frozen=True)
class Parked:
    """A parked match, and why.

    ``since`` (when first) and ``next`` (attempt) in milliseconds; ``version`` is that of the code that failed. If
    ``next`` is ``None``, it waits for the operator; if ``since`` is ``None``, too, the entry could not be read, and
    ``reason`` is its text.
    """

    reason: str
    since: int | None = None
    attempts: int = 1
    next: int | None = None
    version: str = ""

    @property
    def for_operator(self) -> bool:
        """True if only the operator may have it retried."""
        return self.next is None and self.since is not None


@dataclass(frozen=True)
class Record:
    """A match as loaded in one round trip.

    ``acts`` are keyed by (decision, seat); ``acts_version`` counts every act and guards the lock; ``boxes`` (sealed
    openings), ``messages`` and ``seed`` are only filled for workers (``load(..., secrets=True)``). ``closes`` says when
    a decision that all seats have answered is locked early, by decision id (absent if an answer is missing). ``due`` is
    when the clock looks at the match again (ms). ``parked`` says why the match is parked, if it is; ``outages`` are
    those of the installation. ``basis`` guards a step computed from this record. ``talk`` counts what has changed in the
    table's talk.
    """

    match: str
    n: int
    head: str
    at: int
    acts_version: int
    table: Table
    state: dict[str, Any] | None
    acts: dict[tuple[str, int], Act]
    now: int
    due: int | None = None
    closes: dict[str, int] = field(default_factory=dict)
    seed: str | None = None
    entropies: dict[int, str] = field(default_factory=dict)
    boxes: dict[tuple[str, int], str] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    parked: Parked | None = None
    outages: list[Outage] = field(default_factory=list)
    talk: int = 0
    basis: Basis = field(default=Basis(""), compare=False)


@dataclass(frozen=True)
class Account:
    """A player. ``id`` is the opaque player id of the logs; ``mail`` is empty for accounts without one (bots).

    ``language`` is ``en`` or ``de``, ``zone`` an IANA time zone, ``created`` in milliseconds; ``prefs`` are JSON
    (``{"kinds": {kind: bool}, "muted_matches": [match], "programmer": bool}``); ``verified`` means that a link sent to
    the address was used, ``bouncing`` that its provider permanently refused mails. ``owner`` is the account of the
    person whose bot this is; empty for people. ``answered`` lists for the last questions, the oldest first, whether the
    answer came in time (``1``) or not (``0``); only the store writes it.
    """

    id: str
    mail: str
    name: str
    language: str = "en"
    zone: str = "UTC"
    created: int = 0
    prefs: dict[str, Any] = field(default_factory=dict)
    verified: bool = False
    bouncing: bool = False
    owner: str = ""
    answered: str = ""

    @property
    def is_guest(self) -> bool:
        """True while nobody has named an address for the account."""
        return not self.mail and bool(self.prefs.get(GUEST))

    @property
    def is_hidden(self) -> bool:
        """True if the account's profile shows no more than its name."""
        return self.prefs.get(PROFILE_HIDDEN) is True

    @property
    def other_mails(self) -> list[str]:
        """The confirmed addresses from which answers count in addition to the one that receives letters."""
        return [one for one in self.prefs.get(OTHER_MAILS, []) if isinstance(one, str)]

    @property
    def mails(self) -> tuple[str, ...]:
        """All addresses from which answers count, that of the letters first."""
        return self.mail, *self.other_mails

    @property
    def letterbox(self) -> str:
        """The value to which links and addresses in letters are bound: email address, and when earlier ones were disabled."""
        ended = self.prefs.get(ENDED)
        return f"{ended} {self.mail}" if ended else self.mail


class Invited(NamedTuple):
    """An account invited to a table, and the email address that was typed; empty if it was named by its id."""

    account: str
    mail: str = ""


class Answered(NamedTuple):
    """A statement whether an account asked in a decision that is resolved now answered in time."""

    account: str
    in_time: bool


class Notice(TypedDict):
    """One piece of news for one account about one match: the single event model for mail, feed and later webhooks.

    ``id`` is deterministic (``<match>.<n>.<seat>.<kind>``), so resolving twice cannot notify twice. ``facts`` are JSON,
    never sentences and never anything the account may not see. ``send_at`` is in milliseconds (now + hold-off).
    ``channel`` is the channel of this copy; mail by default. ``event`` is its form in the account's feed; it is not
    stored with the notice, but on its way into the feed. ``trace`` is the ``traceparent`` of the step, where there are
    traces.
    """

    id: str
    kind: str
    account: str
    match: str
    seat: int | None
    n: int
    facts: dict[str, Any]
    at: int
    send_at: int
    decision: NotRequired[str]
    channel: NotRequired[str]
    event: NotRequired[dict[str, Any]]
    trace: NotRequired[str]


@dataclass(frozen=True)
class Transition:
    """One atomic step of a match, guarded by ``n`` (the last entry it was computed from).

    ``basis`` is that of the record: a server with another history of the same length refuses the step. ``acts_version``
    is a second guard for steps that read acts (lock, resolve) and for steps without lines, which count as an act
    themselves; ``None`` means any. ``due`` is when the clock must look at the match again (milliseconds, ``None``:
    never); an earlier early close of a decision that stays open brings it forward. ``lines`` are canonical export lines
    in order; ``head`` and ``at`` belong to the last of them (unchanged values when ``lines`` is empty). ``state``
    ``None`` leaves the state as it is. ``ended`` names decisions whose acts and boxes are erased. ``entropy`` is by
    seat; empty text erases it. ``seen`` are commitments and salt digests that must never occur again in the match.
    """

    match: str
    n: int
    table: Table
    head: str
    at: int
    lines: list[bytes] = field(default_factory=list)
    acts_version: int | None = None
    basis: Basis | None = None
    state: dict[str, Any] | None = None
    due: int | None = None
    ended: list[str] = field(default_factory=list)
    erase_seed: bool = False
    entropy: tuple[int, str] | None = None
    seen: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    boxes: dict[tuple[str, int], str] = field(default_factory=dict)
    """Sealed data by (decision, seat): openings made at a lock from standing orders, and entropy. Empty text erases an
    entry."""
    messages: list[Message] = field(default_factory=list)
    """Messages that this step has written into the log, or refused."""
    unparks: bool = False
    """Whether this step is what a worker had to do, so that the match need not stay parked."""
    answers: list[Answered] = field(default_factory=list)
    """The accounts asked in decisions that this step resolved; stored for them with the events."""
    result: Result | Scored | None = None
    """The result of a rated match that this step ends."""
    now: int | None = None
    """The store's time (ms) with which the step was computed: nothing based on a clock running ahead is written."""


@dataclass(frozen=True)
class Creation:
    """A new match: entry 1 and its secret seed. ``owner`` is an account id."""

    match: str
    table: Table
    head: str
    at: int
    line: bytes
    seed: str
    due: int | None = None
    notices: list[Notice] = field(default_factory=list)


@dataclass(frozen=True)
class ActRequest:
    """A request to act in a decision. ``replaces`` is the ``seq`` it replaces (0: none).

    ``opened_head`` must be the head of the entry that opened the decision. ``n`` (open moves only) requires that the
    log has not grown since the legality check. ``salt`` is the digest of the opening's salt if known. ``box`` is the
    opening sealed to the resolver; ``None`` for client custody and withdrawals. ``token`` is checked for revocation in
    the same script. ``kept`` is the salt for a repetition (:mod:`service.keys.signing`), erased with the box.
    ``signature`` is the seat's own.
    """

    match: str
    decision: str
    seat: int
    kind: ActKind
    opened_head: str
    commitment: str | None = None
    custody: Custody = "escrow"
    replaces: int = 0
    wait: bool = False
    box: str | None = None
    salt: str | None = None
    n: int | None = None
    token: str | None = None
    kept: str | None = None
    signature: str | None = None


@dataclass(frozen=True)
class OrderRequest:
    """A seat's new standing orders, sealed: ``commitment`` is ``so1_...``; both ``None`` to end them.

    ``beside`` is the decision with whose answer they were given by mail. ``n`` requires that the log has not grown,
    because somebody else might have the seat by then. ``mailed``: all of them came by mail.
    """

    match: str
    seat: int
    commitment: str | None
    box: str | None
    replaces: int = 0
    token: str | None = None
    signature: str | None = None
    beside: str | None = None
    n: int | None = None
    mailed: bool = False


ActOutcome = Literal[
    "stored",  # accepted now
    "same",  # the same commitment stands already; ``act`` is the stored one, for the same receipt
    "gone",  # the decision does not stand (any more), or stands with another head
    "locked",  # it stands, but no acts are accepted in its phase
    "late",  # received at or after deadline + 1 s
    "conflict",  # ``replaces`` is not the current seq; ``act`` is the current one
    "seen",  # this commitment or salt occurred before in this match
    "full",  # the seat has replaced its commitment as often as a seat may
    "stale",  # the log grew since ``n``: check again
    "wrong",  # an opening for another commitment than the locked one
    "revoked",  # the token was revoked
]


@dataclass(frozen=True)
class ActResult:
    """The script's answer; ``act`` is the seat's act as stored now, if any."""

    outcome: ActOutcome
    act: Act | None
    closes: int | None = None
    """When the decision closes early (all answers in, grace period over), in milliseconds; None while an answer is missing."""
    kept: str | None = None
    """The data kept for repetitions together with the current act."""
