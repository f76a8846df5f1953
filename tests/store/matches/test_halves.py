"""A server that kept half of a step, an act or a message: the match is found, parked with the reason, and not served.

Half a transaction is made as a server that forgets MULTI makes it: the first commands of what a script wrote, alone.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from service.store import HalfStep, keys
from service.store.matches.parking import HALF_STEP
from service.store.records import MessageRequest, OrderRequest, Record
from service.store.store import Store
from tests.servers.redis_server import RedisServer
from tests.store.examples import act, digest, loaded, match_id, notice, running, standing, step

Write = Callable[[Store, Record], object]


def a_step(store: Store, record: Record) -> object:
    change = step(
        record, standing("r3.choose"), lines=2, ended=["r1.choose"], due=record.now + 9_000, state={"n": 3}, seen=["x"],
        notices=[notice(record.match, 3)],
    )  # fmt: skip
    return store.transition(change)


def a_step_without_entries(store: Store, record: Record) -> object:
    return store.transition(step(record, standing(), lines=0, acts_version=record.acts_version, due=5))


def a_closing(store: Store, record: Record) -> object:
    return store.transition(step(record, status="closed", erase_seed=True, ended=["r1.choose"]))


def a_card(store: Store, record: Record) -> object:
    return store.act(act(record, 1))


def orders(store: Store, record: Record) -> object:
    return store.order(OrderRequest(match=record.match, seat=0, commitment="so1_" + digest("orders"), box="box"))


def a_message(store: Store, record: Record) -> object:
    return store.say(
        MessageRequest(match=record.match, id="m1", seat=0, channel="partners", text="Ho", salt="salt", n=record.n)
    )


def halves_of(server: RedisServer, folder: Path, write: Write) -> Iterator[tuple[RedisServer, str]]:
    """Yield a server for each half of what ``write`` wrote: its first command, its first two, and so on to all but one."""
    store = Store.connect(server.url)
    record = running(store, match_id(1), due=10)
    store.act(act(record, 0))
    before = server.append_only_file.stat().st_size
    assert write(store, loaded(store, record.match))
    store.close()
    server.stop()
    whole = server.append_only_file.read_bytes()
    commands = [
        found[0]
        for found in re.finditer(rb"\*\d+\r\n(?:\$\d+\r\n.*?\r\n)+(?=\*|\Z)", whole[before:], re.DOTALL)
        if b"MULTI\r\n" not in found[0] and b"EXEC\r\n" not in found[0]
    ]
    assert len(commands) > 2
    for kept in range(1, len(commands)):
        half = folder / str(kept)
        shutil.copytree(server.directory, half)
        survivor = RedisServer(half)
        survivor.append_only_file.write_bytes(whole[:before] + b"".join(commands[:kept]))
        survivor.start()
        try:
            yield survivor, f"{kept} of {len(commands)} commands"
        finally:
            survivor.remove()


@pytest.mark.parametrize("write", [a_step, a_step_without_entries, a_closing, a_card, orders, a_message])
def test_whatever_half_is_kept_the_match_is_parked_with_the_reason_and_serves_nobody(
    own_server: RedisServer, tmp_path_factory: pytest.TempPathFactory, write: Write
) -> None:
    for server, what in halves_of(own_server, tmp_path_factory.mktemp("halves"), write):
        store = Store.connect(server.url)
        healthy = running(store, match_id(2))

        assert store.sweep().halves == 1, what
        assert list(store.parked()) == [match_id(1)]
        assert store.parked()[match_id(1)].reason.startswith(f"{HALF_STEP}: ")
        assert store.parked()[match_id(1)].for_operator
        assert store.peek()[0][1].due is None, "the clock leaves it alone"
        with pytest.raises(HalfStep, match="in the middle of a step"):
            store.load(match_id(1))
        torn, other = store.load_many([match_id(1), healthy.match])
        assert isinstance(torn, HalfStep)
        assert isinstance(other, Record) and other.match == healthy.match
        assert store.act(act(healthy, 0)).outcome == "stored"
        store.close()


def test_half_a_step_is_found_by_any_access_before_the_sweep(store: Store, redis_url: str) -> None:
    record = running(store, match_id(1), due=1)
    with redis.Redis.from_url(redis_url) as client:
        client.hset(keys.match(record.match), "av", 7)

    with pytest.raises(HalfStep):
        store.act(act(record, 0))
    with pytest.raises(HalfStep):
        store.order(OrderRequest(match=record.match, seat=0, commitment="so1_x", box=None))
    with pytest.raises(HalfStep):
        a_message(store, record)
    with pytest.raises(HalfStep):
        store.transition(step(record, ended=["r1.choose"]))
    assert store.parked()[record.match].reason.startswith(HALF_STEP)
    assert store.lines(record.match) == [b'{"n":1}\n'], "nothing was written on top of it"


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda r, m: r.rpush(keys.lines(m), '{"n":2}\n'), "n is 1, the log has 2 entries"),
        (lambda r, m: r.lset(keys.lines(m), 0, '{"n":9}\n'), "the last entry of the log says 9"),
        (lambda r, m: r.lset(keys.lines(m), 0, '{"entry":{"n":1},"head":"x"}\n'), "the head is not that of"),
        (lambda r, m: r.lset(keys.lines(m), 0, "\0\0\0"), "unreadable: JSONDecodeError"),
        (lambda r, m: r.hset(keys.match(m), "status", "closed"), "the status is closed, the table says running"),
        (lambda r, m: r.hset(keys.match(m), "d:r9.choose", '{"phase":"open"}'), "acts would meet"),
        (lambda r, m: r.hset(keys.match(m), "table", "{"), "unreadable: JSONDecodeError"),
        (
            lambda r, m: r.hset(keys.queue(f"{m}:p_" + "a1" * 16), "x", json.dumps(notice(m, 4))),
            "news speak of entry 4",
        ),
        (lambda r, m: r.hset(keys.queue(f"{m}:p_" + "a1" * 16), "x", '{"n":'), "unreadable: JSONDecodeError"),
    ],
)
def test_a_record_whose_mark_agrees_is_judged_by_the_rest(
    store: Store, redis_url: str, damage: Callable[[redis.Redis, str], object], why: str
) -> None:
    record = running(store, match_id(1), notices=[notice(match_id(1))])
    assert store.sweep().halves == 0
    with redis.Redis.from_url(redis_url) as client:
        damage(client, record.match)

    assert store.sweep().halves == 1
    entry = store.parked()[record.match]
    assert why in entry.reason and entry.for_operator
    with pytest.raises(HalfStep):
        store.load(record.match)
    (found,) = store.load_many([record.match])
    assert isinstance(found, HalfStep) and store.parked() == {record.match: entry}


def test_a_creation_of_which_only_the_log_was_kept_may_be_made_again(store: Store, redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.rpush(keys.lines(match_id(1)), '{"n":1}\n')

    record = running(store, match_id(1))

    assert store.lines(record.match) == [b'{"n":1}\n']
    assert store.sweep().halves == 0
