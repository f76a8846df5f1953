"""A table as JSON, with all its records: who sits where, which decisions stand, what was agreed and what came of it.

Only types, so every module that works on a table can import them. :mod:`engine.match.step` moves a table on.
"""

from typing import Any, Literal, NotRequired, TypedDict

from engine.contract import Decision, Outcome
from engine.kit.ahead import Fate
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
from engine.protocol.bodies import EntropyCustody

Status = Literal["lobby", "running", "closed"]
TableTalk = Literal["after", "open", "none"]
"""The time from which spectators read the talk: after the match's end, or at once; ``none``: nobody talks."""


class GivenEntropy(TypedDict):
    """A player's share of the seed: its commitment (``se1_``), and who holds the value until it is published."""

    commitment: str
    custody: EntropyCustody


class Reveal(TypedDict):
    """A seat's act of revealing: received (ms) when entry ``n`` with this ``head`` was the log's last."""

    seat: int
    received: int
    n: int
    head: str


class Revealing(TypedDict):
    """The table is closed: which seats have to reveal what they hold, until when (ms; ``None``: nobody), and who has.

    ``round`` is that of the beacon, ``None`` without one. ``reminded`` is the deadline for which the reminder went out.
    """

    deadline: int | None
    seats: list[int]
    revealed: list[Reveal]
    reminded: NotRequired[int]
    round: int | None


class Published(TypedDict):
    """All entropies (base64url) by seat are in the log; the signature (hex) of the beacon's round once it is there."""

    entropies: list[str | None]
    signature: str | None


class Seeding(TypedDict):
    """The agreement about the seed, and its progress.

    ``resolver`` is the public key that boxes are sealed to, ``reveal`` how long seats have to reveal (ms).
    """

    resolver: str
    reveal: int
    beacon: Beacon | None
    revealing: NotRequired[Revealing]
    published: NotRequired[Published]


class Seat(TypedDict):
    """A seat's occupant: ``player`` is an opaque account id, ``name`` is public, ``bot`` is its engine or None.

    ``key`` is the player's public signing key (base64url), if any; ``rekeyed`` counts its changes since, ``keys_asked`` the
    requests for the others' consent to a new one. Absent: never. ``owned_by`` is only there for bot accounts, which play
    through the API: the account of the person who runs it. ``entropy`` is their share of the seed; ``taken_over`` says that
    another player sat here when the match began, ``orders_after`` that orders up to this act of the seat were a
    predecessor's and ended with him, ``signs`` that the first player here brought a key, so that every successor must.
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


class Response(TypedDict):
    """A seat's response to a pending request."""

    seat: int
    grant: bool


class Request(TypedDict):
    """A seat's request to the others for this many more seconds, in entry ``n`` with this ``head``, and their responses."""

    seat: int
    seconds: int
    n: int
    head: str
    responses: list[Response]


class Said(TypedDict):
    """A seat's last statement of a kind: its act number ``seq``, its content, and the entry ``n`` with this ``head``
    (ms).

    ``seconds`` is what it asked for, ``grant`` what it said to ``requester``; the other is ``None``.
    """

    seat: int
    seq: int
    decision: str
    received: int
    n: int
    head: str
    seconds: int | None
    grant: bool | None
    requester: int | None


class TimeRequestState(TypedDict):
    """``agreed`` is what ``created`` says; ``asked`` and ``answered`` are each seat's last request and last response.

    The request that stands is a member of its decision, and ends with it.
    """

    agreed: TimeRequests
    asked: list[Said]
    answered: list[Said]


