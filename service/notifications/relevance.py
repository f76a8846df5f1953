"""Relevance at the moment of sending: what its reader does not want, and what time has overtaken.

Pure: notices, account and match record in, reasons out. Every notice that is dropped gets a reason that its player can read
in the delivery record.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.notifications.delivery import Reason
from service.notifications.kinds import kind_of
from service.notifications.overtaking import Situation
from service.store.records import Account, Notice, Record


def unwanted(notice: Notice, account: Account) -> Reason | None:
    """Return why the account does not want this notice by mail, or ``None``."""
    if not kind_of(notice).switchable:
        return None
    if notice["match"] in account.prefs.get("muted_matches", []):
        return "match-muted"
    if account.prefs.get("kinds", {}).get(notice["kind"], True) is False:
        return "kind-off"
    return None


def overtaken(notice: Notice, record: Record | None, others: Sequence[Notice] = (), now: int = 0) -> Reason | None:
    """Return why a notice is no news any more, or ``None``.

    :param others: the other pending notices of this recipient; moves they tell of show that the player was here since.
    :param now: in milliseconds; matters only to what expires.
    """
    return kind_of(notice).overtaken(notice, Situation(record, others, now))


__all__ = ["overtaken", "unwanted"]
