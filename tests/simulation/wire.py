"""The connection of one process to the model of a server: redis-py's client, with a wire in the world in place of a socket."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import redis
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer

from tests.simulation.server import Request, Server
from tests.simulation.world import Process, Waiter, World

TIMEOUT = 5.0
"""Seconds that a client waits for an answer, as the product's does."""


@dataclass(frozen=True)
class Trouble:
    """What happens to one request on its way: nothing arrives, a part arrives, the reply is lost; or it only takes long."""

    lost: bool = False
    part: bool = False
    deaf: bool = False
    slow: float = 0.0


class _NoSockets(redis.ConnectionPool):
    """A pool of another kind than the library's: of such a one the store takes no connections, but sends through its client."""


class Wire(redis.Redis):
    """A client of redis-py."""

    def __init__(self, world: World, process: Process, server: Server, trouble: Callable[[], Trouble | None]) -> None:
        super().__init__(connection_pool=_NoSockets(protocol=2))
        self._world, self._process, self._server, self._trouble = world, process, server, trouble

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send one command. :raises RedisError: as its reply."""
        (reply,) = self.trip([args])
        if isinstance(reply, Exception):
            raise reply
        return reply

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Any:
        """Return what gathers commands for one trip."""
        return _Pipeline(self)

    def trip(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        """Go to the server and back. :raises ConnectionError, TimeoutError: when there are no replies."""
        self._process.check()
        waiter = Waiter(self._world)
        chance, trouble = self._world.chance, self._trouble() or Trouble()
        only = chance.randrange(len(commands)) if trouble.part else None
        words = [[_bytes(one) for one in command] for command in commands]
        way = chance.uniform(0.0001, 0.0008)

        def answer(replies: list[Any] | Exception) -> None:
            self._world.after(way, lambda: waiter.set(replies))

        if trouble.lost:
            self._world.after(way, lambda: waiter.set(NotConnected("reset")))
        else:
            request = Request(words, answer, only, trouble.deaf)
            self._world.after(way + trouble.slow, lambda: self._server.take(request))
        replies = waiter.wait(TIMEOUT)
        self._process.check()
        if replies is None:
            raise NoAnswer("Timeout reading from socket")
        if isinstance(replies, Exception):
            raise replies
        return [self._parsed(command, reply) for command, reply in zip(commands, replies, strict=True)]

    def close(self) -> None:
        """Nothing is open."""

    def _parsed(self, command: tuple[Any, ...], reply: Any) -> Any:
        if isinstance(reply, Exception):
            return reply
        if isinstance(reply, str):
            reply = reply.encode()
        parse = self.response_callbacks.get(command[0])
        return reply if parse is None else parse(reply)


class _Pipeline:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._commands: list[tuple[Any, ...]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._commands.clear()

    def execute_command(self, *args: Any) -> Self:
        self._commands.append(args)
        return self

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        return self._wire.trip(self._commands)


def _bytes(word: str | bytes | int | float) -> bytes:
    return word if isinstance(word, bytes) else str(word).encode()


__all__ = ["Trouble", "Wire"]
