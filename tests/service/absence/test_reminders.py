"""Reminders of a deadline: one when a fifth of the time is left, or up to two at times that a person has chosen."""

from typing import Any

import pytest

from service.context import Context
from service.notifications.asks import LONGEST, WISH, moments, wished_hours
from service.store.records import Account
from tests.service.absent_people import People

HOUR = 3_600_000
DAY = 24 * HOUR
SLOW: dict[str, Any] = {
    "pace": {"kind": "duration", "seconds": 3 * 86_400},
    "extensions": {"times": 1, "seconds": 86_400},
}


def person(*hours: object) -> Account:
    return Account(id="a", mail="", name="Ann", prefs={WISH: list(hours)} if hours else {})


@pytest.mark.parametrize(
    ("hours", "span", "left"),
    [
        ((), 5 * DAY, [24]),
        ((), HOUR - 1, []),
        ((24, 3), 3 * DAY, [24, 3]),
        ((3,), 3 * DAY, [3]),
        ((24, 3), 24 * HOUR, [3]),  # the first would come with the question
        ((24, 23), 24 * HOUR + 1, [23]),
        ((24, 12), 10 * HOUR, [2]),  # neither fits: as usual
        ((24,), HOUR // 2, []),
    ],
)
def test_times_count_back_from_the_deadline_unless_they_come_with_the_question(
    hours: tuple[int, ...], span: int, left: list[int]
) -> None:
    opened, wish = 1_000, wished_hours(person(*hours))
    assert moments(wish, opened, opened + span) == [opened + span - one * HOUR for one in left]


@pytest.mark.parametrize("kept", [["x"], [0], [LONGEST + 1], [True], 3, None])
def test_what_is_no_time_is_as_usual(kept: object) -> None:
    assert wished_hours(Account(id="a", mail="", name="Ann", prefs={WISH: kept})) == ()


def reminded(people: People, seat: int) -> list[int]:
    """Return how long before its deadline a seat was reminded, each time, in hours."""
    told = [one for one in people.notices if (one["kind"], one["seat"]) == ("deadline-near", seat)]
    assert len({one["id"] for one in told}) == len(told)
    return [round((one["facts"]["deadline"] - one["at"]) / HOUR) for one in told]


def test_everybody_is_reminded_at_their_own_times_unless_they_have_answered(context: Context) -> None:
    people = People(context, wish=SLOW)
    people.away = {0, 1}
    people.begin()
    context.store.change_prefs(people.players[0].id, lambda it: {**it.prefs, WISH: [48, 6]})
    people.step()  # whatever happens at the table: the new times count from then on
    (first,) = people.record.table["standing"]
    opened, ends = first["opened"], first["deadline"]
    assert ends is not None and people.record.due == ends - 48 * HOUR
    people.wait()
    assert (reminded(people, 0), reminded(people, 1)) == ([48], [])
    people.wait()
    usual = round((ends - opened) / 5 / HOUR)
    assert (reminded(people, 0), reminded(people, 1)) == ([48], [usual])
    people.answer(1)
    people.wait()
    assert (reminded(people, 0), reminded(people, 1)) == ([48, 6], [usual])
    people.step()
    assert len(reminded(people, 0)) == 2, "a look at the same time reminds nobody again"


def test_who_has_answered_is_not_reminded_and_more_time_reminds_again(context: Context) -> None:
    people = People(context, wish=SLOW)
    people.away = {0, 1}
    people.begin()
    for one in people.players:
        context.store.change_prefs(one.id, lambda it: {**it.prefs, WISH: [24]})
    people.step()
    people.answer(1)
    people.wait()
    assert (reminded(people, 0), reminded(people, 1)) == ([24], [])
    people.more_time(0)
    people.settle()
    people.wait()
    assert (reminded(people, 0), reminded(people, 1)) == ([24, 24], [])
