"""What a plan answers counts as the log shows it: as the seat's own, for misses, votes, pauses and everybody's letters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import redis

from engine.protocol.canon import b64
from engine.protocol.log import milliseconds
from service.context import Context
from service.matches import acts, creation
from service.matches.orders import set_orders
from service.signing import new_match_id
from tests import contexts
from tests.contexts import open_context
from tests.service import absent_people
from tests.service.absent_people import People
from tests.service.test_mixed_matches import by_the_one_file

pytestmark = pytest.mark.usefixtures("without_pictures")

PLAN = {"ask": [], "else": "decline"}
PACE = {"kind": "duration", "seconds": 7_200}
AWAY = 2
SECRETS = {"salt", "head", "proof", "openings", "state", "seed", "received", "draws"}
"""Members of entries that differ between two matches in which the same happens."""


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path)


def table(context: Context, seats: int = 3, *, planned: bool = True, **wish: Any) -> People:
    """Return a match of Packet Row one of whose players stays away, and has a plan that declines whatever is offered."""
    people = People(context, "packet-row", seats, wish={"pace": PACE, **wish}, away={AWAY}).begin()
    if planned:
        set_orders(context, people.record, AWAY, PLAN, replaces=0, token=None)
    return people.settle()


def check_both(people: People, *receipts: dict[str, Any]) -> None:
    """Check that both verifiers pass a match that is over."""
    held = [*receipts, *people.answered]
    ours = people.proof(*held)
    log = b"".join(people.context.store.lines(people.match, limit=100_000))
    theirs = by_the_one_file(log, b64(people.context.signer.public_bytes), held)
    assert (ours.verdict, ours.reason) == ("PASS", "")
    assert (theirs["verdict"], theirs.get("why")) == ("PASS", None)


def follows(people: People, first: str, *rest: str) -> bool:
    """Return whether entries of these types stand in the log, one directly behind the other."""
    types, wanted = people.types(), [first, *rest]
    return any(types[place : place + len(wanted)] == wanted for place in range(len(types)))


@pytest.mark.parametrize("misses", [1, 2, 3])
def test_what_a_plan_answers_ends_a_row_of_misses(context: Context, misses: int) -> None:
    people = table(context, absence={"misses": misses, "notice_seconds": 1}).to_the_end()
    check_both(people)


def course(context: Context, *, planned: bool) -> tuple[list[Any], list[Any]]:
    """Let somebody decline all offers, live or by a plan, and do nothing else; return what the log shows, and who was told what."""
    people = table(context, planned=planned, hold=600_000, absence={"misses": 1, "notice_seconds": 1})
    while people.types().count("returned") < 2:
        if not planned and declines(people):
            people.settle()
        elif not people.visit():
            people.wait()
    entries = people.entries()
    dealt = next(one for one in entries if one["type"] == "started")
    told = sorted((one["kind"], one["n"], one["seat"]) for one in people.notices if one["seat"] != AWAY)
    return [_shown(one, milliseconds(dealt["at"])) for one in entries[dealt["n"] :]], told


def declines(people: People) -> bool:
    """Let the player who stays away decline what is offered; return whether anything was."""
    record = people.record
    for one in record.table["standing"]:
        if (one["seats"], one["kind"]) == ([AWAY], "ask") and (one["id"], AWAY) not in record.acts:
            acts.answer(people.context, record, AWAY, one["id"], {"type": "decline"}, token=None)
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
    return milliseconds(value) - began if isinstance(value, str) and value.endswith("Z") else value


def test_nobody_can_tell_a_plan_from_a_person_who_answers_while_missed(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new_match_id()
    for module in (creation, contexts):  # the same deal, the same instants at which answers are released
        monkeypatch.setattr(module, "new_seed", lambda: bytes(range(4, 36)))
    monkeypatch.setattr(absent_people, "new_match_id", lambda: match)
    found = []
    for planned in (False, True):
        redis.Redis.from_url(redis_url).flushall()
        found.append(course(open_context(redis_url, tmp_path), planned=planned))
    live, by_plan = found
    for told_live, told_of_plan in zip(live, by_plan, strict=True):
        assert [pair for pair in zip(told_live, told_of_plan, strict=False) if pair[0] != pair[1]] == []
        assert len(told_live) == len(told_of_plan)


def test_a_pause_that_a_plan_s_answer_makes_wanted_begins_before_it(context: Context) -> None:
    people = table(
        context, absence={"misses": 1, "notice_seconds": 1}, pauses={"majority": "most", "seconds": 86_400}
    )
    receipts = [people.pause(AWAY, True)]
    people.until_told("absence-asked")
    receipts.append(people.pause(0, True))
    people.settle()
    assert "paused" not in people.types()
    people.to_the_end()
    assert follows(people, "returned", "paused", "resumed", "resolved")
    check_both(people, *receipts)


def test_what_a_plan_s_answer_decides_about_others_comes_before_it(context: Context) -> None:
    """Seat 3 has left. Seat 2 has voted about it, and is missed itself then: once it is back its vote counts again."""
    people = table(context, seats=4, absence={"misses": 1, "notice_seconds": 1})
    people.away = {3}
    people.until_told("absence-asked")
    receipts = [people.vote(AWAY, 3, "bot")]
    people.away = {AWAY, 3}
    people.notices.clear()
    while not (people.case(AWAY) or {}).get("polled"):
        if not people.visit():
            people.wait()
    receipts.append(people.vote(0, 3, "bot"))
    people.settle()
    assert people.record.table["seats"][3]["bot"] is None
    people.to_the_end()
    assert follows(people, "returned", "substituted", "resolved")
    check_both(people, *receipts)
