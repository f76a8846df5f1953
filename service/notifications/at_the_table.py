"""Letters to a reader who is at the table: they wait a few minutes, because questions are answered sooner there.

Nothing is lost: the news stays in its queue, and goes out as soon as the reader has left, or after the longest wait.
Questions answered meanwhile are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.notifications.kinds import kind_of
from service.store.records import Account, Notice

WHILE_HERE = "while_here"
"""The preference for letters about a table while looking at it."""
LONGEST = 180_000
"""How long a letter waits for a reader who is at the table, in milliseconds."""
LOOK = 60_000
"""Milliseconds between checks whether the reader is still there."""
SHARE = 4
"""A question waits no longer than this fraction of its answering time."""


def wishes_while_here(account: Account) -> bool:
    """Return whether the account wants letters also about a table that it is looking at."""
    return account.prefs.get(WHILE_HERE, False) is True


def may_wait_until(news: Sequence[Notice], account: Account) -> int | None:
    """Return until when (ms) a letter with this news waits while its reader is at the table, or None if it does not wait.

    It waits if it consists only of questions and of news that would wait in other letters, too; reminders and news for
    which others wait go at once.
    """
    if wishes_while_here(account) or not news or any(not _can_wait(one) for one in news):
        return None
    due = [one for one in news if kind_of(one).urgency == "soon"]
    return min((_end(one) for one in due), default=None)


def _can_wait(notice: Notice) -> bool:
    row = kind_of(notice)
    return row.layout == "match" and not row.uninvited and row.urgency in ("soon", "company")


def _end(notice: Notice) -> int:
    deadline = notice["facts"].get("deadline") or notice["facts"].get("opening_ends")
    share = LONGEST if deadline is None else max(0, (deadline - notice["at"]) // SHARE)
    return notice["send_at"] + min(LONGEST, share)


__all__ = ["LONGEST", "LOOK", "WHILE_HERE", "may_wait_until", "wishes_while_here"]
