"""Reading a mail into a command, and doing what it says.

A mail is read once, by the first reader of the table that makes a command of it; what is done then looks at no line any more.
(What a later line of a turn means only the table tells that the line before it has made: :mod:`workers.inbox.commands.turn`.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from workers.inbox.commands import Command, Outcome, Reply
from workers.inbox.commands.account import ChangeLanguage, ChangeVacation
from workers.inbox.commands.ask import AskCard, AskSealed
from workers.inbox.commands.choose import NotConfirmed, Stale, read_answer
from workers.inbox.commands.plan import ChangeOrders
from workers.inbox.commands.table import AnswerNotRunning, ComeBack, ConfirmRematch, Resign, TakeTime
from workers.inbox.commands.turn import DoInTurn
from workers.inbox.offered import Text


@dataclass(frozen=True)
class Unclear:
    """A mail that a program may have sent, or of whose numbers nobody can tell how they look to its sender."""

    doubtful: str

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read the marks of such a mail."""
        mail = text.reply.mail
        return cls(mail.doubtful) if mail.doubtful or mail.numbers_unclear else None

    def do(self, reply: Reply) -> Outcome:
        """Do nothing, and say why."""
        return Outcome(reply.record, trouble="by-program" if self.doubtful else "list-numbers", line=self.doubtful)


READERS: tuple[tuple[str, Callable[[Text], Command | None]], ...] = (
    ("any mail of somebody whose seat another one has", ComeBack.read),
    ("a mail with a mark of programs, or with a list whose numbers are unclear", Unclear.read),
    ("a copy of a mail that took or asked for time", TakeTime.resume),
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


__all__ = ["READERS", "carry_out", "read"]
