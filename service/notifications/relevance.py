"""Relevance at the moment of sending: what its reader does not want, and what time has overtaken.

Pure: notices, account and match record in, reasons out. Every notice that is dropped gets a reason that its player can read
in the delivery record.
"""

from __future__ import annotations

from service.notifications.delivery import Reason
from service.notifications.kinds import kind_of
from service.notifications.overtaking import Situation
from service.store.records import Account, Notice


def unwanted(notice: Notice, account: Account) -> Reason | None:
    """Return why the account does not want this notice by mail, or ``None``."""
    row = kind_of(notice)
    if not row.switchable:
        return None
    if notice["match"] in account.prefs.get("muted_matches", []):
        return "match-muted"
    if account.prefs.get("kinds", {}).get(row.goes_with or row.name, True) is False:
        return "kind-off"
    return None


def overtaken(notice: Notice, situation: Situation) -> Reason | None:
    """Return why a notice is no news any more, as the rule of its kind says, or ``None``."""
    return kind_of(notice).overtaken(notice, situation)


__all__ = ["overtaken", "unwanted"]
