"""Records of the store as plain typed values. No Redis here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from engine.match.table import Table
from service.store.matches.basis import Basis

ActKind = Literal["commit", "replace", "withdraw", "open", "refused", "order"]
Custody = Literal["escrow", "client", "mail"]

BROWSERS = "browsers"
"""The preference under which an account's browsers stand that show its news (:mod:`service.accounts.browsers`)."""
SUBSCRIPTIONS = "subscriptions"
"""The preference that names the addresses of calendar and news (:mod:`service.accounts.subscriptions`)."""
ENDED = "ended"
"""The preference that says when all that could act for the account was last ended (ms); written when that is done."""
GUEST = "guest"
"""The preference that marks a guest account (:mod:`service.accounts.access.guest_accounts`)."""


@dataclass(frozen=True)
class Act:
    """The last accepted act of a seat in a decision. Times are milliseconds since 1970 on the store's clock.

    ``first`` is when the seat first committed to this decision (the sticky bit); ``n`` and ``head`` are the log's last
    entry when the act was stored; ``commitment`` is ``None`` after a withdrawal; ``opened``: a client's opening is in;
    ``wait`` asks not to close early. ``committed`` is when the standing commitment came, also after its opening.
    ``signature`` is by the seat's own key, if it brought one. ``beside``, of orders, is the decision with whose answer a
    letter said them; ``mailed``: all of them came by mail, so that a mail may be told what they say.
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

    ``n`` is the log entry that carries its commitment, ``to`` whom that names; ``n`` is ``None`` while it waits for a
    worker. ``refused``: the channel had closed when the worker came. ``seq`` orders a match's messages. ``at`` is when it
    was said; once it is in the log, when the log says so. ``player`` is the account that sat there and said it.
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

    ``n`` is the length of the log in whose state the channel stands; ``id`` makes a repetition the same message. ``token``
    is checked for revocation in the same script.
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
    """A time in which the installation did not run, in milliseconds of the store's clock; or that is lost, because the store
    was put back to a backup."""

    since: int
    until: int
    cause: Literal["outage", "restored"] = "outage"


@dataclass(frozen=True)
class Parked:
    """A parked match, and why.

    ``since`` (when first) and ``next`` (attempt) in milliseconds; ``version`` is that of the code that failed. ``next``
    ``None``: it waits for the operator, unless ``since`` is ``None``, too: then the entry could not be read, and ``reason``
    is its text.
    """

    reason: str
    since: int | None = None
    attempts: int = 1
    next: int | None = None
    version: str = ""

    @property
    def for_operator(self) -> bool:
        """True if only the operator may have it tried again."""
        return self.next is None and self.since is not None


@dataclass(frozen=True)
class Record:
    """A match as loaded in one round trip.

    ``acts`` are keyed by (decision, seat); ``acts_version`` counts every act and guards the lock; ``boxes`` (sealed
    openings), ``messages`` and ``seed`` are only filled for workers (``load(..., secrets=True)``). ``closes`` says when a
    decision whose seats are all in is locked early, by decision id (absent: somebody is missing). ``due`` is when the
    clock looks at the match again (ms). ``parked`` says why the match is parked, if it is; ``outages`` are those
    of the installation. ``basis`` is what a step computed from this record is guarded by.
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
    basis: Basis = field(default=Basis(""), compare=False)


@dataclass(frozen=True)
class Account:
    """A player. ``id`` is the opaque player id of the logs; ``mail`` is empty for accounts without one (bots).

    ``language`` is ``en`` or ``de``, ``zone`` an IANA time zone, ``created`` in milliseconds; ``prefs`` are JSON
    (``{"kinds": {kind: bool}, "muted_matches": [match], "programmer": bool}``); ``verified`` says that a link sent to
    the mail was used, ``bouncing`` that its provider refused mails for good. ``owner`` is the account of the person whose bot
    this is; empty for people. ``answered`` says of the last answers it was asked for, the oldest first, which came in time
    (``1``) and which did not (``0``); only the store writes it.
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
    def letterbox(self) -> str:
        """The value that links and addresses in letters are bound to: mail address, and when earlier ones were disabled."""
        ended = self.prefs.get(ENDED)
        return f"{ended} {self.mail}" if ended else self.mail


class Invited(NamedTuple):
    """An account that is invited to a table, and the mail address that was typed; empty where it was named by its id."""

    account: str
    mail: str = ""


class Answered(NamedTuple):
    """An account was asked in a decision that is resolved now, and answered in time, or did not."""

    account: str
    in_time: bool


class Notice(TypedDict):
    """One piece of news for one account about one match: the single event model for mail, feed and later webhooks.

    ``id`` is deterministic (``<match>.<n>.<seat>.<kind>``), so resolving twice cannot tell twice. ``facts`` are JSON,
    never sentences and never anything the account may not see. ``send_at`` is in milliseconds (now + hold-off). ``channel`` says
    on which channel this copy goes; without it by mail. ``event`` is what the account's feed says of it; it is not stored
    with the notice, but on its way into the feed. ``trace`` is the ``traceparent`` of the step, where there are traces.
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

    ``basis`` is that of the record: a server that has another history of the same length takes nothing.
    ``acts_version`` is a second guard for steps that read acts (lock, resolve) and for steps without lines, which count
    as an act themselves; ``None`` means any. ``due`` is when the clock must look at the match again (milliseconds,
    ``None``: never); an earlier early close of a decision that goes on standing brings it forward. ``lines`` are canonical
    export lines in order; ``head`` and ``at`` belong to the last of them (unchanged values when ``lines`` is empty).
    ``state`` ``None`` leaves the state as it is. ``ended`` names decisions whose acts and boxes are erased. ``entropy`` is
    a seat's, empty text erases it. ``seen`` are commitments and salt digests that may never occur again in the match.
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
    """Sealed, by (decision, seat): openings made at a lock from standing orders, and entropy. Empty text erases one."""
    messages: list[Message] = field(default_factory=list)
    """Messages that this step has written into the log, or refused."""
    unparks: bool = False
    """Whether this is what a worker had to do, so that the match need not stay parked."""
    answers: list[Answered] = field(default_factory=list)
    """Who was asked in what this step has resolved: it goes to the accounts with the events."""
    now: int | None = None
    """The store's time (ms) with which it was computed: nothing is written that a clock running ahead has led to."""


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

    ``opened_head`` must be the head of the entry that opened the decision. ``n`` (open moves only) demands that the
    log has not grown since the legality check. ``salt`` is the digest of the opening's salt where it is known. ``box``
    is the opening sealed to the resolver; ``None`` for client custody and withdrawals. ``token`` is checked for
    revocation in the same script. ``kept`` is the salt for a repetition (:mod:`service.keys.signing`), erased with the box.
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

    ``beside`` is the decision with whose answer they were said, where a letter took them.
    ``n`` demands that the log has not grown: somebody else might have the seat by then. ``mailed``: all of them came by mail.
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
    """The script's answer; ``act`` is the seat's act as stored now (absent when there is none)."""

    outcome: ActOutcome
    act: Act | None
    closes: int | None = None
    """When the decision closes early (all in, grace over), in milliseconds; ``None`` while somebody is missing."""
    kept: str | None = None
    """What was kept for repetitions with the act that stands."""
