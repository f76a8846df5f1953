"""Moments and spans in words: in the reader's language and time zone.

Times come in milliseconds since 1970. Babel knows weekdays, months and plurals; what it lacks (short zone names outside
a locale's own country, honest rounding down of the time left) is added here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_datetime, format_timedelta, get_day_names, get_timezone_location
from babel.lists import format_list

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, habits

LOCALES: Mapping[Language, str] = {one: habits(one).locale for one in LANGUAGES}
MINUTE, HOUR, DAY = 60, 3_600, 86_400


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
