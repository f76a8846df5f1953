"""How much one account may have and change: matches, those in the lobby, seats taken and given back.

Every match, log entry and used salt is kept for good on a disk that all players share, so nobody may make an unlimited number of
them. The caps are far beyond what a person plays; the installation's setting that turns rate limits off turns them off, too.
"""

from __future__ import annotations

from typing import Literal

from service.context import Context

MOST_UNFINISHED = 300
"""Matches of an account that wait for players or run."""
MOST_TABLES = 20
"""Matches that an account has created and that still wait for players."""
CREATIONS = (100, 86_400)
"""Matches created, in how many seconds."""
SEATS_TAKEN = (10, 86_400)
"""How often an account may sit down at one and the same table, in how many seconds."""
LOBBY_ENTRIES = 400
"""Log entries of a match that has not started; beyond them nobody new sits down."""

CapCode = Literal["too-many-matches", "too-many-creations", "too-many-changes"]


class CapReached(Exception):
    """Something that would go beyond a cap. ``retry_after`` in seconds where waiting helps."""

    def __init__(self, code: CapCode, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after


def may_create(context: Context, account: str) -> None:
    """Refuse one match too many, and count the creation; not to be asked when a creation is repeated.

    :raises CapReached: too-many-matches, too-many-creations.
    """
    if not context.settings.rate_limits:
        return
    _may_hold_one_more(context, account)
    waiting = [table for table in context.store.lobby_tables_of(account) if table["owner"] == account]
    if len(waiting) >= MOST_TABLES:
        message = f"{MOST_TABLES} of your matches wait for players: cancel one, or start one"
        raise CapReached("too-many-matches", message)
    allowance = context.store.hit("creations", account, *CREATIONS)
    if not allowance.allowed:
        raise CapReached("too-many-creations", f"{CREATIONS[0]} matches a day are allowed", allowance.reset)
    allowance = context.store.hit("creations-of-all", "all", context.settings.matches, CREATIONS[1])
    if not allowance.allowed:
        raise CapReached("too-many-creations", "all players together have made enough matches today", allowance.reset)


def may_join(context: Context, account: str, match: str) -> None:
    """Refuse a seat in one match too many, or at the same table again and again.

    :raises CapReached: too-many-matches, too-many-changes.
    """
    if not context.settings.rate_limits:
        return
    _may_hold_one_more(context, account)
    allowance = context.store.hit("seats-taken", f"{account} {match}", *SEATS_TAKEN)
    if not allowance.allowed:
        message = f"you have sat down at this table {SEATS_TAKEN[0]} times: wait, or join another"
        raise CapReached("too-many-changes", message, allowance.reset)


def _may_hold_one_more(context: Context, account: str) -> None:
    if context.store.count_unfinished(account) >= MOST_UNFINISHED:
        message = f"you have {MOST_UNFINISHED} matches that are not over: finish, resign or cancel one first"
        raise CapReached("too-many-matches", message)


__all__ = [
    "CREATIONS",
    "LOBBY_ENTRIES",
    "MOST_TABLES",
    "MOST_UNFINISHED",
    "SEATS_TAKEN",
    "CapReached",
    "may_create",
    "may_join",
]
