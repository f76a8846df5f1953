"""One server as the store, a plain one or the one named by Sentinels, and its pooled connections.

The client library's own way to run commands (a pool behind two locks, measurements, a retry that is switched off) takes
more processor time than the commands themselves. Here a connection of its pool is used directly, by one thread at a
time, and kept for the next use. Callers decide what may be repeated.
"""

import os
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import hiredis
import redis
from redis.backoff import NoBackoff
from redis.connection import Connection
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ReadOnlyError
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.store.connection.addresses import Address, BadAddress, parse
from service.store.connection.scripts import Command, key_of, writes
from service.store.keys import mark_beside

MOST_IDLE = 32
"""Idle connections kept; additional ones from a busy moment go back to the pool."""


class Connections:
    """The connections to one server. Thread-safe, and empty in a process that was forked."""

    def __init__(self, client: redis.Redis) -> None:
        """Take a client's connections, and its way of encoding commands."""
        self._pool = client.connection_pool
        self._forms = client.response_callbacks
        self._idle: list[Connection] = []
        self._process = os.getpid()

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands in one round trip; return the replies in order, with errors in their places.

        :raises redis.RedisError: when there is no answer.
        """
        connection = self._take()
        try:
            connection.send_packed_command([packed(commands)])
            replies = [self._reply(connection, command) for command in commands]
        except BaseException:
            connection.disconnect()  # replies may still be on their way: nobody else may read them
            self._pool.release(connection)
            raise
        self._put_back(connection)
        return replies

    def _reply(self, connection: Connection, command: Command) -> Any:
        try:
            reply = connection.read_response()
        except redis.ResponseError as error:
            return error
        form = self._forms.get(command[0])
        return reply if form is None else form(reply)

    def let_go(self) -> None:
        """Return all idle connections to the pool."""
        while (connection := self._pop()) is not None:
            self._pool.release(connection)

    def _take(self) -> Connection:
        if self._process != os.getpid():
            self._idle, self._process = [], os.getpid()
        while (connection := self._pop()) is not None:
            if _is_quiet(connection):
                return connection
            connection.disconnect()
            self._pool.release(connection)
        return self._pool.get_connection()

    def _pop(self) -> Connection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _put_back(self, connection: Connection) -> None:
        if len(self._idle) < MOST_IDLE:
            self._idle.append(connection)
        else:
            self._pool.release(connection)


def packed(commands: Sequence[Command]) -> bytes:
    """Encode commands for the server; the client library's own way copies all their words once more first."""
    return b"".join([hiredis.pack_command(command) for command in commands])  # type: ignore[arg-type]  # annotated as if it took a single word


def _is_quiet(connection: Connection) -> bool:
    """Return whether a connection is open and has nothing to read: neither its end nor an unread reply."""
    try:
        return connection.is_connected and not connection.can_read()
    except (redis.RedisError, OSError):
        return False


REPLICATED_WITHIN = 1_000
"""How long a write may take to reach its replicas (ms) before it counts as unconfirmed."""
REFUSED = re.compile(r"\b(READONLY|NOREPLICAS)\b")
ALONE = "only"
"""The name of the only server."""


class NotReplicated(NotConnected):
    """A write is on its server, but not on as many replicas as the installation requires; whether it lasts is unknown."""


class Servers(Protocol):
    """The servers of a store. Replies are in the order of the commands, with errors in their places.

    A missing answer counts as a reply: :class:`redis.ConnectionError` or :class:`redis.TimeoutError`.
    """

    alone: bool
    """Whether there is only one server; several log outages themselves."""

    def send(self, commands: Sequence[Command], replicas: int = 0) -> list[Any]:
        """Send commands, in one round trip to each server.

        :param replicas: the replicas that must have a write before it is acknowledged.
        """

    def names(self) -> list[str]:
        """Return the names of the servers that accept writes, in a stable order."""

    def ask(self, name: str, command: Command) -> Any:
        """Send a command to one of them."""

    def close(self) -> None:
        """Close all connections."""


