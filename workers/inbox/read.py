"""Reading a mail into a command, and carrying it out.

A mail is read once, by the first reader of the table that makes a command of it; carrying out the command does not look
at lines again. (The exception: a later line of a turn depends on the table as the line before left it, see
:mod:`workers.inbox.commands.turn`.)
"""

from __future__ import annotations

from collections.abc import Callable

from workers.inbox.commands import Command, Outcome, Picks, Reply, Tell
from workers.inbox.commands.account import ChangeLanguage, ChangeVacation
from workers.inbox.commands.ask import Say, read_card, read_sealed
from workers.inbox.commands.choose import read_answer, read_late_yes, read_no_yes
from workers.inbox.commands.manners import BeCivil
from workers.inbox.commands.plan import ChangeOrders
from workers.inbox.commands.table import AnswerNotRunning, ComeBack, ConfirmRematch, Resign, TakeTime
from workers.inbox.commands.turn import DoInTurn
from workers.inbox.offered import Text
from workers.mail.reply_address import written


def read_marks(text: Text) -> Tell | None:
    """Read a mail that a program may have sent, one that may look different to its sender, or a reaction."""
    mail, record = text.reply.mail, text.reply.record
    if mail.doubtful:
        return Tell(Outcome(record, trouble="by-program", line=mail.doubtful))
    if mail.unclear:
        return Tell(Outcome(record, trouble=mail.unclear))
    if not mail.is_reaction:
        return None
    return Tell(Outcome(record, trouble="not-understood", line="".join(mail.lines[:1]), asked=text.offered.asked))


def read_yes_and_more(text: Text) -> Tell | None:
    """Read a yes followed by text that may change its meaning, where only the yes would do something: it is asked for
    again."""
    address, consent = text.reply.address, text.consent
    if consent is None or not consent.doubt or not text.is_new:
        return None
    if address.suggests and (text.raised is None or isinstance(text.understand(text.choosing), Picks)):
        return None
    if not address.suggests and address.subject in (None, "lines"):
        return None
    choice = None if address.suggestion is None else text.offered.find(address.suggestion)
    return Tell(
        Outcome(
            text.reply.record,
            trouble="yes-and-more",
            line=consent.doubt,
            asked=text.offered.asked,
            candidates=[] if choice is None else [choice],
            once_more=True,
            asks_at=written(address, text.reply.context.settings.reply_host),
        )
    )


READERS: tuple[tuple[str, Callable[[Text], Command | None]], ...] = (
    ("any mail of somebody whose seat another one has", ComeBack.read),
    (
        "a mail with a mark of programs, unclear list numbers or unclear struck-out text, or a reaction such as 👍",
        read_marks,
    ),
    ("a copy of a mail that took or asked for time", TakeTime.resume),
    ("`YES` with something else, to a letter that asked for a `YES`", read_yes_and_more),
    ("`PLAN`, and `YES` to a standing order", ChangeOrders.read),
    ("`DEUTSCH`, `ENGLISH`, `FRANÇAIS`", ChangeLanguage.read),
    ("`SAY`, `SAG`", Say.read),
    ("`MUTE`, `BLOCK`, `REPORT`, `UNSAY`", BeCivil.read),
    ("`YES` to a rematch", ConfirmRematch.read),
    ("`What have I sealed?`", read_sealed),
    ("`RESIGN`, and `YES` to resigning", Resign.read),
    ("`VACATION`, and `YES` to a vacation", ChangeVacation.read),
    ("any mail about a match that is not running, such as `REMATCH`", AnswerNotRunning.read),
    ("`YES` to a choice, where the table has gone on", read_late_yes),
    ("any other mail to a letter that asked for a `YES` alone", read_no_yes),
    ("`CARD 35`", read_card),
    ("several lines of one turn", DoInTurn.read),
    ("choices, and all other words of the table above", read_answer),
)
"""The readers in order, as in docs/reply-by-mail.md; the first that makes a command of a mail wins."""


def read(reply: Reply) -> Command:
    """Return the command that a mail is."""
    text = Text(reply)
    return next(command for _, reads in READERS if (command := reads(text)) is not None)


def carry_out(reply: Reply) -> Outcome:
    """Carry out a mail, or do nothing.

    :raises NotReadNow: where it is about standing orders and no worker can tell what stands.
    """
    if reply.context.store.blocking(reply.account.id) is not None:
        return Outcome(reply.record, trouble="blocked")
    outcome = read(reply).do(reply)
    names_none = outcome.trouble == "not-understood" and not outcome.candidates and outcome.meant is None
    if reply.mail.has_struck and (outcome.silent or names_none):
        return Outcome(reply.record, trouble="struck-out")
    return outcome
