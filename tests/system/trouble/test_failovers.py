"""Matches played by real processes over HTTP while the servers of the store fail over (campaigns 15 and 16)."""

import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.campaigns.soak.report import Watch, report, scaled
from tests.servers.network import Network
from tests.servers.redis_cluster import Cluster, Guarded
from tests.system.trouble.failovers import campaign

SEED = int(os.environ.get("SOAK_SEED", "1"))
"""Which faults hit whom: parts of a campaign take one each."""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path / "cluster", "--min-replicas-to-write", "1")
    yield made
    made.remove()


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    made = Guarded(tmp_path / "guarded", "--min-replicas-to-write", "1")
    yield made
    made.remove()


def test_a_server_of_the_cluster_dies(cluster: Cluster, tmp_path: Path) -> None:
    found = campaign(tmp_path, cluster, ("move", "kill"), acts_between=8, tables=2)
    assert found.failovers == 1 and found.slots_moved == 1
    assert (found.lost_or_doubled, found.parked) == (0, 0)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_sentinels_replace_the_server_again_and_again(guarded: Guarded, tmp_path: Path) -> None:
    watch, pairs = Watch(), scaled(50, 1)
    found = campaign(tmp_path, guarded, ("kill", "freeze") * pairs, acts_between=100, tables=4, seed=SEED)
    report("15: Sentinel failovers at full play, WAIT 1", watch.seconds, seed=SEED, **asdict(found))
    assert (found.lost_or_doubled, found.parked) == (0, 0)


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network(6)
    yield made
    made.remove()


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_server_is_cut_off_from_its_sentinels_and_replicas(network: Network, tmp_path: Path) -> None:
    watch, cuts = Watch(), scaled(25, 1)
    servers = Guarded(tmp_path / "guarded", "--min-replicas-to-write", "1", network=network)
    try:
        found = campaign(tmp_path, servers, ("cut",) * cuts, acts_between=100, tables=4, seed=SEED)
    finally:
        servers.remove()
    report(
        "15: Sentinel, the server cut off in a network of its own, WAIT 1", watch.seconds, seed=SEED, **asdict(found)
    )
    assert (found.lost_or_doubled, found.parked) == (0, 0)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_server_of_the_cluster_is_cut_off_from_all_others(network: Network, tmp_path: Path) -> None:
    watch, cuts = Watch(), scaled(25, 1)
    servers = Cluster(tmp_path / "cluster", "--min-replicas-to-write", "1", network=network)
    try:
        found = campaign(tmp_path, servers, ("cut",) * cuts, acts_between=100, tables=4, seed=SEED)
    finally:
        servers.remove()
    report("16: Cluster, a server cut off in a network of its own, WAIT 1", watch.seconds, seed=SEED, **asdict(found))
    assert (found.lost_or_doubled, found.parked) == (0, 0)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_the_cluster_replaces_servers_and_moves_slots(cluster: Cluster, tmp_path: Path) -> None:
    watch, rounds = Watch(), scaled(50, 1)
    found = campaign(
        tmp_path, cluster, ("kill", "move", "freeze", "move") * rounds, acts_between=100, tables=4, seed=SEED
    )
    report("16: Cluster failovers and slots moved at full play, WAIT 1", watch.seconds, seed=SEED, **asdict(found))
    assert (found.lost_or_doubled, found.parked) == (0, 0)
