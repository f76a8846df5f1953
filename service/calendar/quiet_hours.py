"""Quiet hours: at night browsers stay silent, and letters that can wait do so, if the account has chosen that.

Waiting news goes out in the morning, if it is still current. By default letters come at any hour: on most devices they
make no noise, and there is the digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.calendar.moments import zone_of
from service.notifications.digests import LEAST_BACK, can_wait, next_digest, postponed
from service.store.records import Account, Notice

FROM, TO = "quiet_from", "quiet_to"
"""The preferences with the local hours (0 to 23) at which quiet begins and ends; equal ones mean never."""
MAILS = "quiet_mails"
"""The preference for letters to keep the quiet hours, too."""
USUAL = (22, 7)


def quiet_hours(account: Account) -> tuple[int, int]:
    """Return the account's quiet hours, from and to."""
    wished = (account.prefs.get(FROM), account.prefs.get(TO))
    return (_hour(wished[0], USUAL[0]), _hour(wished[1], USUAL[1]))


def quiet_until(account: Account, now: int) -> int | None:
    """Return until when it is quiet, or None if it is not. Both in milliseconds."""
    begin, end = quiet_hours(account)
    hour = datetime.fromtimestamp(now / 1000, zone_of(account.zone)).hour
    quiet = begin <= hour < end if begin <= end else hour >= begin or hour < end
    return next_digest(now, end, account.zone) if quiet else None


def wishes_quiet_mails(account: Account) -> bool:
    """Return whether letters to the account keep its quiet hours."""
    return account.prefs.get(MAILS, False) is True


def letter_rests_until(news: Sequence[Notice], account: Account, now: int) -> int | None:
    """Return until when (ms) a letter about a match waits for quiet hours to end, or None if it does not wait.

    It waits if all of it could wait for a digest, that is, if there is time to answer afterwards: four hours here,
    because a sleeper would not answer sooner anyway. Letters that wait for a digest do not wait here.
    """
    if not wishes_quiet_mails(account) or not news or not account.verified:
        return None
    until = quiet_until(account, now)
    if until is None or postponed(news, account, now) is not None:
        return None
    return until if all(can_wait(one, "all", until, LEAST_BACK) for one in news) else None


def _hour(wished: object, usual: int) -> int:
    return wished if isinstance(wished, int) and 0 <= wished <= 23 else usual
