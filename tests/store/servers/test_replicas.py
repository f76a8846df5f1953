"""Servers that change places: a replica becomes the server, by an operator's hand or by Sentinels."""

import contextlib
import select
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.transparency.merkle import Edge, Leaf
from service.store.connection import one
from service.store.installation.head_log import Growth
from service.store.records import MessageRequest
from service.store.store import Store, StoreUnavailable
from tests.servers.redis_cluster import DURABLE, Guarded, Process
from tests.servers.redis_server import redis_binary, version_of
from tests.service.serve.watching import until
from tests.store.examples import act, digest, loaded, match_id, running, standing, step


class Switch:
    """An address that leads to one server today and to another tomorrow, as a name or a floating address does."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.taken = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self.taken += 1
                threading.Thread(target=_carry, args=(near, self.target), daemon=True).start()


def _carry(near: socket.socket, target: int) -> None:
    with near, socket.create_connection(("127.0.0.1", target)) as far, contextlib.suppress(OSError):
        while True:
            for one in select.select([near, far], [], [])[0]:
                data = one.recv(1 << 16)
                if not data:
                    return
                (far if one is near else near).sendall(data)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[Process]]:
    """A server and its replica."""
    servers = [Process(tmp_path / name, *DURABLE, "--repl-diskless-sync-delay", "0") for name in ("first", "second")]
    try:
        for server in servers:
            server.begin()
        for server in servers:
            server.ready()
        swap(servers[1], servers[0])
        yield servers
    finally:
        for server in servers:
            server.client.close()
            server.kill()


@pytest.fixture
def third(tmp_path: Path) -> Iterator[Process]:
    """Another server, which belongs to nobody yet."""
    made = Process(tmp_path / "third", *DURABLE, "--repl-diskless-sync-delay", "0")
    made.begin()
    try:
        made.ready()
        yield made
    finally:
        made.client.close()
        made.kill()


def swap(replica: Process, server: Process) -> None:
    server.ask("REPLICAOF", "NO", "ONE")
    replica.ask("REPLICAOF", "127.0.0.1", server.port)
    until(lambda: replica.client.info("replication")["master_link_status"] == "up", "the replica follows")


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    made = Guarded(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.remove()


def test_a_server_that_became_a_replica_is_noticed_and_the_address_followed(pair: list[Process]) -> None:
    first, second = pair
    switch = Switch(first.port)
    store = Store.connect(switch.url, replicas=1)  # else what is written before the swap may be lost in it
    record = running(store)
    assert store.act(act(record, 0)).outcome == "stored"
    swap(first, second)
    with pytest.raises(StoreUnavailable):
        store.act(act(record, 1))
    assert any("is a replica and takes no writes" in one for one in store.check_durability())
    switch.target = second.port
    assert store.act(act(record, 1)).outcome == "stored"
    assert not any("is a replica" in one for one in store.check_durability())
    store.close()
    switch.close()


# Servers up to 6.2 let scripts write without the replicas that are demanded; there only waiting for them helps.
@pytest.mark.parametrize(
    ("demanded", "asked_for"), [("0", 1), ("1", 0)][: 1 if version_of(redis_binary()) < (7,) else 2]
)
def test_a_server_that_was_cut_off_from_its_replicas_is_not_clung_to(
    pair: list[Process], demanded: str, asked_for: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on taking what it is sent, or refuses it; by then the address may lead to the one in its place."""
    first, second = pair
    switch = Switch(first.port)
    store = Store.connect(switch.url, replicas=asked_for)
    record = running(store)
    second.ask("REPLICAOF", "NO", "ONE")
    until(lambda: first.client.info("replication")["connected_slaves"] == 0, "it is alone")
    first.client.config_set("min-replicas-to-write", demanded)
    monkeypatch.setattr(one, "REPLICATED_WITHIN", 20)
    before = switch.taken
    with pytest.raises(StoreUnavailable):
        store.note(who="ann", what="halt")
    assert loaded(store, record.match).n == 1 and switch.taken > before
    store.close()
    switch.close()


