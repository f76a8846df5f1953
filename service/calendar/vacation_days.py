"""Vacations that people enter in their accounts: whole days in the account's time zone, up to a yearly number.

A vacation is entered before it begins, or on its first day. Once it has begun, all days it ever had are used up, even
if it is ended early: clocks may have stopped for them, and nobody shall stop clocks repeatedly by ending vacations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any, Literal

from service.calendar.moments import zone_of
from service.store.records import Account

VACATIONS = "vacations"
"""The preference with the account's vacations."""
CHANGES = "vacation_changes"
"""The preference with the number of changes to vacations; missing means none."""
FURTHEST = 366
"""The most days ahead that a vacation may end."""
MOST = 20
"""The most vacations an account remembers, including last year's."""


@dataclass(frozen=True)
class Vacation:
    """A vacation from the first to the last day (inclusive); ``used`` is the last day that it has had since it began.

    ``last`` is before ``first`` if it was ended on its first day.
    """

    first: date
    last: date
    used: date


Why = Literal["past", "backwards", "begun", "far", "overlap", "days", "many"]
"""Why a vacation cannot be."""


class BadVacation(ValueError):
    """An impossible vacation; ``member`` of the request names the wrong day, ``why`` and ``left`` (days, in which year)
    are for messages in other languages."""

    def __init__(self, member: str, why: Why, message: str, left: tuple[int, int] = (0, 0)) -> None:
        super().__init__(message)
        self.member = member
        self.why = why
        self.message = message
        self.left = left


def vacations_of(account: Account) -> list[Vacation]:
    """Return the vacations of an account, the earliest first; unreadable ones are left out."""
    stored = account.prefs.get(VACATIONS, [])
    return sorted(_read(stored if isinstance(stored, list) else []), key=lambda one: one.first)


def changes_of(account: Account) -> int:
    """Return how often an account's vacations were changed: confirmations asked for before a change are invalid after it."""
    counted = account.prefs.get(CHANGES, 0)
    return counted if isinstance(counted, int) else 0


def today(account: Account, now: int) -> date:
    """Return the current date in the account's time zone; ``now`` in milliseconds."""
    return datetime.fromtimestamp(now / 1000, zone_of(account.zone)).date()


def days_left(account: Account, year: int, most: int) -> int:
    """Return how many vacation days the account has left in a year."""
    return max(0, most - _used(vacations_of(account), year))


def spans_of(account: Account) -> list[tuple[int, int]]:
    """Return the periods (ms, the end excluded) of the account's vacations."""
    return [
        (_midnight(account, one.first), _midnight(account, one.last + timedelta(days=1)))
        for one in vacations_of(account)
        if one.first <= one.last
    ]


def away_until(account: Account, now: int) -> int | None:
    """Return when the account's current vacation ends, or None if there is none. Both in milliseconds."""
    return max((until for since, until in spans_of(account) if since <= now < until), default=None)


def with_vacation(account: Account, first: date, last: date, now: int, most: int) -> dict[str, Any]:
    """Return the account's preferences with a vacation added; one that begins on the same day is changed.

    :param now: in milliseconds; :param most: how many days an account has in a year.
    :raises BadVacation: for days in the past or too far ahead, that overlap with others, or that are too many.
    """
    here, others = today(account, now), [one for one in vacations_of(account) if one.first != first]
    before = next((one for one in vacations_of(account) if one.first == first), None)
    begun = before is not None and first <= here
    if first < here and not begun:
        raise BadVacation("first", "past", "a vacation begins today or later")
    if last < first:
        raise BadVacation("last", "backwards", "the last day is the first one or later")
    if last < here:
        raise BadVacation("last", "begun", "this vacation has begun: end it today, or later")
    if last > here + timedelta(days=FURTHEST):
        raise BadVacation("last", "far", f"a vacation ends within {FURTHEST} days")
    used = max(last, before.used) if before is not None and begun else last
    every = sorted([*others, Vacation(first, last, used)], key=lambda one: one.first)
    if any(one.last >= following.first for one, following in pairwise(every)):
        raise BadVacation("first", "overlap", "you have entered a vacation on some of these days: change that one")
    for year in sorted({first.year, last.year}):
        if _used(every, year) > most:
            left = max(0, most - _used(others, year))
            raise BadVacation("last", "days", f"you have {left} days of vacation left in {year}", (left, year))
    return _kept(account, every, here)


def without_vacation(account: Account, first: date, now: int) -> dict[str, Any]:
    """Return the account's preferences without a vacation; one that has begun ends now, and its days are used up."""
    here = today(account, now)
    found = []
    for one in vacations_of(account):
        if one.first != first:
            found.append(one)
        elif first <= here:
            found.append(Vacation(first, min(one.last, here - timedelta(days=1)), one.used))
    return _kept(account, found, here)


def _used(vacations: Sequence[Vacation], year: int) -> int:
    days = {
        one.first + timedelta(days=number) for one in vacations for number in range((one.used - one.first).days + 1)
    }
    return sum(day.year == year for day in days)


def _kept(account: Account, vacations: Sequence[Vacation], here: date) -> dict[str, Any]:
    kept = [one for one in vacations if one.used.year >= here.year]
    if len(kept) > MOST:
        raise BadVacation("first", "many", f"you have entered {MOST} vacations: change one of them")
    rows = [{name: getattr(one, name).isoformat() for name in ("first", "last", "used")} for one in kept]
    changed = changes_of(account) + (rows != account.prefs.get(VACATIONS, []))
    return {**account.prefs, VACATIONS: rows, CHANGES: changed}


def _read(stored: Sequence[Any]) -> Iterator[Vacation]:
    for one in stored:
        try:
            yield Vacation(*(date.fromisoformat(one[name]) for name in ("first", "last", "used")))
        except (KeyError, TypeError, ValueError):
            continue


def _midnight(account: Account, day: date) -> int:
    """Return when a day begins in the account's time zone, in milliseconds."""
    local = datetime(day.year, day.month, day.day, tzinfo=zone_of(account.zone))
    return int(local.astimezone(UTC).timestamp() * 1000)
