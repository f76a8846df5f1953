"""Times as a player reads them."""

from zoneinfo import available_timezones

import pytest

from engine.contract import Language
from engine.kit.text.phrases import language_of
from service import calendar

TUESDAY = 1_772_564_400_000
"""Tue 3 Mar 2026, 19:00 UTC."""
DAY = 86_400_000


@pytest.mark.parametrize(
    ("zone", "language", "moment", "short"),
    [
        ("Europe/Berlin", "en", "Tue 3 Mar, 20:00 CET", "Tue 20:00 CET"),
        ("Europe/Berlin", "de", "Di 3. März, 20:00 Uhr MEZ", "Di 20:00 MEZ"),
        ("America/Sao_Paulo", "en", "Tue 3 Mar, 16:00 UTC-3", "Tue 16:00 UTC-3"),
        ("Asia/Kathmandu", "de", "Mi 4. März, 00:45 Uhr UTC+5:45", "Mi 00:45 UTC+5:45"),
        ("Nowhere/Atlantis", "en", "Tue 3 Mar, 19:00 UTC", "Tue 19:00 UTC"),
        ("../../etc/passwd", "en", "Tue 3 Mar, 19:00 UTC", "Tue 19:00 UTC"),
    ],
)
def test_a_moment_is_told_in_the_readers_zone(zone: str, language: Language, moment: str, short: str) -> None:
    assert calendar.moment(TUESDAY, language, zone) == moment
    assert calendar.short_moment(TUESDAY, TUESDAY - DAY, language, zone) == short


def test_summer_time_is_that_of_the_day_meant_not_of_the_day_of_writing() -> None:
    in_april = TUESDAY + 40 * DAY
    assert calendar.short_moment(in_april, in_april - DAY, "en", "Europe/Berlin") == "Sun 21:00 CEST"


def test_a_far_deadline_has_a_date_because_a_weekday_would_be_ambiguous() -> None:
    assert calendar.short_moment(TUESDAY, TUESDAY - 7 * DAY, "en", "Europe/Berlin") == "3 Mar 20:00 CET"


@pytest.mark.parametrize(
    ("seconds", "english", "german"),
    [
        (0, "in 0 seconds", "in 0 Sekunden"),
        (1, "in 1 second", "in 1 Sekunde"),
        (119, "in 119 seconds", "in 119 Sekunden"),
        (7_199, "in 119 minutes", "in 119 Minuten"),
        (26 * 3600 + 3599, "in 26 hours", "in 26 Stunden"),
        (3 * 86_400 - 1, "in 2 days", "in 2 Tagen"),
        (29 * 86_400, "in 29 days", "in 29 Tagen"),
    ],
)
def test_time_left_is_never_more_than_there_is(seconds: int, english: str, german: str) -> None:
    assert calendar.time_left(seconds * 1000, "en") == english
    assert calendar.time_left(seconds * 1000, "de") == german


def test_a_span_is_told_exactly() -> None:
    assert [calendar.span(seconds, "en") for seconds in (90, 3_600, 129_600, 172_800, 1_209_600)] == [
        "90 seconds", "1 hour", "36 hours", "2 days", "14 days",
    ]  # fmt: skip
    assert calendar.span(172_800, "de") == "2 Tage"


def test_every_zone_has_a_city_to_call_it_by() -> None:
    assert [calendar.city(one, "de") for one in ("Europe/Vienna", "America/New_York", "UTC")] == [
        "Wien",
        "New York",
        "UTC",
    ]
    assert all(calendar.city(one, language) for one in available_timezones() for language in calendar.LOCALES)


def test_weekdays_are_a_list_in_words() -> None:
    assert calendar.weekdays([1, 3, 5], "en") == "Mon, Wed and Fri"
    assert calendar.weekdays([6, 7], "de") == "Sa und So"


@pytest.mark.parametrize(
    ("tag", "language"),
    [("de", "de"), ("de-AT", "de"), ("DE_ch", "de"), ("en-GB", "en"), ("it", "en"), ("fr_FR", "fr"), ("", "en")],
)
def test_a_tag_with_a_region_is_the_language_and_an_unknown_one_english(tag: str, language: str) -> None:
    assert language_of(tag) == language
