"""Connections to one server, kept at hand.

The client library's own way to run commands (a pool behind two locks, measurements, a retry that is switched off) takes more
processor time than the commands themselves. Here a connection of its pool is used as it is, by one thread at a time, and kept
for the next connection. What may be repeated is decided further out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import hiredis
import redis
from redis.connection import Connection

from service.store.commands import Command

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


__all__ = ["Connections", "packed"]
