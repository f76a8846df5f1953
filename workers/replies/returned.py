"""Taking what mail servers send back: a report counts for the account whose letter it is about, and may pause its mails.

Whatever comes to such an address is taken and answered by nobody. Nothing in it is believed but the status code, and the address
it came to must be one that this installation has made, for that letter, within the last days.
"""

from __future__ import annotations

import hashlib
import logging

from service.accounts.bounces import is_dead, meaning
from service.accounts.mail_budgets import mailbox_of
from service.context import Context
from service.metrics.counts import BOUNCES
from service.store.bounces import Bounce
from service.store.connect import StoreUnavailable, Unreadable
from service.store.limits import Budget
from service.store.records import Account
from workers.replies.charging import charge_bytes, charge_work
from workers.replies.reader import NotRead, ReadsReports
from workers.replies.reading import read_report
from workers.replies.return_address import ReturnAddress

HOUR = 3_600
PER_ACCOUNT = 30
"""Reports to one account in an hour; large ones count more (:mod:`workers.replies.charging`)."""

NOTED = "250 2.0.0 noted"
UNREAD = "250 2.0.0 taken, and not read"
AGAIN = "451 4.3.0 not now: try again"

log = logging.getLogger("siegelpost.replies")


def take_returned(context: Context, raw: bytes, address: ReturnAddress, read: ReadsReports = read_report) -> str:
    """Note what a report says; return the reply to the server that brought it."""
    try:
        return _take(context, raw, address, read)
    except (StoreUnavailable, Unreadable, NotRead) as error:
        log.warning("a delivery report waits: %s", type(error).__name__)
        return AGAIN
    except Exception as error:
        # Whatever a mail manages to break, it breaks for itself alone; its text must not reach the log.
        log.error("a delivery report could not be read: %s", type(error).__name__)
        return UNREAD


def _take(context: Context, raw: bytes, address: ReturnAddress, read: ReadsReports) -> str:
    store = context.store
    account, now = store.account(address.account), store.now()
    if account is None or not account.mail or not address.is_of(context.links, account, now):
        return UNREAD
    budgets = [Budget("reports", account.id, PER_ACCOUNT, HOUR)]
    if not charge_bytes(context, budgets, raw):
        return UNREAD
    status, seconds = read(raw)
    charge_work(context, budgets, seconds)
    if status is None or meaning(status) == "passing":
        return UNREAD
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


__all__ = ["mailbox_digest", "take_returned"]
