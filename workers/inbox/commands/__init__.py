"""The commands of a mail, one file for each family of them; here are their types, and those of what became of a mail.

A command is a frozen dataclass. Its class has ``read``, which makes one of a text, or says ``None`` where the text is about
something else; ``do`` does it and says what became of it. :mod:`workers.inbox.read` has the table of all of them in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Protocol

from engine.contract import Language, Move
from engine.kit.text.plan_sentences import Order as PlanOrder
from engine.match.table import Standing
from engine.protocol.seal import Opening
from service.calendar.vacation_days import BadVacation
from service.context import Context
from service.matches.absence.matters import Matter, Option
from service.matches.errors import SignedReceipt
from service.matches.numbering import Numbered
from service.matches.receipts import Acted
from service.processes.wake import wake
from service.store.mail.replies import Lines, ReplyNote
from service.store.records import Account, Record
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
    """Requests of a mail: the choices picked by number, in order and each once, and the orders beside them.

    ``ahead`` is what it says with choices about what may follow, by number. ``seconds`` is how much time it asks the others for
    (order ``ask``), 0 where it does not say so clearly.
    """

    numbers: tuple[int, ...] = ()
    orders: frozenset[Order] = frozenset()
    ahead: Mapping[int, Said] = field(default_factory=dict)
    seconds: int = 0
    below: tuple[str, ...] = field(default=(), compare=False)
    """The lines below those that were read."""


@dataclass(frozen=True)
class NotUnderstood:
    """The line that is no command; empty when there is no line at all. It may name each of ``candidates``, which are several;
    ``meant`` is the one choice that it may have been meant to name, or :data:`~workers.inbox.naming.UNDO`, and ``said``
    what it may say with that choice."""

    line: str
    candidates: tuple[int, ...] = ()
    meant: int | None = None
    said: Said | None = None


@dataclass(frozen=True)
class Wrong:
    """An unclear part of a sentence: the ``slot`` (empty if no pattern fits at all), the unknown words as written, and what
    could stand there, in the reader's language; ``said`` is empty where something is missing."""

    slot: str = ""
    said: str = ""
    right: tuple[str, ...] = ()
    several: bool = False


@dataclass(frozen=True)
class Rematch:
    """The outcome of a request to play again. ``confirm``: nothing yet, it has to be confirmed. ``not-meant``: the letter
    that asked was answered otherwise, or too late. ``refused`` says why in ``code``; ``table`` is the table that stands."""

    did: Literal["confirm", "opened", "joined", "stands", "refused", "not-meant"]
    table: Record | None = None
    code: str = ""


@dataclass(frozen=True)
class TimeOff:
    """The outcome of a mail about vacations. ``confirm``: a line has to be sent back first. ``refused``: see ``error``.

    ``account`` is as it is afterwards; ``tables`` are those at which it plays, the first ones. The line that confirms has these
    days and the code ``back``.
    """

    did: Literal["listed", "entered", "ended", "confirm", "refused", "unclear", "none", "alone"]
    account: Account
    first: date | None = None
    last: date | None = None
    back: str = ""
    error: BadVacation | None = None
    tables: Sequence[Record] = field(default_factory=tuple)


Said = Mapping[str, tuple[str, ...]]
"""By part, the names of wishes in order."""


Trouble = Literal[
    "stale", "not-understood", "ambiguous", "ambiguous-say", "ambiguous-ahead", "nothing-to-say", "nothing-to-repeat",
    "time-alone", "no-time", "no-asking", "ask-how-much", "ask-too-much", "rematch-later", "not-resigned", "left",
    "not-confirmed", "nothing-to-confirm", "wait-alone", "over", "no-replies", "blocked", "by-program", "list-numbers",
    "yes-and-more",
]  # fmt: skip
"""Why nothing of a mail was done."""


Act = Literal[
    "sealed", "answered", "taken-back", "before", "refused", "said", "ahead", "ended", "lapsed", "resigned", "comes-back",
    "planned",
]  # fmt: skip
"""What became of a choice, or of what else a mail says."""


