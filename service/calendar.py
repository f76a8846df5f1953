"""Moments and spans in words, in the reader's language and time zone; and vacations.

Times come in milliseconds since 1970. Babel knows weekdays, months and plurals; what it lacks (short zone names outside
a locale's own country, honest rounding down of the time left) is added here.

People enter vacations in their accounts: whole days in the account's time zone, up to a yearly number. A vacation is entered
before it begins, or on its first day. Once it has begun, all days it ever had are used up, even if it is ended early: clocks
may have stopped for them, and nobody shall stop clocks repeatedly by ending vacations.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from itertools import pairwise
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from babel.dates import format_datetime, format_timedelta, get_day_names, get_timezone_location
from babel.lists import format_list

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, habits
from service.store.records import Account

LOCALES: Mapping[Language, str] = {one: habits(one).locale for one in LANGUAGES}
MINUTE, HOUR, DAY = 60, 3_600, 86_400


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones, read once: to find them takes milliseconds and hundreds of files."""
    return frozenset(available_timezones())


def zone_of(name: str) -> tzinfo:
    """Return the time zone; UTC for a name this machine's zone database does not know."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def moment(at: int, language: Language, zone: str) -> str:
    """Return a local date and time without year, e.g. ``Tue 3 Mar, 20:00 CET``."""
    local = datetime.fromtimestamp(at / 1000, zone_of(zone))
    text = format_datetime(
        local, habits(language).moment["day_and_time"], tzinfo=local.tzinfo, locale=LOCALES[language]
    )
    return f"{text} {zone_name(local, language)}"


def short_moment(at: int, now: int, language: Language, zone: str) -> str:
    """Return a moment for a subject line, e.g. ``Tue 20:00 CET``; from six days on with the date instead of the weekday."""
    local = datetime.fromtimestamp(at / 1000, zone_of(zone))
    pattern = habits(language).moment["weekday_and_time" if at - now < 6 * DAY * 1000 else "date_and_time"]
    text = format_datetime(local, pattern, tzinfo=local.tzinfo, locale=LOCALES[language])
    return f"{text} {zone_name(local, language)}"


def zone_name(local: datetime, language: Language) -> str:
    """Return the zone's name on that day: ``CET``, German ``MEZ``, or ``UTC-3`` if it has no short name."""
    own = format_datetime(local, "z", tzinfo=local.tzinfo, locale=LOCALES[language])
    for name in (own, local.tzname() or ""):
        if name.isalpha() and len(name) <= 5:
            return name
    minutes = int((local.utcoffset() or timedelta()).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def city(zone: str, language: Language) -> str:
    """Return the everyday name of a time zone: its city, e.g. ``Vienna``, German ``Wien``."""
    return get_timezone_location(zone, locale=LOCALES[language], return_city=True)


def time_left(milliseconds: int, language: Language) -> str:
    """Return e.g. ``in 26 hours``, rounded down so that nobody is promised too much time."""
    seconds = max(0, milliseconds // 1000)
    unit = DAY if seconds >= 2 * DAY else HOUR if seconds >= 2 * HOUR else MINUTE if seconds >= 2 * MINUTE else 1
    return _timedelta(seconds // unit * unit, unit, language, add_direction=True)


def span(seconds: int, language: Language) -> str:
    """Return an exact duration in its largest whole unit, e.g. ``2 days``, ``36 hours``."""
    unit = next(unit for unit in (DAY, HOUR, MINUTE, 1) if seconds % unit == 0)
    return _timedelta(seconds, unit, language, add_direction=False)


def weekdays(days: Sequence[int], language: Language) -> str:
    """Return ISO weekdays (1 is Monday) as a list in words, e.g. ``Mon, Wed and Fri``."""
    names: Any = get_day_names("abbreviated", "stand-alone", LOCALES[language])
    return format_list([names[day - 1] for day in days], "standard", LOCALES[language])


def _timedelta(seconds: int, unit: int, language: Language, *, add_direction: bool) -> str:
    """Format in exactly the given unit: Babel takes the largest with at least ``threshold`` of them."""
    granularity: Any = {DAY: "day", HOUR: "hour", MINUTE: "minute", 1: "second"}[unit]
    return format_timedelta(
        timedelta(seconds=seconds),
        granularity,
        threshold=max(1, seconds // unit),
        add_direction=add_direction,
        locale=LOCALES[language],
    )


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
