"""A Redis Cluster as the store: every command goes to the server with its key, and the loss of one server affects only
its own keys.

The client library knows the cluster's map. Its own retries on unanswered requests are disabled, since only the store
knows which requests may be repeated. A server that lets its callers wait is avoided until it answers a thread dedicated
to probing it, so that it does not hold up requests to others.
"""

import logging
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    RedisClusterException,
    SlotNotCoveredError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer
from redis.retry import Retry

from service.store.connection.addresses import Address
from service.store.connection.one import NotReplicated, through
from service.store.connection.scripts import Command, key_of

REDIRECTS = 5
"""The most redirections by the cluster that a command follows."""
GLANCE = 0.5
"""Seconds within which a server must report the cluster's map, or report that it is back."""
PAUSE = 0.1
"""Seconds between two looks while something is wrong."""

Place = tuple[str, int]

log = logging.getLogger("siegelpost.store")


class Cluster:
    """The servers of a cluster. Thread-safe."""

    alone = False

    def __init__(self, address: Address, **options: Any) -> None:
        self._start = address.hosts
        self._options = {**address.options, **options}
        self._lock = threading.RLock()
        self._map: RedisCluster | None = None
        self._servers: dict[Place, redis.Redis] = {}
        self._silent: set[Place] = set()
        """Servers that did not answer in time."""
        self._missed: set[Place] = set()
        """Servers of which the log says that they are away."""
        self._doubtful = threading.Event()
        self._doubted: Place | None = None
        self._watching: threading.Thread | None = None
        self._closed = threading.Event()

    def send(self, commands: Sequence[Command], replicas: int = 0) -> list[Any]:
        """Send commands, in one round trip to each server involved; return replies in order, with errors in their places."""
        replies: list[Any] = [None] * len(commands)
        left = list(range(len(commands)))
        for _ in range(REDIRECTS):
            moved: list[int] = []
            for place, share in self._by_server(commands, left, replies).items():
                for number, reply in zip(
                    share, self._at(place, [commands[one] for one in share], replicas), strict=True
                ):
                    replies[number] = reply
                    if isinstance(reply, MovedError):
                        self._follow(reply)
                        moved.append(number)
                    elif isinstance(reply, AskError):
                        there = (reply.host, reply.port)
                        (replies[number],) = self._at(there, [commands[number]], replicas, [("ASKING",)])
            left = moved
            if not left:
                break
        for number in left:
            replies[number] = TryAgainError("the cluster does not agree who has this")
        return replies

    def names(self) -> list[str]:
        """Return the servers that have keys, as ``host:port``."""
        return [f"{host}:{port}" for host, port in sorted(map(_place, self._known().get_primaries()))]

    def ask(self, name: str, command: Command) -> Any:
        """Send a command to one of them; an error is returned, too, not raised."""
        host, _, port = name.rpartition(":")
        return self._at((host, int(port)), [command])[0]

    def close(self) -> None:
        """Close all connections."""
        self._closed.set()
        with self._lock:
            servers, self._servers = list(self._servers.values()), {}
            known, self._map = self._map, None
        for server in servers:
            server.close()
            server.connection_pool.disconnect()
        if known is not None:
            known.close()

    def _by_server(
        self, commands: Sequence[Command], which: Sequence[int], replies: list[Any]
    ) -> dict[Place, list[int]]:
        known = self._known().nodes_manager
        shares: dict[Place, list[int]] = {}
        for number in which:
            try:
                node = known.get_node_from_slot(_slot(_tag(key_of(commands[number]))))
            except SlotNotCoveredError:
                self._look_anew()
                replies[number] = NotConnected("no server has this part of the cluster")
            else:
                shares.setdefault(_place(node), []).append(number)
        return shares

    def _at(
        self, place: Place, commands: Sequence[Command], replicas: int = 0, before: Sequence[Command] = ()
    ) -> list[Any]:
        if place in self._silent:
            return [NotConnected(f"{place[0]}:{place[1]} does not answer")] * len(commands)
        try:
            replies = through(self._server(place), commands, replicas, before)
        except (NotConnected, NoAnswer) as error:
            if isinstance(error, NoAnswer):
                self._silent.add(place)
            if place not in self._missed:
                self._missed.add(place)
                log.warning("the store's server %s:%d does not answer: %s", *place, type(error).__name__)
            self._look_anew(place)
            return [error] * len(commands)
        except redis.RedisError as error:
            return [error] * len(commands)
        if place in self._missed:
            self._missed.discard(place)
            log.info("the store's server %s:%d answers again", *place)
        if any(isinstance(reply, (ClusterDownError, NotReplicated)) for reply in replies):
            self._look_anew(place)  # it may have been cut off from the others, who have another in its place
        return replies

    def _server(self, place: Place) -> redis.Redis:
        with self._lock:
            server = self._servers.get(place)
            if server is None:
                options = {"retry": Retry(NoBackoff(), 0), "protocol": 2, **self._options}
                server = self._servers[place] = redis.Redis(host=place[0], port=place[1], **options)
            return server

    def _follow(self, moved: MovedError) -> None:
        """Accept the cluster's redirection for one key; other keys will have moved as well, so the map is reloaded."""
        self._known().nodes_manager.move_slot(moved)
        self._look_anew()

    def _known(self) -> RedisCluster:
        """Return the map; :raises redis.ConnectionError: when no server shows it."""
        with self._lock:
            if self._map is None:
                glance = {**self._options, "socket_timeout": GLANCE, "socket_connect_timeout": GLANCE, "protocol": 2}
                try:
                    self._map = RedisCluster(
                        startup_nodes=[ClusterNode(host, port) for host, port in self._start],
                        require_full_coverage=False, retry=Retry(NoBackoff(), 0), **glance,
                    )  # fmt: skip
                except RedisClusterException as error:
                    raise NotConnected("no server of the cluster shows its map") from error
            return self._map

    def _look_anew(self, doubted: Place | None = None) -> None:
        """Reload the map, and probe silent servers.

        :param doubted: the server that caused this: it is asked for the map only if no other has one.
        """
        self._doubted = doubted
        self._doubtful.set()
        with self._lock:
            alive = self._watching is not None and self._watching.is_alive()  # not in a process that was forked off
            if not alive and not self._closed.is_set():
                self._watching = threading.Thread(target=self._watch, name="cluster map", daemon=True)
                self._watching.start()

    def _watch(self) -> None:
        while not self._closed.is_set():
            self._doubtful.clear()
            read = self._read_map()
            for place in list(self._silent):
                self._listen_to(place)
            self._closed.wait(PAUSE)  # a failover takes a while; who asks meanwhile is heard at the end of the pause
            with self._lock:
                if read and not self._silent and not self._doubtful.is_set():
                    self._watching = None
                    return

    def _read_map(self) -> bool:
        try:
            known = self._known()
            doubted = next(iter(self._silent), self._doubted)
            known.nodes_manager.initialize(last_failed_node_name=f"{doubted[0]}:{doubted[1]}" if doubted else None)
        except (redis.RedisError, RedisClusterException, OSError):
            with self._lock:
                self._map = None  # the servers that it knew are gone: begin again with those of the address
            return False
        return True

    def _listen_to(self, place: Place) -> None:
        """Probe a silent server; its unanswered requests are dropped with their connections."""
        options = {**self._options, "socket_timeout": GLANCE, "socket_connect_timeout": GLANCE, "protocol": 2}
        asked = redis.Redis(host=place[0], port=place[1], retry=Retry(NoBackoff(), 0), **options)
        try:
            asked.ping()
        except redis.ResponseError:
            pass  # it loads its data, say: it answers
        except redis.RedisError:
            return
        finally:
            asked.close()
        self._silent.discard(place)


def _place(node: Any) -> Place:
    return str(node.host), int(node.port)


def _tag(key: str) -> bytes:
    """Return the part of a key that decides on its server: all keys of the store have one in braces."""
    return key[key.index("{") + 1 : key.index("}")].encode()


@lru_cache(maxsize=256)
def _slot(tag: bytes) -> int:
    return int(key_slot(tag))
