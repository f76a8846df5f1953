"""Parking: only a match whose own step fails is put aside, under one's own lease, with a reason, and not for ever."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from rq.timeouts import JobTimeoutException

from engine import registry
from service import tables
from service.context import Context
from service.pace import check_pace
from service.signing import new_match_id
from service.store.connect import StoreUnavailable
from service.tables import Wish
from tests.contexts import account, open_context
from tests.toy import Fingers
from workers import drain


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Fingers:
    """The toy game, registered; tests break it."""
    made = Fingers()
    monkeypatch.setitem(registry.GAMES, "fingers@1", made)  # type: ignore[arg-type]
    return made


def waiting_to_be_dealt(context: Context, rules: str = "fingers@1", seconds: int = 86_400) -> str:
    """Return a match that a worker has to deal now."""
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": seconds})
    tables.create(context, ann, Wish(rules=rules, grace=0, pace=pace), match)
    tables.join(context, match, ben, seat=None, invitation=None, entropy=None)
    return match


def status(context: Context, match: str) -> str:
    record = context.store.load(match)
    assert record is not None
    return record.table["status"]


def failing(error: BaseException) -> Any:
    def fail(*_: Any, **__: Any) -> Any:
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


def test_who_has_lost_the_lease_parks_nothing(context: Context, game: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a worker that was stopped for so long in mid-step that another one has the match now.
    match = waiting_to_be_dealt(context)

    def stopped(*_: Any) -> Any:
        context.store.release(match)
        (bucket,) = [one.bucket for one in context.store.peek()[0] if one.due is not None and one.due < 2**41]
        context.store.claim_due(bucket, 30_000, 64)
        raise KeyError("what the rules stumble over")

    monkeypatch.setattr(game, "setup", stopped, raising=False)
    drain.drain_once(context)

    assert context.store.parked() == {}
