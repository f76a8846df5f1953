"""Deadlines keep out of the nights of those who have to answer, each by the time zone of the account. Pure.

A person's night is the quiet hours of the account and one hour more, so that nobody wakes up to a deadline that is just
over: 22 to 8 unless the account says otherwise, never longer than twelve hours. A deadline that would fall into it moves on
to its end; with several people, to the first instant, within a day, at which as few of them as possible have night.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from service.matches.pace import DAY, shortest
from service.moments import zone_of
from service.notifications.digests import next_digest
from service.quiet_hours import quiet_hours
from service.store.records import Account

Nights = Literal["kept", "ignored"]
FURTHEST = DAY * 1000
"""By how much a deadline is moved at most, in milliseconds."""
LONGEST = 12
"""Hours of the longest night: of longer quiet hours the last ones count, or a deadline would be moved all day."""
WAKING = 1
"""Hours of the morning in which no deadline ends either."""
USUAL = (22, 8)
"""The night of whoever has said nothing about quiet hours."""
SLOW = DAY // 2
"""From so many seconds for each decision on a new match keeps the nights, unless it says otherwise."""


class Night(NamedTuple):
    """From which local hour to which it is night, in an IANA time zone."""

    zone: str
    begins: int
    ends: int


def night_of(account: Account) -> Night | None:
    """Return the night of the person who has an account, ``None``: it has no quiet hours."""
    begins, quiet_to = quiet_hours(account)
    if begins == quiet_to:
        return None
    ends = (quiet_to + WAKING) % 24
    return Night(account.zone, begins if (ends - begins) % 24 in range(1, LONGEST + 1) else (ends - LONGEST) % 24, ends)


def is_night(night: Night, at: int) -> bool:
    """Return whether an instant (ms) lies in the night."""
    hour = datetime.fromtimestamp(at / 1000, zone_of(night.zone)).hour
    if night.begins <= night.ends:
        return night.begins <= hour < night.ends
    return hour >= night.begins or hour < night.ends


def by_day(at: int, nights: Sequence[Night]) -> int:
    """Return the first instant from ``at`` on, a day later at most, at which as few people as possible have night (ms).

    Only where a night ends do fewer have it, so no other instants are looked at.
    """
    ends = [next_digest(at, night.ends, night.zone) for night in nights]
    found = [at, *(one for one in ends if one <= at + FURTHEST)]
    return min(found, key=lambda one: (sum(is_night(night, one) for night in nights), one))


def usual_nights(pace: dict[str, Any]) -> Nights:
    """Return what a new match does unless it says otherwise; the pace is complete.

    Slow matches keep the nights, but where a daily hour was chosen that is at night where it was chosen.
    """
    if pace["kind"] == "daily":
        hour = int(pace["time"][:2])
        return "ignored" if hour >= USUAL[0] or hour < USUAL[1] else "kept"
    return "kept" if shortest(pace) >= SLOW else "ignored"


__all__ = ["FURTHEST", "Night", "Nights", "by_day", "is_night", "night_of", "usual_nights"]
