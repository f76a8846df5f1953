"""Servers that change places: a replica becomes the server, by an operator's hand or by Sentinels."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store import one
from service.store.store import Store, StoreUnavailable
from tests.embedded.watching import until
from tests.redis_cluster import DURABLE, Guarded, Process
from tests.redis_server import redis_binary, version_of
from tests.store.examples import act, loaded, running


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
