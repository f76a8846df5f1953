"""Reminders of deadlines: when people who have not answered get them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from service.store.records import Account

WISH = "reminders"
"""The preference: how many hours before a deadline its owner is reminded."""
MOST = 2
LONGEST = 14 * 24
"""The earliest reminder, in hours before the deadline."""
HOUR = 3_600_000
USUALLY_AT = 80
"""Percent of the time to answer after which people are reminded who have chosen nothing."""
SHORTEST = HOUR
"""A shorter time to answer (ms) has no reminder, and none comes sooner after the question: its letter would be as good."""


def wished_hours(account: Account) -> tuple[int, ...]:
    """Return how many hours before a deadline an account is reminded, the earliest first; empty: as usual."""
    kept = account.prefs.get(WISH)
    hours = [one for one in kept if type(one) is int and 1 <= one <= LONGEST] if isinstance(kept, list) else []
    return tuple(sorted(set(hours), reverse=True)[:MOST])


def moments(hours: Sequence[int], since: int, deadline: int) -> list[int]:
    """Return when somebody is reminded of a deadline, all in milliseconds.

    :param hours: before the deadline; if all of them come with the question, or there are none, it is as usual.
    :param since: when the question was asked, or its clock began to run again.
    """
    if deadline - since < SHORTEST:
        return []
    own = [deadline - one * HOUR for one in hours if deadline - one * HOUR >= since + SHORTEST]
    return own or [since + (deadline - since) * USUALLY_AT // 100]
