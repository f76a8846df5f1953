"""Decisions that nobody waits for: bots leave them alone, and the clock does not look for their answers."""

from pathlib import Path

import redis

from engine import registry
from service.matches import creation
from service.matches.creation import NewMatch
from service.signing import new_match_id
from service.store import keys
from tests.contexts import account, loaded, open_context
from workers.drain import drain_once


def test_a_match_of_packet_row_against_bots_waits_for_the_person(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path)
    owner, match = account(context, "Ann"), new_match_id()
    wish = NewMatch(rules="packet-row", seats=4, bots=["steady", "random", "steady"], grace=0)
    creation.create(context, owner, wish, match)
    for _ in range(60):
        drain_once(context)
        record = loaded(context, match)
        waited_for = next((one for one in record.table["standing"] if not one["optional"]), None)
        if waited_for is not None and waited_for["seats"] == [0]:
            break
    assert waited_for is not None and record.state is not None
    assert waited_for["seats"] == [0], "the bots have answered all that came before"
    assert registry.game(registry.newest("packet-row")).moves(record.state, 0, waited_for["id"])
    optional = {one["id"] for one in record.table["standing"] if one["optional"]}
    assert optional >= {"fulfil.1.1", "fulfil.2.1", "fulfil.3.1"}, "no bot answers where nobody waits"
    client = redis.Redis.from_url(redis_url)
    due = client.zscore(keys.due(keys.bucket_of(match)), match)
    client.close()
    assert due is not None
    assert due > record.now + 60_000, "until the person's reminder there is nothing to do"
