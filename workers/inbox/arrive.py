"""Taking one mail: finding its owner, deciding whether to read it, carrying it out, and answering it. Returns the SMTP
reply.

Everything happens before the sending server gets its ``250``. Until then that server keeps the mail, and sends it again
if a process dies here. So the store, where a mail would reveal what was sealed, need not keep it; it keeps a note under
the digest of the Message-ID and the recipient address, so that a copy has no effect.

Every mail counts against the budgets, whatever its sender and content: its reply address is secret, and identifies the
letter before anything is read. A letter's budget is much smaller than its reader's, so that a person to whom one letter
was forwarded can exhaust that letter's budget only.

Delivery reports count for the account whose letter failed, and may pause its mails. Only the status code of such a
report is trusted.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from functools import partial

from engine.match.table import Table
from service.accounts.mail.mail_address import is_dead, mailbox_of, meaning
from service.context import Context
from service.notifications.channel import Ambiguous, NotHanded, Temporary, Undelivered
from service.store.accounts.logins import Budget
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.records import Account, Record
from service.store.replies import Bounce, ReplyNote
from service.telemetry import tracing
from service.telemetry.counts import BOUNCES, MAILS
from service.telemetry.logs import about
from workers.inbox.answer import Along, answer_letter, answer_with_news, take_along
from workers.inbox.commands import Note, Outcome, Reply
from workers.inbox.commands.choose import closes
from workers.inbox.commands.invitation import answer_guest, begun_at, guest_at
from workers.inbox.commands.puzzle import answer_solver
from workers.inbox.commands.table import has_left, players_before
from workers.inbox.desk import Desk, NotRead, NotReadNow, ReadsReports
from workers.inbox.read import carry_out
from workers.inbox.reading import read_report
from workers.inbox.sender import objection
from workers.inbox.text import Incoming, sends_no_replies
from workers.mail.channel import Mail
from workers.mail.parts.picture import NoPicture
from workers.mail.reply_address import PuzzleAddress, ReplyAddress, ReturnAddress
from workers.mail.sender import sender_of

READ, NOTED = "250 2.0.0 read", "250 2.0.0 noted"
UNREAD = "250 2.0.0 taken, and not read: no person sent it"
REPORT_UNREAD = "250 2.0.0 taken, and not read"
NOT_ACTED_ON = "550 5.7.1 not acted on: its header {} says that a program may have sent it; answer at the table"
NOBODY = "550 5.1.1 this address is nobody's"
AGAIN = "451 4.3.0 not now: try again"
BUSY = "451 4.5.0 this mail is being read: try again"
FLOOD = "451 4.7.1 too many mails: try again later"
NOWHERE = "<>"
"""The empty return path, so that undeliverable mail is returned to nobody (RFC 3834, 3.3)."""
ANSWER_WITHIN = 3_600_000
"""Milliseconds after which a mail whose answer cannot be sent is accepted without one. Otherwise its sender would
finally be told that it failed although everything it asked for was done."""
HOUR, DAY = 3_600, 86_400
ANSWERED = 2
"""How often a day the same text about one match is sent as an answer: an answer may be lost, or be read late."""
MAILS_PER_ACCOUNT, MAILS_PER_LETTER, MAILS_PER_INVITATION = 480, 30, 20
"""Mails per hour: to one account's letters, to a single letter, and to a single invitation."""
DONE_PER_ACCOUNT = 120
"""Mails per account and hour that are carried out."""
DONE_PER_MATCH_OVER = 10
"""Mails per day that are carried out about one finished match: its letters can be answered indefinitely, and be passed
on."""
PUZZLE_PER_DAY = 10
"""Mails per day that are read about one puzzle: its letter can be answered as long as the puzzle is kept."""
UNPROVED = 3
"""Letters per day that mails from other addresses cause, per mailbox and table."""
BYTES, WORK = 250_000, 0.05
"""Each multiple of this many bytes, and of this many seconds of processor time spent reading, counts as another mail."""
log = logging.getLogger("siegelpost.replies")


def take(desk: Desk, raw: bytes, envelope_from: str, address: ReplyAddress | PuzzleAddress) -> str:
    """Read a mail to this address, carry it out and answer it; return the SMTP reply."""
    facts = {"puzzle": address.date} if isinstance(address, PuzzleAddress) else {"match": address.match}
    try:
        with about(**facts), tracing.span("answer by mail", "server", parent="", facts={**facts}):
            arrival = _addressed(desk, address)
            return NOBODY if arrival is None else arrival.take(raw, envelope_from)
    except (StoreUnavailable, Unreadable) as error:
        log.warning("a mail waits: %s", type(error).__name__)
    except NotReadNow:
        log.warning("a mail waits: no worker reads standing orders")
    except NotRead as error:
        log.warning("a mail waits: %s", error)
    except Exception as error:
        # Whatever a mail manages to break, it breaks for itself alone; its text must not reach the log.
        log.error("a mail could not be read: %s", type(error).__name__)
    return AGAIN


