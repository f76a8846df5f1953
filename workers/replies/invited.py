"""Answers to invitations: JA sits somebody down, NEIN declines, and everything else is answered with the invitation once more.

The address for answers is signed for one account, its mailbox, one table and one invitation, so it can only be known to who has
read the letter. Sitting down makes an account of a newcomer, so besides that the mail must be shown to come from the mailbox: by
the installation's mail server (DMARC), else by a "yes" to a second letter that asks back. A mail that comes from elsewhere does
nothing; a few times a day it makes a letter to the mailbox itself, with the button.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from email.message import EmailMessage
from typing import Literal

from engine.registry import game_of
from service.accounts.mail_budgets import DAY, HOUR
from service.context import Context
from service.matches import inviting, lobby
from service.matches.caps import CapReached
from service.matches.changes import new_step
from service.matches.errors import MatchError
from service.matches.guests import guest_of, invitation_digest, is_withdrawn
from service.matches.numbering import digest_of
from service.matches.seats import seat_of
from service.notifications.channel import Temporary, Undelivered
from service.notifications.kinds import INVITED
from service.notifications.notices import about_match
from service.store.records import Account, Notice, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.mail import headers
from workers.mail.channel import sender_of
from workers.mail.compose import compose, evidence_of
from workers.mail.letter import AnswerLetter, Link, Understood
from workers.mail.message import fill, start_message
from workers.mail.page import Page
from workers.mail.reader import Reader
from workers.mail.sender import Sender
from workers.replies.address import ReplyAddress, make_invited_address
from workers.replies.desk import AGAIN, ANSWER_WITHIN, BUSY, FLOOD, NOBODY, READ, UNREAD, Desk, key_at
from workers.replies.incoming import Incoming, Refused, read
from workers.replies.invitation_words import Said, name_of, read_answer
from workers.replies.senders import objection

PER_LETTER = 20
"""Mails that are read in an hour in answer to one invitation."""
UNPROVED = 3
"""Letters a day that mails from elsewhere make, to one mailbox about one table."""

Did = Literal[
    "joined", "seated", "confirm", "declined", "language", "unclear", "elsewhere", "over", "refused", "blocked"
]
"""What an answer came to. ``seated``: its sender sat there before; ``confirm``: it is asked whether it is meant; ``elsewhere``:
it is not shown to come from the mailbox; ``over``: nobody can sit down by this invitation any more; ``refused``: not by mail."""

log = logging.getLogger("siegelpost.replies")


@dataclass(frozen=True)
class Became:
    """What an answer came to, whose account it is and the table, both afterwards; ``more``: it said what nobody reads."""

    did: Did
    account: Account
    record: Record
    code: str = ""
    more: bool = False


def take_invited(desk: Desk, raw: bytes, envelope_from: str, record: Record, address: ReplyAddress) -> str:
    """Read an answer to an invitation, do what it says, answer it; return the reply to the server that brought it."""
    account = _guest(desk.context, record, address)
    if account is None:
        return NOBODY
    try:
        mail = read(raw, envelope_from)
    except Refused as error:
        return f"554 5.6.0 {error}"
    why = objection(mail, account.mail, desk.context.settings.reply_authserv)
    unread = _unread(desk.context, mail, account, address, why)
    if unread is not None:
        return unread
    mail = replace(mail, key=key_at(mail, address))
    note = desk.context.store.take_reply(account.id, mail.key, record.now)
    if note == "busy":
        return BUSY
    try:
        return READ if note.done else _answered(desk, mail, account, record, address, note, proved=why is None)
    finally:
        desk.context.store.release_reply(account.id, mail.key)


def _unread(context: Context, mail: Incoming, account: Account, address: ReplyAddress, why: str | None) -> str | None:
    """Return what the other server is told of a mail that is not read, ``None``: it is; ``why`` it is not the account's."""
    here = f"{account.id}:{address.match}"
    if mail.automatic:
        log.info("a mail to %s is not read: %s", account.id, mail.automatic)
        return UNREAD
    if why is not None and not context.store.hit("invited-elsewhere", here, UNPROVED, DAY).allowed:
        log.info("a mail for %s is not read: %s", account.id, why)
        return UNREAD
    per_letter = ("replies-to-letter", address.mac.hex(), PER_LETTER, HOUR)
    return FLOOD if context.settings.rate_limits and not context.store.hit(*per_letter).allowed else None


def _answered(
    desk: Desk,
    mail: Incoming,
    account: Account,
    record: Record,
    address: ReplyAddress,
    note: ReplyNote,
    *,
    proved: bool,
) -> str:
    """Do what a mail says and answer it; what it does is done once, however often its answer has to be tried."""
    context = desk.context
    became = _carry_out(context, account, record, address, mail, proved=proved)
    try:
        desk.transport.send(_answer(context, mail, became, address), lambda: True)
    except Undelivered as error:
        log.warning("the answer to a mail of %s is not sent: %s", account.id, error.answer)
        if isinstance(error, Temporary) and record.now - note.since < ANSWER_WITHIN:
            context.store.note_reply(account.id, mail.key, note)
            return AGAIN
    context.store.note_reply(account.id, mail.key, replace(note, done=True))
    return READ


