"""Quiet hours: at night no browser rings, and no letter comes that can wait, if the account wishes so.

What waits goes in the morning, if it is still news then. Letters come at any hour unless the account has said otherwise: on most
devices they make no noise, and there is the digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.calendar.moments import zone_of
from service.notifications.digests import LEAST_BACK, can_wait, next_digest, postponed
from service.store.records import Account, Notice

FROM, TO = "quiet_from", "quiet_to"
"""The preferences: the local hours (0 to 23) at which it gets quiet and ends; the same twice: never."""
MAILS = "quiet_mails"
"""The preference of whoever wants letters to keep the quiet hours, too."""
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


def wishes_quiet_mails(account: Account) -> bool:
    """Return whether letters to the account keep its quiet hours."""
    return account.prefs.get(MAILS, False) is True


def letter_rests_until(news: Sequence[Notice], account: Account, now: int) -> int | None:
    """Return until when (ms) a letter about a match waits because it is quiet, ``None``: it does not.

    It does if all of it could wait for a digest, which asks only what then leaves time to answer: four hours here, because
    whoever sleeps would not answer sooner. What waits for a digest anyway does not wait here.
    """
    if not wishes_quiet_mails(account) or not news or not account.verified:
        return None
    until = quiet_until(account, now)
    if until is None or postponed(news, account, now) is not None:
        return None
    return until if all(can_wait(one, "all", until, LEAST_BACK) for one in news) else None


def _hour(wished: object, usual: int) -> int:
    return wished if isinstance(wished, int) and 0 <= wished <= 23 else usual


__all__ = ["FROM", "MAILS", "TO", "letter_rests_until", "quiet_hours", "quiet_until", "wishes_quiet_mails"]