def refuse_early(desk: Desk, address: ReplyAddress | PuzzleAddress) -> str | None:
    """Return the SMTP reply for a mail that is refused whatever it says, or None to have it sent.

    While the store is away, too: mail servers remember for hours which addresses did not take a mail.
    """
    try:
        arrival = _addressed(desk, address)
        return NOBODY if arrival is None else arrival.refuse_early()
    except (StoreUnavailable, Unreadable):
        return None


def _addressed(desk: Desk, address: ReplyAddress | PuzzleAddress) -> Arrival | None:
    """Return the owner of a mail to an address (who solves a puzzle; a guest, by invitation or at a waiting table; or a
    player), or None."""
    context = desk.context
    if isinstance(address, PuzzleAddress):
        solver = context.store.account(address.account)
        known = solver is not None and solver.verified and solver.mail and address.is_of(context.links, solver)
        return FromSolver(desk, address, solver, context.store.now()) if known and solver is not None else None
    record = context.store.load(address.match)
    if record is None:
        return None
    guest = guest_at(context, record, address) if address.invites or record.table["status"] == "lobby" else None
    if guest is not None or address.invites:
        return None if guest is None else FromGuest(desk, address, guest, record.now, record)
    holder = _holder(context, record.table, address)
    return None if holder is None else FromPlayer(desk, address, holder, record.now, record)


def _holder(context: Context, table: Table, address: ReplyAddress) -> Account | None:
    """Return the account that owns the address: the seat's player, or a former one if the letter was sent to them."""
    if address.seat >= len(table["seats"]):
        return None
    for player in (table["seats"][address.seat]["player"], *players_before(table, address.seat)):
        account = None if player is None else context.store.account(player)
        if account is None or not account.verified or not account.mail:
            continue
        if address.is_of(context.links, account.id, account.letterbox):
            return account
    return None


@dataclass
class Arrival:
    """A mail being processed: the address it is for, the account whose letter it answers, and when (ms)."""

    desk: Desk
    address: ReplyAddress | PuzzleAddress
    account: Account
    now: int
    per_letter = MAILS_PER_LETTER

    def take(self, raw: bytes, envelope_from: str) -> str:
        """Read a mail, carry it out once, and answer it."""
        mail = self._read(raw, envelope_from)
        if isinstance(mail, str):
            return mail
        why = objection(mail, self.account.mails, self.desk.context.settings.reply_authserv, envelope_from)
        by_program = mail.automatic or (why is not None and (mail.doubtful or sends_no_replies(mail.sender)))
        if by_program:
            log.info("a mail to %s is not read: %s", self.account.id, by_program)
            return UNREAD
        if (refused := self._refuses(why)) is not None:
            return refused
        mail, store = replace(mail, key=key_at(mail, self.address)), self.desk.context.store
        note = store.take_reply(self.account.id, mail.key, self.now)
        if note == "busy":
            return BUSY
        try:
            return READ if note.done else self._carry_out(mail, note, proved=why is None)
        finally:
            store.release_reply(self.account.id, mail.key)

    def refuse_early(self) -> str | None:
        """Return the SMTP reply for a mail that has no budget left, however small it is, or None."""
        context = self.desk.context
        spent = context.settings.rate_limits and any(
            context.store.used(one).spent >= one.limit for one in self._budgets()
        )
        return FLOOD if spent else None

    def _budgets(self) -> list[Budget]:
        return [
            Budget("mails-to-letter", self.address.mac.hex(), self.per_letter, HOUR),
            Budget("mails-to-account", self.account.id, MAILS_PER_ACCOUNT, HOUR),
        ]

    def _read(self, raw: bytes, envelope_from: str) -> Incoming | str:
        """Return the mail as it was read, or the SMTP reply for a mail that is not read."""
        account, context, budgets = self.account, self.desk.context, self._budgets()
        if not _charge_bytes(context, budgets, raw):
            return FLOOD
        read = self.desk.read(raw, envelope_from, account.mails)
        _charge_work(context, budgets, read.seconds)
        if read.mail is None:
            log.warning("a mail to %s is refused: %s", account.id, read.refused)
            return f"554 5.6.0 {read.refused}"
        return read.mail

    def _refuses(self, why: str | None) -> str | None:
        """Return the SMTP reply for a person's mail that is not accepted as the account's or exceeds a budget."""
        context = self.desk.context
        if why is not None:
            log.info("a mail to %s is refused: %s", self.account.id, why)
            return f"550 5.7.1 {why}"
        limits = self._limits() if context.settings.rate_limits else ()
        return None if all(context.store.hit(*one).allowed for one in limits) else FLOOD

    def _limits(self) -> Sequence[Budget]:
        """Return the budgets of mails that are carried out."""
        raise NotImplementedError

    def _carry_out(self, mail: Incoming, note: ReplyNote, *, proved: bool) -> str:
        store, account = self.desk.context.store, self.account
        if mail.doubtful and note.since == self.now:
            about_this = self.address.date if isinstance(self.address, PuzzleAddress) else self.address.match
            # Also without rate limits: two programs that answer each other would never end.
            if not store.hit("replies-doubtful", f"{account.id}:{about_this}", 1, DAY).allowed:
                store.note_reply(account.id, mail.key, replace(note, done=True))
                return NOT_ACTED_ON.format(mail.doubtful)
        note, send = self._do(mail, note, proved=proved)
        try:
            if send is not None:
                send()
        except Undelivered as error:
            log.warning("the answer to a mail of %s is not sent: %s", account.id, error.answer)
            if isinstance(error, Temporary) and self.now - note.since < ANSWER_WITHIN:
                store.note_reply(account.id, mail.key, note)
                return AGAIN
        store.note_reply(account.id, mail.key, replace(note, done=True))
        return READ

    def _do(self, mail: Incoming, note: ReplyNote, *, proved: bool) -> tuple[ReplyNote, Callable[[], None] | None]:
        """Carry out a mail; return the note to keep of it, and a function that sends its answer, or None if it gets
        none."""
        raise NotImplementedError


