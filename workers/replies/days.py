"""Days as people write them in a mail about vacations, in English and German. Strict: what could mean two days means none.

``1/12`` is December to some and January to others, so it is none. A day without a year is the next such day; a weekday
is the next one, but none where today is one: it may be meant, or that in a week.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january januar jänner jan", "february februar feb", "march märz maerz mar mär", "april apr", "may mai",
            "june juni jun", "july juli jul", "august aug", "september sept sep", "october oktober oct okt",
            "november nov", "december dezember dec dez",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
YEAR = r"(?:,? ?(?P<year>[0-9]{4}))?"
WEEKDAYS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "montag monday mo mon", "dienstag tuesday di tue", "mittwoch wednesday mi wed", "donnerstag thursday do thu",
            "freitag friday fr fri", "samstag saturday sonnabend sa sat", "sonntag sunday so sun",
        )
    )
    for name in names.split()
}  # fmt: skip
WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
RELATIVE: dict[str, int] = {"heute": 0, "today": 0, "morgen": 1, "tomorrow": 1}
COUNTS: dict[str, int] = {
    name: number
    for number, names in enumerate(("ein eine einen a one", "zwei two", "drei three", "vier four"), 1)
    for name in names.split()
}
FORMS = (
    re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})(?![0-9])"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})\. ?(?P<month>[0-9]{{1,2}})\.{YEAR}(?![0-9])"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})(?:\.|st|nd|rd|th)? ?(?:of )?(?P<name>{MONTH})\b\.?{YEAR}(?![0-9])"),
    re.compile(rf"(?P<name>{MONTH})\b\.? (?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?{YEAR}(?![0-9])"),
    re.compile(r"(?P<day>[0-9]{1,2})\.(?! ?[0-9])"),
    re.compile(rf"(?P<weekday>{WEEKDAY})\b\.?"),
    re.compile(rf"(?P<relative>{'|'.join(RELATIVE)})\b"),
)
"""How a day is written. One of them is a day of the month that the other one names, as in ``1. - 14.12.``"""
BEFORE = re.compile(rf"(?:{WEEKDAY})\b\.?,? (?:den |the |dem )?(?=[0-9]|{MONTH})")
"""A weekday before a date, which only says it once more."""
LASTING = re.compile(
    rf"(?:,? ?(?:für|for)?) ?(?P<count>[0-9]{{1,3}}|{'|'.join(COUNTS)}) (?P<unit>tage?n?|days?|wochen?|weeks?)(?: lang)?"
)
"""For how long, behind the first day."""
FROM = re.compile(r" ?(?:(?:from|von|vom|ab)\b ?)?")
TO = re.compile(r"(?: ?(?:-|bis zum|bis|to|until|till|through)(?![a-z]) ?| )")
DASHES = re.compile("[\u2010-\u2015\u2212]")


@dataclass(frozen=True)
class _Written:
    """A day as far as it is written."""

    day: int
    month: int | None
    year: int | None
    weekday: int | None = None
    ahead: int | None = None


def span_in(text: str, today: date) -> tuple[date, date] | None:
    """Return the first and the last day that a text names, ``None`` unless it names just these, and clearly.

    >>> span_in("1.12. - 14.12.", date(2026, 11, 23))
    (datetime.date(2026, 12, 1), datetime.date(2026, 12, 14))
    >>> span_in("28 Dec to 3 January", date(2026, 11, 23))
    (datetime.date(2026, 12, 28), datetime.date(2027, 1, 3))
    >>> span_in("1/12 - 14/12", date(2026, 11, 23))
    """
    plain = " ".join(DASHES.sub("-", text.casefold()).split())
    found = {
        span
        for first, rest in _days_at(_after(FROM, plain))
        if TO.match(rest)
        for last, end in _days_at(_after(TO, rest))
        if not end.strip(" .!") and (span := _span(first, last, today)) is not None
    }
    found |= {
        span for first, rest in _days_at(_after(FROM, plain)) if (span := _lasting(first, rest, today)) is not None
    }
    return found.pop() if len(found) == 1 else None


def _lasting(first: _Written, rest: str, today: date) -> tuple[date, date] | None:
    """Return the days from a first one on for so long as the rest says: a week has seven."""
    found = LASTING.fullmatch(rest.strip(" .!"))
    begins = None if found is None else _day(first, today)
    if found is None or begins is None:
        return None
    count = int(found["count"]) if found["count"].isdigit() else COUNTS[found["count"]]
    days = count * (7 if found["unit"][0] == "w" else 1)
    return (begins, begins + timedelta(days=days - 1)) if days else None


def day_in(text: str, today: date) -> date | None:
    """Return the one day that a text names, ``None`` unless it names just that."""
    plain = " ".join(text.casefold().split())
    found = {day for one, rest in _days_at(plain) if not rest.strip(" .!") and (day := _day(one, today)) is not None}
    return found.pop() if len(found) == 1 else None


def _after(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return text if found is None else text[found.end() :]


def _days_at(text: str) -> Iterator[tuple[_Written, str]]:
    """Yield what a day at the beginning of a text may be, with the rest of the text."""
    text = _after(BEFORE, text)
    for form in FORMS:
        found = form.match(text)
        if found is not None:
            named = found.groupdict()
            if named.get("weekday") or named.get("relative"):
                weekday, ahead = WEEKDAYS.get(named.get("weekday", "")), RELATIVE.get(named.get("relative", ""))
                yield _Written(0, None, None, weekday, ahead), text[found.end() :]
                continue
            month = MONTHS[named["name"]] if named.get("name") else named.get("month")
            year = named.get("year")
            yield (
                _Written(int(named["day"]), None if month is None else int(month), int(year) if year else None),
                text[found.end() :],
            )


def _span(first: _Written, last: _Written, today: date) -> tuple[date, date] | None:
    if last.weekday is not None:
        begins = _day(first, today)
        return None if begins is None else (begins, _next(last.weekday, begins))
    if last.ahead is not None or last.month is None:
        return None
    if first.weekday is not None or first.ahead is not None:
        begins = _day(first, today)
        ends = None if begins is None else _day(last, begins)
        return None if begins is None or ends is None else (begins, ends)
    month, year = first.month, first.year
    if month is None:
        month, year = last.month, last.year
    elif year is None and last.year is not None:
        year = last.year - (month > last.month)
    begins = _day(_Written(first.day, month, year), today)
    ends = None if begins is None else _day(last, begins)
    return None if begins is None or ends is None else (begins, ends)


def _next(weekday: int, after: date) -> date:
    """Return the next day of a weekday, after a day."""
    return after + timedelta(days=(weekday - after.weekday() - 1) % 7 + 1)


def _day(written: _Written, since: date) -> date | None:
    """Return the day; without a year the next one, that day included. ``None`` for one that is in no calendar."""
    if written.ahead is not None:
        return since + timedelta(days=written.ahead)
    if written.weekday is not None:
        return None if written.weekday == since.weekday() else _next(written.weekday, since)
    if written.month is None:
        return None
    years = [written.year] if written.year is not None else [since.year, since.year + 1]
    for year in years:
        try:
            found = date(year, written.month, written.day)
        except ValueError:
            continue
        if written.year is not None or found >= since:
            return found
    return None


__all__ = ["day_in", "span_in"]
