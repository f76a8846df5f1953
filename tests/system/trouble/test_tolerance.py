"""The second of tolerance after a deadline: one number for the store's script, the resolver, given-back time and the verifier."""

import json
from dataclasses import replace

import pytest
import redis

from engine import registry
from engine.protocol import log
from engine.protocol.canon import b64
from engine.protocol.log import FIRST_HEAD, Line, export_line, milliseconds, next_head, read_export, timestamp
from engine.verifier.replay import verify
from service.context import Context
from service.store import keys
from service.store.records import Record
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.engine.playing import Server
from tests.store.examples import act, running, standing
from tests.system.watcher import Watcher
from tests.workers.trouble.test_parking import waiting_to_be_dealt
from workers.resolve import drain
from workers.resolve.step import step_due

PAST = 3_000
"""How long after the deadline everything here happens, in milliseconds: too late as things are."""
HOUR = 3_600_000


@pytest.fixture(params=[pytest.param(False, id="as it is"), pytest.param(True, id="five seconds")])
def in_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether ``PAST`` is still in time: not with the tolerance as it is, but with a longer one."""
    assert log.TOLERANCE < PAST
    longer: bool = request.param
    if longer:
        monkeypatch.setattr(log, "TOLERANCE", 5_000)
    return longer


@pytest.fixture
def dealt(context: Context, monkeypatch: pytest.MonkeyPatch) -> Record:
    """A match that waits for its first answers."""
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    match = waiting_to_be_dealt(context, seconds=3_600)
    drain.drain_once(context)
    record = context.store.load(match, secrets=True)
    assert record is not None
    return record


def kinds_written(context: Context, record: Record, now: int) -> list[str]:
    """Return the types of the entries that a resolver writes at ``now``."""
    return [json.loads(line)["entry"]["type"] for line in step_due(context, replace(record, now=now)).lines]


def deadline_of(record: Record) -> int:
    (asked,) = record.table["standing"]
    assert asked["deadline"] is not None
    return asked["deadline"]


def test_the_script_of_the_store_takes_an_act_until_then(context: Context, in_time: bool) -> None:
    record = running(context.store, None, standing(deadline=context.store.now() - PAST))
    assert context.store.act(act(record, 0)).outcome == ("stored" if in_time else "late")


def test_the_resolver_waits_until_then(context: Context, dealt: Record, in_time: bool) -> None:
    assert ("locked" in kinds_written(context, dealt, deadline_of(dealt) + PAST)) is not in_time


def test_time_is_given_back_to_players_who_had_some_left(
    context: Context, dealt: Record, in_time: bool, nothing_healthy_is_parked: Watcher
) -> None:
    nothing_healthy_is_parked.expect(dealt.match)
    since = deadline_of(dealt) + PAST
    entry = {"reason": "KeyError at rules.py:7", "since": since, "attempts": 3, "next": since, "version": "v"}
    with redis.Redis.from_url(context.settings.redis_url) as server:
        server.hset(keys.parked(keys.bucket_of(dealt.match)), dealt.match, json.dumps(entry))
    parked = context.store.load(dealt.match, secrets=True)
    assert parked is not None
    assert ("extended" in kinds_written(context, parked, since + HOUR)) is in_time


def test_the_verifier_accepts_an_answer_until_then(in_time: bool) -> None:
    played = Server(seed=5).play(rounds=1)
    entries = [line["entry"] for line in read_export(played.export)]
    while entries[-1]["type"] != "resolved":
        entries.pop()
    locked, resolved = entries[-2:]
    (ends,) = (
        milliseconds(one["body"]["deadline"])
        for one in entries
        if one["type"] == "opened" and one["body"]["decision"] == resolved["body"]["decision"]
    )
    assert (locked["type"], locked["body"]["decision"]) == ("locked", resolved["body"]["decision"])
    locked["at"] = resolved["at"] = resolved["body"]["moves"][0]["received"] = timestamp(ends + PAST)

    lines, head = [], FIRST_HEAD
    for entry in entries:
        head = next_head(head, entry)
        lines.append(export_line(Line(entry=entry, head=b64(head), sig=b64(bytes(64)))))
    found = verify(b"".join(lines))

    assert found.verdict == ("INCOMPLETE" if in_time else "FAIL")
    assert ("came after the deadline" in found.reason) is not in_time