def test_replicas_that_are_missing_are_named(pair: list[Process]) -> None:
    first, second = pair
    store = Store.connect(f"redis://{first.place}", replicas=2)
    assert store.check_durability() == [
        "min-replicas-to-write is 0: set it to 2", "1 of 2 replicas are connected: no write is acknowledged"
    ]  # fmt: skip
    second.kill()
    first.client.config_set("min-replicas-to-write", 1)
    with pytest.raises(StoreUnavailable):
        running(Store.connect(f"redis://{first.place}", replicas=1, patience=0.1))
    store.close()


def test_sentinels_name_another_server_and_the_store_follows(guarded: Guarded) -> None:
    store = Store.connect(guarded.url, timeout=1.0, replicas=1)
    record = running(store)
    before = guarded.primary()
    before.kill()

    def answered() -> bool:
        with contextlib.suppress(StoreUnavailable):
            return store.act(act(record, 0)).outcome in ("stored", "same")
        return False

    until(answered, "another server has taken its place")
    until(lambda: guarded.primary() is not before, "all Sentinels know it")
    assert loaded(store, record.match).acts and store.now() > 0
    store.close()


def test_a_step_is_not_written_to_another_server_than_it_was_read_from(pair: list[Process]) -> None:
    """A frozen server thaws, takes what was waiting for it, and is read by a worker whose step goes to the one in its place.

    Both have one act; the one that its player holds a receipt of is not the one that the worker has seen.
    """
    first, second = pair
    frozen, following = (Store.connect(f"redis://{one.place}") for one in (first, second))
    record = running(Store.connect(f"redis://{first.place}", replicas=1))
    second.ask("REPLICAOF", "NO", "ONE")
    acknowledged = following.act(act(record, 0))
    assert frozen.act(act(record, 0, "another")).outcome == acknowledged.outcome == "stored"
    seen = loaded(frozen, record.match, secrets=True)
    assert seen.acts != loaded(following, record.match).acts
    locking = step(seen, acts_version=seen.acts_version, basis=seen.basis, ended=["r1.choose"])
    assert not following.transition(locking)
    assert loaded(following, record.match).acts["r1.choose", 0] == acknowledged.act
    assert frozen.transition(locking), "where it was read it may be written"
    for store in (frozen, following):
        store.close()


def test_a_step_after_other_entries_of_the_same_number_is_stale(pair: list[Process]) -> None:
    first, second = pair
    frozen, following = (Store.connect(f"redis://{one.place}") for one in (first, second))
    record = running(Store.connect(f"redis://{first.place}", replicas=1))
    second.ask("REPLICAOF", "NO", "ONE")
    assert frozen.transition(step(record, standing(), by="who was replaced"))
    assert following.transition(step(record, standing(), by="who took over"))
    seen = loaded(frozen, record.match, secrets=True)
    assert not following.transition(step(seen, basis=seen.basis, by="on the lost one"))
    now = loaded(following, record.match, secrets=True)
    assert following.transition(step(now, basis=now.basis, by="on the one that is"))
    for store in (frozen, following):
        store.close()


def test_a_message_that_was_never_said_there_keeps_a_step_away(pair: list[Process]) -> None:
    first, second = pair
    frozen, following = (Store.connect(f"redis://{one.place}") for one in (first, second))
    record = running(Store.connect(f"redis://{first.place}", replicas=1))
    second.ask("REPLICAOF", "NO", "ONE")
    for store, words in ((frozen, "lost"), (following, "kept")):
        said = MessageRequest(record.match, words, 0, "team", words, "salt", record.n)
        assert store.say(said).outcome == "stored"
    seen = loaded(frozen, record.match, secrets=True)
    assert not following.transition(step(seen, acts_version=seen.acts_version, basis=seen.basis))
    for store in (frozen, following):
        store.close()


