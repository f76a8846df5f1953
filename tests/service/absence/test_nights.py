"""Nights of people in many zones: no deadline ends in one of them where that can be had, through all changes of clocks."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.matches.absence.fair_hours import FURTHEST, Night, by_day, is_night, night_of, usual_nights
from service.matches.pace import check_pace, deadlines
from service.store.records import Account

HOUR = 3_600_000
ZONES = sorted(available_timezones())


def at(text: str, zone: str = "Europe/Berlin") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def person(zone: str = "Europe/Berlin", **prefs: Any) -> Account:
    return Account(
        id="a", mail="a@players.example", name="Ann", language="en", zone=zone, created=0, prefs=prefs, verified=True
    )


def night(zone: str = "Europe/Berlin", begins: int = 22, ends: int = 8) -> Night:
    return Night(zone, begins, ends)


def test_a_night_lasts_from_ten_to_eight_unless_the_account_says_otherwise() -> None:
    assert night_of(person()) == ("Europe/Berlin", 22, 8)
    assert night_of(person(quiet_from=1, quiet_to=9)) == ("Europe/Berlin", 1, 10)
    assert night_of(person(quiet_from=0, quiet_to=23)) == ("Europe/Berlin", 12, 0)


def test_who_wants_no_quiet_hours_has_no_night() -> None:
    assert night_of(person(quiet_from=5, quiet_to=5)) is None


@pytest.mark.parametrize(
    ("wanted", "moved"),
    [
        ("2026-11-23T21:59", "2026-11-23T21:59"),
        ("2026-11-23T22:00", "2026-11-24T08:00"),
        ("2026-11-24T03:17", "2026-11-24T08:00"),
        ("2026-11-24T08:00", "2026-11-24T08:00"),
        ("2026-03-29T00:30", "2026-03-29T08:00"),  # summer time begins in this night
        ("2026-10-25T02:30", "2026-10-25T08:00"),  # and ends in this one
    ],
)
def test_a_deadline_at_night_moves_on_to_the_morning(wanted: str, moved: str) -> None:
    assert by_day(at(wanted), [night()]) == at(moved)


def test_two_zones_get_an_hour_that_is_day_for_both() -> None:
    # At 20:00 in Berlin it is four in the morning in Tokyo; when Tokyo gets up, Berlin sleeps until 8.
    both = [night(), night("Asia/Tokyo")]
    moved = by_day(at("2026-11-23T20:00"), both)
    assert moved == at("2026-11-24T08:00") == at("2026-11-24T16:00", "Asia/Tokyo")
    assert by_day(moved, both) == moved


def test_where_it_is_always_somebodys_night_the_fewest_are_woken_and_of_those_hours_the_first_counts() -> None:
    around = [night("Europe/Berlin"), night("Asia/Tokyo"), night("America/Los_Angeles")]
    wanted = at("2026-11-24T03:00")
    moved = by_day(wanted, around)
    awake = [sum(is_night(one, wanted + hours * HOUR) for one in around) for hours in range(25)]
    assert min(awake) == 1, "the example has no hour that is day for all"
    assert sum(is_night(one, moved) for one in around) == 1
    assert all(sum(is_night(one, earlier) for one in around) > 1 for earlier in range(wanted, moved, HOUR // 4))


def test_nobody_asked_is_nobody_woken() -> None:
    assert by_day(at("2026-11-24T03:00"), []) == at("2026-11-24T03:00")


spans = st.builds(
    lambda zone, begins, hours: Night(zone, begins, (begins + hours) % 24),
    st.sampled_from(ZONES),
    st.integers(0, 23),
    st.integers(1, 12),
)
instants = st.integers(at("2026-01-01T00:00"), at("2031-01-01T00:00"))
paces = st.one_of(
    st.builds(lambda seconds: {"kind": "duration", "seconds": seconds}, st.integers(12 * 3600, 30 * 86_400)),
    st.builds(
        lambda zone, time, days: {"kind": "daily", "zone": zone, "time": time, "weekdays": sorted(days)},
        st.sampled_from(ZONES),
        st.times().map(lambda one: f"{one:%H:%M}"),
        st.sets(st.integers(1, 7), min_size=1),
    ),
).map(check_pace)


@given(paces, instants, spans)
def test_one_person_is_never_woken_and_never_gets_less_time(pace: dict[str, Any], now: int, one: Night) -> None:
    deadline, _ = deadlines(pace, now)
    moved = by_day(deadline, [one])
    assert deadline <= moved <= deadline + FURTHEST
    assert not is_night(one, moved)


@given(instants, st.lists(spans, max_size=6))
def test_with_several_no_better_hour_is_passed_over(deadline: int, nights: list[Night]) -> None:
    moved = by_day(deadline, nights)
    assert deadline <= moved <= deadline + FURTHEST
    asleep = sum(is_night(one, moved) for one in nights)
    for passed in range(deadline, deadline + FURTHEST, 15 * 60_000):
        then = sum(is_night(one, passed) for one in nights)
        assert asleep <= then if passed >= moved else asleep < then


@given(instants, st.lists(spans, max_size=6))
def test_a_deadline_that_was_moved_stays_where_it_is_day_for_all(deadline: int, nights: list[Night]) -> None:
    moved = by_day(deadline, nights)
    if not any(is_night(one, moved) for one in nights):
        assert by_day(moved, nights) == moved


@given(st.sampled_from(ZONES), st.dates(date(2026, 1, 1), date(2031, 1, 1)), spans)
def test_the_days_on_which_clocks_change_are_no_exception(zone: str, day: date, one: Night) -> None:
    """Each quarter of an hour of a day is moved to the same morning, or to none: nothing jumps back."""
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=14)
    quarters = [int((start + timedelta(minutes=15 * number)).timestamp() * 1000) for number in range(4 * 52)]
    moved = [by_day(quarter, [one._replace(zone=zone)]) for quarter in quarters]
    assert moved == sorted(moved)


@pytest.mark.parametrize(
    ("pace", "nights"),
    [
        ({"kind": "duration", "seconds": 2 * 86_400}, "kept"),
        ({"kind": "duration", "seconds": 43_200}, "kept"),
        ({"kind": "duration", "seconds": 43_199}, "ignored"),
        ({"kind": "daily", "time": "20:00", "zone": "Europe/Berlin"}, "kept"),
        ({"kind": "daily", "time": "22:00", "zone": "Europe/Berlin"}, "ignored"),
        ({"kind": "daily", "time": "07:30", "zone": "Europe/Berlin"}, "ignored"),
    ],
)
def test_slow_matches_keep_the_nights_unless_their_own_hour_is_at_night(pace: dict[str, Any], nights: str) -> None:
    assert usual_nights(check_pace(pace)) == nights
