"""Taking one mail: whose it is, whether it is read, what it does; then its answer. Returns what the other mail server is told.

All of it happens before that server is told ``250``, and until then the mail is its to keep: whatever dies here, it sends the
mail again. So a mail needs no place in the store, where it would say what was sealed; what the store keeps is a note under the
digest of its Message-ID and the address it came to, by which a copy of it does nothing.

What mail servers send back counts for the account whose letter it is about, and may pause its mails. Nothing in such a report is
believed but the status code.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.match.table import Table
from service.accounts.mail.bounces import is_dead, meaning
from service.accounts.mail.mail_address import mailbox_of
from service.context import Context
from service.notifications.channel import Ambiguous, NotHanded, Temporary, Undelivered
from service.store.accounts.bounces import Bounce
from service.store.accounts.limits import Budget
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.mail.replies import Lines, ReplyNote
from service.store.records import Account, Record
from service.telemetry import tracing
from service.telemetry.counts import BOUNCES
from service.telemetry.logs import about
from workers.inbox.answer import Along, answer_letter, answer_with_news, take_along
from workers.inbox.commands import Outcome, Reply
from workers.inbox.commands.choose import closes
from workers.inbox.commands.invitation import guest_at, take_invited
from workers.inbox.commands.table import has_left, players_before
from workers.inbox.desk import (
    AGAIN,
    ANSWER_WITHIN,
    BUSY,
    FLOOD,
    NOBODY,
    NOT_ACTED_ON,
    NOWHERE,
    READ,
    UNREAD,
    Desk,
    NotRead,
    NotReadNow,
    ReadsReports,
    charge_bytes,
    charge_work,
    is_told_already,
    key_at,
    read_charged,
)
from workers.inbox.read import carry_out
from workers.inbox.reading import read_report
from workers.inbox.sender import objection
from workers.inbox.text import Incoming, sends_no_replies
from workers.mail.channel import Mail
from workers.mail.parts.picture import NoPicture
from workers.mail.reply_address import ReplyAddress
from workers.mail.return_address import ReturnAddress
from workers.mail.sender import sender_of

HOUR, DAY = 3_600, 86_400
ANSWERED = 2
"""So often a day the same words about one match are answered: a mail may be lost, or be read by somebody too late."""
PER_ACCOUNT = 120
"""Mails of one account that are carried out in an hour."""
PER_LETTER = 30
"""Mails to one letter in an hour."""
PER_MATCH_OVER = 10
"""Mails that are carried out in a day about one match that is over: its letters can be answered for ever, and passed on."""


def take(desk: Desk, raw: bytes, envelope_from: str, address: ReplyAddress) -> str:
    """Read a mail that came for an address, do what it asks for, answer it; return the reply to the server that brought it."""
    facts: dict[str, tracing.Fact] = {"match": address.match}
    try:
        with about(match=address.match), tracing.span("answer by mail", "server", parent="", facts=facts):
            return _take(desk, raw, envelope_from, address)
    except (StoreUnavailable, Unreadable) as error:
        log.warning("a mail waits: %s", type(error).__name__)
        return AGAIN
    except NotReadNow:
        log.warning("a mail waits: no worker reads standing orders")
        return AGAIN
    except NotRead as error:
        log.warning("a mail waits: %s", error)
        return AGAIN
    except Exception as error:
        # Whatever a mail manages to break, it breaks for itself alone; its text must not reach the log.
        log.error("a mail for match %s could not be read: %s", address.match, type(error).__name__)
        return AGAIN


def _take(desk: Desk, raw: bytes, envelope_from: str, address: ReplyAddress) -> str:
    context = desk.context
    record = context.store.load(address.match)
    if record is not None and (address.invites or _waits_for_it(context, record, address)):
        return take_invited(desk, raw, envelope_from, record, address)
    account = None if record is None else _holder(context, record.table, address)
    if record is None or account is None:
        return NOBODY
    mail = read_charged(desk, raw, envelope_from, account, address, PER_LETTER)
    if isinstance(mail, str):
        return mail
    unread = _unread(context, mail, account, address, record.table)
    if unread is not None:
        return unread
    mail = replace(mail, key=key_at(mail, address))
    note = context.store.take_reply(account.id, mail.key, record.now)
    if note == "busy":
        return BUSY
    try:
        return READ if note.done else _carry_out(desk, mail, account, record, address, note)
    finally:
        context.store.release_reply(account.id, mail.key)


def _waits_for_it(context: Context, record: Record, address: ReplyAddress) -> bool:
    """Return whether an address is that of a letter to a guest who sits down at a table that has not begun."""
    return record.table["status"] == "lobby" and guest_at(context, record, address) is not None


def _unread(context: Context, mail: Incoming, account: Account, address: ReplyAddress, table: Table) -> str | None:
    """Return the SMTP reply for a mail that is not read, or None to read it."""
    why = objection(mail, account.mail, context.settings.reply_authserv)
    by_program = mail.automatic or (why is not None and (mail.doubtful or sends_no_replies(mail.sender)))
    if by_program:
        log.info("a mail to %s is not read: %s", account.id, by_program)
        return UNREAD
    if why is not None:
        log.info("a mail for the seat of %s is refused: %s", account.id, why)
        return f"550 5.7.1 {why}"
    if context.settings.rate_limits and not _within_budgets(context, account, address, table):
        return FLOOD
    return None


def _holder(context: Context, table: Table, address: ReplyAddress) -> Account | None:
    """Return whose the address is: the player who has the seat now, or one who had it before, if the letter was theirs."""
    if address.seat >= len(table["seats"]):
        return None
    for player in (table["seats"][address.seat]["player"], *players_before(table, address.seat)):
        account = None if player is None else context.store.account(player)
        if account is None or not account.verified or not account.mail:
            continue
        if address.is_of(context.links, account.id, account.letterbox):
            return account
    return None


def _within_budgets(context: Context, account: Account, address: ReplyAddress, table: Table) -> bool:
    is_over = table["status"] == "closed"
    over = [Budget("replies-of-match-over", f"{account.id}:{address.match}", PER_MATCH_OVER, DAY)] if is_over else []
    budgets = [*over, Budget("replies-of-account", account.id, PER_ACCOUNT, HOUR)]
    return all(context.store.hit(one.name, one.who, one.limit, one.window).allowed for one in budgets)


def _carry_out(
    desk: Desk, mail: Incoming, account: Account, record: Record, address: ReplyAddress, note: ReplyNote
) -> str:
    context = desk.context

    def remember(
        commitments: dict[str, str],
        extensions: dict[str, int] | None = None,
        requests: dict[str, list[int]] | None = None,
        lines: Lines = "",
        said: list[str] | None = None,
    ) -> None:
        nonlocal note
        note = replace(
            note,
            commitments=commitments,
            extensions=extensions or {},
            requests=requests or {},
            lines=lines,
            said=said or note.said,
        )
        context.store.note_reply(account.id, mail.key, note)

    is_new = note.since == record.now
    if mail.doubtful and is_new and is_told_already(context, account.id, record.match):
        context.store.note_reply(account.id, mail.key, replace(note, done=True))
        return NOT_ACTED_ON.format(mail.doubtful)
    outcome = carry_out(Reply(desk, account, record, address, mail, note, remember))
    if outcome.language is not None:
        account = replace(account, language=outcome.language)
    made = {one.standing["id"]: one.commitment for one in outcome.done if one.standing is not None and one.commitment}
    noted = replace(note, commitments={**note.commitments, **made})
    goes_on = any(one.acted is not None and closes(one.acted) for one in outcome.done)
    if goes_on:
        outcome = replace(outcome, record=desk.aftermath(outcome.record))
    if has_left(outcome.record, account, address):  # by this very mail, or while it was read
        outcome, goes_on = replace(outcome, left=True), False
    if outcome.silent or (is_new and says_nothing_new(context, account, outcome, mail.lines)):
        context.store.note_reply(account.id, mail.key, replace(noted, done=True))
        return READ
    try:
        _answer(desk, mail, outcome, account, address, goes_on=goes_on)
    except Undelivered as error:
        log.warning("the answer to a mail of %s is not sent: %s", account.id, error.answer)
        if isinstance(error, Temporary) and record.now - note.since < ANSWER_WITHIN:
            context.store.note_reply(account.id, mail.key, noted)
            return AGAIN
    context.store.note_reply(account.id, mail.key, replace(noted, done=True))
    return READ


# Programs that answer every mail, such as notes about holidays, should say so in a header; some do not. Each of our answers would
# bring the next of theirs. People write something else after the first answer, which says what is understood.
def says_nothing_new(context: Context, account: Account, outcome: Outcome, lines: Sequence[str]) -> bool:
    """Count a mail that nothing came of; return whether its words were answered often enough already.

    What the words are is not kept: they are counted under something that only this installation can make of them.
    """
    if not context.settings.rate_limits or outcome.trouble is None or outcome.done:
        return False
    words = context.links.derive("words-of-mail", account.id, outcome.record.match, *lines).hex()
    return not context.store.hit("replies-of-same-words", words, ANSWERED, DAY).allowed


def _answer(
    desk: Desk, mail: Incoming, outcome: Outcome, account: Account, address: ReplyAddress, *, goes_on: bool
) -> None:
    """Answer a mail; where the match goes on by it, what came of it and what is asked next go along.

    :raises Undelivered: as one of its kinds.
    """
    context, name = desk.context, f"reply.{mail.key[:40]}"
    writer = Mail(context, desk.transport)
    along = take_along(writer, account, outcome, address.seat, name) if goes_on else None
    if along is not None and _send_along(desk, writer, mail, outcome, along):
        return
    days, sender = context.settings.vacation_days, sender_of(context, outcome.record)
    write = partial(answer_letter, mail, outcome, account, address, sender, name=name, vacation_days=days)
    try:
        letter = write(pictured=partial(writer.pictured, account, outcome.record, address.seat))
    except NoPicture as error:
        log.error("the table of %s cannot be drawn: %s", address.match, error)
        letter = write()
    desk.transport.send(letter, lambda: True, NOWHERE if mail.doubtful else "")


def _send_along(desk: Desk, writer: Mail, mail: Incoming, outcome: Outcome, along: Along) -> bool:
    """Send the answer with this news; ``False``: it is somebody else's by now, and the answer has to go without it.

    :raises Undelivered: where it did not arrive; the news stays, unless nobody knows whether it did.
    """
    try:
        said = desk.transport.send(answer_with_news(mail, outcome, along.bundle, writer), along.at_handover)
    except NotHanded:
        return False
    except Ambiguous as error:
        along.ambiguous(error.answer)
        raise
    except BaseException:
        along.give_back()
        raise
    along.sent(said)
    return True


REPORTS_PER_ACCOUNT = 30
"""Reports to one account in an hour; large ones count more (:mod:`workers.inbox.desk`)."""
NOTED = "250 2.0.0 noted"
REPORT_UNREAD = "250 2.0.0 taken, and not read"
log = logging.getLogger("siegelpost.replies")


def take_returned(context: Context, raw: bytes, address: ReturnAddress, read: ReadsReports = read_report) -> str:
    """Note what a report says; return the reply to the server that brought it."""
    try:
        return _take_report(context, raw, address, read)
    except (StoreUnavailable, Unreadable, NotRead) as error:
        log.warning("a delivery report waits: %s", type(error).__name__)
        return AGAIN
    except Exception as error:
        # Whatever a mail manages to break, it breaks for itself alone; its text must not reach the log.
        log.error("a delivery report could not be read: %s", type(error).__name__)
        return REPORT_UNREAD


def _take_report(context: Context, raw: bytes, address: ReturnAddress, read: ReadsReports) -> str:
    store = context.store
    account, now = store.account(address.account), store.now()
    if account is None or not account.mail or not address.is_of(context.links, account, now):
        return REPORT_UNREAD
    budgets = [Budget("reports", account.id, REPORTS_PER_ACCOUNT, HOUR)]
    if not charge_bytes(context, budgets, raw):
        return REPORT_UNREAD
    status, seconds = read(raw)
    charge_work(context, budgets, seconds)
    if status is None or meaning(status) == "passing":
        return REPORT_UNREAD
    BOUNCES.labels(meaning(status)).inc()
    mailbox = mailbox_digest(account)
    noted = store.note_bounce(account.id, Bounce(address.letter.hex(), address.day, now, status, mailbox))
    about_it = [one for one in noted if one.mailbox == mailbox]
    if is_dead(about_it, confirmed=account.verified) and not account.bouncing:
        store.update_account(account.id, bouncing=True)
        log.warning("mails to %s pause: what was sent there comes back (%s)", account.id, status)
    return NOTED


def mailbox_digest(account: Account) -> str:
    """Return by what reports tell whether they are about the account's address of today."""
    return hashlib.sha256(mailbox_of(account.mail).encode()).hexdigest()[:16]
