"""Relevance at the moment of sending: what its reader does not want, and what time has overtaken.

Pure: notices, account and match record in, reasons out. Every notice that is dropped gets a reason that its player can read
in the delivery record.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.protocol.log import too_late_from
from service.notifications.delivery import Reason
from service.notifications.kinds import KINDS, kind_of
from service.notifications.overtaking import Situation
from service.store.records import Account, Notice, Record


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


def lost(notice: Notice, record: Record | None) -> Reason | None:
    """Return why a notice is none of the account's business any more, or ``None``: another one has its seat now.

    What is told to a seat is written when it goes out, from what the seat sees then.
    """
    seat = notice["seat"]
    if record is None or seat is None:
        return None
    return None if record.table["seats"][seat]["player"] == notice["account"] else "seat-left"


def overtaken(notice: Notice, situation: Situation) -> Reason | None:
    """Return why a notice is no news any more, as the rule of its kind says, or ``None``."""
    return kind_of(notice).overtaken(notice, situation)


def undecided_for(notices: Sequence[Notice], record: Record) -> int | None:
    """Return how long ago (ms) the time of a question among these ran out while it still stands, or None if there is none.

    It cannot be answered. The match's next step decides whether it is over, or gets more time because the service was away.
    """
    if record.table["status"] != "running" or pause_of(record.table) is not None:
        return None
    since = []
    for notice in notices:
        asks = notice["kind"] in KINDS and kind_of(notice).wants is not None
        standing = standing_of(record.table, notice.get("decision", "")) if asks else None
        if standing is not None:
            ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
            since += [] if ends is None or record.now < too_late_from(ends) else [record.now - ends]
    return max(since, default=None)


__all__ = ["lost", "overtaken", "undecided_for", "unwanted"]
