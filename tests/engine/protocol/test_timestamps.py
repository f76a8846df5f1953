"""Times in a log have one spelling: RFC 3339 in UTC with three decimals, from 1970 on."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol.log import milliseconds, timestamp

FIRST, LAST = 0, 253_402_300_799_999
"""1970 and the end of 9999."""


@given(st.integers(FIRST, LAST))
def test_a_time_reads_back_as_itself_and_is_that_of_the_calendar(at: int) -> None:
    text = timestamp(at)
    assert milliseconds(text) == at
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    assert (int(moment.timestamp()), moment.microsecond) == (at // 1000, at % 1000 * 1000)


@given(st.integers(FIRST, LAST).map(timestamp), st.integers(0, 23), st.sampled_from("0123456789-:.TZtz +\u0663\n"))
def test_a_text_that_is_read_is_the_one_that_would_be_written(text: str, place: int, letter: str) -> None:
    changed = text[:place] + letter + text[place + 1 :]
    try:
        at = milliseconds(changed)
    except ValueError:
        return
    assert timestamp(at) == changed


@pytest.mark.parametrize(
    "text",
    [
        "", "2026-11-21", "2026-11-21T08:00:00Z", "2026-11-21T08:00:00.00Z", "2026-11-21T08:00:00.0000Z",
        "2026-11-21 08:00:00.000Z", "2026-11-21T08:00:00.000z", "2026-11-21T08:00:00.000+00:00", "2026-11-21T08:00:00,000Z",
        "2026-02-29T08:00:00.000Z", "2026-13-01T08:00:00.000Z", "2026-11-21T24:00:00.000Z", "2026-11-21T23:59:60.000Z",
        "1969-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "2026-W47-6T08:00:00.000Z", "2026-11-21T08:00:00.000Z\n",
        "\u0662026-11-21T08:00:00.000Z",
    ],
)  # fmt: skip
def test_other_spellings_and_moments_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        milliseconds(text)
