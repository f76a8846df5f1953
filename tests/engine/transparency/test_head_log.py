"""The log of all matches gets every head once, whatever dies; and costs one write a second at most."""

import os
import signal
import sys
import threading
from pathlib import Path

import pytest
import redis

from engine.protocol.canon import b64
from engine.transparency.note import parse_note
from service.keys.keyring import Signers
from service.store import keys
from service.store.append_only import NULS, mend
from service.store.connection.connect import StoreUnavailable
from service.store.store import Store
from tests.engine.transparency.heads import (
    ORIGIN,
    all_leaves,
    assert_complete,
    assert_sound,
    begin,
    go_on,
    published,
    signer,
)
from tests.servers import forked
from tests.servers.redis_server import RedisServer
from tests.store.examples import match_id
from workers.clock import head_log
from workers.clock.head_log import HeadLogWriter, RottenLog


def writer_of(store: Store) -> HeadLogWriter:
    return HeadLogWriter(store, Signers(signer()), ORIGIN)


def writes(server: redis.Redis) -> int:
    """How often the server has had to write to its file."""
    return int(server.info("persistence")["aof_current_size"])


def test_an_empty_log_has_a_checkpoint(store: Store) -> None:
    assert writer_of(store).batch()
    assert assert_sound(store) == []
    assert published(store) == 0


def test_every_entry_of_every_match_is_a_leaf_and_its_match_knows_which(store: Store) -> None:
    writer = writer_of(store)
    one, other = begin(store, 1, 3), begin(store, 2, 40)
    writer.batch()
    one = go_on(store, one, entries=5)
    other = go_on(store, other)
    one = go_on(store, one, entries=2)
    writer.batch()
    writer.batch()

    assert_complete(store, {one.match: 8, other.match: 2})
    assert published(store) == 10


def test_it_goes_on_over_many_tiles(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_log, "BATCH", 300)
    writer = writer_of(store)
    records = {record.match: record for record in (begin(store, number, number) for number in range(12))}
    for record in records.values():
        records[record.match] = go_on(store, record, entries=60)
    for _ in range(40):
        writer.batch()

    assert_complete(store, {match: record.n for match, record in records.items()})


def test_with_nothing_to_log_nothing_is_written(store: Store, server: redis.Redis) -> None:
    writer = writer_of(store)
    begin(store, 1, 3)
    for _ in range(3):
        writer.batch()
    before = writes(server)
    for _ in range(5):
        assert writer.batch()
    assert writes(server) == before


def test_a_batch_is_one_round_trip_of_writes(
    store: Store, monkeypatch: pytest.MonkeyPatch, server: redis.Redis
) -> None:
    """However many matches have new heads: one pipeline, which the server syncs to its disk at once."""
    writer = writer_of(store)
    for number in range(30):
        begin(store, number, number)
    written: list[int] = []
    pipeline = store._pipeline

    def counted(commands, **how):  # type: ignore[no-untyped-def]
        before = writes(server)
        replies = pipeline(commands, **how)
        written.append(writes(server) > before)
        return replies

    monkeypatch.setattr(store, "_pipeline", counted)
    for _ in range(4):
        written.clear()
        writer.batch()
        assert sum(written) <= 1


def test_after_a_long_outage_of_the_writer_everything_is_caught_up(store: Store, server: redis.Redis) -> None:
    """The feed of heads keeps the last ones only; the log must not depend on it."""
    record = begin(store, 1, 3)
    for _ in range(20):
        record = go_on(store, record, entries=7)
    server.delete(*[keys.heads(bucket) for bucket in range(keys.BUCKETS)])

    writer = writer_of(store)
    for _ in range(10):
        writer.batch()

    assert_complete(store, {record.match: 141})


def test_matches_of_releases_that_had_no_log_are_taken_up_by_the_next_sweep(store: Store, server: redis.Redis) -> None:
    record = go_on(store, begin(store, 1, 3), entries=4)
    server.delete(keys.unlogged(3))
    writer = writer_of(store)
    writer.batch()
    assert all_leaves(store) == []

    assert store.sweep().logged_late == 1
    assert store.sweep().logged_late == 0
    for _ in range(2):
        writer.batch()
    assert_complete(store, {record.match: 5})
    assert store.sweep().logged_late == 0


def test_an_index_of_a_wrong_type_costs_nobody_a_head(store: Store, server: redis.Redis) -> None:
    server.set(keys.unlogged(3), "rot")
    record = go_on(store, begin(store, 1, 3))
    other = begin(store, 2, 4)
    writer = writer_of(store)
    writer.batch()
    store.sweep()
    for _ in range(2):
        writer.batch()
    assert_complete(store, {record.match: 2, other.match: 1})


def test_no_head_of_a_torn_step_gets_in_and_others_do_not_wait(store: Store, server: redis.Redis) -> None:
    """A step of which a crash left half may be taken back: the log would have two heads for one entry."""
    torn, whole = begin(store, 1, 3), begin(store, 2, 3)
    server.rpush(keys.lines(torn.match), b'{"entry":{"n":2},"head":"x","sig":"y"}\n')
    writer = writer_of(store)
    for _ in range(2):
        writer.batch()
    assert {leaf.match for leaf in assert_sound(store)} == {whole.match}

    server.rpop(keys.lines(torn.match))
    server.zadd(keys.unlogged(3), {torn.match: 0})
    for _ in range(2):
        writer.batch()
    assert_complete(store, {torn.match: 1, whole.match: 1})