class Standing(Decision):
    """A decision that stands. Times in milliseconds; ``None`` deadline: nobody waits for it.

    ``head`` is the log head of the entry ``n`` that opened it; ``phase`` is ``opening`` after the lock while client
    openings are awaited, at most ``opening_period`` long, until ``opening_ends``, from the seats
    ``awaited``; ``reminded`` is the instant (ms) until which reminders went out, ``asked`` whether the seats have been asked.
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


class Vote(TypedDict):
    """A seat's vote about another: act number ``seq``, time ``received`` (ms), log entry ``n`` with this ``head``.

    ``player`` is the ``person`` that it chooses.
    """

    seat: int
    absent: int
    choice: Choice
    player: NotRequired[str]
    seq: int
    received: int
    n: int
    head: str


class HandedTo(TypedDict):
    """To whom a player who is there hands his seat over: a bot of the house, or the ``player`` of ``person``."""

    choice: Literal["bot", "person"]
    player: NotRequired[str]


class Case(TypedDict):
    """A seat that is missed: the entry ``absent`` (``n``, ``head``), until when it alone knows (ms), the decisions it missed.

    ``polled`` is the head after the entry ``polled``, once the others are asked; ``votes`` are the last of each.

    ``to``: nobody is missed, its player hands it over (:mod:`engine.match.substitutes`). Then it is the entry ``handed``, whose
    head is that of ``polled``, too; ``until`` is how long the others may answer.
    """

    seat: int
    n: int
    head: str
    until: int
    missed: list[str]
    polled: NotRequired[str]
    to: NotRequired[HandedTo]
    votes: list[Vote]


class Back(TypedDict):
    """A seat's report of being back: in entry ``n`` with this ``head``, for the ``seq``-th time (ms)."""

    seat: int
    seq: int
    received: int
    n: int
    head: str


class Handed(TypedDict):
    """A seat's request for a handover: in entry ``n`` with this ``head``, for the ``seq``-th time (ms), and its receiver."""

    seat: int
    seq: int
    choice: Literal["bot", "person"]
    player: NotRequired[str]
    received: int
    n: int
    head: str


class Candidate(TypedDict):
    """Somebody is ready to play on in a seat, since entry ``n`` with this ``head`` (:mod:`engine.match.substitutes`).

    ``by`` is the seat that named him, ``None`` for whoever was replaced there and would come back; ``agreed`` are then the seats
    that want it. ``name`` is what the table calls him, ``key`` what he would sign with.
    """

    seat: int
    player: str
    name: str
    by: int | None
    key: NotRequired[str]
    n: int
    head: str
    agreed: list[int]


class AskedFor(TypedDict):
    """A seat (``by``) asks somebody to play on in another, or in its own (ms). The log does not have it.

    Whoever has the ``secret`` may accept; ``account`` is who got a letter, or empty. ``address`` tells which email address was
    typed (a digest), where one was.
    """

    seat: int
    by: int
    account: str
    secret: str
    at: int
    address: NotRequired[str]


class Change(TypedDict):
    """A seat's change of hands in entry ``n``, at ``at`` (ms): from ``player``, called ``name``, to ``to``.

    ``decision`` is the decision that was open then, if there was one.
    """

    seat: int
    n: int
    at: int
    player: str | None
    name: str
    to: str
    decision: NotRequired[str]


class Absences(TypedDict):
    """``agreed`` is what ``created`` says; ``missed`` what each seat missed in a row, by seat; ``back`` the last of each seat.

    ``votes`` is how often each seat has voted in the match, by seat; ``voted`` are the last votes of each about each other.
    ``replaced`` are the accounts whose seats somebody else has taken: they may go on watching. ``candidates`` are ready to
    take a seat, ``asked`` are those who were asked to be; ``changes`` is who had which seat until when. ``handed`` is the last
    time that each seat asked to be handed over. Each is there once there was one.
    """

    agreed: Absence
    missed: list[list[str]]
    cases: list[Case]
    back: list[Back]
    votes: list[int]
    voted: list[Vote]
    replaced: NotRequired[list[str]]
    candidates: NotRequired[list[Candidate]]
    asked: NotRequired[list[AskedFor]]
    changes: NotRequired[list[Change]]
    handed: NotRequired[list[Handed]]


class Taken(TypedDict):
    """A seat has taken more time for a decision, in entry ``n`` with this ``head``, as its ``seq``-th (``received``: ms)."""

    seat: int
    decision: str
    seq: int
    received: int
    n: int
    head: str


class MoreTime(TypedDict):
    """``agreed`` is what ``created`` says; ``taken`` is the last extension of each seat that took any."""

    agreed: Extensions
    taken: list[Taken]


class Ordered(TypedDict):
    """The operator wants a decision to have so many seconds more; a worker gives them."""

    decision: str
    seconds: int


class OperatorTime(TypedDict):
    """``agreed`` is what ``created`` says; ``given`` is how often the operator has given time, ``ordered`` what he wants now."""

    agreed: OperatorExtensions
    given: int
    ordered: NotRequired[list[Ordered]]


class Wish(TypedDict):
    """A seat's last statement about a pause: its act number ``seq``, and the entry ``n`` with this ``head`` that
    records it (ms)."""

    seat: int
    pause: bool
    seq: int
    received: int
    n: int
    head: str


