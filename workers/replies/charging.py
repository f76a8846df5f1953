"""What reading a mail costs whoever it is for: its bytes before it is read, the work that it made afterwards.

Mails count whoever sends them and whatever stands in them: their address for answers is a secret, and says whose letter it is
before anything is read. A letter's budget is much smaller than its reader's, so that somebody to whom one letter was forwarded
can use up that one alone.
"""

from __future__ import annotations

import logging

from service.context import Context
from service.metrics.counts import MAILS
from service.store.limits import Budget
from service.store.records import Account
from workers.replies.address import ReplyAddress
from workers.replies.desk import FLOOD, Desk
from workers.replies.incoming import Incoming

HOUR = 3_600
PER_ACCOUNT = 480
"""Mails to one account's letters in an hour."""
BYTES = 250_000
"""So many bytes of a mail count as one mail more."""
WORK = 0.05
"""So many seconds of processor time that reading took count as one mail more."""

log = logging.getLogger("siegelpost.replies")


def read_charged(
    desk: Desk, raw: bytes, envelope_from: str, account: Account, address: ReplyAddress, per_letter: int
) -> Incoming | str:
    """Return what a mail for an account's letter says, or what the other server is told where it is not read.

    :param per_letter: mails to this letter in an hour.
    """
    budgets = [
        Budget("mails-to-letter", address.mac.hex(), per_letter, HOUR),
        Budget("mails-to-account", account.id, PER_ACCOUNT, HOUR),
    ]
    if not charge_bytes(desk.context, budgets, raw):
        return FLOOD
    read = desk.read(raw, envelope_from, account.mail)
    charge_work(desk.context, budgets, read.seconds)
    if read.mail is None:
        log.warning("a mail to %s is refused: %s", account.id, read.refused)
        return f"554 5.6.0 {read.refused}"
    return read.mail


def charge_bytes(context: Context, budgets: list[Budget], raw: bytes) -> bool:
    """Count a mail by its size; return whether it may be read."""
    if not context.settings.rate_limits:
        return True
    allowed = context.store.spend(budgets, 1 + len(raw) // BYTES) is None
    if not allowed:
        MAILS.labels("over_budget").inc()
    return allowed


def charge_work(context: Context, budgets: list[Budget], seconds: float) -> None:
    """Count the work that reading a mail has made, or as much of it as the budgets still have room for."""
    count = int(seconds / WORK) if context.settings.rate_limits else 0
    while count and context.store.spend(budgets, count) is not None:
        count //= 2


__all__ = ["charge_bytes", "charge_work", "read_charged"]