@dataclass
class FromTable(Arrival):
    """An answer to a letter about a match."""

    address: ReplyAddress
    record: Record


class FromGuest(FromTable):
    """An answer to an invitation, or one from a guest seated at a table that has not begun."""

    per_letter = MAILS_PER_INVITATION

    def _refuses(self, why: str | None) -> str | None:
        here = f"{self.account.id}:{self.address.match}"
        if why is not None and not self.desk.context.store.hit("invited-elsewhere", here, UNPROVED, DAY).allowed:
            log.info("a mail for %s is not read: %s", self.account.id, why)
            return UNREAD
        return None

    def _do(self, mail: Incoming, note: ReplyNote, *, proved: bool) -> tuple[ReplyNote, Callable[[], None] | None]:
        note = replace(note, said=note.said or [begun_at(self.record)])
        write = answer_guest(self.desk.context, self.account, self.record, self.address, mail, note, proved=proved)
        return note, lambda: _send(self.desk, mail, write())


class FromPlayer(FromTable):
    """An answer to a letter about a match from somebody who plays, or has played, there."""

    def _limits(self) -> Sequence[Budget]:
        is_over, match = self.record.table["status"] == "closed", f"{self.account.id}:{self.address.match}"
        over = [Budget("replies-of-match-over", match, DONE_PER_MATCH_OVER, DAY)] if is_over else []
        return [*over, Budget("replies-of-account", self.account.id, DONE_PER_ACCOUNT, HOUR)]

    def _do(self, mail: Incoming, note: ReplyNote, *, proved: bool) -> tuple[ReplyNote, Callable[[], None] | None]:
        account, record, context = self.account, self.record, self.desk.context
        is_new = note.since == record.now

        kept = Note(note, partial(context.store.note_reply, account.id, mail.key))
        outcome = carry_out(Reply(self.desk, account, record, self.address, mail, note, kept))
        if outcome.language is not None:
            account = replace(account, language=outcome.language)
        made = {one.standing["id"]: one.commitment for one in outcome.done if one.standing and one.commitment}
        noted = replace(kept.kept, commitments={**kept.kept.commitments, **made})
        goes_on = any(one.acted is not None and closes(one.acted) for one in outcome.done)
        if goes_on:
            outcome = replace(outcome, record=self.desk.aftermath(outcome.record))
        if has_left(outcome.record, account, self.address):  # by this very mail, or while it was read
            outcome, goes_on = replace(outcome, left=True), False
        if outcome.silent or (is_new and _says_nothing_new(context, account, outcome, mail.lines)):
            return noted, None
        return noted, partial(_answer, self.desk, mail, outcome, account, self.address, goes_on=goes_on)


