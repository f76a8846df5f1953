"""The store on a real Redis Cluster of 3 + 3: every key finds its server, and one lost server costs only its own."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from redis.crc import key_slot

from service.store import Away, keys
from service.store.connection import one
from service.store.connection.durability import SILENT
from service.store.installation.heartbeat import Beat
from service.store.store import Store, StoreUnavailable
from tests.servers.redis_cluster import Cluster, Process
from tests.service.serve.watching import until
from tests.store.examples import ANNA, act, loaded, match_id, running, standing, step
from tests.store.test_events import news, told

Answer = TypeVar("Answer")
BUCKETS = range(keys.BUCKETS)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        made.start()
        yield made
    finally:
        made.remove()


@pytest.fixture
def store(cluster: Cluster) -> Iterator[Store]:
    """A store with nothing in it."""
    until(cluster.is_well, "all are there")
    for node in cluster.primaries():
        node.ask("FLUSHALL")
    opened = Store.connect(cluster.url, timeout=0.5)
    yield opened
    opened.close()


def slot_of(bucket: int) -> int:
    return int(key_slot(keys.due(bucket).encode()))


def buckets_of(cluster: Cluster, server: Process) -> set[int]:
    return {bucket for bucket in BUCKETS if cluster.owner(slot_of(bucket)) is server}


def replicas_of(cluster: Cluster, server: Process) -> list[Process]:
    """Return the servers that follow another."""
    ports = [node.client.info("replication").get("master_port") for node in cluster.nodes]
    return [node for node, port in zip(cluster.nodes, ports, strict=True) if port == server.port]


def freeze(*servers: Process) -> None:
    for server in servers:
        server.send(signal.SIGSTOP)


def thaw(*servers: Process) -> None:
    for server in servers:
        server.send(signal.SIGCONT)


def at_last(action: Callable[[], Answer | None]) -> Answer:
    """Return the answer of a store that comes to itself again."""

    def answer() -> Answer | None:
        with contextlib.suppress(StoreUnavailable):
            return action()
        return None

    return until(answer, "the store answers")


def test_what_lies_on_three_servers_is_one_store(store: Store, cluster: Cluster) -> None:
    records = [running(store, match_id(1, bucket), due=bucket + 1) for bucket in BUCKETS]
    assert {cluster.owner(slot_of(bucket)).port for bucket in BUCKETS} == {one.port for one in cluster.primaries()}
    peeks, now = store.peek()
    assert [one.due for one in peeks] == [bucket + 1 for bucket in BUCKETS]
    assert max(abs(one.now - now) for one in peeks) < 5_000
    assert store.transition_many([step(record) for record in records]) == [True] * keys.BUCKETS
    for server in cluster.primaries():
        server.ask("SCRIPT", "FLUSH")
    assert [one.n for one in store.load_many([record.match for record in records])] == [2] * keys.BUCKETS  # type: ignore[union-attr]
    swept = store.sweep()
    assert (swept.matches, swept.matches_mended, swept.halves) == (keys.BUCKETS, 0, 0)
    asked = [record.match for record in records[::2]]
    assert store.may_ask(ANNA, []) == []
    assert all(store.transition(step(loaded(store, match), standing("r2.choose"))) for match in asked)
    assert store.may_ask(ANNA, []) == sorted(asked)
    assert store.check_durability() == [] and store.memory()[0] > 3_000_000


def test_a_lost_part_stands_still_and_the_rest_goes_on(store: Store, cluster: Cluster) -> None:
    records = [running(store, match_id(1, bucket), due=1) for bucket in BUCKETS]
    lost = cluster.owner(slot_of(keys.bucket_of(ANNA)))
    part = buckets_of(cluster, lost)
    elsewhere = next(one.match for one in records if keys.bucket_of(one.match) not in part)
    store.notify([news(elsewhere, 1)], keys.recipient_of(ANNA, elsewhere))
    away = [lost, *replicas_of(cluster, lost)]
    freeze(*away)
    try:
        peeks, _ = store.peek()
        assert {one.bucket for one in peeks if one.due is None} == part
        leased = {keys.bucket_of(one.match) for one in store.lease_due([(bucket, 1) for bucket in BUCKETS], 30_000)}
        assert leased == set(BUCKETS) - part
        beats = store.beat([None] * keys.BUCKETS)
        assert {bucket for bucket in BUCKETS if isinstance(beats[bucket], Away)} == part
        assert all(isinstance(beats[bucket], Beat) for bucket in leased)
        with pytest.raises(StoreUnavailable):
            store.load(next(one.match for one in records if keys.bucket_of(one.match) in part))
        assert all(store.transition(step(one)) for one in records if keys.bucket_of(one.match) not in part)
        assert [SILENT in danger for danger in store.check_durability()] == [True]
        assert store.parked_count() == 0
        assert store.relay_all() == set(), "the account that is to be told is away"
    finally:
        thaw(*away)
    until(
        lambda: {one.bucket for one in store.peek()[0] if one.due is not None} == part, "the lost part is there again"
    )
    # A server that was taken for dead may still be replaced when it is back.
    until(cluster.is_well, "the servers agree again")
    assert store.relay_all() == {ANNA} and told(store) == [f"{elsewhere}.1"]
    assert {loaded(store, record.match).n for record in records if keys.bucket_of(record.match) in part} == {1}


def test_nothing_is_acknowledged_before_a_replica_has_it(
    store: Store, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    careful = Store.connect(cluster.url, replicas=1)
    record = running(careful)
    server = cluster.owner(slot_of(1))
    replicas = replicas_of(cluster, server)
    freeze(*replicas)
    monkeypatch.setattr(one, "REPLICATED_WITHIN", 50)
    try:
        for _ in range(2):
            # Repeated by others, it is found done and nothing is written: that must not count as confirmed.
            with pytest.raises(StoreUnavailable, match="may be lost with its server"):
                careful.act(act(record, 0))
            careful.close()
            careful = Store.connect(cluster.url, replicas=1)
        assert loaded(store, record.match).acts, "it may count"
        assert [str(node) for node in careful.check_durability() if "min-replicas-to-write" not in node] == []
    finally:
        thaw(*replicas)
    monkeypatch.undo()
    assert at_last(lambda: careful.act(act(record, 0))).outcome == "same"
    careful.close()


def test_no_head_is_shown_that_a_failover_could_take_back(
    store: Store, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a reader reads a step that its server has and no replica, and holds a head of a history that ends there."""
    worker, reader = (Store.connect(cluster.url, patience=0.8, replicas=1) for _ in range(2))
    quiet, moving = (running(worker, match_id(number)) for number in (1, 2))
    assert [loaded(reader, match.match).n for match in (quiet, moving)] == [1, 1]
    replicas = replicas_of(cluster, cluster.owner(slot_of(1)))
    freeze(*replicas)
    monkeypatch.setattr(one, "REPLICATED_WITHIN", 50)
    try:
        with pytest.raises(StoreUnavailable):
            worker.transition(step(moving))
        assert loaded(store, moving.match).n == 2, "it is there, for who asks for no replica"
        store.note_match(ANNA, moving.match)
        for look in (
            reader.load, reader.lines, lambda match: reader.load_many([match]), lambda _: reader.heads(),
            lambda _: reader.load_many(reader.may_ask(ANNA, [])),
        ):  # fmt: skip
            with pytest.raises(StoreUnavailable):
                look(moving.match)
        assert loaded(reader, quiet.match).n == 1, "what was on a replica before is shown as ever"
    finally:
        thaw(*replicas)
    monkeypatch.undo()
    assert at_last(lambda: reader.load(moving.match)).n == 2
    worker.close()
    reader.close()


