"""Deadlines: durations, and fixed local hours through weekends and clock changes."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol.log import coarse_step
from service.matches.pace import DAY, BadPace, check_pace, deadlines
from tests.json_object import JsonObject

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
