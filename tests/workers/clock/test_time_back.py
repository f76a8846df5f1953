"""Time given back after an outage of the whole service: nobody is played for because the service was away."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis

from engine import registry
from engine.match.table import Standing
from engine.protocol.canon import b64, unb64
from engine.protocol.log import Line, export_line, milliseconds, next_head, timestamp
from engine.verifier.replay import verify
from service.context import Context
from service.matches import acts
from service.store import keys
from service.store.installation.heartbeat import TRUSTED_FOR
from service.store.records import Outage, Record
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.given.contexts import open_context
from tests.workers.trouble.test_parking import waiting_to_be_dealt
from workers.resolve import drain
from workers.resolve.step import step_due
from workers.resolve.time_back import GRACE

MINUTE, HOUR = 60_000, 3_600_000


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    return open_context(redis_url, tmp_path)


@pytest.fixture
def dealt(context: Context) -> Record:
    """A match of an hour a decision that waits for its first answers."""
    match = waiting_to_be_dealt(context, seconds=3_600)
    drain.drain_once(context)
    record = context.store.load(match, secrets=True)
    assert record is not None
    return record


def the(record: Record) -> Standing:
    (standing,) = record.table["standing"]
    return standing


def deadline(standing: Standing) -> int:
    assert standing["deadline"] is not None
    return standing["deadline"]


def after(
    context: Context, record: Record, *outages: tuple[float, float], now: float | None = None
) -> tuple[list[str], Record]:
    """Return what is written after outages (minutes after the decision began), and the record as it stands then."""
    opened = the(record)["opened"]
    found = [Outage(round(opened + since * MINUTE), round(opened + until * MINUTE)) for since, until in outages]
    then = round(opened + now * MINUTE) if now is not None else found[-1].until
    step = step_due(context, replace(record, outages=found, now=then))
    kinds = [json.loads(line)["entry"]["type"] for line in step.lines]
    return kinds, replace(record, outages=found, table=step.table, now=then)


def given(record: Record, stood: Record) -> float:
    """Return by how many minutes the deadline was moved."""
    return (deadline(the(stood)) - deadline(the(record))) / MINUTE


def test_after_two_hours_of_outage_over_an_hours_deadline_nobody_has_passed(context: Context, dealt: Record) -> None:
    written, stood = after(context, dealt, (30, 150))

    assert written == ["extended"]
    assert given(dealt, stood) == 120


@pytest.mark.parametrize(
    ("outages", "minutes"),
    [
        pytest.param([(10, 40)], 30, id="in the middle"),
        pytest.param([(-20, 20)], 20, id="begun before the decision was opened"),
        pytest.param([(10, 20), (30, 45)], 25, id="two"),
        pytest.param([(10, 61), (90, 120)], 81, id="the second in the time that the first gives"),
        pytest.param([(59, 61)], 11, id="a minute was left: ten at least"),
    ],
)
def test_what_was_lost_is_given_back(
    context: Context, dealt: Record, outages: list[tuple[float, float]], minutes: float
) -> None:
    written, stood = after(context, dealt, *outages)

    assert written == ["extended"]
    assert given(dealt, stood) == minutes
    assert deadline(the(stood)) >= stood.now + GRACE


@pytest.mark.parametrize(
    ("outage", "now"),
    [
        pytest.param((-30, -10), 5, id="over before the decision was opened"),
        pytest.param((62, 180), 180, id="begun when its time was over"),
    ],
)
def test_nothing_is_given_where_nothing_was_lost(
    context: Context, dealt: Record, outage: tuple[float, float], now: float
) -> None:
    written, _ = after(context, dealt, outage, now=now)

    assert "extended" not in written


def test_what_a_restore_lost_is_given_back_and_the_table_told_since_when(context: Context, dealt: Record) -> None:
    opened = the(dealt)["opened"]
    lost = Outage(opened + 10 * MINUTE, opened + 40 * MINUTE, "restored")

    step = step_due(context, replace(dealt, outages=[Outage(opened, opened + 15 * MINUTE), lost], now=lost.until))

    [entry] = [json.loads(line)["entry"] for line in step.lines]
    assert [(one["cause"], one["since"]) for one in entry["body"]["lost"]] == [("restored", timestamp(opened))]
    told = [one for one in step.notices if one["kind"] == "put-back"]
    assert [(one["seat"], one["facts"]["since"]) for one in told] == [(0, opened), (1, opened)]


def test_an_outage_is_given_back_once(context: Context, dealt: Record) -> None:
    _, stood = after(context, dealt, (10, 40))

    again, unchanged = after(context, stood, (10, 40), now=45)

    assert again == []
    assert deadline(the(unchanged)) == deadline(the(stood))
    assert after(context, stood, (10, 40), (50, 60))[0] == ["extended"], "the next one is"


def test_the_time_for_openings_is_given_back_too(context: Context, dealt: Record) -> None:
    standing = the(dealt)
    begins = standing["opened"]
    opening: Standing = {
        **standing,
        "phase": "opening",
        "opening_period": HOUR,
        "opening_ends": begins + HOUR,
        "awaited": [0],
    }
    locked = replace(dealt, table={**dealt.table, "standing": [opening]})

    _, stood = after(context, locked, (10, 30))

    assert the(stood)["opening_ends"] == begins + HOUR + 20 * MINUTE


def test_a_service_that_was_down_over_the_deadlines_goes_on_as_if_it_had_not_been(context: Context) -> None:
    # Given a match of 30 seconds a decision, and a clock that beat for the last time two hours ago.
    match = waiting_to_be_dealt(context, seconds=30)
    drain.drain_once(context)
    record = context.store.load(match, secrets=True)
    assert record is not None
    bucket, opened = keys.bucket_of(match), the(record)["opened"]
    with redis.Redis.from_url(context.settings.redis_url) as server:
        since = opened - 2 * HOUR
        server.hset(keys.running(bucket), mapping={"beat": since, "until": since + TRUSTED_FOR})

        # When workers are up before the clock, they do nothing; with the clock's first beat the time is given back.
        assert drain.drain_once(context) == 0
        context.store.beat([None] * keys.BUCKETS)
    assert drain.drain_once(context) == 1

    # Then both may still answer, and the log is proof of it.
    for seat in (0, 1):
        current = context.store.load(match, secrets=True)
        assert current is not None
        acts.commit(context, current, seat, acts.SeatAct("r1.show", move={"show": seat + 1}))
    drain.drain_once(context)
    entries: list[dict[str, Any]] = [json.loads(line)["entry"] for line in context.store.lines(match)]
    first = next(one for one in entries if one["type"] == "resolved")
    assert [one["by"] for one in first["body"]["moves"]] == ["seat", "seat"]
    moved = next(one for one in entries if one["type"] == "extended")
    assert milliseconds(moved["body"]["deadline"]) >= opened + 30_000
    assert verify(b"".join(context.store.lines(match))).verdict == "INCOMPLETE"


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        pytest.param(lambda lost: lost[0].update(since=lost[0]["until"]), "went on", id="no time"),
        pytest.param(lambda lost: lost[0].update(since="2001-01-01T00:00:00.000Z"), "went on", id="the match went on"),
        pytest.param(lambda lost: lost[0].update(until="2099-01-01T00:00:00.000Z"), "not over", id="it is not over"),
        pytest.param(lambda lost: lost.append(dict(lost[0])), "went on", id="the same twice"),
        pytest.param(lambda lost: lost[0].update(cause="rain"), "cause", id="a cause that is none"),
    ],
)
def test_the_log_says_what_was_lost_and_a_lie_about_it_refutes_it(
    context: Context, dealt: Record, lie: Callable[[list[Any]], object], reason: str
) -> None:
    opened = the(dealt)["opened"]
    outage = Outage(opened + 10 * MINUTE, opened + 40 * MINUTE)
    step = step_due(context, replace(dealt, outages=[outage], now=outage.until))
    lines = [*context.store.lines(dealt.match), *step.lines]
    assert verify(b"".join(lines)).verdict == "INCOMPLETE"
    told = json.loads(lines[-1])
    assert [one["cause"] for one in told["entry"]["body"]["lost"]] == ["outage"]

    lie(told["entry"]["body"]["lost"])
    head = next_head(unb64(json.loads(lines[-2])["head"]), told["entry"])
    signed = context.signer.sign_head(dealt.match, told["entry"]["n"], head)
    lied = export_line(Line(entry=told["entry"], head=b64(head), sig=b64(signed)))

    judged = verify(b"".join([*lines[:-1], lied]))
    assert judged.verdict == "FAIL"
    assert reason in judged.reason


def test_less_than_was_lost_refutes_the_log(context: Context, dealt: Record) -> None:
    opened = the(dealt)["opened"]
    step = step_due(
        context, replace(dealt, outages=[Outage(opened + 10 * MINUTE, opened + 40 * MINUTE)], now=opened + 40 * MINUTE)
    )
    told = json.loads(step.lines[-1])
    for member in ("deadline", "opening_deadline"):
        told["entry"]["body"][member] = timestamp(milliseconds(told["entry"]["body"][member]) - 1)
    before = context.store.lines(dealt.match)
    head = next_head(unb64(json.loads(before[-1])["head"]), told["entry"])
    signed = context.signer.sign_head(dealt.match, told["entry"]["n"], head)

    judged = verify(b"".join([*before, export_line(Line(entry=told["entry"], head=b64(head), sig=b64(signed)))]))

    assert (judged.verdict, "less than was lost" in judged.reason) == ("FAIL", True)


def test_an_outage_that_ended_just_ahead_of_a_clock_set_back_is_told_until_now(context: Context, dealt: Record) -> None:
    """Found by the simulation, seed 2099: the log named a time that was not over, and no verifier took it any more."""
    opened = the(dealt)["opened"]
    now = opened + 20 * MINUTE

    step = step_due(context, replace(dealt, outages=[Outage(opened + 5 * MINUTE, now + 1_244)], now=now))

    (entry,) = (json.loads(line)["entry"] for line in step.lines)
    assert entry["type"] == "extended"
    assert [one["until"] for one in entry["body"]["lost"]] == [timestamp(now)] == [entry["at"]]


def test_what_opens_after_the_clock_was_set_back_far_has_its_whole_time_by_the_log(context: Context) -> None:
    """Found by the simulation, seed 2139: decisions opened with an end before the entry that opened them."""
    record = context.store.load(waiting_to_be_dealt(context, seconds=3_600), secrets=True)
    assert record is not None

    step = step_due(context, replace(record, at=record.now + 2 * HOUR))

    opened = next(one for one in (json.loads(line)["entry"] for line in step.lines) if one["type"] == "opened")
    assert opened["at"] == timestamp(record.now + 2 * HOUR)
    assert opened["body"]["deadline"] == timestamp(record.now + 3 * HOUR)


def test_an_outage_after_one_that_a_wrong_clock_had_found_is_given_back_as_well(
    context: Context, dealt: Record
) -> None:
    """The clock began two days ahead and took them for an outage; the operator has put the time right, and then it was away."""
    two_days = 2 * 24 * 60
    _, stood = after(context, dealt, (10, 10 + two_days))
    assert given(dealt, stood) == two_days

    written, later = after(context, stood, (10, 10 + two_days), (30, 90), now=90)

    assert written == ["extended"]
    assert given(stood, later) == 60
    assert after(context, later, (10, 10 + two_days), (30, 90), now=95)[0] == [], "once"
