"""The commands of a mail, one file per family; this module defines their types and the types of their outcomes.

A command is a frozen dataclass. Its ``read`` parses a text into a command, or returns ``None`` where the text is about
something else; ``do`` carries it out and returns the outcome. :mod:`workers.inbox.read` has the ordered table of all
commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, Protocol

from engine.contract import Language, Move
from engine.kit.text.plan_sentences import Order as PlanOrder
from engine.match.table import Standing
from engine.protocol.seal import Opening
from service.calendar import BadVacation
from service.context import Context
from service.matches.absence.matters import Matter, Option
from service.matches.errors import SignedReceipt
from service.matches.numbering import Numbered
from service.matches.receipts import Acted, receipt_of
from service.processes.wake import wake
from service.store.records import Account, Record
from service.store.records import Act as StoredAct
from service.store.replies import Lines, ReplyNote
from workers.inbox.desk import Desk
from workers.inbox.text import Incoming
from workers.mail.parts.ahead import Wished
from workers.mail.reply_address import ReplyAddress

Order = Literal[
    "undo", "status", "help", "more", "wait", "here", "bot", "win", "person", "time", "same", "grant", "refuse", "agree",
    "stay", "ask", "rematch", "rules",
]  # fmt: skip


@dataclass(frozen=True)
class Picks:
    """The requests of a mail: choices picked by number, in order and each once, and the orders beside them.

    ``ahead`` holds what was said ahead with each choice, by number. ``seconds`` is how much time the order ``ask`` asks
    the others for, 0 if unclear.
    """

    numbers: tuple[int, ...] = ()
    orders: frozenset[Order] = frozenset()
    ahead: Mapping[int, Said] = field(default_factory=dict)
    seconds: int = 0
    below: tuple[str, ...] = field(default=(), compare=False)
    """The lines below those that were read."""


@dataclass(frozen=True)
class NotUnderstood:
    """A line that is no command; empty if there is no line. ``candidates`` are several choices that it may name;
    ``meant`` is the single choice that it probably names, or :data:`~workers.inbox.naming.UNDO`, and ``said`` what it
    may say ahead with that choice."""

    line: str
    candidates: tuple[int, ...] = ()
    meant: int | None = None
    said: Said | None = None


@dataclass(frozen=True)
class Wrong:
    """An unclear part of a sentence: the ``slot`` (empty if no pattern fits at all), the unknown words as written, and
    what is allowed there, in the reader's language; ``said`` is empty where something is missing."""

    slot: str = ""
    said: str = ""
    right: tuple[str, ...] = ()
    several: bool = False


@dataclass(frozen=True)
class Rematch:
    """The outcome of a request for a rematch. ``confirm``: nothing done until it is confirmed. ``not-meant``: the
    letter that asked was answered with something else, or too late. ``refused`` gives the reason in ``code``; ``table``
    is the rematch's table."""

    did: Literal["confirm", "opened", "joined", "stands", "refused", "not-meant"]
    table: Record | None = None
    code: str = ""


@dataclass(frozen=True)
class TimeOff:
    """The outcome of a mail about vacations. ``confirm``: a line has to be sent back first. ``refused``: see ``error``.

    ``account`` is its state afterwards; ``tables`` are the first of those at which it plays. The confirming line
    contains these days and the code ``back``.
    """

    did: Literal["listed", "entered", "ended", "confirm", "refused", "unclear", "none", "alone"]
    account: Account
    first: date | None = None
    last: date | None = None
    back: str = ""
    error: BadVacation | None = None
    tables: Sequence[Record] = field(default_factory=tuple)


Said = Mapping[str, tuple[str, ...]]
"""Names of wishes in order, by part."""


Trouble = Literal[
    "stale", "not-understood", "ambiguous", "ambiguous-say", "ambiguous-ahead", "nothing-to-say", "nothing-to-repeat",
    "time-alone", "no-time", "no-asking", "ask-how-much", "ask-too-much", "rematch-later", "not-resigned", "left",
    "not-confirmed", "nothing-to-confirm", "wait-alone", "over", "no-replies", "blocked", "by-program", "list-numbers",
    "struck-out", "yes-and-more", "no-card",
]  # fmt: skip
"""Reasons why nothing in a mail was done."""


Act = Literal[
    "sealed", "answered", "taken-back", "before", "refused", "said", "ahead", "ended", "lapsed", "resigned", "comes-back",
    "planned",
]  # fmt: skip
"""Results of a choice, or of another statement in a mail."""


