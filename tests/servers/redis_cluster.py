"""Real Redis processes on loopback that belong together: a cluster of 3 + 3, and a server with two replicas and Sentinels.

The same binary as everywhere (:mod:`.redis_server`): a server is its own Sentinel, and a cluster needs no other program.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import redis
from redis.cluster import ClusterNode

from service.store.connection.addresses import parse
from service.store.connection.one import by_sentinels
from tests.servers.network import Machine, Network
from tests.servers.ports import free_port
from tests.servers.redis_server import PATIENCE, redis_binary
from tests.service.serve.watching import until

SLOTS = 16_384
TALK = 10_000
"""So much above its port a server of a cluster talks to the others."""
NODE_TIMEOUT = 1_000
"""After so many milliseconds of silence the others take a server of the tests' clusters for dead."""
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--no-appendfsync-on-rewrite", "no", "--save", "",
           "--maxmemory-policy", "noeviction")  # fmt: skip


class Process:
    """One server process that listens on a port; it can be killed, stopped as a frozen machine, and started again."""

    def __init__(self, folder: Path, *arguments: str, machine: Machine | None = None) -> None:
        """``machine``: a machine of its own, by default this one."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port = folder, free_port(TALK)
        self.host = "127.0.0.1" if machine is None else machine.host
        self.machine = machine
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self.client = redis.Redis(host=self.host, port=self.port, socket_timeout=2, protocol=2)

    @property
    def place(self) -> str:
        """Where it listens."""
        return f"{self.host}:{self.port}"

    def begin(self, *arguments: str) -> None:
        """Start it without waiting for it; with these arguments in place of its own."""
        where = () if self.machine is None else self.machine.prefix
        command = [*where, redis_binary(), *(arguments or self._configuration())]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ready(self) -> None:
        """Wait until it answers."""
        until(self.answers, f"{self.place} answers", PATIENCE)

    def answers(self) -> bool:
        """Return whether it answers."""
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        """End it as a crash does; one that is frozen as well."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.send(signal.SIGKILL)
            self._process.wait(PATIENCE)
            self._process = None

    def ask(self, *command: str | bytes | int) -> Any:
        """Run a command."""
        execute: Callable[..., Any] = self.client.execute_command
        return execute(*command)

    def _configuration(self) -> Sequence[str]:
        return (
            "--port", str(self.port), "--bind", self.host, "--protected-mode", "no", "--dir", str(self.folder),
            "--daemonize", "no", "--logfile", str(self.folder / "server.log"), *self._arguments,
        )  # fmt: skip


class Cluster:
    """Three servers with a third of the slots each, and a replica of each."""

    def __init__(
        self, folder: Path, *arguments: str, size: int = 3, replicas: int = 1, network: Network | None = None
    ) -> None:
        settings = (
            *DURABLE, "--cluster-enabled", "yes", "--cluster-node-timeout", str(NODE_TIMEOUT), "--cluster-config-file",
            "nodes.conf", "--cluster-require-full-coverage", "no", "--repl-diskless-sync-delay", "0",
            "--repl-ping-replica-period", "1", *arguments,
        )  # fmt: skip
        machines = [None] * (size * (1 + replicas)) if network is None else network.machines
        self.nodes = [
            Process(folder / str(number), *settings, machine=machines[number])
            for number in range(size * (1 + replicas))
        ]
        self.size = size

    @property
    def url(self) -> str:
        """The address of the store, with some of the servers."""
        return f"redis+cluster://{','.join(node.place for node in self.nodes[:3])}"

    def start(self) -> None:
        """Start the servers and make a cluster of them."""
        for node in self.nodes:
            node.begin()
        for node in self.nodes:
            node.ready()
        first, *others = self.nodes
        for number, node in enumerate(self.nodes):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in others:
            node.ask("CLUSTER", "MEET", first.host, first.port)
        share = -(-SLOTS // self.size)
        for number, node in enumerate(self.nodes[: self.size]):
            node.ask("CLUSTER", "ADDSLOTS", *range(number * share, min(SLOTS, (number + 1) * share)))
        until(
            lambda: all(self._knows(node) == len(self.nodes) for node in self.nodes), "the servers have met", PATIENCE
        )
        for number, node in enumerate(self.nodes[self.size :]):
            name = self.nodes[number % self.size].ask("CLUSTER", "MYID").decode()
            until(partial(self._sees, node, name), "the replica knows its primary", PATIENCE)
            node.ask("CLUSTER", "REPLICATE", name)
        until(self.is_well, "the cluster is well", PATIENCE)

    def is_well(self) -> bool:
        """Return whether all slots have a server, and each server its replicas, in step with it."""
        try:
            told = [node.client.info("replication") for node in self.nodes]
            ok = all(b"cluster_state:ok" in node.ask("CLUSTER", "INFO") for node in self.nodes)
        except redis.RedisError:
            return False
        linked = sum(one.get("master_link_status") == "up" for one in told if one["role"] == "slave")
        return ok and linked == len(self.nodes) - self.size

    def primaries(self) -> list[Process]:
        """Return the servers that take writes."""
        for node in self.nodes:
            with contextlib.suppress(AssertionError, redis.RedisError):
                return self.primaries_without(node)
        raise AssertionError("no server of the cluster answers")

    def primaries_without(self, missing: Process) -> list[Process]:
        """Return the servers that take writes, as one says that is not the one that is missing."""
        for node in self.nodes:
            if node is not missing:
                with contextlib.suppress(redis.RedisError):
                    ports = {int(one[2][1]) for one in node.ask("CLUSTER", "SLOTS")}
                    return [one for one in self.nodes if one.port in ports]
        raise AssertionError("no server of the cluster answers")

    def owner(self, slot: int) -> Process:
        """Return who has a slot."""
        for node in self.nodes:
            with contextlib.suppress(redis.RedisError):
                for first, last, primary, *_ in node.ask("CLUSTER", "SLOTS"):
                    if first <= slot <= last:
                        return next(one for one in self.nodes if one.port == primary[1])
        raise AssertionError(f"nobody has slot {slot}")

    def remove(self) -> None:
        """End all servers."""
        for node in self.nodes:
            node.client.close()
            node.kill()

    def _knows(self, node: Process) -> int:
        return sum("connected" in line and "handshake" not in line for line in self._seen(node).splitlines())

    def _sees(self, node: Process, name: str) -> bool:
        return name in self._seen(node)

    @staticmethod
    def _seen(node: Process) -> str:
        return bytes(node.ask("CLUSTER", "NODES")).decode()


def move_slot(slot: int, owner: Process, target: Process, primaries: Sequence[Process]) -> None:
    """Move a slot with its keys from one server to another, one key after the other, as ``redis-cli --cluster reshard`` does."""
    ids = {one: one.ask("CLUSTER", "MYID").decode() for one in (owner, target)}
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[owner])
    owner.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[target])
    while names := owner.ask("CLUSTER", "GETKEYSINSLOT", slot, 10):
        owner.ask("MIGRATE", target.host, target.port, "", 0, 5_000, "KEYS", *names)
    for one in (target, owner, *(other for other in primaries if other not in (owner, target))):
        one.ask("CLUSTER", "SETSLOT", slot, "NODE", ids[target])


