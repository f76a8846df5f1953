"""Connections to one server, kept at hand.

The client library's own way to run commands (a pool behind two locks, measurements, a retry that is switched off) takes more
processor time than the commands themselves. Here a connection of its pool is used as it is, by one thread at a time, and kept
for the next one. What may be repeated is decided further out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import redis
from redis.connection import Connection

from service.store.commands import Command

MOST_IDLE = 32
"""Connections kept while nobody uses them: what more there were at a busy moment go back to the pool."""


class Lines:
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
        line = self._take()
        try:
            line.send_packed_command(line.pack_commands(commands))
            replies = [self._reply(line, command) for command in commands]
        except BaseException:
            line.disconnect()  # replies may still be on their way: nobody else may read them
            self._pool.release(line)
            raise
        self._put_back(line)
        return replies

    def _reply(self, line: Connection, command: Command) -> Any:
        try:
            reply = line.read_response()
        except redis.ResponseError as error:
            return error
        form = self._forms.get(command[0])
        return reply if form is None else form(reply)

    def let_go(self) -> None:
        """Give all connections that nobody uses back to the pool."""
        while (line := self._pop()) is not None:
            self._pool.release(line)

    def _take(self) -> Connection:
        if self._process != os.getpid():
            self._idle, self._process = [], os.getpid()
        while (line := self._pop()) is not None:
            if _is_quiet(line):
                return line
            line.disconnect()
            self._pool.release(line)
        return self._pool.get_connection()

    def _pop(self) -> Connection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _put_back(self, line: Connection) -> None:
        if len(self._idle) < MOST_IDLE:
            self._idle.append(line)
        else:
            self._pool.release(line)


def _is_quiet(line: Connection) -> bool:
    """Return whether a connection stands and nothing is waiting in it: neither its end nor a reply that nobody read."""
    try:
        return line.is_connected and not line.can_read()
    except (redis.RedisError, OSError):
        return False


__all__ = ["Lines"]
