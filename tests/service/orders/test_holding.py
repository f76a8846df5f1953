"""Orders that do not betray themselves (Packet Row E2, rules 1 and 2): what the log says, and when it says it."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
import redis

from engine.games.packet_row import GAME
from engine.protocol.log import milliseconds
from service.context import Context
from service.matches.errors import ActError, MatchError
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.notifications.asks import asks
from tests.engine.packet_row.planning import planned
from tests.given.contexts import account
from tests.given.json_object import JsonObject
from tests.service.table_hours import HOLD, MATCH, MINUTE, Hours

pytestmark = pytest.mark.usefixtures("without_pictures")

DECLINE = {"else": "decline"}


@pytest.fixture
def hours(context: Context) -> Hours:
    """Given two players; the harbour master has just opened a board, and the other is asked about it."""
    hours = Hours(context).begin()
    hours.answer({"type": "open", "board": "M"})
    return hours.release()


@pytest.fixture
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(15, 47)))


def other(hours: Hours) -> int:
    return hours.asked["seats"][0]


def test_a_live_answer_waits_for_an_instant_nobody_knows(hours: Hours) -> None:
    decision, opened = hours.asked["id"], hours.asked["opened"]
    hours.answer({"type": "decline"})
    assert hours.wait(HOLD // 4 - 1_000).asked["id"] == decision
    hours.wait(HOLD)
    resolved = hours.resolved()[-1]
    assert resolved["body"]["decision"] == decision
    assert HOLD // 4 <= milliseconds(resolved["at"]) - opened <= HOLD


@pytest.mark.usefixtures("same_deal")
def test_a_plan_answers_at_the_same_instant_as_somebody_who_was_quick(context: Context, redis_url: str) -> None:
    instants = []
    for by_plan in (True, False):
        with redis.Redis.from_url(redis_url) as client:
            client.flushall()
        hours = Hours(context).begin()
        hours.answer({"type": "open", "board": "M"})
        hours.release()
        opened = hours.asked["opened"]
        if by_plan:
            hours.order(other(hours), DECLINE)
        else:
            hours.answer({"type": "decline"})
        hours.release()
        instants.append(milliseconds(hours.resolved()[-1]["at"]) - opened)
    assert instants[0] == instants[1]


def test_a_seat_whose_plan_will_answer_gets_no_mail_and_no_reminder(context: Context) -> None:
    hours = Hours(context, hold=23 * 60 * MINUTE).begin(pace={"kind": "duration", "seconds": 86_400})
    master = hours.asked["seats"][0]
    hours.order(1 - master, DECLINE)
    hours.answer({"type": "open", "board": "M"})
    hours.release()
    decision = hours.asked["id"]
    assert hours.asked["seats"] == [1 - master]
    hours.release()
    assert hours.asked["id"] != decision
    assert hours.told("your-turn", decision) == []
    assert hours.told("deadline-near", decision) == []


def test_a_plan_taken_back_before_its_instant_is_not_used_and_its_owner_is_asked_then(context: Context) -> None:
    hours = Hours(context).begin()
    seat = 1 - other(hours)
    hours.order(seat, DECLINE)
    hours.answer({"type": "open", "board": "D"})
    hours.release()
    decision = hours.asked["id"]
    assert hours.asked["seats"] == [seat]
    assert hours.told("your-turn", decision) == []
    hours.order(seat, None)
    assert hours.told("your-turn", decision) == [seat]
    assert hours.wait(HOLD).asked["id"] == decision


def test_an_answer_can_be_replaced_while_it_is_held_back(hours: Hours) -> None:
    first = hours.answer({"type": "decline"})
    card = next(
        move for move in GAME.moves(hours.record.state or {}, other(hours), hours.asked["id"]) if "card" in move
    )
    with pytest.raises(ActError, match="name the current seq"):
        hours.answer(card)
    hours.answer(card, replaces=first.act.seq)
    hours.wait(HOLD)
    (played,) = hours.resolved()[-1]["body"]["moves"]
    assert played["move"] == card


def test_the_seats_own_answer_counts_before_its_plan(hours: Hours) -> None:
    seat = other(hours)
    card = next(move for move in GAME.moves(hours.record.state or {}, seat, hours.asked["id"]) if "card" in move)
    hours.answer(card)
    hours.order(seat, DECLINE)
    hours.wait(HOLD)
    assert hours.resolved()[-1]["body"]["moves"][0]["move"] == card


def test_after_the_instant_an_answer_is_resolved_when_it_comes(hours: Hours) -> None:
    decision = hours.asked["id"]
    hours.wait(HOLD)
    hours.answer({"type": "decline"})
    assert hours.resolved()[-1]["body"]["decision"] == decision


def test_a_plan_answers_even_if_the_workers_were_away_past_the_deadline(hours: Hours) -> None:
    hours.order(other(hours), {"ask": [{"board": "M", "take": _cheapest(hours)}], "else": "decline"})
    hours.now += 30 * 24 * 60 * MINUTE
    hours.step()
    played = [entry["body"]["moves"][0]["move"]["type"] for entry in hours.resolved()]
    assert played[1] == "take"


def _cheapest(hours: Hours) -> list[str]:
    moves = GAME.moves(hours.record.state or {}, other(hours), hours.asked["id"])
    return [move["card"] for move in moves if move["type"] == "take"][:1]


def test_only_the_owner_reads_in_a_mail_that_the_plan_answered(hours: Hours) -> None:
    seat, decision = other(hours), hours.asked["id"]
    hours.order(seat, DECLINE)
    hours.wait(HOLD)
    told = [one for one in hours.notices if one["kind"] == "resolved" and one.get("decision") == decision]
    assert {one["seat"]: one["facts"]["moves"][0]["by"] for one in told} == {seat: "order", 1 - seat: "seat"}


def test_without_a_hold_everything_is_resolved_at_once(context: Context) -> None:
    hours = Hours(context, hold=0).begin()
    hours.answer({"type": "open", "board": "M"})
    assert hours.asked["kind"] == "ask"
    hours.order(other(hours), DECLINE)
    assert hours.asked["kind"] == "harbour"


Visit = Callable[[Hours, int], None]


def by_plan(hours: Hours, round_: int) -> None:
    """Everybody hands in a plan when a round begins, and nobody looks again before the next."""
    for seat in range(hours.seats):
        hours.order(seat, planned(hours.view(seat), seat))
    while (hours.record.state or {})["round"] == round_ and hours.asked["kind"] != "final":
        hours.next()


def at_once(hours: Hours, round_: int) -> None:
    """Everybody sits before the table, and answers in the moment what their plan would have said."""
    plans = {seat: planned(hours.view(seat), seat) for seat in range(hours.seats)}
    while (state := hours.record.state or {})["round"] == round_ and hours.asked["kind"] != "final":
        record = hours.record
        for standing in record.table["standing"]:
            seat = standing["seats"][0]
            move = GAME.consult(state, seat, standing["id"], plans[seat])
            if move is not None and (standing["id"], seat) not in record.acts:
                hours.answer(move, decision=standing["id"])
                break
        else:
            hours.next()


def facts(hours: Hours) -> list[tuple[str, JsonObject]]:
    """What the log says, without what is a hash or a time."""
    unlike = {"state", "deadline", "seed", "seats"}
    bodies = [(entry["type"], entry["body"]) for entry in hours.entries() if entry["type"] in ("opened", "resolved")]
    return [(kind, {name: value for name, value in body.items() if name not in unlike}) for kind, body in bodies]


def waits(hours: Hours) -> dict[str, int]:
    """How long each decision stood that somebody waited for, in milliseconds."""
    opened: dict[str, int] = {}
    found = {}
    for entry in hours.entries():
        body = entry["body"]
        if entry["type"] == "opened" and body["deadline"] is not None:
            opened[body["decision"]] = milliseconds(entry["at"])
        elif entry["type"] == "resolved" and body["decision"] in opened:
            found[body["decision"]] = milliseconds(entry["at"]) - opened[body["decision"]]
    return found


@pytest.mark.usefixtures("same_deal")
def test_the_log_does_not_tell_a_match_of_plans_from_one_of_people(context: Context, redis_url: str) -> None:
    logs = []
    for visit in (by_plan, at_once):
        with redis.Redis.from_url(redis_url) as client:
            client.flushall()
        hours = Hours(context, seats=3).begin()
        for round_ in range(1, 13):
            visit(hours, round_)
        logs.append(hours)
    planned, live = logs
    questions = [sum(one["kind"] == "your-turn" for one in hours.notices) for hours in logs]
    assert 3 * questions[0] <= questions[1], "and yet the plans saved most of the mails"
    assert questions[0] <= 13, "only the harbour master hears that a round begins"
    assert any(entry["body"]["decision"].startswith("fulfil") for entry in planned.resolved()), (
        "contracts were fulfilled"
    )
    assert facts(planned) == facts(live)
    assert waits(planned) == waits(live), "both stood for the very time the server had chosen"
    assert all(HOLD // 4 <= wait <= HOLD for wait in waits(planned).values())
    assert max(waits(planned).values()) > min(waits(planned).values()) + HOLD // 4, "and no two times are alike"
    gaps = [milliseconds(entry["at"]) for entry in planned.resolved()]
    assert all(later > earlier for earlier, later in itertools.pairwise(gaps)), "nothing falls together"


@pytest.mark.parametrize(
    ("wish", "seconds"),
    [
        ({}, 600),
        ({"hold": 0}, 0),
        ({"hold": 30_000}, 30),
        ({"pace": {"kind": "duration", "seconds": 40}}, 10),
        ({"bots": ["steady"]}, 0),
    ],
)
def test_the_hold_is_the_games_unless_another_is_asked_for(
    context: Context, wish: dict[str, Any], seconds: int
) -> None:
    record = creation.create(context, account(context, "Ann"), NewMatch(rules="packet-row", **wish), MATCH)
    assert record.table["hold"] == seconds * 1_000


@pytest.mark.parametrize(
    "wish",
    [
        {"hold": -1_000},
        {"hold": 1_500},
        {"hold": 90_000_000},
        {"hold": 60_000, "pace": {"kind": "duration", "seconds": 60}},
        {"hold": 60_000, "pace": {"kind": "daily", "time": "20:00", "zone": "Europe/Berlin", "least": 0}},
    ],
)
def test_a_hold_that_cannot_be_kept_is_refused(context: Context, wish: dict[str, Any]) -> None:
    with pytest.raises(MatchError) as caught:
        creation.create(context, account(context, "Ann"), NewMatch(rules="packet-row", **wish), MATCH)
    assert (caught.value.code, caught.value.pointer) == ("invalid", "/hold_seconds")


def test_the_hold_stands_in_the_log_from_the_beginning(hours: Hours) -> None:
    assert hours.entries()[0]["body"]["hold_seconds"] == 600


def test_a_letter_about_something_else_does_not_ask_what_the_plan_will_answer(hours: Hours) -> None:
    seat = other(hours)
    assert [ask.standing["id"] for ask in asks(hours.record, seat)] == [hours.asked["id"]]
    hours.order(seat, DECLINE)
    hours.release()
    hours.order(1 - seat, {"harbour": [{"open": "D"}], "last_else": "pass"})
    hours.release()
    assert hours.asked["kind"] == "ask"
    assert asks(hours.record, seat) == []
