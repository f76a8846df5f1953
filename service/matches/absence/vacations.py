"""Vacations and matches: what a new match agrees on, and matches that look at once when somebody's vacation changes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Literal

from engine.match.pauses import stops
from engine.match.step import Step
from service.calendar.vacation_days import away_until, with_vacation, without_vacation
from service.context import Context
from service.matches.absence.fair_hours import SLOW
from service.matches.changes import change_match, transition
from service.matches.errors import MatchError
from service.matches.pace import shortest
from service.store.connection.connect import Unreadable
from service.store.keys import DIGEST, recipient_of
from service.store.records import Account, Record, Transition

Policy = Literal["clock-stops", "plays-on"]


def usual_policy(pace: dict[str, Any], visibility: str) -> Policy:
    """Return what a new match does unless it says otherwise: among people who know each other, the clock of slow ones stops."""
    slow = pace["kind"] == "daily" or shortest(pace) >= SLOW
    return "clock-stops" if slow and visibility == "private" else "plays-on"


def take_vacation(context: Context, account: str, first: date, last: date) -> Account | None:
    """Enter a vacation, or change the one that begins on that day; ``None`` if there is no such account.

    :raises BadVacation: as :func:`with_vacation`.
    """
    now, most = context.store.now(), context.settings.vacation_days
    return _changed(context, account, lambda before: with_vacation(before, first, last, now, most))


def end_vacation(context: Context, account: str, first: date) -> Account | None:
    """Take back the vacation that begins on a day, or end it now if it has begun; without one, nothing changes."""
    now = context.store.now()
    changed = _changed(context, account, lambda before: without_vacation(before, first, now))
    if changed is not None and away_until(changed, now) is None:
        context.store.hasten(recipient_of(account, None, DIGEST))  # what waited for the day of return
    return changed


def _changed(context: Context, account: str, change: Callable[[Account], dict[str, Any]]) -> Account | None:
    changed = context.store.change_prefs(account, change)
    for match in context.store.unfinished_of(account) if changed is not None else []:
        try:
            change_match(context, match, _looked_at)
        except (MatchError, Unreadable):
            continue  # gone, parked for good, or busy: it looks when something else happens there
    return changed


def _looked_at(record: Record, step: Step) -> Transition | None:
    """Have a worker look at a match now: it stops clocks, and knows when the vacation begins."""
    if not stops(record.table) or record.table["status"] != "running" or record.parked is not None:
        return None
    return transition(step, record, due=record.now)


__all__ = ["Policy", "end_vacation", "take_vacation", "usual_policy"]