@dataclass(frozen=True)
class Done:
    """The outcome of one choice: the act with its opening, whether it had counted ``before``, or why it was
    ``refused``.

    ``standing`` and ``move`` are ``None`` where they are no longer known, and where something was ``said`` about a
    ``matter``. ``wishes`` holds what was said ahead with ``move``, in words by language (empty: it was refused);
    ``replaced`` means that it took the place of orders set elsewhere, ``ended`` that an earlier letter's words no
    longer apply, and ``lapsed`` that they could no longer have had an effect anyway. ``order`` is the orders document
    with its salt. ``comes-back``: a replaced player asks for the seat. ``planned``: standing orders were set or ended.
    ``one_of_several``: other choices were identical, such as a second card of the same kind. ``called`` is the choice
    by language, as the letter words it.
    """

    standing: Standing | None
    move: Move | None
    act: Act
    acted: Acted | None = None
    opening: Opening | None = None
    commitment: str = ""
    refused: str = ""
    matter: Matter | None = None
    option: Option | None = None
    receipt: SignedReceipt | None = None
    wishes: Mapping[Language, Sequence[Wished]] | None = None
    replaced: bool = False
    order: Mapping[str, object] | None = None
    one_of_several: bool = False
    called: Mapping[Language, str] = field(default_factory=dict)

    @classmethod
    def refusal(cls, code: str) -> Done:
        """Return the outcome of what was refused as a whole."""
        return cls(None, None, "refused", refused=code)


Stop = Literal[
    "not-possible", "not-understood", "several", "turn-over", "others-first", "busy", "went-on", "old-number",
    "not-tried", "not-done",
]  # fmt: skip
"""Reasons why one of several lines did nothing. In order: its meaning is not possible; it has no meaning, or several;
the turn or its questions are over; others are asked first; the workers have not finished; the seat has played on by
other means; its number came from an outdated letter; a line before it stopped the reading, now or (``not-done``) when
the mail first arrived."""


