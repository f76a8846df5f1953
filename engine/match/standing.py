"""A table as JSON: who sits where, which decisions stand, what was agreed. :mod:`engine.match.step` moves it on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from engine.contract import Decision, Move, Outcome
from engine.kit.wishes import Fate
from engine.match.absence_records import Absences
from engine.match.extensions import MoreTime
from engine.match.operator_extensions import OperatorTime
from engine.match.pauses import PauseState
from engine.match.seeding import GivenEntropy, Seeding
from engine.match.time_requests import Request, TimeRequestState
from engine.match.vacations import Vacations
from engine.protocol.answers import HiddenAnswer
from engine.protocol.canon import b64
from engine.protocol.seal import Opening
from engine.protocol.stopping import MayStop

Status = Literal["lobby", "running", "closed"]


class Seat(TypedDict):
    """Who sits in a seat: ``player`` is an opaque account id, ``name`` what others see, ``bot`` its engine or ``None``.

    ``key`` is the public key (base64url) that the player signs with, if he brought one; ``rekeyed`` how often it was
    changed since, ``keys_asked`` how often the others were asked to agree to another. Without either: never.
    ``owned_by`` is only there for bot accounts, which play through the API: the account of the person who runs it.
    ``entropy`` is what they add to the seed; ``taken_over`` says that somebody else sat here when
    the match began, ``orders_after`` that orders up to this act of the seat were somebody else's and ended with him,
    ``signs`` that who sat here first brought a key, so that each who follows does.

    """

    player: str | None
    name: str
    bot: str | None
    key: NotRequired[str]
    rekeyed: NotRequired[int]
    keys_asked: NotRequired[int]
    owned_by: NotRequired[str]
    taken_over: NotRequired[bool]
    orders_after: NotRequired[int]
    signs: NotRequired[bool]
    entropy: NotRequired[GivenEntropy]


class Locked(TypedDict):
    """One seat in a lock. ``custody``: escrow, client, mail, or absent (the server made the opening); ``seq`` 0: no act.

    ``order`` is the commitment to the orders that answered, ``order_seq`` the number of their act.
    The signatures are those of a seat with a key: over its act, and over the act that put its orders in force.
    """

    seat: int
    commitment: str
    seq: int
    custody: str
    order: NotRequired[str]
    order_seq: NotRequired[int]
    signature: NotRequired[str]
    order_signature: NotRequired[str]


class Standing(Decision):
    """A decision that stands. Times in milliseconds; ``None`` deadline: nobody waits for it.

    ``head`` is the log head of the entry ``n`` that opened it; ``phase`` is ``opening`` after the lock while client
    openings are awaited, at most ``opening_period`` long, until ``opening_ends``, from the seats
    ``awaited``; ``reminded`` is the deadline for which the reminder went out, ``asked`` whether the seats have been asked.
    ``release`` is the instant before which no answer to an open decision is resolved (``None``: at once).
    ``stopped_until`` is the end of the last vacation for which its clock has stopped (ms). ``request`` is a request for more time
    that stands, ``requested_by`` are the seats that have asked for some. ``left_until`` is the instant (ms) until which default
    orders leave an open decision to its player, who looks at the table.
    """

    n: int
    head: str
    opened: int
    deadline: int | None
    phase: Literal["open", "opening"]
    locked: list[Locked]
    opening_period: int
    opening_ends: int | None
    awaited: list[int]
    reminded: int | None
    release: int | None
    asked: bool
    stopped_until: NotRequired[int]
    request: NotRequired[Request]
    requested_by: NotRequired[list[int]]
    left_until: NotRequired[int]


class Resignation(TypedDict):
    """A seat's act of resigning: received (ms) when entry ``n`` with this ``head`` was the log's last."""

    seat: int
    received: int
    n: int
    head: str
    signature: NotRequired[str]


class Consent(TypedDict):
    """A seat agrees to another's new key: its signature (base64url), ``None`` where it has no key itself."""

    seat: int
    signature: str | None


class AskedKey(TypedDict):
    """A seat asks the others to agree to another key (base64url), because it cannot sign with the one in force."""

    seat: int
    key: str
    consents: list[Consent]


class Stop(TypedDict):
    """An operator stops the match, and says why in one line that players are shown."""

    why: str


class SettledWish(TypedDict):
    """What became of what the player of a seat had said ahead about a ``part``, by entry ``n`` (:mod:`engine.kit.wishes`)."""

    n: int
    seat: int
    decision: str
    part: str
    wishes: list[str]
    fate: Fate
    used: str


class LeastReliability(TypedDict):
    """Who may sit down at an open table: who answered at least so many percent in time, and, if so, who is new."""

    percent: int
    newcomers: bool


class Guest(TypedDict):
    """Somebody whom the owner of a table has invited: an account, and what became of the invitation.

    ``address`` tells whether the account still has the mail address that was invited (a digest, empty where it was invited as an
    account); ``language`` is that of its letters to somebody who has never logged in. ``of`` is the invitation that it was sent,
    by its digest; ``at`` when last (ms), ``times`` how often. ``apart``: its owner had this account at the table otherwise,
    and must not learn from it whose address was typed. ``refused``: it has declined, and is written to no more.
    """

    account: str
    address: str
    language: str
    of: str
    at: int
    times: int
    answer: Literal["", "declined", "withdrawn"]
    apart: NotRequired[bool]
    refused: NotRequired[bool]