class Pause(TypedDict):
    """The match stands still since then, and until then at the latest (ms)."""

    since: int
    until: int


class PauseState(TypedDict):
    """``agreed`` is what ``created`` says; ``wishes`` are the seats that want a pause, ``said`` the last word of each seat.

    ``rested``: a pause is over, and nothing was resolved since, so there is none again yet. ``now`` is the pause, if any.
    """

    agreed: Pauses
    wishes: list[int]
    said: list[Wish]
    rested: bool
    now: NotRequired[Pause]


class Away(TypedDict):
    """A seat on vacation for which the clock has stopped, and the end of the vacation (ms)."""

    seat: int
    until: int


class Vacations(TypedDict):
    """``agreed`` is what ``created`` says; ``away`` is the last vacation of each seat that has stopped the clock."""

    agreed: Stops
    away: list[Away]


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
    """The outcome of a seat's wishes about a ``part``, at entry ``n`` (:mod:`engine.kit.ahead`)."""

    n: int
    seat: int
    decision: str
    part: str
    wishes: list[str]
    fate: Fate
    used: str


class LeastReliability(TypedDict):
    """Admission to an open table: the minimum percentage of answers in time, and whether new players are admitted."""

    percent: int
    newcomers: bool


class Guest(TypedDict):
    """Somebody whom the owner of a table has invited: an account, and what became of the invitation.

    ``address`` tells whether the account still has the email address that was invited (a digest, empty where it was invited as an
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

    All of it is public except ``invitation``, ``guests``, ``barred``, ``guestless``, ``answered``, ``settled``, the secrets in
    ``absence`` and, in standing decisions, ``release``, ``asked``, ``reminded`` and ``left_until``.

    ``pace`` is opaque here (the service makes deadlines from it), ``grace`` and ``hold`` are milliseconds. ``request`` and
    ``resigning`` are wishes that a worker has accepted durably but not yet carried out. ``marks`` count unopened commitments
    by seat, ``labels`` are the draw labels used so far. ``over`` is the reason once it is closed. ``barred`` are the
    accounts that the owner has removed, which do not sit down again; without anybody removed it is not there. ``guestless`` is
    a digest of the invitation that was good when somebody was removed last: no guest account sits down by it. ``guests`` are
    those whom the owner has invited, likewise.
    ``seeding`` says how the seed comes about, ``start_head`` is the head after ``started``; ``resignations`` are the acts behind
    ``resigning``, ``answered`` what the log hides of answers until the end, ``asked_keys`` the changes of keys that wait for
    consent.
    ``key`` is the short name of the signing key that ``created`` names.
    ``absence`` is what is known of people who stay away, in matches that have agreed what is done then.
    ``extensions`` is how often seats may take more time without asking anybody, and what they took, where that is agreed.
    ``time_requests`` is what is agreed about asking the others for more time, and who asked and answered last.
    ``operator_extensions`` is how often the operator may give time, and gave some.
    ``pauses`` is who wants a pause, and whether the match stands still, where that is agreed.
    ``vacations`` is for whose vacation the clock stopped, where that is agreed.
    ``rated`` says that the result counts for the players' ratings, where that is agreed.
    ``tournament`` is the tournament that the match belongs to; it has no ``owner`` then ("").
    ``nights`` says that deadlines keep out of the nights of those who have to answer, where that is agreed.
    ``settled`` is what became of what people said ahead, the latest of each seat, oldest first; only that player may know it.
    ``operator`` says that the log can say that the operator stopped the match; ``stopped`` that he did, or wants to.
    ``least_reliability`` is the entry condition of an open table, where its owner set one.
    ``talk`` says who reads what is said to the whole table; absent: spectators do after the end.
    ``assistants`` says that its owner wants nobody to be helped by a computer's assistant there.
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
    key: str
    seeding: Seeding
    barred: NotRequired[list[str]]
    guestless: NotRequired[str]
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
    rated: NotRequired[bool]
    tournament: NotRequired[str]
    settled: NotRequired[list[SettledWish]]
    operator: NotRequired[MayStop]
    stopped: NotRequired[Stop]
    outages_until: NotRequired[int]
    outages_since: NotRequired[int]
    least_reliability: NotRequired[LeastReliability]
    talk: NotRequired[TableTalk]
    assistants: NotRequired[Literal["unwanted"]]
