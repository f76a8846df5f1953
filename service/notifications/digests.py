"""News that waits: for an account's digest, for the end of quiet hours, or until its reader has left the table. Pure.

The digest is one letter a day instead of many. With ``news``, letters that ask nothing wait; with ``all``, questions do, too,
where at least half a day is left to answer after the digest. A player on vacation gets news that can wait on the day of
return. Reminders, and anything else for which somebody is waiting, go at once, and take news of their match along.

Letters to a reader who is at the table wait a few minutes, because questions are answered sooner there. Nothing is lost: the
news stays in its queue, and goes out as soon as the reader has left, or after the longest wait. Questions answered meanwhile
are dropped.

In quiet hours browsers stay silent, and letters that can wait do so, if the account has chosen that. Waiting news goes out in
the morning, if it is still current. By default letters come at any hour: on most devices they make no noise, and there is the
digest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, cast, get_args

from service.calendar import away_until, zone_of
from service.notifications.kinds import PAUSE, SUBSTITUTED, kind_of
from service.store.keys import DIGEST
from service.store.records import Account, Notice

Mode = Literal["off", "news", "all"]
MODE, HOUR = "digest", "digest_hour"
"""The preferences for the kind of news that waits, and for the local hour (0 to 23) of the digest."""
USUAL_HOUR = 18
RETURN_HOUR = 8
"""The local hour at which waiting news comes after a vacation, on the day after its last day."""
LEAST = 12 * 3_600_000
"""How long before its deadline a question must come in a digest, in milliseconds."""


LEAST_BACK = 4 * 3_600_000
"""The same for a question that waited for the end of a vacation: if the match has agreed on that, its clock stood still."""


@dataclass(frozen=True)
class Wish:
    """An account's digest settings: the kind of news that waits, and the local hour."""

    mode: Mode
    hour: int


def wish_of(account: Account) -> Wish:
    """Return the account's digest settings; by default no digest."""
    mode, hour = account.prefs.get(MODE), account.prefs.get(HOUR)
    known = isinstance(hour, int) and 0 <= hour <= 23
    return Wish(cast(Mode, mode) if mode in get_args(Mode) else "off", cast(int, hour) if known else USUAL_HOUR)


PUZZLE_HOUR = "puzzle_hour"
"""The preference for the local hour of a letter with the puzzle of the day; missing: none is wanted."""


def puzzle_hour(account: Account) -> int | None:
    """Return the local hour at which the account wants the puzzle of the day by mail, or None."""
    hour = account.prefs.get(PUZZLE_HOUR)
    return hour if isinstance(hour, int) and 0 <= hour <= 23 else None


def next_digest(now: int, hour: int, zone: str) -> int:
    """Return the next occurrence of the local hour, in milliseconds; ``now`` in milliseconds.

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
    """Return the notice in the form waiting for a digest at that time (ms)."""
    kept = notice.copy()
    kept["channel"], kept["send_at"] = DIGEST, at
    return kept


def can_wait(notice: Notice, mode: Mode, at: int, least: int = LEAST) -> bool:
    """Return whether a notice can wait until a time (ms), given the account's digest mode.

    :param least: how long before its deadline a question must come, in milliseconds.
    """
    row = kind_of(notice)
    if row.uninvited or row.urgency not in ("soon", "company") or _goes_on_for_its_reader(notice):
        return False
    if row.speech == "tells":
        return True
    deadline = notice["facts"].get("deadline")
    return mode == "all" and row.wants == "answer" and (deadline is None or deadline - at >= least)


def _goes_on_for_its_reader(notice: Notice) -> bool:
    """Return whether this news repeats a standing question that nothing else announces to its reader.

    That happens when the table resumes after a pause, or somebody takes a seat or comes back to it.
    """
    row, facts = kind_of(notice), notice["facts"]
    if row is SUBSTITUTED:
        return notice["seat"] is not None and notice["seat"] == facts.get("about")
    return row is PAUSE and facts.get("what") == "resumed"


WHILE_HERE = "while_here"
"""The preference for letters about a table while looking at it."""
LONGEST = 180_000
"""How long a letter waits for a reader who is at the table, in milliseconds."""
LOOK = 60_000
"""Milliseconds between checks whether the reader is still there."""
SHARE = 4
"""A question waits no longer than this fraction of its answering time."""


def wishes_while_here(account: Account) -> bool:
    """Return whether the account wants letters also about a table that it is looking at."""
    return account.prefs.get(WHILE_HERE, False) is True


def may_wait_until(news: Sequence[Notice], account: Account) -> int | None:
    """Return until when (ms) a letter with this news waits while its reader is at the table, or None if it does not wait.

    It waits if it consists only of questions and of news that would wait in other letters, too; reminders and news for
    which others wait go at once.
    """
    if wishes_while_here(account) or not news or any(not _can_wait(one) for one in news):
        return None
    due = [one for one in news if kind_of(one).urgency == "soon"]
    return min((_end(one) for one in due), default=None)


def _can_wait(notice: Notice) -> bool:
    row = kind_of(notice)
    return row.layout == "match" and not row.uninvited and row.urgency in ("soon", "company")


def _end(notice: Notice) -> int:
    deadline = notice["facts"].get("deadline") or notice["facts"].get("opening_ends")
    share = LONGEST if deadline is None else max(0, (deadline - notice["at"]) // SHARE)
    return notice["send_at"] + min(LONGEST, share)


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
