"""Deadlines: durations, and fixed local hours through weekends and clock changes."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol.log import coarse_step
from service.matches.pace import DAY, BadPace, check_pace, deadlines, later, next_counted
from tests.given.json_object import JsonObject

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp() * 1000)


def daily(**changes: Any) -> JsonObject:
    return check_pace({"kind": "daily", "time": "20:00", "zone": "Europe/Berlin", **changes})


def test_a_duration_is_counted_from_the_opening() -> None:
    assert deadlines(check_pace({"kind": "duration", "seconds": DAY}), 5_000) == (DAY * 1000 + 5_000, 12 * 3_600_000)


def test_openings_are_never_awaited_longer_than_the_decision_lasted() -> None:
    assert deadlines(check_pace({"kind": "duration", "seconds": 60}), 0) == (60_000, 60_000)


def test_the_daily_hour_is_today_if_it_is_far_enough_away() -> None:
    assert deadlines(daily(), at("2026-11-23T07:59"))[0] == at("2026-11-23T20:00")


def test_the_daily_hour_is_tomorrow_if_it_is_too_close() -> None:
    assert deadlines(daily(), at("2026-11-23T08:01"))[0] == at("2026-11-24T20:00")


def test_weekends_can_be_left_out() -> None:
    pace = daily(weekdays=[1, 2, 3, 4, 5])
    assert deadlines(pace, at("2026-11-20T12:00"))[0] == at("2026-11-23T20:00")  # Friday noon -> Monday


def weekly(**changes: Any) -> JsonObject:
    counted = {"weekdays": [1, 2, 3, 4, 5], "zone": "Europe/Berlin"}
    return check_pace({"kind": "duration", "seconds": 7 * DAY, "counted": counted, **changes})


@pytest.mark.parametrize(
    ("seconds", "opens", "ends"),
    [
        (7 * DAY, "2026-11-19T10:00", "2026-11-30T10:00"),  # seven working days from a Thursday
        (7 * DAY, "2026-10-22T10:00", "2026-11-02T10:00"),  # the clocks change on a Sunday, which does not count
        (2 * DAY, "2026-11-21T15:30", "2026-11-25T00:00"),  # opened on a Saturday: counted from Monday on
        (DAY, "2026-11-20T00:00", "2026-11-21T00:00"),  # all of Friday, to its last instant
        (3600, "2026-11-20T23:30", "2026-11-23T00:30"),
    ],
)
def test_a_duration_can_leave_weekdays_out(seconds: int, opens: str, ends: str) -> None:
    deadline, opening = deadlines(weekly(seconds=seconds), at(opens))
    assert (deadline, opening) == (at(ends), min(at(ends) - at(opens), 12 * 3_600_000))


@given(
    opens=st.integers(min_value=at("2026-01-01T00:00"), max_value=at("2027-12-31T00:00")),
    seconds=st.integers(min_value=5, max_value=4 * DAY),
    days=st.sets(st.integers(1, 7), min_size=1, max_size=6),
    zone=st.sampled_from(["Europe/Berlin", "America/Santiago", "Asia/Tokyo", "Australia/Lord_Howe", "Africa/Cairo"]),
)
def test_a_decision_stands_as_long_as_its_pace_says_on_the_days_it_counts(
    opens: int, seconds: int, days: set[int], zone: str
) -> None:
    """Against a count of seconds by quarters of an hour, which all changes of clocks are multiples of."""
    pace = check_pace({"kind": "duration", "seconds": seconds, "counted": {"weekdays": sorted(days), "zone": zone}})
    deadline, quarter, ran, place = deadlines(pace, opens)[0], 900_000, 0, opens
    while place < deadline:
        end = min(deadline, (place // quarter + 1) * quarter)
        ran += (end - place) * (datetime.fromtimestamp(place / 1000, ZoneInfo(zone)).isoweekday() in days)
        place = end
    last = datetime.fromtimestamp((deadline - 1) / 1000, ZoneInfo(zone))
    assert (ran, last.isoweekday() in days) == (seconds * 1000, True)


@pytest.mark.parametrize(
    ("seconds", "from_", "to"),
    [
        (DAY, "2026-10-24T20:00", "2026-10-25T20:00"),  # 25 hours
        (DAY, "2026-03-28T20:00", "2026-03-29T20:00"),  # 23 hours
        (DAY, "2026-03-28T02:30", "2026-03-29T03:30"),  # an hour that is skipped
        (2 * DAY + 3600, "2026-10-24T20:00", "2026-10-26T21:00"),
    ],
)
def test_more_time_keeps_the_local_hour_over_a_change_of_clocks(seconds: int, from_: str, to: str) -> None:
    for pace in (daily(), weekly()):
        assert later(pace, at(from_), seconds) == at(to)
    assert later(check_pace({"kind": "duration"}), at(from_), seconds) == at(from_) + seconds * 1000
    assert later(daily(), at(from_) + 7, 3600) == at(from_) + 3_600_007, "less than a day is so many seconds"


def test_the_second_of_two_equal_hours_is_not_moved_back() -> None:
    second = at("2026-10-25T02:30") + 3_600_000
    assert later(daily(), second, 600) == second + 600_000


def test_a_time_on_a_day_that_does_not_count_ends_at_that_hour_of_the_next_that_does() -> None:
    assert next_counted(weekly(), at("2026-03-28T20:00")) == at("2026-03-30T20:00")
    assert next_counted(weekly(), at("2026-03-27T20:00")) == at("2026-03-27T20:00")
    assert next_counted(daily(weekdays=[1]), at("2026-03-28T20:00")) == at("2026-03-28T20:00"), "only of a duration"


def test_the_local_hour_stays_when_summer_time_begins() -> None:
    deadline = deadlines(daily(), at("2026-03-28T21:00"))[0]
    assert datetime.fromtimestamp(deadline / 1000, BERLIN).isoformat() == "2026-03-29T20:00:00+02:00"


def test_an_hour_that_summer_time_skips_is_taken_an_hour_later() -> None:
    deadline = deadlines(daily(time="02:30", least=0), at("2026-03-29T00:00"))[0]
    assert datetime.fromtimestamp(deadline / 1000, BERLIN).isoformat() == "2026-03-29T03:30:00+02:00"


def test_an_hour_that_occurs_twice_is_taken_the_first_time() -> None:
    deadline = deadlines(daily(time="02:30", least=0), at("2026-10-25T00:00"))[0]
    assert datetime.fromtimestamp(deadline / 1000, BERLIN).isoformat() == "2026-10-25T02:30:00+02:00"


@given(
    st.integers(at("2026-01-01T00:00"), at("2028-01-01T00:00")),
    st.sets(st.integers(1, 7), min_size=1),
    st.integers(0, 7 * DAY),
    st.integers(0, 23),
)
def test_a_daily_deadline_is_always_on_its_weekday_and_never_too_close(
    now: int, weekdays: set[int], least: int, hour: int
) -> None:
    pace = daily(weekdays=sorted(weekdays), least=least, time=f"{hour:02}:15")
    deadline, opening = deadlines(pace, now)
    assert deadline > now
    assert deadline >= now + least * 1000
    assert datetime.fromtimestamp(deadline / 1000, BERLIN).isoweekday() in weekdays
    assert 0 < opening <= 12 * 3_600_000


@pytest.mark.parametrize(
    ("pace", "pointer"),
    [
        ({}, "/kind"), ("fast", "/kind"), ({"kind": "duration", "seconds": 4}, "/seconds"),
        ({"kind": "duration", "seconds": True}, "/seconds"), ({"kind": "duration", "hours": 4}, "/hours"),
        ({"kind": "duration", "counted": {"weekdays": [1]}}, "/counted"),
        ({"kind": "duration", "counted": None}, "/counted"),
        ({"kind": "duration", "counted": {"weekdays": [1, 2, 3, 4, 5, 6, 7], "zone": "UTC"}}, "/counted/weekdays"),
        ({"kind": "duration", "counted": {"weekdays": [8], "zone": "UTC"}}, "/counted/weekdays"),
        ({"kind": "duration", "counted": {"weekdays": [1], "zone": "Mars/Base"}}, "/counted/zone"),
        ({"kind": "duration", "seconds": 22 * DAY, "counted": {"weekdays": [1, 2, 3, 4, 5], "zone": "UTC"}}, "/seconds"),
        ({"kind": "daily", "time": "24:00", "zone": "UTC"}, "/time"),
        ({"kind": "daily", "time": "9:00", "zone": "UTC"}, "/time"),
        ({"kind": "daily", "time": "²0:00", "zone": "UTC"}, "/time"),
        ({"kind": "daily", "time": "20:00", "zone": "Mars/Base"}, "/zone"),
        ({"kind": "daily", "time": "20:00", "zone": "UTC", "weekdays": []}, "/weekdays"),
        ({"kind": "daily", "time": "20:00", "zone": "UTC", "weekdays": [1, 1]}, "/weekdays"),
        ({"kind": "daily", "time": "20:00", "zone": "UTC", "weekdays": [0]}, "/weekdays"),
        ({"kind": "daily", "time": "20:00", "zone": "UTC", "least": 10**9}, "/least"),
    ],
)  # fmt: skip
def test_a_pace_that_cannot_be_kept_names_its_member(pace: Any, pointer: str) -> None:
    with pytest.raises(BadPace) as caught:
        check_pace(pace)
    assert caught.value.pointer == pointer


def test_others_see_a_commitment_only_coarsely() -> None:
    assert coarse_step(0, 2 * DAY * 1000) == 15 * 60_000
    assert coarse_step(0, 60_000) == 1_250
    assert coarse_step(0, None) == 1_000