def test_a_bucket_moves_to_another_server_while_it_is_used(store: Store, cluster: Cluster) -> None:
    record, slot = running(store, match_id(1, bucket=7)), slot_of(7)
    owner = cluster.owner(slot)
    target = next(one for one in cluster.primaries() if one is not owner)
    ids = {one: one.ask("CLUSTER", "MYID").decode() for one in (owner, target)}
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[owner])
    owner.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[target])
    moving = owner.ask("CLUSTER", "GETKEYSINSLOT", slot, 100)
    owner.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5_000, "KEYS", keys.lines(record.match))
    assert store.lines(record.match) == [b'{"n":1}\n'], "one key is asked for where it is now"
    with pytest.raises(StoreUnavailable):
        store.transition(step(record))
    owner.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5_000, "KEYS", *moving)
    for server in (target, owner, *cluster.primaries()):
        server.ask("CLUSTER", "SETSLOT", slot, "NODE", ids[target])
    assert store.transition(step(record))
    assert target.ask("EXISTS", keys.match(record.match)) == 1


def test_a_cluster_that_is_away_is_an_outage_until_it_is_there(cluster: Cluster) -> None:
    store = Store.connect("redis+cluster://127.0.0.1:1", timeout=0.5)
    with pytest.raises(StoreUnavailable):
        store.now()
    store.close()
