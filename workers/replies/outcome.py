"""What a mail came to: each thing that was done or refused, or why nothing was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from engine.contract import Language, Move
from engine.match.table import Standing
from engine.protocol.seal import Opening
from service.matches.errors import SignedReceipt
from service.matches.matters import Matter, Option
from service.matches.numbering import Numbered
from service.matches.receipts import Acted
from service.store.records import Record
from service.store.replies import Lines
from workers.mail.ahead import Wished
from workers.replies.commands import Order
from workers.replies.planned import Planned
from workers.replies.rematch import Rematch
from workers.replies.time_off import TimeOff

Trouble = Literal[
    "stale",
    "not-understood",
    "ambiguous",
    "ambiguous-say",
    "ambiguous-ahead",
    "nothing-to-say",
    "nothing-to-repeat",
    "time-alone",
    "no-time",
    "no-asking",
    "ask-how-much",
    "ask-too-much",
    "rematch-later",
    "not-resigned",
    "left",
    "not-confirmed",
    "nothing-to-confirm",
    "wait-alone",
    "over",
    "no-replies",
    "blocked",
    "by-program",
    "list-numbers",
]
"""Why nothing of a mail was done."""


@dataclass(frozen=True)
class Done:
    """What one choice came to: the act with its opening, that it had counted ``before``, or why it was ``refused``.

    ``standing`` and ``move`` are ``None`` where they are not known any more, and where something was ``said`` about a ``matter``.
    ``wishes`` is what was said ahead with ``move``, by language in words (empty: it was refused), in place of orders set
    elsewhere if it ``replaced`` them; ``ended``: what a letter had said ahead stands no more; ``lapsed``: nor could it
    have come to anything any more. ``order`` is the document of orders with its salt. ``comes-back``: who was replaced asks for
    the seat. ``planned``: standing orders were set or ended. ``one_of_several``: other choices were the
    same, such as a second card of the kind. ``called`` is the choice by language, as its letter has it.
    """

    standing: Standing | None
    move: Move | None
    act: Literal[
        "sealed",
        "answered",
        "taken-back",
        "before",
        "refused",
        "said",
        "ahead",
        "ended",
        "lapsed",
        "resigned",
        "comes-back",
        "planned",
    ]
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
    "not-possible",
    "not-understood",
    "several",
    "turn-over",
    "others-first",
    "busy",
    "went-on",
    "old-number",
    "not-tried",
    "not-done",
]
"""Why a line of several did nothing: what it means is not possible, it means nothing or several things; the turn or what the seat
is asked in it is over, others are asked first, the workers are not done, the seat has gone on otherwise; its number was that of a
letter that is out of date; a line before it stopped the reading, now or (``not-done``) when the mail came first."""


@dataclass(frozen=True)
class Line:
    """One of several lines of a mail, as it was written: what it did, or why it did nothing; ``candidates`` as in an outcome."""

    text: str
    stop: Stop | None = None
    done: Sequence[Done] = ()
    candidates: Sequence[tuple[Numbered, Move]] = field(default_factory=tuple)


@dataclass(frozen=True)
class Outcome:
    """What a whole mail came to. ``record`` is the match afterwards; ``line`` the one that was not understood, or the header of a
    mail that a program may have sent; ``time_off`` what
    it said about vacations, which is all it was about then. ``most``: for how many seconds more one may ask here at most.
    ``candidates`` are the choices that the line may name, which are several. ``resigns``: the sender is asked whether that is
    meant, and nothing else is done. ``lines`` are those of a mail that does several things in a row, and
    what they did is among ``done``. ``rematch`` is what became of playing again, which is all it was about then. ``left``:
    somebody else plays in the sender's seat, so that nothing of it is shown. ``meant`` is the number of the one choice that the
    line may have been meant to name, as in :class:`~workers.replies.grammar.NotUnderstood`. ``silent``: the mail says nothing
    but thanks, and is not answered. ``explains`` is the card that the mail asks about, by number or name. ``language``: what the
    account reads from now on. ``ahead`` is what was said with the choice that is ``meant``, as addresses have it, and
    ``wishes`` the same by language in words. ``unread`` are lines below those that were read; where something is in
    ``trouble`` for them, they may change what those say. ``asks_sealed``: the mail asks what its sender has sealed.
    ``planned`` is what it said about standing orders, which is all it was about then."""

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
    lines: Sequence[Line] = ()
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


__all__ = ["Done", "Line", "Note", "Outcome", "Stop", "Trouble"]