def _guest(context: Context, record: Record, address: ReplyAddress) -> Account | None:
    """Return whose the address is: a guest of the table, if this mailbox was sent it."""
    guests = context.store.accounts([one["account"] for one in record.table.get("guests", [])])
    known = (one for one in guests if one is not None and one.mail and address.is_of(context.links, one.id, one.mail))
    return next(known, None)


def _carry_out(
    context: Context, account: Account, record: Record, address: ReplyAddress, mail: Incoming, *, proved: bool
) -> Became:
    account = _speaking(account, record)
    before = _settled(context, account, record, address)
    if before is not None or not proved:
        return Became(before or "elsewhere", account, record)
    said = read_answer(mail.lines)
    if said.what == "language" and said.language is not None:
        inviting.speak(context, record.match, account, said.language)
        return Became("language", replace(account, language=said.language), record)
    if said.what == "no":
        return _decline(context, account, record)
    if said.what == "yes" and (context.settings.reply_authserv or address.asked_back):
        return _sit(context, account, record, said, mail)
    return Became("confirm" if said.what == "yes" else "unclear", account, record)


def _settled(context: Context, account: Account, record: Record, address: ReplyAddress) -> Did | None:
    """Return why it makes no difference what a mail says; ``None``: it does."""
    if context.store.blocking(account.id) is not None:
        return "blocked"
    if seat_of(record.table, account.id) is not None:
        return "seated"
    return None if _stands(record, account, address) else "over"


def _speaking(account: Account, record: Record) -> Account:
    """Return the account as its letters speak to it: who has never logged in reads the language of the invitation."""
    guest = guest_of(record.table, account.id)
    spoken = "" if guest is None else guest["language"]
    return replace(account, language=spoken) if spoken and not account.verified else account


def _stands(record: Record, account: Account, address: ReplyAddress) -> bool:
    """Return whether the invitation of the letter still seats its reader."""
    table = record.table
    try:
        lobby.in_lobby(table)
    except MatchError:
        return False
    free = any(one["player"] is None for one in table["seats"])
    return (
        free and not is_withdrawn(table, account.id) and address.asked.hex() == invitation_digest(table["invitation"])
    )


def _decline(context: Context, account: Account, record: Record) -> Became:
    try:
        return Became("declined", account, inviting.decline(context, record.match, account.id))
    except MatchError:
        return Became("over", account, record)


def _sit(context: Context, account: Account, record: Record, said: Said, mail: Incoming) -> Became:
    """Sit the sender down; a newcomer's account is confirmed by it, in the language that its letters have."""
    if not account.verified:
        name = said.name or name_of(mail.display)
        wish = {"name": name} if name else {}
        wish["language"] = account.language
        account = context.store.update_account(account.id, verified=True, bouncing=False, **wish) or account
        context.store.forget_bounces(account.id)
    try:
        invitation = record.table["invitation"]
        joined = lobby.join(context, record.match, account, seat=None, invitation=invitation, entropy=None)
    except MatchError as error:
        if error.code == "already-seated":
            return Became("seated", account, context.store.load(record.match) or record)
        late = error.code in ("full", "not-in-lobby", "invitation-wrong", "removed-from-table")
        return Became("over" if late else "refused", account, record, error.code)
    except CapReached as error:
        return Became("refused", account, record, error.code)
    wake(context.settings.queue_url, "resolve", record.match)
    return Became("joined", account, joined, more=said.more)


def _answer(context: Context, mail: Incoming, became: Became, address: ReplyAddress) -> EmailMessage:
    """Return the letter that answers: the invitation once more, with what was understood; or that its reader sits there."""
    sender, name = sender_of(context, became.record), f"reply.{mail.key[:40]}"
    if became.did in ("joined", "seated", "over", "blocked"):
        return _told(mail, became, sender, name)
    reader = Reader.of(became.account, became.record.now)
    lines = [str(reader.words("invitation-answered").did(became.did, became.code))]
    letter = compose(
        [_invitation(context, became)],
        became.account,
        became.record,
        sender,
        name=name,
        previous=mail.message_id or None,
        understood=Understood(lines),
    )
    line = str(reader.words("invitation-answered").subject_of(became.did))
    del letter["Subject"]
    letter["Subject"] = headers.subject(game_of(became.record.table).rules.title_in(reader.language), [""], [line])
    del letter["Siegelpost-Events"]  # it tells the invitation once more, which is no event
    if became.did == "confirm":
        account, host = became.account, context.settings.reply_host
        of, match = address.asked, became.record.match
        del letter["Reply-To"]
        letter["Reply-To"] = make_invited_address(
            context.links, host, account.id, account.mail, match, of, asked_back=True
        )
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


def _told(mail: Incoming, became: Became, sender: Sender, name: str) -> EmailMessage:
    """Return the letter to who sits there now, or cannot sit down any more."""
    record, account = became.record, became.account
    reader = Reader.of(account, record.now)
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    words, seat = reader.words("invitation-answered"), seat_of(record.table, account.id)
    waits = any(one["player"] is None for one in record.table["seats"])
    called = "" if seat is None else page.names[seat]
    lines = (
        [str(words.sits(page.title, called, waits))] if seat is not None else [str(words.did(became.did, became.code))]
    )
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
        help=[],
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
        message["Reply-To"] = sender.reply(account.id, record.match, seat, digest_of([]), False)
    fill(message, reader, letter)
    return message


__all__ = ["take_invited"]
