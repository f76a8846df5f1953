"""Reading a mail into a command, and doing what it says.

A mail is read once, by the first reader of the table that makes a command of it; what is done then looks at no line any more.
(What a later line of a turn means only the table tells that the line before it has made: :mod:`workers.inbox.commands.turn`.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from service.matches.numbering import Numbered
from workers.inbox.commands import Command, Outcome, Picks, Reply, Trouble
from workers.inbox.commands.account import ChangeLanguage, ChangeVacation
from workers.inbox.commands.ask import AskCard, AskSealed
from workers.inbox.commands.choose import NotConfirmed, Stale, read_answer
from workers.inbox.commands.plan import ChangeOrders
from workers.inbox.commands.plan_sentences import asks_for_lines
from workers.inbox.commands.table import AnswerNotRunning, ComeBack, ConfirmRematch, Resign, TakeTime
from workers.inbox.commands.turn import DoInTurn
from workers.inbox.offered import Offered, Text
from workers.mail.reply_address import written


@dataclass(frozen=True)
class Unclear:
    """A mail that a program may have sent, one of whose numbers nobody can tell how they look to its sender, or a reaction."""

    trouble: Trouble
    line: str = ""
    asked: Sequence[Numbered] = ()

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read the marks of such a mail."""
        mail = text.reply.mail
        if mail.doubtful:
            return cls("by-program", mail.doubtful)
        if mail.numbers_unclear:
            return cls("list-numbers")
        return cls("not-understood", "".join(mail.lines[:1]), text.offered.asked) if mail.is_reaction else None

    def do(self, reply: Reply) -> Outcome:
        """Do nothing, and say why."""
        return Outcome(reply.record, trouble=self.trouble, line=self.line, asked=self.asked)


@dataclass(frozen=True)
class AskOnceMore:
    """A yes to a letter that asked for one, above something that may make another thing of it: ``line``."""

    line: str
    offered: Offered

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read it where a yes would do something, and nothing else that the mail says does."""
        address, consent = text.reply.address, text.consent
        if consent is None or not consent.doubt or not text.is_new:
            return None
        if address.suggests and (text.raised is None or isinstance(text.understand(text.choosing), Picks)):
            return None
        asks = address.suggests or (address.confirms and not asks_for_lines(address.asked))
        return cls(consent.doubt, text.offered) if asks else None

    def do(self, reply: Reply) -> Outcome:
        """Do nothing, and ask for it once more."""
        number = reply.address.suggestion
        choice = None if number is None else self.offered.find(number)
        return Outcome(
            reply.record,
            trouble="yes-and-more",
            line=self.line,
            asked=self.offered.asked,
            candidates=[] if choice is None else [choice],
            once_more=True,
            asks_at=written(reply.address, reply.context.settings.reply_host),
        )


READERS: tuple[tuple[str, Callable[[Text], Command | None]], ...] = (
    ("any mail of somebody whose seat another one has", ComeBack.read),
    ("a mail with a mark of programs, with a list whose numbers are unclear, or a reaction such as 👍", Unclear.read),
    ("a copy of a mail that took or asked for time", TakeTime.resume),
    ("`YES` with something else, to a letter that asked for a `YES`", AskOnceMore.read),
    ("`PLAN`, and `YES` to a standing order", ChangeOrders.read),
    ("`DEUTSCH`, `ENGLISH`", ChangeLanguage.read),
    ("`YES` to a rematch", ConfirmRematch.read),
    ("`What have I sealed?`", AskSealed.read),
    ("`RESIGN`, and `YES` to resigning", Resign.read),
    ("`VACATION`, and `YES` to a vacation", ChangeVacation.read),
    ("any mail about a match that is not running, such as `REMATCH`", AnswerNotRunning.read),
    ("`YES` to a choice, where the table has gone on", Stale.read),
    ("any other mail to a letter that asked for a `YES` alone", NotConfirmed.read),
    ("`CARD 35`", AskCard.read),
    ("several lines of one turn", DoInTurn.read),
    ("choices, and all other words of the table above", read_answer),
)
"""What is read in which order, as docs/reply-by-mail.md says; the first that makes a command of a mail is right."""


def read(reply: Reply) -> Command:
    """Return the command that a mail is."""
    text = Text(reply)
    return next(command for _, reads in READERS if (command := reads(text)) is not None)


def carry_out(reply: Reply) -> Outcome:
    """Do what a mail asks for, or nothing.

    :raises NotReadNow: where it is about standing orders and no worker can tell what stands.
    """
    if reply.context.store.blocking(reply.account.id) is not None:
        return Outcome(reply.record, trouble="blocked")
    return read(reply).do(reply)
