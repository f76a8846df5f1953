"""Answers to invitations: JA sits somebody down, NEIN declines, and everything else is answered with the invitation once more.
Who sits there gives the seat back with NEIN until the match begins.

The address for answers is signed for one account, its mailbox, one table and one invitation, so only whoever has read the letter
can know it. Sitting down makes an account of a newcomer, so besides that the mail must be shown to come from the mailbox: by
the installation's mail server (DMARC), else by a "yes" to a second letter that asks back. A mail that comes from elsewhere does
nothing; a few times a day it makes a letter to the mailbox itself, with the button.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from service.accounts.mail_budgets import DAY
from service.context import Context
from service.matches import inviting, lobby
from service.matches.caps import CapReached
from service.matches.errors import MatchError
from service.matches.guests import guest_of, invitation_digest, is_withdrawn
from service.matches.seats import seat_of
from service.notifications.channel import Temporary, Undelivered
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.replies.address import ReplyAddress
from workers.replies.automatic import sends_no_replies
from workers.replies.charging import read_charged
from workers.replies.desk import AGAIN, ANSWER_WITHIN, BUSY, NOBODY, NOT_ACTED_ON, NOWHERE, READ, UNREAD, Desk, key_at
from workers.replies.incoming import Incoming
from workers.replies.invitation_words import Said, name_of, read_answer
from workers.replies.invited_told import Became, Did, answer_to_guest
from workers.replies.repeating import is_told_already
from workers.replies.senders import objection

PER_LETTER = 20
"""Mails to one invitation in an hour."""
UNPROVED = 3
"""Letters a day that mails from elsewhere make, to one mailbox about one table."""

log = logging.getLogger("siegelpost.replies")


def take_invited(desk: Desk, raw: bytes, envelope_from: str, record: Record, address: ReplyAddress) -> str:
    """Read an answer to an invitation, do what it says, answer it; return the reply to the server that brought it."""
    account = guest_at(desk.context, record, address)
    if account is None:
        return NOBODY
    mail = read_charged(desk, raw, envelope_from, account, address, PER_LETTER)
    if isinstance(mail, str):
        return mail
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
    by_program = mail.automatic or (why is not None and (mail.doubtful or sends_no_replies(mail.sender)))
    if by_program:
        log.info("a mail to %s is not read: %s", account.id, by_program)
        return UNREAD
    if why is not None and not context.store.hit("invited-elsewhere", here, UNPROVED, DAY).allowed:
        log.info("a mail for %s is not read: %s", account.id, why)
        return UNREAD
    return None


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
    if mail.doubtful and note.since == record.now and is_told_already(context, account.id, record.match):
        context.store.note_reply(account.id, mail.key, replace(note, done=True))
        return NOT_ACTED_ON.format(mail.doubtful)
    note = replace(note, said=note.said or [_begun_at(record)])
    became = _carry_out(context, account, record, address, mail, note, proved=proved)
    try:
        letter = answer_to_guest(context, mail, became, address)
        desk.transport.send(letter, lambda: True, NOWHERE if mail.doubtful else "")
    except Undelivered as error:
        log.warning("the answer to a mail of %s is not sent: %s", account.id, error.answer)
        if isinstance(error, Temporary) and record.now - note.since < ANSWER_WITHIN:
            context.store.note_reply(account.id, mail.key, note)
            return AGAIN
    context.store.note_reply(account.id, mail.key, replace(note, done=True))
    return READ


def guest_at(context: Context, record: Record, address: ReplyAddress) -> Account | None:
    """Return whose the address is: a guest of the table, sitting there or not, if this mailbox was sent it."""
    guests = context.store.accounts([one["account"] for one in record.table.get("guests", [])])
    known = (
        one for one in guests if one is not None and one.mail and address.is_of(context.links, one.id, one.letterbox)
    )
    return next(known, None)


def _carry_out(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    mail: Incoming,
    note: ReplyNote,
    *,
    proved: bool,
) -> Became:
    account, said = _speaking(account, record), read_answer(() if mail.doubtful else mail.lines)
    before = _settled(context, account, record, address)
    if before == "seated" and proved and said.what == "no":
        return _give_back(context, account, record, mail, note)
    if before is not None or not proved:
        return Became(before or "elsewhere", account, record)
    if mail.doubtful:
        return Became("by-program", account, record, mail.doubtful)
    return _do(context, account, record, address, mail, said)


def _do(
    context: Context, account: Account, record: Record, address: ReplyAddress, mail: Incoming, said: Said
) -> Became:
    """Do what a mail says that is its reader's, to an invitation that stands."""
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


def _give_back(context: Context, account: Account, record: Record, mail: Incoming, note: ReplyNote) -> Became:
    """Give the seat back while the table waits. A copy of the mail does nothing once anything happened there.

    Else a copy that comes late would take away a seat that was taken again.
    """
    if account.id == record.table["owner"] or note.said != [_begun_at(record)]:
        return Became("seated", account, record)
    context.store.note_reply(account.id, mail.key, note)
    try:
        return _decline(context, account, lobby.leave(context, record.match, account))
    except MatchError:
        return Became("seated", account, context.store.load(record.match) or record)


def _begun_at(record: Record) -> str:
    """Return what is noted of a mail: how far the table was when it came first."""
    return f"table:{record.n}"


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


__all__ = ["guest_at", "take_invited"]
