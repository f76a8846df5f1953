"""Letters to somebody who is looking at the table: they wait a few minutes, because a question is answered there sooner.

Nothing is lost by it: the news stays in its queue, and goes as soon as the reader has left, or when it has waited for long
enough. What the reader answers meanwhile is no news any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.notifications.kinds import kind_of
from service.store.records import Account, Notice

WHILE_HERE = "while_here"
"""The preference of whoever wants letters about a table also while looking at it."""
LONGEST = 180_000
"""How long a letter waits for a reader who is at the table, in milliseconds."""
LOOK = 60_000
"""After so many milliseconds it is looked up again whether the reader is still there."""
SHARE = 4
"""A question never waits for longer than this part of the time that its answer has."""


def wishes_while_here(account: Account) -> bool:
    """Return whether the account wants letters also about a table that it is looking at."""
    return account.prefs.get(WHILE_HERE, False) is True


def may_wait_until(news: Sequence[Notice], account: Account) -> int | None:
    """Return until when (ms) a letter with this news waits while its reader is at the table, or None if it does not wait.

    It waits if it holds only questions, and news that other letters wait for, too; reminders go at once, and so does news that
    others wait for.
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