class One:
    """One server, which after a failover may be another one if Sentinels are used."""

    alone = True

    def __init__(self, connection: redis.Redis, replicas: int) -> None:
        """Take a client that is not connected yet; ``replicas`` is how many must confirm a write."""
        self.connection = connection
        # Where Sentinels are asked the library's pool looks whose connection it hands out: there it is left to do so. Where
        # replicas are asked for another server may take over: who reads and who writes have to find out together.
        plain = type(connection.connection_pool) is redis.ConnectionPool and not replicas
        self._connections = Connections(connection) if plain else None

    def send(self, commands: Sequence[Command], replicas: int = 0) -> list[Any]:
        """Send commands; see :class:`Servers`."""
        try:
            if self._connections is not None and not replicas:
                replies = self._connections.ask(commands)
            else:
                replies = through(self.connection, commands, replicas)
        except redis.RedisError as error:
            return [error] * len(commands)
        self._look_anew(replies)
        return replies

    def names(self) -> list[str]:
        """Return the server's name."""
        return [ALONE]

    def ask(self, name: str, command: Command) -> Any:
        """Send a command to it."""
        return self.send([command])[0]

    def close(self) -> None:
        """Close all connections."""
        self.connection.close()
        self.connection.connection_pool.disconnect()

    def _look_anew(self, replies: Sequence[Any]) -> None:
        """Close connections to a server that has become a replica, or was cut off from its own.

        Its address, or the Sentinels, may lead to another one by now, although it still accepts commands.
        """
        if any(_is_displaced(reply) for reply in replies):
            if self._connections is not None:
                self._connections.let_go()
            self.connection.connection_pool.disconnect(inuse_connections=False)


def _is_displaced(reply: Any) -> bool:
    if isinstance(reply, redis.ResponseError):  # of a script up to Redis 6.2 the refusal stands amid other words
        return isinstance(reply, ReadOnlyError) or REFUSED.search(str(reply)) is not None
    return isinstance(reply, NotReplicated)


def milliseconds(clock: Sequence[Any]) -> int:
    """Convert the answer to ``TIME`` into milliseconds since 1970."""
    return int(clock[0]) * 1000 + int(clock[1]) // 1000


def through(
    connection: redis.Redis, commands: Sequence[Command], replicas: int = 0, before: Sequence[Command] = ()
) -> list[Any]:
    """Send commands to one server in one round trip; return the replies, with errors in their places.

    If replicas are required, a mark is written after the commands and waited for on the same connection: servers wait
    only for their caller's last write, and a script that finds its work done writes nothing.

    :param before: a command sent before each command (``ASKING``).
    """
    written = [command for command in commands if writes(command)] if replicas else []
    with connection.pipeline(transaction=False) as pipeline:
        queue: Callable[..., Any] = pipeline.execute_command
        for command in (*commands, *([("SET", mark_beside(key_of(written[-1])), 1)] if written else [])):
            for first in before:
                queue(*first)
            queue(*command)
        if written:
            queue("WAIT", replicas, REPLICATED_WITHIN)
        answers: list[Any] = pipeline.execute(raise_on_error=False)
    confirmed = answers.pop() if written else 0
    marked = answers[-1] if written else None
    replies = answers[len(before) :: len(before) + 1][: len(commands)]
    if isinstance(marked, redis.RedisError):
        confirmed = 0  # without the mark they were asked for what this connection wrote before, perhaps nothing
    if not written or (isinstance(confirmed, int) and confirmed >= replicas):
        return replies
    lacking = NotReplicated(f"{confirmed} of {replicas} replicas have confirmed it")
    return [
        lacking if writes(command) and not isinstance(reply, redis.RedisError) else reply
        for command, reply in zip(commands, replies, strict=True)
    ]


def client_of(url: str, **options: Any) -> redis.Redis:
    """Return a client of one server, by its own address or by that of its Sentinels, without the library's retries.

    :raises BadAddress: for the address of a cluster, and for a malformed one.
    """
    address = parse(url)
    alone = {**options, "retry": Retry(NoBackoff(), 0), "protocol": 2}
    if address.kind == "cluster":
        raise BadAddress("a cluster is more than one server")
    return by_sentinels(address, **alone) if address.kind == "sentinel" else redis.Redis.from_url(url, **alone)


def by_sentinels(address: Address, **options: Any) -> redis.Redis:
    """Return a connection to the server that the Sentinels of an address currently name."""
    asked = {**options, **address.for_sentinels, "socket_timeout": 0.5, "socket_connect_timeout": 0.5}
    sentinels = Sentinel(address.hosts, sentinel_kwargs=asked)
    found: redis.Redis = sentinels.master_for(address.service, redis.Redis, **{**address.options, **options})
    return found