@dataclass(frozen=True)
class LineDone:
    """One of a mail's several lines as it was written, with what it did, or why it did nothing; ``candidates`` as in an
    outcome."""

    text: str
    stop: Stop | None = None
    done: Sequence[Done] = ()
    candidates: Sequence[tuple[Numbered, Move]] = field(default_factory=tuple)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a mail. ``record`` is the match afterwards; ``line`` is the line that was not understood, or the
    header of a mail that may come from a program; ``time_off`` is the outcome of a mail about vacations only. ``most``
    is the most seconds one may ask for here. ``candidates`` are several choices that the line may name. ``resigns``:
    the sender is asked to confirm resigning, and nothing else is done. ``lines`` are those of a mail with several
    actions in a row; their effects are among ``done``. ``rematch`` is the outcome of a mail about a rematch only.
    ``left``: another player has the sender's seat, so nothing of it is shown. ``meant`` is the number of the single
    choice that the line may have meant, as in :class:`~workers.inbox.commands.NotUnderstood`. ``silent``: the mail only
    says thanks, and is not answered. ``explains`` is the card that the mail asks about, by number or name. ``language``
    is the account's new language. ``ahead`` is what was said ahead with ``meant``, as addresses encode it, and
    ``wishes`` the same in words by language. ``unread`` are lines below those that were read; where they caused the
    ``trouble``, they may change the meaning of those. ``asks_sealed``: the mail asks what its sender has sealed.
    ``planned`` is the outcome of a mail about standing orders only, ``remarked`` that of something said at the table,
    ``manner`` that of muting, blocking or reporting.
    ``once_more``: text below may change the meaning, so the sender is asked to repeat it, and nothing below counts
    then. ``asks_at`` is the address of the letter whose question is repeated."""

    record: Record
    done: Sequence[Done] = ()
    trouble: Trouble | None = None
    line: str = ""
    orders: frozenset[Order] = frozenset()
    asked: Sequence[Numbered] = field(default_factory=tuple)
    time_off: TimeOff | None = None
    most: int = 0
    candidates: Sequence[tuple[Numbered, Move]] = field(default_factory=tuple)
    resigns: Literal["", "alone", "team"] = ""
    lines: Sequence[LineDone] = ()
    rematch: Rematch | None = None
    left: bool = False
    meant: int | None = None
    silent: bool = False
    explains: str = ""
    language: Language | None = None
    ahead: bytes = b""
    wishes: Mapping[Language, Sequence[Wished]] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    asks_sealed: bool = False
    planned: Planned | None = None
    remarked: Remarked | None = None
    manner: Manner | None = None
    once_more: bool = False
    asks_at: str = ""


@dataclass
class Note:
    """Records durably what a mail is about to do before it is done.

    ``kept`` is what is recorded so far, ``keep`` stores it; ``lines`` is ``begun`` for a mail with several lines.
    """

    kept: ReplyNote
    keep: Callable[[ReplyNote], None]
    lines: Lines = ""

    def __call__(
        self,
        commitments: dict[str, str],
        extensions: dict[str, int] | None = None,
        requests: dict[str, list[int]] | None = None,
        lines: Lines = "",
        said: list[str] | None = None,
    ) -> None:
        """Record commitments, the numbers of extensions, and number and seconds of requests for more time, by decision.

        Matters already noted in ``said`` stay noted.
        """
        self.kept = replace(
            self.kept,
            commitments=commitments,
            extensions=extensions or {},
            requests=requests or {},
            lines=lines or self.lines,
            said=said or self.kept.said,
        )
        self.keep(self.kept)


PlanTrouble = Literal[
    "alone", "client-custody", "conflict", "elsewhere", "full", "in-doubt", "illegal", "mistyped", "no-orders", "no-such",
    "not-meant", "signature-needed", "too-many", "unreadable", "unsure", "wrong",
]  # fmt: skip
"""Reasons why no order was changed. In order: PLAN stands beside other commands; the match requires client custody;
others were set meanwhile; the standing orders were set elsewhere; they changed too often; text below may change the
meaning; the rules refuse it; it needs confirming; this game has none; there is no order with this number; the letter
that asked was answered by other means; the seat signs its acts; there are too many lines; the standing orders cannot be
opened; it was not understood."""


@dataclass(frozen=True)
class Planned:
    """The outcome of a mail about standing orders.

    ``seat`` owns the orders; ``language`` is that in which ``wrong`` is told. ``stands`` lists the standing orders by
    number, ``None`` in place of one that is over; it is empty where the answer does not list them, and where they were
    set ``elsewhere``. The mail changed ``added``, ``ended`` and ``dropped`` (orders replaced by an added one);
    ``would`` is what the orders answer now. ``line`` is the line that prevented the change, ``wrong`` what is wrong
    with it, ``order`` the order that the rules refuse or that may have been meant, and ``rule`` the code of the rule.
    ``confirm`` is the eight bytes by which a letter asks about it. ``before``: the same mail did it when it first
    arrived.
    """

    seat: int
    language: Language
    trouble: PlanTrouble | None = None
    stands: Sequence[PlanOrder | None] | None = None
    elsewhere: bool = False
    added: Sequence[PlanOrder] = ()
    ended: Sequence[PlanOrder] = ()
    dropped: Sequence[PlanOrder] = ()
    would: Sequence[tuple[Standing, Move]] = ()
    before: bool = False
    line: str = ""
    wrong: Wrong = field(default_factory=Wrong)
    order: PlanOrder | None = None
    rule: str = ""
    confirm: bytes = b""


@dataclass(frozen=True)
class Remarked:
    """Something said by mail, to everybody at the table or ``to_partners``; or why it was ``refused``: a state of the
    talk, an error code, ``empty``, ``too-long`` or ``unseen`` (invisible characters)."""

    text: str
    to_partners: bool = False
    refused: str = ""


@dataclass(frozen=True)
class Manner:
    """The outcome of muting, blocking, reporting or erasing: ``did`` is ``done``, or why nothing was done (``nothing``:
    there is nothing like that; ``in-doubt``: text below may change it). ``what`` is muted, ``name`` the person,
    ``text`` the remark; ``people`` are those whom the command could be about."""

    did: str
    command: str
    what: str = ""
    name: str = ""
    text: str = ""
    people: Sequence[str] = ()


@dataclass(frozen=True)
class Reply:
    """A mail accepted as its account's: the address of the letter it answers, the match, what was noted of this same
    mail earlier (``before``), and the means to note more (``note``)."""

    desk: Desk
    account: Account
    record: Record
    address: ReplyAddress
    mail: Incoming
    before: ReplyNote
    note: Note

    @property
    def context(self) -> Context:
        """The installation."""
        return self.desk.context

    @property
    def seat(self) -> int:
        """The seat to which the letter was sent."""
        return self.address.seat

    def wake(self, match: str) -> None:
        """Let the workers look at a match now."""
        wake(self.context.settings.queue_url, "resolve", match)

    def acted(self, act: StoredAct) -> Acted:
        """Return an act that counted before, with its receipt."""
        receipt, signature = receipt_of(self.context, self.record.table, act)
        return Acted(act, receipt, signature, None, False, None)

    def noted(self, kind: str) -> str | None:
        """Return what this same mail noted about a kind of thing when it first arrived, or None."""
        return next((one.removeprefix(kind).strip() for one in self.before.said if one.startswith(kind)), None)

    def note_said(self, *said: str) -> None:
        """Note what the mail is about to say or change; a copy of it does so only where that still fits."""
        self.note(self.before.commitments, said=[*said])

    def latest(self) -> Record:
        """Return the match as it is now."""
        return self.context.store.load(self.record.match) or self.record


@dataclass(frozen=True)
class Tell:
    """A mail that changes nothing: its answer only tells something, such as why."""

    outcome: Outcome

    def do(self, reply: Reply) -> Outcome:
        """Do nothing."""
        return self.outcome


class Command(Protocol):
    """A request in a mail."""

    def do(self, reply: Reply) -> Outcome:
        """Carry out the command; return its outcome."""
        ...
