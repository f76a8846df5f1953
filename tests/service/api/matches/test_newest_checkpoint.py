"""Beside every receipt stands the newest checkpoint of the log of all matches, and no act waits for it."""

import json

import pytest
import redis
from flask import Flask

from engine.verifier.checkpoints import checkpoint_beside
from service.api.matches.log.newest_checkpoint import EVERY, NewestCheckpoint
from service.cli.table.ownlog import signature_check
from service.context import Context
from service.store import keys
from tests.servers.redis_server import RedisServer
from tests.service.api.players import Player, Table
from tests.store.wire import cost_of
from workers.clock.head_log import HeadLogWriter


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(app: Flask) -> Clock:
    ticking = Clock()
    app.extensions["siegelpost-checkpoint"] = NewestCheckpoint(ticking)
    return ticking


def write_log(context: Context) -> None:
    assert HeadLogWriter(context.store, context.signers, context.settings.origin).batch()


def test_every_answer_with_a_receipt_names_the_checkpoint_that_the_server_signed(
    context: Context, table: Table, ada: Player, clock: Clock
) -> None:
    here = f"{table.here()}/commitment"
    assert ada.put(here, {"move": {"type": "pass"}}).get_json()["checkpoint"] is None, "there is none before the first"
    write_log(context)
    clock.now += EVERY
    answers = [
        ada.put(here, {"move": table.moves(ada, table.standing()["id"])[0], "replaces": 1}),
        ada.put(here, {"move": {"type": "nonsense"}, "replaces": 2}),
        ada.delete(f"{here}?replaces=2"),
    ]
    assert [one.status_code for one in answers] == [200, 422, 200]
    key, check = context.signer.public_key, signature_check(context.signer.public_key)
    for answer in answers:
        found = checkpoint_beside(answer.get_json(), key, check)
        assert found is not None
        assert (found.origin, found.size) == (context.settings.origin, context.store.log_size())
        assert len(answer.get_data()) == 2_048, "a checkpoint does not tell a pass from a play"
    resigned = [ada.post(f"/v1/matches/{table.match}/resign", {}).get_json()["resignation"] for _ in range(2)]
    assert resigned[0] == resigned[1], "sent again, it is the same act"
    assert checkpoint_beside(resigned[0], key, check) is not None


def test_the_store_is_asked_at_most_once_a_second(
    context: Context, table: Table, ada: Player, clock: Clock, redis_session: RedisServer
) -> None:
    here = f"{table.here()}/commitment"
    write_log(context)
    first = ada.put(here, {"move": {"type": "pass"}}).get_json()
    asked = cost_of(redis_session, lambda: [ada.put(here, {"opening": first["opening"]}) for _ in range(20)])
    assert asked.round_trips == 20
    clock.now += EVERY
    asked = cost_of(redis_session, lambda: [ada.put(here, {"opening": first["opening"]}) for _ in range(20)])
    assert asked.round_trips == 21


@pytest.mark.parametrize("torn", [b"\xff", b"no note at all\n"])
def test_an_act_is_answered_although_the_checkpoint_cannot_be_read(
    context: Context, table: Table, ada: Player, clock: Clock, redis_session: RedisServer, torn: bytes
) -> None:
    write_log(context)
    with redis.Redis.from_url(context.settings.redis_url) as server:
        server.hset(keys.log_head(), "note", torn)
    answer = ada.put(f"{table.here()}/commitment", {"move": {"type": "pass"}})
    assert (answer.status_code, json.loads(answer.get_data())["checkpoint"]) == (200, None)
