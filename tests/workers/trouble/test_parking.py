"""Parking: only a match whose own step fails is put aside, under one's own lease, with a reason, and not for ever."""

import contextlib
import json
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import pytest
import redis
from rq.timeouts import JobTimeoutException

from engine import registry
from engine.protocol.log import milliseconds, timestamp
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts
from service.matches.pace import SHORTEST, check_pace
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store import keys
from service.store.connection.connect import StoreUnavailable
from service.store.records import Record
from service.telemetry.sources import running_version
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.given.contexts import account
from tests.system.crowds.test_deadlines import wait_until
from workers.resolve import drain
from workers.resolve.failures import limited
from workers.resolve.step import step_due


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Fingers:
    """The toy game, registered; tests break it."""
    made = Fingers()
    monkeypatch.setitem(registry.GAMES, "fingers@1", made)
    return made


def waiting_to_be_dealt(context: Context, rules: str = "fingers@1", seconds: int = 86_400) -> str:
    """Return a match that a worker has to deal now."""
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": seconds})
    creation.create(context, ann, NewMatch(rules=rules, grace=0, pace=pace), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    return match


def status(context: Context, match: str) -> str:
    record = context.store.load(match)
    assert record is not None
    return record.table["status"]


def failing(error: BaseException) -> Callable[..., NoReturn]:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


@pytest.mark.parametrize(
    "error",
    [StoreUnavailable("away"), JobTimeoutException("time is up"), MemoryError(), OSError("no file"),
     RuntimeError("chained")],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_a_fault_of_the_machine_in_mid_step_parks_nothing(
    context: Context, game: Fingers, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = waiting_to_be_dealt(context)
    if type(error) is RuntimeError:
        error.__cause__ = StoreUnavailable("away")
    with monkeypatch.context() as broken:
        broken.setattr(game, "setup", failing(error), raising=False)
        with contextlib.suppress(StoreUnavailable, JobTimeoutException):
            drain.drain_once(context)

    assert context.store.parked() == {}

    context.store.release(match)
    drain.drain_once(context)
    assert status(context, match) == "running"


def test_a_worker_that_has_lost_the_lease_parks_nothing(
    context: Context, game: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a worker that was stopped for so long in mid-step that another one has the match now.
    match = waiting_to_be_dealt(context)

    def stopped(*_: object) -> NoReturn:
        context.store.release(match)
        (bucket,) = [one.bucket for one in context.store.peek()[0] if one.due is not None and one.due < 2**41]
        context.store.claim_due(bucket, 30_000, 64)
        raise KeyError("what the rules stumble over")

    monkeypatch.setattr(game, "setup", stopped, raising=False)
    drain.drain_once(context)

    assert context.store.parked() == {}


def broken_rules(*_: object, **__: object) -> NoReturn:
    raise KeyError("a card that nobody must read in a log")


def hanging_rules(*_: object, **__: object) -> NoReturn:
    while True:
        pass


def test_rules_that_fail_are_parked_told_once_and_cost_the_others_nothing(
    context: Context, game: Fingers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, other = waiting_to_be_dealt(context), waiting_to_be_dealt(context, registry.newest("kontor"))
    with monkeypatch.context() as broken, caplog.at_level(logging.INFO):
        broken.setattr(game, "setup", broken_rules, raising=False)
        drain.drain_once(context)
        for _ in range(3):
            context.store.retry(match)
            drain.drain_once(context)

    assert status(context, other) == "running"
    entry = context.store.parked()[match]
    assert (entry.attempts, entry.version) == (4, running_version())
    assert entry.reason.startswith("KeyError at test_parking.py:")
    told = [one for one in caplog.records if match in one.getMessage()]
    assert [one.levelno for one in told] == [logging.ERROR, *[logging.WARNING] * 3]
    assert "nobody must read" not in caplog.text

    context.store.retry(match)
    drain.drain_once(context)
    assert status(context, match) == "running"
    assert context.store.parked() == {}


def test_rules_that_do_not_end_are_stopped_by_the_time_they_compute(
    context: Context, game: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, other = waiting_to_be_dealt(context), waiting_to_be_dealt(context, registry.newest("kontor"))
    monkeypatch.setattr(game, "setup", hanging_rules, raising=False)
    monkeypatch.setattr(drain, "limited", partial(limited, seconds=0.2))

    drain.drain_once(context)

    assert context.store.parked()[match].reason.startswith("TooMuchWork at test_parking.py:")
    assert status(context, other) == "running"


def test_time_on_the_wall_stops_no_step() -> None:
    asleep = threading.Event()
    assert limited(lambda: asleep.wait(0.4), seconds=0.1) is False


def test_a_worker_without_the_lease_leaves_it_to_the_holder(
    context: Context, game: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = waiting_to_be_dealt(context)
    monkeypatch.setattr(game, "setup", broken_rules, raising=False)
    monkeypatch.setattr(type(context.store), "peek", lambda _: ([], 0))

    drain.drain_once(context, match)

    assert context.store.parked() == {}


def test_a_drain_that_is_stopped_gives_its_leases_back(
    context: Context, game: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [waiting_to_be_dealt(context) for _ in range(3)]
    with monkeypatch.context() as broken:
        broken.setattr(game, "setup", failing(JobTimeoutException("time is up")), raising=False)
        broken.setattr(drain, "context_of_process", lambda: context)
        assert drain.drain() == 0

    drain.drain_once(context)

    assert [status(context, one) for one in matches] == ["running"] * 3


def test_what_is_due_and_no_match_is_taken_out(context: Context, redis_url: str) -> None:
    match = waiting_to_be_dealt(context, registry.newest("kontor"))
    with redis.Redis.from_url(redis_url) as server:
        for member in (b"no match", b"\xff\xfe"):
            server.zadd(keys.due(keys.bucket_of(match)), {member: 1})
        drain.drain_once(context)
        assert b"no match" not in server.zrange(keys.due(keys.bucket_of(match)), 0, -1)
    assert status(context, match) == "running"


class Later:
    """A match whose steps a worker takes at moments of the test's choosing."""

    def __init__(self, context: Context, match: str) -> None:
        self.context, self.match = context, match

    def record(self) -> Record:
        found = self.context.store.load(self.match, secrets=True)
        assert found is not None
        return found

    def step(self, now: int) -> None:
        """Do what is due at ``now`` (ms)."""
        assert self.context.store.transition(step_due(self.context, replace(self.record(), now=now)))

    def put_aside(self, since: int) -> None:
        """Park the match as if that had been at ``since`` (ms)."""
        entry = {"reason": "KeyError at rules.py:7", "since": since, "attempts": 3, "next": since, "version": "v"}
        with redis.Redis.from_url(self.context.settings.redis_url) as server:
            server.hset(keys.parked(keys.bucket_of(self.match)), self.match, json.dumps(entry))

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line)["entry"] for line in self.context.store.lines(self.match)]

    def verdict(self) -> Report:
        public = self.context.signer.public_bytes
        export = b"".join(self.context.store.lines(self.match, limit=10_000))
        return verify(export, check_signature=lambda text, sig: verify_signature(public, text, sig))


@pytest.fixture
def later(context: Context, game: Fingers) -> Later:
    """A match of an hour a decision, dealt."""
    match = waiting_to_be_dealt(context, seconds=3_600)
    drain.drain_once(context)
    return Later(context, match)


HOUR = 3_600_000


def test_nobody_is_played_for_because_a_deadline_passed_while_the_match_was_parked(later: Later) -> None:
    opened = later.record().table["standing"][0]
    aside = opened["opened"] + HOUR // 2

    later.put_aside(aside)
    later.step(aside + 10 * HOUR)

    standing = later.record().table["standing"][0]
    assert standing["id"] == opened["id"], "it still stands"
    assert opened["deadline"] is not None and standing["deadline"] is not None
    assert standing["deadline"] == opened["deadline"] + 10 * HOUR, "half an hour is left, as before"
    written = later.entries()[-1]
    assert written["type"] == "extended"
    assert written["body"] == {
        "by": "server", "decision": opened["id"], "deadline": timestamp(standing["deadline"]),
        "opening_deadline": timestamp(standing["deadline"] + standing["opening_period"]),
        "lost": [{"cause": "parked", "since": timestamp(aside), "until": timestamp(aside + 10 * HOUR)}],
    }  # fmt: skip
    assert later.context.store.parked() == {}
    later.step(standing["deadline"] + 2_000)
    assert later.entries()[-1]["type"] == "opened"


def test_a_player_whose_deadline_had_passed_before_is_played_for(later: Later) -> None:
    opened = later.record().table["standing"][0]
    assert opened["deadline"] is not None

    later.put_aside(opened["deadline"] + 1_500)
    later.step(opened["deadline"] + 10 * HOUR)

    kinds = [one["type"] for one in later.entries()]
    assert "extended" not in kinds
    assert kinds[-2] == "resolved"


def test_an_answer_in_the_time_given_back_is_in_time_and_the_log_proves_it(context: Context, game: Fingers) -> None:
    # Given a match of seconds that was put aside as soon as it was dealt, until its deadline had passed.
    match = waiting_to_be_dealt(context, seconds=SHORTEST)
    drain.drain_once(context)
    later = Later(context, match)
    standing = later.record().table["standing"][0]
    assert standing["deadline"] is not None
    later.put_aside(later.record().now)
    wait_until(context, standing["deadline"] + 1_500)

    # When it is taken up again and both answer, they are in time.
    context.store.retry(match)
    drain.drain_once(context)
    for seat in (0, 1):
        acts.commit(context, later.record(), seat, acts.SeatAct("r1.show", move={"show": seat + 1}))
    drain.drain_once(context)
    owner = context.store.account(later.record().table["owner"])
    assert owner is not None
    lobby.resign(context, match, owner)
    drain.drain_once(context)

    resolved = next(one for one in later.entries() if one["type"] == "resolved")
    assert [one["by"] for one in resolved["body"]["moves"]] == ["seat", "seat"]
    assert min(milliseconds(one["received"]) for one in resolved["body"]["moves"]) > standing["deadline"] + 1_000
    assert later.verdict().verdict == "PASS", later.verdict().reason
