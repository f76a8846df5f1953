"""What the answer to a mail about vacations says: what was entered, what it means at each table, how many days are left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from babel.dates import format_date

from engine.contract import Language
from engine.match.vacations import stops
from engine.registry import game_of
from service.matches.titles import title_of
from service.moments import LOCALES
from service.vacation_days import days_left, today, vacations_of
from workers.mail.reader import Reader
from workers.replies.time_off import TimeOff

DAY: dict[Language, str] = {"en": "EEEE, d MMMM y", "de": "EEEE, d. MMMM y"}
TYPED: dict[Language, str] = {"en": "d MMM y", "de": "d.M.y"}
"""A day in a line to send back."""


def told(one: TimeOff, reader: Reader, most: int, words: Any) -> list[str]:
    """Return the lines of the answer; ``most`` is how many days of vacation a year has."""
    first, last = _day(one.first, reader.language), _day(one.last, reader.language)
    if one.did == "confirm":
        asked = [str(words.vacation_confirm(first, last)), _line_back(one, reader.language, words)]
        return [*asked, *(_at_tables(one, reader, words) if last else ())]
    if one.did == "refused" and one.error is not None:
        return [str(words.vacation_refused(one.error.why, *one.error.left))]
    if one.did in ("unclear", "alone", "none"):
        said = {"unclear": words.vacation_unclear, "alone": words.vacation_alone, "none": words.vacation_none}[one.did]
        return [str(said()), *([] if one.did == "alone" else _known(one, reader, most, words))]
    if one.did == "entered":
        return [
            str(words.vacation_entered(first, last)),
            *_at_tables(one, reader, words),
            *_left(one, reader, most, words),
        ]
    if one.did == "ended":
        return [str(words.vacation_ended(first)), *_known(one, reader, most, words)]
    return [*_known(one, reader, most, words), str(words.vacation_how())]


def _at_tables(one: TimeOff, reader: Reader, words: Any) -> list[str]:
    said: list[str] = []
    for record in one.tables:
        title = title_of(record.table, game_of(record.table).rules, reader.language)
        said.append(str((words.vacation_stops if stops(record.table) else words.vacation_plays_on)(title)))
    return [*said, str(words.vacation_letters())]


def _known(one: TimeOff, reader: Reader, most: int, words: Any) -> list[str]:
    """Return the vacations that are entered and not over, and how many days are left."""
    here, language = today(one.account, reader.now), reader.language
    spans = [(_day(it.first, language), _day(it.last, language)) for it in vacations_of(one.account) if it.last >= here]
    return [str(words.vacation_list(spans)), *_left(one, reader, most, words)]


def _left(one: TimeOff, reader: Reader, most: int, words: Any) -> Sequence[str]:
    years = {today(one.account, reader.now).year} | {day.year for day in (one.first, one.last) if day is not None}
    return [str(words.vacation_left(days_left(one.account, year, most), year)) for year in sorted(years)]


def _line_back(one: TimeOff, language: Language, words: Any) -> str:
    """Return the line that confirms, as one would type it."""
    assert one.first is not None
    first, last = (
        None if day is None else format_date(day, TYPED[language], locale=LOCALES[language])
        for day in (one.first, one.last)
    )
    said = words.vacation_line(first) if last is None else f"{words.vacation_word()} {first} - {last}"
    return f"{said} OK-{one.back}"


def _day(day: date | None, language: Language) -> str:
    return "" if day is None else format_date(day, DAY[language], locale=LOCALES[language])


__all__ = ["told"]
