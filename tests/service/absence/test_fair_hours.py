"""In a match that keeps nights no time ends in the night of who is waited for, however the time came about."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.match.table import Standing
from engine.protocol.log import timestamp
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts
from service.matches.absence.fair_hours import Night, is_night, night_of
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Outage
from tests.given.contexts import account
from tests.service.absent_people import People
from tests.service.keys.test_seeding import committed, created, kinds, later, proof, sit
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

HOUR = 3_600_000
DAY = 24 * HOUR
KEPT: dict[str, Any] = {"nights": "kept", "extensions": {"times": 3, "seconds": 5 * 3600}, "pauses": {}}


def hour_of(at: int) -> int:
    return at // HOUR % 24


def sleeps(context: Context, account: str, begins: int, hours: int) -> None:
    """Let somebody (in UTC) be quiet from an hour on, for so many hours; the night is an hour longer."""
    quiet = {"quiet_from": begins % 24, "quiet_to": (begins + hours) % 24}
    assert context.store.change_prefs(account, lambda before: {**before.prefs, **quiet}) is not None


def players_who_sleep(context: Context, at: int, hours: int = 3) -> People:
    """Return two people who are quiet from the hour of an instant on, before they have sat down."""
    people = People(context, wish=KEPT)
    for mail in ("ann", "ben"):
        made = context.store.create_account(mail=f"{mail}@players.example", name=mail.title(), verified=True)
        sleeps(context, made.id, hour_of(at), hours)
    return people


def asked(people: People) -> Standing:
    return people.record.table["standing"][0]


def nights_of(context: Context, people: People, seats: Sequence[int] = (0, 1)) -> list[Night]:
    found = [context.store.account(people.players[seat].id) for seat in seats]
    return [night for one in found if one is not None and (night := night_of(one)) is not None]


def by_day(context: Context, people: People, at: int | None) -> bool:
    assert at is not None
    return not any(is_night(night, at) for night in nights_of(context, people))


def test_a_decision_that_would_end_at_night_ends_in_the_morning(context: Context) -> None:
    people = players_who_sleep(context, context.store.now() + 2 * DAY - HOUR).begin()
    opened = asked(people)["opened"]
    assert hour_of(asked(people)["deadline"] or 0) == (hour_of(context.store.now()) + 3) % 24
    assert opened + 2 * DAY < (asked(people)["deadline"] or 0) <= opened + 3 * DAY
    assert by_day(context, people, asked(people)["deadline"])
    assert people.entries()[0]["body"]["nights"] == "kept"
    [told] = [one for one in people.entries() if one["type"] == "opened"]
    assert told["body"]["deadline"] == timestamp(asked(people)["deadline"] or 0)
    people.away = {0, 1}
    assert people.to_the_end().proof().verdict == "PASS"


def test_of_whom_it_keeps_the_nights_the_log_says_no_more_than_the_deadline_does(context: Context) -> None:
    people = players_who_sleep(context, context.store.now() + 2 * DAY - HOUR).begin()
    said = json.dumps(people.entries())
    assert not any(word in said for word in ("zone", "quiet", "UTC"))


def test_a_match_that_ignores_nights_ends_on_the_minute(context: Context) -> None:
    people = players_who_sleep(context, context.store.now() + 2 * DAY - HOUR)
    people.wish = {**KEPT, "nights": "ignored"}
    people.begin()
    assert asked(people)["deadline"] == asked(people)["opened"] + 2 * DAY
    assert "nights" not in people.entries()[0]["body"]


def test_bots_and_programs_have_no_night(context: Context) -> None:
    people = players_who_sleep(context, context.store.now() + 2 * DAY - HOUR)
    people.wish = {**KEPT, "start": "by-owner"}
    people.begin()
    table = people.record.table
    seats = [{**table["seats"][0], "owned_by": "somebody"}, {**table["seats"][1], "bot": "steady"}]
    table = {**table, "seats": seats, "request": "start"}  # type: ignore[typeddict-item]
    step = step_due(context, replace(people.record, table=table))
    [opened] = [one for one in step.table["standing"] if one["deadline"] is not None]
    assert opened["deadline"] == opened["opened"] + 2 * DAY


def test_more_time_that_would_end_at_night_ends_in_the_morning_and_is_verified(context: Context) -> None:
    people = players_who_sleep(context, context.store.now() + 2 * DAY + 4 * HOUR).begin()
    before = asked(people)["deadline"] or 0
    receipt = people.more_time(0)
    assert [one["body"]["by"] for one in people.entries() if one["type"] == "extended"] == ["seat", "server"]
    assert by_day(context, people, asked(people)["deadline"])
    assert before + 5 * HOUR < (asked(people)["deadline"] or 0)
    people.away = {0, 1}
    people.to_the_end()
    found = people.proof(receipt)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 1)


def test_a_pause_that_would_end_a_deadline_at_night_ends_it_in_the_morning(context: Context) -> None:
    people = players_who_sleep(context, context.store.now() + 2 * DAY + 4 * HOUR).begin()
    before = asked(people)["deadline"] or 0
    people.pause(0, True)
    people.pause(1, True)
    people.settle()
    people.now += 5 * HOUR
    people.pause(0, False)
    people.settle()
    assert people.types()[-2:] == ["resumed", "extended"]
    assert by_day(context, people, asked(people)["deadline"])
    assert before + 5 * HOUR < (asked(people)["deadline"] or 0)
    people.away = {0, 1}
    assert people.to_the_end().proof().verdict == "PASS"


def test_time_that_is_given_back_ends_in_the_morning(context: Context) -> None:
    people = players_who_sleep(context, context.store.now() + 2 * DAY + 4 * HOUR).begin()
    record = people.record
    lost = Outage(record.now + HOUR, record.now + 6 * HOUR)
    step = step_due(context, replace(record, outages=[lost], now=lost.until))
    assert context.store.transition(step)
    people.now = lost.until
    assert people.types()[-1] == "extended"
    assert by_day(context, people, asked(people)["deadline"])
    assert (record.table["standing"][0]["deadline"] or 0) + 5 * HOUR < (asked(people)["deadline"] or 0)
    people.away = {0, 1}
    assert people.to_the_end().proof().verdict == "PASS"


def test_openings_are_not_awaited_into_the_night(context: Context) -> None:
    """A card that its player keeps is opened by day: twelve hours after the lock are too short where they end at night."""
    people = players_who_sleep(context, context.store.now() + 11 * HOUR).begin()
    standing = asked(people)
    acts.commit(context, people.record, 0, acts.SeatAct(standing["id"], commitment="sc1_" + "A" * 43))
    assert people.answer(1)
    people.settle()
    assert asked(people)["phase"] == "opening"
    assert by_day(context, people, asked(people)["opening_ends"])
    assert [one["type"] for one in people.entries()][-2:] == ["locked", "extended"]
    people.away = {0, 1}
    assert people.to_the_end().proof().verdict == "PASS"


def test_the_time_to_reveal_a_random_number_does_not_end_at_night(context: Context) -> None:
    ann = context.store.create_account(mail="ann@players.example", name="Ann", verified=True)
    ben = context.store.create_account(mail="ben@players.example", name="Ben", verified=True)
    for one in (ann, ben):
        sleeps(context, one.id, hour_of(context.store.now() + 11 * HOUR), 3)
    match = created(context, ann, seconds=12 * 3600, nights="kept")
    for seat, who in enumerate((ann, ben)):
        sit(context, match, who, seat, committed(context, match, seat, "client"))
    later(context, match, 0)
    assert kinds(context, match)[-2:] == ["seated", "extended"]
    record = context.store.load(match)
    assert record is not None
    deadline = record.table["seeding"]["revealing"]["deadline"]
    assert deadline is not None
    slept = [night_of(found) for who in (ann, ben) if (found := context.store.account(who.id)) is not None]
    assert len(slept) == 2
    assert not any(night is not None and is_night(night, deadline) for night in slept)
    assert deadline > record.at + 12 * HOUR
    assert proof(context, match).verdict != "FAIL"


def test_a_batch_of_matches_reads_all_its_accounts_in_one_round_trip(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One round trip for each match would cost more than its rules."""
    tables = [table_of(context, f"ann{number}", f"ben{number}") for number in range(3)]
    asked_for: list[list[str]] = []
    read = context.store.accounts

    def noted(accounts: Sequence[str]) -> list[Account | None]:
        asked_for.append(sorted(accounts))
        return read(accounts)

    monkeypatch.setattr(context.store, "accounts", noted)
    drain_once(context)
    assert asked_for
    assert all(one == sorted(player for table in tables for player in table) for one in asked_for)


def table_of(context: Context, *names: str) -> list[str]:
    """Begin a match that keeps nights; return the accounts of its players."""
    players = [account(context, name) for name in names]
    match = creation.create(context, players[0], NewMatch(rules="kontor", seats=2, nights="kept"), new_match_id()).match
    lobby.join(context, match, players[1], seat=None, invitation=None)
    return [one.id for one in players]
