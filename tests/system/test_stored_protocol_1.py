"""Matches of siegelpost/1 that an upgrade found waiting or running follow it to their ends, and stay verifiable."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import pytest
import redis

from engine.match.standing import protocol_of
from engine.verifier.replay import verify
from service.context import Context
from service.matches import creation, lobby
from service.matches.creation import NewMatch
from service.signing import new_match_id, verify_signature
from service.store.records import Account
from tests.contexts import settings
from tests.system.stored import keep
from tests.system.stored_protocol_1 import make

STORE = Path(make.__file__).with_name("207c43c.json")


@pytest.fixture
def found(redis_url: str, tmp_path: Path) -> tuple[Context, Account]:
    """The restored installation, and Ben."""
    stored = json.loads(STORE.read_text(encoding="utf-8"))
    with redis.Redis.from_url(redis_url) as client:
        keep.restore(client, stored["store"])
    chosen = settings(redis_url, tmp_path / "keys")
    for name, text in stored["keys"].items():
        (tmp_path / "keys" / name).write_text(text)
    context = Context.open(chosen, resolver=True)
    ben = context.store.account(stored["ben"])
    assert ben is not None
    return context, ben


def test_both_are_played_to_their_ends_and_proved_beside_a_new_match(found: tuple[Context, Account]) -> None:
    context, ben = found
    lobby.join(context, make.WAITING, ben, seat=0, invitation=None, entropy=b"c" * 32)
    new = creation.create(context, ben, NewMatch(rules="kontor"), new_match_id())
    assert protocol_of(new.table) == 2
    for match in (make.WAITING, make.RUNNING):
        assert protocol_of(keep.load(context, match).table) == 1
        before = list(context.store.lines(match, limit=100_000))
        record = keep.play(context, match, random.Random(match))
        assert (record.table["status"], record.table["over"]) == ("closed", "finished")
        lines = list(context.store.lines(match, limit=100_000))
        assert lines[: len(before)] == before
        assert "protocol" not in json.loads(lines[0])["entry"]["body"]
        proof = verify(b"".join(lines), check_signature=partial(verify_signature, context.signer.public_bytes))
        assert (proof.verdict, proof.reason) == ("PASS", "")
        deal = next(entry["body"] for line in lines if (entry := json.loads(line)["entry"])["type"] == "started")
        assert None not in deal["entropies"]
    assert context.store.parked() == {}
