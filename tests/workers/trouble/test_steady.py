"""The clock compares the store's time with a steady one: a jump stops it, nobody is played for, and it says so once."""

import logging
from collections.abc import Sequence

import pytest

from service.store.connection.connect import Away, Unreadable
from service.store.installation.heartbeat import TRUSTED_FOR, Beat
from service.store.keys import BUCKETS
from workers.clock.loop import AGAIN, STEADY_EVERY, Steady

DAY = 86_400_000


class Times:
    """A steady clock, and a store whose time may jump; its answers are those of the script."""

    def __init__(self) -> None:
        self.steady = 1_000.0
        self.ahead = 1_790_000_000_000
        self.last: int | None = None
        self.beats = 0

    def beat(self, expected: Sequence[int | None]) -> list[Beat | Unreadable | Away]:
        now, last = round(self.steady + self.ahead), self.last
        wanted = expected[0]
        if wanted is not None and abs(now - wanted) > TRUSTED_FOR:
            return [Beat("jumped", now, last)] * BUCKETS
        late = last is not None and now - last > TRUSTED_FOR
        self.last = now
        self.beats += 1
        return [Beat("outage" if late else "beat", now, last)] * BUCKETS

    def passes(self, seconds: float) -> None:
        self.steady += seconds * 1000


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
def steady(times: Times) -> Steady:
    made = Steady(times, lambda: times.steady)
    made.beat_if_time()
    return made


def test_it_beats_every_ten_seconds_and_not_more_often(times: Times, steady: Steady) -> None:
    for _ in range(30):
        times.passes(STEADY_EVERY / 3)
        steady.beat_if_time()

    assert 9 <= times.beats <= 11
    assert steady.trouble is None


def test_six_seconds_in_another_time_leave_no_trace(
    times: Times, steady: Steady, caplog: pytest.LogCaptureFixture
) -> None:
    times.passes(STEADY_EVERY)
    times.ahead += 4 * DAY
    with caplog.at_level(logging.INFO):
        for _ in range(6):
            steady.beat_if_time()
            times.passes(AGAIN)
        trouble = steady.trouble
        assert trouble is not None and "resume --accept-time" in trouble
        assert times.beats == 1

        times.ahead -= 4 * DAY
        steady.beat_if_time()

    assert steady.trouble is None
    assert times.beats == 2
    assert [one.levelname for one in caplog.records] == ["ERROR", "INFO"], "one alarm, and one word when it is over"


def test_a_machine_that_slept_had_an_outage_and_no_jump(
    times: Times, steady: Steady, caplog: pytest.LogCaptureFixture
) -> None:
    times.passes(7_200)

    steady.beat_if_time()

    assert steady.trouble is None
    assert "outage of 7200 s" in caplog.text


def test_drift_is_no_jump(times: Times, steady: Steady) -> None:
    for _ in range(100):
        times.passes(STEADY_EVERY)
        times.ahead += 900
        steady.beat_if_time()

    assert (steady.trouble, times.beats) == (None, 101)
