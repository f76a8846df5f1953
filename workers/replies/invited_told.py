"""The letters that answer what was said to an invitation: the invitation once more, or that its reader sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from typing import Literal

from engine.registry import game_of
from service.context import Context
from service.matches import inviting, lobby
from service.matches.changes import new_step
from service.matches.errors import MatchError
from service.matches.numbering import digest_of
from service.matches.seats import seat_of
from service.notifications.kinds import INVITED
from service.notifications.notices import about_match
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.compose import compose, evidence_of
from workers.mail.letter import AnswerLetter, Link, Understood
from workers.mail.message import fill, start_message
from workers.mail.page import Page
from workers.mail.reader import Reader
from workers.mail.sender import Sender, sender_of
from workers.mail.telling import title_of
from workers.replies.address import ReplyAddress, make_invited_address
from workers.replies.incoming import Incoming

Did = Literal[
    "joined",
    "seated",
    "confirm",
    "declined",
    "language",
    "unclear",
    "elsewhere",
    "over",
    "refused",
    "blocked",
    "by-program",
]
"""What an answer came to. ``seated``: its sender sat there before; ``confirm``: it is asked whether it is meant; ``elsewhere``:
it is not shown to come from the mailbox; ``over``: nobody can sit down by this invitation any more; ``refused``: not by mail;
``by-program``: a program may have sent it, by the header that is its code."""


@dataclass(frozen=True)
class Became:
    """What an answer came to, whose account it is and the table, both afterwards; ``more``: it said what nobody reads."""

    did: Did
    account: Account
    record: Record
    code: str = ""
    more: bool = False


def answer_to_guest(context: Context, mail: Incoming, became: Became, address: ReplyAddress) -> EmailMessage:
    """Return the letter that answers: the invitation once more, with what was understood; or that its reader sits there."""
    sender, name = sender_of(context, became.record), f"reply.{mail.key[:40]}"
    if became.did in ("joined", "seated", "over", "blocked"):
        return letter_to_seated(mail, became, sender, name)
    letter = letter_to_guest(mail, became, sender, name, _invitation(context, became))
    if became.did == "confirm":
        account, host = became.account, context.settings.reply_host
        of, match = address.asked, became.record.match
        del letter["Reply-To"]
        letter["Reply-To"] = make_invited_address(
            context.links, host, account.id, account.letterbox, match, of, asked_back=True
        )
    return letter


def letter_to_guest(mail: Incoming, became: Became, sender: Sender, name: str, invitation: Notice) -> EmailMessage:
    """Return the letter that tells the invitation once more, with what was understood of the answer to it."""
    reader = Reader.of(became.account, became.record.now)
    lines = [str(reader.words("invitation-answered").did(became.did, became.code))]
    letter = compose(
        [invitation],
        became.account,
        became.record,
        sender,
        name=name,
        previous=mail.message_id or None,
        understood=Understood(lines),
    )
    line = str(reader.words("invitation-answered").subject_of(became.did))
    del letter["Subject"]
    letter["Subject"] = headers.subject(title_of(became.record, game_of(became.record.table), reader), [""], [line])
    del letter["Siegelpost-Events"]  # it tells the invitation once more, which is no event
    return letter


def _invitation(context: Context, became: Became) -> Notice:
    """Return the invitation as it would be told now; it goes out with the answer and is queued nowhere."""
    record, account = became.record, became.account
    step = new_step(context, record.table, n=record.n, head=record.head, at=record.at, now=record.now)
    owner = context.store.account(record.table["owner"])
    assert owner is not None  # a table whose owner is deleted is cancelled
    facts = inviting.invited_facts(owner, record.table, account.language)
    told = about_match(
        INVITED, step, account.id, None, facts, at=record.now, wait=0, n=inviting.FIRST, occasion="answer"
    )
    return told[0]


def letter_to_seated(mail: Incoming, became: Became, sender: Sender, name: str) -> EmailMessage:
    """Return the letter to whoever sits there now, or cannot sit down any more."""
    record, account = became.record, became.account
    reader = Reader.of(account, record.now)
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    words, seat = reader.words("invitation-answered"), seat_of(record.table, account.id)
    called = "" if seat is None else page.names[seat]
    lines = [str(words.sits(page.title, called))] if seat is not None else [str(words.did(became.did, became.code))]
    lines += [str(words.rest())] if became.more else []
    links = [Link(str(reader.say.links_rules()), f"{page.public_url}/rules/{record.table['rules'].partition('@')[0]}")]
    if seat is not None:
        links = [Link(str(reader.say.links_match()), page.table_url), *links]
    subject = headers.subject(page.short_title, [""], [str(words.subject(seat is not None))])
    letter = AnswerLetter(
        subject=subject,
        name=reader.name,
        lines=lines,
        proofs=[],
        lead="",
        questions=[],
        raised=[],
        reply="",
        help=[] if seat is None else [str(words.then(_stage(record)))],
        table="",
        n=record.n,
        head=record.head,
        key=sender.key_id,
        evidence=evidence_of(record, sender),
        links=links,
        why=str(reader.words("reply").why(page.title)),
        brief=True,
    )
    message = start_message(name, account, sender, record.now, subject, kind="auto-replied")
    headers.thread(message, record.match, sender.mail_from, mail.message_id or None)
    if seat is not None and sender.reply is not None:
        message["Reply-To"] = sender.reply(account, record.match, seat, digest_of([]), False)
    fill(message, reader, letter)
    return message


def _stage(record: Record) -> Literal["waits", "begins", "runs", "over"]:
    """Return how far a table is that somebody sits at."""
    status = record.table["status"]
    if status != "lobby":
        return "over" if status == "closed" else "runs"
    try:
        lobby.in_lobby(record.table)
    except MatchError:
        return "begins"
    return "waits" if any(one["player"] is None for one in record.table["seats"]) else "begins"


__all__ = ["Became", "Did", "answer_to_guest", "letter_to_guest", "letter_to_seated"]