@dataclass
class FromSolver(Arrival):
    """An answer to a letter with a puzzle."""

    address: PuzzleAddress

    def _limits(self) -> Sequence[Budget]:
        return [Budget("replies-to-puzzle", f"{self.account.id}:{self.address.date}", PUZZLE_PER_DAY, DAY)]

    def _do(self, mail: Incoming, note: ReplyNote, *, proved: bool) -> tuple[ReplyNote, Callable[[], None] | None]:
        letter = answer_solver(self.desk.context, self.account, self.address, mail, self.now)
        return note, None if letter is None else partial(_send, self.desk, mail, letter)


def key_at(mail: Incoming, address: ReplyAddress | PuzzleAddress) -> str:
    """Return the key under which a mail to this address is remembered: one mail sent to two letters answers both."""
    return hashlib.sha256(f"{mail.key} {address.mac.hex()}".encode()).hexdigest()


def _charge_bytes(context: Context, budgets: list[Budget], raw: bytes) -> bool:
    """Charge the budgets for a mail's size; return whether it may be read."""
    if not context.settings.rate_limits:
        return True
    allowed = context.store.spend(budgets, 1 + len(raw) // BYTES) is None
    if not allowed:
        MAILS.labels("over_budget").inc()
    return allowed


def _charge_work(context: Context, budgets: list[Budget], seconds: float) -> None:
    """Charge the budgets for the processor time of reading a mail, up to what is left of them."""
    count = int(seconds / WORK) if context.settings.rate_limits else 0
    while count and context.store.spend(budgets, count) is not None:
        count //= 2


# Programs that answer every mail, such as notes about holidays, should say so in a header; some do not. Each of our answers would
# bring the next of theirs. People write something else after the first answer, which says what is understood.
def _says_nothing_new(context: Context, account: Account, outcome: Outcome, lines: Sequence[str]) -> bool:
    """Count a mail that had no effect; return whether the same text was answered often enough already.

    The text itself is not kept: it is counted under a digest that only this installation can compute.
    """
    if not context.settings.rate_limits or outcome.trouble is None or outcome.done:
        return False
    words = context.links.derive("words-of-mail", account.id, outcome.record.match, *lines).hex()
    return not context.store.hit("replies-of-same-words", words, ANSWERED, DAY).allowed


def _answer(
    desk: Desk, mail: Incoming, outcome: Outcome, account: Account, address: ReplyAddress, *, goes_on: bool
) -> None:
    """Answer a mail. If it lets the match proceed, the answer includes the results and the next questions.

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
    _send(desk, mail, letter)


def _send_along(desk: Desk, writer: Mail, mail: Incoming, outcome: Outcome, along: Along) -> bool:
    """Send the answer with this news; return False if another process holds the news now and the answer must go without
    it.

    :raises Undelivered: where it did not arrive; the news stays queued, unless it is unknown whether it arrived.
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


def _send(desk: Desk, mail: Incoming, letter: EmailMessage) -> None:
    """Send an answer; :raises Undelivered: as one of its kinds."""
    desk.transport.send(letter, lambda: True, NOWHERE if mail.doubtful else "")


REPORTS_PER_ACCOUNT = 30
"""Delivery reports per account and hour; large ones count more."""


def take_trial(context: Context, number: str) -> str:
    """Note that a trial mail of ``siegelpost admin check`` has come; return the SMTP reply."""
    try:
        return NOTED if context.store.note_trial(number) else NOBODY
    except StoreUnavailable:
        return AGAIN


def take_returned(context: Context, raw: bytes, address: ReturnAddress, read: ReadsReports = read_report) -> str:
    """Record what a delivery report says; return the SMTP reply."""
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
    if not _charge_bytes(context, budgets, raw):
        return REPORT_UNREAD
    status, seconds = read(raw)
    _charge_work(context, budgets, seconds)
    if status is None or meaning(status) == "passing":
        return REPORT_UNREAD
    BOUNCES.labels(meaning(status)).inc()
    # By this later reports tell whether they are about the account's address of today.
    mailbox = hashlib.sha256(mailbox_of(account.mail).encode()).hexdigest()[:16]
    noted = store.note_bounce(account.id, Bounce(address.letter.hex(), address.day, now, status, mailbox))
    about_it = [one for one in noted if one.mailbox == mailbox]
    if is_dead(about_it, confirmed=account.verified) and not account.bouncing:
        store.update_account(account.id, bouncing=True)
        log.warning("mails to %s pause: what was sent there comes back (%s)", account.id, status)
    return NOTED
