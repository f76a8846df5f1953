"""The store when Redis is away, slow, full, forgetful or loses a reply: one error, never a wrong answer."""

import os
import re
import signal
import threading
from collections.abc import Iterator
from functools import partial

import pytest
import redis

from service.store import Unreadable, append_only
from service.store.connection import scripts
from service.store.records import Record
from service.store.store import Store, StoreUnavailable
from tests.given.at_once import at_once
from tests.servers.redis_server import RedisServer, redis_binary, version_of
from tests.store.examples import ANNA, HOUR, act, digest, loaded, match_id, notice, recipient, running, step, table
from tests.store.wire import LossyWire


@pytest.fixture
def wire(own_server: RedisServer) -> Iterator[LossyWire]:
    """A wire to a server of this test's own that knows all scripts, so that each call is one request."""
    with redis.Redis.from_url(own_server.url) as client:
        for script in scripts.ALL:
            client.script_load(script.text)
    relay = LossyWire(own_server)
    yield relay
    relay.close()


@pytest.fixture
def far(wire: LossyWire) -> Iterator[Store]:
    """A store at the other end of that wire."""
    store = Store.connect(wire.url)
    yield store
    store.close()


def test_no_server_is_one_error_for_reads_and_writes(own_server: RedisServer) -> None:
    store = Store.connect(own_server.url)
    record = running(store)
    own_server.kill()
    for call in (
        lambda: store.load(record.match),
        lambda: store.act(act(record, 0)),
        lambda: store.transition(step(record)),
        store.peek,
        lambda: store.hit("login", "x", 1, 1),
    ):
        with pytest.raises(StoreUnavailable):
            call()
    store.close()


def test_the_same_store_works_again_after_a_restart(own_server: RedisServer) -> None:
    store = Store.connect(own_server.url)
    record = running(store, due=4_000_000_000_000)
    assert store.act(act(record, 0)).outcome == "stored"
    own_server.kill()
    own_server.start()
    assert store.act(act(record, 0)).outcome == "same"
    assert store.act(act(record, 1)).outcome == "stored"
    assert store.transition(step(loaded(store, record.match)))
    store.close()


def test_an_act_whose_reply_was_lost_is_stored_once_and_comes_back_as_the_same(far: Store, wire: LossyWire) -> None:
    record = running(far)
    wire.lose_replies(2)
    result = far.act(act(record, 0))
    assert wire.lost == 2
    assert result.outcome == "same" and result.act is not None and result.act.seq == 1
    assert loaded(far, record.match).acts_version == 1


def test_an_act_whose_replies_are_all_lost_is_an_outage_and_can_be_sent_again(far: Store, wire: LossyWire) -> None:
    record = running(far)
    wire.lose_replies(4)
    with pytest.raises(StoreUnavailable):
        far.act(act(record, 0))
    assert far.act(act(record, 0)).outcome == "same"


def test_an_act_whose_reply_was_lost_before_its_decision_ended_has_an_unknown_fate(
    far: Store, own_server: RedisServer, wire: LossyWire
) -> None:
    """The second try finds the decision gone; "gone" would say that the act did not count, and it did."""
    record = running(far)
    assert far.act(act(record, 1)).outcome == "stored"
    worker = Store.connect(own_server.url)
    wire.meanwhile = lambda: worker.transition(step(loaded(worker, record.match)))
    wire.lose_replies(1)
    with pytest.raises(StoreUnavailable):
        far.act(act(record, 0))
    worker.close()
    assert far.act(act(record, 0)).outcome == "gone", "asked again, the refusal is certain of this try"


def test_a_step_whose_reply_was_lost_was_written_by_us(far: Store, wire: LossyWire) -> None:
    record = running(far, notices=[])
    wire.lose_replies(1)
    assert far.transition(step(record, notices=[notice(record.match)]))
    assert wire.lost == 1
    assert len(far.lines(record.match)) == 2
    assert not far.transition(step(record)), "another's twin is not ours"


def test_a_creation_whose_reply_was_lost_was_ours(far: Store, wire: LossyWire) -> None:
    wire.lose_replies(1)
    assert running(far).n == 1 and wire.lost == 1


def test_a_settling_whose_reply_was_lost_is_one_settling(far: Store, wire: LossyWire) -> None:
    record = running(far, match_id(8), notices=[notice(match_id(8))])
    [claim] = far.claim_out(1, 30_000, 10)
    wire.lose_replies(1)
    assert far.settle(claim, [notice(record.match)["id"]], {"state": "sent"})
    assert far.deliveries(recipient(record.match)) == [{"state": "sent"}]


def test_an_idempotent_request_whose_reply_was_lost_goes_ahead_once(far: Store, wire: LossyWire) -> None:
    wire.lose_replies(1)
    assert far.begin(ANNA, "key", "print") == "new"
    assert far.begin(ANNA, "key", "print") == "running"


def test_a_limit_is_not_counted_twice_after_a_lost_reply(far: Store, wire: LossyWire) -> None:
    wire.lose_replies(1)
    with pytest.raises(StoreUnavailable):
        far.hit("login", "x", 2, 60)
    assert far.hit("login", "x", 2, 60) == (True, 0, 60)


