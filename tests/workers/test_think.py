"""Bots that think do so behind everything else: nobody waits for them, and a thought that is lost costs nothing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis
from rq import Queue
from rq.serializers import JSONSerializer

from engine.contract import Move
from engine.kit.foresight import Foresight, foresight_of
from engine.registry import KONTOR
from service.config import operator_caps
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.acts import SeatAct, commit
from service.matches.errors import MatchError
from service.matches.pace import check_pace
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.processes import wake
from service.store.records import Account, Record
from tests.given.contexts import account, loaded, open_context
from workers.jobs import think
from workers.jobs.think import think_once
from workers.resolve import bots
from workers.resolve.drain import drain_once

DAY = {"kind": "duration", "seconds": 86_400}


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    monkeypatch.setattr(KONTOR, "foresight", replace(foresight(), playouts={"keen": 2, "sharp": 4}))
    opened = open_context(redis_url, tmp_path)
    yield opened
    opened.store.close()


def foresight() -> Foresight:
    found = foresight_of(KONTOR)
    assert found is not None
    return found


def begun(context: Context, bot: str = "sharp", seconds: int = 86_400, owner: Account | None = None) -> str:
    """Return a match against a bot that is asked for its first card."""
    match = new_match_id()
    wish = NewMatch(rules="kontor", bots=[bot], grace=0, pace=check_pace({**DAY, "seconds": seconds}))
    creation.create(context, owner or account(context, "Ann"), wish, match)
    drain_once(context)
    return match


def waiting(context: Context) -> list[str]:
    """Return the matches for whose bots a worker is asked to think."""
    client = redis.Redis.from_url(context.settings.queue_url)
    found = [str(job.args[0]) for job in Queue("think", connection=client, serializer=JSONSerializer).jobs]
    client.close()
    return found


def answered(record: Record) -> list[int]:
    return sorted(seat for _, seat in record.acts)


def test_a_bot_that_thinks_answers_in_a_job_of_its_own(context: Context) -> None:
    match = begun(context)
    assert answered(loaded(context, match)) == []
    assert waiting(context) == [match]
    assert think_once(context, match) == 1
    assert answered(loaded(context, match)) == [1]


def test_one_owner_of_many_tables_leaves_other_bots_a_place_to_think(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: one account plays three hundred bots that think, and everybody else's wait for theirs."""
    monkeypatch.setattr(wake, "MOST_THOUGHTS", 8)
    ann, ben, cem = (account(context, name) for name in ("Ann", "Ben", "Cem"))
    matches = [begun(context, owner=ann) for _ in range(4)]
    assert waiting(context) == matches[:2]
    matches = [*matches[:2], *(begun(context, owner=ben) for _ in range(2))]
    begun(context, owner=cem)
    assert waiting(context) == matches, "accounts of today leave half of the places"
    monkeypatch.setattr(operator_caps, "ESTABLISHED_AFTER", 0)
    assert waiting(context) == matches
    assert begun(context, owner=cem) in waiting(context)


def test_thinking_twice_answers_once(context: Context) -> None:
    match = begun(context)
    assert [think_once(context, match) for _ in range(2)] == [1, 0]


def test_the_same_is_thought_again_after_a_crash(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept of a thought: another worker comes to the same move."""
    match, sent = begun(context), list[Move]()

    def crash(*facts: Any) -> bool:
        sent.append(facts[-1])
        return False

    monkeypatch.setattr(bots, "send", crash)
    for _ in range(2):
        assert think_once(context, match) == 0
    assert sent[0] == sent[1]


def test_a_match_whose_thought_got_lost_is_looked_at_again(context: Context) -> None:
    record = loaded(context, begun(context))
    assert record.due is not None
    assert 0 < record.due - record.now <= bots.THOUGHT_AGAIN


def test_a_round_of_people_is_resolved_while_a_bot_thinks(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two playouts the worker looks for due matches."""
    match, other, given = begun(context), new_match_id(), []

    def drain(context: Context) -> None:
        given.append(drain_once(context))

    monkeypatch.setattr(think, "LOOK_EVERY", 0)
    monkeypatch.setattr(think, "give_way", drain)
    creation.create(context, account(context, "Ben"), NewMatch(rules="kontor", bots=["steady"], grace=0), other)
    assert think_once(context, match) == 1
    assert sum(given) > 0
    assert loaded(context, other).table["status"] == "running"


def test_a_move_that_came_too_late_is_not_played(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(context)

    def end(context: Context) -> None:
        record = loaded(context, match)
        for standing, seat in bots.bots_to_play(context, record):
            bots.send(context, record, standing, seat, bots.at_once(context, record, standing, seat))

    monkeypatch.setattr(think, "LOOK_EVERY", 0)
    monkeypatch.setattr(think, "give_way", end)
    assert think_once(context, match) == 0
    assert answered(loaded(context, match)) == [1]


def test_a_search_that_fails_is_replaced_by_the_steady_bots_move(
    context: Context, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> int:
        raise ValueError("C01 in the hand")

    match = begun(context)
    monkeypatch.setattr(KONTOR, "foresight", replace(foresight(), prospect=broken))
    assert think_once(context, match) == 1
    assert "a thought failed: ValueError at" in caplog.text
    assert "C01" not in caplog.text


def test_a_search_that_never_ends_is_stopped(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(context)
    monkeypatch.setattr(think, "MOST_CPU", 0.0)
    assert think_once(context, match) == 1


def test_a_bot_in_a_hurry_plays_at_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "HURRY", 2 * 86_400_000)
    match = begun(context)
    record = loaded(context, match)
    (standing,) = record.table["standing"]
    assert standing["deadline"] is not None
    half = standing["opened"] + (standing["deadline"] - standing["opened"]) // 2
    assert bots.thinks(record.table, standing, 1, half - 1)
    assert not bots.thinks(record.table, standing, 1, half)


def test_a_match_against_a_bot_that_thinks_comes_to_its_end(context: Context) -> None:
    match = new_match_id()
    wish = NewMatch(rules="kontor", bots=["keen"], grace=0, options={"preset": "tilsit", "round_limit": 2})
    creation.create(context, account(context, "Ann"), wish, match)
    for _ in range(60):
        drain_once(context)
        think_once(context, match)
        record = loaded(context, match)
        if record.table["status"] == "closed":
            break
        for standing in record.table["standing"]:
            if 0 in standing["seats"] and (standing["id"], 0) not in record.acts:
                own = bots.at_once(context, record, standing, 0)
                bots.send(context, record, standing, 0, own)
    assert record.table["over"] == "finished"


def test_a_bot_that_a_game_lacks_is_refused(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(KONTOR, "foresight")
    with pytest.raises(MatchError, match="the bots of kontor@1 are steady, random"):
        creation.create(context, account(context, "Ann"), NewMatch(rules="kontor", bots=["sharp"]), new_match_id())


def test_no_match_without_such_a_bot_asks_for_a_thought(context: Context) -> None:
    match = begun(context, "steady")
    assert (answered(loaded(context, match)), waiting(context)) == ([1], [])
    record = loaded(context, match)
    (standing,) = record.table["standing"]
    own = bots.at_once(context, record, standing, 0)
    commit(context, record, 0, SeatAct(standing["id"], move=own))
    drain_once(context)
    assert waiting(context) == []
