"""Letters that answer a mail which answers no question: what somebody asked, says of the account, or of an invitation."""

import dataclasses
from collections.abc import Callable
from datetime import date
from email.message import EmailMessage

from service.matches.seating.guests import with_guest
from service.store.records import Account, Record
from tests.workers.mail.match import MATCH, NOON, Match, invitation
from workers.inbox.answer import answer_letter
from workers.inbox.commands import Outcome, Rematch, TimeOff
from workers.inbox.commands.invitation import Became, Did, letter_to_guest, letter_to_seated
from workers.inbox.text import Incoming
from workers.mail.reply_address import ReplyAddress
from workers.mail.sender import Sender

ADDRESS = ReplyAddress(MATCH, 0, bytes(8), False, bytes(10))
NAME = f"reply.{'ab' * 20}"
FIRST, LAST = date(2026, 3, 10), date(2026, 3, 20)

Letter = Callable[[Account, Sender], EmailMessage]


def _mail(account: Account, line: str) -> Incoming:
    return Incoming("ab" * 32, "<1@players.example>", account.mail, "", (), (line,))


def _asking(sender: Sender) -> Sender:
    """An installation that asks whether what a mail says is meant."""
    return dataclasses.replace(sender, confirm=lambda *asked: f"m+{asked[1][:4]}{asked[3].hex()}@reply.example.org")


def running() -> Record:
    """A match in its first round."""
    return Match(preset="tilsit").start().record


def sealed() -> Record:
    """A match in which Ada has sealed a card at the table."""
    return Match(preset="tilsit").start().commit(0, commitment="sc1_Ekfb4cGmzbM8iD28LQI0sN3MLBqpZEkVHmVUwR1vqxk").record


def ended() -> Record:
    """A match that is over, which can be played again."""
    return Match(preset="tilsit", round_limit=3).start().finish().record


def answer(line: str, outcome: Callable[[Account], Outcome]) -> Letter:
    """Return what makes the answer to a mail with this line, which came to that."""
    return lambda account, sender: answer_letter(
        _mail(account, line), outcome(account), account, ADDRESS, _asking(sender), name=NAME, vacation_days=42
    )


def time_off(did: str, account: Account, **more: object) -> Outcome:
    """A mail about a vacation; ``did`` and ``more`` are those of :class:`TimeOff`."""
    return Outcome(running(), time_off=TimeOff(**{"did": did, "account": account, **more}))  # type: ignore[arg-type]


def _lobby(*, free: bool) -> Match:
    """A table that waits for Bert, or that begins at once."""
    match = Match(preset="goldsieber-basic")
    if free:
        match.record.table["seats"][1] = {"player": None, "name": "", "bot": None}
    return match


def seated(*, free: bool) -> Letter:
    """Return what makes the letter to Ada, who sat down by mail."""
    return lambda account, sender: letter_to_seated(
        _mail(account, "JA"), Became("joined", account, _lobby(free=free).record), sender, NAME
    )


def told_again(did: Did) -> Letter:
    """Return what makes the invitation once more, to Cora, whose answer came to this."""

    def made(account: Account, sender: Sender) -> EmailMessage:
        match = _lobby(free=True)
        guest = dataclasses.replace(account, id="p_" + "c" * 32, mail="cora@example.org", name="Cora")
        match.record.table["guests"] = with_guest(match.record.table, guest.id, "", account.language, NOON)
        notice = invitation(match, guest)
        read = dataclasses.replace(sender, invited=lambda one, *_: f"m+invited-{one.id[2:6]}@reply.example.org")
        return letter_to_guest(_mail(guest, "JA"), Became(did, guest, match.record), read, NAME, notice)

    return made


LETTERS: dict[str, Letter] = {
    "mail-status": answer("STATUS", lambda _: Outcome(running(), orders=frozenset({"status"}))),
    "mail-help": answer("HELP", lambda _: Outcome(running(), orders=frozenset({"help"}))),
    "mail-sealed-asked": answer("SEALED", lambda _: Outcome(sealed(), asks_sealed=True, unread=("I <b>forgot</b>",))),
    "mail-rules": answer("RULES", lambda _: Outcome(running(), orders=frozenset({"rules"}))),
    "mail-unread": answer(
        "HERE", lambda _: Outcome(running(), trouble="nothing-to-say", unread=("Who <b>is</b> it & why?",))
    ),
    "mail-language": answer(
        "ENGLISH", lambda account: Outcome(running(), language="de" if account.language == "de" else "en")
    ),
    "mail-over": answer("1", lambda _: Outcome(ended(), trouble="over")),
    "mail-resign-asked": answer("RESIGN", lambda _: Outcome(running(), resigns="alone")),
    "mail-rematch-asked": answer("REMATCH", lambda _: Outcome(ended(), rematch=Rematch("confirm"))),
    "mail-vacation-asked": answer(
        "VACATION", lambda account: time_off("confirm", account, first=FIRST, last=LAST, back="abcdefgh")
    ),
    "mail-vacation-entered": answer(
        "VACATION", lambda account: time_off("entered", account, first=FIRST, last=LAST, tables=(running(),))
    ),
    "mail-seated-waiting": seated(free=True),
    "mail-seated": seated(free=False),
    "mail-invitation-asked": told_again("confirm"),
    "mail-invitation-declined": told_again("declined"),
}
"""Every one by the name of its golden file."""
