"""One server behind the store, a plain one or the one that Sentinels name, and the connections kept to it.

The client library's own way to run commands (a pool behind two locks, measurements, a retry that is switched off) takes more
processor time than the commands themselves. Here a connection of its pool is used as it is, by one thread at a time, and
kept for the next connection. What may be repeated is decided further out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import hiredis
import redis
from redis.connection import Connection
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ReadOnlyError
from redis.sentinel import Sentinel

from service.store.connection.addresses import Address
from service.store.connection.commands import Command, key_of, writes
from service.store.keys import mark_beside

MOST_IDLE = 32
"""Connections kept while nobody uses them: what more there were at a busy moment go back to the pool."""


class Connections:
    """The connections to one server. Thread-safe, and empty in a process that was forked."""

    def __init__(self, client: redis.Redis) -> None:
        """Take the connections of a client, and its way to write replies."""
        self._pool = client.connection_pool
        self._forms = client.response_callbacks
        self._idle: list[Connection] = []
        self._process = os.getpid()

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands in one round trip; return the replies in their order, with errors in place of replies.

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
        """Give all connections that nobody uses back to the pool."""
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
    """Return commands as the server reads them; the client library's own way copies all their words once more first."""
    return b"".join([hiredis.pack_command(command) for command in commands])  # type: ignore[arg-type]  # annotated as if it took a single word


def _is_quiet(connection: Connection) -> bool:
    """Return whether a connection stands and nothing is waiting in it: neither its end nor a reply that nobody read."""
    try:
        return connection.is_connected and not connection.can_read()
    except (redis.RedisError, OSError):
        return False


REPLICATED_WITHIN = 1_000
"""How long a write may take to reach its replicas (ms); then nobody is told that it is safe."""
REFUSED = re.compile(r"\b(READONLY|NOREPLICAS)\b")
ALONE = "only"
"""What the one server is called."""


class NotReplicated(NotConnected):
    """A write is on its server, and not on as many replicas as the installation asks for; whether it lasts is not known."""


class Servers(Protocol):
    """The servers behind a store. Replies stand in the order of the commands, with errors in place of replies.

    A server that does not answer is a reply as well: :class:`redis.ConnectionError` or :class:`redis.TimeoutError`.
    """

    alone: bool
    """Whether there is one; several log by themselves which of them is away."""

    def send(self, commands: Sequence[Command], replicas: int = 0) -> list[Any]:
        """Send commands, in one round trip to each server.

        :param replicas: on how many replicas what is written has to be before it is acknowledged.
        """

    def timed(self, commands: Sequence[Command]) -> tuple[list[Any], list[int]]:
        """Send commands that read, and return for each also the time of the server that answered it (ms)."""

    def names(self) -> list[str]:
        """Return the names of the servers that take writes, in a lasting order."""

    def ask(self, name: str, command: Command) -> Any:
        """Ask one of them."""

    def close(self) -> None:
        """Close all connections."""


class One:
    """One server, which may be another one after a failover where Sentinels are asked."""

    alone = True

    def __init__(self, connection: redis.Redis, replicas: int) -> None:
        """Take a client that is not connected yet; ``replicas`` is how many have to confirm what is written."""
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

    def timed(self, commands: Sequence[Command]) -> tuple[list[Any], list[int]]:
        """Send commands; see :class:`Servers`."""
        clock, *replies = self.send([("TIME",), *commands])
        return replies, [0 if isinstance(clock, Exception) else milliseconds(clock)] * len(commands)

    def names(self) -> list[str]:
        """Return its name."""
        return [ALONE]

    def ask(self, name: str, command: Command) -> Any:
        """Ask it."""
        return self.send([command])[0]

    def close(self) -> None:
        """Close all connections."""
        self.connection.close()
        self.connection.connection_pool.disconnect()

    def _look_anew(self, replies: Sequence[Any]) -> None:
        """Let go of connections to a server that has become a replica, or was cut off from its own.

        Its address, or the Sentinels, may lead to another one by now, while it still takes what is sent to it.
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
    """Return what ``TIME`` answers in milliseconds since 1970."""
    return int(clock[0]) * 1000 + int(clock[1]) // 1000


def through(
    connection: redis.Redis, commands: Sequence[Command], replicas: int = 0, before: Sequence[Command] = ()
) -> list[Any]:
    """Send commands to one server in one round trip; return the replies, with errors in place.

    Where replicas are asked for, a mark is written behind the commands and waited for on the same connection: servers wait
    only for what their caller wrote last, and a script that finds its work done writes nothing.

    :param before: goes in front of each command (``ASKING``).
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


def by_sentinels(address: Address, **options: Any) -> redis.Redis:
    """Return a connection to the server that the Sentinels of an address name, whichever it is at the time."""
    asked = {**options, **address.for_sentinels, "socket_timeout": 0.5, "socket_connect_timeout": 0.5}
    sentinels = Sentinel(address.hosts, sentinel_kwargs=asked)
    found: redis.Redis = sentinels.master_for(address.service, redis.Redis, **{**address.options, **options})
    return found


__all__ = [
    "ALONE",
    "Connections",
    "NotReplicated",
    "One",
    "Servers",
    "by_sentinels",
    "milliseconds",
    "packed",
    "through",
]
