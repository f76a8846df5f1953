"""What a plan answers counts as the log shows it: as the seat's own, for misses, votes, pauses and everybody's letters."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis

from engine.match.absence import is_missed_by_all
from engine.match.table import Case
from engine.protocol.canon import b64
from engine.protocol.log import milliseconds
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation, lobby
from service.store.records import Record, Transition
from tests.engine.packet_row import planning
from tests.given import contexts
from tests.given.contexts import open_context
from tests.service import absent_people
from tests.service.absent_people import People
from tests.service.steps.test_mixed_matches import by_the_one_file
from tests.service.table_hours import HOLD, Hours
from workers.resolve.step import step_due

pytestmark = pytest.mark.usefixtures("without_pictures")

PLAN = {"ask": [], "else": "decline"}
PACE = {"kind": "duration", "seconds": 7_200}
AWAY = 2
SECRETS = {"salt", "head", "proof", "openings", "state", "seed", "received", "draws"}
"""Members of entries that differ between two matches in which the same happens."""


def table(context: Context, seats: int = 3, *, planned: bool = True, **wish: Any) -> People:
    """Return a match of Packet Row one of whose players stays away, and has a plan that declines whatever is offered."""
    people = People(context, "packet-row", seats, wish={"pace": PACE, **wish}, away={AWAY}).begin()
    if planned:
        set_orders(context, people.record, AWAY, NewOrders(PLAN, replaces=0))
    return people.settle()


def check_both(people: People, *receipts: dict[str, Any]) -> None:
    """Check that both verifiers pass a match that is over."""
    held = [*receipts, *people.answered]
    ours = people.proof(*held)
    log = b"".join(people.context.store.lines(people.match, limit=100_000))
    theirs = by_the_one_file(log, b64(people.context.signer.public_bytes), held)
    assert (ours.verdict, ours.reason) == ("PASS", "")
    assert (theirs["verdict"], theirs.get("why")) == ("PASS", None)


def until_written(people: People, *wanted: str) -> None:
    """Play until entries of these types stand in the log, one directly behind the other; then somebody gives up."""
    while f" {' '.join(wanted)} " not in f" {' '.join(people.types())} ":
        assert people.over is None, f"the match ended without {wanted}"
        if not people.visit():
            people.wait()
    lobby.resign(people.context, people.match, people.players[0])
    people.now = max(people.now, people.context.store.now())
    people.settle()


def test_what_a_plan_answers_ends_a_row_of_misses(context: Context) -> None:
    check_both(table(context, absence={"misses": 3, "notice_seconds": 1}).to_the_end())


def course(context: Context, *, planned: bool, probed: bool) -> tuple[list[Any], list[Any]]:
    """Let somebody decline all offers, live or by a plan, and do nothing else; return the log and what others are told.

    :param probed: each time, somebody else at the table makes a worker look at the match at once.
    """
    pauses: dict[str, Any] = {"pauses": {"majority": "all", "seconds": 86_400}} if probed else {}
    people = table(context, planned=planned, hold=600_000, absence={"misses": 1, "notice_seconds": 1}, **pauses)
    known = set[str]()
    while people.types().count("returned") < 2:
        asked = {one["id"] for one in people.record.table["standing"] if (one["seats"], one["kind"]) == ([AWAY], "ask")}
        if not asked <= known:
            known |= asked
            if not planned:
                assert declines(people)
            if probed:
                people.pause(0, len(known) % 2 == 1)
            people.settle()
        elif not people.visit():
            people.wait()
    entries = people.entries()
    dealt = next(one for one in entries if one["type"] == "started")
    began = milliseconds(dealt["at"])
    told = [
        [one["n"], one["kind"], one["seat"], one["send_at"] - began, _bare({**one["facts"]}, began)]
        for one in people.notices
        if one["seat"] != AWAY and one["n"] > dealt["n"]
    ]
    return [_shown(one, began) for one in entries[dealt["n"] :]], told


def declines(people: People) -> bool:
    """Let the player who stays away decline what is offered; return whether anything was."""
    record = people.record
    for one in record.table["standing"]:
        if (one["seats"], one["kind"]) == ([AWAY], "ask") and (one["id"], AWAY) not in record.acts:
            acts.answer(people.context, record, AWAY, acts.SeatAct(one["id"], move={"type": "decline"}))
            return True
    return False


def _shown(entry: dict[str, Any], began: int) -> list[Any]:
    """Return what two matches in which the same happened have alike in an entry, times from ``began`` on."""
    return [entry["type"], milliseconds(entry["at"]) - began, _bare(entry["body"], began)]


def _bare(value: Any, began: int) -> Any:
    if isinstance(value, dict):
        return {name: _bare(one, began) for name, one in value.items() if name not in SECRETS}
    if isinstance(value, list):
        return [_bare(one, began) for one in value]
    if isinstance(value, str) and value.endswith("Z"):
        return milliseconds(value) - began
    return value - began if isinstance(value, int) and value > began else value


@pytest.mark.parametrize("probed", [False, True])
def test_nobody_can_tell_a_plan_from_a_person_who_answers_while_missed(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, probed: bool
) -> None:
    match = new_match_id()
    for module in (creation, contexts):  # the same deal, the same instants at which answers are released
        monkeypatch.setattr(module, "new_seed", lambda: bytes(range(4, 36)))
    monkeypatch.setattr(absent_people, "new_match_id", lambda: match)
    found = []
    for planned in (False, True):
        redis.Redis.from_url(redis_url).flushall()
        found.append(course(open_context(redis_url, tmp_path), planned=planned, probed=probed))
    live, by_plan = found
    for told_live, told_of_plan in zip(live, by_plan, strict=True):
        assert [pair for pair in zip(told_live, told_of_plan, strict=False) if pair[0] != pair[1]] == []
        assert len(told_live) == len(told_of_plan)


def test_a_pause_that_a_plan_s_answer_makes_wanted_begins_before_it(context: Context) -> None:
    people = table(context, absence={"misses": 1, "notice_seconds": 1}, pauses={"majority": "most", "seconds": 86_400})
    receipts = [people.pause(AWAY, True)]
    people.until_told("absence-asked")
    receipts.append(people.pause(0, True))
    people.settle()
    assert "paused" not in people.types()
    until_written(people, "returned", "paused", "resumed", "resolved")
    check_both(people, *receipts)


def test_what_a_plan_s_answer_decides_about_others_comes_before_it(context: Context) -> None:
    """Seat 3 has left. Seat 2 has voted about it, and is missed itself then: once it is back its vote counts again."""
    people = table(context, seats=4, absence={"misses": 1, "notice_seconds": 1})
    people.away = {3}
    people.until_told("absence-asked")
    receipts = [people.vote(AWAY, 3, "bot")]
    people.away = {AWAY, 3}
    people.notices.clear()
    while not is_missed_by_all(people.record.table, AWAY):
        if not people.visit():
            people.wait()
    receipts.append(people.vote(0, 3, "bot"))
    people.settle()
    assert people.record.table["seats"][3]["bot"] is None
    until_written(people, "returned", "substituted", "resolved")
    check_both(people, *receipts)


def test_what_a_plan_does_unasked_comes_together_with_the_seat_s_return(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(19, 51)))  # a deal in which a plan fulfils a contract
    hours = Hours(context, seats=3).begin(absence={})
    record, seat = unasked(hours)
    # As it would be if the seat had been called absent after it had set its plan.
    case = Case(seat=seat, n=record.n + 1, head=record.head, until=hours.now + HOLD, missed=["r1.open"], votes=[])
    away = replace(record, table={**record.table, "absence": {**record.table["absence"], "cases": [case]}})
    assert types(step_due(context, away)) == ["returned", *types(step_due(context, record))]


def unasked(hours: Hours) -> tuple[Record, int]:
    """Play by plans until one of them fulfils a contract; return the record of that moment, and whose plan it is."""
    for _ in range(12):
        state = hours.record.state
        assert state is not None
        for seat in range(hours.seats):
            hours.order(seat, planning.planned(hours.view(seat), seat))
        while hours.view(0)["round"] == state["round"] and hours.asked["kind"] != "final":
            hours.now = max(hours.now, hours.record.due or 0)
            record = hours.record
            done = [entry["body"] for entry in entries(step_due(hours.context, record)) if entry["type"] == "resolved"]
            if done and done[0]["decision"].startswith("fulfil"):
                return record, done[0]["moves"][0]["seat"]
            hours.step()
    raise AssertionError("no plan fulfils anything")


def entries(step: Transition) -> list[dict[str, Any]]:
    return [json.loads(line)["entry"] for line in step.lines]


def types(step: Transition) -> list[str]:
    return [one["type"] for one in entries(step)]
