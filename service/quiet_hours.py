"""Quiet hours: at night no browser rings. News wait for the morning, and go only if they are still news then.

Letters come at any hour: they make no noise, and there is the digest.
"""

from __future__ import annotations

from datetime import datetime

from service.moments import zone_of
from service.notifications.digests import next_digest
from service.store.records import Account

FROM, TO = "quiet_from", "quiet_to"
"""The preferences: the local hours (0 to 23) at which it gets quiet and ends; the same twice: never."""
USUAL = (22, 7)


def quiet_hours(account: Account) -> tuple[int, int]:
    """Return the account's quiet hours, from and to."""
    wished = (account.prefs.get(FROM), account.prefs.get(TO))
    return (_hour(wished[0], USUAL[0]), _hour(wished[1], USUAL[1]))


def quiet_until(account: Account, now: int) -> int | None:
    """Return until when it is quiet, ``None``: it is not. Both in milliseconds."""
    begin, end = quiet_hours(account)
    hour = datetime.fromtimestamp(now / 1000, zone_of(account.zone)).hour
    quiet = begin <= hour < end if begin <= end else hour >= begin or hour < end
    return next_digest(now, end, account.zone) if quiet else None


def _hour(wished: object, usual: int) -> int:
    return wished if isinstance(wished, int) and 0 <= wished <= 23 else usual


__all__ = ["FROM", "TO", "quiet_hours", "quiet_until"]