def test_what_is_no_match_is_forgotten(store: Store, server: redis.Redis) -> None:
    server.zadd(keys.unlogged(3), {match_id(9, 3): 0})
    writer = writer_of(store)
    writer.batch()
    assert server.zcard(keys.unlogged(3)) == 0


def test_of_two_writers_one_is_stale_and_no_head_is_there_twice(store: Store) -> None:
    first, second = writer_of(store), writer_of(store)
    assert first.batch()
    assert second.batch()
    record = begin(store, 1, 3)
    answers = []
    for _ in range(6):
        record = go_on(store, record)
        answers.append(first.batch())
        record = go_on(store, record)
        answers.append(second.batch())
    assert False in answers
    for _ in range(3):
        first.batch()
        second.batch()
    assert_complete(store, {record.match: 13})


def test_under_another_name_the_same_tree_is_signed_anew(store: Store) -> None:
    record = begin(store, 1, 3)
    writer_of(store).batch()
    renamed = HeadLogWriter(store, Signers(signer()), "log2.example")
    renamed.batch()
    assert store.log_head().note.startswith("log2.example\n1\n")
    writer_of(store).batch()
    assert_complete(store, {record.match: 1})


def test_a_stored_tree_that_is_not_that_of_its_checkpoint_is_never_signed_again(
    store: Store, server: redis.Redis
) -> None:
    begin(store, 1, 3)
    writer_of(store).batch()
    server.hset(keys.log_head(), "edge", b64(bytes(32)))
    begin(store, 2, 3)
    before = store.log_head().note
    with pytest.raises(RottenLog):
        writer_of(store).batch()
    assert store.log_head().note == before


@pytest.mark.parametrize("when", ["before", "after", "amid"])
def test_a_writer_that_is_killed_at_any_of_its_requests_leaves_nothing_out_and_nothing_twice(
    store: Store, redis_url: str, tmp_path: Path, when: str
) -> None:
    records = [begin(store, number, number) for number in range(4)]
    writer_of(store).batch()
    deaths = 0
    for number in range(1, 12):
        records = [go_on(store, record, entries=2) for record in records]
        command = [sys.executable, "-m", "tests.engine.transparency.dying_writer", redis_url, str(number), when]
        status = forked.start(command, os.environ, tmp_path / "writer.log").wait(120)
        assert status in (0, -signal.SIGKILL), (tmp_path / "writer.log").read_text()
        deaths += status != 0
        assert_sound(store)
    assert deaths >= 6

    writer = writer_of(store)
    for _ in range(3):
        writer.batch()
    assert_complete(store, {record.match: record.n for record in records})
    assert parse_note(store.log_head().note).signatures


def test_a_store_that_is_killed_loses_no_leaf_that_was_answered(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)
    server.start()
    try:
        store = Store.connect(server.url, timeout=2.0)
        record = begin(store, 1, 3)
        writer = writer_of(store)
        for _ in range(5):
            record = go_on(store, record, entries=3)
            writer.batch()
            before = store.log_head()
            server.kill()
            with pytest.raises(StoreUnavailable):
                writer.batch()
            server.start()
            assert store.log_head() == before
            assert_sound(store)
        for _ in range(2):
            writer.batch()
        assert_complete(store, {record.match: record.n})
        store.close()
    finally:
        server.remove()


def test_nothing_in_the_stores_file_looks_like_a_block_that_was_never_written(tmp_path: Path) -> None:
    """Eight zero bytes in a row are how the repair of the file knows a lost block; a leaf must not be cut off for one."""
    server = RedisServer(tmp_path)
    server.start()
    try:
        store = Store.connect(server.url)
        record = begin(store, 1 << 8, 3)
        assert record.match.endswith("00")
        record = go_on(store, record, entries=3)
        writer = writer_of(store)
        for _ in range(2):
            writer.batch()
        server.kill()
        assert NULS not in server.append_only_file.read_bytes()
        assert mend(tmp_path) == []
        server.start()
        assert_complete(store, {record.match: 4})
        store.close()
    finally:
        server.remove()


class Over(Exception):
    """Ends a writer that would write for ever."""


class Ears(threading.Event):
    """A bell that counts who waits for it, and for how long."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout)
        raise Over


def pauses_until_it_listens(store: Store, ears: Ears) -> list[float]:
    """Let a writer write until it waits for the bell; return its pauses before."""
    slept: list[float] = []
    with pytest.raises(Over):
        head_log.write_for_ever(writer_of(store), ears, slept.append)
    return slept


def test_a_writer_with_nothing_to_do_waits_for_the_bell_and_looks_again_soon_if_it_is_silent(store: Store) -> None:
    begin(store, 1, 3)
    ears = Ears()
    slept = pauses_until_it_listens(store, ears)
    # It has grown the log, then filed the leaves in their match, and found nothing more to write.
    assert slept == [head_log.EVERY] * 3
    assert ears.waited == [head_log.QUIET - head_log.EVERY]
    assert published(store) == 1


def test_what_the_bell_tells_while_the_writer_is_at_work_is_not_forgotten(store: Store) -> None:
    ears = Ears()
    pauses_until_it_listens(store, ears)

    def somebody_plays(_: float) -> None:
        ears.set()

    class Awake(Ears):
        def wait(self, timeout: float | None = None) -> bool:
            self.waited.append(timeout)
            assert self.is_set(), "rung between the look and the wait: it returns at once"
            raise Over

    ears = Awake()
    with pytest.raises(Over):
        head_log.write_for_ever(writer_of(store), ears, somebody_plays)