def test_an_act_that_no_replica_has_is_not_shown_either(pair: list[Process], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for his act gets a receipt of it: it has to last as if he had just acted."""
    first, second = pair
    monkeypatch.setattr(one, "REPLICATED_WITHIN", 20)
    reading = Store.connect(f"redis://{first.place}", replicas=1)
    record = running(reading)
    assert loaded(reading, record.match).acts == {}
    second.ask("REPLICAOF", "NO", "ONE")
    until(lambda: first.client.info("replication")["connected_slaves"] == 0, "it is alone")
    alone = Store.connect(f"redis://{first.place}")
    assert alone.act(act(record, 0)).outcome == "stored"
    with pytest.raises(StoreUnavailable):
        reading.load(record.match)
    with pytest.raises(StoreUnavailable):
        reading.load_many([record.match])
    for store in (reading, alone):
        store.close()


def test_what_was_read_at_a_server_that_was_replaced_is_not_confirmed_by_the_other(pair: list[Process]) -> None:
    first, second = pair
    switch = Switch(first.port)
    asking, following = Store.connect(switch.url, replicas=1), Store.connect(f"redis://{second.place}")
    record = running(asking)
    second.ask("REPLICAOF", "NO", "ONE")
    assert Store.connect(f"redis://{first.place}").act(act(record, 0)).outcome == "stored"
    kept = following.act(act(record, 0)).act
    read = loaded(asking, record.match, secrets=True)
    assert read.acts["r1.choose", 0] != kept
    first.ask("REPLICAOF", second.host, second.port)
    until(lambda: first.client.info("replication")["master_link_status"] == "up", "it follows the one in its place")
    switch.target = second.port
    asking.close()
    assert not asking._last_as_read([read])
    assert loaded(asking, record.match).acts["r1.choose", 0] == kept
    for store in (asking, following):
        store.close()
    switch.close()


def test_what_a_frozen_server_takes_when_it_thaws_is_shown_and_acknowledged_to_nobody(
    pair: list[Process], third: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It still believes that it is the one, and connections to it were kept at hand over all the time that it was frozen."""
    first, second = pair
    monkeypatch.setattr(one, "REPLICATED_WITHIN", 200)
    switch = Switch(first.port)
    store = Store.connect(switch.url, timeout=0.5, patience=2.0, replicas=1)
    assert store.act(act(running(store), 0)).outcome == "stored"  # the server knows the script now
    record = running(store)
    pool = store._servers.connection.connection_pool  # type: ignore[attr-defined]
    for kept in [pool.get_connection() for _ in range(4)]:
        pool.release(kept)

    first.send(signal.SIGSTOP)
    with pytest.raises(StoreUnavailable):
        store.act(act(record, 0))
    swap(third, second)
    switch.target = second.port
    following = Store.connect(f"redis://{second.place}", replicas=1)
    acknowledged = following.act(act(record, 0)).act
    assert acknowledged is not None and acknowledged.committed is not None
    stamped = acknowledged.committed
    until(lambda: following.now() > stamped, "what the first one takes has another moment")
    first.send(signal.SIGCONT)
    thawed = Store.connect(f"redis://{first.place}")
    until(lambda: loaded(thawed, record.match).acts, "it has taken what was waiting for it")
    assert loaded(thawed, record.match).acts["r1.choose", 0] != acknowledged

    assert loaded(store, record.match).acts["r1.choose", 0] == acknowledged
    again = store.act(act(record, 0))
    assert (again.outcome, again.act) == ("same", acknowledged)
    assert store.act(act(record, 1)).outcome == "stored"
    assert len(loaded(following, record.match).acts) == 2
    for one_store in (store, following, thawed):
        one_store.close()
    switch.close()


def test_the_log_of_all_matches_does_not_grow_on_from_leaves_that_another_server_has(pair: list[Process]) -> None:
    first, second = pair
    frozen, following = (Store.connect(f"redis://{one.place}") for one in (first, second))
    second.ask("REPLICAOF", "NO", "ONE")

    def grow(store: Store, edge: Edge, name: str) -> tuple[bool, Edge]:
        grown, pieces = Growth.of(edge, [Leaf(match_id(1), 1, digest(name).encode()[:32])])
        return store.grow_log(
            Growth(edge.size, grown.size, tuple(edge.hashes), tuple(grown.hashes), name, 0, pieces)
        ), grown

    done, lost = grow(frozen, Edge(), "lost")
    kept, edge = grow(following, Edge(), "kept")
    assert done and kept and following.log_head().edge == tuple(edge.hashes)
    assert not grow(following, lost, "after what is lost")[0]
    assert following.log_head().note == "kept"
    assert grow(following, edge, "after what was kept")[0]
    for store in (frozen, following):
        store.close()