class Table(TypedDict):
    """Everything of a match that is not the game's state, as JSON.

    All of it is public except ``invitation``, ``guests``, ``barred``, ``answered``, ``settled``, the secrets in ``absence`` and,
    in standing decisions, ``release``, ``asked``, ``reminded`` and ``left_until``.

    ``pace`` is opaque here (the service makes deadlines from it), ``grace`` and ``hold`` are milliseconds. ``request`` and
    ``resigning`` are wishes that a worker has accepted durably but not yet carried out. ``marks`` count unopened commitments
    by seat, ``labels`` are the draw labels used so far. ``over`` is the reason once it is closed. ``barred`` are the
    accounts that the owner has removed, which do not sit down again; without anybody removed it is not there. ``guests`` are
    those whom the owner has invited, likewise.
    ``seeding`` says how the seed comes about, ``start_head`` is the head after ``started``; ``resignations`` are the acts behind
    ``resigning``, ``answered`` what the log hides of answers until the end, ``asked_keys`` the changes of keys that wait for
    consent.
    ``key`` is the short name of the signing key that ``created`` names; without it, the first that the installation had.
    ``absence`` is what is known of people who stay away, in matches that have agreed what is done then.
    ``extensions`` is how often seats may take more time without asking anybody, and what they took, where that is agreed.
    ``time_requests`` is what is agreed about asking the others for more time, and who asked and answered last.
    ``operator_extensions`` is how often the operator may give time, and gave some.
    ``pauses`` is who wants a pause, and whether the match stands still, where that is agreed.
    ``vacations`` is for whose vacation the clock stopped, where that is agreed.
    ``nights`` says that deadlines keep out of the nights of those who have to answer, where that is agreed.
    ``settled`` is what became of what people said ahead, the latest of each seat, oldest first; only that player may know it.
    ``operator`` says that the log can say that the operator stopped the match; ``stopped`` that he did, or wants to.
    ``least_reliability`` is the entry condition of an open table, where its owner set one.
    ``outages_until`` is the end of the last outage of the service whose time players were given back (ms), ``outages_since``
    when the last of them began: an end that a wrong clock has written may be in the future.
    """

    match: str
    title: str
    rules: str
    data: str
    options: dict[str, Any]
    seats: list[Seat]
    custody: Literal["any", "client"]
    entropy: Literal["optional", "required"]
    pace: dict[str, Any]
    grace: int
    hold: int
    visibility: Literal["open", "private"]
    invitation: str
    start: Literal["when-full", "by-owner"]
    status: Status
    request: Literal["", "start", "cancel"]
    resigning: list[int]
    owner: str
    created: int
    standing: list[Standing]
    marks: list[int]
    labels: list[str]
    outcome: Outcome | None
    over: str | None
    key: NotRequired[str]
    seeding: Seeding
    barred: NotRequired[list[str]]
    guests: NotRequired[list[Guest]]
    start_head: NotRequired[str]
    resignations: NotRequired[list[Resignation]]
    answered: NotRequired[list[HiddenAnswer]]
    asked_keys: NotRequired[list[AskedKey]]
    absence: NotRequired[Absences]
    extensions: NotRequired[MoreTime]
    time_requests: NotRequired[TimeRequestState]
    operator_extensions: NotRequired[OperatorTime]
    pauses: NotRequired[PauseState]
    vacations: NotRequired[Vacations]
    nights: NotRequired[Literal["kept"]]
    settled: NotRequired[list[SettledWish]]
    operator: NotRequired[MayStop]
    stopped: NotRequired[Stop]
    outages_until: NotRequired[int]
    outages_since: NotRequired[int]
    least_reliability: NotRequired[LeastReliability]


class Times(NamedTuple):
    """When a decision that opens now ends, how long client openings are awaited after its lock, and its release (ms).

    ``left_until`` is until when default orders leave it to its player.
    """

    deadline: int
    opening_period: int
    release: int | None = None
    left_until: int | None = None


Deadlines = Callable[[Decision], Times]


def decision_of(standing: Standing) -> Decision:
    """Return the bare decision, as the rules know it."""
    return Decision(
        id=standing["id"],
        kind=standing["kind"],
        seats=standing["seats"],
        sealed=standing["sealed"],
        optional=standing["optional"],
    )


def standing_of(table: Table, decision: str) -> Standing | None:
    """Return the decision if it stands."""
    return next((one for one in table["standing"] if one["id"] == decision), None)


def last_lapsed(table: Table, decision: str) -> int:
    """Return the number of the last answer to an open decision that was taken back, from which it counts on; 0: none was."""
    return max(
        (seq for one, _, by, seq, *_ in table.get("answered", []) if (one, by) == (decision, "lapsed")), default=0
    )


def opening_around(table: Table, standing: Standing, seat: int, move: Move, salt: bytes) -> Opening:
    """Return the ordinary opening of a seat's move in a decision that stands, with these 32 bytes of salt."""
    return Opening(
        v=1,
        match=table["match"],
        rules=table["rules"],
        decision=standing["id"],
        seat=seat,
        head=standing["head"],
        salt=b64(salt),
        move=move,
    )


def resignation_of(table: Table, seat: int | None) -> Resignation | None:
    """Return the act by which a seat has resigned, ``None`` if there is none."""
    return next((one for one in table.get("resignations", []) if one["seat"] == seat), None)
