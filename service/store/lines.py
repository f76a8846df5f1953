"""Connections kept at hand for scripts: acts and the reading of matches are what has to be quick.

The client library's own way to run a command (a pool behind two locks, measurements, a retry that is switched off) takes more
processor time than the command itself. Here a connection of its pool is used as it is, by one thread at a time, and kept
for the next one. Which scripts may be repeated is decided further out.
"""

from __future__ import annotations

import os
from typing import Any, cast

import redis
from redis.connection import Connection

from service.store.commands import Command

MOST_IDLE = 32
"""Connections kept while nobody uses them: what more there were at a busy moment go back to the pool."""


class Lines:
    """The connections to one server. Thread-safe, and empty in a process that was forked."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        self._pool = pool
        self._idle: list[Connection] = []
        self._process = os.getpid()

    def ask(self, command: Command) -> Any:
        """Return the reply to a script; :raises redis.RedisError: when there is none, or it is an error."""
        line = self._take()
        try:
            line.send_command(*command)
            reply = line.read_response()
        except redis.ResponseError:
            self._put_back(line)
            raise
        except BaseException:
            line.disconnect()  # its reply may still be on its way: nobody else may read it
            self._pool.release(line)
            raise
        self._put_back(line)
        return reply

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
        return cast(Connection, self._pool.get_connection())

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
