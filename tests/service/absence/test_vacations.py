"""Vacations: days of an account, and clocks that stop for them where a match has agreed on it; verified to the end."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match.table import Standing
from service.calendar import BadVacation, Vacation, days_left, spans_of, vacations_of, with_vacation, without_vacation
from service.context import Context
from service.matches.absence.pauses import end_vacation, take_vacation, usual_policy
from service.notifications.digests import postponed
from service.store.records import Account
from tests.service.absent_people import People

HOUR = 3_600_000
DAY = 24 * HOUR
NOW = int(datetime(2026, 12, 1, 12, tzinfo=UTC).timestamp() * 1000)
STOPS: dict[str, Any] = {"vacation": "clock-stops", "extensions": {}, "pauses": {}}


def person(zone: str = "Europe/Berlin", **prefs: Any) -> Account:
    return Account(id="a", mail="a@players.example", name="Ann", zone=zone, prefs=prefs, verified=True)


def entered(*spans: tuple[str, str], account: Account | None = None, now: int = NOW, most: int = 28) -> Account:
    """Return a person who has entered vacations."""
    one = account or person()
    for first, last in spans:
        prefs = with_vacation(one, date.fromisoformat(first), date.fromisoformat(last), now, most)
        one = person(one.zone, **prefs)
    return one


def test_a_vacation_is_whole_days_where_the_person_lives() -> None:
    [(since, until)] = spans_of(entered(("2026-12-03", "2026-12-04")))
    assert datetime.fromtimestamp(since / 1000, UTC) == datetime(2026, 12, 2, 23, tzinfo=UTC)
    assert until - since == 2 * DAY


@pytest.mark.parametrize(
    ("first", "last", "member"),
    [
        ("2026-11-30", "2026-12-02", "first"),
        ("2026-12-03", "2026-12-02", "last"),
        ("2027-01-02", "2027-01-31", "last"),
        ("2026-12-10", "2026-12-12", "first"),
        ("2027-11-30", "2027-12-03", "last"),
    ],
)
def test_what_is_past_too_long_too_far_or_entered_already_is_refused(first: str, last: str, member: str) -> None:
    before = entered(("2026-12-11", "2026-12-11"))
    with pytest.raises(BadVacation) as caught:
        entered((first, last), account=before)
    assert caught.value.member == member


def test_each_year_has_its_days_also_for_a_vacation_across_new_year() -> None:
    one = entered(("2026-12-28", "2027-01-10"))
    assert (days_left(one, 2026, 28), days_left(one, 2027, 28)) == (24, 18)
    with pytest.raises(BadVacation, match="you have 18 days of vacation left in 2027"):
        entered(("2027-02-01", "2027-02-19"), account=one)


def test_what_has_not_begun_is_taken_back_and_its_days_with_it() -> None:
    one = entered(("2026-12-03", "2026-12-10"))
    one = person(**without_vacation(one, date(2026, 12, 3), NOW))
    assert (vacations_of(one), days_left(one, 2026, 28)) == ([], 28)


def test_what_has_begun_ends_now_and_its_days_are_used_up() -> None:
    one = entered(("2026-12-01", "2026-12-20"))
    one = person(**without_vacation(one, date(2026, 12, 1), NOW))
    assert (spans_of(one), days_left(one, 2026, 28)) == ([], 8)
    again = entered(("2026-12-02", "2026-12-20"), account=one)
    assert days_left(again, 2026, 28) == 8, "days that were used up are used again, not twice"


def test_a_vacation_is_made_shorter_and_longer() -> None:
    one = entered(("2026-12-01", "2026-12-10"))
    one = entered(("2026-12-01", "2026-12-04"), account=one, now=NOW + DAY)
    assert vacations_of(one) == [Vacation(date(2026, 12, 1), date(2026, 12, 4), date(2026, 12, 10))]
    with pytest.raises(BadVacation, match="has begun"):
        entered(("2026-12-01", "2026-12-01"), account=one, now=NOW + DAY)


def test_garbage_in_an_account_is_no_vacation() -> None:
    assert vacations_of(person(vacations=[{"first": "soon"}, 3, {}])) == []
    assert vacations_of(person(vacations="never")) == []


days = st.dates(date(2026, 12, 1), date(2027, 11, 1))


@given(st.lists(st.tuples(st.booleans(), days, st.integers(0, 40)), max_size=30), st.integers(0, 40))
def test_nobody_is_ever_on_vacation_for_more_days_than_a_year_has(
    wishes: list[tuple[bool, date, int]], most: int
) -> None:
    """Whatever is entered, changed and taken back while time passes: the days on which clocks stand are limited."""
    one, stood = person("UTC"), set[date]()
    for number, (enters, first, length) in enumerate(wishes):
        now = NOW + number * 11 * DAY
        try:
            if enters:
                prefs = with_vacation(one, first, first + timedelta(days=length), now, most)
            else:
                prefs = without_vacation(one, first, now)
            one = person("UTC", **prefs)
        except BadVacation:
            continue
        for since, until in spans_of(one):
            if since <= now < until:
                stood |= {datetime.fromtimestamp(at / 1000, UTC).date() for at in range(since, until, DAY)}
    for year in (2026, 2027):
        assert sum(day.year == year for day in stood) <= most


@pytest.mark.parametrize(
    ("pace", "visibility", "policy"),
    [
        ({"kind": "duration", "seconds": 2 * 86_400}, "private", "clock-stops"),
        ({"kind": "duration", "seconds": 2 * 86_400}, "open", "plays-on"),
        ({"kind": "duration", "seconds": 3600}, "private", "plays-on"),
        ({"kind": "daily", "time": "20:00", "zone": "UTC", "weekdays": [1], "least": 0}, "private", "clock-stops"),
    ],
)
def test_among_friends_the_clock_of_slow_matches_stops(pace: dict[str, Any], visibility: str, policy: str) -> None:
    assert usual_policy(pace, visibility) == policy


def asked(people: People) -> Standing:
    return people.record.table["standing"][0]


def deadline(people: People) -> int:
    found = asked(people)["deadline"]
    assert found is not None
    return found


def away(people: People, seat: int, begins: int, days: int) -> None:
    """Let the player of a seat (in UTC) enter a vacation that begins in so many days, and lasts so many."""
    first = datetime.fromtimestamp(people.context.store.now() / 1000, UTC).date() + timedelta(days=begins)
    assert take_vacation(people.context, people.players[seat].id, first, first + timedelta(days=days - 1))
    people.settle()


def end_of(people: People, in_days: int) -> int:
    """Return the midnight (UTC) so many days from now, in milliseconds."""
    return (people.context.store.now() // DAY + in_days) * DAY


def stopped(people: People) -> list[dict[str, Any]]:
    return [one["body"] for one in people.entries() if one["type"] == "extended"]


def proved(people: People) -> None:
    people.away = set(range(people.seats))
    found = people.to_the_end().proof()
    assert (found.verdict, found.reason) == ("PASS", "")


def test_the_clock_stops_at_once_for_a_vacation_that_begins_today(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    before, now = deadline(people), people.now
    away(people, 0, begins=0, days=3)
    assert deadline(people) == before + end_of(people, 3) - now
    [told] = stopped(people)
    assert (told["by"], told["seat"], "lost" in told) == ("vacation", 0, False)
    assert people.entries()[0]["body"]["vacation"] == "clock-stops"
    proved(people)


def test_nobody_is_reminded_before_the_clock_runs_again(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    away(people, 0, begins=0, days=14)
    due = people.record.due
    assert due is not None and end_of(people, 14) < due < deadline(people), "the reminder is what is due next"
    proved(people)


def test_the_others_are_told_once_for_a_vacation(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    away(people, 0, begins=0, days=3)
    [told] = [one for one in people.notices if one["kind"] == "more-time"]
    assert (told["seat"], told["facts"]["by"]) == (1, 0)
    assert told["facts"]["vacation_until"] == end_of(people, 3)
    people.away = {1}
    people.answer(0)
    people.settle()
    people.answer(1)
    people.settle()
    assert asked(people)["id"] != "r1.choose"
    assert len([one for one in people.notices if one["kind"] == "more-time"]) == 1


def test_what_was_asked_before_a_vacation_is_asked_by_letter_once_more_after_it(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    [first] = [one for one in people.notices if (one["seat"], one["kind"]) == (0, "your-turn")]
    away(people, 0, begins=0, days=3)
    [again] = [
        one for one in people.notices if (one["seat"], one["kind"]) == (0, "your-turn") and one["id"] != first["id"]
    ]
    assert again["decision"] == first["decision"]
    assert again["facts"]["deadline"] == deadline(people)
    assert "event" in first and "event" not in again, "programs are told once"
    account = context.store.account(people.players[0].id)
    assert account is not None
    assert postponed([again], account, context.store.now()) == end_of(people, 3) + 8 * 3_600_000
    away(people, 1, begins=0, days=2)
    assert len([one for one in people.notices if (one["seat"], one["kind"]) == (0, "your-turn")]) == 2
    proved(people)


def test_the_clock_stops_when_the_vacation_begins_and_the_worker_knows_when(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    before = deadline(people)
    away(people, 0, begins=1, days=2)
    assert stopped(people) == []
    assert people.record.due == end_of(people, 1)
    people.wait()
    assert deadline(people) == before + 2 * DAY
    proved(people)


def test_what_is_asked_during_a_vacation_waits_until_after_it(context: Context) -> None:
    people = People(context, seats=2, wish=STOPS).begin()
    away(people, 0, begins=0, days=5)
    for seat in (0, 1):
        people.answer(seat)
    people.settle()
    while 0 not in asked(people)["seats"]:
        assert deadline(people) == asked(people)["opened"] + 2 * DAY, "nobody else's clock stops"
        people.answer(1)
        people.settle()
    assert deadline(people) >= end_of(people, 5) + 2 * DAY - 5_000
    proved(people)


def test_whoever_has_little_left_has_time_when_the_vacation_is_over(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    people.now = deadline(people) - HOUR
    day = (people.now - context.store.now() // DAY * DAY) // DAY
    away(people, 0, begins=int(day), days=2)
    assert deadline(people) == end_of(people, int(day) + 2) + DAY, "an hour was left: a day is, afterwards"


def test_who_has_answered_keeps_nobody_waiting(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    people.answer(0)
    away(people, 0, begins=0, days=3)
    assert stopped(people) == []


def test_two_vacations_at_once_stop_the_clock_until_the_later_end(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    before, now = deadline(people), people.now
    away(people, 0, begins=0, days=3)
    away(people, 1, begins=0, days=5)
    assert deadline(people) == before + end_of(people, 5) - now
    assert [one["seat"] for one in stopped(people)] == [0, 1]
    proved(people)


def test_a_deadline_that_was_shown_stays_when_a_vacation_ends_early(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    away(people, 0, begins=0, days=5)
    shown = deadline(people)
    today = datetime.fromtimestamp(context.store.now() / 1000, UTC).date()
    assert end_vacation(context, people.players[0].id, today)
    people.settle()
    assert deadline(people) == shown
    people.answer(0)
    people.answer(1)
    people.settle()
    while 0 not in asked(people)["seats"]:
        people.answer(1)
        people.settle()
    assert deadline(people) == asked(people)["opened"] + 2 * DAY, "the clock goes on"


def test_no_answer_is_missed_on_vacation(context: Context) -> None:
    people = People(context, wish=STOPS, away={0}).begin()
    away(people, 0, begins=0, days=6)
    people.visit()
    people.wait()
    while people.now < end_of(people, 6) and people.over is None:
        people.wait()
        assert people.case(0) is None
        assert not [one for one in people.types() if one == "locked"]
    proved(people)


def test_a_match_that_plays_on_does_so(context: Context) -> None:
    people = People(context, wish={**STOPS, "vacation": "plays-on"}).begin()
    before = deadline(people)
    away(people, 0, begins=0, days=3)
    assert (deadline(people), stopped(people)) == (before, [])
    assert "vacation" not in people.entries()[0]["body"]


def test_a_vacation_that_is_entered_in_a_pause_stops_the_clock_after_it(context: Context) -> None:
    people = People(context, wish=STOPS).begin()
    people.pause(0, True)
    people.pause(1, True)
    people.settle()
    away(people, 0, begins=0, days=3)
    assert stopped(people) == []
    people.pause(0, False)
    people.settle()
    assert people.types()[-2:] == ["resumed", "extended"]
    proved(people)


def test_a_vacation_ends_by_day_where_nights_are_kept(context: Context) -> None:
    people = People(context, wish={**STOPS, "nights": "kept"}).begin()
    away(people, 0, begins=0, days=3)
    assert 8 <= deadline(people) // HOUR % 24 < 22
    proved(people)


@pytest.mark.parametrize("rules", ["kontor", "packet-row", "anno-1701", "seafarers"])
def test_no_game_is_stuck_while_everybody_has_a_vacation_after_another(context: Context, rules: str) -> None:
    seats = 5 if rules == "seafarers" else 2
    people = People(context, rules=rules, seats=seats, wish=STOPS).begin()
    for seat in range(seats):
        away(people, seat, begins=seat * 2, days=2)
    people.away = set(range(seats))
    until = people.now + 40 * DAY
    while people.now < until and people.over is None:
        people.wait()
    assert people.proof().verdict != "FAIL"
    assert "resolved" in people.types()
    assert [one for one in stopped(people) if one["by"] == "vacation"]
