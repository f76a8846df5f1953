"""One letter a day instead of many: what an account lets wait for its digest, and until when. Pure.

With ``news``, letters that ask nothing wait; with ``all``, questions do, too, where at least half a day is left to answer after
the digest. Who is on vacation gets on the day of return what can wait so long. Reminders, and whatever else somebody waits
for, never wait: they go at once, and take news of their match along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, cast, get_args

from service.calendar.moments import zone_of
from service.calendar.vacation_days import away_until
from service.notifications.kinds import PAUSE, SUBSTITUTED, kind_of
from service.store.keys import DIGEST
from service.store.records import Account, Notice

Mode = Literal["off", "news", "all"]
MODE, HOUR = "digest", "digest_hour"
"""The preferences: what waits, and the local hour (0 to 23) at which it comes."""
USUAL_HOUR = 18
RETURN_HOUR = 8
"""The local hour at which somebody who was on vacation gets what has waited, on the day after the last one."""
LEAST = 12 * 3_600_000
"""How long before its deadline a question is in a digest at least, in milliseconds."""


LEAST_BACK = 4 * 3_600_000
"""The same of one that waited for the end of a vacation: until then its clock stood, if the match has agreed on that."""


@dataclass(frozen=True)
class Wish:
    """An account's digest settings: the news that waits for it, and its local hour."""

    mode: Mode
    hour: int


def wish_of(account: Account) -> Wish:
    """Return what the account wishes; no digest unless it has said so."""
    mode, hour = account.prefs.get(MODE), account.prefs.get(HOUR)
    known = isinstance(hour, int) and 0 <= hour <= 23
    return Wish(cast(Mode, mode) if mode in get_args(Mode) else "off", cast(int, hour) if known else USUAL_HOUR)


def next_digest(now: int, hour: int, zone: str) -> int:
    """Return when the local hour comes next, in milliseconds; ``now`` in milliseconds.

    An hour that does not exist on the day the clocks change is taken an hour later, one that exists twice the first time.

    >>> next_digest(1_772_449_200_000, 18, "Europe/Berlin") - 1_772_449_200_000 == 6 * 3_600_000
    True
    """
    here = zone_of(zone)
    day = datetime.fromtimestamp(now / 1000, here).date()
    for ahead in range(3):
        local = datetime(day.year, day.month, day.day, hour, tzinfo=here) + timedelta(days=ahead)
        at = int(local.astimezone(UTC).timestamp()) * 1000
        if at > now:
            return at
    raise AssertionError("every hour comes within three days")


def postponed(news: Sequence[Notice], account: Account, now: int) -> int | None:
    """Return until when (ms) all of this news waits for the account's digest, or None if it is sent separately."""
    wish, back = wish_of(account), away_until(account, now)
    if not account.verified or not news:
        return None
    if back is not None:
        at = next_digest(back - 1, RETURN_HOUR, account.zone)
        return at if all(can_wait(one, "all", at, LEAST_BACK) for one in news) else None
    if wish.mode == "off":
        return None
    at = next_digest(now, wish.hour, account.zone)
    return at if all(can_wait(one, wish.mode, at) for one in news) else None


def for_digest(notice: Notice, at: int) -> Notice:
    """Return the notice as it waits for a digest at that time (ms)."""
    kept = notice.copy()
    kept["channel"], kept["send_at"] = DIGEST, at
    return kept


def can_wait(notice: Notice, mode: Mode, at: int, least: int = LEAST) -> bool:
    """Return whether a notice can wait until a time (ms), with what an account lets wait.

    :param least: how long before its deadline a question still comes then, in milliseconds.
    """
    row = kind_of(notice)
    if (
        row.layout != "match"
        or row.uninvited
        or row.urgency not in ("soon", "company")
        or _goes_on_for_its_reader(notice)
    ):
        return False
    if row.speech == "tells":
        return True
    deadline = notice["facts"].get("deadline")
    return mode == "all" and row.wants == "answer" and (deadline is None or deadline - at >= least)


def _goes_on_for_its_reader(notice: Notice) -> bool:
    """Return whether a letter with this news asks what has stood before, which nothing else tells its reader.

    The table goes on after a pause, or somebody takes a seat, or comes back to it.
    """
    row, facts = kind_of(notice), notice["facts"]
    if row is SUBSTITUTED:
        return notice["seat"] is not None and notice["seat"] == facts.get("about")
    return row is PAUSE and facts.get("what") == "resumed"


__all__ = [
    "HOUR",
    "LEAST",
    "LEAST_BACK",
    "MODE",
    "RETURN_HOUR",
    "Mode",
    "Wish",
    "can_wait",
    "for_digest",
    "next_digest",
    "postponed",
    "wish_of",
]