def test_a_server_that_hangs_is_an_outage_and_its_late_reply_reaches_nobody(own_server: RedisServer) -> None:
    store = Store.connect(own_server.url, timeout=0.1)
    record = running(store)
    os.kill(own_server.pid, signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable):
            store.load(record.match)
    finally:
        os.kill(own_server.pid, signal.SIGCONT)
    assert store.lines(record.match) == [b'{"n":1}\n']
    assert store.now() > 0
    store.close()


def test_a_failed_write_to_the_file_is_a_danger(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = store._ask_at

    def failing(name: str, command: tuple[str, ...]) -> object:
        told = ask(name, command)
        if command != ("INFO", "persistence"):
            return told
        assert told["aof_last_write_status"] == "ok", "the server has the field that is asked for"
        return {**told, "aof_last_write_status": "err"}

    monkeypatch.setattr(store, "_ask_at", failing)
    assert any("last write to its append-only file failed" in one for one in store.check_durability())


NO_WRITES = {"maxmemory": "memory is full", "min-replicas-to-write": "0 replicas are connected"}
"""Settings under which a server takes no writes, and how that is told. Servers up to 6.2 let scripts write without replicas."""


@pytest.mark.parametrize("setting", list(NO_WRITES)[: 1 if version_of(redis_binary()) < (7,) else 2])
def test_a_server_that_takes_no_writes_is_an_outage_and_answers_reads(own_server: RedisServer, setting: str) -> None:
    store = Store.connect(own_server.url)
    record = running(store)
    with redis.Redis.from_url(own_server.url) as client:
        client.config_set(setting, "1")
        with pytest.raises(StoreUnavailable):
            store.act(act(record, 0))
        with pytest.raises(StoreUnavailable):
            store.transition(step(record))
        with pytest.raises(StoreUnavailable):
            store.note_match(ANNA, record.match)
        assert len(store.lines(record.match)) == 1
        [danger] = store.check_durability()
        assert NO_WRITES[setting] in danger
        client.config_set(setting, "0")
    assert store.check_durability() == []
    assert store.act(act(record, 0)).outcome == "stored"
    store.close()


def test_a_full_disk_of_this_machine_is_named(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.connect(own_server.url)
    assert store.check_durability() == []
    monkeypatch.setattr(append_only, "ROOM", 1 << 62)
    [danger] = store.check_durability()
    assert re.match(
        r"the store's disk is full \(\d+ kB are free, \d+ needed\); nothing is written until there is room", danger
    )
    store.close()


def test_a_mistake_of_ours_is_not_called_an_outage(store: Store) -> None:
    with pytest.raises(redis.ResponseError, match="wrong number of arguments"):
        store._ask(("GET",))


def test_a_key_of_a_wrong_type_is_called_neither_an_outage_nor_a_mistake(store: Store) -> None:
    store.note_match(ANNA, match_id(1))
    with pytest.raises(Unreadable, match="wrong type"):
        store._ask(("GET", "sp:{33}:am:" + ANNA))


def test_forgotten_scripts_are_loaded_again_in_the_middle_of_everything(own_server: RedisServer) -> None:
    store = Store.connect(own_server.url)
    stop = threading.Event()

    def forget() -> None:
        with redis.Redis.from_url(own_server.url) as client:
            while not stop.is_set():
                client.script_flush()

    thread = threading.Thread(target=forget)
    thread.start()
    try:
        for number in range(40):
            records = [running(store, match_id(100 * number + bucket, bucket)) for bucket in range(3)]
            assert [store.act(act(record, 0)).outcome for record in records] == ["stored"] * 3
            assert store.transition_many([step(record) for record in records]) == [True] * 3
            assert [one.n for one in store.load_many([one.match for one in records]) if isinstance(one, Record)] == [
                2
            ] * 3
    finally:
        stop.set()
        thread.join()
        store.close()


def test_durability_is_read_from_the_server(own_server: RedisServer) -> None:
    store = Store.connect(own_server.url)
    assert store.check_durability() == []
    with redis.Redis.from_url(own_server.url) as client:
        client.config_set("appendfsync", "everysec")
        client.config_set("maxmemory-policy", "allkeys-lru")
    problems = store.check_durability()
    assert len(problems) == 2
    assert "appendfsync is everysec: set it to always" in problems
    store.close()


def test_every_script_says_what_it_takes_gives_and_keeps_and_is_short() -> None:
    for script in scripts.ALL:
        head = "\n".join(line for line in script.text.splitlines() if line.startswith("--"))
        assert all(word in head for word in ("KEYS", "ARGV", "returns")), script.name
        assert script.text.startswith("-- "), script.name
        assert len(script.text.splitlines()) <= 85, script.name
    assert len({script.sha for script in scripts.ALL}) == len(scripts.ALL)


def test_one_store_serves_many_threads(store: Store) -> None:
    failures: list[BaseException] = []

    def play(number: int) -> None:
        try:
            for turn in range(10):
                match = match_id(1_000 * number + turn, bucket=number)
                record = running(store, match, grace=HOUR)
                assert [store.act(act(record, seat)).outcome for seat in (0, 1)] == ["stored", "stored"]
                assert store.transition(step(record, ended=["r1.choose"], acts_version=2))
                assert loaded(store, match).head == digest("head 2 ")
        except BaseException as error:
            failures.append(error)

    at_once(*(partial(play, number) for number in range(12)))
    assert failures == []
    assert len(store.heads(limit=1_000)) >= 200
    assert table(match_id(0))["seats"][0]["player"] == ANNA