class Guarded:
    """A server with two replicas, and three Sentinels that make one of them the server when it dies."""

    SERVICE = "matches"

    def __init__(self, folder: Path, *arguments: str, network: Network | None = None) -> None:
        self.folder = folder
        machines = [None] * 6 if network is None else network.machines
        settings = (*DURABLE, "--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1", *arguments)
        self.servers = [
            Process(folder / f"server-{number}", *settings, machine=machines[number]) for number in range(3)
        ]
        self.sentinels = [Process(folder / f"sentinel-{number}", machine=machines[number + 3]) for number in range(3)]

    @property
    def url(self) -> str:
        """The address of the store."""
        return f"redis+sentinel://{','.join(one.place for one in self.sentinels)}/{self.SERVICE}"

    def start(self) -> None:
        """Start everything and wait until the Sentinels know each other and the replicas."""
        first, *others = self.servers
        for server in self.servers:
            server.begin()
        for server in self.servers:
            server.ready()
        for server in others:
            server.ask("REPLICAOF", first.host, first.port)
        for sentinel in self.sentinels:
            file = sentinel.folder / "sentinel.conf"
            file.write_text(
                f"port {sentinel.port}\nbind {sentinel.host}\nprotected-mode no\ndir {sentinel.folder}\n"
                f"logfile {sentinel.folder}/server.log\n"
                f"sentinel monitor {self.SERVICE} {first.host} {first.port} 2\n"
                f"sentinel down-after-milliseconds {self.SERVICE} {NODE_TIMEOUT}\n"
                f"sentinel failover-timeout {self.SERVICE} 4000\n"
            )
            sentinel.begin(str(file), "--sentinel")
        for sentinel in self.sentinels:
            sentinel.ready()
        until(self.is_well, "the Sentinels know everything", PATIENCE)

    def is_well(self) -> bool:
        """Return whether the server has both replicas, in step with it, and all Sentinels know them and each other."""
        try:
            replicas = [one.client.info("replication") for one in self.servers]
            known = [self._told(one) for one in self.sentinels]
        except redis.RedisError:
            return False
        linked = sum(one.get("master_link_status") == "up" for one in replicas if one["role"] == "slave")
        counts = {(one["num-slaves"], one["num-other-sentinels"], one["flags"], one["port"]) for one in known}
        return linked == 2 and len(counts) == 1 and next(iter(counts))[:3] == ("2", "2", "master")

    def primary(self) -> Process:
        """Return the server that takes writes, as the Sentinels say."""
        for sentinel in self.sentinels:
            with contextlib.suppress(redis.RedisError):
                port = int(self._told(sentinel)["port"])
                return next(one for one in self.servers if one.port == port)
        raise AssertionError("no Sentinel answers")

    def remove(self) -> None:
        """End all."""
        for one in (*self.sentinels, *self.servers):
            one.client.close()
            one.kill()

    def _told(self, sentinel: Process) -> dict[str, str]:
        flat = [one.decode() for one in sentinel.ask("SENTINEL", "MASTER", self.SERVICE)]
        return dict(zip(flat[::2], flat[1::2], strict=True))


def client_of(url: str) -> Any:
    """Return the client library's own client of a store, whatever its address: for looking behind the product."""
    address = parse(url)
    if address.kind == "cluster":
        return redis.RedisCluster(
            startup_nodes=[ClusterNode(host, port) for host, port in address.hosts],
            require_full_coverage=False,
            protocol=2,
        )
    if address.kind == "sentinel":
        return by_sentinels(address, socket_timeout=2.0, protocol=2)
    return redis.Redis.from_url(url, protocol=2, socket_timeout=2.0)
