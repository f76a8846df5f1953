"""Relevance at the moment of sending: notices unwanted by the reader, and those overtaken by time.

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
    """Return why the account does not want this notice by mail, or None."""
    row = kind_of(notice)
    if not row.switchable:
        return None
    if notice["match"] in account.prefs.get("muted_matches", []):
        return "match-muted"
    if account.prefs.get("kinds", {}).get(row.goes_with or row.name, True) is False:
        return "kind-off"
    return None


def lost(notice: Notice, record: Record | None) -> Reason | None:
    """Return why a notice no longer concerns the account, because its seat has another player, or None.

    Notices to a seat are written when they go out, from what the seat sees then.
    """
    seat = notice["seat"]
    if record is None or seat is None:
        return None
    return None if record.table["seats"][seat]["player"] == notice["account"] else "seat-left"


def overtaken(notice: Notice, situation: Situation) -> Reason | None:
    """Return why a notice is out of date by the rule of its kind, or None."""
    return kind_of(notice).overtaken(notice, situation)


def undecided_for(notices: Sequence[Notice], record: Record) -> int | None:
    """Return how long ago (ms) a question among these expired while still being open, or None.

    It cannot be answered now. The match's next step either closes it, or extends it because the service was away.
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