@dataclass(frozen=True)
class Done:
    """The outcome of one choice: the act with its opening, that it had counted ``before``, or why it was ``refused``.

    ``standing`` and ``move`` are ``None`` where they are not known any more, and where something was ``said`` about a ``matter``.
    ``wishes`` is what was said ahead with ``move``, by language in words (empty: it was refused), in place of orders set
    elsewhere if it ``replaced`` them; ``ended``: what a letter had said ahead stands no more; ``lapsed``: nor could it
    have come to anything any more. ``order`` is the document of orders with its salt. ``comes-back``: who was replaced asks for
    the seat. ``planned``: standing orders were set or ended. ``one_of_several``: other choices were the
    same, such as a second card of the kind. ``called`` is the choice by language, as its letter has it.
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


Stop = Literal[
    "not-possible", "not-understood", "several", "turn-over", "others-first", "busy", "went-on", "old-number",
    "not-tried", "not-done",
]  # fmt: skip
"""Why a line of several did nothing: what it means is not possible, it means nothing or several things; the turn or what the seat
is asked in it is over, others are asked first, the workers are not done, the seat has gone on otherwise; its number was that of a
letter that is out of date; a line before it stopped the reading, now or (``not-done``) when the mail came first."""


@dataclass(frozen=True)
class LineDone:
    """One of several lines of a mail, as it was written: what it did, or why it did nothing; ``candidates`` as in an outcome."""

    text: str
    stop: Stop | None = None
    done: Sequence[Done] = ()
    candidates: Sequence[tuple[Numbered, Move]] = field(default_factory=tuple)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a mail. ``record`` is the match afterwards; ``line`` the one that was not understood, or the header of a
    mail that a program may have sent; ``time_off`` what
    it said about vacations, which is all it was about then. ``most``: for how many seconds more one may ask here at most.
    ``candidates`` are the choices that the line may name, which are several. ``resigns``: the sender is asked whether that is
    meant, and nothing else is done. ``lines`` are those of a mail that does several things in a row, and
    what they did is among ``done``. ``rematch`` is what became of playing again, which is all it was about then. ``left``:
    somebody else plays in the sender's seat, so that nothing of it is shown. ``meant`` is the number of the one choice that the
    line may have been meant to name, as in :class:`~workers.inbox.commands.NotUnderstood`. ``silent``: the mail says nothing
    but thanks, and is not answered. ``explains`` is the card that the mail asks about, by number or name. ``language``: what the
    account reads from now on. ``ahead`` is what was said with the choice that is ``meant``, as addresses have it, and
    ``wishes`` the same by language in words. ``unread`` are lines below those that were read; where something is in
    ``trouble`` for them, they may change what those say. ``asks_sealed``: the mail asks what its sender has sealed.
    ``planned`` is what it said about standing orders, which is all it was about then. ``once_more``: what stands below may change
    it, so its sender is asked to say it once more, with nothing below it counting then. ``asks_at`` is the address of the
    letter that the answer asks about once more."""

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
    once_more: bool = False
    asks_at: str = ""


class Note(Protocol):
    """Remembers what a mail is about to do, durably, before it is done; of one with several ``lines`` how far it is."""

    def __call__(
        self,
        commitments: dict[str, str],
        extensions: dict[str, int] | None = None,
        requests: dict[str, list[int]] | None = None,
        lines: Lines = "",
        said: list[str] | None = None,
    ) -> None:
        """Remember commitments, the numbers of extensions, and number and seconds of requests for more time, by decision.

        What something is ``said`` about stays remembered.
        """


PlanTrouble = Literal[
    "alone", "client-custody", "conflict", "elsewhere", "full", "in-doubt", "illegal", "mistyped", "no-orders", "no-such",
    "not-meant", "signature-needed", "too-many", "unreadable", "unsure", "wrong",
]  # fmt: skip
"""Why nothing was changed: PLAN stands beside other commands; the match demands client custody; others were set meanwhile; what
stands was set elsewhere; it was changed too often; text below may change what it says; the rules refuse it; it is asked about;
this game has none; there is no order of this number; the letter that asked was answered otherwise; the seat signs; there are too
many lines; what stands cannot be opened; it was not understood."""


@dataclass(frozen=True)
class Planned:
    """The outcome of a mail about standing orders.

    ``seat`` is whose they are; what is ``wrong`` is told in the ``language``. ``stands`` is what stands now by number, ``None``
    in the place of what is over; none of it where the answer does not tell it, and where it was set ``elsewhere``.
    ``added``, ``ended`` and ``dropped`` (what one that was added takes the place of) are what the mail changed; ``would`` is what
    the orders answer now. ``line`` is the one for which nothing was changed, ``wrong`` what is wrong with it, ``order`` the one
    that the rules refuse, or that may have been meant, and ``rule`` the code of the rule. ``confirm``: the eight bytes by which a
    letter asks about it. ``before``: this very mail did it when it came first.
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
class Reply:
    """A mail that is its account's: the address of the letter that it answers, the match, and what is remembered of this very
    mail (``before``) or shall be (``note``)."""

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
        """The seat that the letter was for."""
        return self.address.seat

    def wake(self, match: str) -> None:
        """Let the workers look at a match now."""
        wake(self.context.settings.queue_url, "resolve", match)

    def latest(self) -> Record:
        """Return the match as it is now."""
        return self.context.store.load(self.record.match) or self.record


@dataclass(frozen=True)
class Tell:
    """A mail for which nothing is done: its answer only tells something, such as why."""

    outcome: Outcome

    def do(self, reply: Reply) -> Outcome:
        """Do nothing."""
        return self.outcome


class Command(Protocol):
    """A request in a mail."""

    def do(self, reply: Reply) -> Outcome:
        """Do it; return what became of it."""
        ...
